"""Uses that the types must refuse: every line with a comment ``# error:``, and no other; never run."""

# ruff: noqa: B015, B018, F841
from __future__ import annotations

import random
from collections.abc import Hashable

import freecell.draw
from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Card,
    Deal,
    Fault,
    FaultKind,
    InvalidStateError,
    Measure,
    Move,
    Pile,
    Rules,
    Solver,
    Spot,
    State,
    Suit,
    deal_layouts,
    replay,
)
from freecell.play import Game, Options, Scoring, Statistics, tap, targets, why_not


def cards(card: Card, suit: Suit) -> None:
    Card(10)  # error: call-arg
    Card("10", Suit.HEARTS)  # error: arg-type
    Card(10, 2)  # error: arg-type
    Card.parse(10)  # error: arg-type
    Suit.parse(b"H")  # error: arg-type
    card.rank = 3  # error: misc
    card.colour  # error: attr-defined
    card < 3  # error: operator
    CARDS[0] = card  # error: index
    letter: int = suit.letter  # error: assignment


class MyCard(Card): ...  # error: misc


class MyPile(Pile): ...  # error: misc


class MyMove(Move): ...  # error: misc


class MyState(State): ...  # error: misc


def rules(game: Rules) -> None:
    Rules(3)  # error: call-arg
    Rules(cells="3")  # error: arg-type
    Rules(build=0)  # error: arg-type
    Rules(jokers=2)  # error: call-arg
    game.cells = 3  # error: misc
    game < game  # error: operator
    AutoPlay.parse(2)  # error: arg-type
    build: Build = AutoPlay.NONE  # error: assignment


def piles_and_moves(pile: Pile, move: Move) -> None:
    Pile(3)  # error: arg-type
    Pile(name="3")  # error: call-arg
    Pile.column("3")  # error: arg-type
    pile.name = "4"  # error: misc
    pile < "4"  # error: operator
    Move("2")  # error: call-arg
    Move(2, 6)  # error: arg-type, arg-type
    Move("2", "6", 3.7)  # error: arg-type
    Move("2", "6", "3")  # error: arg-type
    Move.parse(26)  # error: arg-type
    move.count = 2  # error: misc
    move.source = pile  # error: misc
    move < pile  # error: operator
    move.suit  # error: attr-defined
    pile.suit.letter  # error: union-attr


def states(state: State, move: Move) -> None:
    State()  # error: call-arg
    State([["2C"], [2]])  # error: list-item
    State([], rules="freecell")  # error: arg-type
    State([[None]])  # error: list-item
    State.parse(b"2C")  # error: arg-type
    State.parse("2C", by="row")  # error: arg-type
    State.parse("2C", Rules.FREECELL, "rows")  # error: call-arg
    Deal.parse("2C", by=True)  # error: arg-type
    State.from_bytes("2C")  # error: arg-type
    state.columns[0].append(CARDS[0])  # error: attr-defined
    state.cells[0] = None  # error: index
    state.cells[0].rank  # error: union-attr
    state.rules.cells = 3  # error: misc
    state.columns = ()  # error: misc
    state.legal_moves().append(move)  # error: attr-defined
    state.play(3)  # error: arg-type
    state.play("2", "6")  # error: call-arg
    state.push(move)  # error: attr-defined
    state.play_all(26)  # error: arg-type
    state.play_all([2, 6])  # error: list-item, list-item
    state.play_all("26", "horne")  # error: arg-type
    state.parse_move(move)  # error: arg-type
    state.format_move(move, "long")  # error: arg-type
    state.automoves("horne")  # error: arg-type
    state.autoplay()  # error: call-arg
    state.perft(1.5)  # error: arg-type
    state.capacity("yes")  # error: arg-type
    state < state  # error: operator
    state.why_illegal(move).upper()  # error: union-attr
    moved: Card = state.moved_cards(move)  # error: assignment


def faults(error: InvalidStateError, fault: Fault, spot: Spot) -> None:
    error.reasons  # error: attr-defined
    error.faults[0] = fault  # error: index
    InvalidStateError(["2C is twice"])  # error: list-item
    Fault("missing", "2C is missing")  # error: arg-type
    Fault(FaultKind.MISSING)  # error: call-arg
    fault.kind = FaultKind.DUPLICATE  # error: misc
    fault.card.rank  # error: union-attr
    fault.pile  # error: attr-defined
    Spot("1")  # error: arg-type
    spot.index + 1  # error: operator


