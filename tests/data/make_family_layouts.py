"""Write family_layouts.tsv: how pysol-cards lays numbered deals of the games of the family that it knows.

Run it where pysol-cards 0.24 is installed: ``python make_family_layouts.py`` rewrites the file beside it. The numbers
are Microsoft's and FreeCell Pro's throughout (pysol-cards' ``DEALS_MS``), above 32,000 too, as PySol's ``ms100000`` is.
"""

from __future__ import annotations

from pathlib import Path

from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

GAMES = (
    "freecell",
    "relaxed_freecell",
    "forecell",
    "bakers_game",
    "kings_only_bakers_game",
    "eight_off",
    "seahaven_towers",
    "relaxed_seahaven_towers",
    "bakers_dozen",
    "beleaguered_castle",
    "streets_and_alleys",
    "citadel",
    "fan",
)
NUMBERS = (1, 2, 24, 617, 11982, 32000, 100000, 2147483648)


def layout(game: str, number: int) -> str:
    """Return the board as pysol-cards prints it, its lines joined by ' / '."""
    board: str = Game(game, number, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True))
    return " / ".join(board.splitlines())


def main() -> None:
    """Write the file."""
    lines = ["game\tdeal\tboard"]
    lines += [f"{game}\t{number}\t{layout(game, number)}" for game in GAMES for number in NUMBERS]
    Path(__file__).with_name("family_layouts.tsv").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
