"""What the terminal game says: the help, the status line, moves in words, and how a game ended."""

from __future__ import annotations

import re
from typing import Final

from freecell import Basis, Card, Hint, Move, Rules, State
from freecell._text import counted
from freecell.play import Game, Statistics

__all__ = [
    "HELP",
    "IS_WON",
    "clock",
    "end_text",
    "hint_text",
    "move_text",
    "sentence",
    "statistics_text",
    "status_text",
    "win_text",
    "with_symbols",
]

_CARD: Final = re.compile(r"\b[A2-9TJQK][CDHS]\b")
"""A card in the text of a reason."""

_MOST_TIMES: Final = 12
"""Most deals of a game whose best times are shown."""

IS_WON: Final = "The game is won. N starts another."

HELP: Final = """\
A move is two keys: the pile that cards leave, and the pile they go to.
26 plays from column 2 to 6, 2a into cell a, 2h home, 22 home or else
into a cell. In some games hc3 takes back a club. Moves can be pasted.

arrows, Enter   choose a pile, then where it goes; Enter plays
up, down        with a pile chosen: how many cards move
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
?  F1           this help       Q  ctrl+q   quit: the game is saved

[ ] chosen     < > where it can go     { } hint"""


def sentence(text: str) -> str:
    """Return a text with a capital at its start and a full stop at its end."""
    return f"{text[0].upper()}{text[1:]}."


def with_symbols(text: str) -> str:
    """Return a text in which cards are written with the signs of their suits."""
    return _CARD.sub(lambda card: Card.parse(card[0]).symbol, text)


def clock(seconds: float) -> str:
    """Return a time as a clock shows it: ``1:05``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def status_text(game: Game, best: str | None, *, unsaved: bool, width: int) -> str:
    """Return the state of a game in at most `width` characters, if it can be said in so few.

    Args:
        game: The game.
        best: The best time so far, in words, which is left out where there is no room; None if there is none.
        unsaved: Whether the game could not be saved.
        width: The most characters.
    """
    home, cards, time = game.state.cards_home(), 4 * game.rules.ranks, clock(game.seconds())
    parts = [game.title(), counted(game.move_count(), "move"), time, f"{home} of {cards} home"]
    short = [game.title(), str(game.move_count()), time, f"{home}/{cards}"]
    if game.options.scoring is not None:
        parts.append(f"score {game.score()}")
    if unsaved:
        parts.append("not saved")
    texts = ["   ".join(parts), "  ".join(parts)]
    if best is not None:
        with_best = [*parts[:-1], best, parts[-1]] if unsaved else [*parts, best]
        texts = ["   ".join(with_best), "  ".join(with_best), *texts]
    texts += ["  ".join(short[:count]) for count in (4, 3, 2)]
    return next((text for text in texts if len(text) <= width), game.title())


def move_text(state: State, move: Move, *, letters: bool) -> str:
    """Return what a move does: ``26: 5♥ to column 6``.

    Args:
        state: The position before the move.
        move: The move.
        letters: Whether to write suits as letters.
    """
    cards = state.moved_cards(move)
    first = str(cards[0]) if letters else cards[0].symbol
    what = first + (f" and {len(cards) - 1} more" if len(cards) > 1 else "")
    where = "home" if move.target.is_home else f"to {'column' if move.target.is_column else 'cell'} {move.target}"
    return f"{state.format_move(move)}: {what} {where}"


def hint_text(hint: Hint) -> str:
    """Return the reason for a hint."""
    return {
        Basis.SOLUTION: f"it wins, in {counted(hint.remaining or 0, 'move')}",
        Basis.HOME: "no win was found, but this card can go home",
        Basis.LEGAL: "no win was found, but this move is legal",
        Basis.BACK: "no win was found, and every move leads back to an earlier position",
    }[hint.basis]


def win_text(game: Game, statistics: Statistics | None, *, by_player: bool, uncounted: str | None) -> str:
    """Return what the window after a win says.

    Args:
        game: The game.
        statistics: The statistics of games with these rules, this one included; None if there are none.
        by_player: Whether the player made the last move, not the solver.
        uncounted: Why the game does not count, as a sentence; None if it counts.
    """
    lines = [f"{game.title()}, in {counted(game.move_count(), 'move')} and {clock(game.seconds())}."]
    if game.options.scoring is not None:
        lines.append(f"Score: {game.score()}.")
    if uncounted is not None:
        lines.append(uncounted)
    elif not by_player:
        lines.append("The solver made the last move: the game counts as played, not as won.")
    elif statistics is not None and statistics.won > 1 and statistics.best_seconds == game.seconds():
        lines.append("Your best time.")
    if statistics is not None:
        lines += ["", f"Played {statistics.played}, won {statistics.won}, {statistics.streak} in a row."]
    return "\n".join(lines)


def end_text(game: Game) -> tuple[str, str]:
    """Return the title and the text of the window that says why a game, which is proven lost, does not go on."""
    if game.is_stuck():
        return "No moves left", "No card can move."
    if game.is_dead_end():
        return "Dead end", "No card can come home any more, whatever you move."
    return "Lost", "It is proven that no move wins."


def _times_lines(title: str, statistics: Statistics) -> list[str]:
    """Return the lines of the best times by deal of one game."""
    times = sorted(statistics.best_times, key=lambda time: (time[1], time[0]))
    if not times:
        return []
    shown = [f"{deal:>13}{clock(seconds):>9}" for deal, seconds in times[:_MOST_TIMES]]
    some = f", the {len(shown)} fastest of {len(times):,}" if len(times) > len(shown) else ""
    return [
        "",
        f"{title}: best times by deal{some}",
        *("".join(shown[start : start + 3]) for start in range(0, len(shown), 3)),
    ]


def statistics_text(rows: dict[str, Statistics]) -> str:
    """Return a table of statistics, and for each game the deals with the best times, the fastest first.

    Args:
        rows: The statistics of each line, by the text of its rules.
    """
    if not rows:
        return "No game has been counted yet."
    lines = [f"{'':<24}{'played':>7}{'won':>6}{'%':>5}{'streak':>8}{'longest':>8}{'best':>9}"]
    for title, of in ((Rules.parse(text).title(), rows[text]) for text in sorted(rows)):
        percent = f"{100 * of.won / of.played:.0f}" if of.played else "-"
        best = "-" if of.best_seconds is None else clock(of.best_seconds)
        short = title if len(title) <= 23 else f"{title[:20]}..."
        lines.append(f"{short:<24}{of.played:>7}{of.won:>6}{percent:>5}{of.streak:>8}{of.longest_streak:>8}{best:>9}")
    for text in sorted(rows):
        lines += _times_lines(Rules.parse(text).title(), rows[text])
    return "\n".join(lines)