class MyFault(Fault): ...  # error: misc


def deals(deal: Deal, state: State) -> None:
    Deal("617")  # error: arg-type
    Deal(617.0)  # error: arg-type
    Deal(617, "bakers_game")  # error: arg-type
    Deal.random(random)  # error: arg-type
    Deal.random(winnable="yes")  # error: arg-type
    deal.number + 1  # error: operator
    deal.number = 3  # error: misc
    deal.play("26")  # error: attr-defined
    deal_layouts(1)  # error: call-arg
    deal_layouts("1", 2)  # error: arg-type
    Solver("short")  # error: call-arg
    Solver(goal="shortest")  # error: arg-type
    Solver(goal="short", measure="cards")  # error: arg-type
    Measure.player("all")  # error: arg-type
    Measure.CARDS.on_deal = True  # error: misc
    Solver(goal="short").goal = "any"  # error: misc
    Solver(max_nodes="100")  # error: arg-type
    Solver().solve(617)  # error: arg-type
    Solver().solve(deal).moves = ()  # error: misc
    Solver().solve(deal).notation("long")  # error: arg-type
    Solver().solve(deal).length("cards")  # error: arg-type
    Solver().solve(deal).length(measure=Measure.CARDS, autoplay=2)  # error: call-arg
    Solver().solve(deal).turns(2)  # error: arg-type
    Solver().solve(deal).optimal = True  # error: misc
    Solver().solve(deal, on_solution=lambda nodes, home: None)  # error: arg-type, misc
    Solver().solve(deal, print)  # error: call-arg
    Solver().start(deal).run("100")  # error: arg-type
    Solver().start(deal).nodes = 5  # error: misc
    Solver().hint(deal).move  # error: union-attr
    replay("617", "26")  # error: arg-type
    replay(deal, "26", "horne")  # error: arg-type


class MyDeal(Deal): ...  # error: misc


def games(game: Game, state: State) -> None:
    Game(617)  # error: arg-type
    Game(str(state))  # error: arg-type
    Game(game.deal)  # error: arg-type
    game.deal.number  # error: union-attr
    Game(state, Options.OYNA)  # error: arg-type
    Game(state, options="oyna")  # error: arg-type
    Game(state, clock=3.0)  # error: arg-type
    game.state = state  # error: misc
    game.turns[0].move = game.finish()[0]  # error: misc
    game.play(3)  # error: arg-type
    game.undo(2)  # error: call-arg
    game.tap(6)  # error: arg-type
    game.tap("6").target  # error: union-attr
    game.targets("6")["h"]  # error: index
    game.hint().move  # error: union-attr
    game.auto_solve(cancel=True)  # error: arg-type
    game.auto_solve(on_progress=print).turns[0]  # error: index
    key: Hashable = game  # error: assignment
    Game.load(b"{}")  # error: arg-type
    Options(AutoPlay.NONE)  # error: call-arg
    Options(autoplay="horne")  # error: arg-type
    Options(tap_order=("home",))  # error: arg-type
    Options.OYNA.undo_limit = 5  # error: misc
    Scoring(home="10")  # error: arg-type
    Statistics().after(True)  # error: call-arg
    Statistics().after(won="yes")  # error: arg-type


def touches(game: Game, state: State) -> None:
    tap(game, "6")  # error: arg-type
    tap(state, 6)  # error: arg-type
    tap(state, "6", order=["home"])  # error: list-item
    targets(state)  # error: call-arg
    why_not(state, "6", "h")  # error: arg-type


def pictures(game: Game, state: State) -> None:
    freecell.drawing  # error: attr-defined
    freecell.draw.text(617)  # error: arg-type
    freecell.draw.text(state, True)  # error: call-arg
    freecell.draw.svg(617)  # error: arg-type
    freecell.draw.svg(state, theme="blue")  # error: arg-type
    freecell.draw.svg(state, highlight=[3])  # error: list-item
    freecell.draw.svg(state, foundation_order=3)  # error: arg-type
    freecell.draw.html("617")  # error: arg-type
    freecell.draw.html(game, title=3)  # error: arg-type
    freecell.draw.html(state, "26", "horne")  # error: arg-type
