"""A solution has one length, wherever it is shown: in text, on pages, by the command, in hints, in a game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest
from helpers.command import run, run_json

from freecell import AutoPlay, Basis, Deal, Measure, Rules, Solution, Solver, State, Verdict, draw, replay
from freecell.play import Game, Options

MEASURES = [
    Measure.CARDS,
    Measure.RUNS,
    *(Measure.player(policy, on_deal) for policy, on_deal in product(AutoPlay, (False, True))),
]
GAMES = [Rules.FREECELL, Rules.BAKERS_GAME, Rules.EIGHT_OFF, Rules.SEAHAVEN_TOWERS, Rules.RELAXED_FREECELL]


def solutions() -> Iterator[Solution]:
    """200 wins, of all goals and measures and of several games."""
    for number, rules in product(range(1, 9), GAMES):
        yield Solver().solve(Deal(number, rules))
    for number, measure in product(range(1, 12), MEASURES):
        yield Solver(goal="short", measure=measure, max_nodes=3_000).solve(Deal(number))
    late = Solver().solve(Deal(24)).states()[-20]
    for measure in MEASURES:
        yield Solver(goal="optimal", measure=measure, max_nodes=20_000).solve(late)


def shown(solution: Solution) -> dict[str, int]:
    """The length of a win, by place."""
    lengths = {"length": solution.length(), "its measure": solution.length(solution.measure)}
    found = re.match(r"solved in (\d+) moves?\b", str(solution))
    assert found
    lengths["str"] = int(found[1])
    page = draw.html(solution)
    for text in (page, solution._repr_html_().replace("&lt;", "<").replace("&quot;", '"').replace("&amp;", "&")):
        data = re.search(r'"length":(\d+)', text)
        about = re.search(r"Solved in (\d+) moves?\b", text)
        assert data
        assert about
        lengths[f"page {len(lengths)}"] = int(data[1])
        lengths[f"page {len(lengths)}"] = int(about[1])
    if solution.measure.autoplay is not None:
        lengths["turns"] = len(solution.turns())
        lengths["words"] = len(solution.notation("extended").split())
        played = replay(solution.start, solution.moves, solution.measure.autoplay, solution.measure.on_deal)
        assert played.won
        lengths["replay"] = len(played.turns)
        lengths["page of the replay"] = int(re.search(r'"length":(\d+)', draw.html(played))[1])  # type: ignore[index]
    return lengths


def test_200_wins_have_one_length_wherever_it_is_shown() -> None:
    count = 0
    for solution in solutions():
        if solution.verdict is Verdict.SOLVED:
            lengths = shown(solution)
            assert len(set(lengths.values())) == 1, (solution, lengths)
            count += 1
    assert count >= 200


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_hints_of_a_solver_count_by_its_measure(measure: Measure) -> None:
    solver = Solver(goal="short", measure=measure, max_nodes=3_000)
    for number in range(1, 4):
        solution, hint = solver.solve(Deal(number)), solver.hint(Deal(number))
        assert hint is not None
        assert (hint.basis is Basis.SOLUTION) == (solution.verdict is Verdict.SOLVED)
        assert hint.remaining == (solution.length() if hint.basis is Basis.SOLUTION else None)


@pytest.mark.parametrize("policy", [AutoPlay.HORNE, AutoPlay.NONE, AutoPlay.CAUTIOUS])
def test_a_game_counts_as_its_solution_does(policy: AutoPlay) -> None:
    for number, on_deal in product(range(1, 6), (False, True)):
        game = Game(Deal(number), options=Options(autoplay=policy, on_deal=on_deal))
        solution = game.auto_solve()
        hint = game.hint()
        assert hint is not None
        assert hint.remaining == solution.length() == shown(solution)["length"]
        turns = game.play_all(solution.moves)
        assert len(turns) == game.player_moves() == solution.length()
        data = re.search(r'"length":(\d+)', draw.html(game))
        assert data
        assert int(data[1]) == solution.length()


def test_the_hints_of_solver_and_game_agree() -> None:
    for number, rules in product(range(1, 41), (Rules.FREECELL, Rules.FREECELL.replace(cells=1))):
        options = Options(autoplay=rules.usual_autoplay, hint_nodes=10_000)
        game = Game(Deal(number, rules), options=options)
        assert game.hint() == Solver(max_nodes=10_000).hint(Deal(number, rules))


@pytest.mark.parametrize(
    ("options", "solver"),
    [
        ("", Solver()),
        ("--short --max-nodes 3000", Solver(goal="short", max_nodes=3_000)),
        ("--short --max-nodes 3000 --measure cards", Solver(goal="short", measure=Measure.CARDS, max_nodes=3_000)),
        (
            "--short --max-nodes 3000 --autoplay all --on-deal",
            Solver(goal="short", measure=Measure.player(AutoPlay.ALL, on_deal=True), max_nodes=3_000),
        ),
    ],
)
def test_the_command_shows_the_length(options: str, solver: Solver) -> None:
    for number in range(1, 6):
        length = solver.solve(Deal(number)).length()
        assert run_json("solve", str(number), *options.split())["length"] == length
        told = re.search(r"\b(\d+) moves\b", run("solve", str(number), *options.split()).stdout)
        assert told
        assert int(told[1]) == length


def test_the_command_counts_for_the_autoplay_of_the_reader() -> None:
    for number, policy in product((2, 6), ("none", "cautious")):
        fields = run_json("solve", str(number), "--autoplay", policy, "--notation", "extended")
        assert fields["length"] == len(fields["notation"].split())
        replayed = json.loads(run("replay", str(number), "--autoplay", policy, fields["notation"], "--json").stdout)
        assert len(replayed["moves"]) == fields["length"]


def test_a_start_that_is_won_has_no_length() -> None:
    solution = Solver().solve(State([[]] * 8, (), (13,) * 4))
    assert set(shown(solution).values()) == {0}
