"""The terminal game: what each command does, and what happens while something is thought out."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from threading import Event, Lock
from typing import Any, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor
from textual.timer import Timer
from textual.widgets import Static

from freecell import Card, FreeCellError, IllegalMoveError, Move, ParseError, State, Turn, Verdict
from freecell.cli.terminal.commands import Commands
from freecell.cli.terminal.screens import NumberScreen, OptionsScreen, Question, clock, statistics_text
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.table import Table
from freecell.play import Advice, Basis, Game, Plan

__all__ = ["PlayApp"]

_PACE: Final = 0.25
"""Seconds from one move of a solution to the next."""

_CARD: Final = re.compile(r"\b[A2-9TJQK][CDHS]\b")
"""A card in the text of a reason."""

_GLUED: Final = re.compile(r"[^v]{2}(?:v[1-9a-d])?")
"""A move among others without white space between them."""
_LONGEST_MOVE: Final = len("26v3")

_HELP: Final = """\
A move is two keys: the pile that cards leave, and the pile they go to.
26 plays from column 2 to 6, 2a into cell a, 2h home. 22 sends the last
card of column 2 home, or into a cell. Moves can be pasted, too.

arrows, Enter   choose a pile, then where it goes; Enter plays
up, down        with a pile chosen: how many cards go
B               the best move of the pile
Esc             choose nothing; stop what is running
a click         chooses a card; the next one plays it. So does dragging
two clicks      home, or into a cell; right click: the best move

U  z  ctrl+z    undo            H  i        hint; Enter plays it
Y  y  ctrl+y    redo            S           solve, and watch
R               restart         F           finish: bring the rest home
N               new game        G           go to a deal by its number
O               options         T           statistics
E               write a page that replays the game
?  F1           this help       Q  ctrl+q   quit: the game is kept

