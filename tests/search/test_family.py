"""The solver beside fc-solve, which has been asked for deals 1 to 200 of all sixteen games."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers.paths import DATA
from hypothesis import assume, event, example, given, settings
from hypothesis import strategies as st
from reference import Position
from strategies import CELLS_NEEDED, COLUMNS_NEEDED, POLICIES, all_rules, deal_numbers, twin_of

from freecell import AutoPlay, Deal, FreeCellError, Rules, Solution, Solver, Verdict, replay

GAMES = Rules.named()
PEER = [
    (game, int(number), verdict)
    for game, number, verdict, *_ in (
        line.split("\t") for line in (DATA / "family_peer.tsv").read_text("ascii").splitlines()[1:]
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
        position = position.turn(position.read_move(text), rules.usual_autoplay)
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


def test_cruel_can_be_won() -> None:
    """The peer knows no win, as there is none in the first two hundred deals."""
    check_win(1195, Rules.CRUEL, Solver().solve(Deal(1195, Rules.CRUEL)))


def test_the_peer_was_asked_for_every_deal() -> None:
    assert Counter(game for game, _, _ in PEER) == dict.fromkeys(GAMES, 200)
    assert {verdict for _, _, verdict in PEER} == {"won", "lost", "open"}


# Games that nobody named


def small_rules() -> st.SearchStrategy[Rules]:
    """All there may be, but so few cards that every position can be looked at."""
    return st.builds(
        lambda game, cells, columns, ranks: game.replace(
            cells=max(cells, CELLS_NEEDED.get(game.layout, 0)),
            ranks=ranks,
            columns=max(columns, COLUMNS_NEEDED.get(game.layout, 1)),
            base=game.base and (game.base - 1) % ranks + 1,
        ),
        all_rules(),
        st.integers(0, 2) | st.integers(0, 10),
        st.integers(1, 4) | st.integers(1, 18),
        st.integers(1, 4),
    )


def can_be_won(start: Position, most: int) -> bool | None:
    """Look at every position by the twin; None where there are too many."""
    seen = {(tuple(sorted(start.columns)), start.home)}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position.is_won():
            return True
        for after in map(position.play, position.distinct_moves()):
            # What is in the cells is what is nowhere else.
            key = tuple(sorted(after.columns)), after.home
            if key not in seen:
                if len(seen) == most:
                    return None
                seen.add(key)
                waiting.append(after)
    return False


@settings(deadline=None, max_examples=120)
@given(deal_numbers(), small_rules())
def test_any_rules_are_solved_as_the_twin_solves_them(number: int, game: Rules) -> None:
    start, position = Deal(number, game).state(), Position.deal(number, game)
    won = can_be_won(position, 400)
    event(f"won: {won}")
    assume(won is not None)
    solution = Solver().solve(start)
    assert solution.verdict is (Verdict.SOLVED if won else Verdict.UNSOLVABLE)
    if won:
        check_win(number, game, solution)


@settings(deadline=None, max_examples=300)
@given(deal_numbers(), small_rules(), st.sampled_from(POLICIES))
@example(567093, Rules.parse("bakers_game,cells=2,columns=4,ranks=2,base=2,wrap=true"), AutoPlay.HORNE)
@example(743244, Rules.parse("bakers_game,cells=1,columns=4,ranks=4,wrap=true,layout=fan"), AutoPlay.ALL)
def test_a_win_is_written_for_any_autoplay_that_does_not_spoil_it(number: int, game: Rules, policy: AutoPlay) -> None:
    """The standard notation knows how where the extended does, and both win, for the twin too."""
    solution = Solver(max_nodes=2_000).solve(Deal(number, game))
    assume(solution.verdict is Verdict.SOLVED)
    try:
        extended = solution.notation("extended", policy)
    except FreeCellError:
        assert policy not in (AutoPlay.NONE, AutoPlay.SURE)
        for style in ("extended", "standard"):
            with pytest.raises(FreeCellError, match=rf"^move \d+: autoplay {policy} spoils this line: "):
                solution.notation(style, policy)
        return
    for written in (extended, solution.notation("standard", policy)):
        assert replay(solution.start, written, policy).won
        position = Position.deal(number, game)
        for text in written.split():
            position = position.turn(position.read_move(text), policy)
        assert position.is_won()
