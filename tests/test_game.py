"""A session: what is played can be taken back, what is counted is right, and hints lead home."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import sys
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import all_rules, usual_rules

from freecell import (
    Advice,
    AutoPlay,
    Basis,
    Deal,
    FreeCellError,
    Game,
    IllegalMoveError,
    InvalidStateError,
    Move,
    Options,
    ParseError,
    Place,
    Plan,
    Rules,
    Scoring,
    Solution,
    Solver,
    State,
    Supermoves,
    Turn,
    Verdict,
)

MISSED = (9, 70, 86, 194, 336, 400, 559, 567, 585, 658, 693, 738, 853, 879, 900, 917, 921, 944, 978)
"""Deals that the published program of the style OYNA does not win with its own solver."""

SMALL = Rules(cells=2, columns=5, ranks=4)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def play_some(game: Game, seed: int, count: int) -> None:
    """Play, take back and redo at random."""
    rng = random.Random(seed)
    for _ in range(count):
        step = rng.random()
        if step < 0.2 and game.can_undo():
            game.undo()
        elif step < 0.3 and game.can_redo():
            game.redo()
        elif moves := game.state.legal_moves():
            game.play(rng.choice(moves))


@st.composite
def all_options(draw: st.DrawFn) -> Options:
    return Options(
        autoplay=draw(st.none() | st.sampled_from(AutoPlay)),
        on_deal=draw(st.booleans()),
        undo_limit=draw(st.none() | st.integers(0, 10)),
        takeback=draw(st.none() | st.booleans()),
        tap_order=tuple(draw(st.permutations(list(Place))))[: draw(st.integers(0, 4))],
        scoring=draw(st.none() | st.builds(Scoring, st.integers(0, 20), st.integers(0, 20))),
        automatic_counts=draw(st.booleans()),
        hint_nodes=200,
        solve_nodes=200,
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game under any rules and options, with some of it undone."""
    deal = Deal(draw(st.integers(1, 10**6)), draw(usual_rules() | all_rules()))
    if draw(st.booleans()) and deal.cards is not None:
        deal = Deal.from_cards(deal.cards, deal.rules)
    rules = draw(st.sampled_from([None, deal.rules, deal.rules.replace(supermoves=Supermoves.OFF)]))
    game = Game(deal, rules, draw(all_options()))
    play_some(game, draw(st.integers(0, 2**32)), draw(st.integers(0, 40)))
    return game


def follow(game: Game) -> int:
    """Follow hints to the end; every position is a new one."""
    seen = {game.state}
    count = 0
    while (advice := game.hint()) is not None:
        game.play(advice.move)
        assert game.state not in seen
        seen.add(game.state)
        count += 1
    return count


# History


@given(games())
def test_history_replays_to_the_state(game: Game) -> None:
    state = game.start.play_all(game.dealt, AutoPlay.NONE)
    assert (game.dealt != ()) <= game.options.on_deal
    assert game.states()[0] == state
    for turn, after in zip(game.moves, game.states()[1:], strict=True):
        state = state.play(turn.move)
        assert turn.automatic == state.automoves(game.autoplay)
        state = state.play_all(turn.automatic, AutoPlay.NONE)
        assert state == after
    assert game.state == state


@given(games(), st.integers(0, 1000))
def test_undo_is_the_inverse_of_play_and_redo_of_undo(game: Game, pick: int) -> None:
    moves = game.state.legal_moves()
    if not moves or game.options.undo_limit == 0:
        return
    before, history, score, counts = game.state, game.moves, game.score(), (game.move_count(), game.card_moves())
    turn = game.play(moves[pick % len(moves)])
    after, points = game.state, game.score()
    assert game.moves == (*history, turn)
    assert not game.can_redo()
    assert game.undo() == turn
    assert (game.state, game.moves, game.score()) == (before, history, score)
    assert (game.move_count(), game.card_moves()) == counts
    assert game.undone == (turn,)
    assert game.redo() == turn
    assert (game.state, game.moves, game.score(), game.undone) == (after, (*history, turn), points, ())


@given(games())
def test_all_can_be_undone_and_redone_up_to_the_limit(game: Game) -> None:
    while game.can_redo():
        game.redo()
    whole = game.moves
    taken: list[Turn] = []
    while game.can_undo():
        taken.insert(0, game.undo())
    assert game.moves + tuple(taken) == whole
    if game.options.undo_limit is None:
        assert game.moves == ()
        assert game.state == game.states()[0]
    else:
        assert len(taken) <= game.options.undo_limit
    with pytest.raises(FreeCellError, match=r"taken back|to take back"):
        game.undo()
    assert game.undone == tuple(taken)


