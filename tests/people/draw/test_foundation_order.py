"""Foundations are drawn in the order that is asked for, in text, in SVG and on the page."""

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.pictures import MIDDLE, ODD

import freecell.draw
from freecell import AutoPlay, Deal, FreeCellError, Rules, Solution, Solver, State, Suit, WrongTypeError
from freecell.play import Game

HEARTS_FIRST = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
HOME = State([[]] * 8, ["KS", "KH", "QS", "JS"], (13, 13, 12, 10))
LETTERS = ["".join(letters) for letters in itertools.permutations("CDHS")]


def boxes(drawn: str) -> list[str]:
    """Return the letters of the foundations from left to right, then from top to bottom, as they lie in a picture."""
    found = re.findall(r'<g data-pile="h(.)" transform="translate\((\S+) (\S+)\)"', drawn)
    return [letter.upper() for letter, _, _ in sorted(found, key=lambda box: (float(box[1]), float(box[2])))]


@pytest.mark.parametrize("order", LETTERS)
def test_text_follows_the_order(order: str) -> None:
    top = freecell.draw.text(MIDDLE, foundation_order=order).split("\n")[1]
    assert top.split()[-4:] == [f"{letter}-" for letter in order]
    tops = dict(zip("CDHS", ("KC", "KD", "QH", "TS"), strict=True))
    assert freecell.draw.text(HOME, foundation_order=order).split("\n")[1].split()[-4:] == [tops[x] for x in order]


@pytest.mark.parametrize("state", [MIDDLE, ODD["eighteen columns, ten cells"]], ids=["beside the cells", "at the edge"])
@pytest.mark.parametrize("order", LETTERS)
def test_svg_follows_the_order(state: State, order: str) -> None:
    picture = freecell.draw.svg(state, foundation_order=order)
    assert boxes(picture) == list(order)
    nothing = {suit.letter: f"no {suit.name.lower()}" for suit in Suit}
    assert f"Home: {', '.join(nothing[letter] for letter in order)}." in picture
    assert picture.count(">h</text>") == (4 if state is MIDDLE else 1)
    if state is not MIDDLE:
        first = re.search(rf'<g data-pile="h{order[0].lower()}" .*?</g>', picture)
        assert first
        assert ">h</text>" in first[0]


def test_cards_home_and_arrows_lie_on_their_foundations() -> None:
    state = State([["KS"], ["KH"]], rules=Rules(columns=2), foundations=(13, 13, 12, 12))
    picture = freecell.draw.svg(state, move="2h", foundation_order="HCDS")
    place = re.search(r'<g data-pile="hh" transform="(.*?)"', picture)
    assert place
    assert f'data-card="QH" data-pile="hh" transform="{place[1]}"' in picture
    x, y = re.findall(r"[\d.]+", place[1])
    assert re.search(rf'<rect class="landing" [^>]*x="{x}" y="{y}"', picture)


def test_the_usual_order_is_that_of_suits() -> None:
    for draw in (freecell.draw.text, freecell.draw.svg):
        assert draw(MIDDLE) == draw(MIDDLE, foundation_order="CDHS") == draw(MIDDLE, foundation_order=list(Suit))
    assert boxes(freecell.draw.svg(MIDDLE)) == list("CDHS")


@pytest.mark.parametrize(
    "order", ["HCDS", "hcds", "♥♣♦♠", "♥\ufe0f♣\ufe0f♦\ufe0f♠\ufe0f", HEARTS_FIRST, list(HEARTS_FIRST)]
)
def test_ways_to_write_an_order(order: Any) -> None:
    assert freecell.draw.svg(MIDDLE, foundation_order=order) == freecell.draw.svg(MIDDLE, foundation_order="HCDS")


def test_pictures_in_different_orders_do_not_share_identities() -> None:
    one, other = (
        set(re.findall(' id="([^"]+)"', freecell.draw.svg(HOME, foundation_order=x))) for x in ("CDHS", "HCDS")
    )
    assert not one & other


def game() -> Game:
    begun = Game(Deal(617))
    begun.play("83")
    return begun


STARTS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "solution": lambda: (Solver().solve(Deal(617)),),
    "game": lambda: (game(),),
    "moves": lambda: (Deal(617), "83 53"),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_page_follows_the_order(start: Callable[[], tuple[Any, ...]]) -> None:
    usual, page = (freecell.draw.html(*start(), foundation_order=order) for order in ("CDHS", "HCDS"))
    assert boxes(page) == list("HCDS")
    found = [json.loads(re.findall(r'id="data">(.*?)</script>', text)[0]) for text in (usual, page)]
    clubs, diamonds, hearts, spades = found[0].pop("places")[-4:]
    assert found[1].pop("places")[-4:] == [diamonds, hearts, clubs, spades], "hearts lie where clubs usually do"
    assert found[0] == found[1]


def without_places(page: str) -> str:
    page = re.sub(r'(data-pile="h." transform)="[^"]*"', r"\1", page)
    return re.sub(r'"places":.*?\]\]', "", page)


@pytest.mark.parametrize("autoplay", [None, AutoPlay.NONE])
@pytest.mark.parametrize(
    "solution",
    [Solver().solve(Deal(617)), Solver().solve(Deal(11982)), Solver(max_nodes=10).solve(Deal(1941))],
    ids=lambda solution: str(solution.verdict),
)
def test_only_places_change_on_the_page_of_a_solution(solution: Solution, autoplay: AutoPlay | None) -> None:
    usual, page = (freecell.draw.html(solution, autoplay=autoplay, foundation_order=x) for x in ("CDHS", "HCDS"))
    assert usual != page
    assert without_places(usual) == without_places(page)


WRONG: list[tuple[Any, type[FreeCellError]]] = [
    ("", FreeCellError),
    ("CDH", FreeCellError),
    ("CDHH", FreeCellError),
    ("CDHSC", FreeCellError),
    ("C D H S", FreeCellError),
    ("clubs", FreeCellError),
    ("CDHX", FreeCellError),
    (list(Suit)[:3], FreeCellError),
    ([*Suit, Suit.CLUBS], FreeCellError),
    ([], FreeCellError),
    (None, WrongTypeError),
    (3, WrongTypeError),
    ([0, 1, 2, 3], WrongTypeError),
    (b"CDHS", WrongTypeError),
    (set(Suit), WrongTypeError),
    (iter(Suit), WrongTypeError),
]


@pytest.mark.parametrize(
    "draw", [freecell.draw.text, freecell.draw.svg, lambda *a, **k: freecell.draw.html(*a, "", **k)]
)
@pytest.mark.parametrize(("order", "kind"), WRONG)
def test_anything_else_is_refused(draw: Callable[..., str], order: Any, kind: type[FreeCellError]) -> None:
    with pytest.raises(FreeCellError, match=r"^foundation_order must name the four suits once each") as caught:
        draw(MIDDLE, foundation_order=order)
    assert type(caught.value) is kind
