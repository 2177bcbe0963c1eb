"""A session with history: what a user interface holds."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from threading import Event
from typing import Final

from freecell._arguments import shortened
from freecell._core import Move, Pile, State
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.line import Turn, take
from freecell.play.advice import Advice, Adviser, Plan
from freecell.play.history import History
from freecell.play.options import Options
from freecell.play.saves import Reader, read, write
from freecell.play.stopwatch import Stopwatch
from freecell.play.touch import double_click, tap, targets, why_no_tap, why_not
from freecell.rules import AutoPlay, Rules
from freecell.solution import Verdict
from freecell.solver import Progress

__all__ = ["Game"]

_USUAL: Final = Options()

_LATEST: Final = 2.0**53
"""What no clock reaches, in seconds; no NaN is less."""


class Game:
    """A game as a player plays it: a position, how it came about, and what can be taken back.

    >>> from freecell import Deal
    >>> from freecell.play import Game, Options
    >>> game = Game(Deal(1), options=Options.OYNA)
    >>> game.play("6a")
    Turn(move=Move('6', 'a'), automatic=())
    >>> len(game.play("6b").automatic), game.state.foundations
    (3, (2, 0, 0, 1))
    >>> game.undo().move, game.state.foundations
    (Move('6', 'b'), (0, 0, 0, 0))

    Games are equal when the deal, rules, options and history are, what can be redone too; time does not count.
    Whatever raises an error leaves the game as it was. Copies go their own way, and are paused, as loaded games are.

    Args:
        deal: the deal.
        rules: the game to play, where it is not the one dealt for.
        options: how it is played.
        clock: what gives the time in seconds; it should never go back.

    Raises:
        FreeCellError: something is of the wrong kind, or the options do not accept the deal.
        InvalidStateError: the layout does not fit the rules.
    """

    __hash__ = None  # type: ignore[assignment]

    _history: History
    _watch: Stopwatch

    def __init__(
        self,
        deal: Deal,
        rules: Rules | None = None,
        options: Options = _USUAL,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not isinstance(options, Options):
            raise FreeCellError(f"options must be Options, such as Options.CLASSIC, not {shortened(options)}")
        if not callable(clock):
            raise FreeCellError(f"the clock must be a function that gives seconds, not {shortened(clock)}")
        start = options.start(deal, rules)
        self._given = rules
        self._deal = deal
        self._options = options
        self._start = start
        self._clock = clock
        self._autoplay = start.rules.usual_autoplay if options.autoplay is None else options.autoplay
        self._adviser = Adviser(self._autoplay, options.hint_nodes, options.solve_nodes)
        self._lost: set[bytes] = set()  # the keys of positions that are proven lost, with whatever budget
        self._dealt = start.automoves(self._autoplay) if options.on_deal else ()
        self.restart()

    # The history

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self._deal

    @property
    def options(self) -> Options:
        """How it is played."""
        return self._options

    @property
    def rules(self) -> Rules:
        """The rules that hold, with what the options say of them."""
        return self._start.rules

    @property
    def autoplay(self) -> AutoPlay:
        """What goes home by itself after each move."""
        return self._autoplay

    @property
    def start(self) -> State:
        """The position as dealt, before anything went home by itself."""
        return self._start

    @property
    def dealt(self) -> tuple[Move, ...]:
        """What went home by itself on the deal."""
        return self._dealt

    @property
    def state(self) -> State:
        """The position now."""
        return self._history.state

    @property
    def moves(self) -> tuple[Turn, ...]:
        """What was played and not taken back: each move with what went home by itself after it."""
        history = self._history
        return history.turns[: history.played]

    @property
    def undone(self) -> tuple[Turn, ...]:
        """What was taken back and can be made again, the next first."""
        history = self._history
        return history.turns[history.played :]

    def states(self) -> tuple[State, ...]:
        """Give the positions of the history.

        Returns:
            The first position, after what went home on the deal, and that after each of :attr:`moves`.
        """
        history = self._history
        return history.states[: history.played + 1]

    def play(self, move: Move | str) -> Turn:
        """Make a move, and what goes home by itself after it; what was undone before is dropped.

        Args:
            move: the move, or its notation.

        Returns:
            The move with its automatic tail.

        Raises:
            ParseError: the text is no move.
            IllegalMoveError: the rules do not allow it here.
            AmbiguousMoveError: the text may mean two moves.
        """
        now = self._now()
        history = self._history
        made = self._make(move, history.state, history.score)
        self._set(history.extended([made], self._options.undo_limit), now)
        return made[0]

    def _make(self, move: Move | str, state: State, score: int) -> tuple[Turn, State, int]:
        turn, after = take(state, move, self._autoplay)
        return turn, after, self._score(score, turn.moves())

    def can_undo(self) -> bool:
        """Tell whether a move can be taken back."""
        return self._history.played > self._history.kept

    def can_redo(self) -> bool:
        """Tell whether a move that was taken back can be made again."""
        return self._history.played < len(self._history.turns)

    def undo(self) -> Turn:
        """Take back the player's last move, with what went home by itself after it.

        Returns:
            What was taken back.

        Raises:
            FreeCellError: nothing was played, or the undo limit is reached.
        """
        now = self._now()
        history = self._history
        if history.played == 0:
            raise FreeCellError("there is no move to take back")
        if history.played == history.kept:
            limit = self._options.undo_limit
            raise FreeCellError(f"no more can be taken back: under these options the last {limit} moves can")
        self._set(history.at(history.played - 1), now)
        return history.turns[history.played - 1]

    def redo(self) -> Turn:
        """Make again what was taken back last, with the same automatic tail.

        Returns:
            What was made.

        Raises:
            FreeCellError: nothing was taken back since the last move.
        """
        now = self._now()
        history = self._history
        if history.played == len(history.turns):
            raise FreeCellError("there is no move to make again")
        self._set(history.at(history.played + 1), now)
        return history.turns[history.played]

    def restart(self) -> None:
        """Begin anew with the same deal: without history, with counters and time at zero."""
        first = self._start.play_all(self._dealt, AutoPlay.NONE)
        self._history = History((first,), (self._score(0, self._dealt),))
        self._watch = Stopwatch()

    def _set(self, history: History, now: float) -> None:
        """Put another history in the place of this one; the time goes on, or stops at the win."""
        watch = self._watch.going(now)
        self._watch = watch.stopped(now) if history.state.is_won() else watch
        self._history = history

    # The counters

    def player_moves(self) -> int:
        """Count the player's moves, a run as one; what was taken back does not count."""
        return self._history.played

    def automatic_moves(self) -> int:
        """Count the cards that went home by themselves, on the deal too."""
        return len(self._dealt) + sum(len(turn.automatic) for turn in self.moves)

    def card_moves(self) -> int:
        """Count the moves of single cards that all this takes, what went home by itself too."""
        moves = zip(self.states(), self.moves, strict=False)
        return self.automatic_moves() + sum(len(state.expand(turn.move)) for state, turn in moves)

    def move_count(self) -> int:
        """Count the moves as the options say: with what goes home by itself, or without."""
        return self.player_moves() + (self.automatic_moves() if self._options.automatic_counts else 0)

    def score(self) -> int:
        """Give the points made and not taken back, 0 or more; always 0 where the options have no scoring."""
        return self._history.score

    def _score(self, score: int, moves: tuple[Move, ...]) -> int:
        scoring = self._options.scoring
        return 0 if scoring is None else scoring.after(score, moves)

    # The time

    def seconds(self) -> float:
        """Give the time played: from the first move to the win, without pauses; undo does not turn it back."""
        return self._watch.seconds(self._now())

    def is_paused(self) -> bool:
        """Tell whether the game is begun, not won, and the time stands still."""
        return bool(self._history.turns) and self._watch.since is None and not self.is_won()

    def pause(self) -> None:
        """Let the time stand still until :meth:`resume`, or until something is played, undone or redone."""
        self._watch = self._watch.stopped(self._now())

    def resume(self) -> None:
        """Let the time go on after a pause; before the first move and after the win it does nothing."""
        now = self._now()
        if self.is_paused():
            self._watch = self._watch.going(now)

    def _now(self) -> float:
        """Read the clock. It is foreign code, which may fail or play a move: so it is read before anything is done."""
        now: object = self._clock()
        if not isinstance(now, int | float) or not abs(now) < _LATEST:
            raise FreeCellError(f"the clock must give a number of seconds, not {shortened(now)}")
        return float(now)

    # What a click means

    def tap(self, pile: Pile | str, depth: int = 0) -> Move | None:
        """Give the best move of a touched card, by the ``tap_order`` of the options.

        Args:
            pile: the column, the cell, or the foundation (``hc``, ``hd``, ``hh``, ``hs``).
            depth: how many cards lie on the touched one; they go along.

        Returns:
            The move; None where the card can go nowhere that the order names. Of columns the leftmost is taken, and of
            cells. A whole column never goes into an empty one, as nothing would come of it.

        Raises:
            ParseError: the text is no pile.
            FreeCellError: there is no such pile in this game, or no card in that depth.
        """
        return tap(self.state, pile, depth, self._options.tap_order)

    def double_click(self, pile: Pile | str, depth: int = 0) -> Move | None:
        """Give what a double click does: home, else into the leftmost empty cell; from a cell home or nothing.

        Args:
            pile: the column, the cell, or the foundation.
            depth: how many cards lie on the touched one; only the last card of a column goes anywhere.

        Returns:
            The move, or None.

        Raises:
            ParseError: the text is no pile.
            FreeCellError: there is no such pile in this game, or no card in that depth.
        """
        return double_click(self.state, pile, depth)

    def targets(self, pile: Pile | str, depth: int = 0) -> dict[Pile, Move]:
        """Give where a touched card can go, with those that lie on it.

        Args:
            pile: the column, the cell, or the foundation.
            depth: how many cards lie on the touched one.

        Returns:
            The move for each pile that takes it. The best comes first, by the ``tap_order`` of the options; then come
            the other kinds of piles, and last where only places would change. Home is the foundation of the suit, such
            as ``Pile('hs')``.

        Raises:
            ParseError: the text is no pile.
            FreeCellError: there is no such pile in this game, or no card in that depth.
        """
        return targets(self.state, pile, depth, self._options.tap_order)

    def why_not(self, pile: Pile | str, depth: int = 0, target: Pile | str | None = None) -> str | None:
        """Say why a touched card, with those that lie on it, cannot go somewhere.

        Args:
            pile: the column, the cell, or the foundation.
            depth: how many cards lie on the touched one.
            target: where it should go, ``h`` for home; None for anywhere.

        Returns:
            A sentence to show to the player; None if it can go there.

        Raises:
            ParseError: a text is no pile.
            FreeCellError: there is no such pile in this game, or no card in that depth.
        """
        return why_not(self.state, pile, depth, target)

    def why_no_tap(self, pile: Pile | str, depth: int = 0) -> str | None:
        """Say why :meth:`tap` gives no move, also where the card could go to a place that the order leaves out.

        Args:
            pile: the column, the cell, or the foundation.
            depth: how many cards lie on the touched one.

        Returns:
            A sentence to show to the player; None if there is a move.

        Raises:
            ParseError: the text is no pile.
            FreeCellError: there is no such pile in this game, or no card in that depth.
        """
        return why_no_tap(self.state, pile, depth, self._options.tap_order)

    def steps(self, move: Move | str) -> tuple[Move, ...]:
        """Give the moves of single cards that a move stands for, as an animation shows them.

        Args:
            move: a legal move, or its notation.

        Returns:
            The fewest that do it. What goes home by itself then, :meth:`play` tells.

        Raises:
            ParseError: the text is no move.
            IllegalMoveError: the rules do not allow it here.
            AmbiguousMoveError: the text may mean two moves.
        """
        return self.state.expand(move)

    def finish(self) -> tuple[Move, ...]:
        """Give the moves home that end the game when nothing is buried any more.

        Returns:
            What wins when :meth:`play` plays it move by move, so without what goes home by itself; nothing where
            cards are buried still.
        """
        state = self.state
        if not state.is_sorted():
            return ()
        moves: list[Move] = []
        while not state.is_won():
            turn, state = take(state, state.automoves(AutoPlay.ALL)[0], self._autoplay)
            moves.append(turn.move)
        return tuple(moves)

    # What to do

    def hint(self, *, cancel: Event | None = None) -> Advice | None:
        """Give the next move to make.

        It is the next of a win, if one is found within ``hint_nodes`` positions; else a card that can go home; else
        what can be done. Whoever follows it from hint to hint comes to the win that was found, and never to the same
        position again. It may run in a thread of its own.

        Args:
            cancel: an event that ends the search when it is set, from another thread; what is known then is told.

        Returns:
            The move and what it rests on; None where there is none, since the game is won or stuck, or everything leads
            back to where it was before.
        """
        states = self.states()
        if self._are_lost(states):
            advice = Adviser(self._autoplay, 0, 0).hint(states[-1], states, cancel)  # there is nothing to search for
            return None if advice is None else dataclasses.replace(advice, verdict=Verdict.UNSOLVABLE)
        advice = self._adviser.hint(states[-1], states, cancel)
        if advice is not None and advice.verdict is Verdict.UNSOLVABLE:
            self._lost.add(states[-1].key())
        return advice

    def _are_lost(self, states: tuple[State, ...]) -> bool:
        """Tell whether one of these positions is proven lost already, and so all that came of it."""
        return bool(self._lost) and any(state.key() in self._lost for state in states)

    def auto_solve(
        self, *, on_progress: Progress | None = None, every: float = 0.5, cancel: Event | None = None
    ) -> Plan:
        """Search for a win from here, within ``solve_nodes`` positions; what is left of them is used to shorten it.

        Nothing is played. Hints then go along the win. It may run in a thread of its own.

        Args:
            on_progress: called now and then with the positions expanded, the most cards home, and the bytes taken.
            every: how many seconds lie between its calls at the least.
            cancel: an event that ends the search when it is set, from another thread or from ``on_progress``.

        Returns:
            The win; or that there is none; or that the search gave up.

        Raises:
            FreeCellError: ``every`` is no number of seconds, or ``on_progress`` no function.
        """
        states = self.states()
        if self._are_lost(states):
            return Plan(Verdict.UNSOLVABLE)
        plan = self._adviser.plan(states[-1], on_progress, every, cancel)
        if plan.verdict is Verdict.UNSOLVABLE:
            self._lost.add(states[-1].key())
        return plan

    def is_won(self) -> bool:
        """Tell whether all cards are home."""
        return self.state.is_won()

    def is_stuck(self) -> bool:
        """Tell whether there is no legal move, and the game is not won."""
        return self.state.is_stuck() and not self.is_won()

    def is_lost(self, *, cancel: Event | None = None) -> bool:
        """Tell whether it is proven that the game cannot be won from here.

        A proof is searched for within ``hint_nodes`` positions, once for each position. What :meth:`auto_solve` has
        proven counts too, for all that came of that position.

        Args:
            cancel: an event that ends the search when it is set, from another thread; then neither is known.

        Returns:
            True when it is proven; False when a win is known, or neither is.
        """
        states = self.states()
        if self._are_lost(states):
            return True
        lost = self._adviser.is_lost(states[-1], cancel)
        if lost:
            self._lost.add(states[-1].key())
        return lost

    def only_reversible_moves_left(self) -> bool:
        """Tell whether there are moves, and each could be taken back by the very next one, so that nothing comes of it.

        Returns:
            True then, up to the order of columns and cells; False when the game is won or stuck, or a card can go
            home, even if it may come back from there.
        """
        state = self.state
        moves = state.distinct_moves()
        return not self.is_won() and bool(moves) and all(map(self._is_reversible, moves))

    def _is_reversible(self, move: Move) -> bool:
        if move.target.is_home:  # by which the game is won, whether or not the card may come back
            return False
        key = self.state.key()
        _, after = take(self.state, move, self._autoplay)
        return after.key() == key or any(after.play(back).key() == key for back in after.distinct_moves())

    # Names, codes and saved games

    def title(self) -> str:
        """Give what the game is called, as a heading: ``FreeCell deal 617``; without a number, the game alone."""
        rules = self._deal.rules if self._given is None else self._given
        return rules.title(self._deal.number)

    def code(self) -> str:
        """Give the share code of the deal and the number of cells, such as ``FC1-C4-AAAAAKH``.

        Returns:
            The code; that cards come back from home is not in it.

        Raises:
            FreeCellError: the deal has no number, or the game is not FreeCell with some number of cells.
        """
        return self._deal.code(self.rules.replace(foundation_takeback=False))

    @classmethod
    def from_code(cls, text: str, options: Options = _USUAL, *, clock: Callable[[], float] = time.monotonic) -> Game:
        """Begin the game that a share code names.

        Args:
            text: the code, in either case and with white space anywhere.
            options: how it is played.
            clock: what gives the time in seconds.

        Returns:
            The game.

        Raises:
            ParseError: the text is no share code.
            FreeCellError: the options do not accept the deal or the number of cells.
        """
        return cls(Deal.from_code(text), options=options, clock=clock)

    def save(self) -> str:
        """Write the game as JSON: deal, rules, options, history, what can be redone, and time.

        Returns:
            A text that :meth:`load` reads, and every later version will.
        """
        history = self._history
        turns = [
            {"move": str(turn.move), "automatic": [str(move) for move in turn.automatic]} for turn in history.turns
        ]
        return write(
            "game",
            {
                "deal": _deal_data(self._deal),
                "rules": None if self._given is None else str(self._given),
                "options": self._options._data(),
                "turns": turns,
                "played": history.played,
                "kept": history.kept,
                "seconds": self.seconds(),
            },
        )

    @classmethod
    def load(cls, text: str, *, clock: Callable[[], float] = time.monotonic) -> Game:
        """Read a game that was saved: ``Game.load(game.save()) == game``. All its moves are played again.

        Args:
            text: what :meth:`save` gave.
            clock: what gives the time in seconds; the game is paused at first.

        Returns:
            The game.

        Raises:
            ParseError: it is no JSON, of another version, something is missing, unknown or wrong, or a move in it
                cannot be made. The error tells where, by path, line and column.
        """
        saved = read("game", text)
        saved.has_only(["deal", "rules", "options", "turns", "played", "kept", "seconds"])
        rules = saved["rules"].optional(lambda rules: rules.text_of(Rules.parse))
        deal = _read_deal(saved["deal"])
        options = Options._from(saved["options"])
        with saved["deal"].place():
            game = cls(deal, rules, options, clock=clock)
        made: list[tuple[Turn, State, int]] = []
        state, score = game.state, game.score()
        for saved_turn in saved["turns"].items():
            saved_turn.has_only(["move", "automatic"])
            with saved_turn["move"].place():
                turn, state, score = game._make(saved_turn["move"].text_of(Move.parse), state, score)
            if tuple(move.text_of(Move.parse) for move in saved_turn["automatic"].items()) != turn.automatic:
                right = " ".join(map(str, turn.automatic)) or "nothing"
                saved_turn["automatic"].fail(f"after {turn.move} {right} goes home by itself")
            made.append((turn, state, score))
        history = game._history.extended(made, options.undo_limit)
        played = saved["played"].whole(history.kept, history.played)
        kept = saved["kept"].whole(history.kept, 0 if options.undo_limit is None else played)
        game._history = dataclasses.replace(history, played=played, kept=kept)
        game._watch = Stopwatch(saved["seconds"].seconds())
        if not history.turns and game._watch.counted:
            saved["seconds"].fail("no time goes by before the first move")
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        history = self._history
        return self._deal, self._start, self._options, history.turns, history.played, history.kept

    def __getstate__(self) -> dict[str, object]:
        # Another process has another clock, which cannot tell how long it was until then.
        return {**self.__dict__, "_watch": self._watch.stopped(self._now())}

    def __repr__(self) -> str:
        count = self.player_moves()
        moves = f"{count} move{'s' * (count != 1)}"
        return f"<Game of {self._deal!r}: {moves}, {self.state.cards_home()} cards home>"

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()


def _deal_data(deal: Deal) -> dict[str, object]:
    data: dict[str, object] = {"rules": str(deal.rules)}
    if deal.number is not None:
        return {**data, "number": deal.number}
    if deal.cards is not None:
        return {**data, "cards": " ".join(map(str, deal.cards))}
    return {**data, "board": str(deal)}


def _read_deal(saved: Reader) -> Deal:
    ways = [way for way in ("number", "cards", "board") if saved.has(way)]
    if len(ways) != 1:
        saved.fail("a deal has either a number, cards or a board")
    saved.has_only(["rules", *ways])
    rules = saved["rules"].text_of(Rules.parse)
    way = saved[ways[0]]
    with way.place():
        if ways == ["number"]:
            return Deal(way.whole(), rules)
        if ways == ["cards"]:
            return way.text_of(lambda cards: Deal.from_cards(cards, rules))
        return way.text_of(lambda board: Deal.parse(board, rules))
