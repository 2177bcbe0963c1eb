# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Deal numbers both ways: from a number to the cards, and from the cards back to the number."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell.cards import CARDS, Card, cards_from
from freecell._arguments import whole_number
from freecell.errors import FreeCellError

__all__ = ["LAST_DEAL", "deal_cards", "deal_layouts", "find_deal_number"]

LAST_DEAL = 2**33 - 1
cdef uint64_t MOST_LAYOUTS = 10_000_000


cdef struct Dealer:
    # The generator behind a deal number: Microsoft's below 2^31, FreeCell Pro's above.
    uint32_t state
    uint32_t mask  # of the state's bits from 16 on
    uint32_t set_bits
    uint32_t added


cdef Dealer dealer_of(uint64_t number) noexcept nogil:
    if number < <uint64_t>1 << 31:
        return Dealer(<uint32_t>number, 0x7FFF, 0, 0)
    if number < <uint64_t>1 << 32:
        return Dealer(<uint32_t>number, 0x7FFF, 0x8000, 0)
    return Dealer(<uint32_t>number, 0xFFFF, 0, 1)


cdef inline uint32_t draw(Dealer *dealer) noexcept nogil:
    dealer.state = dealer.state * 214013 + 2531011
    return (dealer.state >> 16 & dealer.mask | dealer.set_bits) + dealer.added


# 2^32 / n, rounded up: for a draw below 2^17, draw * RECIPROCAL[n] >> 32 is the whole part of draw / n, without the
# division that would take most of the time.
cdef uint64_t[53] RECIPROCAL
for _number in range(1, 53):
    RECIPROCAL[_number] = (2**32 + _number - 1) // _number


cdef void deal(uint64_t number, int size, uint8_t *cards) noexcept nogil:
    # Write the indices of the cards in dealing order.
    cdef Dealer dealer = dealer_of(number)
    cdef uint8_t deck[52]
    cdef int left
    cdef uint32_t pick
    for left in range(size):
        deck[left] = <uint8_t>left
    for left in range(size, 0, -1):
        pick = draw(&dealer)
        pick -= <uint32_t>left * <uint32_t>(pick * RECIPROCAL[left] >> 32)
        cards[size - left] = deck[pick]
        deck[pick] = deck[left - 1]


def deal_cards(number: int, ranks: int = 13) -> tuple[Card, ...]:
    """Give the cards of a numbered deal in the order they are dealt.

    The numbers below 2^31 are Microsoft's, those above FreeCell Pro's.

    Args:
        number: 1 to 2^33 - 1.
        ranks: how many ranks the deck has, 1 to 13.

    Raises:
        FreeCellError: the number or the ranks are out of range.
    """
    cdef uint8_t cards[52]
    cdef int size = 4 * <int>whole_number(ranks, "ranks", 1, 13)
    deal(whole_number(number, "deal number", 1, LAST_DEAL), size, cards)
    return tuple([CARDS[cards[place]] for place in range(size)])


def deal_layouts(first: int, last: int) -> memoryview:
    """Give the layouts of numbered deals, first to last, as one block of memory.

    Args:
        first: the first deal number, at least 1.
        last: the last one, at most 2^33 - 1, and no more than ten million deals (520 MB) in all.

    Returns:
        Unsigned bytes of shape (last - first + 1, 52), in each row the :attr:`Card.index` of the cards in the order
        they are dealt. ``numpy.asarray`` takes it as it is.

    Raises:
        FreeCellError: a number is out of range, or there are too many.
    """
    cdef uint64_t start = whole_number(first, "first deal number", 1, LAST_DEAL)
    cdef uint64_t end = whole_number(last, "last deal number", start, LAST_DEAL)
    if end - start >= MOST_LAYOUTS:
        raise FreeCellError(f"{end - start + 1:,} layouts are too many at once: ask for {MOST_LAYOUTS:,} at the most")
    cdef uint64_t number
    block = bytearray(52 * (end - start + 1))
    cdef uint8_t *cards = block
    with nogil:
        for number in range(start, end + 1):
            deal(number, 52, cards + 52 * (number - start))
    return memoryview(block).cast("B", (end - start + 1, 52))


cdef bint picks_match(Dealer dealer, const uint8_t *picks, int size) noexcept nogil:
    cdef int left
    for left in range(size, 1, -1):
        if draw(&dealer) % <uint32_t>left != picks[size - left]:
            return False
    return True


cdef bint low_bits_match(Dealer dealer, const uint8_t *picks, int size) noexcept nogil:
    # Whether the lowest 18 bits of the state can be right. While the number of cards left is a multiple of 4,
    # the pick tells the lowest two bits of the draw, bits 16 and 17 of the state, which depend on no higher ones; while
    # it is even, the lowest one.
    cdef int left
    cdef uint32_t low
    for left in range(size, 1, -1):
        low = draw(&dealer) ^ picks[size - left]
        if left & 3 == 0 and low & 3 or left & 1 == 0 and low & 1:
            return False
    return True


cdef uint64_t first_number(uint64_t base, int bits, const uint8_t *picks, int size, uint32_t *low) noexcept nogil:
    # The smallest number from base, base included, to base + 2^bits that makes these picks; 0 when there is none.
    cdef uint32_t candidate, high, found = 0, place
    for candidate in range(<uint32_t>1 << 18):
        if low_bits_match(dealer_of(base + candidate), picks, size):
            low[found] = candidate
            found += 1
    for high in range(<uint32_t>1 << (bits - 18)):
        for place in range(found):
            if picks_match(dealer_of(base + (<uint64_t>high << 18) + low[place]), picks, size) and (
                    base or high or low[place]):
                return base + (<uint64_t>high << 18) + low[place]
    return 0


def find_deal_number(cards: Sequence[Card]) -> int | None:
    """Give the smallest deal number that deals these cards in this order; None when there is none.

    Nothing is scanned: the picks of the shuffle, which the cards tell, fix the lowest 18 bits of the generator's state
    apart from the others, and the few that are left are tried. It takes milliseconds.

    Args:
        cards: a whole deck of 4 to 52 cards in dealing order.

    Raises:
        FreeCellError: they are no whole deck.
    """
    cdef uint8_t picks[52]
    given = cards_from(cards, "a deck")
    cdef int size = len(given), place
    cdef uint64_t number = 0
    if size == 0 or size % 4 or set(given) != set(CARDS[:size]):
        raise FreeCellError("a deck has each card of its ranks once, four of each rank")
    deck = list(range(size))
    for place, card in enumerate(given):
        picks[place] = deck.index(card.index)
        deck[picks[place]] = deck[-1]
        deck.pop()
    low = bytearray(4 << 18)
    cdef uint8_t *survivors = low
    with nogil:
        number = first_number(0, 31, picks, size, <uint32_t *>survivors)
        if number == 0:
            number = first_number(<uint64_t>1 << 31, 31, picks, size, <uint32_t *>survivors)
        if number == 0:
            number = first_number(<uint64_t>1 << 32, 32, picks, size, <uint32_t *>survivors)
    return number or None