def test_undo_takes_the_automatic_tail_back_and_sets_nothing_off() -> None:
    game = Game(Deal(1), options=Options.CLASSIC)
    game.play("6a")
    before = game.state
    turn = game.play("6b")
    assert [str(move) for move in turn.automatic] == ["6h", "6h", "bh"]
    assert game.undo() is turn
    assert game.state == before
    assert game.undo().move == Move("6", "a")
    assert game.state == Deal(1).state()


def test_autoplay_on_the_deal_is_not_undone() -> None:
    number = next(n for n in range(1, 100) if Deal(n).state().automoves(AutoPlay.CAUTIOUS))
    game = Game(Deal(number), options=Options.OYNA)
    assert game.dealt == Deal(number).state().automoves(AutoPlay.CAUTIOUS)
    assert game.dealt
    assert game.move_count() == game.automatic_moves() == game.card_moves() == len(game.dealt)
    assert not game.can_undo()
    with pytest.raises(FreeCellError, match="no move to take back"):
        game.undo()
    assert Game(Deal(number), options=Options.CLASSIC).dealt == ()


def test_a_new_move_drops_what_was_undone() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    game.play("6a")
    game.play("6b")
    game.undo()
    assert game.can_redo()
    game.play("1b")
    assert not game.can_redo()
    assert [turn.move for turn in game.moves] == [Move("6", "a"), Move("1", "b")]
    with pytest.raises(FreeCellError, match="make again"):
        game.redo()


@pytest.mark.parametrize(("options", "limit"), [(Options.OYNA, 500), (Options.OPEN, 100), (Options.CLASSIC, None)])
def test_undo_limit(options: Options, limit: int | None) -> None:
    game = Game(Deal(7), options=options.replace(autoplay=AutoPlay.NONE, on_deal=False))
    state = game.state
    move = next(m for m in state.legal_moves() if m.target.is_column)
    back_and_forth = Move(move.target, "a"), Move("a", move.target)
    game.play(move)
    for count in range(509):
        game.play(back_and_forth[count % 2])
    undone = 0
    while game.can_undo():
        game.undo()
        undone += 1
    assert undone == (510 if limit is None else limit)
    if limit is not None:
        with pytest.raises(FreeCellError, match=f"the last {limit} moves"):
            game.undo()
        # What is out of reach stays so, whatever comes then.
        game.play(game.state.legal_moves()[0])
        game.undo()
        assert not game.can_undo()
    game.restart()
    assert (game.moves, game.undone, game.state) == ((), (), state)


def test_a_bad_move_leaves_the_game_as_it_was() -> None:
    game = Game(Deal(1), clock=Clock())
    game.play("6a")
    game.play("6b")
    game.undo()
    before, undone = copy.copy(game), game.undone
    for bad, error in (("1h", IllegalMoveError), ("28x", ParseError), (Move("a", "h"), IllegalMoveError)):
        with pytest.raises(error):
            game.play(bad)
    with pytest.raises(FreeCellError):
        game.play(3)  # type: ignore[arg-type]
    assert game == before
    assert game.undone == undone


def test_what_games_are_made_of() -> None:
    with pytest.raises(FreeCellError, match="a Deal"):
        Game(5)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="must be Options"):
        Game(Deal(1), options=Rules.FREECELL)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="clock"):
        Game(Deal(1), clock=3.0)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="must be Rules"):
        Game(Deal(1), "freecell")  # type: ignore[arg-type]
    with pytest.raises(InvalidStateError):
        Game(Deal(1), Rules.FREECELL.replace(columns=9))


def test_equality() -> None:
    game = Game(Deal(1))
    assert game == Game(Deal(1), Rules.FREECELL)
    assert game != Game(Deal(2))
    assert game != Game(Deal(1), Rules.FREECELL.replace(cells=3))
    assert game != Game(Deal(1), options=Options.OYNA)
    assert game != 1
    other = Game(Deal(1))
    other.play("6a")
    assert game != other
    other.undo()
    assert game != other, "what can be redone counts"
    game.play("6a")
    game.undo()
    assert game == other
    with pytest.raises(TypeError):
        hash(game)


def test_copies_go_their_own_way() -> None:
    game = Game(Deal(1))
    game.play("6a")
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.play("6b")
        other.pause()
        assert other != game
    assert len(game.moves) == 1
    assert not game.is_paused()


