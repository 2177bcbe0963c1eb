"""`freecell deal`, `show` and `find`, and the pictures of boards they print."""

import json
import os
import re
from itertools import zip_longest
from pathlib import Path

import pytest
from helpers.command import (
    DEAL_617,
    MIDGAME,
    NEARLY_WON,
    PAGE,
    PLAIN,
    ROWS_617,
    environment,
    python,
    refused,
    run,
    run_json,
    state_json,
)

from freecell import Deal, Rules, State
from freecell.cli import ExitCode
from freecell.cli.output import picture

TERMINAL = PLAIN | {"FORCE_COLOR": "1"}


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


class TestDeal:
    def test_prints_the_board_text(self) -> None:
        result = run("deal", "617")
        assert (result.exit_code, result.stdout, result.stderr) == (ExitCode.YES, DEAL_617, "")

    @pytest.mark.parametrize("number", ["1", "2147483648", "8589934591", "000617"])
    def test_any_number(self, number: str) -> None:
        assert run("deal", number).stdout == f"{Deal(int(number))}\n"

    def test_json(self) -> None:
        assert run_json("deal", "617", "--cells", "3") == {
            "number": 617,
            "state": state_json(Deal(617, Rules(cells=3)).state()),
        }

    def test_rules(self) -> None:
        assert run("deal", "617", "--rules", "freecell,columns=7").stdout == f"{Deal(617, Rules(columns=7))}\n"

    @pytest.mark.parametrize("number", ["0", "8589934592", "9" * 99])
    def test_out_of_range(self, number: str) -> None:
        assert refused("deal", number).startswith("deal number must be from 1 to 8589934591, not ")

    def test_negative(self) -> None:
        assert refused("deal", "--", "-1") == "deal number must be from 1 to 8589934591, not -1"

    @pytest.mark.parametrize("number", ["abc", "3.7", "1e3", "1_000", "", "6 17", "٣", "9" * 5000])
    def test_no_number(self, number: str) -> None:
        assert " is not a deal number: " in refused("deal", number)


class TestShow:
    @pytest.mark.parametrize("args", [(), ("-",)])
    def test_standard_input(self, args: tuple[str, ...]) -> None:
        result = run("show", *args, stdin=MIDGAME)
        assert (result.exit_code, result.stdout, result.stderr) == (ExitCode.YES, MIDGAME, "")

    @pytest.mark.parametrize("text", [MIDGAME.lower(), MIDGAME.replace("\n", "\r\n"), "\ufeff" + MIDGAME])
    def test_file(self, tmp_path: Path, text: str) -> None:
        board = tmp_path / "board.txt"
        board.write_bytes(text.encode())
        assert run("show", str(board)).stdout == MIDGAME

    def test_json(self) -> None:
        fields = run_json("show", stdin=MIDGAME)
        assert fields == {"state": state_json(State.parse(MIDGAME))}
        assert fields["state"]["cells"] == ["8D", None, "QS", "JS"]
        assert fields["state"]["foundations"] == {"C": 3, "D": 1, "H": 6, "S": 1}

    def test_rules_and_cells(self) -> None:
        state = Deal(5, Rules.BAKERS_GAME.replace(columns=9, cells=2)).state()
        fields = run_json("show", "--rules", "bakers_game,columns=9", "--cells", "2", stdin=str(state))
        assert fields == {"state": state_json(state)}


CODES = [Deal(617), Deal(2**33 - 1), Deal(24, Rules(cells=2))]


class TestShareCodes:
    @pytest.mark.parametrize("deal", CODES, ids=Deal.code)
    def test_every_command_takes_them(self, deal: Deal) -> None:
        for code in (deal.code(), deal.code().lower()):
            for command, place in (("deal", "state"), ("show", "state"), ("solve", "start")):
                assert json.loads(run(command, code, "--json").stdout)[place] == state_json(deal.state())
            assert run("replay", code, "1a", "--json").exit_code == ExitCode.NO

    def test_a_code_that_is_wrong_says_so(self) -> None:
        for command in ("deal", "show", "solve"):
            assert "not a share code" in refused(command, "fc1-c4-zzz")
            assert "leave out --rules" in refused(command, "FC1-C3-AAAAATJ", "--cells", "2")

    def test_a_file_of_that_name_is_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("FC1-C4-AAAAATJ").write_text(str(Deal(1)), encoding="utf-8")
        assert run_json("show", "FC1-C4-AAAAATJ")["state"] == state_json(Deal(1).state())


class TestByRows:
    """Boards with a line for each row."""

    @pytest.mark.parametrize("command", [("show", "-"), ("find", "-"), ("solve", "-"), ("replay", "-", "1a")])
    @pytest.mark.parametrize("around", ["", "\n", "\n\n"])
    def test_without_the_option_the_error_names_it(self, command: tuple[str, ...], around: str) -> None:
        told = refused(*command, stdin=around + ROWS_617 + around)
        assert told.startswith("standard input: the lines are not the columns of a position, but its rows: ")
        assert told.endswith("(use --by rows)")

    @pytest.mark.parametrize("by", ["rows", "ROWS"])
    def test_they_are_read_when_asked(self, by: str) -> None:
        option = ("--by", by)
        assert run("find", *option, stdin=ROWS_617).stdout == "617\n"
        assert run("show", *option, stdin=ROWS_617).stdout == DEAL_617
        solved = run("solve", "-", *option, stdin=ROWS_617)
        assert (solved.exit_code, solved.stdout[: len(DEAL_617)]) == (ExitCode.YES, DEAL_617)
        assert run_json("replay", "-", "83", *option, stdin=ROWS_617, code=ExitCode.NO)["moves"] == ["83v1"]

    def test_columns_are_the_default(self) -> None:
        assert run("find", "--by", "columns", stdin=DEAL_617).stdout == run("find", stdin=DEAL_617).stdout == "617\n"

    def test_a_deal_number_has_no_lines(self) -> None:
        assert run("solve", "617", "--by", "rows").stdout[: len(DEAL_617)] == DEAL_617

    def test_other_lines(self) -> None:
        assert "'columns', 'rows'" in refused("show", "--by", "diagonals", stdin=DEAL_617)


