"""How a run is moved card by card: the fewest single-card moves there are."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import TypeVar

__all__ = ["single_steps"]

# What a card of the run lies on: the next deeper one, a cell, an empty column, what the run lay on, what it goes to.
_RUN, _CELL, _FLOOR, _SOURCE, _TARGET = range(5)

P = TypeVar("P")
_Places = tuple[int, ...]


def single_steps(
    count: int,
    source: P,
    target: P,
    cells: Sequence[P],
    columns: Sequence[P],
    source_takes: Container[int] = (),
    fills: bool = False,
) -> list[tuple[P, P]] | None:
    """Give the fewest moves of its own cards, one at a time, that take a run from one column to another.

    The cards may rest in the empty cells and columns, on each other, in the target while that is an empty column, and
    where the run lay once its deepest card has left. Which of the empty cells or columns a card
    goes to makes no difference, so a plan says only what each card lies on; the shortest plan is found by A*.

    Args:
        count: how many cards the run has, at least 1.
        source: the column it comes from, under any name.
        target: the column it goes to.
        cells: the empty cells.
        columns: the other empty columns.
        source_takes: the cards of the run, the deepest being 0, that may be put where the run lay: those that fit
            onto the card under it, or all where it is all that lies there.
        fills: whether the target is empty and takes any card.

    Returns:
        The moves as pairs of the names given; None when there is not enough space.
    """
    takes = frozenset(card for card in range(count) if card in source_takes)
    plan = _plan(count, len(cells), len(columns) + fills, takes, fills)
    if plan is None:
        return None
    free = {_CELL: list(cells), _FLOOR: [*columns, *([target] if fills else ())]}
    where = [source] * count
    steps = []
    for before, after in pairwise(plan):
        card = next(card for card in range(count) if before[card] != after[card])
        old, new = where[card], after[card]
        if before[card] in free:
            free[before[card]].insert(0, old)
        if new in free:
            where[card] = free[new].pop(0)
        else:
            where[card] = where[card - 1] if new == _RUN else source if new == _SOURCE else target
        steps.append((old, where[card]))
    # Empty columns are alike: the one the run has ended in is the target.
    renamed = {where[0]: target, target: where[0]}
    return [(renamed.get(start, start), renamed.get(end, end)) for start, end in steps]


@cache
def _plan(
    count: int, cells: int, columns: int, source_takes: frozenset[int], fills: bool
) -> tuple[_Places, ...] | None:
    # What the cards lie on at the start and after each move of a shortest way.
    rest = (_RUN,) * (count - 1)
    start, end = (_SOURCE, *rest), (_FLOOR if fills else _TARGET, *rest)
    came: dict[_Places, _Places] = {}
    moves = {start: 0}
    waiting = [(_least(start, end, cells + columns - fills), 0, start)]
    while waiting:
        _, made, places = heappop(waiting)
        if places == end:
            way = [places]
            while places in came:
                places = came[places]
                way.append(places)
            return tuple(reversed(way))
        if moves[places] != -made:
            continue
        for after in _after(places, cells, columns, source_takes, fills):
            if after not in moves or moves[after] > 1 - made:
                moves[after] = 1 - made
                came[after] = places
                heappush(waiting, (moves[after] + _least(after, end, cells + columns - fills), -moves[after], after))
    return None


def _least(places: _Places, end: _Places, spaces: int) -> int:
    # Fewer moves do not do. What is not in its last place must go there, and must get off a card that moves first.
    # When the deepest card moves, all others are in the spaces there are, those too many on others there: each of them
    # has to get on one before and off it afterwards.
    moves, together, settled, base = 0, 0, True, places[0]
    for place, last in zip(places, end, strict=True):
        settled = settled and place == last
        if not settled:
            moves += 2 if place == _RUN else 1
        base = base if place == _RUN else place
        together += place == _RUN and base != _SOURCE
    if places[0] == _SOURCE:
        moves += 2 * max(0, len(places) - 1 - spaces - together)
    return moves


def _after(places: _Places, cells: int, columns: int, source_takes: frozenset[int], fills: bool) -> Iterator[_Places]:
    # What the cards lie on after each move there is.
    cell, floor, source = places.count(_CELL) < cells, places.count(_FLOOR) < columns, _SOURCE not in places
    for card, place in enumerate(places):
        if card + 1 < len(places) and places[card + 1] == _RUN:
            continue  # it is covered
        to = []
        if card and places[card - 1] != _CELL:
            to.append(_RUN)
        if not card and not fills:
            to.append(_TARGET)
        if cell:
            to.append(_CELL)
        if floor:
            to.append(_FLOOR)
        if source and card in source_takes:
            to.append(_SOURCE)
        yield from ((*places[:card], new, *places[card + 1 :]) for new in to if new != place)