def test_copies_are_paused() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    game.play("6a")
    clock.now += 5
    copies = [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    clock.now += 100
    assert [(other.is_paused(), other.seconds()) for other in copies] == [(True, 5)] * 3
    assert (game.is_paused(), game.seconds()) == (False, 105)


def test_repr() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    game.play("6a")
    assert repr(game) == "<Game of Deal(1): 1 move, 0 cards home>"
    game.play("6b")
    assert repr(game) == "<Game of Deal(1): 2 moves, 3 cards home>"
    penguin = Game(Deal(1, Rules.PENGUIN))
    assert repr(penguin).endswith(": 0 moves, 3 cards home>"), "foundations begin with another rank there"


@given(all_options(), st.integers(1, 10**6), st.lists(st.integers(0, 2**16), max_size=60))
def test_a_game_is_a_list_of_states_and_a_place_in_it(options: Options, number: int, script: list[int]) -> None:
    game = Game(Deal(number), options=options)
    turns: list[Turn] = []
    states, scores, at, floor = [game.state], [game.score()], 0, 0
    limit = 10**9 if options.undo_limit is None else options.undo_limit
    for pick in script:
        moves = states[at].legal_moves()
        if pick % 5 == 0:
            if at > floor:
                at -= 1
                assert game.undo() == turns[at]
            else:
                with pytest.raises(FreeCellError, match=r"taken back|to take back"):
                    game.undo()
        elif pick % 5 == 1:
            if at < len(turns):
                at += 1
                assert game.redo() == turns[at - 1]
            else:
                with pytest.raises(FreeCellError, match="make again"):
                    game.redo()
        elif moves:
            turn = game.play(moves[pick // 5 % len(moves)])
            states[at + 1 :] = [states[at].play_all(turn.moves(), AutoPlay.NONE)]
            turns[at:] = [turn]
            scores[at + 1 :] = [game.score()]
            at += 1
            floor = max(floor, at - limit)
        assert (game.state, game.moves, game.undone) == (states[at], tuple(turns[:at]), tuple(turns[at:]))
        assert (game.states(), game.score()) == (tuple(states[: at + 1]), scores[at])
        assert (game.can_undo(), game.can_redo()) == (at > floor, at < len(turns))
        done = [move for turn in turns[:at] for move in turn.moves()]
        assert game.player_moves() + game.automatic_moves() == len(done) + len(game.dealt)


# Counters


def test_counters() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    for move in ["6a", "6b", "6c", "56", "52"]:
        game.play(move)
    assert (game.player_moves(), game.automatic_moves(), game.move_count(), game.card_moves()) == (5, 3, 8, 8)
    game.play("67")
    assert (game.player_moves(), game.move_count(), game.card_moves()) == (6, 9, 11), "two cards, one by way of a cell"
    plain = Game(Deal(1), options=Options.CLASSIC)
    for move in ["6a", "6b", "6c", "56", "52"]:
        plain.play(move)
    assert (plain.automatic_moves(), plain.move_count()) == (3, 5)


@given(games())
def test_score_is_never_negative_and_needs_scoring(game: Game) -> None:
    assert game.score() >= 0
    scoring = game.options.scoring
    if scoring is None:
        assert game.score() == 0
    elif not game.rules.foundation_takeback:
        every = [*game.dealt, *(move for turn in game.moves for move in turn.moves())]
        home = sum(move.target.is_home for move in every)
        back = sum(move.source.is_cell and move.target.is_column for move in every)
        assert game.score() == home * scoring.home + back * scoring.cell_to_column


def test_score_of_open() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    assert game.score() == 0
    game.play("6a")
    game.play("6b")
    assert game.score() == 0
    game.play("6h")
    game.play("6h")
    assert game.score() == 20
    game.play("bh")
    assert game.score() == 30
    for move in ("6b", "56", "5c"):
        game.play(move)
        assert game.score() == 30
    game.play("c2")
    assert game.score() == 35
    game.undo()
    assert game.score() == 30
    game.play("hcd")
    assert game.score() == 20, "a card taken back gives back its points"


def test_no_score_below_zero() -> None:
    # The aces are home at the start, and brought no points.
    rules = Rules.BELEAGUERED_CASTLE.replace(cells=1)
    game = Game(Deal(1, rules), options=Options.OPEN.replace(cells=None))
    game.play("hca")
    assert game.score() == 0
    game.play("ah")
    assert game.score() == 10


# Time


def test_time() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    clock.now += 50
    assert game.seconds() == 0
    game.resume()
    game.pause()
    assert not game.is_paused()
    game.play("6a")
    clock.now += 10
    assert game.seconds() == 10
    game.undo()
    assert game.seconds() == 10, "undo does not turn it back"
    clock.now += 5
    assert game.seconds() == 15, "and does not stop it"
    game.pause()
    assert game.is_paused()
    clock.now += 100
    game.pause()
    assert game.seconds() == 15
    game.resume()
    game.resume()
    clock.now += 1
    assert game.seconds() == 16
    game.pause()
    clock.now += 100
    game.redo()
    clock.now += 2
    assert game.seconds() == 18, "what is played ends the pause"
    assert not game.is_paused()
    clock.now -= 1000
    assert game.seconds() == 16, "a clock that goes back takes nothing of what was before the pause"
    game.restart()
    clock.now += 7
    assert game.seconds() == 0


def test_a_bad_move_does_not_start_the_time() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    with pytest.raises(IllegalMoveError):
        game.play("1h")
    clock.now += 9
    assert game.seconds() == 0


@pytest.mark.parametrize("wrong", [None, "3", float("nan"), float("inf"), -float("inf"), 10**400, 2**60])
def test_a_clock_that_gives_no_time_is_refused_and_changes_nothing(wrong: Any) -> None:
    times = [5.0]
    game = Game(Deal(1), clock=lambda: times[-1])
    game.play("6a")
    game.play("6b")
    game.undo()
    saved = game.save()
    times.append(wrong)
    for act in (lambda: game.play("6b"), game.undo, game.redo, game.pause, game.resume, game.seconds, game.save):
        with pytest.raises(FreeCellError, match="the clock must give a number of seconds"):
            act()
    times.append(5.0)
    assert game.save() == saved


def test_a_clock_that_fails_changes_nothing() -> None:
    failing = False

    def clock() -> float:
        if failing:
            raise OSError("no clock")
        return 1.0

    game = Game(Deal(1), clock=clock)
    failing = True
    with pytest.raises(OSError, match="no clock"):
        game.play("6a")
    assert (game.moves, game.is_paused()) == ((), False)
    failing = False
    game.play("6a")
    failing = True
    with pytest.raises(OSError, match="no clock"):
        game.undo()
    assert len(game.moves) == 1


def test_a_clock_that_plays_leaves_a_right_game() -> None:
    plays = ["6a"]

    def clock() -> float:
        if plays:
            game.play(plays.pop())
        return 0.0

    game = Game(Deal(1), clock=clock)
    game.play("6b")
    assert [str(turn.move) for turn in game.moves] == ["6a", "6b"]
    assert game.state == game.start.play_all([move for turn in game.moves for move in turn.moves()])


def test_time_stops_at_the_win() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    for move in game.auto_solve().moves():
        game.play(move)
        clock.now += 1
    length = len(game.moves)
    assert game.is_won()
    assert game.seconds() == length - 1
    assert not game.is_paused()
    game.resume()
    clock.now += 100
    assert game.seconds() == length - 1
    game.undo()
    clock.now += 3
    assert game.seconds() == length + 2
    game.redo()
    clock.now += 3
    assert game.seconds() == length + 2


# Hints


def test_hints_win_200_deals_and_never_lead_back() -> None:
    for number in range(1, 201):
        game = Game(Deal(number), options=(Options.OYNA, Options.CLASSIC, Options.OPEN)[number % 3])
        advice = game.hint()
        assert advice is not None
        assert advice.basis is Basis.SOLUTION
        assert follow(game) == advice.left
        assert game.is_won()
        assert game.hint() is None


def test_hints_after_leaving_their_line() -> None:
    rng = random.Random(5)
    left = 0
    for number in range(1, 41):
        game = Game(Deal(number), options=Options.CLASSIC)
        for _ in range(5):
            for _ in range(rng.randrange(4)):
                if (advice := game.hint()) is not None:
                    game.play(advice.move)
            if moves := game.state.legal_moves():
                game.play(rng.choice(moves))
                left += 1
        if not game.is_lost():
            follow(game)
            assert game.is_won()
    assert left > 150


def test_hints_go_on_along_a_plan_and_after_undo() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    plan = game.auto_solve()
    for move in plan.moves()[:10]:
        advice = game.hint()
        assert advice is not None
        assert (advice.move, advice.basis) == (move, Basis.SOLUTION)
        game.play(move)
    game.undo()
    game.undo()
    assert game.hint() == Advice(plan.moves()[8], Basis.SOLUTION, Verdict.SOLVED, len(plan.turns) - 8)


def test_planning_anew_never_makes_the_way_longer() -> None:
    cancelled = Event()
    cancelled.set()
    longer = 0
    for number in range(1, 11):
        game = Game(Deal(number), options=Options.OYNA)
        plan = game.auto_solve()
        game.play(plan.moves()[0])
        # A search that is cut short finds a win here too, but has no time to shorten it.
        hasty = Game(Deal(number), options=Options.OYNA)
        hasty.play(plan.moves()[0])
        longer += hasty.auto_solve(cancel=cancelled).length() > plan.length()
        assert game.auto_solve(cancel=cancelled).turns == plan.turns[1:]
        advice = game.hint()
        assert advice is not None
        assert advice.move == plan.moves()[1]
    assert longer > 5


@pytest.mark.parametrize("autoplay", list(AutoPlay))
def test_hints_win_under_every_autoplay(autoplay: AutoPlay) -> None:
    for number in range(1, 31):
        game = Game(Deal(number), options=Options(autoplay=autoplay, on_deal=number % 2 == 0))
        follow(game)
        assert game.is_won()


def test_hints_where_autoplay_spoils_wins() -> None:
    # With two cells, what goes home at once is often missed: the first win that is found cannot be played so.
    rules = Rules.FREECELL.replace(cells=2)
    won = 0
    without: list[Advice] = []
    for number in range(1, 61):
        game = Game(Deal(number, rules), options=Options(autoplay=AutoPlay.ALL, hint_nodes=20_000))
        advice = game.hint()
        assert advice is not None
        if advice.basis is Basis.SOLUTION:
            assert follow(game) == advice.left
            assert game.is_won()
            won += 1
        elif Game(Deal(number, rules)).hint() != advice and advice.verdict is Verdict.UNKNOWN:
            without.append(advice)
    assert won > 25
    assert without


def test_a_hint_without_a_win() -> None:
    lost = Game(Deal(52, Rules(cells=1, columns=4, ranks=4)), options=Options(autoplay=AutoPlay.NONE))
    bases = []
    seen = {lost.state.key()}
    while (advice := lost.hint()) is not None:
        assert advice.verdict is Verdict.UNSOLVABLE
        assert advice.left is None
        assert advice.move in lost.state.legal_moves()
        home = [move for move in lost.state.legal_moves() if move.target.is_home]
        assert (advice.basis is Basis.HOME) == (advice.move in home)
        if advice.basis is Basis.LEGAL:
            assert all(lost.state.play(move).key() in seen for move in home)
        lost.play(advice.move)
        assert lost.state.key() not in seen
        seen.add(lost.state.key())
        bases.append(advice.basis)
    assert set(bases) == {Basis.HOME, Basis.LEGAL}
    assert not lost.is_won()
    assert all(lost.state.play(move).key() in seen for move in lost.state.legal_moves())


def test_hints_and_plans_keep_to_their_budgets_where_autoplay_spoils_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []

    class Counting(Solver):
        def solve(self, *args: Any, **named: Any) -> Solution:
            solution = super().solve(*args, **named)
            spent.append(solution.nodes)
            return solution

    monkeypatch.setattr("freecell.advice.Solver", Counting)
    several = 0
    for number in range(1, 41):
        for act, budget in itertools.product((Game.hint, Game.auto_solve), (300, 1_000, 5_000)):
            spent.clear()
            options = Options(autoplay=AutoPlay.ALL, hint_nodes=budget, solve_nodes=budget)
            act(Game(Deal(number, Rules.FREECELL.replace(cells=2)), options=options))
            assert sum(spent) <= budget
            several += len(spent) > 1
    assert several > 10


def test_hints_may_be_asked_for_while_another_thread_plans() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    cancelled = Event()
    cancelled.set()
    starts = [game.state.play(move) for move in game.state.legal_moves()]
    stop = Event()

    def plan() -> None:
        while not stop.is_set():
            for state in starts:
                game._adviser.plan(state, None, 0.5, cancelled)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = Thread(target=plan)
    thread.start()
    try:
        for _ in range(20):
            for state in starts:
                advice = game._adviser.hint(state, [state], None)
                assert advice is not None
                assert advice.basis is Basis.SOLUTION
                assert state.is_legal(advice.move)
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(before)


def test_a_game_may_be_played_on_while_it_is_planned() -> None:
    game = Game(Deal(1568), Rules.FREECELL.replace(cells=1), Options(solve_nodes=10**8))
    cancel = Event()

    def watch(*_: int) -> None:
        advice = game.hint()
        assert advice is not None
        game.play(advice.move)
        game.undo()
        game.is_lost()
        cancel.set()

    assert game.auto_solve(on_progress=watch, every=0.01, cancel=cancel).verdict is Verdict.UNKNOWN
    assert len(game.undone) == 1


def test_what_fails_in_watching_comes_out() -> None:
    game = Game(Deal(1568), Rules.FREECELL.replace(cells=1), Options(solve_nodes=10**8))

    def fail(*_: int) -> None:
        raise KeyError("watch")

    with pytest.raises(KeyError, match="watch"):
        game.auto_solve(on_progress=fail, every=0.01)
    assert game.moves == ()


def test_a_hint_without_a_win_begins_the_line_that_looks_best() -> None:
    followed = 0
    for number in range(1, 121):
        deal = Deal(number, Rules.FREECELL.replace(cells=1))
        solution = Solver(max_nodes=500).solve(deal)
        advice = Game(deal, options=Options(autoplay=AutoPlay.NONE, hint_nodes=500)).hint()
        assert advice is not None
        if advice.basis is Basis.LEGAL and solution.moves:
            assert advice.move == solution.moves[0]
            followed += 1
    assert followed > 5


def test_what_is_not_known_of_one_position_is_looked_for_in_the_next() -> None:
    win = Game(Deal(1)).auto_solve().moves()
    game = Game(Deal(1), options=Options(hint_nodes=20))
    advice = game.hint()
    assert advice is not None
    assert advice.verdict is Verdict.UNKNOWN
    for move in win[: len(win) * 2 // 3]:
        game.play(move)
    advice = game.hint()
    assert advice is not None
    assert advice.verdict is Verdict.SOLVED


def test_what_is_proven_holds_for_all_that_comes_of_it() -> None:
    game = Game(Deal(11982), options=Options(hint_nodes=1000))
    assert not game.is_lost(), "the budget of a hint does not prove it"
    game.play("1a")
    assert not game.is_lost()
    game.undo()
    assert game.auto_solve().verdict is Verdict.UNSOLVABLE
    for move in ("1a", "6b"):
        assert game.is_lost()
        advice = game.hint()
        assert advice is not None
        assert advice.verdict is Verdict.UNSOLVABLE
        assert game.auto_solve() == Plan(Verdict.UNSOLVABLE)
        game.play(move)
    assert copy.copy(game).is_lost()


def test_a_stuck_game_is_lost_without_a_search() -> None:
    stuck = 0
    for number in range(1, 30):
        game = Game(Deal(number, Rules(cells=1, columns=4, ranks=4)), options=Options(hint_nodes=0))
        for _ in range(50):
            if moves := [move for move in game.state.legal_moves() if move.source.is_column]:
                game.play(moves[number % len(moves)])
        if game.is_stuck():
            assert game.is_lost()
            stuck += 1
    assert stuck > 0


def test_a_hint_without_budget() -> None:
    game = Game(Deal(1), options=Options(hint_nodes=1))
    advice = game.hint()
    assert advice is not None
    assert (advice.basis, advice.verdict, advice.left) == (Basis.LEGAL, Verdict.UNKNOWN, None)
    assert not game.is_lost()


# Whole wins


@given(games())
def test_what_is_planned_and_hinted_can_be_played(game: Game) -> None:
    plan = game.auto_solve()
    assert (plan.verdict is Verdict.SOLVED) or plan.turns == ()
    if plan.verdict is Verdict.SOLVED:
        assert [game.play(move) for move in plan.moves()] == list(plan.turns)
        assert game.is_won()
    elif plan.verdict is Verdict.UNSOLVABLE:
        assert game.is_lost()
        assert not game.is_won()
    advice = game.hint()
    if advice is not None:
        game.play(advice.move)


def test_plans_of_the_three_verdicts() -> None:
    assert Game(Deal(1)).auto_solve().verdict is Verdict.SOLVED
    assert Game(Deal(1), Rules.FREECELL.replace(cells=2)).auto_solve().verdict is Verdict.UNSOLVABLE
    gave_up = Game(Deal(1), options=Options(solve_nodes=5)).auto_solve()
    assert gave_up == Plan(Verdict.UNKNOWN, (), gave_up.nodes)


def test_a_plan_for_a_won_game_is_empty() -> None:
    game = Game(Deal(1))
    for move in game.auto_solve().moves():
        game.play(move)
    assert game.auto_solve() == Plan(Verdict.SOLVED, (), 0)
    assert not game.is_lost()


def test_auto_solve_tells_its_progress_and_can_be_cancelled() -> None:
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
    plans: list[Plan] = []
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
        for move in game.auto_solve().moves():
            if game.state.is_sorted():
                break
            game.play(move)
        moves = game.finish()
        assert all(move.target.is_home for move in moves)
        for move in moves:
            game.play(move)
        assert game.is_won()
        assert game.finish() == ()


# The end


@given(games())
def test_what_is_left(game: Game) -> None:
    legal = game.state.legal_moves()
    assert game.is_won() == (sum(map(len, game.state.columns)) + sum(c is not None for c in game.state.cells) == 0)
    assert game.is_stuck() == (not legal and not game.is_won())
    if game.is_stuck():
        assert game.is_lost()

    def after(state: State, move: Move) -> State:
        return state.play(move).autoplay(game.autoplay)

    # Whatever is done, it brings no card home, and one legal move leads back.
    key = game.state.key()
    back = [
        not move.target.is_home
        and key in {after(game.state, move).key(), *(after(game.state, move).play(m).key() for m in again)}
        for move in legal
        for again in [after(game.state, move).legal_moves()]
    ]
    assert game.only_reversible_moves_left() == (bool(back) and all(back) and not game.is_won())


def test_only_reversible_moves_are_left_sometimes() -> None:
    found = {True: 0, False: 0}
    for number in range(1, 30):
        game = Game(Deal(number, SMALL.replace(cells=1)), options=Options(autoplay=AutoPlay.ALL))
        play_some(game, number, 60)
        found[game.only_reversible_moves_left()] += 1
    assert min(found.values()) > 0


def test_what_autoplay_undoes_at_once_is_reversible() -> None:
    rules = Rules(cells=0, columns=2, ranks=2, foundation_takeback=True)
    game = Game(Deal(5, rules), options=Options(autoplay=AutoPlay.ALL))
    game.play("1h")
    before = game.state
    game.play("hh1")
    assert game.state == before
    assert game.only_reversible_moves_left()


def test_a_move_home_leads_somewhere_though_the_card_may_come_back() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    for move in game.auto_solve().moves()[:-1]:
        game.play(move)
    assert game.state.legal_moves()
    assert not game.only_reversible_moves_left()


def test_a_cancelled_question_is_not_answered_and_may_be_asked_again() -> None:
    cancelled = Event()
    cancelled.set()
    game = Game(Deal(11982), options=Options(hint_nodes=400_000))
    assert not game.is_lost(cancel=cancelled)
    advice = game.hint(cancel=cancelled)
    assert advice is not None
    assert (advice.basis, advice.verdict) == (Basis.LEGAL, Verdict.UNKNOWN)
    assert game.is_lost(cancel=Event())
    advice = game.hint(cancel=cancelled)
    assert advice is not None
    assert advice.verdict is Verdict.UNSOLVABLE, "it is known now"


def test_a_hint_is_cancelled_from_another_thread() -> None:
    cancel = Event()
    game = Game(Deal(219837216), options=Options(hint_nodes=2**40))
    found: list[bool] = []
    thread = Thread(target=lambda: found.append(game.is_lost(cancel=cancel)))
    thread.start()
    cancel.set()
    thread.join(10)
    assert found == [False]


def test_lost_is_only_what_is_proven() -> None:
    small = Rules(cells=1, columns=4, ranks=4)
    assert [number for number in range(1, 101) if Game(Deal(number, small)).is_lost()] == [52]
    game = Game(Deal(52, small), options=Options(hint_nodes=0))
    assert not game.is_lost()
    assert game.auto_solve().verdict is Verdict.UNSOLVABLE
    assert game.is_lost(), "it is known now"


# The three styles


def numbered(options: Options) -> Iterator[Any]:
    yield Game(options.deal(1), options=options)
    yield Game(options.deal(options.last_accepted), options=options)


@pytest.mark.parametrize(
    ("options", "last", "drawn"),
    [(Options.OYNA, 10**9, 10**6), (Options.CLASSIC, 10**6, 32_000), (Options.OPEN, 2**33 - 1, 10**6)],
)
def test_numbers_accepted_and_drawn(options: Options, last: int, drawn: int) -> None:
    assert [game.deal.number for game in numbered(options)] == [1, last]
    for number in (0, -1, last + 1, 3.7, "5"):
        with pytest.raises(FreeCellError, match="deal number must be"):
            options.deal(number)  # type: ignore[arg-type]
    if last < 2**33 - 1:
        with pytest.raises(FreeCellError, match=f"from 1 to {last}"):
            Game(Deal(last + 1), options=options)

    class Highest(random.Random):
        def randint(self, a: int, b: int) -> int:
            assert (a, b) == (1, drawn)
            return b

    assert options.draw(Highest()).number == drawn
    numbers = [options.draw(random.Random(seed)).number or 0 for seed in range(200)]
    assert min(numbers) >= 1
    assert max(numbers) > drawn // 2


def test_take_back() -> None:
    for options in (Options.OYNA, Options.CLASSIC):
        game = Game(Deal(1, Rules.FREECELL.replace(foundation_takeback=True)), options=options)
        game.play("6a")
        game.play("6b")
        assert game.state.foundations == (2, 0, 0, 1)
        assert not game.rules.foundation_takeback
        assert game.why_not("hc") == "in this game no card comes back from home"
        with pytest.raises(IllegalMoveError):
            game.play("hcc")
    game = Game(Deal(1), options=Options.OPEN)
    for move in ("6a", "6b", "6h"):
        game.play(move)
    assert game.state.foundations == (1, 0, 0, 0)
    game.play("hcc")
    assert game.state.foundations == (0, 0, 0, 0)
    assert Game(Deal(1, Rules.FREECELL), options=Options()).rules == Rules.FREECELL


def test_autoplay_of_the_styles() -> None:
    assert Game(Deal(1), options=Options.OYNA).autoplay is AutoPlay.CAUTIOUS
    assert Game(Deal(1), options=Options.CLASSIC).autoplay is AutoPlay.HORNE
    assert Game(Deal(1), options=Options.OPEN).autoplay is AutoPlay.NONE
    assert Game(Deal(1, Rules.FAN)).autoplay is Rules.FAN.usual_autoplay
    game = Game(Deal(1), options=Options.OPEN)
    game.play("6a")
    assert game.play("6b").automatic == ()


def test_cells_of_the_styles() -> None:
    for cells in (4, 2, 1):
        assert Game(Deal(1), Rules.FREECELL.replace(cells=cells), Options.OPEN).rules.cells == cells
    with pytest.raises(FreeCellError, match="4 or 2 or 1 cells, not 3"):
        Game(Deal(1), Rules.FREECELL.replace(cells=3), Options.OPEN)
    with pytest.raises(FreeCellError, match="4 cells, not 2"):
        Game(Deal(1), Rules.FREECELL.replace(cells=2), Options.CLASSIC)
    assert Game(Deal(1), Rules.FREECELL.replace(cells=3)).rules.cells == 3


def test_share_codes() -> None:
    game = Game.from_code(" fc1-c2-aaaa akh ", Options.OPEN)
    assert (game.deal.number, game.rules.cells) == (327, 2)
    assert game.rules.foundation_takeback
    assert game.code() == "FC1-C2-AAAAAKH"
    assert Game(Deal(327), options=Options.OPEN).code() == "FC1-C4-AAAAAKH"
    for bad in ("FC1-C4-AAAAAK", "FC1-C4-AAAAA1H", "FC2-C4-AAAAAKH", "", "FC1-C4"):
        with pytest.raises(ParseError):
            Game.from_code(bad, Options.OPEN)
    with pytest.raises(FreeCellError, match="cells"):
        Game.from_code("FC1-C3-AAAAAKH", Options.OPEN)
    with pytest.raises(FreeCellError, match="share code"):
        Game(Deal(1, Rules.BAKERS_GAME)).code()


def test_oyna_counts_eight_moves_and_wins_in_83_more() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    for number, touched in enumerate(("3D", "2C", "QC")):
        assert str(game.state.columns[5][-1]) == touched
        turn = game.play(Move("6", "abc"[number]))
    assert turn.automatic == ()
    assert game.play("56").move == Move("5", "6")
    assert game.play("52").move == Move("5", "2")
    assert [str(column[-1]) for column in game.state.columns][1] == "8H"
    assert game.move_count() == 8
    plan = game.auto_solve()
    assert plan.verdict is Verdict.SOLVED
    assert plan.length() <= 83
    for move in plan.moves():
        game.play(move)
    assert game.is_won()
    assert game.move_count() == 8 + plan.length()


@pytest.mark.parametrize("number", MISSED)
def test_oyna_wins_the_deals_that_the_published_program_misses(number: int) -> None:
    game = Game(Deal(number), options=Options.OYNA)
    advice = game.hint()
    assert advice is not None
    assert advice.basis is Basis.SOLUTION
    assert game.auto_solve().verdict is Verdict.SOLVED


def test_oyna_has_a_hint_of_a_win_at_the_start_of_182() -> None:
    advice = Game(Deal(182), options=Options.OYNA).hint()
    assert advice is not None
    assert (advice.basis, advice.verdict) == (Basis.SOLUTION, Verdict.SOLVED)


@pytest.mark.slow
def test_oyna_wins_deals_1_to_1000_within_both_budgets() -> None:
    for number in range(1, 1001):
        game = Game(Deal(number), options=Options.OYNA)
        advice = game.hint()
        assert advice is not None
        assert advice.basis is Basis.SOLUTION
        plan = Game(Deal(number), options=Options.OYNA).auto_solve()
        assert plan.verdict is Verdict.SOLVED
        for move in plan.moves():
            game.play(move)
        assert game.is_won()
