"""Board text: how it is read, what is refused, and how it is written."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

import pytest
from helpers.bad_values import NOT_TEXT
from hypothesis import example, given
from hypothesis import strategies as st

from freecell.cards import CARDS, Card, Suit
from freecell.errors import FreeCellError, ParseError, WrongTypeError
from freecell.notation import BoardText, MoveText, read_board, read_cards, read_move, write_board

HEADERS = ("Foundations", "Founds", "Freecells", "FC")
TEXTS = {card: (str(card), card.symbol) + (("10" + card.suit.letter,) if card.rank == 10 else ()) for card in CARDS}
"""How a card may be written, in upper case."""
RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)
FOUNDATIONS = st.tuples(*[st.integers(0, 13)] * 4)
By = Literal["columns", "rows"]
BY: st.SearchStrategy[By] = st.sampled_from(("columns", "rows"))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@st.composite
def boards(draw: st.DrawFn) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card | None, ...], tuple[int, int, int, int]]:
    """Any cards anywhere, once each: notation knows no rules."""
    rng = draw(RANDOMS)
    deck = list(CARDS)
    rng.shuffle(deck)
    heights = draw(st.lists(st.integers(0, 6) | st.just(0), min_size=1, max_size=18))
    columns = tuple(tuple(deck.pop() for _ in range(min(height, len(deck)))) for height in heights)
    cells = tuple(deck.pop() if full and deck else None for full in draw(st.lists(st.booleans(), max_size=10)))
    return columns, cells, draw(st.just((0, 0, 0, 0)) | FOUNDATIONS)


# Boards: read


def test_a_board_is_read_with_the_place_of_everything() -> None:
    text = "Foundations: H-0 C-2 D-A S-T\nFreecells: 3D - - QC\n:\n  5H\t10♠\n:\nkh"
    assert read_board(text) == BoardText(
        columns=((), cards("5H TS"), (), cards("KH")),
        cells=(*cards("3D"), None, None, *cards("QC")),
        foundations=(2, 1, 0, 10),
        by="columns",
        column_lines=(3, 4, 5, 6),
        cells_line=2,
        places=tuple(zip(cards("3D QC 5H TS KH"), (2, 2, 4, 4, 6), (12, 19, 3, 6, 1), strict=True)),
    )


def test_a_board_without_headers_has_empty_cells_and_foundations() -> None:
    board = read_board("5H\n6C")
    assert (board.cells, board.cells_line, board.foundations) == ((), 0, (0, 0, 0, 0))
    assert board.column_lines == (1, 2)


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_lines_may_end_in_every_usual_way(separator: str, end: str) -> None:
    board = read_board(separator.join(["FC: 3D", "5H 6C", ":", "KH"]) + end)
    assert (board.cells, board.columns) == (cards("3D"), (cards("5H 6C"), (), cards("KH")))
    assert (board.cells_line, board.column_lines) == (1, (2, 3, 4))


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_the_unusual_line_ends_of_unicode_end_a_line_too(separator: str) -> None:
    board = read_board(separator.join(["FC: 3D", "5H 6C", ":", "KH"]))
    assert (board.cells, board.columns) == (cards("3D"), (cards("5H 6C"), (), cards("KH")))
    assert board.column_lines == (2, 3, 4)
    with pytest.raises(ParseError) as caught:
        read_board(f"5H{separator}6C XX")
    assert (caught.value.line, caught.value.column) == (2, 4)


@pytest.mark.parametrize("space", [" ", "   ", "\t", " \t ", "\xa0", "\u2003", "\u3000", "\x1f"])
def test_white_space_of_any_kind_lies_between_cards(space: str) -> None:
    lines = ("~Founds~:~C-2~~D-A~", "FC~:~3D~-~", "~5H~6C~")
    board = read_board("\n".join(lines).replace("~", space))
    assert (board.foundations, board.cells, board.columns) == ((2, 1, 0, 0), (*cards("3D"), None), (cards("5H 6C"),))
    width = len(space)
    columns = (4 + 2 * width, 1 + width, 3 + 2 * width)
    assert board.places == tuple(zip(cards("3D 5H 6C"), (2, 3, 3), columns, strict=True))


def test_zero_width_characters_are_not_white_space() -> None:
    for mark in ("\u200b", "\ufeff", "\u2060", "\ufe0f", "\0"):
        with pytest.raises(ParseError) as caught:
            read_board(f"5H{mark}6C")
        assert caught.value.text == f"5H{mark}6C"


def test_emoji_suit_signs_are_read_as_the_signs() -> None:
    """A phone writes U+FE0F behind a sign of suit, so that it is shown as a coloured picture."""
    text = "Foundations: ♥-3 ♣-2\nFreecells: 3♦ - 10♠\n4♥ K♠\n5♥ 6♣"
    pictures = re.sub("([♣♦♥♠])", "\\1\ufe0f", text)
    assert pictures.count("\ufe0f") == 8
    plain, board = read_board(text), read_board(pictures)
    assert (board.columns, board.cells, board.foundations) == (plain.columns, plain.cells, plain.foundations)
    assert [place[:2] for place in board.places] == [place[:2] for place in plain.places]
    assert board.places[-1] == (Card.parse("6C"), 4, 5)
    assert read_cards("A♥\ufe0f 10♠\ufe0f") == cards("AH TS")
    assert read_move("h♥\ufe0f3") == MoveText("hh", "3", None)


@pytest.mark.parametrize("value", NOT_TEXT)
def test_boards_and_cards_are_read_from_text_only(value: Any) -> None:
    with pytest.raises(WrongTypeError, match="a board must be text"):
        read_board(value)
    with pytest.raises(WrongTypeError, match="cards must be text"):
        read_cards(value)


@pytest.mark.parametrize("text", ["", " ", "\n", "\n\n \t\n", ":", ":\n:\n:"])
def test_an_empty_text_is_not_a_board(text: str) -> None:
    with pytest.raises(ParseError, match="the text contains no board"):
        read_board(text)


# Boards: colons


@pytest.mark.parametrize("line", [": 5H 6C", ":5H 6C", "  :  5H 6C", "\t:5H\t6C"])
def test_a_column_may_begin_with_a_colon(line: str) -> None:
    board = read_board(f"KH\n{line}")
    assert board.columns == (cards("KH"), cards("5H 6C"))
    assert board.places[1][2] == line.index("5") + 1


@pytest.mark.parametrize(
    ("line", "piece"), [("::", ":"), (": : 5H", ":"), ("5H :", ":"), ("5H: 6C", "5H:"), (":: 5H", ":")]
)
def test_a_colon_anywhere_else_is_not_a_card(line: str, piece: str) -> None:
    with pytest.raises(ParseError, match="is not a card") as caught:
        read_board(f"KH\n{line}")
    assert (caught.value.text, caught.value.line) == (piece, 2)


@pytest.mark.parametrize("line", [":", " : ", ":\t"])
def test_a_lone_colon_is_an_empty_column_wherever_it_stands(line: str) -> None:
    assert read_board(f"{line}\nKH\n{line}\n5H\n{line}").columns == ((), cards("KH"), (), cards("5H"), ())
    assert read_board(f"Founds:\n{line}\nKH").columns == ((), cards("KH"))


# Boards: blank lines


@given(st.text(alphabet="-:x", min_size=1, max_size=9), st.sampled_from(["", "Founds: H-2", "FC: -"]))
@example("-xx-", "")
@example("--x", "FC: -")
@example("x--:", "")
@example("---", "FC: -")
def test_blank_lines_are_nothing_around_the_columns_and_an_error_between_them(lines: str, header: str) -> None:
    each = {"-": " \t", ":": ":"}
    written = [each.get(line, str(CARDS[at])) for at, line in enumerate(lines)]
    text = "\n".join([*([header] if header else []), *written])
    first = 2 if header else 1
    filled = [at for at, line in enumerate(lines) if line != "-"]
    inside = [at for at, line in enumerate(lines) if line == "-" and filled and filled[0] < at < filled[-1]]
    if inside:
        with pytest.raises(ParseError, match="a blank line inside the board: write : for an empty column") as caught:
            read_board(text)
        assert (caught.value.line, caught.value.column) == (first + inside[0], 1)
    elif "x" in lines or header:
        board = read_board(text)
        assert board.columns == tuple(() if lines[at] == ":" else (CARDS[at],) for at in filled)
        assert board.column_lines == tuple(first + at for at in filled)


def test_blank_lines_before_and_between_headers_are_nothing() -> None:
    board = read_board("\n\n \nFounds: H-2\n\n\nFC: 3D\n\n5H\n6C\n\n")
    assert (board.foundations, board.cells, board.columns) == ((0, 0, 2, 0), cards("3D"), (cards("5H"), cards("6C")))
    assert (board.cells_line, board.column_lines) == (7, (9, 10))


# Boards: rows


def in_rows(columns: Sequence[Sequence[Card]], spelled: Callable[[Card | None], str]) -> str:
    """The picture of columns: a line for each row, with the text of None where a column has ended."""
    rows = itertools.zip_longest(*columns)
    return "\n".join("".join(map(spelled, row)).rstrip() for row in rows)


SPELLINGS: dict[str, Callable[[Card | None], str]] = {
    "one space": lambda card: f"{card} " if card else "   ",
    "three spaces": lambda card: f"{card}   " if card else " " * 5,
    "to the right": lambda card: f"{str(card or '').replace('T', '10'):>4}",
    "to the left": lambda card: f"{str(card or '').replace('T', '10'):<4}",
    "tabs": lambda card: f"{card or ''}\t",
    "framed by spaces": lambda card: f" {card or '  '} ",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@given(heights=st.lists(st.integers(1, 7), min_size=1, max_size=18), rng=RANDOMS)
@example(heights=[7, 7, 7, 7, 6, 6, 6, 6], rng=random.Random(1))
@example(heights=[3, 1, 2], rng=random.Random(1))
@example(heights=[2, 1, 2], rng=random.Random(1))
@example(heights=[1, 2, 2], rng=random.Random(1))
def test_rows_are_read_unless_one_has_a_gap(spelling: str, heights: list[int], rng: random.Random) -> None:
    deck = iter(rng.sample(CARDS, 52))
    columns = tuple(tuple(itertools.islice(deck, height)) for height in heights if height)
    columns = tuple(column for column in columns if column)
    text = in_rows(columns, SPELLINGS[spelling])
    heights = [len(column) for column in columns]
    if heights == sorted(heights, reverse=True):
        board = read_board(f"\nFC: -\n{text}\n", "rows")
        assert (board.columns, board.by, board.column_lines) == (columns, "rows", (3,) * len(columns))
        assert [card for card, _, _ in board.places] == [card for column in columns for card in column]
        lines = f"\nFC: -\n{text}".splitlines()
        for card, line, at in board.places:
            assert lines[line - 1][at - 1 :].replace("10", "T").startswith(str(card))
    else:
        with pytest.raises(ParseError, match=r"a gap in a row that leaves columns out|is below no card"):
            read_board(text, "rows")


def test_a_ten_above_a_short_row_is_not_a_gap() -> None:
    assert read_board("10C 10D 10H 10S\nAC  AD  AH", "rows").columns[2] == cards("TH AH")
    assert read_board("TC TD TH TS\n10C 10D", "rows").columns[1] == cards("TD TD")


def test_cells_and_foundations_stand_before_rows() -> None:
    board = read_board("Founds: H-2\nFC: 3D\n5H 6C\n7H", "rows")
    assert (board.foundations, board.cells, board.columns) == ((0, 0, 2, 0), cards("3D"), (cards("5H 7H"), cards("6C")))
    assert board.places == tuple(zip(cards("3D 5H 7H 6C"), (2, 3, 4, 3), (5, 1, 1, 4), strict=True))
    assert read_board("FC: 3D", "rows").columns == ()


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("5H 6C\n7H 8C 9C", "9C is below no card: the row above is shorter", 2, 7),
        ("5H 6C 2C\n7H\n8H 9H", "9H is below no card: the row above is shorter", 3, 4),
        (
            "5H 6C 2C\n   7H 3C",
            "a gap in a row that leaves columns out: only columns on the right can be left out",
            2,
            4,
        ),
        (
            "5H 6C 2C\n7H    3C",
            "a gap in a row that leaves columns out: only columns on the right can be left out",
            2,
            1,
        ),
        ("5H 6C\n\n7H 8C", "a blank line inside the board: leave it out", 2, 1),
        ("5H 6C\n: 7H", "':' is not a card: write a rank and a suit, such as TH or 10H", 2, 1),
        ("5H 6C\n7H\nFC: 3D", "Freecells must stand before the rows", 3, 1),
    ],
)
def test_rows_that_are_refused(text: str, message: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        read_board(text, "rows")
    assert (caught.value.reason, caught.value.line, caught.value.column) == (message, line, column)


@pytest.mark.parametrize("by", ["row", "", None, 1, ["rows"]])
def test_lines_are_columns_or_rows(by: Any) -> None:
    with pytest.raises(FreeCellError, match=r"^by must be 'columns' or 'rows', not "):
        read_board("5H", by)


# Boards: headers


@pytest.mark.parametrize("spelling", HEADERS)
@pytest.mark.parametrize("case", [str.lower, str.upper, str.title, str.swapcase])
@pytest.mark.parametrize("colon", [":", " :", "\t: ", ": "])
def test_headers_are_known_in_any_case_and_spelling(spelling: str, case: Any, colon: str) -> None:
    is_cells = spelling in ("Freecells", "FC")
    board = read_board(f" {case(spelling)}{colon}{'3D' if is_cells else 'H-2'}\n5H")
    assert (board.cells, board.foundations) == ((cards("3D"), (0, 0, 0, 0)) if is_cells else ((), (0, 0, 2, 0)))


@pytest.mark.parametrize(
    "word", ["Foundationſ", "Foundſ", "Freecellſ", "Foundatıons", "Foundatİons", "Foundation", "FCs", "Cells"]
)
def test_what_only_looks_like_a_header_is_refused(word: str) -> None:
    for rest in ("", " 3D", " H-0"):
        with pytest.raises(ParseError, match="is not a card") as caught:
            read_board(f"{word}:{rest}\n5H")
        assert (caught.value.line, caught.value.column) == (1, 1)


def test_headers_may_come_in_either_order_and_alone() -> None:
    one = read_board("FC: 3D\nFounds: H-2\n5H")
    other = read_board("Founds: H-2\nFC: 3D\n5H")
    assert (one.cells, one.foundations, one.columns) == (other.cells, other.foundations, other.columns)
    assert (one.cells_line, other.cells_line) == (1, 2)
    alone = read_board("Foundations: H-K C-K D-K S-K")
    assert (alone.foundations, alone.columns, alone.cells) == ((13, 13, 13, 13), (), ())


_SAME_KIND = [pair for kind in (HEADERS[:2], HEADERS[2:]) for pair in itertools.product(kind, repeat=2)]


@pytest.mark.parametrize(("one", "other"), _SAME_KIND)
def test_a_header_stands_once(one: str, other: str) -> None:
    with pytest.raises(ParseError, match=r"a second line of (Foundations|Freecells)") as caught:
        read_board(f"{one}:\n\n  {other}:\n5H")
    assert (caught.value.line, caught.value.column, caught.value.text) == (3, 3, f"{other}:")


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("column", ["5H", ":", ": 5H"])
def test_headers_stand_before_the_columns(header: str, column: str) -> None:
    with pytest.raises(ParseError, match="stand before the columns") as caught:
        read_board(f"\n{column}\n\n {header}:\n6C")
    assert (caught.value.line, caught.value.column) == (4, 2)


# Boards: foundations and cells


def test_every_foundation_is_read() -> None:
    ranks = ["0", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
    for rank, rank_text in [*enumerate(ranks), (1, "1"), (10, "10")]:
        for suit in Suit:
            for sign in (suit.letter, suit.letter.lower(), suit.symbol):
                for text in (rank_text, rank_text.lower()):
                    foundations = read_board(f"Foundations: {sign}-{text}").foundations
                    assert foundations == tuple(rank if other is suit else 0 for other in Suit)


@pytest.mark.parametrize(
    "piece",
    [
        *("zzz", "H", "H-", "-3", "H3", "H--3", "H-11", "H-B", "X-3", "HH-3", "H-3,", "3-H", "H=3", "H-00", "H-01"),
        *("ſ-3", "H-\u212a", "H-３", "Ｈ-3", "♡-3", "H–3", "H-²"),
    ],
)
def test_what_is_not_a_foundation_is_named_with_its_place(piece: str) -> None:
    with pytest.raises(ParseError, match="is not a foundation") as caught:
        read_board(f"\nFounds: C-2 {piece} D-3\n5H")
    assert (caught.value.text, caught.value.line, caught.value.column) == (piece, 2, 13)
    assert repr(piece) in caught.value.reason


@pytest.mark.parametrize("second", ["H-3", "h-0", "♥-3"])
def test_a_foundation_stands_once(second: str) -> None:
    with pytest.raises(ParseError, match="the foundation of hearts appears twice") as caught:
        read_board(f"Founds: H-3 C-2 {second}\n5H")
    assert (caught.value.text, caught.value.line, caught.value.column) == (second, 1, 17)


@pytest.mark.parametrize("piece", ["--", "XX", "0", "H-3", "_", "–", ":", "-3D"])
def test_what_is_not_a_cell_is_named_with_its_place(piece: str) -> None:
    with pytest.raises(ParseError, match="is not a card") as caught:
        read_board(f"FC: 3D - {piece} -\n5H")
    assert (caught.value.text, caught.value.line, caught.value.column) == (piece, 1, 10)


# Boards: cells in fc-solve's slots


@given(
    st.lists(st.sampled_from([*CARDS, None, None]), min_size=1, max_size=10),
    st.sampled_from(["Freecells:", "FC:", " freecells :"]),
    st.booleans(),
)
def test_cells_are_read_in_slots_of_four_characters(filled: list[Card | None], header: str, tens: bool) -> None:
    spelled = ["" if card is None else str(card).replace("T", "10" if tens else "T") for card in filled]
    board = read_board(header + "".join(f"{text:>4}" for text in spelled) + "\n5H")
    while filled and filled[-1] is None:
        filled.pop()
    assert board.cells == tuple(filled)
    for card, line, column in board.places[:-1]:
        assert (line, (column + len(str(card).replace("T", "10" if tens else "T")) - 1 - len(header)) % 4) == (1, 0)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Freecells:      9D        ", "- 9D"),
        ("Freecells:      9D", "- 9D"),
        ("Freecells:  9D", "9D"),
        ("Freecells:              9D", "- - - 9D"),
        ("Freecells: 10H      9D", "TH - 9D"),
        ("Freecells:                ", ""),
        ("Freecells:", ""),
        ("Freecells: 9D", "9D"),
        ("Freecells: 9D 10H", "9D TH"),
        ("Freecells: 10H 10D", "TH TD"),
        ("Freecells:9D", "9D"),
        ("Freecells: - 9D", "- 9D"),
        ("Freecells: -        9D", "- 9D"),
        ("Freecells:        9D -", "9D -"),
        ("Freecells:  9D   TH", "9D TH"),
        ("Freecells:\t9D\tTH", "9D TH"),
    ],
)
def test_slots_dashes_and_spaces(text: str, wanted: str) -> None:
    assert read_board(text + "\n5H").cells == tuple(
        None if card == "-" else Card.parse(card) for card in wanted.split()
    )


@pytest.mark.parametrize(
    ("text", "card", "column"),
    [
        ("Freecells:     9D", "9D", 16),
        ("Freecells:       9D", "9D", 18),
        ("Freecells: 9D      TH", "TH", 20),
        ("FC:\t\tTH", "TH", 6),
        ("FC: 9D\u3000\u3000\u3000\u3000TH", "TH", 11),
    ],
)
def test_a_gap_that_is_not_of_slots_is_not_guessed_at(text: str, card: str, column: int) -> None:
    with pytest.raises(ParseError, match="the spacing does not tell which cell") as caught:
        read_board(text + "\n5H")
    assert (caught.value.text, caught.value.line, caught.value.column) == (card, 1, column)
    assert card in caught.value.reason


def test_what_is_not_a_card_in_a_slot_is_named_with_its_place() -> None:
    with pytest.raises(ParseError, match="'XX' is not a card") as caught:
        read_board("Freecells:      XX\n5H")
    assert (caught.value.line, caught.value.column) == (1, 17)


# Boards: errors


def test_an_unknown_card_is_named_with_line_and_column() -> None:
    with pytest.raises(ParseError) as caught:
        read_board("FC: 3D\n\n: 5H 6C\n7H  8X 9C")
    error = caught.value
    assert (error.text, error.line, error.column) == ("8X", 4, 5)
    assert str(error) == "line 4, column 5: '8X' is not a card: write a rank and a suit, such as TH or 10H"
    assert error.__cause__ is None


_PIECES = ["5H", "10♠", "kc", "1H", "XX", "ſ", "é", "-", ":", "H-3", "h-x", "Founds:", " fc :"]
_PIECES += ["\t", "  ", "\n", "\r\n", "\x0c"]


@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=2), max_size=25).map(" ".join), BY)
def test_any_text_is_a_board_or_an_error_that_points_at_its_piece(text: str, by: By) -> None:
    lines = text.splitlines()
    error = None
    try:
        board = read_board(text, by)
    except ParseError as caught:
        error = caught
    if error is not None:
        nothing = not text.replace(":", "").strip()
        assert nothing or lines[error.line - 1][error.column - 1 :].startswith(error.text)
        return
    assert [card for card, _, _ in board.places] == [
        card for pile in (board.cells, *board.columns) for card in pile if card is not None
    ]
    for card, line, column in board.places:
        assert Card.parse(lines[line - 1][column - 1 :].split(maxsplit=1)[0]) is card
    lines_of_columns = board.column_lines if by == "columns" else board.column_lines[:1]
    assert list(lines_of_columns) == sorted(set(board.column_lines))
    assert len(board.column_lines) == len(board.columns)


# Boards: written


def test_board_text_is_written_in_one_way() -> None:
    columns = ((), cards("5H TS"), (), cards("KH"))
    cells = (*cards("3D"), None, None, *cards("QC"))
    assert write_board(columns, cells, (2, 1, 0, 10)) == (
        "Foundations: H-0 C-2 D-A S-T\nFreecells: 3D - - QC\n:\n5H TS\n:\nKH"
    )
    assert write_board(columns) == write_board(columns, (None, None), (0, 0, 0, 0)) == ":\n5H TS\n:\nKH"
    assert write_board((), (), (13, 13, 13, 13)) == "Foundations: H-K C-K D-K S-K"


@given(boards())
def test_what_is_written_is_read_back(board: tuple[Any, Any, Any]) -> None:
    columns, cells, foundations = board
    text = write_board(columns, cells, foundations)
    if not any(columns) and not any(cells) and not any(foundations):
        return
    back = read_board(text)
    assert (back.columns, back.foundations) == (columns, foundations)
    assert back.cells == (cells if any(cells) else ())
    assert write_board(back.columns, back.cells, back.foundations) == text
    assert read_board(text + "\n") == back
    assert read_board("\n\r\n" + text).columns == columns


@given(boards(), RANDOMS)
def test_other_spellings_are_read_as_the_same_board(board: tuple[Any, Any, Any], rng: random.Random) -> None:
    columns, cells, foundations = board
    if not any(columns):
        return

    def spelled(card: Card | None) -> str:
        text = "-" if card is None else rng.choice(TEXTS[card])
        return rng.choice((text, text.lower()))

    space = rng.choice((" ", "\t", "  "))
    home = [f"{suit.symbol}-{foundations[suit]}" for suit in Suit]
    home = [text.replace("-11", "-j").replace("-12", "-q").replace("-13", "-K") for text in home]
    lines = [space.join([rng.choice(("founds:", "FOUNDATIONS:")), *home])]
    lines.append(f"{rng.choice(('fc', 'FreeCells'))}{space}:" + space.join(map(spelled, cells)))
    lines += [rng.choice(("", ": ", ":")) + space.join(map(spelled, column)) or ":" for column in columns]
    back = read_board(rng.choice(("\n", "\r\n", "\r")).join(lines))
    assert (back.columns, back.cells, back.foundations) == (columns, cells, foundations)


# Cards


@given(st.lists(st.sampled_from(CARDS)))
def test_cards_are_read_in_their_order(many: list[Card]) -> None:
    assert read_cards("\n ".join(map(str, many))) == read_cards(" ".join(card.symbol for card in many)) == tuple(many)


def test_an_unknown_card_among_cards_is_named_with_its_place() -> None:
    with pytest.raises(ParseError) as caught:
        read_cards("5H 6C\n7H\t8X")
    assert (caught.value.text, caught.value.line, caught.value.column) == ("8X", 2, 4)
