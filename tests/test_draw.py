"""Pictures: every card is there once and in its place, whatever the game; what cannot be drawn is refused."""

import doctest
import importlib
import json
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import freecell.draw
from freecell import (
    CARDS,
    AutoPlay,
    Card,
    Deal,
    FreeCellError,
    Game,
    IllegalMoveError,
    Options,
    Pile,
    Rules,
    Solver,
    State,
    Suit,
)
from freecell.draw.table import CARD_HEIGHT, CARD_WIDTH, Table, home_cards, piles_of

SVG = "{http://www.w3.org/2000/svg}"
GAMES = sorted(Rules.named())
MIDDLE = Deal(617).state().play_all("83 53 6a 6b 6c 56 c5 a5 b6 4a 45")
ODD = {
    "one column, ten cells": State([["KS"]], ["QS", *[None] * 9], (13, 13, 13, 11), Rules(columns=1, cells=10)),
    "no cells, one column": State([["KS", "KH", "QS"]], (), (13, 13, 12, 11), Rules(columns=1, cells=0)),
    "everything in one column": State([list(CARDS), []], (), rules=Rules(columns=2, cells=0)),
    "eighteen columns, ten cells": Deal(5, Rules(columns=18, cells=10)).state(),
    "base 5": State([["4H"], *[[]] * 7], foundations=(4, 4, 3, 4), rules=Rules(base=5)),
    "three ranks": Deal(9, Rules(columns=3, cells=1, ranks=3)).state(),
    "won": State([[]] * 8, foundations=(13, 13, 13, 13)),
}


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
        assert [card for _, _, card in shown] == list(map(str, home_cards(state, suit)))
    assert not by_pile
    identities = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(identities)) == len(identities)
    used = {element.attrib["href"] for element in root.iter() if "href" in element.attrib}
    assert used <= {f"#{identity}" for identity in identities}
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("module", [module.name for module in pkgutil.iter_modules(freecell.draw.__path__)] + [""])
def test_examples(module: str) -> None:
    name = f"freecell.draw.{module}".rstrip(".")
    assert doctest.testmod(importlib.import_module(name), extraglobs={"freecell": freecell}).failed == 0


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
    places = Table.lay(rules, [7] * rules.columns).places
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
    assert "prefers" not in light + dark
    assert "fill:#ffffff" in light
    assert "fill:#ffffff" not in dark
    assert "$" not in auto + light + dark


def test_is_described_for_those_who_do_not_see_it() -> None:
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
    identities = Counter(re.findall(r' id="([^"]+)"', "".join(pictures)))
    assert set(identities.values()) == {1}
    assert freecell.draw.svg(MIDDLE) == pictures[0]