[ ] chosen     < > where it can go     { } hint"""


class PlayApp(App[None]):
    """The terminal game.

    Args:
        session: where games come from and are kept.
        opening: a game to begin at once; None to go on with the saved one.
        settings: what is remembered when that is begun; None where nothing changes.
        plain: whether there are no colours, whatever the settings say.
        letters: whether only ASCII is written, whatever the settings say.
        into: the folder that replays are written into.

    Attributes:
        table: the table.
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
        self._thinking = Lock()  # a game is asked one thing at a time
        self._cancel: Event | None = None  # of what is thought out just now
        self._moves: list[Move] = []  # what is still to be played by itself
        self._by_solver = False
        self._timer: Timer | None = None
        self._warned = False
        self._passing = False  # whether the message says what is so only until something is chosen
        if session.saved is not None:
            session.resume()
        elif opening is not None:
            session.begin(opening)
            self._opening = None
        if self._opening is None:
            self._remember()
        # Kept, and not looked up: a clock that still ticks when the screen is taken down finds them.
        self._status = Static(id="status", markup=False)
        self._message = Static(id="message", markup=False)
        self._commands = Commands(self.BINDINGS)
        self.table = Table(
            session.game, play=self._play_by_hand, count=self._play_count, paste=self._play_pasted, say=self._tell
        )

    # What is seen

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        yield self._status
        yield self.table
        yield self._message
        yield self._commands

    @property
    def _game(self) -> Game:
        return self._session.game

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take all colours out where none are wanted."""
        filters = list(super().get_line_filters())
        return [*filters, NoColor()] if self._is_plain() else filters

    def _is_plain(self) -> bool:
        return self._plain or self.no_color or not self._session.settings.colour

    def on_mount(self) -> None:
        """Take the settings, and show the game."""
        self._use_settings()
        self.set_interval(1, self._show_status)
        self._watch_signals()
        game = self._game
        self.table.focus()
        self._show("Welcome back." if game.turns or game.undone else "? shows the keys. Have a good game.")
        if self._opening is not None:
            self._leave_for(self._opening, self._remember)
        else:
            self._warn()

    def on_resize(self) -> None:
        """Fill the new width."""
        self._show_status()

    def _remember(self) -> None:
        """Remember what was asked for, now that it is begun."""
        if self._new_settings not in (None, self._session.settings):
            self._session.choose(self._new_settings)
            self._new_settings = None

    def _use_settings(self) -> None:
        settings = self._session.settings
        table = self.table
        table.tap = settings.tap
        table.letters = self._letters or settings.letters
        self.set_class(table.letters, "-letters")
        self.set_class(self._is_plain(), "-plain")
        table.show()

    def _show(self, message: str = "", hint: Move | None = None) -> None:
        """Show the game as it is now, and a message; first of all what could not be read or written."""
        self.table.show(self._game, hint)
        self._show_status()
        self._say(message)

    def _say(self, message: str) -> None:
        """Write a message; what went wrong with the files meanwhile is told in a window, whole."""
        self._message.update(message)
        self._passing = False
        if troubles := self._session.store.troubles():
            self._tell_troubles(troubles)

    def _tell_troubles(self, troubles: list[str]) -> None:
        text = [f"{trouble[0].upper()}{trouble[1:]}." for trouble in troubles]
        if self._session.store.unkept:
            text.append("You can play on, but that is not kept.")
        self._open(Question("Trouble with files", "\n\n".join(text), {"B": "back"}), lambda _: None)

    def _show_status(self) -> None:
        """Show how the game stands; where that is too long for the screen, in fewer words."""
        game = self._game
        home, cards, time = game.state.cards_home(), 4 * game.rules.ranks, clock(game.seconds())
        parts = [game.title(), _count(game.move_count(), "move"), time, f"{home} of {cards} home"]
        short = [game.title(), str(game.move_count()), time, f"{home}/{cards}"]
        if game.options.scoring is not None:
            parts.append(f"score {game.score()}")
        if self._session.store.unkept:
            parts.append("not kept")
        width = self.size.width - 2  # a space is left on each side
        texts = ["   ".join(parts), "  ".join(parts), *("  ".join(short[:count]) for count in (4, 3, 2))]
        self._status.update(next((text for text in texts if len(text) <= width), game.title()))

    # Moves

    def _play_by_hand(self, move: Move) -> None:
        self._stop()
        if not self._game.is_won():
            self._play(move, by_player=True)

    def _play_count(self, count: int) -> None:
        """Let the last move, which two keys made, be of so many cards, as a count behind it says."""
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
        counted = Move(move.source, move.target, count)
        reason = before.why_illegal(counted)
        if reason is None:
            self._play(counted, by_player=True)
        else:
            self._session.keep()
            self._show()
            self._tell(reason)

    def _play_pasted(self, text: str) -> None:
        """Play moves that are pasted, up to the first that cannot be made."""
        self._stop()
        game = self._game
        if game.is_won():
            self._say("The game is won. N begins another.")
            return
        before, reason = len(game.turns), ""
        for move in (move for word in text.split() for move in _moves_in(word)):
            try:
                game.play(move)
            except ParseError as error:
                reason = f" Then {error.reason}."
                break
            except FreeCellError as error:
                reason = f" Then {move}: {error.reason if isinstance(error, IllegalMoveError) else error}."
                break
            if game.is_won():
                break
        message = self._in_signs(f"{_count(len(game.turns) - before, 'move')} played.{reason}")
        if len(game.turns) > before:
            self._show_played(message)
        else:
            self._say(message)

    def _tell(self, reason: str) -> None:
        """Say why something cannot be done, as a sentence; without a reason, the one before is of no use any more."""
        if reason:
            reason = self._in_signs(reason)
            self._say(f"{reason[0].upper()}{reason[1:]}.")
            self._passing = True
        elif self._passing:
            self._say("")

    def _in_signs(self, text: str) -> str:
        """Write cards as the table shows them."""
        return text if self.table.letters else _CARD.sub(lambda card: Card.parse(card[0]).symbol, text)

    def _play(self, move: Move, *, by_player: bool, more: str = "") -> None:
        game = self._game
        text = f"{self._in_words(game.state, move)}."
        turn = game.play(move)
        if turn.automatic:
            text += f" {_count(len(turn.automatic), 'card')} went home."
        self._show_played(text + more, by_player=by_player)

    def _show_played(self, message: str, *, by_player: bool = True) -> None:
        """Keep and show the game after a move, and how it ends if it does."""
        game = self._game
        if game.is_won():
            self._session.won(by_player=by_player)
        else:
            self._session.keep()
        self._show(message)
        if game.is_won():
            self._tell_win(by_player)
        else:
            self._warn()

    def _in_words(self, state: State, move: Move) -> str:
        """Say what a move does: ``26: 5♥ to column 6``."""
        cards = state.moved_cards(move)
        what = self._card(cards[0]) + (f" and {len(cards) - 1} more" if len(cards) > 1 else "")
        where = "home" if move.target.is_home else f"to {'column' if move.target.is_column else 'cell'} {move.target}"
        return f"{state.format_move(move)}: {what} {where}"

    def _card(self, card: Card) -> str:
        return str(card) if self.table.letters else card.symbol

    def action_undo(self) -> None:
        """Take back a move."""
        self._history(self._game.undo, "Taken back")

    def action_redo(self) -> None:
        """Make again what was taken back."""
        self._history(self._game.redo, "Made again")

    def _history(self, step: Callable[[], Turn], what: str) -> None:
        self._stop()
        if self._game.is_won():
            self._say("The game is won. N begins another.")
            return
        states = self._game.states()
        try:
            turn = step()
        except FreeCellError as error:
            self._tell(str(error))
            return
        self._warned = False
        if self._game.is_won():
            self._session.won(by_player=True)
        else:
            self._session.keep()
        before = min(states, self._game.states(), key=len)[-1]
        self._show(f"{what}: {self._in_words(before, turn.move)}.")
        if self._game.is_won():
            self._tell_win(True)

    # What is thought out

    def _think(self, message: str, ask: Callable[[Event], Any], then: Callable[[Any], None]) -> None:
        """Ask something in a thread; the answer counts if nothing else happened meanwhile."""
        self._stop()
        cancel = self._cancel = Event()
        self._say(message)

        def answer_alone() -> Any:
            with self._thinking:  # what was cancelled may still be about to end
                return None if cancel.is_set() else ask(cancel)

        async def wait() -> None:
            answer = await asyncio.to_thread(answer_alone)
            if not cancel.is_set():
                self._cancel = None
                then(answer)

        self.run_worker(wait(), group="thinking")

    def _stop(self) -> bool:
        """Stop what is thought out or played by itself; tell whether there was anything."""
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
        """Stop what runs; else choose nothing any more."""
        if self._stop():
            self._show("Stopped.")
        else:
            self.table.drop()
            self._say("")

    def action_hint(self) -> None:
        """Point out what to do next."""
        game = self._game
        if self._has_ended():
            return
        self._think("Looking for a hint...", lambda cancel: game.hint(cancel=cancel), self._tell_hint)

    def _has_ended(self) -> bool:
        """Tell whether there is no move to look for, after saying so."""
        if self._game.is_won():
            self._say("The game is won. N begins another.")
        elif self._game.is_stuck():
            self._tell_end(proven=True)
        return self._game.is_won() or self._game.is_stuck()

    def _tell_hint(self, advice: Advice | None) -> None:
        if advice is None:
            self._think("Is it lost?", lambda cancel: self._game.is_lost(cancel=cancel), self._tell_end)
            return
        if advice.verdict is Verdict.UNSOLVABLE:
            self._tell_end(proven=True)
            return
        basis = {
            Basis.SOLUTION: f"it wins, in {_count(advice.left or 0, 'move')}",
            Basis.HOME: "no win was found, but this can go home",
            Basis.LEGAL: "no win was found, but this can be done",
        }[advice.basis]
        self._show(f"{self._in_words(self._game.state, advice.move)}: {basis}. Enter plays it.", advice.move)
        self._passing = True

    def action_solve(self) -> None:
        """Look for a win, and play it."""
        game = self._game
        if self._has_ended():
            return

        def solve(cancel: Event) -> Plan:
            def tell(nodes: int, home: int, _: int) -> None:
                text = f"Solving: {nodes:,} positions, {home} cards home at best. Esc cancels."
                self.call_later(self._say_while, cancel, text)

            return game.auto_solve(on_progress=tell, every=0.1, cancel=cancel)

        self._think("Solving. Esc cancels.", solve, self._tell_plan)

    def _say_while(self, cancel: Event, text: str) -> None:
        """Tell how far a search is, unless it has ended."""
        if self._cancel is cancel:
            self._say(text)

    def _tell_plan(self, plan: Plan) -> None:
        if plan.verdict is Verdict.SOLVED:
            self._play_by_itself(plan.player_moves(), by_solver=True)
        elif plan.verdict is Verdict.UNSOLVABLE:
            self._tell_end(proven=True)
        else:
            self._say(f"No win was found within {plan.nodes:,} positions. There may be one.")

    def action_finish(self) -> None:
        """Bring the rest home, where nothing is buried."""
        self._stop()
        moves = self._game.finish()
        if moves:
            self._play_by_itself(moves, by_solver=False)
        else:
            self._say("The game is won." if self._game.is_won() else "Some cards are buried still. S solves the game.")

    def _play_by_itself(self, moves: Sequence[Move], *, by_solver: bool) -> None:
        self._moves, self._by_solver = list(moves), by_solver
        self._timer = self.set_interval(_PACE, self._play_next)
        self._say(f"A win in {_count(len(moves), 'move')}. Esc stops.")

    def _play_next(self) -> None:
        if not self._moves:  # stopped since this was called for
            return
        move = self._moves.pop(0)
        left = len(self._moves)
        if not left:
            self._stop()
        more = f" {_count(left, 'move')} to the win. Esc stops." if left else ""
        self._play(move, by_player=not self._by_solver, more=more)

    # How it ends

    def _tell_win(self, by_player: bool) -> None:
        game = self._game
        statistics = self._session.statistics(game.deal.rules)
        lines = [f"{game.title()}, in {_count(game.move_count(), 'move')} and {clock(game.seconds())}."]
        if game.options.scoring is not None:
            lines.append(f"Score: {game.score()}.")
        if self._session.counted:
            lines.append("It was counted before, and does not count again.")
        elif not by_player:
            lines.append("The solver made the last move: the game counts as played, not as won.")
        elif statistics.won > 1 and statistics.best_seconds == game.seconds():
            lines.append("Your best time.")
        lines += ["", f"Played {statistics.played}, won {statistics.won}, {statistics.streak} in a row."]
        answers = {"N": "new game", "R": "the same deal again", "G": "a deal by its number"}
        answers |= {"E": "write a page that replays it", "T": "statistics", "Q": "quit"}
        self._ask("You have won!" if by_player else "Solved", "\n".join(lines), answers)

    def _warn(self) -> None:
        """Say when no move is left, or none that leads anywhere; the latter only once."""
        if self._moves:
            return
        if self._game.is_stuck():
            self._tell_end(proven=True)
        elif self._game.only_reversible_moves_left() and not self._warned:
            self._warned = True
            game = self._game
            self._think("Is it lost?", lambda cancel: game.is_lost(cancel=cancel), self._tell_end)

    def _tell_end(self, proven: bool) -> None:
        """Say why the game does not go on, and what to do next."""
        game = self._game
        self._show()
        if game.is_stuck():
            title, text = "No moves left", "No card can go anywhere."
        elif game.only_reversible_moves_left():
            title, text = "No moves left", "Every move that is left can only be taken back by the next."
        elif proven:
            title, text = "Lost", "There are moves still."
        else:
            title, text = "No hint", "Every move leads back to where the game was before."
        if not game.is_stuck():
            text += "\nIt is proven that none of them wins." if proven else "\nWhether one of them wins is not known."
        answers = {}
        if game.can_undo():
            answers["U"] = "undo the last move"
            if proven:
                answers["B"] = "go back to where it may be won"
        answers |= {"R": "restart the deal", "N": "new game", "G": "a deal by its number", "Q": "quit"}
        self._ask(title, text, answers)

    def _find_back(self) -> None:
        """Undo the moves that lead from where the game may be won to where it is lost."""
        game = self._game

        def count_lost(cancel: Event) -> int | None:
            found = copy(game)  # it knows what is proven of this one
            while found.is_lost(cancel=cancel):
                if not found.can_undo():
                    return None
                found.undo()
            return len(game.turns) - len(found.turns)

        self._think("Looking for where it went wrong. Esc cancels.", count_lost, self._go_back)

    def _go_back(self, count: int | None) -> None:
        if count is None:
            self._say("As far as can be undone, it was lost before.")
            return
        for _ in range(count):
            self._game.undo()
        self._warned = False
        self._session.keep()
        self._show(f"{_count(count, 'move')} taken back. Y makes them again.")

    def _ask(self, title: str, text: str, answers: dict[str, str]) -> None:
        """Open a window; what it answers is done by the command that has the same key."""
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
        """Open a window over the table; all stands still meanwhile, the time too."""
        self._stop()
        self._game.pause()

        def closed(answer: Any) -> None:
            self._game.resume()
            then(answer)

        self.push_screen(screen, closed)

    # Other games

    def action_new(self) -> None:
        """Begin another game."""
        self._stop()
        try:
            game = self._session.deal()
        except FreeCellError as error:
            self._say(f"{error}. O opens the options.")
        else:
            self._leave_for(game)

    def action_number(self) -> None:
        """Begin the game of a number."""
        self._stop()
        last = self._session.settings.options().last_accepted
        screen = NumberScreen(self._session.deal, f"From 1 to {last:,}, or a share code")
        self._open(screen, lambda game: self._leave_for(game) if game else None)

    def action_restart(self) -> None:
        """Begin the deal anew."""
        self._stop()
        game = self._game
        if game.is_won():
            self._session.begin_again()
            self._show_begun("The same deal again: it was counted, and does not count again.")
        elif not (game.turns or game.undone):
            self._say("This is the start.")
        else:
            question = Question("Restart", "All moves are lost, and the time.", {"Y": "yes, restart", "N": "no, go on"})
            self._open(question, lambda answer: self._restart() if answer == "Y" else None)

    def _restart(self) -> None:
        self._warned = False
        self._game.restart()
        self._session.keep()
        self._show("The same deal again.")

    def _leave_for(self, game: Game, then: Callable[[], object] = lambda: None) -> None:
        """Begin a game, and do something then; after asking, where another would be lost by it."""
        if not self._session.is_left_by_another():
            self._begin(game)
            then()
            return

        def answered(answer: str) -> None:
            if answer == "Y":
                self._begin(game)
                then()

        counts = "It was counted before." if self._session.counted else "It counts as played if you leave it."
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
            self.refresh_css(animate=False)  # all is drawn anew, with colours or without
            self._show()

        self._open(OptionsScreen(self._session.settings), choose)

    def action_statistics(self) -> None:
        """Show the statistics."""
        self._stop()
        text = statistics_text(self._session.all_statistics(), [str(self._game.deal.rules)])
        self._open(Question("Statistics", text, {"B": "back"}), lambda _: self._after_window())

    def _after_window(self) -> None:
        """Show again how a won game stands, when a window over it is closed."""
        self._say("The game is won. N begins another." if self._game.is_won() else "")

    def action_help(self) -> None:
        """Show the keys."""
        self._open(Question("Keys", _HELP, {"B": "back"}), lambda _: None)

    def action_export(self) -> None:
        """Write a page that replays the game."""
        self._stop()
        try:
            self._say(f"Written: {self._session.export(self._into or Path.cwd())}")
        except OSError as error:
            self._say(f"The replay cannot be written: {error.strerror}.")

    # Quitting

    def action_help_quit(self) -> None:
        """Say how to quit, where Ctrl-C was pressed for it."""
        self._say("Q quits. The game is kept.")

    async def action_quit(self) -> None:
        """Quit; the game is kept."""
        self.exit()

    def exit(self, *args: Any, **options: Any) -> None:
        """Keep the game, stop what runs, and end."""
        self._stop()
        self._game.pause()
        self._session.keep()
        super().exit(*args, **options)

    def on_unmount(self) -> None:
        """Stop what runs, also where it was an error that ended the game."""
        self._stop()

    def _watch_signals(self) -> None:
        """Keep the game when the system ends the program, or the terminal is closed."""
        loop = asyncio.get_running_loop()
        for number in _ending_signals():
            try:
                loop.add_signal_handler(number, self.exit)
            except (NotImplementedError, RuntimeError, ValueError):  # Windows, or a thread that is not the main one
                return


def _ending_signals() -> Iterator[signal.Signals]:
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            yield signal.Signals[name]


def _moves_in(word: str) -> list[str]:
    """Give the moves that a word is made of: one as a rule, or many that are written without white space."""
    cut = _GLUED.findall(word)
    return cut if len(word) > _LONGEST_MOVE and "".join(cut) == word else [word]


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
