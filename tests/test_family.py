"""The solver beside fc-solve, which has been asked for deals 1 to 200 of all sixteen games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from reference import Position
from strategies import twin_of

from freecell import Deal, Rules, Solution, Solver, Verdict, replay

GAMES = Rules.named()
PEER = [
    (game, int(number), verdict)
    for game, number, verdict, *_ in (
        line.split("\t")
        for line in (Path(__file__).parent / "data" / "family_peer.tsv").read_text("ascii").splitlines()[1:]
    )
]
"""Game, deal, and whether it is won, lost, or open."""


def check_win(number: int, rules: Rules, solution: Solution) -> None:
    """Replay a win by the core, by the twin, and as it is written."""
    assert solution.start == Deal(number, rules).state()
    assert solution.start.play_all(solution.moves).is_won()
    position = Position.deal(number, rules)
    assert twin_of(solution.start) == position
    for move in solution.moves:
        position = position.play((str(move.source), str(move.target), move.count))
    assert position.is_won()
    written = solution.notation()
    assert replay(solution.start, written).won
    position = Position.deal(number, rules)
    for text in written.split():
        position = position.play(position.read_move(text)).autoplay(rules.usual_autoplay)
    assert position.is_won()


def compare(game: str, first: int, last: int, solver: Solver) -> Counter[str]:
    """Solve deals and compare with the peer; count how often the verdicts are the same, or one is missing."""
    found: Counter[str] = Counter()
    for name, number, verdict in PEER:
        if name != game or not first <= number <= last:
            continue
        solution = solver.solve(Deal(number, GAMES[game]))
        if solution.verdict is Verdict.SOLVED:
            check_win(number, GAMES[game], solution)
            assert verdict != "lost", f"{game} {number}"
        if solution.verdict is Verdict.UNSOLVABLE:
            assert verdict != "won", f"{game} {number}"
        found["unknown" if solution.verdict is Verdict.UNKNOWN else "open" if verdict == "open" else "same"] += 1
    assert sum(found.values()) == last - first + 1
    return found


HARD = {"bakers_dozen": 10, "fan": 8, "good_measure": 12}
"""How many of twenty deals a small search may leave undecided; of the other games two."""


@pytest.mark.parametrize("game", GAMES)
def test_the_first_twenty_deals(game: str) -> None:
    found = compare(game, 1, 20, Solver(max_nodes=200_000))
    assert found["unknown"] <= HARD.get(game, 2)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_first_two_hundred_deals(game: str) -> None:
    found = compare(game, 1, 200, Solver(max_nodes=500_000))
    assert found["unknown"] <= 10 * HARD.get(game, 2)


def test_the_peer_was_asked_for_every_deal() -> None:
    assert Counter(game for game, _, _ in PEER) == dict.fromkeys(GAMES, 200)
    assert {verdict for _, _, verdict in PEER} == {"won", "lost", "open"}
