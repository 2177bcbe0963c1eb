"""The table: it shows a game, and turns clicks and keys into moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, MouseDown, MouseUp
from textual.strip import Strip
from textual.widget import Widget

from freecell import Game, Move, Pile
from freecell.cli.play.layout import TWO_MARKS, Layout, Spot, piles_of

__all__ = ["Table"]

_HOME: Final = Pile("h")

_PILE_KEYS: Final = (
    *(Pile.column(index).name for index in range(18)),
    *(Pile.cell(index).name for index in range(10)),
    _HOME.name,
)
"""The keys of all piles that a game can have: their names in the notation."""

_AROUND: Final = 3
"""Lines of the screen that are above and below the table."""

_MARKS: Final = {"selected": ("[", "]"), "target": ("<", ">"), "hint": ("{", "}"), "card": (" ", " ")}
"""What stands around a card, so that it can be told without colours."""


class Table(Widget, can_focus=True):
    """The cards of a game, one of which may be chosen to be moved.

    Args:
        game: the game.
        play: is given each move of the player, which is legal.
        say: is told what there is to tell the player.

    Attributes:
        tap: whether one click plays the best move.
        letters: whether suits are written as letters.
        hinted: the move that is shown as a hint.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"table--{name}" for name in ("name", "red", "black", "empty", "selected", "target", "hint", "cursor")
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Pile to the left", show=False),
        Binding("right", "step(1)", "Pile to the right", show=False),
        Binding("up", "more(1)", "Cells, or a card more", show=False),
        Binding("down", "more(-1)", "Columns, or a card less", show=False),
        Binding("enter", "choose", "Choose, or play", show=False),
        Binding("space", "best", "Best move", show=False),
        *(Binding(name, f"touch('{name}')", f"Pile {name}", show=False) for name in _PILE_KEYS),
    ]

    def __init__(self, game: Game, play: Callable[[Move], object], say: Callable[[str], object]) -> None:
        super().__init__()
        # Called at once, where a message would let the next key overtake the move.
        self._make = play
        self._say = say
        self._game = game
        self._source: Pile | None = None
        self._count: int | None = None  # None for what the notation implies
        self._cursor: Pile = Pile.column(0)
        self._cursor_shown = False
        self._pressed: Spot | None = None
        self._dragged = False
        self._layout: Layout | None = None  # both are made when they are looked at
        self._lines: dict[int, list[tuple[int, str, Style]]] | None = None
        self.tap = False
        self.letters = False
        self.hinted: Move | None = None

    def show(self, game: Game | None = None, hint: Move | None = None) -> None:
        """Show the game as it is now, or another, with nothing chosen.

        Args:
            game: the game; None for the one that is on the table.
            hint: a move to point out.
        """
        self._game = self._game if game is None else game
        self.hinted = hint
        self._source = self._count = None
        self._draw()

    # What is seen

    def on_resize(self) -> None:
        """Lay the cards anew."""
        self._draw()

    def notify_style_update(self) -> None:
        """Take the colours anew."""
        super().notify_style_update()
        self._draw()

    def _draw(self) -> None:
        """Let all be drawn anew, when the screen is."""
        self._layout = self._lines = None
        self.refresh()

    def _laid(self) -> Layout:
        """Give the layout of what is seen."""
        if self._layout is None:
            self._layout = Layout.of(self._game.state, *self.size)
        return self._layout

    def _written(self) -> dict[int, list[tuple[int, str, Style]]]:
        """Give what stands in each line: where, what, and in which style, from the left."""
        if self._lines is not None:
            return self._lines
        layout = self._laid()
        name = self.get_component_rich_style("table--name")
        lines: defaultdict[int, list[tuple[int, str, Style]]] = defaultdict(list)
        if not layout.spots:
            wide, high = layout.least
            for line, text in enumerate(("Too small:", f"{wide} by {high + _AROUND}", "are needed")):
                lines[line].append((0, text, name))
        for x, y, text in layout.labels:
            lines[y].append((x, text, name))
        marks = self._marks()
        for spot in layout.spots:
            mark = marks.get((spot.pile, spot.depth), "card")
            style = self._style(spot, mark)
            lines[spot.y].append((spot.x, self._face(spot, mark), style))
            for below in range(spot.y + 1, spot.y + spot.height):
                lines[below].append((spot.x, " " * spot.width, style))
        self._lines = {y: sorted(pieces, key=lambda piece: piece[0]) for y, pieces in lines.items()}
        return self._lines

    def _marks(self) -> dict[tuple[Pile, int], str]:
        """Say which cards and places are chosen, can be gone to, or are hinted at; by pile and depth."""
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
        """Give the pile that a move goes to as it is seen: of home, the foundation."""
        if not move.target.is_home:
            return move.target
        return Pile(f"h{self._game.state.moved_cards(move)[0].suit.letter.lower()}")

    def _style(self, spot: Spot, mark: str) -> Style:
        kind = "red" if spot.card is not None and spot.card.is_red else "black"
        if spot.card is None and mark == "card":
            kind = "empty"
        style = self.get_component_rich_style(f"table--{kind}")
        if mark != "card":
            style += self.get_component_rich_style(f"table--{mark}", partial=True)
        if self._cursor_shown and spot.depth == 0 and spot.pile == self._cursor:
            style += self.get_component_rich_style("table--cursor", partial=True)
        return style

    def _face(self, spot: Spot, mark: str) -> str:
        """Write a card, or an empty place, in its width."""
        if spot.card is not None:
            text = str(spot.card) if self.letters else spot.card.symbol
        elif spot.pile.suit is not None:
            text = f"-{spot.pile.suit.letter if self.letters else spot.pile.suit.symbol}"
        else:
            text = "-"
        before, after = _MARKS[mark]
        if spot.width < TWO_MARKS:
            return f"{text}{after}".ljust(spot.width)[: spot.width]
        return f"{before}{text}{after}".ljust(spot.width)

    def render_line(self, y: int) -> Strip:
        """Draw a line of the screen."""
        ground = self.rich_style
        segments: list[Segment] = []
        at = 0
        for x, text, style in self._written().get(y, ()):
            segments += [Segment(" " * (x - at), ground), Segment(text, style)]
            at = x + len(text)
        return Strip(segments, at).adjust_cell_length(self.size.width, ground)

    # What is chosen

    def _moves(self) -> dict[Pile, Move]:
        """Give the move to each pile that what is chosen can go to.

        Where the chosen number of cards cannot go, it is the number that the notation implies.
        """
        state, source = self._game.state, self._source
        legal = [move for move in state.legal_moves() if move.source == source]
        moves = {move.target: state.parse_move(f"{move.source}{move.target}") for move in legal}
        return moves | {move.target: move for move in legal if move.count == self._count}

    def _choose(self, pile: Pile, count: int | None) -> None:
        """Choose a pile's last cards; say why, if they can go nowhere."""
        self.hinted = None
        self._source, self._count = pile, count
        moves = self._moves()
        if not moves or not (count is None or any(move.count >= count for move in moves.values())):
            self.drop()
            depth = 0 if count is None else count - 1
            self._say(self._game.why_not(pile, depth) or "these cards cannot go anywhere")
        self._draw()

    def drop(self) -> None:
        """Choose nothing any more, and point nothing out."""
        self._source = self._count = self.hinted = None
        self._draw()

    def _play(self, move: Move | None, otherwise: str | None) -> None:
        """Play a move, or say why there is none."""
        self.drop()
        if move is not None:
            self._make(move)
        elif otherwise:
            self._say(otherwise)

    def _go(self, pile: Pile) -> None:
        """Play what is chosen onto a pile; say why, if it cannot go there."""
        source, count = self._source, self._count
        assert source is not None
        target = _HOME if pile.is_home else pile
        if count is None and not (source.is_home or target.is_home):
            reason = self._game.state.why_illegal(f"{source}{target}")
        else:
            reason = self._game.why_not(source, (count or 1) - 1, target)
        self._play(self._moves().get(target), reason)

    def _twice(self, pile: Pile, depth: int) -> None:
        """Send a card home, or into a cell."""
        move = self._game.double_click(pile, depth)
        self._play(move, self._game.why_not(pile, depth) or "this card goes neither home nor into a cell")

    def _best(self, pile: Pile, depth: int) -> None:
        move = self._game.tap(pile, depth)
        self._play(move, self._game.why_not(pile, depth) or "no place that a click looks for takes this card")

    # Keys

    def action_touch(self, name: str) -> None:
        """Choose the pile that a key names, or play there."""
        self._cursor_shown = False
        if name not in {pile.name[0] for pile, _ in piles_of(self._game.state)}:
            self._say(f"this game has no pile {name}")
            return
        pile = Pile(name)
        if self._source is None and pile.is_home:
            self._choose_home()
        elif self._source is None:
            self._choose(pile, None)
        elif pile == self._source:
            self._twice(pile, 0)
        else:
            self._go(pile)

    def _choose_home(self) -> None:
        """Choose the foundation that a card can come back from, if there is one and no other."""
        homes = [pile for pile, cards in piles_of(self._game.state) if pile.is_home and cards]
        free = [pile for pile in homes if self._game.why_not(pile) is None]
        if len(free) > 1:
            self._say("cards of several suits can come back: click one, or go there with the arrow keys")
        elif homes:
            self._choose((free or homes)[0], None)
        else:
            self._say("no card is home yet")

    def action_step(self, step: int) -> None:
        """Go to the next pile; while a card is chosen, to the next that it can go to."""
        piles = [pile for pile, _ in piles_of(self._game.state)]
        if self._source is not None:
            seen = {self._seen(move) for move in self._moves().values()}
            piles = [pile for pile in piles if pile in seen]
        else:
            piles = [pile for pile in piles if pile.is_column is self._cursor.is_column]
        if self._cursor in piles:
            if self._cursor_shown:
                self._cursor = piles[(piles.index(self._cursor) + step) % len(piles)]
        else:
            self._cursor = piles[0 if step > 0 else -1]
        self._cursor_shown = True
        self._draw()

    def action_more(self, step: int) -> None:
        """Go up to the cells or down to the columns; while cards are chosen, take one more or less."""
        if self._source is None:
            above = [pile for pile, _ in piles_of(self._game.state) if not pile.is_column]
            if step > 0 and self._cursor.is_column:
                self._cursor = above[min(self._cursor.index, len(above) - 1)]
            elif step < 0 and not self._cursor.is_column:
                columns = len(self._game.state.columns)
                self._cursor = Pile.column(min(above.index(self._cursor), columns - 1))
        else:
            counts = {move.count for move in self._game.state.legal_moves() if move.source == self._source}
            count = (self._count or max(counts)) + step
            self._count = min(max(count, min(counts)), max(counts))
        self._cursor_shown = True
        self._draw()

    def action_choose(self) -> None:
        """Choose the pile of the cursor, or play there; a hint is played."""
        if self.hinted is not None:
            self._play(self.hinted, None)
            return
        if self._source is not None:
            if self._cursor == self._source:
                self.drop()
            else:
                self._go(self._cursor)
            return
        pile = self._cursor = self._existing(self._cursor)
        self._cursor_shown = True
        self._choose(pile, None)
        if self._source is not None:
            best = next(iter(self._game.targets(pile)), None)
            moves = self._moves()
            self._cursor = self._seen(moves[best] if best in moves else next(iter(moves.values())))
            self._draw()

    def action_best(self) -> None:
        """Play the best move of what is chosen, or of the pile of the cursor."""
        pile = self._existing(self._cursor) if self._source is None else self._source
        self._best(pile, (self._count or 1) - 1)

    def _existing(self, pile: Pile) -> Pile:
        """Give the pile, or the first column where the game on the table has none such."""
        return pile if pile in dict(piles_of(self._game.state)) else Pile.column(0)

    # Clicks

    def on_mouse_down(self, event: MouseDown) -> None:
        """Remember where a drag may begin."""
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
        """Choose a card, or play what is chosen; twice, send it home; with the right button, play its best move."""
        dragged, self._dragged = self._dragged, False
        offset = event.get_content_offset(self)
        if dragged or offset is None:
            return
        self._cursor_shown = False
        spot = self._laid().at(*offset)
        if spot is None:
            self.drop()
        elif event.button == 3 or (self.tap and self._source is None):
            self._best(spot.pile, spot.depth)
        elif event.chain > 1:
            self._twice(spot.pile, spot.depth)
        elif self._source is None:
            self._choose(spot.pile, spot.depth + 1)
        elif spot.pile == self._source:
            self.drop()
        else:
            self._go(spot.pile)
