"""Pictures: every card is drawn once and in its place, whatever the game."""

import re
import subprocess
import sys
from collections import Counter
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from helpers.paths import ROOT
from helpers.pictures import GAMES, MIDDLE, ODD
from hypothesis import given
from hypothesis import strategies as st

import freecell.draw
from freecell import CARDS, Card, Deal, FreeCellError, IllegalMoveError, Pile, Rules, Solver, State, Suit
from freecell._pictures.glyphs import GLYPHS
from freecell._pictures.style import Theme
from freecell._pictures.table import CARD_HEIGHT, CARD_WIDTH, Table, home_cards
from freecell.cards import RANKS
from freecell.notation import CELL_NAMES, COLUMN_NAMES
from freecell.play import Game, Options

SVG = "{http://www.w3.org/2000/svg}"


def ground(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def place_of(element: ElementTree.Element) -> tuple[float, float]:
    found = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert found
    return float(found[1]), float(found[2])


def cards_drawn(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [element for element in root.iter() if "data-card" in element.attrib]


def check_picture(state: State, picture: str) -> None:
    root = ground(picture)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    drawn = cards_drawn(root)
    deck = [card for card in CARDS if card.rank <= state.rules.ranks]
    assert sorted(Card.parse(element.attrib["data-card"]) for element in drawn) == deck
    by_pile: dict[str, list[tuple[float, float, str]]] = {}
    for element in drawn:
        x, y = place_of(element)
        assert 0 <= x <= width - CARD_WIDTH
        assert 0 <= y <= height - CARD_HEIGHT
        by_pile.setdefault(element.attrib["data-pile"], []).append((x, y, element.attrib["data-card"]))
    for place, cards in enumerate(state.columns):
        shown = by_pile.pop(Pile.column(place).name, [])
        assert [card for _, _, card in shown] == list(map(str, cards)), "the deepest first, as the last lies on top"
        assert len({x for x, _, _ in shown}) <= 1
        heights = [y for _, y, _ in shown]
        assert heights == sorted(set(heights)), "each lower than the one it covers"
    for place, card in enumerate(state.cells):
        assert [card for _, _, card in by_pile.pop(Pile.cell(place).name, [])] == ([str(card)] if card else [])
    for suit in Suit:
        shown = by_pile.pop(f"h{suit.letter.lower()}", [])
        assert [card for _, _, card in shown] == list(map(str, home_cards(state.rules, suit, state.foundations[suit])))
    assert not by_pile
    identities = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(identities)) == len(identities)
    used = {element.attrib["href"] for element in root.iter() if "href" in element.attrib}
    assert used <= {f"#{identity}" for identity in identities}
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_is_imported_only_when_asked_for() -> None:
    code = "import sys, freecell; assert 'freecell.draw' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn(game: str) -> None:
    state = Deal(1, Rules.named()[game]).state()
    check_picture(state, freecell.draw.svg(state))


@pytest.mark.parametrize("state", ODD.values(), ids=ODD)
def test_odd_games_are_drawn(state: State) -> None:
    check_picture(state, freecell.draw.svg(state))


@pytest.mark.parametrize("game", GAMES)
def test_piles_do_not_lie_on_each_other(game: str) -> None:
    rules = Rules.named()[game]
    places = Table.lay(rules, [7] * rules.columns).boxes
    assert len(places) == rules.columns + rules.cells + 4
    for number, one in enumerate(places):
        for other in places[:number]:
            apart = abs(one.x - other.x) >= CARD_WIDTH
            upper, lower = sorted((one, other), key=lambda place: place.y)
            assert apart or upper.y + upper.room <= lower.y


@given(st.integers(1, 32_000), st.integers(1, 18), st.integers(0, 10))
def test_any_table_is_drawn(number: int, columns: int, cells: int) -> None:
    state = Deal(number, Rules(columns=columns, cells=cells)).state()
    check_picture(state, freecell.draw.svg(state))


def test_all_positions_of_a_win_are_drawn() -> None:
    solution = Solver().solve(Deal(617))
    for state, move in zip(solution.states(), solution.moves, strict=False):
        picture = freecell.draw.svg(state, move=move)
        check_picture(state, picture)
        assert picture.count('class="ring"') == move.count
        root = ground(picture)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        landing = next(element for element in root.iter() if element.get("class") == "landing")
        assert 0 <= float(landing.attrib["x"]) <= width - CARD_WIDTH
        assert 0 <= float(landing.attrib["y"]) <= height - CARD_HEIGHT
        arrow = next(element for element in root.iter() if element.get("class") == "arrow")
        points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", arrow.attrib["d"])
        assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in points)


