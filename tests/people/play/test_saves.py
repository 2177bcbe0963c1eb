"""A saved game is read back as it was; a file that is wrong is refused, with the place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.games import Clock, all_options, games, play_some
from helpers.paths import DATA, ROOT
from hypothesis import given
from hypothesis import strategies as st

from freecell import AutoPlay, Deal, ParseError, Rules, WrongTypeError
from freecell.play import Game, Options, Place, Scoring, Statistics

NAMES: dict[str, Any] = {kind.__name__: kind for kind in (AutoPlay, Options, Place, Scoring, Statistics)}
SCHEMA = json.loads((ROOT / "docs" / "saved.schema.json").read_text(encoding="utf-8"))
ANNOTATIONS = {"$schema", "$defs", "title", "description"}
TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "null": lambda value: value is None,
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """As much of JSON Schema as ours uses; a word it does not know is an error."""

    def keyword(word: str, said: Any) -> bool:
        numeric, listed, named = TYPES["number"](value), isinstance(value, list), isinstance(value, dict)
        match word:
            case "$ref":
                return fits(value, SCHEMA["$defs"][said.removeprefix("#/$defs/")])
            case "oneOf":
                return sum(fits(value, one) for one in said) == 1
            case "anyOf":
                return any(fits(value, one) for one in said)
            case "const":
                return type(value) is type(said) and value == said
            case "enum":
                return value in said
            case "type":
                return any(TYPES[kind](value) for kind in ([said] if isinstance(said, str) else said))
            case "properties":
                return not named or all(fits(value[name], one) for name, one in said.items() if name in value)
            case "required":
                return not named or set(said) <= value.keys()
            case "additionalProperties":
                assert said is False
                return not named or value.keys() <= schema["properties"].keys()
            case "items":
                return not listed or all(fits(item, said) for item in value)
            case "minItems":
                return not listed or len(value) >= said
            case "uniqueItems":
                return not listed or len({json.dumps(item) for item in value}) == len(value)
            case "maxItems":
                return not listed or len(value) <= said
            case "minLength":
                return not isinstance(value, str) or len(value) >= said
            case "minimum":
                return not numeric or value >= said
            case "maximum":
                return not numeric or value <= said
            case "exclusiveMaximum":
                return not numeric or value < said
        raise AssertionError(f"this test does not know {word}")

    return all(keyword(word, said) for word, said in schema.items() if word not in ANNOTATIONS)


@st.composite
def all_statistics(draw: st.DrawFn) -> Statistics:
    statistics = Statistics()
    for won in draw(st.lists(st.booleans(), max_size=20)):
        seconds, deal = draw(st.none() | st.floats(0, 10**6)), draw(st.none() | st.integers(1, 9))
        statistics = statistics.after(won=won, seconds=seconds, deal=deal)
    return statistics


def some_game() -> Game:
    """Deal 1 with five moves, one of them undone."""
    game = Game(Deal(1), options=Options.OYNA, clock=Clock())
    for move in ["6a", "6b", "6c", "56", "52"]:
        game.play(move)
    game.undo()
    return game


# Back as it was


@given(games())
def test_a_saved_game_comes_back(game: Game) -> None:
    text = game.save()
    back = Game.load(text, clock=Clock())
    assert back == game
    assert (back.state, back.turns, back.undone) == (game.state, game.turns, game.undone)
    assert (back.deal, back.start, back.rules, back.options) == (game.deal, game.start, game.rules, game.options)
    assert back.title() == game.title()
    assert (back.can_undo(), back.can_redo()) == (game.can_undo(), game.can_redo())
    assert (back.move_count(), back.score()) == (game.move_count(), game.score())
    assert fits(json.loads(text), SCHEMA)
    play_some(back, 1, 3)
    assert Game.load(back.save()) == back


@given(all_options())
def test_saved_options_come_back(options: Options) -> None:
    assert Options.load(options.save()) == options
    assert eval(repr(options), NAMES) == options
    assert fits(json.loads(options.save()), SCHEMA)


@given(all_statistics())
def test_saved_statistics_come_back(statistics: Statistics) -> None:
    assert Statistics.load(statistics.save()) == statistics
    assert eval(repr(statistics), NAMES) == statistics
    assert fits(json.loads(statistics.save()), SCHEMA)


@pytest.mark.parametrize("options", [Options(), Options.OYNA, Options.CLASSIC, Options.OPEN])
def test_named_options_come_back(options: Options) -> None:
    assert Options.load(options.save()) == options
    assert eval(repr(options), NAMES) == options
    assert hash(Options.load(options.save())) == hash(options)


def test_every_form_of_a_deal_comes_back() -> None:
    cards = Deal.from_cards(Deal(5).cards or ())
    board = Deal.parse(str(Deal(5, Rules.CITADEL)), Rules.CITADEL)
    assert board.cards is None
    for deal, way in ((Deal(5), "number"), (cards, "cards"), (board, "board")):
        text = Game(deal).save()
        assert way in json.loads(text)["game"]["deal"]
        assert Game.load(text).deal == deal


@pytest.mark.parametrize("rules", Rules.named().values(), ids=str)
def test_every_named_game_comes_back(rules: Rules) -> None:
    game = Game(Deal(77, rules), options=Options(on_deal=True))
    play_some(game, 3, 30)
    assert Game.load(game.save()) == game


def test_time_comes_back_and_stands_still() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    game.play("6a")
    clock.now += 12.25
    later = Clock()
    back = Game.load(game.save(), clock=later)
    later.now += 100
    assert back.seconds() == game.seconds() == 12.25
    assert back.is_paused()
    back.resume()
    later.now += 1
    assert back.seconds() == 13.25
    assert not Game.load(Game(Deal(1)).save()).is_paused()


def test_the_undo_limit_comes_back() -> None:
    game = Game(Deal(1), options=Options(undo_limit=2))
    for move in ["6a", "6b", "6c"]:
        game.play(move)
    back = Game.load(game.save())
    while back.can_undo():
        back.undo()
    assert len(back.turns) == 1
    assert not Game.load(back.save()).can_undo()


def test_a_file_of_version_1_is_read() -> None:
    # The file stays as it is for ever: later versions have to read it too.
    text = (DATA / "saved_game_1.json").read_text(encoding="utf-8")
    game = Game.load(text)
    assert fits(json.loads(text), SCHEMA)
    assert game == some_game()
    assert game.seconds() == 61.5
    assert [str(turn.move) for turn in game.turns] == ["6a", "6b", "6c", "56v1"]
    assert [str(turn.move) for turn in game.undone] == ["52v1"]


# Refused


def from_a_position() -> Game:
    """The same moves, but for the first two, from the position after these."""
    game = Game(some_game().states()[2], options=Options.OYNA, clock=Clock())
    for move in ["6c", "56", "52"]:
        game.play(move)
    game.undo()
    return game


def changed(path: str, value: object) -> str:
    """A saved game in which a value is another; ... takes it away. If the value is of a position, so is the game."""
    saved = json.loads((from_a_position() if path.startswith("game.position") else some_game()).save())
    steps = re.findall(r"\w+", path)
    inner = saved
    for step in steps[:-1]:
        inner = inner[int(step) if step.isdigit() else step]
    last = int(steps[-1]) if steps[-1].isdigit() else steps[-1]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(saved, indent=2)


OPTION = "game.options"

WRONG: list[tuple[str, object, str]] = [
    ("format", "freecell options", '$.format: the format must be "freecell game"'),
    ("format", 1, "$.format: this must be a string"),
    ("format", ..., "$: format is missing"),
    ("version", 2, "$.version: version 2 is not supported"),
    ("version", 0, "$.version: version 0 is not supported"),
    ("version", True, "$.version: this must be a whole number"),
    ("version", "1", "$.version: this must be a whole number"),
    ("extra", 1, "$.extra: 'extra' is not a known key"),
    ("game", [], "$.game: this must be an object, not []"),
    ("game", ..., "$: game is missing"),
    ("game.more", 1, "$.game.more: 'more' is not a known key"),
    ("game.deal", {"rules": "freecell"}, "$.game.deal: a deal has exactly one of"),
    ("game.deal", {"rules": "freecell", "number": 1, "cards": ""}, "$.game.deal: a deal has exactly one of"),
    ("game.deal.seed", 1, "$.game.deal.seed: 'seed' is not a known key"),
    ("game.deal.number", 0, "$.game.deal.number: deal number must be from 1"),
    ("game.deal.number", 1.5, "$.game.deal.number: this must be a whole number"),
    ("game.deal.number", 2 * 10**9, "$.game.deal: deal number must be from 1 to 1000000000"),
    ("game.deal.number", 2, "$.game.turns[1].automatic: the automatic moves after 6b are none"),
    ("game.deal.rules", "chess", "$.game.deal.rules: 'chess' is not a rule"),
    ("game.deal", {"rules": "freecell", "cards": "AC AD"}, "$.game.deal.cards: "),
    ("game.deal", {"rules": "freecell", "cards": "ZZ"}, "$.game.deal.cards: "),
    ("game.deal", {"rules": "freecell", "board": "AC"}, "$.game.deal.board: "),
    ("game.position", [], "$.game.position: this must be an object"),
    ("game.position.board", ..., "$.game.position: board is missing"),
    ("game.position.rules", ..., "$.game.position: rules is missing"),
    ("game.position.number", 1, "$.game.position.number: 'number' is not a known key"),
    ("game.position.rules", 4, "$.game.position.rules: this must be a string"),
    ("game.position.rules", "chess", "$.game.position.rules: 'chess' is not a rule"),
    ("game.position.rules", "freecell,columns=7", "$.game.position.board: "),
    ("game.position.rules", "freecell,cells=5", "$.game.position: under these options a game has 4 cells, not 5"),
    ("game.position.board", None, "$.game.position.board: this must be a string"),
    ("game.position.board", "", "$.game.position.board: the text contains no board"),
    ("game.position.board", "ZZ", "$.game.position.board: 'ZZ' is not a card"),
    ("game.position.board", "AC", "$.game.position.board: "),
    ("game.position.board", str(Deal(1)), "$.game.turns[1].move: 56v1: 6C does not go on 2C"),
    ("game.rules", "freecell,cells=3", "$.game.deal: under these options a game has 4 cells, not 3"),
    ("game.rules", "freecell,columns=7", "$.game.deal: "),
    ("game.rules", 4, "$.game.rules: this must be a string"),
    ("game.turns", {}, "$.game.turns: this must be a list"),
    ("game.turns[1]", "6b", "$.game.turns[1]: this must be an object"),
    ("game.turns[1].move", "1h", "$.game.turns[1].move: 1h: 6S cannot go home before AS"),
    ("game.turns[1].move", "6x", "$.game.turns[1].move: '6x' is not a move"),
    ("game.turns[1].move", None, "$.game.turns[1].move: this must be a string"),
    ("game.turns[1].automatic", ["6h"], "$.game.turns[1].automatic: the automatic moves after 6b are 6h 6h bh"),
    ("game.turns[1].automatic", ..., "$.game.turns[1]: automatic is missing"),
    ("game.turns[1].automatic[1]", "??", "$.game.turns[1].automatic[1]: '??' is not a move"),
    ("game.turns[0].automatic", ["1h"], "$.game.turns[0].automatic: the automatic moves after 6a are none"),
    ("game.played", 6, "$.game.played: this must be a whole number from 0 to 5, not 6"),
    ("game.played", -1, "$.game.played: this must be a whole number from 0 to 5, not -1"),
    ("game.kept", 5, "$.game.kept: this must be a whole number from 0 to 4, not 5"),
    ("game.seconds", -1, "$.game.seconds: this must be a number of seconds"),
    ("game.seconds", 1e300, "$.game.seconds: this must be a number of seconds"),
    ("game.seconds", "1", "$.game.seconds: this must be a number of seconds"),
    (f"{OPTION}.autoplay", "safely", f"$.{OPTION}.autoplay: 'safely' is none of none, cautious"),
    (f"{OPTION}.on_deal", 1, f"$.{OPTION}.on_deal: this must be true or false"),
    (f"{OPTION}.undo_limit", -1, f"$.{OPTION}.undo_limit: this must be a whole number"),
    (f"{OPTION}.undo_limit", ..., f"$.{OPTION}: undo_limit is missing"),
    (f"{OPTION}.cells", [], f"$.{OPTION}: cells must have a number"),
    (f"{OPTION}.cells", [4, 11], f"$.{OPTION}.cells[1]: this must be a whole number from 0 to 10, not 11"),
    (f"{OPTION}.tap_order", ["home", "away"], f"$.{OPTION}.tap_order[1]: 'away' is none of home, column"),
    (f"{OPTION}.tap_order", ["home", "home"], f"$.{OPTION}: tap_order must have each place only once"),
    (f"{OPTION}.double_click_order", ["cell", "bin"], f"$.{OPTION}.double_click_order[1]: 'bin' is none of home"),
    (f"{OPTION}.scoring", {"home": 1}, f"$.{OPTION}.scoring: cell_to_column is missing"),
    (
        f"{OPTION}.scoring",
        {"home": 1, "cell_to_column": 0, "column_to_column": 0, "to_cell": 0, "takeback": 10**7},
        f"$.{OPTION}.scoring.takeback: this must be a whole number from -1000000 to 1000000",
    ),
    (f"{OPTION}.last_drawn", 2 * 10**9, f"$.{OPTION}: last_drawn must be from 1 to 1000000000"),
    (f"{OPTION}.speed", 1, f"$.{OPTION}.speed: 'speed' is not a known key"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_what_is_wrong_is_refused_with_its_place(path: str, value: object, message: str) -> None:
    text = changed(path, value)
    with pytest.raises(ParseError) as caught:
        Game.load(text)
    assert caught.value.reason.startswith(message)
    # Line and column lead to the value that the path names.
    lines = text.splitlines()
    there = lines[caught.value.line - 1][caught.value.column - 1 :]
    assert caught.value.text.splitlines()[0] == there[:40]
    named = re.findall(r"\w+", caught.value.reason.partition(":")[0])
    if named and not named[-1].isdigit():
        assert lines[caught.value.line - 1][: caught.value.column - 1].endswith(f'"{named[-1]}": ')


def test_a_game_begins_with_either_a_deal_or_a_position() -> None:
    deal, position = (json.loads(game().save()) for game in (some_game, from_a_position))
    assert next(iter(deal["game"])) == "deal"
    assert position["game"]["position"] == {"rules": "freecell", "board": str(from_a_position().start)}
    for both in (deal, position):
        both["game"] = {**deal["game"], **position["game"]}
    del position["game"]["deal"], position["game"]["position"]
    for saved in (deal, position):
        assert not fits(saved, SCHEMA)
        with pytest.raises(ParseError, match=r"column 10: \$.game: a game has exactly one of deal and position$"):
            Game.load(json.dumps(saved, indent=1))


def test_a_name_that_cannot_be_printed_is_escaped() -> None:
    text = json.dumps({**json.loads(some_game().save()), "\ud800 x": 1})
    with pytest.raises(ParseError) as caught:
        Game.load(text)
    assert (
        str(caught.value)
        .encode()
        .endswith(rb"$['\ud800 x']: '\ud800 x' is not a known key: the keys are format, version, game")
    )


def test_no_time_goes_by_before_the_first_move() -> None:
    saved = json.loads(Game(Deal(1)).save())
    saved["game"]["seconds"] = 1
    with pytest.raises(ParseError, match=r"\$.game.seconds: seconds must be 0 before the first move"):
        Game.load(json.dumps(saved))


@given(games(), st.data())
def test_a_file_with_a_few_characters_changed_is_refused_or_a_valid_game(game: Game, data: st.DataObject) -> None:
    text = game.save()
    start = data.draw(st.integers(0, 2**20)) % len(text)
    text = (
        text[:start]
        + data.draw(st.text('x0129"{}[],:- hcv\\', max_size=3))
        + text[start + data.draw(st.integers(0, 3)) :]
    )
    try:
        back = Game.load(text)
    except ParseError:
        return
    state = back.start.play_all(back.dealt, AutoPlay.NONE)
    for turn in back.turns:
        state = state.play(turn.move)
        assert turn.move.source.is_home or turn.automatic == state.automoves(back.autoplay)
        state = state.play_all(turn.automatic, AutoPlay.NONE)
    assert back.state == state
    assert Game.load(back.save()) == back


def test_what_the_undo_limit_kept_is_played() -> None:
    game = Game(Deal(1), options=Options(undo_limit=2))
    for move in ["6a", "6b", "6c"]:
        game.play(move)
    for name, value, message in (
        ("played", 0, "$.game.played: this must be a whole number from 1 to 3, not 0"),
        ("kept", 0, "$.game.kept: this must be a whole number from 1 to 3, not 0"),
    ):
        saved = json.loads(game.save())
        saved["game"][name] = value
        with pytest.raises(ParseError, match=re.escape(message)):
            Game.load(json.dumps(saved))


def test_without_undo_limit_nothing_is_out_of_reach() -> None:
    game = Game(Deal(1))
    game.play("6a")
    saved = json.loads(game.save())
    saved["game"]["kept"] = 1
    with pytest.raises(ParseError, match=r"\$.game.kept: this must be a whole number from 0 to 0, not 1"):
        Game.load(json.dumps(saved))


@pytest.mark.parametrize("keep", [0, 1, 40, 100, 500, -3])
def test_a_cut_file_is_refused(keep: int) -> None:
    text = some_game().save()[:keep]
    with pytest.raises(ParseError, match="not valid JSON") as caught:
        Game.load(text)
    assert 1 <= caught.value.line <= text.count("\n") + 1


@given(st.data())
def test_every_cut_is_refused(data: st.DataObject) -> None:
    text = some_game().save().rstrip()
    with pytest.raises(ParseError):
        Game.load(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "$: this must be an object"),
        ("null", "$: this must be an object"),
        ('{"format": "freecell game", "format": 1}', "'format' appears twice"),
        ('{"format": NaN}', "NaN is not a number in JSON"),
        ("[" * 100_000, "nested too deeply"),
        (f'{{"version": {"9" * 5000}}}', "a number in this JSON is too long"),
        ("\ufeff{}", "not valid JSON"),
    ],
)
def test_what_is_not_a_saved_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        Game.load(text)


@pytest.mark.parametrize("text", [b"{}", None, 3, {}])
def test_what_is_not_text_is_refused(text: Any) -> None:
    for load in (Game.load, Options.load, Statistics.load):
        with pytest.raises(WrongTypeError, match="saved data must be text"):
            load(text)


def test_one_kind_is_not_read_as_another() -> None:
    with pytest.raises(ParseError, match="freecell options"):
        Options.load(Statistics().save())
    with pytest.raises(ParseError, match="freecell statistics"):
        Statistics.load(Options().save())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**40) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from([path for path, value, _ in WRONG if value is not ...]), json_values)
def test_what_is_read_fits_the_schema(path: str, value: object) -> None:
    text = changed(path, value)
    try:
        game = Game.load(text)
    except ParseError:
        return
    assert fits(json.loads(text), SCHEMA)
    assert Game.load(game.save()) == game


SHAPE = re.compile(r"missing|not supported|not a known key|is none of|(must be) (an? |true|the format)")
"""What is said of a wrong shape, which the schema has to refuse too; it knows no rules of the game."""


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (path, value)
        for path, value, message in WRONG
        if SHAPE.search(message) and path not in ("game.played", "game.kept")
    ],
)
def test_the_schema_refuses_a_wrong_shape(path: str, value: object) -> None:
    assert fits(json.loads(changed("game.seconds", 1)), SCHEMA)
    assert not fits(json.loads(changed(path, value)), SCHEMA)
