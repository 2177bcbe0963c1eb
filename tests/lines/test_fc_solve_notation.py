"""What fc-solve itself prints with -snx: read, won, and written as it stands."""

from __future__ import annotations

import pytest
from helpers.paths import DATA

from freecell import AutoPlay, Deal, Solution, Solver, Verdict, replay

LINES = (DATA / "fc_solve_snx.tsv").read_text(encoding="utf-8").splitlines()
PRINTED = {int(number): text for number, text in (line.split("\t") for line in LINES if not line.startswith("#"))}


@pytest.mark.parametrize("number", PRINTED)
def test_its_solutions_are_read_and_written_as_they_stand(number: int) -> None:
    text = PRINTED[number]
    played = replay(Deal(number), text, AutoPlay.NONE, style="fc-solve")
    assert played.won
    solution = Solution(played.start, Verdict.SOLVED, played.moves, 0, 0.0)
    assert solution.notation("fc-solve", AutoPlay.NONE) == text


def test_its_solutions_go_astray_in_the_other_style() -> None:
    assert len(PRINTED) == 40
    lost = [number for number, text in PRINTED.items() if not replay(Deal(number), text, AutoPlay.NONE).won]
    assert len(lost) >= 5


def test_our_solutions_in_its_style() -> None:
    for number in range(1, 61):
        solution = Solver().solve(Deal(number))
        for policy in (AutoPlay.NONE, AutoPlay.HORNE):
            text = solution.notation("fc-solve", policy)
            assert replay(Deal(number), text, policy, style="fc-solve").won
