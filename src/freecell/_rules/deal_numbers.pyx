# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Deal numbers: the cards that a number deals, and the number that deals given cards.

The number seeds a linear congruential generator, the one of the C library that Microsoft's FreeCell was built with. Its
draws shuffle the deck. Numbers from 2^31 on are FreeCell Pro's extension.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell.cards import CARDS, Card, cards_from
from freecell._arguments import whole_number
from freecell.errors import FreeCellError

__all__ = ["LAST_DEAL", "deal_cards", "deal_layouts", "find_deal_number"]

LAST_DEAL = 2**33 - 1
cdef uint64_t MOST_LAYOUTS = 10_000_000  # per call of deal_layouts; they take 520 MB


cdef struct Dealer:
    # The generator of a deal. A draw is (state >> 16 & mask | set_bits) + added.
    uint32_t state
    uint32_t mask
    uint32_t set_bits
    uint32_t added


cdef Dealer dealer_of(uint64_t number) noexcept nogil:
    # The generator that a deal number seeds: Microsoft's below 2^31, and FreeCell Pro's two variants above.
    if number < <uint64_t>1 << 31:
        return Dealer(<uint32_t>number, 0x7FFF, 0, 0)
    if number < <uint64_t>1 << 32:
        return Dealer(<uint32_t>number, 0x7FFF, 0x8000, 0)
    return Dealer(<uint32_t>number, 0xFFFF, 0, 1)


cdef inline uint32_t draw(Dealer *dealer) noexcept nogil:
    # Return the next draw, below 2^17.
    dealer.state = dealer.state * 214013 + 2531011
    return (dealer.state >> 16 & dealer.mask | dealer.set_bits) + dealer.added


# By n: 2^32 / n, rounded up. For a draw below 2^17, draw * RECIPROCAL[n] >> 32 is draw // n. A division instruction
# would take most of the time of a deal.
cdef uint64_t[53] RECIPROCAL
for _number in range(1, 53):
    RECIPROCAL[_number] = (2**32 + _number - 1) // _number


cdef void deal(uint64_t number, int size, uint8_t *cards) noexcept nogil:
    # Shuffle a deck of the first `size` cards, and write their indices in dealing order.
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
    """Return the cards of a numbered deal in dealing order.

    Numbers below 2^31 are Microsoft's, those from there on FreeCell Pro's.

    Args:
        number: The deal number, 1 to 2^33 - 1.
        ranks: The number of ranks in the deck, 1 to 13.

    Raises:
        FreeCellError: If the number or the ranks are out of range.
    """
    cdef uint8_t cards[52]
    cdef int size = 4 * <int>whole_number(ranks, "ranks", 1, 13)
    deal(whole_number(number, "deal number", 1, LAST_DEAL), size, cards)
    return tuple([CARDS[cards[place]] for place in range(size)])


def deal_layouts(first: int, last: int) -> memoryview:
    """Return the cards of a range of numbered deals as one block of memory.

    Args:
        first: The first deal number, at least 1.
        last: The last deal number, at most 2^33 - 1. The range holds at most ten million deals (520 MB).

    Returns:
        Unsigned bytes of shape (last - first + 1, 52). A row holds the :attr:`Card.index` of each card of a deal, in
        dealing order. ``numpy.asarray`` makes it an array without copying.

    Raises:
        FreeCellError: If a number is out of range, or the range too long.
    """
    cdef uint64_t start = whole_number(first, "first deal number", 1, LAST_DEAL)
    cdef uint64_t end = whole_number(last, "last deal number", start, LAST_DEAL)
    if end - start >= MOST_LAYOUTS:
        raise FreeCellError(f"at most {MOST_LAYOUTS:,} layouts at once, not {end - start + 1:,}")
    cdef uint64_t number
    block = bytearray(52 * (end - start + 1))
    cdef uint8_t *cards = block
    with nogil:
        for number in range(start, end + 1):
            deal(number, 52, cards + 52 * (number - start))
    return memoryview(block).cast("B", (end - start + 1, 52))


cdef bint picks_match(Dealer dealer, const uint8_t *picks, int size) noexcept nogil:
    # Whether the generator makes `picks`: for each card dealt, its index in the remaining deck.
    cdef int left
    for left in range(size, 1, -1):
        if draw(&dealer) % <uint32_t>left != picks[size - left]:
            return False
    return True


cdef bint low_bits_match(Dealer dealer, const uint8_t *picks, int size) noexcept nogil:
    # Whether the lowest 18 bits of the generator's state are consistent with `picks`. If the number of cards left is a
    # multiple of 4, the pick determines the lowest two bits of the draw, which come from bits 16 and 17 of the state.
    # If it is even, the pick determines the lowest bit of the draw. The higher bits of the state do not affect these.
    cdef int left
    cdef uint32_t low
    for left in range(size, 1, -1):
        low = draw(&dealer) ^ picks[size - left]
        if left & 3 == 0 and low & 3 or left & 1 == 0 and low & 1:
            return False
    return True


cdef uint64_t first_number(uint64_t base, int bits, const uint8_t *picks, int size, uint32_t *low) noexcept nogil:
    # The smallest deal number from `base` to `base` + 2^bits - 1 that makes `picks`; 0 if there is none. `low` is
    # scratch space for 2^18 numbers.
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
    """Return the smallest deal number that deals these cards in this order; None if there is none.

    The search takes milliseconds, because it does not try all numbers. The cards determine the picks of the shuffle,
    and the picks leave only a few values for the lowest 18 bits of the generator's state, independently of the other
    bits.

    Args:
        cards: A whole deck of 4 to 52 cards, in dealing order.

    Raises:
        FreeCellError: If the cards are not a whole deck.
    """
    cdef uint8_t picks[52]
    given = cards_from(cards, "a deck")
    cdef int size = len(given), place
    cdef uint64_t number = 0
    if size == 0 or size % 4 or set(given) != set(CARDS[:size]):
        raise FreeCellError("a deck must have all four suits of each of its ranks, every card once")
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