def ringed(picture: str) -> list[str]:
    return [
        element.attrib["data-card"]
        for element in cards_drawn(ground(picture))
        if any(part.get("class") == "ring" for part in element)
    ]


def test_a_move_marks_its_cards() -> None:
    assert ringed(freecell.draw.svg(MIDDLE, move="54")) == ["8S", "7H", "6C", "5D"]
    assert ringed(freecell.draw.svg(MIDDLE, move=MIDDLE.parse_move("54"))) == ["8S", "7H", "6C", "5D"]
    assert "arrow" not in freecell.draw.svg(MIDDLE).split("</style>")[1]


@pytest.mark.parametrize(
    ("highlight", "cards", "rings"),
    [
        ("AS", ["AS"], 1),
        (["AS", Card.parse("7d"), "2♥"], ["7D", "2H", "AS"], 3),
        ("a b 5", ["5D", "4H"], 3),
        (Pile("a"), ["4H"], 1),
        ("h", [], 4),
        ("hs", [], 1),
        ((), [], 0),
    ],
)
def test_highlights(highlight: object, cards: list[str], rings: int) -> None:
    picture = freecell.draw.svg(MIDDLE, highlight=highlight)  # type: ignore[arg-type]
    assert ringed(picture) == cards
    assert picture.count('class="ring"') == rings


def test_the_targets_of_a_touched_card_are_marked() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    for move in ("6a", "6b"):
        game.play(move)
    assert list(game.targets("6")) == [Pile("hc"), Pile("3"), Pile("c"), Pile("d")]
    root = ground(freecell.draw.svg(game.state, highlight=game.targets("6")))
    assert sum(element.get("class") == "ring" for element in root.iter()) == 4


def test_a_foundation_marked_marks_its_top_card() -> None:
    assert ringed(freecell.draw.svg(Deal(1, Rules.PENGUIN), highlight="hc")) == ["JC"]


def test_themes() -> None:
    auto, light, dark = (freecell.draw.svg(MIDDLE, theme=theme) for theme in ("auto", "light", "dark"))  # type: ignore[arg-type]
    assert "prefers-color-scheme:dark" in auto
    assert "<style" not in light + dark
    assert 'fill="#ffffff"' in light
    assert 'fill="#ffffff"' not in dark
    assert "$" not in auto + light + dark


def shapes_with_colours(picture: str) -> list[tuple[str | None, str | None, str | None]]:
    """Return the class, fill and stroke of every shape, as a renderer shows them that ignores style sheets."""
    found: list[tuple[str | None, str | None, str | None]] = []

    def look(element: ElementTree.Element, fill: str | None, stroke: str | None) -> None:
        fill, stroke = element.get("fill", fill), element.get("stroke", stroke)
        if element.tag.removeprefix(SVG) in ("rect", "path", "text", "use"):
            found.append((element.get("class"), fill, stroke))
        for part in element:
            if part.tag != f"{SVG}defs":
                look(part, fill, stroke)

    look(ground(picture), None, None)
    return found


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_every_shape_has_its_colour_without_a_style_sheet(theme: Theme, paths: bool) -> None:
    shapes = shapes_with_colours(freecell.draw.svg(MIDDLE, move="54", highlight="b", theme=theme, paths=paths))
    assert len(shapes) > 200
    for kind, fill, stroke in shapes:
        assert fill, kind
        assert fill != "none" or stroke, kind
    assert ("face", "#2a2f37" if theme == "dark" else "#ffffff", "#59626f" if theme == "dark" else "#8a9690") in shapes


