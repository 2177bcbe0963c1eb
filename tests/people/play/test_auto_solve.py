"""Whole wins: planned, played to the end, cancelled."""

from __future__ import annotations

from threading import Event, Thread

from helpers.games import games
from hypothesis import given

from freecell import Deal, Rules, Solution, Verdict
from freecell.play import Game, Options


@given(games())
def test_what_is_planned_and_hinted_can_be_played(game: Game) -> None:
    plan = game.auto_solve()
    if plan.verdict is Verdict.SOLVED:
        assert plan.length() == len(plan.turns())
        assert game.play_all(plan.moves) == plan.turns()
        assert game.is_won()
    elif plan.verdict is Verdict.UNSOLVABLE:
        assert game.is_lost()
        assert not game.is_won()
    hint = game.hint()
    if hint is not None:
        game.play(hint.move)


def test_plans_of_the_three_verdicts() -> None:
    assert Game(Deal(1)).auto_solve().verdict is Verdict.SOLVED
    assert Game(Deal(1), Rules.FREECELL.replace(cells=2)).auto_solve().verdict is Verdict.UNSOLVABLE
    gave_up = Game(Deal(1), options=Options(solve_nodes=5)).auto_solve()
    assert (gave_up.verdict, gave_up.limit, gave_up.nodes) == (Verdict.UNKNOWN, "nodes", 5)


def test_a_plan_for_a_won_game_is_empty() -> None:
    game = Game(Deal(1))
    game.play_all(game.auto_solve().moves)
    plan = game.auto_solve()
    assert (plan.verdict, plan.moves, plan.length()) == (Verdict.SOLVED, (), 0)
    assert not game.is_lost()


def test_auto_solve_reports_progress_and_can_be_cancelled() -> None:
    hard = Rules.FREECELL.replace(cells=1)
    told: list[tuple[int, int, int]] = []
    cancel = Event()

    def watch(*progress: int) -> None:
        told.append(progress)  # type: ignore[arg-type]
        cancel.set()

    game = Game(Deal(1568, hard), options=Options(solve_nodes=10**9))
    plan = game.auto_solve(on_progress=watch, every=0.01, cancel=cancel)
    assert plan.verdict is Verdict.UNKNOWN
    assert len(told) == 1
    assert 0 < told[0][0] <= plan.nodes < 10**9


def test_auto_solve_can_be_cancelled_from_another_thread() -> None:
    game = Game(Deal(1568, Rules.FREECELL.replace(cells=1)), options=Options(solve_nodes=10**9))
    cancel, begun = Event(), Event()
    plans: list[Solution] = []
    thread = Thread(
        target=lambda: plans.append(game.auto_solve(on_progress=lambda *_: begun.set(), every=0.01, cancel=cancel))
    )
    thread.start()
    assert begun.wait(60)
    cancel.set()
    thread.join(60)
    assert [plan.verdict for plan in plans] == [Verdict.UNKNOWN]


def test_finish() -> None:
    for options in (Options.OYNA, Options.CLASSIC, Options.OPEN):
        game = Game(Deal(1), options=options)
        assert game.finish() == ()
        for turn in game.auto_solve().turns():
            if game.state.is_sorted():
                break
            game.play(turn.move)
        moves = game.finish()
        assert all(move.target.is_home for move in moves)
        for move in moves:
            game.play(move)
        assert game.is_won()
        assert game.finish() == ()
