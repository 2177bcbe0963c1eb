"""The named games of the family, as data. :class:`~freecell.Rules` describes each as a class attribute."""

from __future__ import annotations

from freecell.rules import NAMED_GAMES, Build, EmptyColumns, Layout, Rules, Supermoves

__all__: list[str] = []

_FREECELL = Rules.FREECELL
_BAKERS = Rules(build=Build.SAME_SUIT)
_KINGS = _BAKERS.replace(empty_columns=EmptyColumns.KINGS_ONLY)
_TOWERS = _KINGS.replace(columns=10, layout=Layout.SEAHAVEN_TOWERS)
_CASTLE = Rules(cells=0, build=Build.ANY_SUIT, layout=Layout.BELEAGUERED_CASTLE)
_DOZEN = _CASTLE.replace(columns=13, empty_columns=EmptyColumns.NOTHING, layout=Layout.BAKERS_DOZEN)

NAMED_GAMES.update(
    {
        "relaxed_freecell": _FREECELL.replace(supermoves=Supermoves.UNLIMITED),
        "forecell": _FREECELL.replace(empty_columns=EmptyColumns.KINGS_ONLY, layout=Layout.FORECELL),
        "bakers_game": _BAKERS,
        "kings_only_bakers_game": _KINGS,
        "eight_off": _KINGS.replace(cells=8, layout=Layout.EIGHT_OFF),
        "seahaven_towers": _TOWERS,
        "relaxed_seahaven_towers": _TOWERS.replace(supermoves=Supermoves.UNLIMITED),
        "penguin": _KINGS.replace(
            cells=7, columns=7, supermoves=Supermoves.UNLIMITED, base=0, wrap=True, layout=Layout.PENGUIN
        ),
        "bakers_dozen": _DOZEN,
        "beleaguered_castle": _CASTLE,
        "streets_and_alleys": _CASTLE.replace(layout=Layout.ROWS),
        "citadel": _CASTLE.replace(layout=Layout.CITADEL),
        "fan": _KINGS.replace(cells=0, columns=18, layout=Layout.FAN),
        "good_measure": _DOZEN.replace(columns=10, layout=Layout.GOOD_MEASURE),
        "cruel": _DOZEN.replace(columns=12, build=Build.SAME_SUIT, layout=Layout.BELEAGUERED_CASTLE),
    }
)

for _name, _rules in NAMED_GAMES.items():
    setattr(Rules, _name.upper(), _rules)