@pytest.mark.parametrize("paths", [False, True])
def test_the_automatic_theme_is_the_light_one_with_dark_colours_in_a_style_sheet(paths: bool) -> None:
    auto, light, dark = (
        re.sub("fc[0-9a-f]{8}", "id", freecell.draw.svg(MIDDLE, move="54", theme=theme, paths=paths))  # type: ignore[arg-type]
        for theme in ("auto", "light", "dark")
    )
    sheet = re.search("<style>@media [^{]*{(.*)}</style>", auto)
    assert sheet
    assert auto.replace(sheet[0], "") == light
    rules = dict(re.findall(r"#id \.([\w-]+){(.*?)}", sheet[1]))
    for kind, fill, stroke in set(shapes_with_colours(dark)) - set(shapes_with_colours(light)):
        if kind in rules:
            colours = dict(rule.split(":") for rule in rules[kind].split(";"))
            assert colours.get("fill", "none") == fill
            assert colours.get("stroke") == stroke
        else:
            assert fill in (rules["red"].removeprefix("fill:"), rules["black"].removeprefix("fill:"))


@pytest.mark.parametrize("state", [MIDDLE, *ODD.values()], ids=["middle", *ODD])
def test_paths_show_all_cards_without_text_and_references(state: State) -> None:
    picture = freecell.draw.svg(state, highlight="h", theme="light", paths=True)
    check_picture(state, picture)
    tags = {element.tag.removeprefix(SVG) for element in ground(picture).iter()}
    assert tags == {"svg", "title", "desc", "g", "rect", "path"}
    assert "href" not in picture


def test_paths_draw_what_text_and_references_draw() -> None:
    def drawn(paths: bool) -> list[str]:
        parts = ground(freecell.draw.svg(ODD["eighteen columns, ten cells"], paths=paths)).iter()
        return [part.get("transform") or "" for part in parts if part.tag.removeprefix(SVG) in ("path", "use", "text")]

    suits = 4  # defined once, for the references
    assert len(drawn(True)) == len(drawn(False)) - suits
    names = RANKS.replace("T", "1") + COLUMN_NAMES + CELL_NAMES + "h"
    assert set(GLYPHS) == {*names, "10"}
    assert len(set(GLYPHS.values())) == len(GLYPHS)


@pytest.mark.parametrize("glyph", GLYPHS)
def test_glyphs_stay_in_their_boxes(glyph: str) -> None:
    half = 85 if glyph == "10" else 55  # the suit in the corner begins 90 to the right of the middle of a rank
    for x, y in re.findall(r"(-?\d+),(-?\d+)(?= |[A-Z]|$)", re.sub(r"A\d+,\d+ 0 \d,\d ", "L", GLYPHS[glyph])):
        assert -half <= int(x) <= half
        assert -10 <= int(y) <= 140


def test_is_described_for_screen_readers() -> None:
    root = ground(freecell.draw.svg(MIDDLE, move="54"))
    assert root.attrib["role"] == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
    assert title.text == "FreeCell: 0 of 52 cards home, move 54"
    assert "Column 7: 2♦ A♠ 3♦ 4♦ 2♣ J♥. Column 8" in (description.text or "")
    assert "Cells: 4♥, empty, empty, empty. Home: no clubs" in (description.text or "")


