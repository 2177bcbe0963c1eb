"""The folder, the settings and the session of the terminal game, and which game it opens with."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.terminal_game import drive, playing

from freecell import AutoPlay, Deal, FreeCellError, Rules
from freecell.cli.terminal import Opening, choose_opening
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import STYLES, Settings
from freecell.cli.terminal.store import Store, folder
from freecell.play import Game, Options


class TestStore:
    def test_the_folder_of_each_platform(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        home = tmp_path / "me"
        monkeypatch.setattr(Path, "home", lambda: home)
        state = tmp_path / "state"
        assert folder({"FREECELL_HOME": "/somewhere"}, "linux") == Path("/somewhere")
        assert folder({"FREECELL_HOME": "/somewhere"}, "win32") == Path("/somewhere")
        assert folder({"XDG_STATE_HOME": str(state)}, "linux") == state / "freecell"
        for environ in ({}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "not/absolute"}):
            assert folder(environ, "linux") == home / ".local" / "state" / "freecell"
        assert folder({}, "darwin") == home / "Library" / "Application Support" / "freecell"
        assert folder({"LOCALAPPDATA": str(state)}, "win32") == state / "freecell"
        assert folder({}, "win32") == home / "AppData" / "Local" / "freecell"

    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "a" / "b")
        assert store.read("x.json", str) is None
        store.write("x.json", "♠\n")
        store.write("under/y.json", "1")
        assert store.read("x.json", str) == "♠\n"
        assert store.names("under") == ["under/y.json"]
        assert store.names("nothing") == []
        store.remove("x.json")
        store.remove("x.json")
        assert store.read("x.json", str) is None
        assert [file.name for file in (tmp_path / "a" / "b").iterdir()] == ["under"]
        assert store.troubles() == []

    def test_a_write_that_fails_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = Store(tmp_path)
        store.write("x.json", "old")

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", full)
        reason = f"cannot write {tmp_path / 'x.json'}: No space left on device"
        for told in ([reason], []):
            store.write("x.json", "new")
            assert store.troubles() == told, "once, however often it is tried"
            assert store.unkept == {"x.json": reason}
        assert [file.name for file in tmp_path.iterdir()] == ["x.json"]
        assert store.read("x.json", str) == "old"
        monkeypatch.undo()
        store.write("x.json", "new")
        assert store.unkept == {}

    @pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"null", b'{"format": "freecell game"}'])
    def test_a_damaged_file_is_set_aside_and_never_lost(self, tmp_path: Path, content: bytes) -> None:
        store = Store(tmp_path)
        for number in (1, 2):
            (tmp_path / "game.json").write_bytes(content)
            assert store.read("game.json", Game.load) is None
            aside = tmp_path / f"game.json.damaged-{number}"
            assert aside.read_bytes() == content
            assert f"game.json is damaged and was set aside as {aside}: " in store.troubles()[0]
            assert not (tmp_path / "game.json").exists()

    def test_a_folder_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        store = Store(tmp_path / "file")
        assert store.read("x.json", str) is None
        store.remove("x.json")
        assert store.names("under") == []
        store.write("x.json", "1")
        assert "cannot write" in store.troubles()[0]

    def test_one_window_holds_the_folder(self, tmp_path: Path) -> None:
        home = tmp_path / "new"
        with Store(home).held() as free, Store(home).held() as free_for_another:
            assert (free, free_for_another) == (True, False)
        assert (home / "lock").exists()
        with Store(home).held() as free:
            assert free, "the file that is left does no harm"
        (tmp_path / "file").write_text("")
        with Store(tmp_path / "file").held() as free:
            assert free, "what is wrong with the folder is told elsewhere"


class TestSettings:
    @pytest.mark.parametrize(
        "settings",
        [
            Settings(),
            Settings(rules="penguin", autoplay="none", tap=True, colour=False, letters=True),
            Settings(rules="freecell,cells=2", style="open"),
        ],
    )
    def test_round_trip(self, settings: Settings) -> None:
        assert Settings.load(settings.save()) == settings

    @pytest.mark.parametrize(
        "text",
        [
            *("", "[]", "1", "[" * 100_000, '{"x": 1}', '{"style": "none"}', '{"style": []}', '{"rules": "x"}'),
            *('{"rules": 5}', '{"tap": 1}', '{"autoplay": "x"}', '{"autoplay": 1}'),
        ],
    )
    def test_what_is_wrong_is_refused(self, text: str) -> None:
        with pytest.raises(FreeCellError):
            Settings.load(text)

    def test_missing_settings_have_their_defaults(self) -> None:
        assert Settings.load("{}") == Settings()

    def test_styles(self) -> None:
        assert [Settings(style=style).options() for style in STYLES] == [
            Options(),
            Options.CLASSIC,
            Options.OYNA,
            Options.OPEN,
        ]
        assert Settings(style="oyna", autoplay="none").options() == Options.OYNA.replace(autoplay=AutoPlay.NONE)


class TestSession:
    def test_without_a_number_a_deal_is_drawn(self, tmp_path: Path) -> None:
        game = choose_opening(Session(Store(tmp_path)), None, None, "classic").game
        assert game is not None
        assert 1 <= (game.deal.number or 0) <= 32_000
        assert game.options == Options.CLASSIC

    @pytest.mark.parametrize(
        ("number", "rules", "style", "goes_on"),
        [
            (None, None, None, True),
            (617, None, None, True),
            (617, "freecell", "usual", True),
            (None, "freecell", None, True),
            (618, None, None, False),
            (617, "bakers_game", None, False),
            (None, "bakers_game", None, False),
            (None, None, "open", False),
        ],
    )
    def test_the_saved_game_goes_on_unless_another_is_asked_for(
        self, tmp_path: Path, number: int | None, rules: str | None, style: str | None, goes_on: bool
    ) -> None:
        game = Game(Deal(617))
        game.play("83")
        Store(tmp_path).write("game.json", game.save())
        opening = choose_opening(Session(Store(tmp_path)), number, rules, style).game
        assert (opening is None) == goes_on
        if opening is not None:
            assert opening.deal.rules == Rules.parse(rules or "freecell")
            assert number in (None, opening.deal.number)

    def test_a_share_code_has_its_own_rules_and_they_are_not_remembered(self, tmp_path: Path) -> None:
        session = Session(Store(tmp_path))
        session.choose(Settings(rules="penguin", style="classic"))
        opening = choose_opening(session, Deal.from_code("FC1-C4-AAAAATJ"), None, None)
        assert opening == Opening(Game(Deal(617), options=Options.CLASSIC), session.settings)
        Store(tmp_path).write("game.json", Game(Deal(617), options=Options.CLASSIC).save())
        assert choose_opening(Session(Store(tmp_path)), Deal(617), None, None).game is None
        assert choose_opening(Session(Store(tmp_path)), Deal(617, Rules(cells=3)), None, None).game is not None

    @pytest.mark.parametrize(
        ("number", "rules", "style", "wanted"),
        [
            (1, None, "oyna", Settings(style="oyna")),
            (1, "penguin", None, Settings(rules="penguin")),
            (None, None, "open", Settings(style="open")),
            (2_000_000, None, None, Settings(rules="eight_off")),
        ],
    )
    def test_arguments_override_remembered_settings(
        self, tmp_path: Path, number: int | None, rules: str | None, style: str | None, wanted: Settings
    ) -> None:
        session = Session(Store(tmp_path))
        session.settings = Settings(rules="eight_off", style="classic")
        opening = choose_opening(session, number, rules, style)
        assert opening.settings == wanted
        assert opening.game is not None
        assert opening.game.deal.rules == wanted.game_rules()
        assert opening.game.options == wanted.options()

    def test_a_refused_deal_names_the_style(self, tmp_path: Path) -> None:
        with pytest.raises(FreeCellError, match="style oyna: under these options a game has 4 cells"):
            choose_opening(Session(Store(tmp_path)), 1, "penguin", "oyna")
        with pytest.raises(FreeCellError, match="style classic: deal number must be from 1 to 1000000, not 2000000"):
            choose_opening(Session(Store(tmp_path)), 2_000_000, None, "classic")
        with pytest.raises(FreeCellError, match=r"^deal number must be from 1 to 8589934591"):
            choose_opening(Session(Store(tmp_path)), 2**33, None, None)
        assert Session(Store(tmp_path)).settings == Settings()

    @drive
    async def test_only_games_that_began_are_remembered(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            assert not (tmp_path / "kept" / "settings.json").exists()
        for answer, settings in (("n", Settings()), ("y", Settings(rules="bakers_game", style="open"))):
            async with playing(tmp_path, None, rules="bakers_game", style="open") as player:
                assert player.window == "Leave the game?"
                await player.press(answer)
                assert player.app._session.settings == settings
                assert Session(player.store).settings == settings
