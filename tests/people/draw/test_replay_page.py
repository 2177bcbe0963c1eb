"""The page that replays a game or a solution."""

import json
import re
from html import unescape

import pytest
from helpers.pictures import GAMES, piles_drawn

import freecell.draw
from freecell import CARDS, AutoPlay, Card, Deal, FreeCellError, Rules, Solver
from freecell.play import Game, Options


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
    assert after(data) == [list(pile) for pile in piles_drawn(solution.states()[-1])]


def test_first_move_of_a_solution_is_shown_even_if_autoplay_would_make_it() -> None:
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
    assert after(opened) == [list(p) for p in piles_drawn(Deal(1).state().play_all("6a 6b", AutoPlay.HORNE))]
    plain = data_of(freecell.draw.html(Deal(1), "6a 6b", AutoPlay.NONE))
    assert [move["tail"] for move in plain["moves"]] == ["", ""]  # type: ignore[attr-defined]


def test_page_shows_automatic_moves_on_the_deal() -> None:
    deal = next(deal for deal in map(Deal, range(1, 500)) if deal.state().automoves(AutoPlay.HORNE))
    data = data_of(freecell.draw.html(deal, "", on_deal=True))
    assert [move["text"] for move in data["moves"]] == [""]  # type: ignore[attr-defined]
    assert after(data) == [list(p) for p in piles_drawn(deal.state().autoplay(AutoPlay.HORNE))]


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
    ((Deal(617),), {}, "moves are required with a Deal or a State"),
    ((Solver().solve(Deal(617)), "83"), {}, "a solution contains its moves"),
    ((617, "83"), {}, "a start must be a Deal or a State, not 617"),
    ((Deal(617), "83 12"), {}, "move 2, 12"),
    ((Deal(617), "83 zz"), {}, "move 2"),
    ((Deal(617), "83", "horne"), {}, "autoplay must be an AutoPlay, such as AutoPlay.HORNE, not 'horne'"),
    ((Deal(617), "83"), {"title": 3}, "the title must be text, not 3"),
    ((Deal(617), "83"), {"title": "\ud800"}, r"the title must be text, not '\ud800'"),
    ((Deal(617), "83"), {"on_deal": 1}, "on_deal must be True or False, not 1"),
    ((Game(Deal(617)), "83"), {}, "a game contains its moves and autoplay"),
    ((Game(Deal(617)),), {"autoplay": AutoPlay.NONE}, "a game contains its moves and autoplay"),
    ((Game(Deal(617)),), {"on_deal": True}, "a game contains its moves and autoplay"),
    ((Deal(617), "83"), {"theme": "blue"}, "the theme must be"),
]


@pytest.mark.parametrize(("arguments", "named", "message"), WRONG_HTML)
def test_wrong_arguments_of_html(arguments: tuple[object, ...], named: dict[str, object], message: str) -> None:
    with pytest.raises(FreeCellError, match=re.escape(message)):
        freecell.draw.html(*arguments, **named)  # type: ignore[arg-type]


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
        assert after(data) == [list(pile) for pile in piles_drawn(game.state)]
        moves: list[dict[str, str]] = data["moves"]  # type: ignore[assignment]
        told = [(move["text"], tuple(move["tail"].split())) for move in moves]
        before = [("", tuple(map(str, game.dealt)))] if game.dealt else []
        assert told == before + [
            (state.format_move(turn.move), tuple(map(str, turn.automatic)))
            for state, turn in zip(game.states(), game.turns, strict=False)
        ]
        assert any(turn.automatic for turn in game.turns)


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