def test_pictures_of_one_page_do_not_share_identities() -> None:
    pictures = [freecell.draw.svg(MIDDLE), freecell.draw.svg(Deal(617)), freecell.draw.svg(MIDDLE, theme="dark")]
    pictures.append(freecell.draw.svg(MIDDLE, paths=True))
    identities = Counter(re.findall(r' id="([^"]+)"', "".join(pictures)))
    assert set(identities.values()) == {1}
    assert freecell.draw.svg(MIDDLE) == pictures[0]


WRONG_SVG: list[tuple[dict[str, object], str]] = [
    ({"theme": "blue"}, "the theme must be 'auto', 'light' or 'dark', not 'blue'"),
    ({"theme": None}, "not None"),
    ({"paths": 1}, "paths must be True or False, not 1"),
    ({"highlight": "xx"}, "'xx' cannot be marked: write a card such as TH, or a pile such as 3, a or h"),
    ({"highlight": [3]}, "3 cannot be marked"),
    ({"highlight": 3}, "highlight must be cards and piles, not 3"),
    ({"highlight": "9"}, "pile 9 cannot be marked: there are 8 columns"),
    ({"highlight": "e"}, "pile e cannot be marked: there are 4 cells"),
    ({"move": "26"}, "QH|TS|KS"),
    ({"move": "zz"}, "is not a move"),
    ({"move": 7}, "Move"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG_SVG)
def test_wrong_arguments_of_svg(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(FreeCellError, match=re.escape(message) if "|" not in message else message):
        freecell.draw.svg(MIDDLE, **wrong)  # type: ignore[arg-type]


def test_a_card_of_an_unknown_rank() -> None:
    with pytest.raises(FreeCellError, match="KS cannot be marked: the deck has only 3 ranks"):
        freecell.draw.svg(ODD["three ranks"], highlight="KS")


def test_an_illegal_move_is_refused_with_the_position() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        freecell.draw.svg(MIDDLE, move="12")
    assert caught.value.state == MIDDLE


@pytest.mark.parametrize("draw", [freecell.draw.svg, freecell.draw.text])
@pytest.mark.parametrize("wrong", [None, 617, "617", object()])
def test_what_is_not_a_position_is_refused(draw: object, wrong: object) -> None:
    with pytest.raises(FreeCellError, match="only a State, a Deal or a Game can be drawn, not"):
        draw(wrong)  # type: ignore[operator]


def test_picture_of_the_documentation_is_what_is_drawn() -> None:
    kept = (ROOT / "docs" / "pictures" / "move.svg").read_text(encoding="utf-8")
    assert kept == freecell.draw.svg(MIDDLE, move="54", highlight=["AS", "b"], theme="light") + "\n"


def test_cards_can_be_read_however_long_a_column_is() -> None:
    for length in range(1, 53):
        lay = Table.lay(Rules.FREECELL, [length, *[1] * 7])
        heights = lay.boxes[0].spread(length)
        assert all(lower - upper >= 28 for upper, lower in pairwise(heights)), "suits end 28 below the edge"
        assert heights[-1] + CARD_HEIGHT < lay.height


def test_a_game_is_drawn_as_it_stands() -> None:
    game = Game(Deal(617))
    game.play("83")
    assert freecell.draw.text(game) == freecell.draw.text(game.state)
    assert freecell.draw.svg(game, move="2a") == freecell.draw.svg(game.state, move="2a")


def test_notebooks_show_states_games_deals_and_solutions() -> None:
    assert Deal(617)._repr_svg_() == freecell.draw.svg(Deal(617))
    assert MIDDLE._repr_svg_() == freecell.draw.svg(MIDDLE)
    game = Game(Deal(617))
    game.play("83")
    assert game._repr_svg_() == freecell.draw.svg(game.state)
    solution = Solver().solve(Deal(617))
    shown = solution._repr_html_()
    assert shown.startswith("<iframe ")
    srcdoc = re.search(r'srcdoc="([^"]*)"></iframe>$', shown)
    assert srcdoc
    assert unescape(srcdoc[1]) == freecell.draw.html(solution)
