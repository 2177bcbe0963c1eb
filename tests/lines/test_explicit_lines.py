"""Lines with every move home in them, read with autoplay: what is home already counts as made."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import deal_numbers

from freecell import (
    AutoPlay,
    Deal,
    FreeCellError,
    IllegalMoveError,
    Measure,
    Move,
    Rules,
    Solution,
    Solver,
    Verdict,
    draw,
    replay,
)
from freecell._reading import count_single_cards, count_turns, read_turns, write_turns

GAMES = [Rules.FREECELL, Rules.FREECELL.replace(foundation_takeback=True), Rules.EIGHT_OFF, Rules.SEAHAVEN_TOWERS]


@pytest.mark.parametrize("policy", [AutoPlay.NONE, AutoPlay.CAUTIOUS, AutoPlay.HORNE])
@pytest.mark.parametrize("on_deal", [False, True])
def test_the_moves_of_a_solution_replay_under_any_safe_autoplay(policy: AutoPlay, on_deal: bool) -> None:
    skipped = 0
    for number in range(1, 101):
        solution = Solver().solve(Deal(number))
        played = replay(Deal(number), solution.moves, policy, on_deal)
        assert played.won
        assert (played.error, played.failed_at) == (None, None)
        made = len(played.dealt) + sum(len(turn.all_moves()) for turn in played.turns)
        assert made == len(solution.moves), "no card goes home twice, and a run is not cut"
        skipped += len(solution.moves) - len(played.turns)
        assert "<title>" in draw.html(Deal(number), solution.moves, policy, on_deal)
    assert (skipped > 1_000) == (policy is not AutoPlay.NONE)


def never(*_: object) -> list[str]:
    raise AssertionError("the style has counts")


def test_the_turns_of_a_line_are_those_of_its_replay() -> None:
    for number, rules in product(range(1, 31), GAMES):
        solution = Solver(max_nodes=20_000).solve(Deal(number, rules))
        if solution.verdict is not Verdict.SOLVED:
            continue
        policy = rules.usual_autoplay
        turns = read_turns(solution.start, solution.moves, policy, False)
        assert turns == solution.turns() == replay(solution.start, solution.moves).turns
        assert len(turns) == count_turns(solution.start, solution.moves, policy, False)
        text = write_turns(solution.start, solution.moves, policy, False, "extended", never)
        assert text == solution.notation("extended")
        states = [solution.start, *(turn.state for turn in turns)]
        assert text.split() == [state.format_move(turn.move) for state, turn in zip(states, turns, strict=False)]
        assert turns[-1].state.is_won()


@given(deal_numbers(), st.integers(0, 60), st.sampled_from(AutoPlay))
def test_a_part_of_a_line_is_read_as_far_as_it_goes(number: int, length: int, policy: AutoPlay) -> None:
    """The twin of the compiled reader: two positions side by side, one move after the other."""
    solution = Solver(max_nodes=5_000).solve(Deal(number))
    moves = solution.moves[:length]
    ours = theirs = solution.start
    turns = []
    spoiled = ""
    try:
        for move in moves:
            cards = ours.moved_cards(move)
            ours = ours.play(move)
            left = sum(card.rank > theirs.foundations[card.suit] for card in cards)
            if left:
                turns.append(theirs.turn(Move(move.source, move.target, left), policy))
                theirs = turns[-1].state
    except IllegalMoveError as error:
        spoiled = str(error)
    if spoiled:
        with pytest.raises(FreeCellError, match=f"autoplay {policy} spoils this line: ") as caught:
            read_turns(solution.start, moves, policy, False)
        assert spoiled in str(caught.value)
        assert caught.value.number is not None
        assert read_turns(solution.start, moves[: caught.value.number - 1], policy, False) == tuple(turns)
        return
    assert read_turns(solution.start, moves, policy, False) == tuple(turns)
    assert count_turns(solution.start, moves, policy, False) == len(turns)


def test_single_cards_are_counted_as_expand_counts_them() -> None:
    runs = 0
    for number, rules in product(range(1, 41), (*GAMES, Rules.FREECELL.replace(cells=1), Rules.BAKERS_GAME)):
        solution = Solver(max_nodes=5_000).solve(Deal(number, rules))
        states = solution.states()
        singles = [len(state.expand(move)) for state, move in zip(states, solution.moves, strict=False)]
        assert count_single_cards(solution.start, solution.moves) == sum(singles)
        runs += sum(count > 5 for count in singles)
    assert runs > 100


def test_a_line_that_autoplay_spoils_says_where() -> None:
    spoiled = 0
    for number in range(1, 41):
        solution = Solver().solve(Deal(number))
        played = replay(Deal(number), solution.moves, AutoPlay.ALL)
        if played.error is None:
            assert played.won
            continue
        spoiled += 1
        assert played.failed_at == played.error.number
        assert str(played.error).startswith(f"move {played.failed_at}: autoplay all spoils this line: ")
        made = replay(Deal(number), solution.moves[: (played.failed_at or 0) - 1], AutoPlay.ALL)
        assert made.error is None
        assert made.turns == played.turns
        with pytest.raises(FreeCellError, match="spoils this line"):
            draw.html(Deal(number), solution.moves, AutoPlay.ALL)
    assert spoiled > 3


def test_the_moves_of_a_player_are_read_as_they_are() -> None:
    """Moves that can be made one after the other with autoplay are not an explicit line, even if they could be one."""
    for number in range(1, 41):
        solution = Solver().solve(Deal(number))
        moves = [turn.move for turn in solution.turns()]
        assert replay(Deal(number), moves).turns == solution.turns()


def test_a_part_of_a_line_is_recognized() -> None:
    """A move home that autoplay has made is not made again with the next card of the pile."""
    solution = Solver(max_nodes=20).solve(Deal(25_790))
    assert [str(move) for move in solution.moves] == ["6h", "4h"]
    assert [str(turn) for turn in replay(Deal(25_790), solution.moves).turns] == ["6h 4h"]
    rng = random.Random(2)
    misread = 0
    for number in range(1, 1001):
        solution = Solver(max_nodes=rng.choice([20, 200, 5_000])).solve(Deal(number))
        part = solution.moves[: rng.randrange(len(solution.moves) + 1)]
        turns = read_turns(solution.start, part, AutoPlay.HORNE, False)
        assert replay(solution.start, part).turns == turns
        moves = [turn.move for turn in turns]
        misread += [turn.move for turn in replay(solution.start, moves).turns] != moves
    assert misread <= 2, "a move that is made twice from the same pile may be read either way"


def test_a_line_that_fails_either_way_has_the_error_of_a_player() -> None:
    moves = [Move("1", "a"), Move("2", "a"), Move("3", "h")]
    played = replay(Deal(617), moves)
    assert played.failed_at == 2
    assert isinstance(played.error, IllegalMoveError)
    assert played.error.move == Move("2", "a")


def test_lines_are_checked() -> None:
    state = Deal(617).state()
    for moves in ([Move("1", "a"), Move("1", "a")], [Move("1", "h")]):
        solution = Solution(state, Verdict.UNKNOWN, tuple(moves), 0, 0.0)
        for ask in (solution.length, solution.turns, solution.notation, lambda s=solution: s.length(Measure.CARDS)):
            with pytest.raises(IllegalMoveError) as caught:
                ask()
            assert caught.value.number == len(moves)
    for bad in ("1a", None, 5):
        with pytest.raises(TypeError, match="move 1"):
            Solution(state, Verdict.UNKNOWN, (bad,), 0, 0.0).length()  # type: ignore[arg-type]
