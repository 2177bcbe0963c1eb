"""Uses that the types must allow: checked by ``check.py``, never run."""

from __future__ import annotations

import random
import time
from threading import Event
from typing import Literal, assert_type

import freecell.draw
from freecell import (
    CARDS,
    AmbiguousMoveError,
    AutoPlay,
    Basis,
    Build,
    Card,
    Deal,
    EmptyColumns,
    Fault,
    FaultKind,
    FreeCellError,
    Hint,
    IllegalMoveError,
    InvalidStateError,
    Measure,
    Move,
    ParseError,
    Pile,
    Replay,
    Rules,
    Search,
    Solution,
    Solver,
    Spot,
    State,
    Suit,
    Supermoves,
    Turn,
    Verdict,
    __version__,
    deal_layouts,
    lower_bound,
    replay,
)
from freecell.play import (
    Game,
    Options,
    Place,
    Scoring,
    Statistics,
    double_click,
    tap,
    targets,
    why_no_tap,
    why_not,
)

assert_type(__version__, str)


def cards(card: Card, suit: Suit) -> None:
    assert_type(CARDS[0], Card)
    assert_type(Card(10, Suit.HEARTS), Card)
    assert_type(Card.parse("TH"), Card)
    assert_type(Suit.parse("H"), Suit)
    assert_type((card.rank, card.suit, card.index), tuple[int, Suit, int])
    assert_type((card.is_red, card.symbol, suit.letter, suit.symbol), tuple[bool, str, str, str])
    assert_type(sorted({card, *CARDS}), list[Card])
    assert_type((card < CARDS[0], card >= CARDS[0]), tuple[bool, bool])
    assert_type({card: 1}[card], int)


def rules(game: Rules) -> None:
    assert_type(Rules(cells=3, build=Build.SAME_SUIT, empty_columns=EmptyColumns.KINGS_ONLY), Rules)
    assert_type(Rules.FREECELL.replace(supermoves=Supermoves.OFF, foundation_takeback=True), Rules)
    assert_type(Rules.parse("bakers_game"), Rules)
    assert_type(Rules.named(), dict[str, Rules])
    assert_type((game.cells, game.columns, game.ranks), tuple[int, int, int])
    assert_type(game.supermoves, Supermoves)
    assert_type(AutoPlay.parse("horne"), AutoPlay)
    assert_type(Build.parse("any_suit"), Build)


def piles_and_moves(pile: Pile, move: Move) -> None:
    assert_type(Pile("3"), Pile)
    assert_type(Pile.column(2), Pile)
    assert_type(Pile.cell(0), Pile)
    assert_type((pile.name, pile.index, pile.suit), tuple[str, int, Suit | None])
    assert_type((pile.is_column, pile.is_cell, pile.is_home), tuple[bool, bool, bool])
    assert_type(Move("2", Pile("6"), 3), Move)
    assert_type(Move(source=pile, target="a"), Move)
    assert_type(Move.parse("26v3"), Move)
    assert_type((move.source, move.target, move.count), tuple[Pile, Pile, int])
    assert_type(min({move, Move("2", "a")}), Move)
    assert_type((pile <= pile, move > move), tuple[bool, bool])


def states(state: State, style: Literal["standard", "extended"]) -> None:
    assert_type(State([["2C", Card.parse("AC")], ()], ["AS", None], [0, 0, 0, 0], Rules.FREECELL), State)
    assert_type(State(iter([iter(CARDS)])), State)
    assert_type(State.parse(str(state), rules=state.rules), State)
    assert_type(State.parse(str(state), by="columns"), State)
    assert_type(State.from_bytes(state.to_bytes()), State)
    assert_type(state.columns, tuple[tuple[Card, ...], ...])
    assert_type(state.cells, tuple[Card | None, ...])
    assert_type(state.foundations, tuple[int, int, int, int])
    assert_type(state.rules, Rules)
    assert_type(state.piles(), dict[Pile, tuple[Card, ...]])
    assert_type(state.piles()[Pile.foundation(Suit.HEARTS)], tuple[Card, ...])
    assert_type(Pile.HOME, Pile)
    assert_type(random.choice(state.legal_moves()), Move)
    assert_type(len(state.distinct_moves()), int)
    move = state.legal_moves()[0]
    assert_type((state.is_legal(move), state.is_legal("26")), tuple[bool, bool])
    assert_type(state.why_illegal("26"), str | None)
    assert_type(state.play(move).play("26"), State)
    assert_type(state.play_all("26 76"), State)
    assert_type(state.play_all(["26", move], AutoPlay.HORNE), State)
    assert_type(state.play_all((step for step in state.expand(move)), autoplay=AutoPlay.SAFE), State)
    assert_type(state.parse_move("26"), Move)
    assert_type(state.format_move(move, "standard") + state.format_move("26", style=style), str)
    assert_type(state.moved_cards(move), tuple[Card, ...])
    assert_type(state.expand("26"), tuple[Move, ...])
    assert_type(state.capacity() + state.capacity(to_empty=True), int)
    assert_type(state.automoves(AutoPlay.ALL), tuple[Move, ...])
    assert_type(state.autoplay(AutoPlay.ALL).canonical(), State)
    assert_type((state.is_won(), state.is_stuck(), state.is_sorted()), tuple[bool, bool, bool])
    assert_type({state: state.key()}, dict[State, bytes])
    assert_type(state.perft(3), int)


