"""A slow, obvious twin of the rules, to hold the compiled core against.

It is written from the design and the facts of the games, and shares nothing with the core but the rules as data. A
card is a pair of whole numbers, its rank and its suit; a move is its source, its target and how many cards it takes; a
position is what lies where. Nothing here is clever, and nothing is fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product

from freecell.cards import RANKS
from freecell.rules import AutoPlay, Build, EmptyColumns, Layout, Rules, Supermoves

Card = tuple[int, int]
"""Rank (ace 1 to king 13) and suit (0 clubs, 1 diamonds, 2 hearts, 3 spades)."""

Cards = tuple[Card, ...]

Move = tuple[str, str, int]
"""The names of source and target, and how many cards; the foundations are called hc hd hh hs as a source."""

SUITS = "CDHS"
COLUMNS = tuple("1234567890nopqrstu")
CELLS = tuple("abcdefgklm")
FOUNDATIONS = ("hc", "hd", "hh", "hs")


class RefusedError(Exception):
    """The rules do not allow it."""


def read_card(text: str) -> Card:
    return RANKS.index(text[0]) + 1, SUITS.index(text[1])


def write_card(card: Card) -> str:
    return RANKS[card[0] - 1] + SUITS[card[1]]


def is_red(suit: int) -> bool:
    return SUITS[suit] in "DH"


def last_rank(rules: Rules) -> int:
    """The rank that foundations end with: the one below that they begin with."""
    return rules.base - 1 if rules.base > 1 else rules.ranks


def next_rank(rank: int, rules: Rules) -> int:
    """The rank that follows, round from the highest to the lowest."""
    return rank + 1 if rank < rules.ranks else 1


def counted(rank: int, rules: Rules) -> int:
    """The place of a rank at home, from 1 for the one foundations begin with."""
    place, at = 1, rules.base
    while at != rank:
        place, at = place + 1, next_rank(at, rules)
    return place


def fits(card: Card, on: Card, rules: Rules) -> bool:
    """Whether a card may lie on another in a column."""
    if on[0] != next_rank(card[0], rules):
        return False
    if card[0] == last_rank(rules) and not rules.wrap:
        return False
    if rules.build is Build.SAME_SUIT:
        return card[1] == on[1]
    if rules.build is Build.ALTERNATE_COLOURS:
        return is_red(card[1]) != is_red(on[1])
    return True


def is_run(cards: Cards, rules: Rules) -> bool:
    """Whether each card may lie on the one below it."""
    return all(fits(upper, lower, rules) for lower, upper in pairwise(cards))


def dealing_order(number: int, ranks: int = 13) -> Cards:
    """The cards of a numbered deal, in the order they are dealt."""
    left = [(rank, suit) for rank in range(1, ranks + 1) for suit in range(4)]
    seed = number % 2**32
    dealt = []
    while left:
        seed = (214013 * seed + 2531011) % 2**32
        draw = seed // 2**16 % 2**15
        if 2**31 <= number < 2**32:
            draw += 2**15
        elif number >= 2**32:
            draw = seed // 2**16 + 1
        place = draw % len(left)
        left[place], left[-1] = left[-1], left[place]
        dealt.append(left.pop())
    return tuple(dealt)


def kings_down(cards: Cards, columns: int, king: int) -> Cards:
    """Each king, from the first on, changes places with the deepest card of its column that is none, if deeper."""
    laid = list(cards)
    for place, (rank, _) in enumerate(cards):
        if rank == king:
            under = [
                deeper for deeper in range(place) if deeper % columns == place % columns and laid[deeper][0] != king
            ]
            if under:
                laid[place], laid[under[0]] = laid[under[0]], laid[place]
    return tuple(laid)


@dataclass(frozen=True)
class Position:
    """What lies where; columns from the deepest card up, foundations by their top rank, clubs first."""

    columns: tuple[Cards, ...]
    cells: tuple[Card | None, ...]
    home: tuple[int, ...]
    rules: Rules

    @classmethod
    def deal(cls, number: int, rules: Rules) -> Position:
        return cls.lay(dealing_order(number, rules.ranks), rules)

    @classmethod
    def lay(cls, cards: Cards, rules: Rules) -> Position:
        """Lay cards in dealing order, as players of the numbered deals know each game."""
        if rules.base == 0:
            rules = rules.replace(base=cards[0][0])
        layout = rules.layout
        if layout in (Layout.BAKERS_DOZEN, Layout.GOOD_MEASURE):
            cards = kings_down(cards[::-1], rules.columns, last_rank(rules))

        aces = tuple(card for card in cards if card[0] == rules.base)
        out: Cards = ()
        if layout in (Layout.BELEAGUERED_CASTLE, Layout.CITADEL):
            out = aces
        elif layout is Layout.GOOD_MEASURE:
            out = aces[-2:]
        elif layout is Layout.PENGUIN:
            out = aces[:3]
            cards = (aces[3], *(card for card in cards if card != aces[3]))
        home = [rules.base if (rules.base, suit) in out else 0 for suit in range(4)]
        cards = tuple(card for card in cards if card not in out)

        cells: list[Card | None] = [None] * rules.cells
        names = {Layout.FORECELL: "abcd", Layout.EIGHT_OFF: "aceg", Layout.SEAHAVEN_TOWERS: "bc"}.get(layout, "")
        first_in_cells = len(cards) - len(names)
        for name, card in zip(names, cards[first_in_cells:], strict=True):
            cells[CELLS.index(name)] = card
        cards = cards[:first_in_cells]

        columns: list[Cards] = [()] * rules.columns
        alone: Cards = ()
        width = rules.columns
        if layout is Layout.FAN:
            cards, alone = cards[:-1], cards[-1:]
            width = max(1, width - 1)
        for place, card in enumerate(cards):
            position = cls(tuple(columns), tuple(cells), tuple(home), rules)
            if layout is Layout.CITADEL and position.has_room("h", (card,)):
                home[card[1]] = card[0]
            else:
                columns[place % width] += (card,)
        columns[-1] += alone
        return cls(tuple(columns), tuple(cells), tuple(home), rules)

    # Text

    @classmethod
    def read(cls, text: str, rules: Rules) -> Position:
        home, columns = [0, 0, 0, 0], []
        cells: list[Card | None] = [None] * rules.cells
        for line in text.splitlines():
            head, _, rest = line.partition(":")
            if head == "Foundations":
                for word in rest.split():
                    home[SUITS.index(word[0])] = ("0" + RANKS).index(word[2])
            elif head == "Freecells":
                cells = [None if word == "-" else read_card(word) for word in rest.split()]
            else:
                columns.append(tuple(read_card(word) for word in head.split()))
        return cls(tuple(columns), tuple(cells), tuple(home), rules)

    def __str__(self) -> str:
        lines = []
        if any(self.home):
            lines.append("Foundations: " + " ".join(f"{s}-{('0' + RANKS)[self.home[SUITS.index(s)]]}" for s in "HCDS"))
        if any(self.cells):
            lines.append("Freecells: " + " ".join(write_card(card) if card else "-" for card in self.cells))
        lines.extend(" ".join(map(write_card, column)) or ":" for column in self.columns)
        return "\n".join(lines)

    # Moves

    @property
    def column_names(self) -> tuple[str, ...]:
        return COLUMNS[: len(self.columns)]

    @property
    def cell_names(self) -> tuple[str, ...]:
        return CELLS[: len(self.cells)]

    def at_home(self, suit: int) -> int:
        """How many cards of a suit are home."""
        return counted(self.home[suit], self.rules) if self.home[suit] else 0

    def may_start_column(self, card: Card) -> bool:
        """Whether a card may be put into an empty column; the rank that goes home last is the king of the game."""
        return {
            EmptyColumns.ANY_CARD: True,
            EmptyColumns.KINGS_ONLY: card[0] == last_rank(self.rules),
            EmptyColumns.NOTHING: False,
        }[self.rules.empty_columns]

    def capacity(self, to_empty: bool = False) -> int:
        """How many cards may move at once from one column to another; the empty column moved to counts as empty."""
        free_cells, empty_columns = self.cells.count(None), self.columns.count(())
        if to_empty and (empty_columns == 0 or self.rules.empty_columns is EmptyColumns.NOTHING):
            return 0
        any_may_start = all(self.may_start_column((rank, 0)) for rank in range(1, self.rules.ranks + 1))
        if self.rules.supermoves is Supermoves.UNLIMITED:
            return self.rules.ranks
        if self.rules.supermoves is Supermoves.OFF:
            return 1
        if self.rules.supermoves is Supermoves.CELLS_ONLY or not any_may_start:
            return free_cells + 1
        most = free_cells + 1
        for _ in range(empty_columns - 1 if to_empty else empty_columns):
            most *= 2  # half of the run waits on that column
        return most

    def taken(self, source: str, count: int) -> Cards:
        """The cards a move takes, the deepest first; none when they are not there or may not be taken."""
        if source in self.column_names:
            column = self.columns[COLUMNS.index(source)]
            cards = column[-count:] if 1 <= count <= min(len(column), self.rules.ranks) else ()
            return cards if is_run(cards, self.rules) else ()
        if source in self.cell_names and count == 1:
            card = self.cells[CELLS.index(source)]
            return (card,) if card else ()
        if source in FOUNDATIONS and count == 1 and self.rules.foundation_takeback:
            suit = FOUNDATIONS.index(source)
            return ((self.home[suit], suit),) if self.home[suit] else ()
        return ()

    def has_room(self, target: str, cards: Cards) -> bool:
        """Whether these cards may be put onto a pile, wherever they come from."""
        rank, suit = cards[0]
        if target == "h":
            return len(cards) == 1 and self.at_home(suit) == counted(rank, self.rules) - 1
        if target in self.cell_names:
            return len(cards) == 1 and self.cells[CELLS.index(target)] is None
        if target in self.column_names:
            column = self.columns[COLUMNS.index(target)]
            if column:
                return fits(cards[0], column[-1], self.rules) and len(cards) <= self.capacity()
            return self.may_start_column(cards[0]) and len(cards) <= self.capacity(to_empty=True)
        return False

    def is_legal(self, move: Move) -> bool:
        source, target, count = move
        if source == target or (source in CELLS and target in CELLS):
            return False
        cards = self.taken(source, count)
        return bool(cards) and self.has_room(target, cards)

    def legal_moves(self) -> tuple[Move, ...]:
        """All of them: sources columns, cells, foundations; targets home, columns (fewest cards first), cells."""
        moves = []
        for source in self.column_names + self.cell_names + FOUNDATIONS:
            for target in ("h", *self.column_names, *self.cell_names):
                most = len(self.columns[COLUMNS.index(source)]) if source in COLUMNS and target in COLUMNS else 1
                moves += [(source, target, count) for count in range(1, most + 1)]
        return tuple(move for move in moves if self.is_legal(move))

    def distinct_moves(self) -> tuple[Move, ...]:
        """The legal moves, of the empty cells and of the empty columns only the first as a target."""
        empty = [name for name, column in zip(COLUMNS, self.columns, strict=False) if not column]
        free = [name for name, card in zip(CELLS, self.cells, strict=False) if not card]
        return tuple(move for move in self.legal_moves() if move[1] not in empty[1:] + free[1:])

    def play(self, move: Move) -> Position:
        if not self.is_legal(move):
            raise RefusedError(move)
        source, target, count = move
        cards = self.taken(source, count)
        columns, cells, home = list(self.columns), list(self.cells), list(self.home)
        if source in COLUMNS:
            columns[COLUMNS.index(source)] = columns[COLUMNS.index(source)][:-count]
        elif source in CELLS:
            cells[CELLS.index(source)] = None
        else:
            rank, suit = cards[0]
            home[suit] = next(below for below in range(1, 14) if next_rank(below, self.rules) == rank)
            if rank == self.rules.base:
                home[suit] = 0
        if target in COLUMNS:
            columns[COLUMNS.index(target)] += cards
        elif target in CELLS:
            cells[CELLS.index(target)] = cards[0]
        else:
            home[cards[0][1]] = cards[0][0]
        return Position(tuple(columns), tuple(cells), tuple(home), self.rules)

    def read_move(self, text: str) -> Move:
        """The move a text means here: the longest legal one between its piles, or exactly the count after v."""
        names, v, written = text.partition("v")
        sources = FOUNDATIONS if names[:-1] == "h" else (names[:-1],)
        counts = (int(written, 16),) if v else tuple(range(1, 14))
        found = [move for move in product(sources, names[-1:], counts) if self.is_legal(move)]
        if len({move[0] for move in found}) != 1:
            raise RefusedError(text)
        return found[-1]

    # Automatic moves

    def goes_by_itself(self, card: Card, policy: AutoPlay) -> bool:
        rank, suit = counted(card[0], self.rules), card[1]
        if policy is AutoPlay.NONE or self.at_home(suit) != rank - 1:
            return False
        opp = min(self.at_home(other) for other in range(4) if is_red(other) != is_red(suit))
        same = min(self.at_home(other) for other in range(4) if is_red(other) == is_red(suit) and other != suit)
        back = self.rules.foundation_takeback
        if policy is AutoPlay.SURE:
            if self.rules.wrap:
                return self.rules.build is Build.SAME_SUIT and not back and rank > 1
            if self.rules.build is Build.ANY_SUIT:
                return rank <= 2 or min(opp, same) >= (rank - 1 if back else rank - 2)
            policy = AutoPlay.CAUTIOUS if back else AutoPlay.RAYMOND
            if self.rules.build is Build.SAME_SUIT:
                policy = AutoPlay.ALL
        may_go = {
            AutoPlay.CAUTIOUS: opp >= rank - 1 and same >= rank - 2,
            AutoPlay.HORNE: opp >= rank - 1,
            AutoPlay.RAYMOND: opp >= rank - 1 or (opp >= rank - 2 and same >= rank - 3),
            AutoPlay.ALL: True,
        }
        return rank <= 2 or may_go[policy]

    def automoves(self, policy: AutoPlay, left_alone: Card | None = None) -> tuple[Move, ...]:
        """Again and again the first card that may go: columns left to right, then cells."""
        for name in self.column_names + self.cell_names:
            cards = self.taken(name, 1)
            if cards and cards[0] != left_alone and self.goes_by_itself(cards[0], policy):
                move = (name, "h", 1)
                return (move, *self.play(move).automoves(policy, left_alone))
        return ()

    def autoplay(self, policy: AutoPlay, left_alone: Card | None = None) -> Position:
        position = self
        for move in self.automoves(policy, left_alone):
            position = position.play(move)
        return position

    def turn(self, move: Move, policy: AutoPlay) -> Position:
        """A move and the automatic moves after it. A card that the move takes back from home stays until the next."""
        source, _, count = move
        cards = self.taken(source, count)
        return self.play(move).autoplay(policy, cards[0] if source in FOUNDATIONS else None)

    # How it stands

    def is_won(self) -> bool:
        return all(rank == last_rank(self.rules) for rank in self.home)

    def is_stuck(self) -> bool:
        return not self.is_won() and not self.legal_moves()

    def is_sorted(self) -> bool:
        return self.autoplay(AutoPlay.ALL).is_won()

    def perft(self, depth: int) -> int:
        """How many sequences of that many legal moves there are."""
        return sum(self.play(move).perft(depth - 1) for move in self.legal_moves()) if depth else 1


def candidates(columns: int, cells: int) -> tuple[Move, ...]:
    """Every pair of different piles with every count from 1 to 13, sensible or not."""
    sources = COLUMNS[:columns] + CELLS[:cells] + FOUNDATIONS
    targets = ("h", *COLUMNS[:columns], *CELLS[:cells])
    return tuple(product(sources, targets, range(1, 14)))
