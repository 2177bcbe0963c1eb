"""Deals, positions and checks that the tests of the solver share."""

from __future__ import annotations

import re

from freecell import AutoPlay, Build, Deal, FreeCellError, Rules, Solution, Solver, State, Verdict, replay
from helpers.paths import DATA

SAFE = (AutoPlay.NONE, AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.SURE)

FREECELL = Rules.FREECELL
HARD = Deal(1568, FREECELL.replace(cells=1))
"""Neither won nor proven lost within some seconds."""


def cells(count: int) -> Rules:
    return FREECELL.replace(cells=count)


def solved(start: Deal | State, solver: Solver | None = None) -> Solution:
    """Solve and check that the win is one, in every way it may be written."""
    solution = (solver or Solver()).solve(start)
    state = start.state() if isinstance(start, Deal) else start
    assert solution.verdict is Verdict.SOLVED
    assert solution.start == state
    assert solution.nodes >= 0
    assert solution.seconds >= 0
    # Explicit: every move is legal in turn, without automatic moves.
    states = solution.states()
    assert states[0] == state
    assert len(states) == len(solution.moves) + 1
    for before, move, after in zip(states, solution.moves, states[1:], strict=False):
        assert before.is_legal(move)
        assert before.play(move) == after
    assert states[-1].is_won()
    assert not any(before.is_won() for before in states[:-1])
    assert state.play_all(solution.moves) == states[-1]
    # Written, it replays by the rule it was written for; that is refused only where autoplay may spoil a win.
    rules = state.rules
    for policy in SAFE:
        harmless = policy in harmless_policies(rules)
        try:
            text = solution.notation("extended", policy)
        except FreeCellError:
            assert not harmless
        else:
            assert replay(state, text, policy).won
    assert replay(state, solution.notation()).won
    return solution


def harmless_policies(rules: Rules) -> list[AutoPlay]:
    """The policies that spoil no win of these rules, whatever the position."""
    if rules.wrap or rules.build is Build.ANY_SUIT:
        return [AutoPlay.NONE, AutoPlay.SURE]
    return [
        policy for policy in SAFE if not rules.foundation_takeback or policy not in (AutoPlay.HORNE, AutoPlay.RAYMOND)
    ]


def unsolvable(start: Deal | State) -> Solution:
    solution = Solver().solve(start)
    assert solution.verdict is Verdict.UNSOLVABLE
    assert solution.moves == ()
    assert solution.states() == (solution.start,)
    assert solution.notation() == ""
    return solution


def midgame_boards() -> list[str]:
    text = (DATA / "midgame_boards.txt").read_text(encoding="utf-8")
    blocks = [block.splitlines()[1:11] for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]]
    return ["\n".join(line or ":" for line in lines) for lines in blocks]


def at_a_limit(solution: Solution) -> Solution:
    """Check an unknown solution: its moves replay and end at the position on the way with the most cards home."""
    assert solution.verdict is Verdict.UNKNOWN
    states = solution.states()
    assert len(states) == len(solution.moves) + 1
    home = [state.cards_home() for state in states]
    assert home[-1] == max(home)
    assert not states[-1].is_won()
    text = solution.notation("extended", AutoPlay.NONE)
    again = replay(solution.start, text, AutoPlay.NONE)
    assert (again.error, again.states[-1]) == (None, states[-1])
    return solution


def answer(solution: Solution) -> tuple[object, ...]:
    """The parts of a solution that do not depend on the machine."""
    return solution.start, solution.verdict, solution.moves, solution.nodes
