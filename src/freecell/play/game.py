"""A game with its history, for a user interface."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import chain
from threading import Event
from typing import Final

from freecell._arguments import shortened
from freecell._core import Move, Pile, State, Turn, moves_from
from freecell._search.dead_end import is_dead_end
from freecell._text import counted
from freecell.deals import Deal
from freecell.errors import FreeCellError, IllegalMoveError, WrongTypeError
from freecell.hint import Hint, hint_without_win
from freecell.line import replay
from freecell.measure import Measure
from freecell.play.advice import Adviser
from freecell.play.history import History, load_turns
from freecell.play.options import Options
from freecell.play.origin import Origin
from freecell.play.saves import read, write
from freecell.play.scoring import Score
from freecell.play.stopwatch import Stopwatch
from freecell.play.touch import double_click, tap, targets, why_no_tap, why_not
from freecell.rules import AutoPlay, Rules
from freecell.solution import Solution, Verdict
from freecell.solver import Progress

__all__ = ["Game"]

_LATEST: Final = 2.0**53
"""Exclusive bound of clock readings, in seconds. NaN is refused by the same comparison."""


class Game:
    """A game as a player plays it: a position with its history, which can be undone and redone.

    >>> from freecell import Deal
    >>> from freecell.play import Game, Options
    >>> game = Game(Deal(1), options=Options.OYNA)
    >>> str(game.play("6a"))
    '6a'
    >>> len(game.play("6b").automatic), game.state.foundations
    (3, (2, 0, 0, 1))
    >>> game.undo().move, game.state.foundations
    (Move('6', 'b'), (0, 0, 0, 0))

    A game begins with a deal or with any position, such as one from the middle of another game. A game from a position
    has no deal, even if a deal starts with the same position.

    Games are equal if they begin with equal deals or positions, and their rules, options and histories are equal,
    undone turns included; the times may differ. A call that raises an error does not change the game. Copies are
    independent. Copied and loaded games are paused.

    Args:
        start: The deal or the position that the game begins with.
        rules: The rules to play by, if they differ from those of `start`.
        options: The options.
        clock: A function that returns the time in seconds; it should never go back.

    Raises:
        FreeCellError: If an argument is of the wrong type, or the options do not accept the deal or the number of
            cells.
        InvalidStateError: If the cards do not fit the rules.
    """

    __hash__ = None  # type: ignore[assignment]

    _history: History
    _watch: Stopwatch

    def __init__(
        self,
        start: Deal | State,
        rules: Rules | None = None,
        options: Options = Options.USUAL,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not isinstance(options, Options):
            raise WrongTypeError(f"options must be Options, such as Options.CLASSIC, not {shortened(options)}")
        if not callable(clock):
            raise WrongTypeError(f"the clock must be a function that returns seconds, not {shortened(clock)}")
        first = options.start(start, rules)
        self._origin = Origin(start, rules)
        self._options = options
        self._start = first
        self._clock = clock
        self._autoplay = first.rules.usual_autoplay if options.autoplay is None else options.autoplay
        self._adviser = Adviser(self._autoplay, options.hint_nodes, options.solve_nodes)
        self._lost: set[bytes] = set()  # keys of positions proven lost
        self._dealt = first.automoves(self._autoplay) if options.on_deal else ()
        self.restart()

    # The history

    @property
    def deal(self) -> Deal | None:
        """The deal; None for a game from a position."""
        return self._origin.deal

    @property
    def options(self) -> Options:
        """The options."""
        return self._options

    @property
    def rules(self) -> Rules:
        """The rules, with the changes that the options make."""
        return self._start.rules

    @property
    def autoplay(self) -> AutoPlay:
        """The policy of automatic moves after each move."""
        return self._autoplay

    @property
    def start(self) -> State:
        """The position that the game begins with, before any automatic move."""
        return self._start

    @property
    def dealt(self) -> tuple[Move, ...]:
        """The automatic moves made before the first turn, if ``on_deal`` of the options says so."""
        return self._dealt

    @property
    def state(self) -> State:
        """The current position."""
        return self._history.state

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played and not undone: each move with the automatic moves after it."""
        history = self._history
        return history.turns[: history.played]

    @property
    def undone(self) -> tuple[Turn, ...]:
        """The turns that can be redone, the next one first."""
        history = self._history
        return history.turns[history.played :]

    def states(self) -> tuple[State, ...]:
        """Return the position after the moves in :attr:`dealt`, and the position after each of :attr:`turns`."""
        return self._history.states()

    def play(self, move: Move | str) -> Turn:
        """Make a move and the automatic moves after it. Undone turns are dropped.

        Args:
            move: The move, or its notation.

        Returns:
            The move with the automatic moves.

        Raises:
            ParseError: If the text is not a move.
            IllegalMoveError: If the move is not legal here.
            AmbiguousMoveError: If the text may mean two moves.
        """
        now = self._now()
        history = self._history
        try:
            turn = history.state.turn(move, self._autoplay)
        except IllegalMoveError as error:
            raise self._explained(error, self.turns) from None
        self._set(history.extended(self._scored([turn], history.score), self._options.undo_limit), now)
        return turn

    def play_all(self, moves: Iterable[Move | str] | str) -> tuple[Turn, ...]:
        """Make several moves, with the automatic moves after each. If one of them cannot be made, none is.

        Args:
            moves: The moves, or text with white space between them. A line with every move home in it, such as
                :attr:`Solution.moves <freecell.Solution.moves>`, may be given as it is: what autoplay has sent home
                already counts as made.

        Returns:
            The turns.

        Raises:
            ParseError: If a text is not a move.
            IllegalMoveError: If a move is not legal. Its ``number`` counts from 1; its ``state`` is the position there.
            AmbiguousMoveError: If a text may mean two moves.
            FreeCellError: If autoplay spoils a line.
        """
        now = self._now()
        history = self._history
        moves = moves if isinstance(moves, str) else tuple(moves_from(moves))
        played = replay(history.state, moves, self._autoplay)
        if played.error is not None and history.played == 0 and self._dealt:
            # A line from the deal has the automatic moves on the deal in it.
            dealt = replay(self._start, moves, self._autoplay, on_deal=True)
            played = dealt if dealt.error is None else played
        if played.error is not None:
            raise self._explained(played.error, (*self.turns, *played.turns))
        if played.turns:
            self._set(history.extended(self._scored(played.turns, history.score), self._options.undo_limit), now)
        return played.turns

    def _explained(self, error: FreeCellError, made: Iterable[Turn]) -> FreeCellError:
        """Return the error of a move after turns; if autoplay has made that move already, the error says so."""
        automatic: Iterable[Move | str] = chain(self._dealt, *(turn.automatic for turn in made))
        if not isinstance(error, IllegalMoveError) or error.move not in automatic:
            return error
        said = (
            "autoplay has made this move already; play_all takes the moves of a solution as they are, and "
            "solution.turns(game.autoplay) has those to play one by one"
        )
        return IllegalMoveError(error.move, error.state, f"{error.reason} ({said})", error.number)

    def can_undo(self) -> bool:
        """Whether a move can be undone."""
        return self._history.played > self._history.kept

    def can_redo(self) -> bool:
        """Whether an undone move can be redone."""
        return self._history.played < len(self._history.turns)

    def undo(self) -> Turn:
        """Undo the player's last move and the automatic moves after it.

        Returns:
            The turn undone.

        Raises:
            FreeCellError: If no move was played, or the undo limit is reached.
        """
        now = self._now()
        history = self._history
        if history.played == 0:
            raise FreeCellError("there is no move to undo")
        if history.played == history.kept:
            limit = self._options.undo_limit
            raise FreeCellError(f"no more moves can be undone: the undo limit of these options is {limit}")
        self._set(history.at(history.played - 1), now)
        return history.turns[history.played - 1]

    def redo(self) -> Turn:
        """Redo the move undone last, with the same automatic moves.

        Returns:
            The turn redone.

        Raises:
            FreeCellError: If no move was undone since the last move played.
        """
        now = self._now()
        history = self._history
        if history.played == len(history.turns):
            raise FreeCellError("there is no move to redo")
        self._set(history.at(history.played + 1), now)
        return history.turns[history.played]

    def restart(self) -> None:
        """Restart the game: drop the history, and reset the counters and the time to zero."""
        first = self._start.play_all(self._dealt, AutoPlay.NONE)
        score, scoring = Score.at_start(self._start), self._options.scoring
        if scoring is not None:
            score = score.after(scoring, self._start, self._dealt)
        self._history = History(first, (score,))
        self._watch = Stopwatch()

    def _set(self, history: History, now: float) -> None:
        """Replace the history, and run the stopwatch, or stop it if the game is won."""
        watch = self._watch.started(now)
        self._watch = watch.stopped(now) if history.state.is_won() else watch
        self._history = history

    # The counters

    def player_moves(self) -> int:
        """Return the number of the player's moves, a run counted as one; undone moves do not count."""
        return self._history.played

    def automatic_moves(self) -> int:
        """Return the number of automatic moves, those before the first turn included."""
        return len(self._dealt) + sum(len(turn.automatic) for turn in self.turns)

    def card_moves(self) -> int:
        """Return the number of single-card moves made so far, automatic moves included."""
        moves = zip(self.states(), self.turns, strict=False)
        return self.automatic_moves() + sum(len(state.expand(turn.move)) for state, turn in moves)

    def move_count(self) -> int:
        """Return the number of moves, with or without the automatic moves, as the options say."""
        return self.player_moves() + (self.automatic_moves() if self._options.automatic_counts else 0)

    def score(self) -> int:
        """Return the score, 0 or more; always 0 if the options have no scoring."""
        return self._history.score.points

    def _scored(self, turns: Iterable[Turn], score: Score) -> list[tuple[Turn, Score]]:
        """Return turns, each with the score after it, given the score before the first."""
        scoring = self._options.scoring
        if scoring is None:
            return [(turn, score) for turn in turns]
        return self._history.scored(turns, score, scoring)

    # The time

    def seconds(self) -> float:
        """Return the seconds played: from the first move to the win, pauses excluded. Undo does not reduce them."""
        return self._watch.seconds(self._now())

    def is_paused(self) -> bool:
        """Whether the time is stopped in a game that has begun and is not won."""
        return bool(self._history.turns) and self._watch.since is None and not self.is_won()

    def pause(self) -> None:
        """Stop the time until :meth:`resume`, or until a move is played, undone or redone."""
        self._watch = self._watch.stopped(self._now())

    def resume(self) -> None:
        """Continue the time after a pause. Has no effect before the first move or after the win."""
        now = self._now()
        if self.is_paused():
            self._watch = self._watch.started(now)

    def _now(self) -> float:
        """Return the time in seconds. Read it before anything changes: the clock may raise an error or play a move."""
        now: object = self._clock()
        if not isinstance(now, int | float) or not abs(now) < _LATEST:
            raise FreeCellError(f"the clock must return a number of seconds, not {shortened(now)}")
        return float(now)

    # What a click means

    def tap(self, pile: Pile | str, depth: int = 0) -> Move | None:
        """Return the best move of a tapped card, according to the ``tap_order`` of the options.

        It is :func:`freecell.play.tap` of the current position, with the same arguments, results and errors.
        """
        return tap(self.state, pile, depth, self._options.tap_order)

    def double_click(self, pile: Pile | str, depth: int = 0) -> Move | None:
        """Return the move of a double click, according to the ``double_click_order`` of the options.

        It is :func:`freecell.play.double_click` of the current position, with the same arguments, results and errors.
        """
        return double_click(self.state, pile, depth, self._options.double_click_order)

    def targets(self, pile: Pile | str, depth: int = 0) -> dict[Pile, Move]:
        """Return where a card, with the cards on it, can go, in the ``tap_order`` of the options.

        It is :func:`freecell.play.targets` of the current position, with the same arguments, results and errors.
        """
        return targets(self.state, pile, depth, self._options.tap_order)

    def why_not(self, pile: Pile | str, depth: int = 0, target: Pile | str | None = None) -> str | None:
        """Return why a card, with the cards on it, cannot go to a pile, as a sentence; None if it can.

        It is :func:`freecell.play.why_not` of the current position, with the same arguments, results and errors.
        """
        return why_not(self.state, pile, depth, target)

    def why_no_tap(self, pile: Pile | str, depth: int = 0) -> str | None:
        """Return why :meth:`tap` returns no move, as a sentence; None if it returns one.

        It is :func:`freecell.play.why_no_tap` of the current position, with the same arguments, results and errors.
        """
        return why_no_tap(self.state, pile, depth, self._options.tap_order)

    def finish(self) -> tuple[Move, ...]:
        """Return the moves to the foundations that win the game, if such moves alone can win it.

        Returns:
            The moves to :meth:`play` one by one, without the automatic moves; empty if other moves are needed first.
        """
        state = self.state
        if not state.is_sorted():
            return ()
        moves: list[Move] = []
        while not state.is_won():
            turn = state.turn(state.automoves(AutoPlay.ALL)[0], self._autoplay)
            moves.append(turn.move)
            state = turn.state
        return tuple(moves)

    # What to do

    def hint(self, *, cancel: Event | None = None) -> Hint | None:
        """Return the next move to make. May be called in another thread.

        It is the next move of a win, if a search of at most ``hint_nodes`` nodes finds one; otherwise a move to a
        foundation; otherwise a move that leads to a new position; otherwise any move. Following the hints leads to the
        win that was found, and to the same position twice only if a hint says so by its basis, ``Basis.BACK``.

        Args:
            cancel: An event that ends the search when another thread sets it. The hint then uses what is known so far.

        Returns:
            The move and the reason for it; None if the game is won or stuck.
        """
        states = self.states()
        if self._includes_lost(states):
            return hint_without_win(states[-1], self._autoplay, Verdict.UNSOLVABLE, seen=states)
        hint = self._adviser.hint(states[-1], states, cancel)
        if hint is not None and hint.verdict is Verdict.UNSOLVABLE:
            self._lost.add(states[-1].key())
        return hint

    def _includes_lost(self, states: tuple[State, ...]) -> bool:
        """Whether any of `states` is proven lost. If so, every later position of the game is lost too."""
        return bool(self._lost) and any(state.key() in self._lost for state in states)

    def auto_solve(
        self, *, on_progress: Progress | None = None, every: float = 0.5, cancel: Event | None = None
    ) -> Solution:
        """Search for a win from here, and shorten it with the nodes that are left of ``solve_nodes``.

        No move is played. Later hints follow the win. May be called in another thread.

        Args:
            on_progress: A function called from time to time with the nodes expanded, the most cards home, and the
                bytes used.
            every: Minimum time between two of these calls, in seconds.
            cancel: An event that ends the search when another thread or ``on_progress`` sets it.

        Returns:
            The win, its length by the player's moves in this game; or the verdict that there is none, or that none was
            found. :meth:`play_all` plays its moves.

        Raises:
            FreeCellError: If ``every`` is not a number of seconds, or ``on_progress`` is not a function.
        """
        states = self.states()
        if self._includes_lost(states):
            return Solution(states[-1], Verdict.UNSOLVABLE, (), 0, 0.0, Measure.player(self._autoplay))
        solution = self._adviser.plan(states[-1], on_progress, every, cancel)
        if solution.verdict is Verdict.UNSOLVABLE:
            self._lost.add(states[-1].key())
        return solution

    def is_won(self) -> bool:
        """Whether all cards are home."""
        return self.state.is_won()

    def is_stuck(self) -> bool:
        """Whether there is no legal move, and the game is not won."""
        return self.state.is_stuck()

    def is_lost(self, *, cancel: Event | None = None) -> bool:
        """Whether it is proven that the game cannot be won from here.

        A search of at most ``hint_nodes`` nodes looks for a proof, once for each position. A proof that
        :meth:`auto_solve` found holds for every later position too.

        Args:
            cancel: An event that ends the search when another thread sets it.

        Returns:
            True if it is proven; False if a win is known or neither is.
        """
        states = self.states()
        if self._includes_lost(states):
            return True
        lost = self._adviser.is_lost(states[-1], cancel)
        if lost:
            self._lost.add(states[-1].key())
        return lost

    def is_dead_end(self, max_positions: int = 1000) -> bool:
        """Whether it is certain that no further card can come home, whatever the moves.

        It is :func:`freecell.is_dead_end` of the current position, with the same argument and errors.
        """
        return is_dead_end(self.state, max_positions)

    # Names, codes and saved games

    def title(self) -> str:
        """Return a heading such as ``FreeCell deal 617``; only the name of the game if there is no deal number."""
        return self._origin.title()

    def code(self) -> str:
        """Return the share code of the deal and its number of cells, such as ``FC1-C4-AAAAAKH``.

        The code does not say whether cards may be taken back from the foundations.

        Raises:
            FreeCellError: If the game is from a position, the deal has no number, or the game is not FreeCell with some
                number of cells.
        """
        return self._origin.code(self.rules.replace(foundation_takeback=False))

    @classmethod
    def from_code(
        cls, text: str, options: Options = Options.USUAL, *, clock: Callable[[], float] = time.monotonic
    ) -> Game:
        """Return a new game of the deal that a share code names.

        Args:
            text: The code, in either case and with white space anywhere.
            options: The options.
            clock: A function that returns the time in seconds.

        Raises:
            ParseError: If the text is not a share code.
            FreeCellError: If the options do not accept the deal or the number of cells.
        """
        return cls(Deal.from_code(text), options=options, clock=clock)

    def save(self) -> str:
        """Return the game as JSON: deal or position, rules, options, history with undone turns, and time.

        Returns:
            JSON text that :meth:`load` of this and every later version reads.
        """
        return write(
            "game",
            {
                **self._origin.data(),
                "options": self._options._data(),
                **self._history.data(),
                "seconds": self.seconds(),
            },
        )

    @classmethod
    def load(cls, text: str, *, clock: Callable[[], float] = time.monotonic) -> Game:
        """Parse a saved game: ``Game.load(game.save()) == game``. The game is paused.

        Args:
            text: The text that :meth:`save` returned.
            clock: A function that returns the time in seconds.

        Raises:
            ParseError: If `text` is not valid JSON or has another version, if a field is missing, unknown or wrong, or
                if a move is illegal. The error has the path, line and column.
        """
        saved = read("game", text)
        origin = Origin.read(saved)
        saved.has_only([origin.field, "rules", "options", "turns", "played", "kept", "seconds"])
        options = Options._from(saved["options"])
        with saved[origin.field].located():
            game = cls(origin.source, origin.given, options, clock=clock)
        made = game._scored(load_turns(saved["turns"], game.state, game._autoplay), game._history.score)
        game._history = game._history.extended(made, options.undo_limit).at_saved(saved, options.undo_limit)
        game._watch = Stopwatch(saved["seconds"].seconds())
        if not made and game._watch.counted:
            saved["seconds"].fail("seconds must be 0 before the first move")
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        history = self._history
        return self._origin.source, self._start, self._options, history.turns, history.played, history.kept

    def __getstate__(self) -> dict[str, object]:
        # The clock of another process differs, so a copy is paused.
        return {**self.__dict__, "_watch": self._watch.stopped(self._now())}

    def __repr__(self) -> str:
        moves = counted(self.player_moves(), "move")
        return f"<Game {self._origin}: {moves}, {self.state.cards_home()} cards home>"

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()
