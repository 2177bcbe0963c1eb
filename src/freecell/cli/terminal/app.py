"""The terminal game: its commands, and the searches that run meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Lock
from typing import Any, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor
from textual.timer import Timer
from textual.widgets import Static

from freecell import FreeCellError, Hint, Move, Solution, State, Turn, Verdict
from freecell._text import counted
from freecell.cli.terminal import messages
from freecell.cli.terminal.board import Board
from freecell.cli.terminal.command_line import CommandLine
from freecell.cli.terminal.pasting import play_pasted
from freecell.cli.terminal.screens import NumberScreen, OptionsScreen, Question
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.signals import call_on_ending_signals
from freecell.play import Game

__all__ = ["PlayApp"]

_PACE: Final = 0.25
"""Seconds from one move of a solution to the next."""


class PlayApp(App[None]):
    """The terminal game.

    Args:
        session: The session that deals and saves games.
        opening: A game to begin at once; None to continue the saved one.
        settings: The settings to save once that game has begun; None for no change.
        plain: Whether to use no colours, whatever the settings say.
        letters: Whether to write only ASCII, whatever the settings say.
        into: The folder that replay pages are written into; None for the current one.
    """

    TITLE = "FreeCell"
    CSS_PATH = "play.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("H,i", "hint", "Hint", key_display="H"),
        Binding("U,z,ctrl+z", "undo", "Undo", key_display="U"),
        Binding("Y,y,ctrl+y", "redo", "Redo", key_display="Y"),
        Binding("S", "solve", "Solve", key_display="S"),
        Binding("F", "finish", "Finish", show=False),
        Binding("N", "new", "New", key_display="N"),
        Binding("G", "number", "Deal", key_display="G"),
        Binding("R", "restart", "Restart", key_display="R"),
        Binding("O", "options", "Options", key_display="O"),
        Binding("T", "statistics", "Statistics", show=False),
        Binding("E", "export", "Replay", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("Q", "quit", "Quit", key_display="Q"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("escape", "stop", "Stop", show=False),
    ]

    def __init__(
        self,
        session: Session,
        opening: Game | None = None,
        *,
        settings: Settings | None = None,
        plain: bool = False,
        letters: bool = False,
        into: Path | None = None,
    ) -> None:
        self._session = session
        self._plain = plain
        super().__init__()
        self._letters = letters
        self._into = into
        self._opening = opening
        self._new_settings = settings
        self._thinking = Lock()  # one question to a game at a time
        self._cancel: Event | None = None  # cancels the search that is running
        self._moves: list[Move] = []  # moves of a win that are still to be shown
        self._by_solver = False
        self._timer: Timer | None = None
        self._warned = False
        self._passing = False  # whether the message holds only until something is chosen
        if session.saved is not None:
            session.resume()
        elif opening is not None:
            session.begin(opening)
            self._opening = None
        if self._opening is None:
            self._remember()
        # Attributes, as the timer may still tick after the screen has gone.
        self._status = Static(id="status", markup=False)
        self._message = Static(id="message", markup=False)
        self._commands = CommandLine(self.BINDINGS)
        self.board = Board(
            session.game, play=self._play_by_hand, count=self._play_count, paste=self._play_pasted, say=self._tell
        )

    # What is seen

    def compose(self) -> ComposeResult:
        """Compose the screen."""
        yield self._status
        yield self.board
        yield self._message
        yield self._commands

    @property
    def _game(self) -> Game:
        return self._session.game

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the line filters, with one that removes colours if there should be none."""
        filters = list(super().get_line_filters())
        return [*filters, NoColor()] if self._is_plain() else filters

    def _is_plain(self) -> bool:
        return self._plain or self.no_color or not self._session.settings.colour

    def on_mount(self) -> None:
        """Apply the settings and show the game."""
        self._use_settings()
        self.set_interval(1, self._show_status)
        call_on_ending_signals(self.exit)
        game = self._game
        self.board.focus()
        self._show("Welcome back." if game.turns or game.undone else "? shows the keys. Have a good game.")
        if self._opening is not None:
            self._leave_for(self._opening, self._remember)
        else:
            self._warn()

    def on_resize(self) -> None:
        """Fit the status line to the new width."""
        self._show_status()

    def _remember(self) -> None:
        """Save the settings that were asked for, now that their game has begun."""
        if self._new_settings not in (None, self._session.settings):
            self._session.choose(self._new_settings)
            self._new_settings = None

    def _use_settings(self) -> None:
        settings = self._session.settings
        table = self.board
        table.tap = settings.tap
        table.letters = self._letters or settings.letters
        self.set_class(table.letters, "-letters")
        self.set_class(self._is_plain(), "-plain")
        table.show()

    def _show(self, message: str = "", hint: Move | None = None) -> None:
        """Show the current position and a message, after any trouble with files."""
        self.board.show(self._game, hint)
        self._show_status()
        self._say(message)

    def _say(self, message: str) -> None:
        """Show a message, and a window with any trouble with files."""
        self._message.update(message)
        self._passing = False
        if troubles := self._session.store.troubles():
            self._tell_troubles(troubles)

    def _tell_troubles(self, troubles: list[str]) -> None:
        text = [messages.sentence(trouble) for trouble in troubles]
        if self._session.store.unkept:
            text.append("You can play on, but the game is not saved.")
        self._open(Question("Trouble with files", "\n\n".join(text), {"B": "back"}), lambda _: None)

    def _show_status(self) -> None:
        width = self.size.width - 2  # a space on each side
        unsaved = bool(self._session.store.unkept)
        self._status.update(messages.status_text(self._game, self._session.best_text(), unsaved=unsaved, width=width))

    # Moves

    def _play_by_hand(self, move: Move) -> None:
        self._stop()
        if not self._game.is_won():
            self._play(move, by_player=True)

    def _play_count(self, count: int) -> None:
        """Replace the last move, which two keys made, by one of `count` cards."""
        game = self._game
        move, before = game.turns[-1].move, game.states()[-2]
        if game.is_won() or count == move.count or not (move.source.is_column and move.target.is_column):
            return
        self._stop()
        try:
            game.undo()
        except FreeCellError as error:
            self._tell(str(error))
            return
        wanted = Move(move.source, move.target, count)
        reason = before.why_illegal(wanted)
        if reason is None:
            self._play(wanted, by_player=True)
        else:
            self._session.keep()
            self._show()
            self._tell(reason)

    def _play_pasted(self, text: str) -> None:
        """Play pasted moves, up to the first that cannot be made."""
        self._stop()
        game = self._game
        if game.is_won():
            self._say(messages.IS_WON)
            return
        before = len(game.turns)
        reason = play_pasted(game, text)
        message = self._in_symbols(f"{counted(len(game.turns) - before, 'move')} played.{reason}")
        if len(game.turns) > before:
            self._show_played(message)
        else:
            self._say(message)

    def _tell(self, reason: str) -> None:
        """Show a reason as a sentence. An empty reason removes the one before."""
        if reason:
            self._say(messages.sentence(self._in_symbols(reason)))
            self._passing = True
        elif self._passing:
            self._say("")

    def _in_symbols(self, text: str) -> str:
        """Return a text with cards written as the board shows them."""
        return text if self.board.letters else messages.with_symbols(text)

    def _play(self, move: Move, *, by_player: bool, more: str = "") -> None:
        game = self._game
        text = f"{self._in_words(game.state, move)}."
        turn = game.play(move)
        if turn.automatic:
            text += f" {counted(len(turn.automatic), 'card')} went home."
        self._show_played(text + more, by_player=by_player)

    def _show_played(self, message: str, *, by_player: bool = True) -> None:
        """Save and show the game after a move, and the end of the game if it has ended."""
        self._keep_and_show(message, by_player=by_player)
        if not self._game.is_won():
            self._warn()

    def _keep_and_show(self, message: str, *, by_player: bool) -> None:
        """Save and show the game, and count it if it is won."""
        if not self._game.is_won():
            self._session.keep()
            self._show(message)
        else:
            self._session.won(by_player=by_player)
            self._show(message)
            self._tell_win(by_player)

    def _in_words(self, state: State, move: Move) -> str:
        return messages.move_text(state, move, letters=self.board.letters)

    def action_undo(self) -> None:
        """Undo a move."""
        self._history(self._game.undo, "Undone")

    def action_redo(self) -> None:
        """Redo a move."""
        self._history(self._game.redo, "Redone")

    def _history(self, step: Callable[[], Turn], what: str) -> None:
        self._stop()
        if self._game.is_won():
            self._say(messages.IS_WON)
            return
        states = self._game.states()
        try:
            turn = step()
        except FreeCellError as error:
            self._tell(str(error))
            return
        self._warned = False
        before = min(states, self._game.states(), key=len)[-1]
        self._keep_and_show(f"{what}: {self._in_words(before, turn.move)}.", by_player=True)

    # Hints and solutions

    def _think(self, message: str, ask: Callable[[Event], Any], then: Callable[[Any], None]) -> None:
        """Ask a question in a thread, and use the answer unless something else has happened meanwhile."""
        self._stop()
        cancel = self._cancel = Event()
        self._say(message)

        def answer_alone() -> Any:
            with self._thinking:  # a cancelled question may still be ending
                return None if cancel.is_set() else ask(cancel)

        async def wait() -> None:
            answer = await asyncio.to_thread(answer_alone)
            if not cancel.is_set():
                self._cancel = None
                then(answer)

        self.run_worker(wait(), group="thinking")

    def _stop(self) -> bool:
        """Stop the search or the solution that is running, and return whether there was one."""
        running = self._cancel is not None or bool(self._moves)
        if self._cancel is not None:
            self._cancel.set()
            self._cancel = None
        self._moves = []
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        return running

    def action_stop(self) -> None:
        """Stop what is running, or else drop the choice."""
        if self._stop():
            self._show("Stopped.")
        else:
            self.board.drop()
            self._say("")

    def action_hint(self) -> None:
        """Show a hint."""
        game = self._game
        if self._has_ended():
            return
        self._think("Looking for a hint...", lambda cancel: game.hint(cancel=cancel), self._tell_hint)

    def _has_ended(self) -> bool:
        """Whether the game is won or stuck; if so, say it."""
        if self._game.is_won():
            self._say(messages.IS_WON)
        elif self._game.is_stuck():
            self._tell_end()
        return self._game.is_won() or self._game.is_stuck()

    def _tell_hint(self, hint: Hint | None) -> None:
        if hint is None or hint.verdict is Verdict.UNSOLVABLE:
            self._tell_end()
            return
        move = self._in_words(self._game.state, hint.move)
        self._show(f"{move}: {messages.hint_text(hint)}. Enter plays it.", hint.move)
        self._passing = True

    def action_solve(self) -> None:
        """Search for a win and play it."""
        game = self._game
        if self._has_ended():
            return

        def solve(cancel: Event) -> Solution:
            def tell(nodes: int, home: int, _: int) -> None:
                text = f"Solving: {nodes:,} positions, {home} cards home at best. Esc cancels."
                self.call_later(self._say_while, cancel, text)

            return game.auto_solve(on_progress=tell, every=0.1, cancel=cancel)

        self._think("Solving. Esc cancels.", solve, self._tell_solution)

    def _say_while(self, cancel: Event, text: str) -> None:
        """Show the progress of a search, unless it has ended."""
        if self._cancel is cancel:
            self._say(text)

    def _tell_solution(self, solution: Solution) -> None:
        if solution.verdict is Verdict.SOLVED:
            self._play_solution([turn.move for turn in solution.turns()], by_solver=True)
        elif solution.verdict is Verdict.UNSOLVABLE:
            self._tell_end()
        else:
            self._say(f"No win was found within {solution.nodes:,} positions. There may be one.")

    def action_finish(self) -> None:
        """Send all remaining cards home, if none is buried."""
        self._stop()
        moves = self._game.finish()
        if moves:
            self._play_solution(moves, by_solver=False)
        else:
            self._say("The game is won." if self._game.is_won() else "Some cards are still buried. S solves the game.")

    def _play_solution(self, moves: Sequence[Move], *, by_solver: bool) -> None:
        self._moves, self._by_solver = list(moves), by_solver
        self._timer = self.set_interval(_PACE, self._play_next)
        self._say(f"A win in {counted(len(moves), 'move')}. Esc stops.")

    def _play_next(self) -> None:
        if not self._moves:  # stopped since this was called for
            return
        move = self._moves.pop(0)
        left = len(self._moves)
        if not left:
            self._stop()
        more = f" {counted(left, 'move')} to the win. Esc stops." if left else ""
        self._play(move, by_player=not self._by_solver, more=more)

    # The end of a game

    def _tell_win(self, by_player: bool) -> None:
        session = self._session
        statistics, uncounted = session.statistics(), session.why_uncounted()
        text = messages.win_text(session.game, statistics, by_player=by_player, uncounted=uncounted)
        answers = {"N": "new game", "R": "the same game again", "G": "a deal by its number"}
        answers |= {"E": "write a page that replays it", "T": "statistics", "Q": "quit"}
        self._ask("You have won!" if by_player else "Solved", text, answers)

    def _warn(self) -> None:
        """Say that the game is won, that no move is left, or, only once, that no move leads anywhere."""
        if self._moves:
            return
        if self._game.is_won():
            self._say(messages.IS_WON)
        elif self._game.is_stuck():
            self._tell_end()
        elif not self._warned and self._game.is_dead_end():
            self._warned = True
            self._tell_end()

    def _tell_end(self) -> None:
        """Say why the game does not go on, and offer what to do next."""
        game = self._game
        self._show()
        title, text = messages.end_text(game)
        answers = {}
        if game.can_undo():
            answers["U"] = "undo the last move"
            answers["B"] = "go back to where it can perhaps be won"
        answers |= {"R": "restart the game", "N": "new game", "G": "a deal by its number", "Q": "quit"}
        self._ask(title, text, answers)

    def _find_back(self) -> None:
        """Undo the moves since the last position that is not proven lost."""
        self._think("Looking for the losing move. Esc cancels.", self._session.count_lost, self._go_back)

    def _go_back(self, count: int | None) -> None:
        if count is None:
            self._say("The game was lost before the first move that can be undone.")
            return
        for _ in range(count):
            self._game.undo()
        self._warned = False
        self._session.keep()
        self._show(f"{counted(count, 'move')} undone. Y redoes them.")

    def _ask(self, title: str, text: str, answers: dict[str, str]) -> None:
        """Open a window whose answers run the commands with the same keys."""
        commands = {
            "N": self.action_new,
            "R": self.action_restart,
            "G": self.action_number,
            "E": self.action_export,
            "T": self.action_statistics,
            "U": self.action_undo,
            "B": self._find_back,
            "Q": self.exit,
        }
        self._open(Question(title, text, answers), lambda answer: commands[answer]() if answer else None)

    def _open(self, screen: Any, then: Callable[[Any], Any]) -> None:
        """Open a window over the board, and pause the game until it closes."""
        self._stop()
        self._game.pause()

        def closed(answer: Any) -> None:
            self._game.resume()
            then(answer)

        self.push_screen(screen, closed)

    # Other games

    def action_new(self) -> None:
        """Start another game."""
        self._stop()
        try:
            game = self._session.deal()
        except FreeCellError as error:
            self._say(f"{error}. O opens the options.")
        else:
            self._leave_for(game)

    def action_number(self) -> None:
        """Ask for a deal number and start that game."""
        self._stop()
        last = self._session.settings.options().last_accepted
        screen = NumberScreen(self._session.deal, f"From 1 to {last:,}, or a share code")
        self._open(screen, lambda game: self._leave_for(game) if game else None)

    def action_restart(self) -> None:
        """Start the game again."""
        self._stop()
        game = self._game
        if game.is_won():
            self._session.begin_again()
            self._show_begun(f"The same game again. {self._session.why_uncounted()}")
        elif not (game.turns or game.undone):
            self._say("This is the start.")
        else:
            answers = {"Y": "yes, restart", "N": "no, go on"}
            question = Question("Restart", "This drops all moves and the time.", answers)
            self._open(question, lambda answer: self._restart() if answer == "Y" else None)

    def _restart(self) -> None:
        self._warned = False
        self._game.restart()
        self._session.keep()
        self._show("The same game again.")

    def _leave_for(self, game: Game, then: Callable[[], object] = lambda: None) -> None:
        """Start a game, then call `then`; ask first if that ends a game in progress."""
        if not self._session.is_left_by_another():
            self._begin(game)
            then()
            return

        def answered(answer: str) -> None:
            if answer == "Y":
                self._begin(game)
                then()

        counts = self._session.why_uncounted() or "It counts as played if you leave it."
        text = f"{self._game.title()} is not won. {counts}"
        self._open(Question("Leave the game?", text, {"Y": "yes, leave it", "N": "no, go on with it"}), answered)

    def _begin(self, game: Game) -> None:
        self._session.begin(game)
        self._show_begun(f"{game.title()}.")

    def _show_begun(self, message: str) -> None:
        self._warned = False
        self._show(message)
        self._warn()

    # Windows

    def action_options(self) -> None:
        """Open the options."""
        self._stop()

        def choose(settings: Settings) -> None:
            self._session.choose(settings)
            self._use_settings()
            self.refresh_css(animate=False)  # with or without colours
            self._show()

        self._open(OptionsScreen(self._session.settings), choose)

    def action_statistics(self) -> None:
        """Show the statistics."""
        text = messages.statistics_text(self._session.all_statistics())
        self._open(Question("Statistics", text, {"B": "back"}), lambda _: self._after_window())

    def _after_window(self) -> None:
        """Say again that a won game is won, after a window over it has closed."""
        self._say(messages.IS_WON if self._game.is_won() else "")

    def action_help(self) -> None:
        """Show the keys."""
        self._open(Question("Keys", messages.HELP, {"B": "back"}), lambda _: None)

    def action_export(self) -> None:
        """Write a page that replays the game."""
        self._stop()
        try:
            self._say(f"Written: {self._session.export(self._into or Path.cwd())}")
        except OSError as error:
            self._say(f"The replay page cannot be written: {error.strerror}.")

    # Quitting

    def action_help_quit(self) -> None:
        """Say how to quit, after Ctrl-C."""
        self._say("Q quits. The game is saved.")

    async def action_quit(self) -> None:
        """Save the game and quit."""
        self.exit()

    def exit(self, *args: Any, **options: Any) -> None:
        """Stop what is running, save the game, and exit."""
        self._stop()
        self._game.pause()
        self._session.keep()
        super().exit(*args, **options)

    def on_unmount(self) -> None:
        """Stop what is running, even if an error ended the program."""
        self._stop()
