"""The widget with the cards: it shows a game, and turns clicks and keys into moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, MouseDown, MouseUp, Paste
from textual.strip import Strip
from textual.widget import Widget

from freecell import AmbiguousMoveError, FreeCellError, IllegalMoveError, Move, ParseError, Pile, Suit
from freecell.cli.terminal.geometry import TWO_MARKS, Geometry, Spot, piles_in_reading_order
from freecell.play import Game, Place

__all__ = ["Board"]

_PILE_KEYS: Final = (
    *(Pile.column(index).name for index in range(18)),
    *(Pile.cell(index).name for index in range(10)),
    Pile.HOME.name,
)
"""The keys of all piles that a game can have: their names in moves."""

_COUNTS: Final = "123456789abcd"
"""The counts of a move, as extended notation writes them."""

_SUITS: Final = frozenset(pile.name[1] for pile in map(Pile.foundation, Suit))
"""The keys that name a foundation after the key of home: ``hc``, ``hd``, ``hh`` and ``hs``."""

_MARKS: Final = {"selected": "[]", "target": "<>", "hint": "{}"}
"""The marks around a card, which show its state without colours."""


class Board(Widget, can_focus=True):
    """The cards of a game. The player chooses cards and the place that they go to.

    Args:
        game: The game.
        play: A function called with each move of the player, which is legal.
        count: A function called with a count typed after a move, as in ``26v3``.
        paste: A function called with pasted text.
        say: A function called with messages to the player; an empty one when something is chosen.

    Attributes:
        tap: Whether one click plays the best move.
        letters: Whether to write suits as letters.
        hinted: The move that is shown as a hint.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{name}" for name in ("name", "red", "black", "empty", "selected", "target", "hint", "cursor")
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Pile to the left", show=False),
        Binding("right", "step(1)", "Pile to the right", show=False),
        Binding("up", "more(1)", "Cells, or one card more", show=False),
        Binding("down", "more(-1)", "Columns, or one card fewer", show=False),
        Binding("enter", "choose", "Choose, or play", show=False),
        Binding("B", "best", "Best move", show=False),
        Binding("v", "count", "A count follows", show=False),
        *(Binding(name, f"touch('{name}')", f"Pile {name}", show=False) for name in _PILE_KEYS),
    ]

    def __init__(
        self,
        game: Game,
        *,
        play: Callable[[Move], object],
        count: Callable[[int], object],
        paste: Callable[[str], object],
        say: Callable[[str], object],
    ) -> None:
        super().__init__()
        # Called directly: the next key could overtake a move that travels as a message.
        self._make = play
        self._make_count = count
        self._paste = paste
        self._say = say
        self._game = game
        self._source: Pile | None = None
        self._count: int | None = None  # None for the count that the notation implies
        self._typed = False  # whether two keys have just made a move
        self._counting = False  # whether the next key is a count
        self._naming = False  # whether the next key may name a foundation
        self._cursor: Pile = Pile.column(0)
        self._cursor_shown = False
        self._pressed: Spot | None = None
        self._dragged = False
        self._geometry: Geometry | None = None  # both are computed when needed
        self._lines: dict[int, list[tuple[int, str, Style]]] | None = None
        self.tap = False
        self.letters = False
        self.hinted: Move | None = None

    def show(self, game: Game | None = None, hint: Move | None = None) -> None:
        """Show the current position of a game, with nothing chosen.

        Args:
            game: The game; None for the one that is shown already.
            hint: A move to mark.
        """
        self._game = self._game if game is None else game
        self.hinted = hint
        self._clear()

    # What is seen

    def on_resize(self) -> None:
        """Place the cards for the new size."""
        self._draw()

    def notify_style_update(self) -> None:
        """Apply the new colours."""
        super().notify_style_update()
        self._draw()

    def _draw(self) -> None:
        """Redraw everything with the next refresh."""
        self._geometry = self._lines = None
        self.refresh()

    def _laid(self) -> Geometry:
        """Return the places of the cards."""
        if self._geometry is None:
            self._geometry = Geometry.of(self._game.state, *self.size)
        return self._geometry

    def _written(self) -> dict[int, list[tuple[int, str, Style]]]:
        """Return the pieces of each line: column, text and style. Later pieces cover earlier ones."""
        if self._lines is not None:
            return self._lines
        geometry = self._laid()
        name = self.get_component_rich_style("board--name")
        lines: defaultdict[int, list[tuple[int, str, Style]]] = defaultdict(list)
        if not geometry.spots:
            wide, high = geometry.least
            around = self.screen.size.height - self.size.height
            needed = f"Too small: {wide} by {high + around} are needed"
            for line, text in enumerate(wrap(needed, max(1, self.size.width))):
                lines[line].append((0, text, name))
        for x, y, text in geometry.labels:
            lines[y].append((x, text, name))
        marks = self._marks()
        marked: defaultdict[int, list[tuple[int, str, Style]]] = defaultdict(list)
        for spot in geometry.spots:
            mark = marks.get((spot.pile, spot.depth), "card")
            style = self._style(spot, mark)
            text = self._face(spot)
            indent = 1 if spot.width >= TWO_MARKS else 0
            lines[spot.y].append((spot.x, f"{' ' * indent}{text}".ljust(spot.width), style))
            for below in range(spot.y + 1, spot.y + spot.height):
                lines[below].append((spot.x, " " * spot.width, style))
            if mark in _MARKS:  # beside a card that has no room for them
                start = spot.x + indent
                marked[spot.y] += zip((start - 1, start + len(text)), _MARKS[mark], (style, style), strict=True)
        for y, pieces in marked.items():
            lines[y] += pieces
        self._lines = lines
        return self._lines

    def _marks(self) -> dict[tuple[Pile, int], str]:
        """Return the marks of cards and places, by pile and depth."""
        marks: dict[tuple[Pile, int], str] = {}
        if self.hinted is not None:
            marks.update(dict.fromkeys(((self.hinted.source, depth) for depth in range(self.hinted.count)), "hint"))
            marks[self._seen(self.hinted), 0] = "hint"
        if self._source is not None:
            moves = self._moves()
            count = self._count or max((move.count for move in moves.values()), default=1)
            marks.update(dict.fromkeys(((self._seen(move), 0) for move in moves.values()), "target"))
            marks.update(dict.fromkeys(((self._source, depth) for depth in range(count)), "selected"))
        return marks

    def _seen(self, move: Move) -> Pile:
        """Return the pile on the screen that a move goes to; for home, the foundation."""
        if not move.target.is_home:
            return move.target
        return Pile.foundation(self._game.state.moved_cards(move)[0].suit)

    def _style(self, spot: Spot, mark: str) -> Style:
        kind = "red" if spot.card is not None and spot.card.is_red else "black"
        if spot.card is None and mark == "card":
            kind = "empty"
        style = self.get_component_rich_style(f"board--{kind}")
        if mark != "card":
            style += self.get_component_rich_style(f"board--{mark}", partial=True)
        if self._cursor_shown and spot.depth == 0 and spot.pile == self._cursor:
            style += self.get_component_rich_style("board--cursor", partial=True)
        return style

    def _face(self, spot: Spot) -> str:
        """Return the text of a card or of an empty place."""
        if spot.card is not None:
            return str(spot.card) if self.letters else spot.card.symbol
        if spot.pile.suit is not None:
            return f"-{spot.pile.suit.letter if self.letters else spot.pile.suit.symbol}"
        return "-"

    def render_line(self, y: int) -> Strip:
        """Render a line of the screen."""
        ground = self.rich_style
        signs = [(" ", ground)] * self.size.width
        for x, text, style in self._written().get(y, ()):
            signs[x : x + len(text)] = [(sign, style) for sign in text]
        del signs[self.size.width :]
        return Strip(
            [Segment("".join(sign for sign, _ in same), style) for style, same in groupby(signs, key=itemgetter(1))],
            self.size.width,
        )

    # What is chosen

    def _moves(self) -> dict[Pile, Move]:
        """Return the move of the chosen cards to each pile that takes them.

        If a pile does not take the chosen number of cards, the move has the number that the notation implies.
        """
        state, source = self._game.state, self._source
        legal = [move for move in state.legal_moves() if move.source == source]
        moves = {move.target: state.parse_move(f"{move.source}{move.target}") for move in legal}
        return moves | {move.target: move for move in legal if move.count == self._count}

    def _choose(self, pile: Pile, count: int | None = None) -> None:
        """Choose the last cards of a pile; if they cannot move, say why."""
        self.drop()
        self._source, self._count = pile, count
        moves = self._moves()
        if not moves or not (count is None or any(move.count >= count for move in moves.values())):
            self.drop()
            depth = 0 if count is None else count - 1
            self._say(self._game.why_not(pile, depth) or "these cards cannot go anywhere")
        else:
            self._say("")

    def drop(self) -> None:
        """Drop the choice and the hint."""
        self.hinted = None
        self._clear()

    def _clear(self) -> None:
        self._source = self._count = None
        self._typed = self._counting = self._naming = False
        self._draw()

    def _play(self, move: Move | None, otherwise: str | None) -> None:
        """Play a move; if there is none, say why."""
        self.drop()
        if move is not None:
            self._make(move)
        elif otherwise:
            self._say(otherwise)

    def _go(self, pile: Pile) -> None:
        """Play the chosen cards to a pile; if they cannot go there, say why."""
        source, count = self._source, self._count
        assert source is not None
        target = Pile.HOME if pile.is_home else pile
        if source.is_home and target.is_home:  # back where it was
            self.drop()
            self._say("")
        elif count is None:
            try:
                self._play(self._game.state.parse_move(f"{source}{target}"), None)
            except FreeCellError as error:
                self._refuse(error)
        else:
            self._play(self._moves().get(target), self._game.why_not(source, count - 1, target))

    def _refuse(self, error: FreeCellError) -> None:
        """Drop the choice, and say what is wrong."""
        self.drop()
        if isinstance(error, AmbiguousMoveError):
            self._say(f"type the suit too: {error}")
        else:
            self._say(error.reason if isinstance(error, IllegalMoveError | ParseError) else str(error))

    def _twice(self, pile: Pile, depth: int) -> None:
        """Play the move of a double click: home, or else into a cell, as the options of the game say."""
        game = self._game
        reason = game.why_not(pile, depth)
        if reason is None and game.options.double_click_order == (Place.HOME,):
            reason = game.why_not(pile, depth, Pile.HOME)
        self._play(game.double_click(pile, depth), reason or "this card goes neither home nor into a cell")

    def _best(self, pile: Pile, depth: int) -> None:
        self._play(self._game.tap(pile, depth), self._game.why_no_tap(pile, depth))

    # Keys

    def action_touch(self, name: str) -> None:
        """Handle a key that names a pile: the first of two chooses the pile, the second plays there.

        The first key counts even if the pile cannot move. So moves typed one after the other stay in step, and the
        second key says why the move is not legal. The name of a foundation is two keys: after the key of home, the
        letter of a suit is never a target.
        """
        if self._counting:
            self._take_count(name)
            return
        self._cursor_shown = False
        naming, self._naming = self._naming, False
        pile = Pile(f"h{name}" if naming and name in _SUITS else name)
        if self._source is None or (naming and name in _SUITS):
            self._choose_by_key(pile)
        elif pile == self._source and not pile.is_home:
            try:
                self._twice(pile, 0)
            except FreeCellError as error:  # there is no such pile
                self._refuse(error)
        else:
            before = len(self._game.turns)
            self._go(pile)
            self._typed = len(self._game.turns) > before

    def _choose_by_key(self, pile: Pile) -> None:
        try:
            if pile == Pile.HOME:
                self._choose_home()
            else:
                self._choose(pile)
        except FreeCellError as error:  # there is no such pile
            self._refuse(error)
        if self._source is None:
            self._source = pile
            self._draw()
        self._naming = pile == Pile.HOME

    def _choose_home(self) -> None:
        """Choose the foundation that a card can be taken back from, if there is only one."""
        homes = [pile for pile, cards in self._game.state.piles().items() if pile.is_home and cards]
        free = [pile for pile in homes if self._game.why_not(pile) is None]
        self.drop()
        if len(free) > 1:
            self._say("cards of several suits can be taken back: type the suit too, as in hc3")
        elif homes:
            self._choose((free or homes)[0])
        else:
            self._say("no card is home yet")

    def action_count(self) -> None:
        """Wait for the count of a move in extended notation: ``26v3``."""
        self._counting = True

    def _take_count(self, name: str) -> None:
        """Handle the count after a move; after an illegal move it is ignored."""
        typed, self._typed, self._counting = self._typed, False, False
        if typed and name in _COUNTS:
            self._make_count(int(name, 16))

    def on_paste(self, event: Paste) -> None:
        """Play pasted moves."""
        event.stop()
        self.drop()
        self._paste(event.text)

    def action_step(self, step: int) -> None:
        """Go to the next pile; if cards are chosen, to the next pile that takes them."""
        piles = piles_in_reading_order(self._game.state)
        if self._source is not None:
            seen = {self._seen(move) for move in self._moves().values()}
            piles = [pile for pile in piles if pile in seen]
        else:
            piles = [pile for pile in piles if pile.is_column is self._cursor.is_column]
        if not piles:  # the chosen cards cannot move
            return
        if self._cursor in piles:
            if self._cursor_shown:
                self._cursor = piles[(piles.index(self._cursor) + step) % len(piles)]
        else:
            self._cursor = piles[0 if step > 0 else -1]
        self._cursor_shown = True
        self._draw()

    def action_more(self, step: int) -> None:
        """Go up to the cells or down to the columns; if cards are chosen, choose one more or one fewer."""
        if self._source is None:
            above = [pile for pile in piles_in_reading_order(self._game.state) if not pile.is_column]
            if step > 0 and self._cursor.is_column:
                self._cursor = above[min(self._cursor.index, len(above) - 1)]
            elif step < 0 and not self._cursor.is_column:
                columns = len(self._game.state.columns)
                self._cursor = Pile.column(min(above.index(self._cursor), columns - 1))
        else:
            counts = {move.count for move in self._game.state.legal_moves() if move.source == self._source}
            if counts:
                count = (self._count or max(counts)) + step
                self._count = min(max(count, min(counts)), max(counts))
        self._cursor_shown = True
        self._draw()

    def action_choose(self) -> None:
        """Choose the pile at the cursor, or play there; play a hint.

        If the cursor is hidden, only show it, so that moves can be typed with Enter after each line.
        """
        if self.hinted is not None:
            self._play(self.hinted, None)
        elif not self._cursor_shown:
            self._cursor_shown = True
            self._cursor = self._existing(self._cursor)
            self._to_best_target()
        elif self._source is None:
            self._choose(self._cursor)
            self._to_best_target()
        elif self._cursor == self._source:
            self.drop()
        else:
            self._go(self._cursor)

    def _to_best_target(self) -> None:
        """Put the cursor on the best place for the chosen cards."""
        moves = self._moves() if self._source is not None else {}
        if moves and self._source is not None:
            best = next(iter(self._game.targets(self._source)), None)
            self._cursor = self._seen(moves[best] if best in moves else next(iter(moves.values())))
        self._draw()

    def action_best(self) -> None:
        """Play the best move of the chosen cards, or of the pile at the cursor."""
        if self._source is None and not self._cursor_shown:
            self._say("choose a pile first")
            return
        try:
            self._best(self._existing(self._cursor) if self._source is None else self._source, (self._count or 1) - 1)
        except FreeCellError as error:  # there is no such pile
            self._refuse(error)

    def _existing(self, pile: Pile) -> Pile:
        """Return the pile, or the first column if this game does not have it."""
        return pile if pile in self._game.state.piles() else Pile.column(0)

    # Clicks

    def on_mouse_down(self, event: MouseDown) -> None:
        """Remember where a drag may start."""
        offset = event.get_content_offset(self)
        self._pressed = None if offset is None else self._laid().at(*offset)
        self._dragged = False

    def on_mouse_up(self, event: MouseUp) -> None:
        """Play a drag from one pile to another."""
        pressed, self._pressed = self._pressed, None
        offset = event.get_content_offset(self)
        spot = None if offset is None else self._laid().at(*offset)
        if event.button != 1 or pressed is None or spot is None or spot.pile == pressed.pile:
            return
        self._dragged = True
        self._cursor_shown = False
        self._choose(pressed.pile, pressed.depth + 1)
        if self._source is not None:
            self._go(spot.pile)

    def on_click(self, event: Click) -> None:
        """Choose a card or play the chosen one; send it home on a second click; play its best move on a right click."""
        dragged, self._dragged = self._dragged, False
        offset = event.get_content_offset(self)
        if dragged or offset is None:
            return
        self._cursor_shown = False
        spot = self._laid().at(*offset)
        if spot is None:
            self.drop()
            self._say("")
        elif event.button == 3 or (self.tap and self._source is None):
            self._best(spot.pile, spot.depth)
        elif spot.pile == self._source and spot.depth + 1 == (self._count or 1):
            self._twice(spot.pile, spot.depth)
        elif self._source is None or spot.pile == self._source or not self._moves():
            self._choose(spot.pile, spot.depth + 1)
        else:
            self._go(spot.pile)