def deals(deal: Deal) -> None:
    assert_type(Deal(617), Deal)
    assert_type(Deal(617, Rules.BAKERS_GAME), Deal)
    assert_type(Deal.parse(str(deal)), Deal)
    assert_type(Deal.parse(str(deal), deal.rules, by="rows"), Deal)
    assert_type(Deal.from_cards(CARDS), Deal)
    assert_type(Deal.random(random.Random(1), first=1, last=32_000, winnable=True), Deal)
    assert_type(Deal.from_code(deal.code()), Deal)
    assert_type((deal.number, deal.find_number()), tuple[int | None, int | None])
    assert_type(deal.columns, tuple[tuple[Card, ...], ...])
    assert_type(deal.rules, Rules)
    assert_type(deal.state(), State)
    assert_type(deal.state(Rules(cells=3)), State)
    assert_type(bytes(deal_layouts(1, 100)), bytes)


def solving(deal: Deal, state: State) -> None:
    solution = Solver(max_nodes=100_000, max_seconds=1.5).solve(deal)
    assert_type(solution, Solution)
    assert_type(Solver().solve(state).start, State)
    assert_type(solution.verdict, Verdict)
    if solution.verdict is Verdict.SOLVED:
        assert_type(solution.moves, tuple[Move, ...])
        assert_type(solution.states(), tuple[State, ...])
        assert_type(solution.notation("extended", AutoPlay.NONE), str)
    assert_type((solution.nodes, solution.seconds), tuple[int, float])
    short = Solver(goal="short", measure=Measure.player(AutoPlay.ALL, on_deal=True), max_nodes=1)
    assert_type((short.goal, short.measure), tuple[Literal["any", "short", "optimal"], Measure | None])
    told: list[Solution] = []
    found = short.solve(deal, on_solution=told.append, on_progress=lambda nodes, home, memory: None)
    assert_type((found.measure, found.measure.autoplay), tuple[Measure, AutoPlay | None])
    assert_type((found.lower_bound, found.optimal), tuple[int, bool])
    assert_type(found.length() + found.length(Measure.CARDS) + found.length(Measure.player(on_deal=True)), int)
    assert_type(found.turns(AutoPlay.ALL), tuple[Turn, ...])
    assert_type(lower_bound(state, Measure.CARDS), int)
    with short.start(state) as search:
        assert_type(search, Search)
        assert_type(search.run(nodes=1_000, seconds=1.5) == "paused", bool)
        search.max_nodes, search.max_seconds, search.max_memory = None, 1, 10**6
        assert_type((search.nodes, search.seconds, search.solution), tuple[int, float, Solution])
    for each in short.solve_many([deal, state], on_progress=lambda searched, nodes: None, cancel=Event()):
        assert_type(each, Solution)
    if (hint := short.hint(deal)) is not None:
        assert_type((hint.move, hint.basis, hint.remaining), tuple[Move, Basis, int | None])
    checked = replay(deal, "26 76", AutoPlay.HORNE, on_deal=True)
    assert_type(checked, Replay)
    assert_type(checked.won, bool)
    assert_type(replay(state, solution.moves).states, tuple[State, ...])
    assert_type((checked.error, checked.failed_at), tuple[FreeCellError | None, int | None])


