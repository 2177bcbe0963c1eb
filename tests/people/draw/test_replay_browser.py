"""The page that replays a game, in a real headless browser, from a file, without a network."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

import freecell.draw
from freecell import CARDS, AutoPlay, Deal, Rules, Solution, Solver, State, Suit
from freecell._pictures.table import home_cards
from freecell.play import Game, Options

pytestmark = pytest.mark.browser

REQUIRED = os.environ.get("FREECELL_BROWSER") == "required"
SOLUTION = Solver().solve(Deal(617))
STATES = SOLUTION.states()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    missing = [
        what
        for what, there in (
            ("Chromium: apt-get install chromium", path),
            ("Playwright: pip install 'freecell[browser]'", sync_playwright),
        )
        if not there
    ]
    if missing:
        (pytest.fail if REQUIRED else pytest.skip)(f"missing: {'; '.join(missing)}")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


class Page:
    """A page opened from a file, with all it complains about or asks the network for."""

    def __init__(self, browser: Any, folder: Path, text: str, **options: Any) -> None:
        path = folder / "replay.html"
        path.write_text(text, encoding="utf-8")
        options.setdefault("viewport", {"width": 800, "height": 600})
        self.context = browser.new_context(offline=True, **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.complaints.append(request.url))
        self.page.goto(path.as_uri())
        assert self.complaints.pop(0) == path.as_uri()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert self.complaints == [], "no error, and nothing asked for but the file"

    @property
    def status(self) -> str:
        return str(self.page.inner_text("#status"))

    def settled(self, status: str) -> None:
        """Wait for a move to be announced and for all cards to lie still."""
        self.page.wait_for_function(
            "text => document.getElementById('status').textContent.startsWith(text)", arg=status
        )
        self.page.evaluate("() => { window.before = null }")  # else cards that have not set out yet seem to lie still
        self.page.wait_for_function(
            """() => {
                const now = [...document.querySelectorAll('.card')].map(card => card.getAttribute('transform')).join();
                const same = window.before === now;
                window.before = now;
                return same;
            }""",
            polling=120,
        )

    def check(self, state: State) -> None:
        """Hold the places of all cards against the position."""
        spots = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('[data-card]')].map((card, order) =>
                [card.dataset.card, [...card.getAttribute('transform').match(/[\\d.]+/g).map(Number), order]]))"""
        )
        places = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-pile]')].map(pile =>
                pile.getAttribute('transform').match(/[\\d.]+/g).map(Number))"""
        )
        assert set(spots) == {str(card) for card in CARDS if card.rank <= state.rules.ranks}
        columns = state.rules.columns
        piles = [*state.columns, *[(card,) if card else () for card in state.cells]]
        piles += [home_cards(state.rules, suit, state.foundations[suit]) for suit in Suit]
        for number, ((x, y), pile) in enumerate(zip(places, piles, strict=True)):
            found = [spots[str(card)] for card in pile]
            assert all(spot[0] == pytest.approx(x, abs=0.02) for spot in found)
            orders = [spot[2] for spot in found]
            assert orders == sorted(orders), "a card that lies on another is drawn after it"
            if number < columns and found:
                heights = [spot[1] for spot in found]
                assert heights[0] == pytest.approx(y, abs=0.02)
                assert heights == sorted(set(heights))
            else:
                assert all(spot[1] == pytest.approx(y, abs=0.02) for spot in found)


def test_plays_to_the_end(browser: Any, tmp_path: Path) -> None:
    with Page(browser, tmp_path, freecell.draw.html(SOLUTION)) as opened:
        opened.check(STATES[0])
        opened.page.select_option("#speed", "16")
        opened.page.click("#play")
        assert opened.page.get_attribute("#play", "aria-label") == "Pause"
        opened.page.wait_for_function("() => document.getElementById('status').textContent.startsWith('Won in')")
        opened.page.wait_for_function("() => document.getElementById('play').getAttribute('aria-label') === 'Play'")
        opened.settled("Won in")
        opened.check(STATES[-1])


def test_steps_and_keys(browser: Any, tmp_path: Path) -> None:
    moves = "83 53 6a 6b 6c 56 c5 a5 b6 4a 45 54"
    states = [Deal(617).state()]
    for move in moves.split():
        states.append(states[-1].play(move))
    with Page(browser, tmp_path, freecell.draw.html(Deal(617), moves, title="A < B & C")) as opened:
        page = opened.page
        assert page.title() == page.inner_text("h1") == "A < B & C"
        page.click("#next")
        opened.settled("Move 1 of 12: 83 Q♥ → K♣".replace("83 ", "83  "))
        opened.check(states[1])
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")  # before the card has arrived
        opened.settled("Move 3 of")
        opened.check(states[3])
        page.keyboard.press("ArrowLeft")
        opened.settled("Move 2 of")
        opened.check(states[2])
        page.click("#back")
        opened.settled("Move 1 of")
        opened.check(states[1])
        page.keyboard.press("End")
        opened.check(states[12])
        page.keyboard.press("ArrowLeft")  # a run goes back card by card
        opened.settled("Move 11 of")
        opened.check(states[11])
        page.keyboard.press("Home")
        opened.check(states[0])
        assert page.is_disabled("#back")
        assert page.is_enabled("#next")
        page.keyboard.press("+")
        assert page.input_value("#speed") == "2"
        page.keyboard.press("-")
        page.keyboard.press(" ")
        page.wait_for_function("() => document.getElementById('status').textContent.startsWith('Move 2 of')")
        page.keyboard.press(" ")
        assert page.get_attribute("#play", "aria-label") == "Play"
        opened.settled("Move")
        opened.check(states[int(opened.status.split()[1])])


def test_jumps(browser: Any, tmp_path: Path) -> None:
    moves = "83 53 6a 6b 6c 56 c5 a5 b6 4a 45 54"
    states = [Deal(617).state()]
    for move in moves.split():
        states.append(states[-1].play(move))
    with Page(browser, tmp_path, freecell.draw.html(Deal(617), moves)) as opened:
        page = opened.page
        assert page.locator("#list button").count() == 13
        assert page.locator("#list .text").all_inner_texts()[1:] == moves.split()
        page.click("#list li:nth-child(8) button")
        opened.check(states[7])
        assert page.get_attribute("#list li:nth-child(8) button", "aria-current") == "step"
        page.fill("#slider", "4")
        opened.check(states[4])
        assert page.locator("[aria-current]").count() == 1
        page.click("#last")
        opened.check(states[12])
        page.click("#first")
        opened.check(states[0])


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_cards_lie_as_it_says(browser: Any, tmp_path: Path, seed: int) -> None:
    moves = "83 53 6a 6b 6c 56 c5 a5 b6 4a 45 54"
    states = [Deal(617).state()]
    for move in moves.split():
        states.append(states[-1].play(move))
    rng = random.Random(seed)
    keys = ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "End", " ", " ", "k", "+", "-"]
    with Page(browser, tmp_path, freecell.draw.html(Deal(617), moves)) as opened:
        page = opened.page
        page.select_option("#speed", "4")
        page.click("h1")
        for _ in range(60):
            match rng.randrange(6):
                case 0:
                    page.evaluate(
                        "number => document.querySelectorAll('#list button')[number].click()", rng.randrange(13)
                    )
                case 1:
                    page.wait_for_timeout(rng.choice([5, 40, 150]))
                case _:
                    page.keyboard.press(rng.choice(keys))
        if page.get_attribute("#play", "aria-label") == "Pause":
            page.keyboard.press("k")
        opened.settled("")
        opened.check(states[int(page.input_value("#slider"))])
        assert page.get_attribute("#play", "aria-label") == "Play"


def test_a_run_goes_card_by_card(browser: Any, tmp_path: Path) -> None:
    start = Deal(617).state().play_all("83 53 6a 6b 6c 56 c5 a5 b6 4a 45")
    seen = """() => {
        window.seen = new Set();
        const look = () => {
            window.seen.add(document.querySelector('#cards .card:last-child').dataset.card);
            requestAnimationFrame(look);
        };
        look();
    }"""
    with Page(browser, tmp_path, freecell.draw.html(start, "54")) as opened:
        opened.page.evaluate(seen)
        opened.page.click("#next")
        opened.settled("Move 1 of 1")
        opened.check(start.play("54"))
        assert set(opened.page.evaluate("[...window.seen]")) >= {"8S", "7H", "6C", "5D"}


@pytest.mark.parametrize("game", ["eight_off", "penguin", "fan", "seahaven_towers", "streets_and_alleys"])
def test_other_games(browser: Any, tmp_path: Path, game: str) -> None:
    solution = Solver(max_nodes=200_000).solve(Deal(1, Rules.named()[game]))
    with Page(browser, tmp_path, freecell.draw.html(solution)) as opened:
        opened.check(solution.start)
        opened.page.keyboard.press("End")
        opened.check(solution.states()[-1])


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 800), (800, 600), (1400, 900), (800, 380)])
def test_fits_the_screen(browser: Any, tmp_path: Path, width: int, height: int, motion: str) -> None:
    options = {"viewport": {"width": width, "height": height}, "reduced_motion": motion, "color_scheme": "dark"}
    with Page(browser, tmp_path, freecell.draw.html(SOLUTION), **options) as opened:
        size = opened.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size[0] <= width
        assert size[1] <= height
        for part in ("#board", "#play", "#last", "#slider", "#speed", "#list li:first-child button"):
            box = opened.page.locator(part).bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width + 1
            assert box["y"] + box["height"] <= height + 1
        opened.page.click("#next")
        opened.settled("Move 1 of")
        opened.check(STATES[1])


def test_a_long_game(browser: Any, tmp_path: Path) -> None:
    game = Game(Deal(5, Rules(columns=18, cells=10)), options=Options(autoplay=AutoPlay.NONE))
    rng = random.Random(1)
    for _ in range(1_100):
        moves = [move for move in game.state.legal_moves() if not move.target.is_home]
        game.play(rng.choice([move for move in moves if move.count > 1] or moves))
    with Page(browser, tmp_path, freecell.draw.html(game)) as opened:
        opened.page.keyboard.press("End")
        opened.settled("Move 1100 of 1100")
        opened.check(game.state)
        opened.page.keyboard.press("ArrowLeft")
        opened.settled("Move 1099 of 1100")
        opened.check(game.states()[-2])
        overlapping = opened.page.evaluate(
            """() => [...document.querySelectorAll('#list button')].filter(button => {
                const [number, text, says] = [...button.children].map(part => {
                    const range = document.createRange();
                    range.selectNodeContents(part);
                    return range.getBoundingClientRect();
                });
                return text.width && (number.right > text.left || text.right > says.left);
            }).length"""
        )
        assert overlapping == 0


def test_nothing_to_replay(browser: Any, tmp_path: Path) -> None:
    lost = Solver().solve(Deal(11982))
    assert isinstance(lost, Solution)
    with Page(browser, tmp_path, freecell.draw.html(lost)) as opened:
        assert "cannot be won" in opened.page.inner_text("header")
        assert opened.page.is_disabled("#play")
        opened.page.keyboard.press("ArrowRight")
        opened.page.keyboard.press(" ")
        opened.check(lost.start)