WRONG_SVG: list[tuple[dict[str, object], str]] = [
    ({"theme": "blue"}, "the theme must be 'auto', 'light' or 'dark', not 'blue'"),
    ({"theme": None}, "not None"),
    ({"highlight": "xx"}, "'xx' cannot be marked: write a card such as TH, or a pile such as 3, a or h"),
    ({"highlight": [3]}, "3 cannot be marked"),
    ({"highlight": 3}, "highlight must be cards and piles, not 3"),
    ({"highlight": "9"}, "pile 9 cannot be marked: there are 8 columns"),
    ({"highlight": "e"}, "pile e cannot be marked: there are 4 cells"),
    ({"move": "26"}, "QH|TS|KS"),
    ({"move": "zz"}, "is no move"),
    ({"move": 7}, "Move"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG_SVG)
def test_wrong_arguments_of_svg(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(FreeCellError, match=re.escape(message) if "|" not in message else message):
        freecell.draw.svg(MIDDLE, **wrong)  # type: ignore[arg-type]


def test_a_card_of_no_rank_there_is() -> None:
    with pytest.raises(FreeCellError, match="KS cannot be marked: the deck has only 3 ranks"):
        freecell.draw.svg(ODD["three ranks"], highlight="KS")


def test_an_illegal_move_is_refused_with_the_position() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        freecell.draw.svg(MIDDLE, move="12")
    assert caught.value.state == MIDDLE


@pytest.mark.parametrize("draw", [freecell.draw.svg, freecell.draw.text])
@pytest.mark.parametrize("wrong", [None, 617, "617", object()])
def test_what_is_no_position(draw: object, wrong: object) -> None:
    with pytest.raises(FreeCellError, match="a State, a Deal or a Game, not"):
        draw(wrong)  # type: ignore[operator]


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
    expected = [pile[-1:] if place >= len(state.columns) else pile for place, pile in enumerate(piles_of(state))]
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


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def after(data: dict[str, object]) -> list[list[Card]]:
    """Make the single moves that a page has, and give the piles at the end."""
    piles = [[CARDS[index] for index in pile] for pile in data["start"]]  # type: ignore[attr-defined]
    for move in data["moves"]:  # type: ignore[attr-defined]
        for source, target, count in move["steps"]:
            piles[target] += piles[source][-count:]
            del piles[source][-count:]
    return piles


@pytest.mark.parametrize("game", GAMES)
def test_page_replays_every_game(game: str) -> None:
    solution = Solver(max_nodes=5_000).solve(Deal(3, Rules.named()[game]))
    data = data_of(freecell.draw.html(solution))
    assert after(data) == [list(pile) for pile in piles_of(solution.states()[-1])]


def test_the_first_move_of_a_solution_is_one_to_make_also_when_autoplay_would() -> None:
    solutions = (Solver().solve(Deal(number)) for number in range(1, 500))
    solution = next(one for one in solutions if one.moves[:1] and one.moves[0] in one.start.automoves(AutoPlay.HORNE))
    moves: list[dict[str, str]] = data_of(freecell.draw.html(solution))["moves"]  # type: ignore[assignment]
    assert moves[0]["text"] == solution.start.format_move(solution.moves[0])


@pytest.mark.parametrize("game", ["freecell", "bakers_game", "eight_off", "penguin"])
def test_page_replays_what_a_solution_writes(game: str) -> None:
    solution = Solver().solve(Deal(3, Rules.named()[game]))
    data = data_of(freecell.draw.html(solution.start, solution.notation()))
    assert [len(pile) for pile in after(data)[-4:]] == [13] * 4


@pytest.mark.parametrize("on_deal", [False, True])
def test_page_of_written_moves(on_deal: bool) -> None:
    text = "83 4a"
    data = data_of(freecell.draw.html(Deal(617), text, on_deal=on_deal))
    assert [move["text"] for move in data["moves"]] == text.split()  # type: ignore[attr-defined]
    opened = data_of(freecell.draw.html(Deal(1), "6a 6b"))
    assert [move["tail"] for move in opened["moves"]] == ["", "6h 6h bh"]  # type: ignore[attr-defined]
    assert after(opened) == [list(p) for p in piles_of(Deal(1).state().play_all("6a 6b", AutoPlay.HORNE))]
    plain = data_of(freecell.draw.html(Deal(1), "6a 6b", AutoPlay.NONE))
    assert [move["tail"] for move in plain["moves"]] == ["", ""]  # type: ignore[attr-defined]


def test_page_says_what_went_home_on_the_deal() -> None:
    deal = next(deal for deal in map(Deal, range(1, 500)) if deal.state().automoves(AutoPlay.HORNE))
    data = data_of(freecell.draw.html(deal, "", on_deal=True))
    assert [move["text"] for move in data["moves"]] == [""]  # type: ignore[attr-defined]
    assert after(data) == [list(p) for p in piles_of(deal.state().autoplay(AutoPlay.HORNE))]


def test_page_escapes_what_it_is_given() -> None:
    evil = '</title><script>alert("&")</script>@@DATA@@'
    page = freecell.draw.html(Deal(617), "83", title=evil)
    assert evil not in page
    assert page.count("&lt;/title&gt;&lt;script&gt;alert(&quot;&amp;&quot;)") == 2
    assert page.count("<script") == 2
    assert "<title>&lt;" in page


def test_page_needs_nothing_else() -> None:
    page = freecell.draw.html(Solver().solve(Deal(617)))
    assert not re.search(r"(src|href)=\"(?!#|data:)", page)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "default-src 'none'" in page
    assert "@@" not in page
    assert len(page) < 80_000
    assert freecell.draw.html(Solver().solve(Deal(617)), theme="dark").count('data-theme="dark"') == 2


WRONG_HTML: list[tuple[tuple[object, ...], dict[str, object], str]] = [
    ((Deal(617),), {}, "moves must be given with a deal or state"),
    ((Solver().solve(Deal(617)), "83"), {}, "a solution has its moves with it"),
    ((617, "83"), {}, "a start is a Deal or a State, not 617"),
    ((Deal(617), "83 12"), {}, "move 2, 12"),
    ((Deal(617), "83 zz"), {}, "move 2"),
    ((Deal(617), "83", "horne"), {}, "autoplay must be an AutoPlay, such as AutoPlay.HORNE, not 'horne'"),
    ((Deal(617), "83"), {"title": 3}, "the title must be text, not 3"),
    ((Deal(617), "83"), {"title": "\ud800"}, r"the title must be text, not '\ud800'"),
    ((Deal(617), "83"), {"on_deal": 1}, "on_deal must be True or False, not 1"),
    ((Game(Deal(617)), "83"), {}, "a game has its moves and autoplay with it"),
    ((Game(Deal(617)),), {"autoplay": AutoPlay.NONE}, "a game has its moves and autoplay with it"),
    ((Game(Deal(617)),), {"on_deal": True}, "a game has its moves and autoplay with it"),
    ((Deal(617), "83"), {"theme": "blue"}, "the theme must be"),
]


@pytest.mark.parametrize(("arguments", "named", "message"), WRONG_HTML)
def test_wrong_arguments_of_html(arguments: tuple[object, ...], named: dict[str, object], message: str) -> None:
    with pytest.raises(FreeCellError, match=re.escape(message)):
        freecell.draw.html(*arguments, **named)  # type: ignore[arg-type]


def test_picture_of_the_documentation_is_what_is_drawn() -> None:
    kept = (Path(__file__).resolve().parent.parent / "docs" / "pictures" / "move.svg").read_text(encoding="utf-8")
    assert kept == freecell.draw.svg(MIDDLE, move="54", highlight=["AS", "b"], theme="light") + "\n"


def test_page_replays_a_game_as_it_was_played() -> None:
    deal = next(deal for deal in map(Deal, range(1, 500)) if deal.state().automoves(AutoPlay.CAUTIOUS))
    for start in (deal, Deal(1)):
        game = Game(start, options=Options.OYNA)
        for _ in range(20):
            if advice := game.hint():
                game.play(advice.move)
        game.undo()
        page = freecell.draw.html(game)
        assert f"<title>FreeCell deal {start.number}</title>" in page
        data = data_of(page)
        assert after(data) == [list(pile) for pile in piles_of(game.state)]
        moves: list[dict[str, str]] = data["moves"]  # type: ignore[assignment]
        told = [(move["text"], tuple(move["tail"].split())) for move in moves]
        before = [("", tuple(map(str, game.dealt)))] if game.dealt else []
        assert told == before + [
            (state.format_move(turn.move), tuple(map(str, turn.automatic)))
            for state, turn in zip(game.states(), game.moves, strict=False)
        ]
        assert any(turn.automatic for turn in game.moves)


@pytest.mark.parametrize(
    ("game", "heading"),
    [
        (Game(Deal(3, Rules.KINGS_ONLY_BAKERS_GAME)), "Kings Only Baker's Game deal 3"),
        (Game.from_code("FC1-C2-AAAAAKH", Options.OPEN), "FreeCell deal 327, 2 cells"),
        (Game(Deal(3, Rules(cells=1, columns=18, base=5))), "FreeCell deal 3, 1 cell, 18 columns, base 5"),
        (Game(Deal(3, Rules.PENGUIN)), "Penguin deal 3"),
        (Game(Deal(3), Rules.FREECELL.replace(cells=2)), "FreeCell deal 3, 2 cells"),
        (Game(Deal.parse(str(Deal(5, Rules.CITADEL)), Rules.CITADEL)), "Citadel"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_headings(game: Game, heading: str) -> None:
    found = re.search("<title>(.*)</title>", freecell.draw.html(game))
    assert found
    assert unescape(found[1]) == heading == game.title()


def test_headings_of_deals_and_positions() -> None:
    deal = Deal(3, Rules.PENGUIN)
    for start, heading in ((deal, "Penguin deal 3"), (deal.state(), "Penguin")):
        assert f"<title>{heading}</title>" in freecell.draw.html(start, "")
    assert deal.title() == "Penguin deal 3"
    assert Deal.parse(str(Deal(617))).title() == Rules.FREECELL.title() == "FreeCell"


def test_cards_can_be_read_however_long_a_column_is() -> None:
    for length in range(1, 53):
        lay = Table.lay(Rules.FREECELL, [length, *[1] * 7])
        heights = lay.places[0].spread(length)
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
