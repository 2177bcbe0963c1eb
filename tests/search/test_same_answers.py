"""The same question has the same answer, every time and in every process."""

from __future__ import annotations

from helpers.process import prints_everywhere

from freecell import Deal, Solver


def answers() -> str:
    solutions = [Solver(max_nodes=2_000).solve(Deal(number)) for number in (1, 617, 11_982)]
    return "\n".join(f"{solution.verdict} {solution.nodes} {solution.notation()}" for solution in solutions)


def test_the_same_answer_every_time() -> None:
    assert answers() == answers()
    solver = Solver()
    first = solver.solve(Deal(24))
    solver.solve(Deal(11_982))
    again = solver.solve(Deal(24))
    assert (again.moves, again.nodes) == (first.moves, first.nodes)


def test_the_same_answer_in_another_process() -> None:
    code = (
        "from freecell import *\n"
        "for number in (1, 617, 11982):\n"
        "    solution = Solver(max_nodes=2000).solve(Deal(number))\n"
        "    print(solution.verdict, solution.nodes, solution.notation())\n"
    )
    prints_everywhere(code, answers())
