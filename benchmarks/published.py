"""Check the library against published solutions, the notes on them, and published boards.

``python benchmarks/published.py [FOLDER]`` reads ``solutions.tsv`` and ``boards.txt`` in the folder, by default
``../shared/data/published`` beside the project. Prints every difference; the exit code is then 1. The tables belong to
others and are not part of the project, so a missing folder is reported but is not an error.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from freecell import AutoPlay, Deal, FreeCellError, Move, Rules, State, Supermoves, replay

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "published"

SHORT_INTO_EMPTY = "no supermove to empty column (XP style)"
"""A rule by which a run into an empty column moves through the cells alone, and a run onto a card as usual.

The library has no such rule, so the count of each move into an empty column is reduced to at most one more than the
number of empty cells. (With a count of one, deal 5 fails at move 18 instead of, as published, at move 53.)
"""

CONDITIONS: dict[str, tuple[Rules, AutoPlay, bool]] = {
    "no automove": (Rules.FREECELL, AutoPlay.NONE, False),
    "Raymond": (Rules.FREECELL, AutoPlay.RAYMOND, False),
    "greedy": (Rules.FREECELL, AutoPlay.ALL, False),
    "automove at deal": (Rules.FREECELL, AutoPlay.HORNE, True),
    "cells-only lengths": (Rules.FREECELL.replace(supermoves=Supermoves.CELLS_ONLY), AutoPlay.HORNE, False),
}
"""The differing conditions in the notes of solutions.tsv: rules, autoplay, and whether it runs on the deal too."""


def main() -> int:
    """Check both tables; return the exit code."""
    parser = argparse.ArgumentParser(description="Check the library against published solutions and boards.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=DEFAULT, help="the folder of solutions.tsv and boards.txt"
    )
    folder: Path = parser.parse_args().folder
    if not folder.is_dir():
        print(f"{folder} is not a folder, so nothing was checked.")
        return 0
    differences = 0
    for name, check in (("solutions.tsv", check_solutions), ("boards.txt", check_boards)):
        checks = 0
        if not (folder / name).is_file():
            differences += 1
            print(f"{name} is not in {folder}")
            continue
        for difference in check((folder / name).read_text(encoding="utf-8")):
            checks += 1
            if difference:
                differences += 1
                print(f"{name}: {difference}")
        print(f"{name}: {checks} checks")
    print("no difference" if not differences else f"differences: {differences}")
    return 1 if differences else 0


def check_solutions(text: str) -> Iterator[str]:
    """Yield the difference found by each check of solutions.tsv, or an empty string."""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        number, moves, _, notes = line.split("\t")
        deal = Deal(int(number))
        yield _difference(number, "HORNE", "wins", _outcome(deal.state(), moves, AutoPlay.HORNE))
        for note in filter(None, map(str.strip, notes.split(";"))):
            condition, _, published = note.partition(": ")
            if condition in CONDITIONS:
                rules, autoplay, on_deal = CONDITIONS[condition]
                found = _outcome(deal.state(rules), moves, autoplay, on_deal)
            elif condition == SHORT_INTO_EMPTY:
                found = _outcome_short_into_empty(deal.state(), moves)
            else:
                yield f"deal {number}: the note {note!r} names a rule this check does not know"
                continue
            yield _difference(number, condition, published, found)


def check_boards(text: str) -> Iterator[str]:
    """Yield the difference found by each check of boards.txt, or an empty string."""
    for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        title, _, board = block.partition("\n")
        # fc-solve takes a blank line for an empty column, the library only a colon.
        board = re.sub(r"^$", ":", board.strip("\n"), flags=re.MULTILINE)
        counted = dict(part.split("=") for part in title.partition("check:")[2].split())
        name = title.partition(" |")[0]
        if "bogus foundation line" in name:
            try:
                State.parse(board)
            except FreeCellError as error:
                yield "" if "A-H" in str(error) else f"{name}: refused, but for another reason: {error}"
            else:
                yield f"{name}: accepted, though it should be refused"
            continue
        try:
            state = State.parse(board)
        except FreeCellError as error:
            yield f"{name}: refused: {error}"
            continue
        cells = sum(card is not None for card in state.cells)
        for kind, found in (("columns", len(state.columns)), ("cells", cells)):
            yield _difference(name, f"{kind} counted", counted[kind], str(found))
        yield _difference(name, "cards missing or double", "none none", f"{counted['missing']} {counted['duplicated']}")
        yield "" if State.parse(str(state)) == state else f"{name}: the board changes when it is written and read again"
        written = [line.strip(" :").split() for line in board.splitlines() if "-" not in line and "Free" not in line]
        cards = [list(map(str, column)) for column in state.columns]
        yield _difference(name, "columns as written", str(written[: len(cards)]), str(cards))


def _difference(what: str, condition: str, published: str, found: str) -> str:
    return "" if published == found else f"{what}, {condition}: published {published}, found {found}"


def _outcome(start: State, moves: str, autoplay: AutoPlay, on_deal: bool = False) -> str:
    """Replay a solution; return how it ends, in the words of the notes."""
    found = replay(start, moves, autoplay, on_deal)
    if found.failed_at is not None:
        return f"move {found.failed_at}"
    return "wins" if found.won else "not won at end"


def _outcome_short_into_empty(start: State, moves: str) -> str:
    """Return the same under the rule `SHORT_INTO_EMPTY`."""
    state = start
    for number, text in enumerate(moves.split(), 1):
        try:
            move = state.parse_move(text)
            if move.target.is_column and not state.columns[move.target.index]:
                move = Move(move.source, move.target, min(move.count, state.cells.count(None) + 1))
            state = state.play(move).autoplay(AutoPlay.HORNE)
        except FreeCellError:
            return f"move {number}"
    return "wins" if state.is_won() else "not won at end"


if __name__ == "__main__":
    sys.exit(main())
