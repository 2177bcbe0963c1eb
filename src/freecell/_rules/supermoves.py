"""Plan a supermove: the shortest sequence of single-card moves that takes a run from one column to another.

A* search (Hart, Nilsson and Raphael 1968) over what each card of the run lies on. Which of several empty cells or empty
columns a card lies in makes no difference to the length of a plan, so the search only counts them. Actual places are
chosen afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import TypeVar

__all__ = ["count_steps", "single_steps"]

# What a card of the run lies on: the next deeper card of the run, a cell, the floor of an empty column, what the run
# lay on at the start, or the card that it moves onto.
_RUN, _CELL, _FLOOR, _SOURCE, _TARGET = range(5)

P = TypeVar("P")
_Links = tuple[int, ...]
"""What each card lies on, the deepest card first."""


def single_steps(
    count: int,
    source: P,
    target: P,
    cells: Sequence[P],
    columns: Sequence[P],
    source_takes: Collection[int] = (),
    fills: bool = False,
) -> list[tuple[P, P]] | None:
    """Return the shortest sequence of single-card moves that takes a run from one column to another.

    On the way, cards may lie in empty cells and columns, on each other, in the target while it is an empty column, and
    where the run lay once its deepest card has left.

    Args:
        count: The number of cards in the run, at least 1.
        source: The column that the run leaves. Columns and cells may have any names.
        target: The column that the run moves to.
        cells: The empty cells.
        columns: The empty columns other than the target.
        source_takes: The cards of the run that may be put where the run lay, as indices from the deepest card, 0.
        fills: Whether the target is an empty column that accepts any card.

    Returns:
        The moves, as pairs of names; None if there is not enough space.
    """
    plan = _plan(count, len(cells), len(columns) + fills, frozenset(source_takes), fills)
    if plan is None:
        return None
    steps, end = _placed(plan, source, target, list(cells), [*columns, *([target] if fills else ())])
    # Empty columns are interchangeable: the one that the run ended in becomes the target.
    renamed = {end: target, target: end}
    return [(renamed.get(start, start), renamed.get(stop, stop)) for start, stop in steps]


def count_steps(count: int, cells: int, columns: int, source_takes: Collection[int], fills: bool) -> int | None:
    """Return the length of that sequence; None if there is not enough space.

    Args:
        count: The number of cards in the run, at least 1.
        cells: The number of empty cells.
        columns: The number of empty columns other than the target.
        source_takes: The cards of the run that may be put where the run lay, as indices from the deepest card, 0.
        fills: Whether the target is an empty column that accepts any card.
    """
    plan = _plan(count, cells, columns + fills, frozenset(source_takes), fills)
    return None if plan is None else len(plan) - 1


def _placed(
    plan: Sequence[_Links], source: P, target: P, cells: list[P], columns: list[P]
) -> tuple[list[tuple[P, P]], P]:
    """Choose a place for each move of a plan; return the moves, and where the deepest card ends."""
    free = {_CELL: cells, _FLOOR: columns}
    where = [source] * len(plan[0])
    steps = []
    for before, after in pairwise(plan):
        card = next(card for card, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
        start, link = where[card], after[card]
        if before[card] in free:
            free[before[card]].insert(0, start)
        if link in free:
            where[card] = free[link].pop(0)
        else:
            where[card] = where[card - 1] if link == _RUN else source if link == _SOURCE else target
        steps.append((start, where[card]))
    return steps, where[0]


@cache
def _plan(count: int, cells: int, columns: int, source_takes: frozenset[int], fills: bool) -> tuple[_Links, ...] | None:
    """Return the links at the start and after each move of a shortest plan; None if there is no plan."""
    rest = (_RUN,) * (count - 1)
    start, end = (_SOURCE, *rest), (_FLOOR if fills else _TARGET, *rest)
    spaces = cells + columns - fills
    parents: dict[_Links, _Links] = {}
    moves = {start: 0}
    # Among equal lower bounds, the longest sequence comes first.
    frontier = [(_lower_bound(start, end, spaces), 0, start)]
    while frontier:
        _, minus_made, links = heappop(frontier)
        if links == end:
            return _way_to(end, parents)
        if moves[links] != -minus_made:
            continue  # a shorter sequence was found
        made = moves[links] + 1
        for after in _children(links, cells, columns, source_takes, fills):
            if after not in moves or moves[after] > made:
                moves[after] = made
                parents[after] = links
                heappush(frontier, (made + _lower_bound(after, end, spaces), -made, after))
    return None


def _way_to(links: _Links, parents: dict[_Links, _Links]) -> tuple[_Links, ...]:
    """Return the links from the start to `links`, by following the parents back."""
    way = [links]
    while links in parents:
        links = parents[links]
        way.append(links)
    return tuple(reversed(way))


def _lower_bound(links: _Links, end: _Links, spaces: int) -> int:
    """Return a lower bound on the moves from `links` to `end`.

    A card that is not in its final place has to move there. If it lies on the next card of the run, it has to move off
    first, because that card moves before it. When the deepest card moves, all others lie in the spaces. If there are
    more cards than spaces, the excess cards lie on others there. Each of them has to move onto another card and off it.
    """
    moves, together, settled, base = 0, 0, True, links[0]
    for link, last in zip(links, end, strict=True):
        settled = settled and link == last
        if not settled:
            moves += 2 if link == _RUN else 1
        base = base if link == _RUN else link
        together += link == _RUN and base != _SOURCE
    if links[0] == _SOURCE:
        moves += 2 * max(0, len(links) - 1 - spaces - together)
    return moves


def _children(links: _Links, cells: int, columns: int, source_takes: frozenset[int], fills: bool) -> Iterator[_Links]:
    """Yield the links after each possible move."""
    has_cell, has_floor = links.count(_CELL) < cells, links.count(_FLOOR) < columns
    source_is_free = _SOURCE not in links
    for card, link in enumerate(links):
        if card + 1 < len(links) and links[card + 1] == _RUN:
            continue  # the card is covered
        goals = (
            (_RUN, card > 0 and links[card - 1] != _CELL),
            (_TARGET, card == 0 and not fills),
            (_CELL, has_cell),
            (_FLOOR, has_floor),
            (_SOURCE, source_is_free and card in source_takes),
        )
        for goal, is_open in goals:
            if is_open and goal != link:
                yield (*links[:card], goal, *links[card + 1 :])
