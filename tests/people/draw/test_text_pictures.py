"""Pictures in text."""

import re

import pytest
from helpers.pictures import MIDDLE, ODD, piles_drawn

import freecell.draw
from freecell import Card, Deal, FreeCellError, Pile, Rules, State, Suit


@pytest.mark.parametrize("name", ["symbols", "colour"])
def test_wrong_arguments_of_text(name: str) -> None:
    with pytest.raises(FreeCellError, match=f"{name} must be True or False, not 'yes'"):
        freecell.draw.text(MIDDLE, **{name: "yes"})  # type: ignore[arg-type]


def read_back(drawn: str, state: State) -> list[tuple[Card, ...]]:
    """Read the cards of all piles out of a picture in text."""
    lines = re.sub(r"\x1b\[\d*m", "", drawn).split("\n")
    names, top, empty, columns, *rows = lines
    assert not empty
    assert columns.split() == [Pile.column(place).name for place in range(state.rules.columns)]
    assert names.split() == [*(Pile.cell(place).name for place in range(state.rules.cells)), *"hhhh"]
    piles: list[tuple[Card, ...]] = []
    for place in range(state.rules.columns):
        fields = [row[3 * place : 3 * place + 3].strip() for row in rows]
        piles.append(tuple(Card.parse(field) for field in fields if field))
        assert all(fields[: len(piles[-1])]), "no gap in a column"
    fields = top.split()
    piles.extend(() if field == "-" else (Card.parse(field),) for field in fields[: state.rules.cells])
    for suit, field in zip(Suit, fields[state.rules.cells :], strict=True):
        assert Suit.parse(field[-2] if field.endswith("-") else field[-1]) is suit
        piles.append(() if field.endswith("-") else (Card.parse(field),))
    return piles


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("symbols", [False, True])
@pytest.mark.parametrize(
    "state",
    [MIDDLE, *ODD.values(), *(Deal(1, rules).state() for rules in Rules.named().values())],
    ids=["middle", *ODD, *Rules.named()],
)
def test_text_has_every_card_in_its_place(state: State, symbols: bool, colour: bool) -> None:
    drawn = freecell.draw.text(state, symbols=symbols, colour=colour)
    expected = [pile[-1:] if place >= len(state.columns) else pile for place, pile in enumerate(piles_drawn(state))]
    assert read_back(drawn, state) == expected
    assert ("\x1b" in drawn) == colour
    assert symbols == any(sign in drawn for sign in "♣♦♥♠")


def test_red_cards_are_red_and_nothing_else_is() -> None:
    drawn = freecell.draw.text(MIDDLE, symbols=True, colour=True)
    red = re.findall(r"\x1b\[31m([^\x1b]*)\x1b\[0m", drawn)
    assert {field.strip()[-1] for field in red} == {"♦", "♥"}
    assert not re.search("[♦♥]", re.sub(r"\x1b\[\d+m[^\x1b]*\x1b\[0m", "", drawn))


def test_text_of_a_deal_and_of_its_state_are_the_same() -> None:
    assert freecell.draw.text(Deal(617)) == freecell.draw.text(Deal(617).state())
    assert freecell.draw.svg(Deal(617)) == freecell.draw.svg(Deal(617).state())
