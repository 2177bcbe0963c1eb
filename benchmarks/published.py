"""Check the library against what others have published: solutions with their notes, and boards.

``python benchmarks/published.py [FOLDER]`` reads ``solutions.tsv`` and ``boards.txt`` in the folder, in place; without
one, in ``../shared/data/published`` beside the project. Every difference is printed, and then the exit code is 1.
Where there is no such folder it says so, and that is no error: the tables are other people's and no part of the
project.
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
"""A run into an empty column goes by way of the cells alone, one onto a card as usual.

The library has no such rule, so each move into an empty column is cut to the empty cells and one card more. (With
one card only, deal 5 fails at move 18 and not, as published, at move 53.)
"""

CONDITIONS: dict[str, tuple[Rules, AutoPlay, bool]] = {
    "no automove": (Rules.FREECELL, AutoPlay.NONE, False),
    "Raymond": (Rules.FREECELL, AutoPlay.RAYMOND, False),
    "greedy": (Rules.FREECELL, AutoPlay.ALL, False),
    "automove at deal": (Rules.FREECELL, AutoPlay.HORNE, True),
    "cells-only lengths": (Rules.FREECELL.replace(supermoves=Supermoves.CELLS_ONLY), AutoPlay.HORNE, False),
}
"""The wrong rules that the notes of solutions.tsv name: rules, autoplay, and whether it runs on the deal too."""


def main() -> int:
    """Check both tables; give the exit code."""
    parser = argparse.ArgumentParser(description="Check the library against published solutions and boards.")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT, help="where solutions.tsv and boards.txt are")
    folder: Path = parser.parse_args().folder
    if not folder.is_dir():
        print(f"There is no folder {folder}: nothing was checked.")
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
    """Give for every check of solutions.tsv the difference found, or nothing."""
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
    """Give for every check of boards.txt the difference found, or nothing."""
    for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        title, _, board = block.partition("\n")
        counted = dict(part.split("=") for part in title.partition("check:")[2].split())
        name = title.partition(" |")[0]
        if "bogus foundation line" in name:
            try:
                State.parse(board)
            except FreeCellError as error:
                yield "" if "A-H" in str(error) else f"{name}: refused, but for another reason: {error}"
            else:
                yield f"{name}: read, though it should be refused"
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
        yield "" if State.parse(str(state)) == state else f"{name}: written and read again it is another board"
        written = [line.strip(" :").split() for line in board.splitlines() if "-" not in line and "Free" not in line]
        cards = [list(map(str, column)) for column in state.columns]
        yield _difference(name, "columns as written", str(written[: len(cards)]), str(cards))


def _difference(what: str, condition: str, published: str, found: str) -> str:
    return "" if published == found else f"{what}, {condition}: published {published}, found {found}"


def _outcome(start: State, moves: str, autoplay: AutoPlay, on_deal: bool = False) -> str:
    """Replay and say how it ends, in the words of the notes."""
    found = replay(start, moves, autoplay, on_deal)
    if found.failed_at is not None:
        return f"move {found.failed_at}"
    return "wins" if found.won else "not won at end"


def _outcome_short_into_empty(start: State, moves: str) -> str:
    """The same where a move into an empty column takes at most as many cards as there are empty cells, and one."""
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
