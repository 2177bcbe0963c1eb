"""Facts about the games that were made outside the library; `data/README.md` says how."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import pytest
from helpers.paths import DATA

from freecell import (
    AutoPlay,
    Deal,
    FreeCellError,
    InvalidStateError,
    Move,
    ParseError,
    Pile,
    State,
    replay,
)


def read(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in read(name).splitlines() if line and not line.startswith("#")]


def layouts() -> dict[int, str]:
    return {
        int(number): board
        for number, board in re.findall(r"^deal (\d+)\n((?:.+\n){8})", read("deal_layouts.txt"), re.MULTILINE)
    }


class Midgame(NamedTuple):
    """A board of midgame_boards.txt, which leaves the lines of empty columns blank: here they have a colon."""

    deal: int
    moves: int
    board: str


def midgame_boards() -> list[Midgame]:
    blocks = re.split(r"^=== ", read("midgame_boards.txt"), flags=re.MULTILINE)[1:]
    boards = []
    for block in blocks:
        title, *lines = block.splitlines()
        deal, moves = map(int, re.findall(r"\d+", title))
        boards.append(Midgame(deal, moves, "".join(f"{line or ':'}\n" for line in lines[:10])))
    return boards


LAYOUTS = layouts()
MIDGAME = midgame_boards()
STANDARD = rows("solutions_standard.tsv")
EXPLICIT = {int(deal): moves for deal, moves in rows("solutions_explicit.tsv")}
CASES: list[dict[str, str]] = json.loads(read("board_text_cases.json"))


def test_the_data_is_all_there() -> None:
    assert len(LAYOUTS) == 32
    assert len(MIDGAME) == 20
    assert len(STANDARD) == 40
    assert len(EXPLICIT) == 20
    assert {board.deal for board in MIDGAME} <= EXPLICIT.keys()
    assert len(CASES) == 18


# Deals


@pytest.mark.parametrize("number", LAYOUTS)
def test_layout(number: int) -> None:
    text = LAYOUTS[number]
    assert f"{Deal(number)}\n" == text
    read_back = Deal.parse(text)
    assert read_back == Deal(number)
    assert read_back.number is None
    assert read_back.find_number() == number
    assert State.parse(text) == Deal(number).state()


def test_layouts_reach_the_borders_of_the_numbering() -> None:
    assert {1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1} <= LAYOUTS.keys()


# Boards


@pytest.mark.parametrize("case", MIDGAME, ids=lambda case: f"{case.deal}-after-{case.moves}")
def test_midgame_board(case: Midgame) -> None:
    state = State.parse(case.board)
    assert f"{state}\n" == case.board
    assert State.parse(f"\n\n{case.board}\n\n") == state
    blank = re.sub("^:$", "", case.board, flags=re.MULTILINE)
    if blank != case.board:
        with pytest.raises(FreeCellError, match=r"a blank line inside the board|the board has \d columns"):
            State.parse(blank)
    moves = EXPLICIT[case.deal].split()[: case.moves]
    assert len(moves) == case.moves
    assert Deal(case.deal).state().play_all(moves) == state


def test_boards_of_fc_solve_with_cells_in_slots() -> None:
    """After each move that fc-solve names by the number of its cell, the card is in that cell of its board."""
    first, *steps, _ = re.split("^=+$", read("fc_solve_10913.txt"), flags=re.MULTILINE)
    piles = {"stack": "12345678", "freecell": "abcd", "foundations": "h"}
    state = State.parse(_board(first))
    assert state == Deal(10913).state()
    for step in steps:
        found = re.search(r"Move (a card|\d+ cards) from (\w+) (\d) to (?:the )?(\w+) ?(\d?)", step)
        assert found is not None
        count, source, start, target, end = found.groups()
        move = Move(piles[source][int(start)], piles[target][int(end or 0)], int(count.split()[0].replace("a", "1")))
        state = state.play(move)
        assert State.parse(_board(step)) == state
    assert state.is_won()
    assert sum(bool(re.search(r"^Freecells: +\w+ {3,}\w|^Freecells: {4}", step, re.MULTILINE)) for step in steps) > 20


def _board(step: str) -> str:
    return step[step.index("Foundations:") :].split("\n\n")[0]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["want"].startswith("accept")], ids=lambda case: case["name"]
)
def test_board_text_that_is_read(case: dict[str, str]) -> None:
    state = State.parse(case["text"])
    assert state == Deal(24).state()
    assert f"{state}\n" == LAYOUTS[24]
    assert Deal.parse(case["text"]) == Deal(24)


# For each text that must be refused: the error, and what its message must name; {} is the place, as line and column.
REFUSED: dict[str, tuple[type[FreeCellError], tuple[str, ...]]] = {
    "bad_foundation_line": (ParseError, ("zzz", "line 1, column 14")),
    "blank_line_inside": (ParseError, ("line 4", "blank line")),
    "missing_card": (InvalidStateError, ("2H",)),
    "duplicate_card": (InvalidStateError, ("4S", "line 1, column 16", "line 1, column 19", "2H")),
    "five_cells": (InvalidStateError, ("5 cells", "line 1")),
    "stray_letter": (ParseError, ("'d'", "line 8, column 19")),
    "empty_input": (ParseError, ("no board",)),
}


def test_every_refusal_is_looked_at() -> None:
    assert {case["name"] for case in CASES if case["want"].startswith("refuse")} == REFUSED.keys()


@pytest.mark.parametrize("case", [case for case in CASES if case["name"] in REFUSED], ids=lambda case: case["name"])
@pytest.mark.parametrize("reader", [State.parse, Deal.parse], ids=["State", "Deal"])
def test_board_text_that_is_refused(case: dict[str, str], reader: Any) -> None:
    kind, names = REFUSED[case["name"]]
    with pytest.raises(FreeCellError) as caught:
        reader(case["text"])
    assert type(caught.value) is kind
    for name in names:
        assert name in str(caught.value)


def test_a_text_error_holds_its_place() -> None:
    text = next(case["text"] for case in CASES if case["name"] == "stray_letter")
    with pytest.raises(ParseError) as caught:
        State.parse(text)
    assert (caught.value.text, caught.value.line, caught.value.column) == ("d", 8, 19)


# Wins

POLICIES = (AutoPlay.NONE, AutoPlay.CAUTIOUS, AutoPlay.RAYMOND, AutoPlay.ALL)
"""In the order of the columns of solutions_standard.tsv; the last column is HORNE on the deal too."""


@pytest.mark.parametrize("row", STANDARD, ids=lambda row: row[0])
def test_standard_win(row: list[str]) -> None:
    number, text, *outcomes = row
    start = Deal(int(number)).state()
    won = replay(start, text)
    assert won.won
    assert won.error is None
    assert won.failed_at is None
    assert len(won.moves) == len(text.split()) == len(won.states) - 1
    assert won.states[0] == start, "nothing goes home before the first move"
    assert won.states[-1].is_won()
    assert start.play_all(text, AutoPlay.HORNE) == won.states[-1]
    assert len(outcomes) == len(POLICIES) + 1
    for policy, outcome in zip(POLICIES, outcomes, strict=False):
        assert outcome_of(start, text, policy) == outcome, policy
    assert outcome_of(start, text, AutoPlay.HORNE, on_deal=True) == outcomes[-1]


def outcome_of(start: State, text: str, policy: AutoPlay, on_deal: bool = False) -> str:
    """Replay and say how it ends, in the words of solutions_standard.tsv."""
    found = replay(start, text, policy, on_deal)
    if found.error is None:
        assert found.failed_at is None
        assert found.won == found.states[-1].is_won()
        return "wins" if found.won else "not won"
    # What came before the move that fails is handed back, and stands as if played by hand.
    assert not found.won
    assert isinstance(found.error, FreeCellError)
    assert found.failed_at == len(found.states) == len(found.moves) + 1
    state = start.autoplay(policy) if on_deal else start
    assert found.states[0] == state
    for move, after in zip(found.moves, found.states[1:], strict=True):
        state = state.turn(move, policy).state
        assert state == after
    return f"move {found.failed_at}"


def test_the_deal_itself_may_be_replayed() -> None:
    number, text, *_ = STANDARD[0]
    assert replay(Deal(int(number)), text) == replay(Deal(int(number)).state(), text)


@pytest.mark.parametrize("number", EXPLICIT)
def test_explicit_win(number: int) -> None:
    start = Deal(number).state()
    text = EXPLICIT[number]
    assert start.play_all(text).is_won()
    found = replay(start, text, AutoPlay.NONE)
    assert found.won
    assert len(found.moves) == len(text.split())
    # The same in single-card moves, 52 of which are the cards that go home.
    singles = [single for state, move in zip(found.states, found.moves, strict=False) for single in state.expand(move)]
    assert all(move.count == 1 for move in singles)
    assert sum(move.target == Pile("h") for move in singles) == 52
    assert start.play_all(singles) == found.states[-1]
    # It is the standard win with its automatic moves written: every position of that one is met here, in order.
    standard = next(moves for deal, moves, *_ in STANDARD if int(deal) == number)
    met = iter(found.states)
    assert all(state in met for state in replay(start, standard).states)


def test_a_win_is_written_as_it_was_read() -> None:
    for number, text in EXPLICIT.items():
        state = Deal(number).state()
        for word in text.split():
            move = state.parse_move(word)
            assert state.format_move(move).partition("v")[0] == word[:2]
            assert state.parse_move(state.format_move(move)) == move
            state = state.play(move)


# Counts


def test_deal_1_played_by_hand() -> None:
    # 3D, 2C and QC to cells, 6C onto 7H, 8H onto 9C; the automatic moves are AC, 2C and AS.
    policy = AutoPlay.CAUTIOUS
    state = Deal(1).state()
    written = automatic = 0
    for move, card in (("6a", "3D"), ("6b", "2C"), ("6b", "QC"), ("56", "6C"), ("52", "8H")):
        assert list(map(str, state.moved_cards(move))) == [card]
        state = state.play(move)
        written += 1
        automatic += len(state.automoves(policy))
        state = state.autoplay(policy)
    assert sum(state.foundations) == 3
    assert state.foundations == (2, 0, 0, 1)
    assert [None if card is None else str(card) for card in state.cells] == ["3D", "QC", None, None]
    assert str(state.columns[5][-2]) + str(state.columns[5][-1]) == "7H6C"
    assert str(state.columns[1][-2]) + str(state.columns[1][-1]) == "9C8H"
    assert (written + automatic, automatic) == (8, 3)


@pytest.mark.slow
def test_counts_over_the_first_32000_deals() -> None:
    only_to_cells = with_aces_home = 0
    aces = cards_above = 0
    for number in range(1, 32_001):
        state = Deal(number).state().autoplay(AutoPlay.CAUTIOUS)
        only_to_cells += all(move.target.is_cell for move in state.legal_moves())
        with_aces_home += any(state.foundations)
        for column in state.columns:
            depths = [depth for depth, card in enumerate(reversed(column)) if card.rank == 1]
            aces += len(depths)
            cards_above += sum(depths)
    assert only_to_cells == 2_212
    assert with_aces_home == 16_043
    # "The aces that stay have on average 3.24 cards above them": the mean over all those aces, not over deals (3.23).
    assert (cards_above, aces) == (346_317, 106_734)
    assert round(cards_above / aces, 2) == 3.24