def games(deal: Deal, state: State, move: Move) -> None:
    game = Game(deal)
    assert_type(Game(state), Game)
    assert_type(Game(state, Rules(cells=3), Options.OPEN, clock=time.perf_counter).start, State)
    assert_type(Game(deal, Rules(cells=3), Options.OYNA, clock=time.perf_counter), Game)
    assert_type(Game.from_code("FC1-C4-AAAAAKH", options=Options.OPEN), Game)
    assert_type((game.deal, game.rules, game.options), tuple[Deal | None, Rules, Options])
    assert_type((game.start, game.state, game.autoplay), tuple[State, State, AutoPlay])
    assert_type((game.dealt, game.turns, game.undone), tuple[tuple[Move, ...], tuple[Turn, ...], tuple[Turn, ...]])
    assert_type((game.play(move), game.play("6a"), game.undo(), game.redo()), tuple[Turn, Turn, Turn, Turn])
    assert_type((game.turns[0].move, game.turns[0].automatic), tuple[Move, tuple[Move, ...]])
    assert_type((game.can_undo(), game.can_redo(), game.is_paused()), tuple[bool, bool, bool])
    assert_type((game.player_moves(), game.move_count(), game.score()), tuple[int, int, int])
    assert_type((game.automatic_moves(), game.card_moves(), game.seconds()), tuple[int, int, float])
    assert_type((game.tap("6"), game.tap(move.source, 2)), tuple[Move | None, Move | None])
    assert_type(game.double_click("a"), Move | None)
    assert_type(game.targets("6", depth=1), dict[Pile, Move])
    assert_type((game.why_not("6"), game.why_not("6", 1, "h")), tuple[str | None, str | None])
    assert_type(game.finish(), tuple[Move, ...])
    assert_type(game.hint(), Hint | None)
    plan = game.auto_solve(on_progress=lambda nodes, home, memory: print(nodes), every=1, cancel=Event())
    assert_type(plan, Solution)
    assert_type(game.play_all(plan.moves), tuple[Turn, ...])
    assert_type((game.is_won(), game.is_stuck(), game.is_lost()), tuple[bool, bool, bool])
    assert_type(Game.load(game.save()), Game)
    assert_type(Options(tap_order=(Place.HOME,), scoring=Scoring(10), undo_limit=None), Options)
    assert_type(Options.OPEN.draw(random.Random(1), winnable=True), Deal)
    assert_type(Statistics().after(won=True, seconds=12.5, deal=617).best_seconds, float | None)
    assert_type(Statistics().best_time(617), float | None)
    assert_type(Statistics().best_times, tuple[tuple[int, float], ...])


def touches(state: State, pile: Pile) -> None:
    assert_type(tap(state, "6"), Move | None)
    assert_type(tap(state, pile, 1, [Place.HOME]), Move | None)
    assert_type(double_click(state, pile, depth=1), Move | None)
    assert_type(targets(state, "6", order=Options.OPEN.tap_order), dict[Pile, Move])
    assert_type((why_not(state, "6"), why_not(state, pile, 1, Pile.HOME)), tuple[str | None, str | None])
    assert_type(why_no_tap(state, "6", order=(Place.CELL, Place.HOME)), str | None)


def pictures(deal: Deal, state: State, game: Game, solution: Solution) -> None:
    assert_type(freecell.draw.text(deal, symbols=True, colour=False), str)
    assert_type(freecell.draw.svg(state, move="54", highlight=["AS", Pile("a"), CARDS[0]], theme="dark"), str)
    assert_type(freecell.draw.svg(state, move=state.legal_moves()[0], highlight="AS b"), str)
    assert_type(freecell.draw.svg(state, paths=True, foundation_order=[Suit.HEARTS, *list(Suit)[1:]]), str)
    assert_type(freecell.draw.text(state, foundation_order="HCDS"), str)
    assert_type(freecell.draw.html(solution, title="A win", foundation_order=tuple(Suit)), str)
    assert_type(freecell.draw.html(game) + freecell.draw.html(state, game.finish(), AutoPlay.NONE), str)
    assert_type(freecell.draw.html(deal, "26 76", on_deal=True, theme="light"), str)


def errors(state: State) -> None:
    try:
        state.play("26")
    except ParseError as error:
        assert_type((error.reason, error.text, error.line, error.column), tuple[str, str, int, int])
    except IllegalMoveError as error:
        assert_type((error.move, error.state), tuple[Move | str, State])
        assert_type((error.reason, error.number), tuple[str, int | None])
    except AmbiguousMoveError as error:
        assert_type((error.text, error.moves), tuple[str, tuple[Move, ...]])
    except InvalidStateError as error:
        assert_type(error.faults, tuple[Fault, ...])
        assert_type([fault for fault in error.faults if fault.kind is FaultKind.MISSING], list[Fault])
        for fault in error.faults:
            assert_type((fault.kind, fault.reason), tuple[FaultKind, str])
            assert_type((fault.card, fault.spots), tuple[Card | None, tuple[Spot, ...]])
            for spot in fault.spots:
                assert_type((spot.pile, spot.index), tuple[Pile, int | None])
                assert_type((spot.line, spot.column), tuple[int | None, int | None])
    except FreeCellError as error:
        assert_type(error.with_traceback(None), FreeCellError)
