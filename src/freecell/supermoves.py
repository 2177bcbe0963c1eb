"""How a run is moved card by card: the fewest single-card moves there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

__all__ = ["single_steps"]

_IMPOSSIBLE: Final = 1 << 20

P = TypeVar("P")


def single_steps(
    count: int, source: P, target: P, cells: Sequence[P], columns: Sequence[P], vacates: bool, fills: bool
) -> list[tuple[P, P]] | None:
    """Give the fewest single-card moves that take a run from one column to another.

    A run too long for the cells is cut in two: its upper part waits on an empty column, the lower part
    goes over, the upper part follows; each of the three is again a run to move. Where to cut is chosen
    by trying every place. Besides the empty columns given, the upper part may use the target while
    that is still empty, and the source once the lower part has vacated it, which saves moves when a whole
    column is moved. That no other order of moves is shorter is not proven here; it was checked
    against breadth-first search for every run of up to 13 cards (see ``tests/test_supermoves.py``).

    Args:
        count: how many cards the run has, at least 1.
        source: the column it comes from, under any name.
        target: the column it goes to.
        cells: the empty cells.
        columns: the other empty columns.
        vacates: whether the run is all that lies in the source and cards may be put there afterwards.
        fills: whether the target is empty and cards may be put there before.

    Returns:
        The moves as pairs of the names given; None when there is not enough space.
    """
    if _cost(count, len(cells), len(columns), vacates, fills) >= _IMPOSSIBLE:
        return None
    return list(_steps(count, source, target, tuple(cells), tuple(columns), vacates, fills))


def _steps(
    count: int, source: P, target: P, cells: tuple[P, ...], columns: tuple[P, ...], vacates: bool, fills: bool
) -> Iterator[tuple[P, P]]:
    if count <= len(cells) + 1:
        used = cells[: count - 1]
        yield from ((source, cell) for cell in used)
        yield source, target
        yield from ((cell, target) for cell in reversed(used))
        return
    upper = _cut(count, len(cells), len(columns), vacates, fills)
    between, *rest = columns
    others = tuple(rest)
    yield from _steps(upper, source, between, cells, others + (target,) * fills, False, True)
    yield from _steps(count - upper, source, target, cells, others, vacates, fills)
    yield from _steps(upper, between, target, cells, others + (source,) * vacates, True, False)


@cache
def _cost(count: int, cells: int, columns: int, vacates: bool, fills: bool) -> int:
    if count <= cells + 1:
        return 2 * count - 1
    if columns == 0:
        return _IMPOSSIBLE
    return _cost_of_cut(_cut(count, cells, columns, vacates, fills), count, cells, columns, vacates, fills)


@cache
def _cut(count: int, cells: int, columns: int, vacates: bool, fills: bool) -> int:
    return min(range(1, count), key=lambda upper: _cost_of_cut(upper, count, cells, columns, vacates, fills))


def _cost_of_cut(upper: int, count: int, cells: int, columns: int, vacates: bool, fills: bool) -> int:
    return (
        _cost(upper, cells, columns - 1 + fills, False, True)
        + _cost(count - upper, cells, columns - 1, vacates, fills)
        + _cost(upper, cells, columns - 1 + vacates, True, False)
    )