class TestPicture:
    """What a terminal shows."""

    def test_deal(self) -> None:
        shown = without_colours(run("deal", "617", env=TERMINAL).stdout)
        deal = Deal(617)
        rows = zip_longest(*deal.columns)
        lines = [line.rstrip() for line in shown.splitlines()]
        assert lines == [
            "a   b   c   d       h",
            "--  --  --  --      -♣  -♦  -♥  -♠",
            "",
            "1   2   3   4   5   6   7   8",
            *("  ".join(card.symbol if card else "  " for card in row).rstrip() for row in rows),
        ]
        assert "\n".join(["```text", *lines, "```"]) in PAGE.read_text(encoding="utf-8")

    def test_cells_and_foundations(self) -> None:
        lines = str(picture(State.parse(MIDGAME))).splitlines()
        assert lines[1].split() == ["8♦", "--", "Q♠", "J♠", "3♣", "A♦", "6♥", "A♠"]

    def test_places_are_below_their_names(self) -> None:
        state = Deal(9, Rules(columns=18, cells=10)).state()
        lines = str(picture(state)).splitlines()
        assert lines[0].split() == [*"abcdefgklm", "h"]
        assert lines[3].split() == list("1234567890nopqrstu")
        assert [lines[4][lines[3].index(name) :][:2] for name in "10u"] == [
            state.columns[place][0].symbol for place in (0, 9, 17)
        ]

    def test_no_cells(self) -> None:
        assert str(picture(Deal(9, Rules(cells=0)).state())).splitlines()[0].split() == ["h"]

    def test_suits_are_coloured(self) -> None:
        shown = run("deal", "617", env=TERMINAL).stdout
        assert "\x1b[31m7♦" in shown
        assert "\x1b[1m5♣" in shown

    def test_letters_where_signs_cannot_be_written(self) -> None:
        lines = str(picture(State.parse(MIDGAME), symbols=False)).splitlines()
        assert lines[1].split() == ["8D", "--", "QS", "JS", "3C", "AD", "6H", "AS"]
        shown = python("-m", "freecell", "deal", "617", env=environment(PYTHONIOENCODING="ascii", FORCE_COLOR="1"))
        assert "7D" in shown.stdout
        assert shown.returncode == ExitCode.YES

    def test_a_picture_is_not_read_back(self) -> None:
        shown = without_colours(run("deal", "617", env=TERMINAL).stdout)
        assert refused("show", stdin=shown).startswith("standard input: line 1, column 1: ")

    @pytest.mark.parametrize("change", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_plain_where_colours_are_not_wanted(self, change: dict[str, str | None]) -> None:
        assert run("deal", "617", env=TERMINAL | change).stdout == DEAL_617

    def test_verdicts_are_coloured(self) -> None:
        shown = run("solve", "-", stdin=NEARLY_WON, env=TERMINAL).stdout
        assert "\x1b[32msolved in " in shown

    @pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
    @pytest.mark.parametrize(("change", "is_picture"), [({}, True), ({"NO_COLOR": "1"}, False)])
    def test_terminal(self, change: dict[str, str], is_picture: bool) -> None:
        reader, writer = os.openpty()
        try:
            done = python("-m", "freecell", "deal", "617", stdout=writer, env=environment(TERM="xterm", **change))
        finally:
            os.close(writer)
        shown = os.read(reader, 100_000).decode().replace("\r\n", "\n")
        os.close(reader)
        assert done.returncode == ExitCode.YES
        assert (("\x1b[31m7♦" in shown), shown == DEAL_617) == (is_picture, not is_picture)


class TestFind:
    @pytest.mark.parametrize("number", [1, 617, 2**31, 2**33 - 1])
    def test_number(self, number: int) -> None:
        result = run("find", stdin=f"{Deal(number)}\n")
        assert (result.exit_code, result.stdout, result.stderr) == (ExitCode.YES, f"{number}\n", "")

    def test_file(self, tmp_path: Path) -> None:
        board = tmp_path / "board.txt"
        board.write_text(DEAL_617)
        assert run("find", str(board)).stdout == "617\n"
        assert run_json("find", str(board)) == {"number": 617}

    def test_no_number(self) -> None:
        swapped = DEAL_617.replace("7D TD", "TD 7D")
        result = run("find", "-", stdin=swapped)
        assert (result.exit_code, result.stdout, result.stderr) == (
            ExitCode.NO,
            "",
            "freecell: no number deals these cards\n",
        )
        assert run_json("find", stdin=swapped, code=ExitCode.NO) == {"number": None}

    def test_no_deal(self) -> None:
        assert refused("find", stdin=MIDGAME).startswith("standard input: ")

    def test_rules(self) -> None:
        deal = Deal(617, Rules(columns=10))
        assert run("find", "--rules", "freecell,columns=10", stdin=str(deal)).stdout == "617\n"
