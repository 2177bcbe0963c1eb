"""The freecell command: each command, option and exit code, and whatever a user may type wrongly."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import freecell
from freecell import AutoPlay, Deal, FreeCellError, Layout, Measure, Move, Rules, Solution, Solver, State, Verdict
from freecell.cli import ExitCode, main
from freecell.cli import app as app_module
from freecell.cli.app import app
from freecell.cli.output import picture

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"

DEAL_617 = """\
7D TD TH KD 4C 4S JD
AD 7S QC 5H QS TS KS
5C QD 3H 9S 9C 2H KC
3S AC 9D 3C 9H 5D 4H
5S 6D 6S 8S 7C JC
8C 8H 8D 7H 6H 6C
2D AS 3D 4D 2C JH
AH KH TC JS 2S QH
"""

MIDGAME = """\
Foundations: H-6 C-3 D-A S-A
Freecells: 8D - QS JS
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C 8H 7S
9H 9S 9D TS 4S 3D
JC 5S QD QH TH
8C 7D 6C 5D
7H QC JH TC
7C KH
4D
"""

NEARLY_WON = """\
Foundations: H-K C-K D-K S-J
KS
QS
:
:
:
:
:
:
"""

# Deal 1 from tests/data/solutions_standard.tsv: it wins under HORNE, also when that runs on the deal.
WIN_1 = (
    "5a 5b 5c 5d b2 8b a8 7a b7 58 a5 85 6b 6a 8a 8h a2 8a 81 76 78 ah ch 1h 4h 3a b3 4c 4b d4 c7 b4 6d 6c 6b 6h c6 d6 "
    "2d 2h a2 d2 1c 1a 1d 1h dh a2 b1 3d 3h 3a 3b 34 3h b6 13 a1 67 57 26 2b 2a 25 5h 13 25 21 6h 7h 42 4d 6h 2h 3h 2h "
    "a4 d1 64 78"
)

PLAIN = {
    **dict.fromkeys(["FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM"]),
    "TERM": "xterm",
    "COLUMNS": "80",
}
TERMINAL = PLAIN | {"FORCE_COLOR": "1"}


def run(*args: str, stdin: str | bytes = "", env: dict[str, str | None] = PLAIN) -> Result:
    result = CliRunner().invoke(app, args, input=stdin, env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run_json(*args: str, stdin: str = "", code: ExitCode = ExitCode.YES) -> dict[str, Any]:
    result = run(*args, "--json", stdin=stdin)
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (code, "", 1)
    fields = json.loads(result.stdout)
    assert isinstance(fields, dict)
    return fields


def refused(*args: str, stdin: str | bytes = "") -> str:
    """Run what must fail with nothing printed but one line on standard error; give that line."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (ExitCode.BAD_INPUT, "")
    assert re.fullmatch(r"freecell: [^\n]+\n", result.stderr), result.stderr
    return result.stderr.removeprefix("freecell: ").rstrip()


def solvers_asked_for(monkeypatch: pytest.MonkeyPatch) -> list[Solver]:
    """Let every command solve with the solver that it would take anyway, and give a list where they are kept."""
    given: list[Solver] = []

    def solver(**options: Any) -> Solver:
        given.append(Solver(**options))
        return given[-1]

    monkeypatch.setattr(app_module, "Solver", solver)
    return given


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def state_json(state: State) -> dict[str, Any]:
    return {
        "rules": str(state.rules),
        "columns": [[str(card) for card in column] for column in state.columns],
        "cells": [card and str(card) for card in state.cells],
        "foundations": dict(zip("CDHS", state.foundations, strict=True)),
        "board": str(state),
    }


def environment(**changes: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if name not in {*PLAIN, "PYTHONUNBUFFERED"}}
    return clean | {"PYTHONIOENCODING": "utf-8"} | changes


def python(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"env": environment(), "input": ""} | options
    return subprocess.run(
        [sys.executable, *args],
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
        **options,
    )


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
        assert " is no deal number: " in refused("deal", number)


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


class TestSolve:
    def test_number(self) -> None:
        result = run("solve", "617")
        assert (result.exit_code, result.stderr) == (ExitCode.YES, "")
        board, verdict, moves = result.stdout.split("\n\n")
        assert f"{board}\n" == DEAL_617
        assert re.fullmatch(
            rf"solved in {len(moves.split())} moves \([0-9,]+ positions?, [0-9]+\.[0-9]{{2}} s\)", verdict
        )
        lines = moves.splitlines()
        assert all(re.fullmatch(r"[1-8a-dh]{2}( [1-8a-dh]{2}){19}", line) for line in lines[:-1])
        assert 1 <= len(lines[-1].split()) <= 20
        assert Deal(617).state().play_all(moves, AutoPlay.HORNE).is_won()
        assert run("replay", "617", moves).exit_code == ExitCode.YES

    def test_same_moves_as_the_solver(self) -> None:
        solution = Solver().solve(Deal(7))
        fields = run_json("solve", "7")
        assert fields.pop("seconds") >= 0
        assert fields == {
            "number": 7,
            "start": state_json(Deal(7).state()),
            "verdict": "solved",
            "moves": [str(move) for move in solution.moves],
            "notation": solution.notation(),
            "autoplay": "horne",
            "on_deal": False,
            "best_line": [],
            "measure": None,
            "length": None,
            "lower_bound": None,
            "optimal": False,
            "nodes": solution.nodes,
            "limit": None,
        }
        state = Deal(7).state()
        for move in fields["moves"]:
            state = state.play(Move.parse(move))
        assert state.is_won()

    @pytest.mark.parametrize("from_file", [True, False])
    def test_board(self, tmp_path: Path, from_file: bool) -> None:
        board = tmp_path / "617"
        board.write_text(MIDGAME)
        result = run("solve", str(board)) if from_file else run("solve", "-", stdin=MIDGAME)
        assert result.exit_code == ExitCode.YES
        text, _, moves = result.stdout.split("\n\n")
        assert f"{text}\n" == MIDGAME
        assert State.parse(MIDGAME).play_all(moves, AutoPlay.HORNE).is_won()

    def test_board_has_no_number(self) -> None:
        assert run_json("solve", "-", stdin=MIDGAME)["number"] is None

    def test_a_file_named_like_a_number(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "617").write_text(MIDGAME)
        monkeypatch.chdir(tmp_path)
        assert run_json("solve", "617")["start"]["board"] == str(Deal(617))
        assert run_json("solve", "./617")["start"]["board"] == str(State.parse(MIDGAME))

    def test_one_move(self) -> None:
        result = run("solve", "-", stdin=NEARLY_WON)
        assert re.search(r"\n\nsolved in 1 move \(.*\)\n\n2h\n$", result.stdout)

    def test_nothing_to_do(self) -> None:
        won = "Foundations: H-K C-K D-K S-K\n" + ":\n" * 8
        result = run("solve", "-", stdin=won)
        assert result.exit_code == ExitCode.YES
        assert re.search(r"\n\nsolved in 0 moves \(.*\)\n$", result.stdout)

    def test_unsolvable(self) -> None:
        result = run("solve", "1", "--cells", "1")
        assert result.exit_code == ExitCode.NO
        assert re.search(r"\n\nunsolvable: every position that could matter was tried \(.*\)\n$", result.stdout)
        fields = run_json("solve", "1", "--cells", "1", code=ExitCode.NO)
        members = ("verdict", "moves", "notation", "best_line")
        assert [fields[member] for member in members] == ["unsolvable", [], "", []]

    def test_unknown(self) -> None:
        result = run("solve", "11982", "--max-nodes", "10")
        assert result.exit_code == ExitCode.UNKNOWN
        told = r"\n\nunknown: stopped by nodes with (\d+) cards? home at best \(10 positions, .*\)\n$"
        found = re.search(told, result.stdout)
        assert found, result.stdout
        fields = run_json("solve", "11982", "--max-nodes", "10", code=ExitCode.UNKNOWN)
        assert [fields[member] for member in ("verdict", "moves", "notation")] == ["unknown", [], ""]
        solution = Solver(max_nodes=10).solve(Deal(11982))
        assert fields["best_line"] == [str(move) for move in solution.moves]
        assert int(found[1]) == sum(Deal(11982).state().play_all(" ".join(fields["best_line"])).foundations)

    def test_unknown_under_a_policy_that_spoils_the_best_line(self) -> None:
        """Nothing is written of it, so that nothing can go wrong in writing it."""
        for nodes in ("0", "1", "100", "1000"):
            result = run("solve", "11982", "--max-nodes", nodes, "--autoplay", "all")
            assert (result.exit_code, result.stderr) == (ExitCode.UNKNOWN, "")

    def test_a_best_line_is_for_what_is_unknown(self) -> None:
        fields = run_json("solve", "-", stdin=NEARLY_WON)
        assert (fields["moves"], fields["best_line"]) == (["2h", "1h"], [])

    def test_seconds(self) -> None:
        assert run("solve", "11982", "--max-seconds", "0").exit_code == ExitCode.UNKNOWN

    @pytest.mark.parametrize(
        ("size", "value"),
        [
            ("500M", 500 * 1024**2),
            ("2G", 2 * 1024**3),
            ("2gib", 2 * 1024**3),
            ("64kB", 64 * 1024),
            ("1T", 1024**4),
            ("100000000", 100_000_000),
            ("", 1024**3),
        ],
    )
    def test_limits_reach_the_solver(self, monkeypatch: pytest.MonkeyPatch, size: str, value: int) -> None:
        given = solvers_asked_for(monkeypatch)
        limits = ["--max-nodes", "1000000", "--max-seconds", "2.5", *(["--max-memory", size] if size else [])]
        assert run("solve", "-", *limits, stdin=NEARLY_WON).exit_code == ExitCode.YES
        assert given == [Solver(max_nodes=1_000_000, max_seconds=2.5, max_memory=value)]

    @pytest.mark.parametrize("size", ["M", "5X", "-1", "1.5G", "", "1e9", "9" * 40])
    def test_no_size(self, size: str) -> None:
        assert refused("solve", "1", "--max-memory", size) == (
            f"--max-memory: {size!r} is no size: write a number of bytes, such as 500M or 2G"
        )

    @pytest.mark.parametrize(
        ("option", "value"),
        [("--max-nodes", "-1"), ("--max-nodes", "x"), ("--max-seconds", "-1"), ("--max-seconds", "nan")],
    )
    def test_bad_limits(self, option: str, value: str) -> None:
        assert option.lstrip("-").replace("-", "") in re.sub("[-_ ]", "", refused("solve", "1", option, value))

    def test_out_of_memory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def solve(*_: object) -> None:
            raise MemoryError

        monkeypatch.setattr(Solver, "solve", solve)
        result = run("solve", "617")
        assert (result.exit_code, result.stderr) == (ExitCode.UNKNOWN, "freecell: out of memory\n")

    @pytest.mark.parametrize("style", ["standard", "extended"])
    @pytest.mark.parametrize("autoplay", ["none", "cautious", "horne", "raymond"])
    def test_notation_and_autoplay(self, style: str, autoplay: str) -> None:
        solution = Solver().solve(Deal(3))
        policy = AutoPlay.parse(autoplay)
        fields = run_json("solve", "3", "--notation", style.upper(), "--autoplay", autoplay)
        assert fields["notation"] == solution.notation(style, policy)  # type: ignore[arg-type]
        moves = run("solve", "3", "--notation", style, "--autoplay", autoplay).stdout.split("\n\n")[2]
        assert moves.split() == fields["notation"].split()
        assert run("replay", "3", "--autoplay", autoplay, moves).exit_code == ExitCode.YES

    def test_autoplay_of_all(self) -> None:
        board = "Foundations: H-K C-K D-K S-T\n" + ":\n" * 7 + "JS KS QS\n"
        assert "h" not in run_json("solve", "-", "--autoplay", "all", stdin=board)["notation"]
        assert run_json("solve", "-", "--autoplay", "none", stdin=board)["notation"].count("h") == 3

    @pytest.mark.parametrize("style", ["standard", "extended"])
    @pytest.mark.parametrize("policy", list(AutoPlay))
    def test_style_and_policy_reach_the_solution(
        self, monkeypatch: pytest.MonkeyPatch, style: str, policy: AutoPlay
    ) -> None:
        def notation(_: freecell.Solution, *given: object) -> str:
            return "26v3" if given == (style, policy) else "wrong"

        monkeypatch.setattr(freecell.Solution, "notation", notation)
        assert run("solve", "617", "--notation", style, "--autoplay", str(policy)).stdout.endswith("\n\n26v3\n")

    def test_autoplay_that_spoils_the_win(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def notation(*_: object) -> str:
            raise FreeCellError("autoplay all spoils this win")

        monkeypatch.setattr(freecell.Solution, "notation", notation)
        result = run("solve", "617", "--autoplay", "all")
        assert result.exit_code == ExitCode.BAD_INPUT
        assert result.stderr.startswith("freecell: autoplay all spoils this win (it can be written with ")

    @pytest.mark.parametrize("command", [["solve", "3"], ["replay", "1", WIN_1]])
    def test_safe_is_another_name_for_horne(self, command: list[str]) -> None:
        safe, horne = (run_json(*command, "--autoplay", name) for name in ("Safe", "horne"))
        for fields in (safe, horne):
            fields.pop("seconds", None)
        assert safe == horne

    @pytest.mark.parametrize("option", ["--notation", "--autoplay"])
    def test_unknown_style_or_policy(self, option: str) -> None:
        assert f"'{option}'" in refused("solve", "1", option, "nonsense")


class TestShort:
    """Short wins and shortest ones."""

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            ("--optimal --measure cards", "73 moves (cards), proven the fewest"),
            ("--optimal --measure RUNS", "70 moves (runs), proven the fewest"),
            ("--optimal --autoplay all --on-deal", "18 moves (player, autoplay all, on the deal), proven the fewest"),
        ],
    )
    def test_optimal(self, options: str, told: str) -> None:
        result = run("solve", "3", *options.split())
        assert (result.exit_code, result.stderr) == (ExitCode.YES, "")
        board, verdict, moves, length = result.stdout.split("\n\n")
        assert f"{board}\n" == str(Deal(3)) + "\n"
        assert re.fullmatch(r"solved \([0-9,]+ positions, [0-9]+\.[0-9]{2} s\)", verdict)
        assert all(re.fullmatch(r"[1-8a-dh]{2}(v[2-9a-d])?", move) for move in moves.split())
        assert length == f"{told}\n"

    def test_short(self) -> None:
        result = run("solve", "5", "--short", "--max-nodes", "5000")
        _, verdict, moves, length = result.stdout.split("\n\n")
        assert re.fullmatch(r"solved \(5,000 positions, .* s, stopped by nodes\)", verdict)
        found = re.fullmatch(r"(\d+) moves \(player, autoplay horne\), (\d+) or more are needed\n", length)
        assert found, length
        assert int(found[2]) < int(found[1]) == len(moves.split())
        assert int(found[1]) < len(Solver().solve(Deal(5)).notation().split())

    @pytest.mark.parametrize("style", ["standard", "extended"])
    @pytest.mark.parametrize("number", [3, 5])
    @pytest.mark.parametrize(
        ("measure", "policy"),
        [
            *(("--measure player", f"--autoplay {policy}") for policy in ("none", "horne", "all", "sure")),
            *(("", f"--autoplay {policy} --on-deal") for policy in ("cautious", "raymond", "all")),
            *((f"--measure {measure}", "--autoplay horne") for measure in ("runs", "cards")),
            ("--measure cards", "--autoplay none"),
            ("", ""),
            ("", "--on-deal"),
        ],
    )
    def test_replay_reads_it_with_the_same_options(self, number: int, measure: str, policy: str, style: str) -> None:
        args = [str(number), *policy.split()]
        solve = ["solve", *args, *measure.split(), "--short", "--max-nodes", "20000", "--notation", style]
        fields = run_json(*solve)
        replayed = run_json("replay", *args, fields["notation"])
        assert replayed["won"]
        assert (f"--autoplay {fields['autoplay']}" in policy) == ("--autoplay" in policy)
        assert fields["on_deal"] == ("--on-deal" in policy)
        assert run("solve", *solve[1:]).stdout.split("\n\n")[2].split() == fields["notation"].split()
        if fields["measure"] == "player" and style == "extended":
            assert len(replayed["moves"]) == fields["length"]

    def test_each_move_is_written_as_one(self) -> None:
        """Standard notation may need two for one; so the counts are written where nothing else is said."""
        args = ("solve", "7", "--short", "--max-nodes", "5000")
        assert run_json(*args)["notation"] == run_json(*args, "--notation", "extended")["notation"]

    def test_json(self) -> None:
        solver = Solver(goal="short", measure=Measure.PLAYER, autoplay=AutoPlay.ALL, on_deal=True, max_nodes=5000)
        solution = solver.solve(Deal(7))
        fields = run_json(*["solve", "7", "--short", "--autoplay", "all", "--on-deal", "--max-nodes", "5000"])
        assert fields.pop("seconds") >= 0
        assert fields == {
            "number": 7,
            "start": state_json(Deal(7).state()),
            "verdict": "solved",
            "moves": [str(move) for move in solution.moves],
            "notation": solution.notation("extended"),
            "autoplay": "all",
            "on_deal": True,
            "best_line": [],
            "measure": "player",
            "length": solution.length(),
            "lower_bound": solution.lower_bound,
            "optimal": False,
            "nodes": solution.nodes,
            "limit": "nodes",
        }

    def test_json_of_a_shortest(self) -> None:
        fields = run_json("solve", "3", "--optimal", "--measure", "cards")
        members = ("measure", "autoplay", "on_deal", "length", "lower_bound", "optimal", "limit")
        assert [fields[member] for member in members] == ["cards", "horne", False, 73, 73, True, None]
        assert run_json("solve", "3", "--optimal", "--measure", "cards", "--autoplay", "none")["autoplay"] == "none"

    @pytest.mark.parametrize("goal", ["--short", "--optimal"])
    def test_unsolvable(self, goal: str) -> None:
        result = run("solve", "1", "--cells", "1", goal)
        assert result.exit_code == ExitCode.NO
        assert re.search(r"\n\nunsolvable: every position that could matter was tried \(.*\)\n$", result.stdout)
        result = run("solve", "1", "--cells", "1", goal, "--autoplay", "all")
        assert re.search(
            r"\n\nunsolvable with autoplay all: every position that could matter was tried \(.*\)\n$", result.stdout
        )
        result = run("solve", "1", "--cells", "1", goal, "--measure", "cards")
        assert re.search(r"\n\nunsolvable: every position that could matter was tried \(.*\)\n$", result.stdout)
        fields = run_json("solve", "1", "--cells", "1", goal, code=ExitCode.NO)
        members = ("verdict", "moves", "notation", "best_line", "length", "optimal")
        assert [fields[member] for member in members] == ["unsolvable", [], "", [], None, False]

    def test_unknown(self) -> None:
        args = ("solve", "11982", "--short", "--max-nodes", "10")
        result = run(*args)
        assert result.exit_code == ExitCode.UNKNOWN
        assert re.search(
            r"\n\nunknown: stopped by nodes with \d+ cards? home at best \(10 positions, .*\)\n$", result.stdout
        )
        fields = run_json(*args, code=ExitCode.UNKNOWN)
        assert [fields[member] for member in ("verdict", "length", "optimal")] == ["unknown", None, False]
        assert fields["lower_bound"] > 0

    @pytest.mark.parametrize(
        ("options", "solver"),
        [
            ("--short", Solver(goal="short", measure=Measure.PLAYER, max_seconds=1)),
            ("--short --max-seconds 9", Solver(goal="short", measure=Measure.PLAYER, max_seconds=9)),
            ("--short --max-nodes 9", Solver(goal="short", measure=Measure.PLAYER, max_nodes=9)),
            ("--optimal", Solver(goal="optimal", measure=Measure.PLAYER)),
            ("--optimal --max-memory 2G", Solver(goal="optimal", measure=Measure.PLAYER, max_memory=2**31)),
            ("--optimal --measure cards", Solver(goal="optimal", measure=Measure.CARDS)),
            ("--optimal --measure runs --autoplay all", Solver(goal="optimal", measure=Measure.RUNS)),
            (
                "--optimal --autoplay all --on-deal",
                Solver(goal="optimal", measure=Measure.PLAYER, autoplay=AutoPlay.ALL, on_deal=True),
            ),
        ],
    )
    def test_options_reach_the_solver(self, monkeypatch: pytest.MonkeyPatch, options: str, solver: Solver) -> None:
        given = solvers_asked_for(monkeypatch)
        board = "Foundations: H-K C-K D-K S-J\nQS KS\n" + ":\n" * 7
        assert run("solve", "-", *options.split(), stdin=board).exit_code == ExitCode.YES
        assert given == [solver]

    def test_searching_in_pieces_comes_to_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(app_module, "_PIECE_SECONDS", 0.001)
        solver = Solver(goal="optimal", max_nodes=123_456)
        *pieces, last = app_module._pieces(solver, Deal(7).state())
        assert len(pieces) > 2
        assert last == solver.solve(Deal(7))
        assert last.limit == "nodes"

    def test_pieces_end_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(app_module, "_PIECE_SECONDS", 0.001)
        *pieces, last = app_module._pieces(Solver(goal="optimal", max_seconds=0.3), Deal(7).state())
        assert len(pieces) >= 2
        assert last.limit == "seconds"
        assert 0.3 <= last.seconds < 5
        assert len([*app_module._pieces(Solver(goal="short", max_seconds=0), Deal(7).state())]) == 1

    @pytest.mark.parametrize("as_json", [True, False])
    def test_ctrl_c_gives_the_win_so_far(self, monkeypatch: pytest.MonkeyPatch, as_json: bool) -> None:
        def pieces(solver: Solver, start: State) -> Iterator[Solution]:
            yield Solver(goal="short", max_nodes=5000).solve(start)
            raise KeyboardInterrupt

        monkeypatch.setattr(app_module, "_pieces", pieces)
        result = run("solve", "7", "--optimal", *(["--json"] if as_json else []))
        assert (result.exit_code, result.stderr) == (ExitCode.INTERRUPTED, "freecell: interrupted\n")
        if as_json:
            fields = json.loads(result.stdout)
            assert (fields["verdict"], fields["limit"]) == ("solved", "cancel")
            moves = fields["notation"]
        else:
            _, verdict, moves, length = result.stdout.split("\n\n")
            assert verdict.endswith(", stopped by cancel)")
            assert length.endswith(" or more are needed\n")
        assert run("replay", "7", moves).exit_code == ExitCode.YES

    @pytest.mark.parametrize("nodes", [0, None])
    def test_ctrl_c_before_a_win(self, monkeypatch: pytest.MonkeyPatch, nodes: int | None) -> None:
        def pieces(solver: Solver, start: State) -> Iterator[Solution]:
            if nodes is not None:
                yield Solver(goal="short", max_nodes=nodes).solve(start)
            raise KeyboardInterrupt

        monkeypatch.setattr(app_module, "_pieces", pieces)
        result = run("solve", "7", "--optimal")
        assert (result.exit_code, result.stdout) == (ExitCode.INTERRUPTED, f"{Deal(7)}\n")
        assert result.stderr == "freecell: interrupted\n"

    @pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
    def test_a_line_tells_how_far_it_is_until_ctrl_c(self) -> None:
        reader, writer = os.openpty()
        seen = b""
        with subprocess.Popen(
            [sys.executable, "-m", "freecell", "solve", "7", "--optimal"],
            stdout=subprocess.PIPE,
            stderr=writer,
            encoding="utf-8",
            env=environment(TERM="xterm", COLUMNS="100"),
        ) as process:
            os.close(writer)
            while b" moves so far, " not in seen or seen.count(b" positions") < 3:
                seen += os.read(reader, 1000)
            process.send_signal(signal.SIGINT)
            shown, _ = process.communicate(timeout=20)
            rest = os.read(reader, 1000).decode()
        os.close(reader)
        assert re.search(r"\d+ moves so far, \d+ or more are needed \([0-9,]+ positions, \d+\.\d s\)", seen.decode())
        assert process.returncode == ExitCode.INTERRUPTED
        assert rest.endswith("freecell: interrupted\r\n")
        assert shown.startswith(f"{Deal(7)}\n\nsolved (")
        assert shown.endswith(" or more are needed\n")

    @pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
    @pytest.mark.parametrize("change", [{"TERM": "dumb"}, {"TERM": "xterm"}])
    def test_no_line_where_there_is_no_terminal_for_it(self, change: dict[str, str]) -> None:
        reader, writer = os.openpty()
        try:
            is_dumb = change["TERM"] == "dumb"
            done = subprocess.run(
                [sys.executable, "-m", "freecell", "solve", "7", "--short", "--max-seconds", "0.3"],
                stdout=subprocess.PIPE,
                stderr=writer if is_dumb else subprocess.PIPE,
                check=True,
                env=environment(FORCE_COLOR="1", **change),
            )
            assert not done.stderr
            os.write(writer, b"nothing")
            assert os.read(reader, 1000) == b"nothing"
        finally:
            os.close(writer)
            os.close(reader)

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ("--measure cards", "--measure counts only where the win is to be short: add --short or --optimal"),
            ("--on-deal", "--on-deal counts only where the win is to be short: add --short or --optimal"),
            ("--short --optimal", "a win is to be short (--short), or proven a shortest (--optimal): write one of"),
            ("--short --measure runs --on-deal", "--on-deal counts only with --measure player: by runs, every card"),
            ("--optimal --measure cards --on-deal", "--on-deal counts only with --measure player: by cards, every"),
            ("--optimal --measure taps", "Invalid value for '--measure': "),
            ("--short --max-nodes -1", "max_nodes must be from 0 to "),
        ],
    )
    @pytest.mark.parametrize("as_json", [True, False])
    def test_refused(self, options: str, expected: str, as_json: bool) -> None:
        assert refused("solve", "3", *options.split(), *(["--json"] if as_json else [])).startswith(expected)

    def test_autoplay_that_spoils_the_win(self) -> None:
        """A win by cards is written for whatever autoplay is asked for, and that may spoil it; not so a player's."""
        spoilt = 0
        for number in range(1, 6):
            args = ("solve", str(number), "--short", "--max-nodes", "20000", "--autoplay", "all")
            result = run(*args, "--measure", "cards")
            if result.exit_code != ExitCode.YES:
                spoilt += 1
                assert result.exit_code == ExitCode.BAD_INPUT
                assert result.stderr.endswith(" (it can be written with --autoplay none)\n")
            assert run(*args).exit_code == ExitCode.YES
        assert spoilt > 0


class TestReplay:
    @pytest.mark.parametrize("moves", [[WIN_1], WIN_1.split(), [WIN_1.upper()], [f"\n{WIN_1[:30]}", f"{WIN_1[30:]}\t"]])
    def test_won(self, moves: list[str]) -> None:
        result = run("replay", "1", *moves)
        assert (result.exit_code, result.stdout, result.stderr) == (ExitCode.YES, "won in 80 moves\n", "")

    def test_moves_from_a_file(self, tmp_path: Path) -> None:
        moves = tmp_path / "moves.txt"
        moves.write_text("\ufeff" + WIN_1.replace(" ", "\r\n"), encoding="utf-8")
        assert run("replay", "1", "--moves", str(moves)).stdout == "won in 80 moves\n"

    def test_moves_from_standard_input(self) -> None:
        assert run("replay", "1", "--moves", "-", stdin=WIN_1).stdout == "won in 80 moves\n"

    def test_board_from_standard_input(self) -> None:
        assert run("replay", "-", "2h", stdin=NEARLY_WON).stdout == "won in 1 move\n"

    def test_board_from_a_file(self, tmp_path: Path) -> None:
        board = tmp_path / "board.txt"
        board.write_text(NEARLY_WON)
        assert run("replay", str(board), "2h").stdout == "won in 1 move\n"

    @pytest.mark.parametrize(
        ("options", "outcome"),
        [
            (["--autoplay", "none"], "fails at move 10, "),
            (["--autoplay", "Cautious"], "won in 80 moves"),
            (["--autoplay", "horne"], "won in 80 moves"),
            (["--autoplay", "raymond"], "fails at move 22, "),
            (["--autoplay", "all"], "fails at move 16, "),
            (["--on-deal"], "won in 80 moves"),
        ],
    )
    def test_autoplay(self, options: list[str], outcome: str) -> None:
        result = run("replay", "1", WIN_1, *options)
        assert result.stdout.splitlines()[-1].startswith(outcome)
        assert result.exit_code == (ExitCode.YES if outcome.startswith("won") else ExitCode.NO)

    def test_on_deal_sends_cards_home_first(self) -> None:
        assert run_json("replay", "7", "2h", code=ExitCode.NO)["failed_at"] is None
        fields = run_json("replay", "7", "2h", "--on-deal", code=ExitCode.NO)
        assert fields["start"] == state_json(Deal(7).state().autoplay(AutoPlay.HORNE))
        assert fields["failed_at"] == 1

    def test_move_that_fails(self) -> None:
        result = run("replay", "617", "83 53 1h 6a")
        state = Deal(617).state().play_all("83 53", AutoPlay.HORNE)
        reason = state.why_illegal("1h")
        assert (result.exit_code, result.stderr) == (ExitCode.NO, "")
        assert reason
        assert result.stdout == f"{state}\n\nfails at move 3, 1h: {reason}\n"

    def test_text_that_is_no_move(self) -> None:
        result = run("replay", "617", "83 xx")
        assert result.exit_code == ExitCode.NO
        assert result.stdout.startswith(f"{Deal(617).state().play('83')}\n\nfails at move 2: 'xx' is no move: ")

    def test_place_of_what_is_no_move_in_a_file(self, tmp_path: Path) -> None:
        moves = tmp_path / "moves.txt"
        moves.write_text("83\n53  xx 6a\n")
        place = "fails at line 2, column 5: move 3: 'xx' is no move: "
        for result in (
            run("replay", "617", "--moves", str(moves)),
            run("replay", "617", "--moves", "-", stdin="83\n53  xx 6a\n"),
        ):
            assert result.exit_code == ExitCode.NO
            assert result.stdout.startswith(f"{Deal(617).state().play_all('83 53')}\n\n{place}")
        fields = run_json("replay", "617", "--moves", str(moves), code=ExitCode.NO)
        assert fields["failed_at"] == 3
        assert f"fails at {fields['error']}".startswith(place)
        # On the command line there are no lines.
        fields = run_json("replay", "617", "83 53  xx", code=ExitCode.NO)
        assert fields["error"].startswith("move 3: 'xx' is no move: ")

    def test_moves_that_end_early(self) -> None:
        result = run("replay", "617", "83")
        assert result.exit_code == ExitCode.NO
        assert result.stdout == f"{Deal(617).state().play('83')}\n\nnot won: 52 cards left after 1 move\n"

    def test_json_won(self) -> None:
        fields = run_json("replay", "1", WIN_1)
        assert fields["start"] == state_json(Deal(1).state())
        assert fields["end"] == state_json(Deal(1).state().play_all(WIN_1, AutoPlay.HORNE))
        assert [move.split("v")[0] for move in fields["moves"]] == WIN_1.split()
        assert {name: fields[name] for name in ("number", "won", "failed_at", "error")} == {
            "number": 1,
            "won": True,
            "failed_at": None,
            "error": None,
        }

    def test_json_failed(self) -> None:
        fields = run_json("replay", "617", "83", "1h", code=ExitCode.NO)
        state = Deal(617).state().play("83")
        assert fields == {
            "number": 617,
            "start": state_json(Deal(617).state()),
            "moves": ["83v1"],
            "won": False,
            "failed_at": 2,
            "error": f"move 2, 1h: {state.why_illegal('1h')}",
            "end": state_json(state),
        }

    def test_cells(self) -> None:
        assert "fails at move 4, " in run("replay", "1", "--cells", "3", WIN_1).stdout

    def test_no_moves(self) -> None:
        assert "--moves" in refused("replay", "617")

    def test_moves_twice(self) -> None:
        assert "--moves" in refused("replay", "617", "83", "--moves", "-", stdin="83")

    def test_standard_input_twice(self) -> None:
        assert "standard input" in refused("replay", "-", "--moves", "-", stdin=MIDGAME)

    def test_missing_moves_file(self, tmp_path: Path) -> None:
        missing = tmp_path / "missing.txt"
        assert refused("replay", "617", "--moves", str(missing)) == f"{missing}: No such file or directory"


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


FAMILY = {
    **dict.fromkeys(
        ["freecell", "relaxed_freecell", "bakers_game", "eight_off", "penguin", "bakers_dozen", "citadel"], 1
    ),
    **dict.fromkeys(["relaxed_seahaven_towers", "seahaven_towers"], 1),
    **dict.fromkeys(["forecell", "kings_only_bakers_game", "beleaguered_castle"], 2),
    "fan": 3,
    "streets_and_alleys": 4,
    "good_measure": 5,
    "cruel": 1195,
}
"""A deal of each game that is won without long searching."""

UNNAMED = {
    "freecell,cells=0,columns=13": 1,
    "Eight-Off, cells=7": 1,
    "penguin,base=9": 1,
    "penguin,ranks=5": 1,
    "bakers_dozen,cells=1,supermoves=unlimited": 1,
    "layout=citadel,columns=6": 1,
    "good_measure,columns=9": 2,
    "cruel,cells=2": 3,
    "relaxed_freecell,foundation_takeback=true": 1,
    "build=any_suit,wrap=true,base=4,ranks=6,columns=5": 1,
}
"""Games that nobody named, and a deal of each that is won."""


@pytest.mark.parametrize(("rules", "number"), (FAMILY | UNNAMED).items())
class TestFamily:
    """Every command with every game."""

    def test_deal_and_show(self, rules: str, number: int) -> None:
        deal = Deal(number, Rules.parse(rules))
        board = run("deal", str(number), "--rules", rules)
        assert (board.exit_code, board.stdout, board.stderr) == (ExitCode.YES, f"{deal}\n", "")
        assert run("show", "--rules", rules, stdin=board.stdout).stdout == board.stdout
        fields = state_json(deal.state())
        assert run_json("deal", str(number), "--rules", rules) == {"number": number, "state": fields}
        assert run_json("show", "--rules", rules, stdin=board.stdout) == {"state": fields}
        # What is printed can be read again, by itself.
        assert Deal.parse(fields["board"], Rules.parse(rules)) == deal
        assert State.parse(fields["board"], Rules.parse(fields["rules"])) == deal.state()

    @pytest.mark.parametrize("style", ["standard", "extended"])
    def test_solve_and_replay(self, rules: str, number: int, style: str) -> None:
        start = Deal(number, Rules.parse(rules)).state()
        solved = run_json("solve", str(number), "--rules", rules, "--notation", style)
        assert (solved["verdict"], solved["start"]["rules"]) == ("solved", str(start.rules))
        assert start.play_all(solved["moves"]).is_won()
        again = run_json("solve", "-", "--rules", rules, "--notation", style, stdin=str(start))
        assert (again["number"], again["notation"]) == (None, solved["notation"])
        for first, stdin in ((str(number), ""), ("-", str(start))):
            replayed = run_json("replay", first, solved["notation"], "--rules", rules, stdin=stdin)
            assert replayed["won"]

    @pytest.mark.parametrize("policy", ["none", "sure", "all"])
    def test_every_autoplay(self, rules: str, number: int, policy: str) -> None:
        args = ("--rules", rules, "--autoplay", policy)
        solved = run("solve", str(number), *args, "--notation", "extended", "--json")
        if policy == "all" and solved.exit_code == ExitCode.BAD_INPUT:  # what goes home by itself may be wanted
            assert "it can be written with --autoplay none" in solved.stderr
            return
        moves = json.loads(solved.stdout)["notation"]
        assert run("replay", str(number), moves, *args).exit_code == ExitCode.YES
        unfinished = run_json("replay", str(number), moves.rsplit(" ", 1)[0], *args, code=ExitCode.NO)
        assert not unfinished["won"]

    def test_find(self, rules: str, number: int) -> None:
        game = Rules.parse(rules)
        board = str(Deal(number, game))
        told = game.layout in (Layout.ROWS, Layout.FORECELL, Layout.EIGHT_OFF, Layout.SEAHAVEN_TOWERS, Layout.FAN)
        if told and game.ranks == 13:
            assert run("find", "--rules", rules, stdin=board).stdout == f"{number}\n"
        elif told:
            assert run_json("find", "--rules", rules, stdin=board)["number"] <= number
        else:
            message = refused("find", "--rules", rules, stdin=board)
            assert message == (
                f"standard input: a board of layout {game.layout} does not tell in which order the cards came"
            )


def test_every_game_of_the_family_is_tried() -> None:
    assert {*FAMILY} == {*Rules.named()}


def test_a_lost_deal_of_the_family() -> None:
    assert run_json("solve", "1", "--rules", "cruel", code=ExitCode.NO)["verdict"] == "unsolvable"
    assert run_json("replay", "1", "--rules", "cruel", "1h", code=ExitCode.NO)["won"] is False


@pytest.mark.parametrize("command", ["show", "find"])
def test_a_board_that_no_deal_lays_is_a_position_but_no_deal(command: str) -> None:
    board = "\n".join(" ".join(reversed(line.split())) for line in str(Deal(1, Rules.BAKERS_DOZEN)).splitlines())
    result = run(command, "--rules", "bakers_dozen", stdin=board)
    if command == "show":
        assert result.stdout == f"{board}\n"
    else:
        expected = "freecell: standard input: KC lies on TH in column 4, at the start it lies under it"
        assert (result.exit_code, result.stdout) == (ExitCode.BAD_INPUT, "")
        assert result.stderr.startswith(expected)


class TestRefusals:
    """What cannot be read or understood: exit code 2, one line on standard error, nothing on standard output."""

    @pytest.mark.parametrize("command", ["show", "solve", "find", "replay"])
    @pytest.mark.parametrize("as_json", [True, False])
    def test_no_board(self, command: str, as_json: bool) -> None:
        more = [*(["26"] if command == "replay" else []), *(["--json"] if as_json else [])]
        assert refused(command, "-", *more) == "standard input: line 1, column 1: there is no board in it"

    def test_the_place_is_named(self, tmp_path: Path) -> None:
        board = tmp_path / "board.txt"
        board.write_text(DEAL_617.replace("3C", "3X"))
        message = refused("show", str(board))
        assert message.startswith(f"{board}: line 4, column 10: '3X' is no card")

    @pytest.mark.parametrize("change", [("KD ", ""), ("KD", "KC"), ("7D TD TH KD 4C 4S JD\n", "")])
    def test_cards_are_named(self, change: tuple[str, str]) -> None:
        message = refused("show", stdin=DEAL_617.replace(*change))
        assert message.startswith("standard input: ")
        assert "KD" in message

    def test_missing_file(self, tmp_path: Path) -> None:
        missing = tmp_path / "missing.txt"
        assert refused("solve", str(missing)) == f"{missing}: No such file or directory"

    def test_an_error_is_one_line(self) -> None:
        assert refused("solve", "no\nsuch\tfile") == "no such file: No such file or directory"

    def test_directory(self, tmp_path: Path) -> None:
        message = refused("solve", str(tmp_path))
        assert message.startswith(f"{tmp_path}: ")

    def test_bytes_that_are_no_text(self, tmp_path: Path) -> None:
        board = tmp_path / "board.txt"
        board.write_bytes(DEAL_617.encode().replace(b"3C", b"3\xff"))
        assert refused("show", str(board)) == f"{board}: line 4, column 11: this is not UTF-8 text"
        assert (
            refused("show", stdin=b"\xff\xfe7\x00D\x00") == "standard input: line 1, column 1: this is not UTF-8 text"
        )

    def test_endless_input(self) -> None:
        assert refused("show", stdin="AC " * 400_000).startswith("standard input: there are more than 1,000,000 bytes")

    @pytest.mark.parametrize("command", ["deal", "show", "solve", "replay", "find"])
    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            (["--rules", "poker"], "--rules: line 1, column 1: 'poker' is no rule: "),
            (["--rules", "freecell,columns=99"], "--rules: columns must be from 1 to 18, not 99"),
            (["--cells", "11"], "cells must be from 0 to 10, not 11"),
            (["--cells", "many"], "Invalid value for '--cells': "),
            (["--cels", "3"], "No such option"),
        ],
    )
    def test_rules(self, command: str, options: list[str], expected: str) -> None:
        more = {"deal": ["1"], "solve": ["1"], "replay": ["1", "26"]}.get(command, [])
        assert refused(command, *more, *options, stdin=DEAL_617).startswith(expected)

    @pytest.mark.parametrize("args", ["slove 1", "deal", "solve", "replay", "deal 1 2", "--nonsense", "deal -1"])
    def test_usage(self, args: str) -> None:
        assert refused(*args.split())


class TestProgram:
    """The command as a program of its own."""

    def test_version(self) -> None:
        result = run("--version")
        assert (result.exit_code, result.stdout) == (ExitCode.YES, f"freecell {freecell.__version__}\n")

    @pytest.mark.parametrize("args", [[], ["--help"], ["-h"]])
    def test_help(self, args: list[str]) -> None:
        result = run(*args)
        assert result.exit_code == ExitCode.YES
        words = " ".join(result.stdout.split())
        assert [name for name in ("deal", "show", "solve", "replay", "find") if f"{name} " not in words] == []
        assert [code for code in ExitCode if not re.search(rf"Exit codes:.*\b{code}\b", words)] == []

    @pytest.mark.parametrize(
        ("command", "options"),
        [
            ("deal", "--cells --rules --json"),
            ("show", "--cells --rules --json"),
            ("solve", "--cells --rules --json --notation --autoplay --max-nodes --max-seconds --max-memory"),
            ("solve", "--short --optimal --measure --on-deal"),
            ("replay", "--cells --rules --json --autoplay --on-deal --moves"),
            ("find", "--cells --rules --json"),
        ],
    )
    def test_help_of_a_command(self, command: str, options: str) -> None:
        result = run(command, "--help")
        assert result.exit_code == ExitCode.YES
        assert "Exit codes: 0 " in result.stdout
        assert [option for option in options.split() if f"{option} " not in result.stdout] == []

    def test_as_a_module(self) -> None:
        done = python("-m", "freecell", "deal", "617")
        assert (done.returncode, done.stdout, done.stderr) == (ExitCode.YES, DEAL_617, "")

    def test_exit_code_of_the_process(self) -> None:
        done = python("-m", "freecell", "show", input="nonsense")
        assert (done.returncode, done.stdout) == (ExitCode.BAD_INPUT, "")
        assert done.stderr.startswith("freecell: standard input: line 1, column 1: ")
        assert done.stderr.count("\n") == 1

    def test_pipe(self) -> None:
        dealt = python("-m", "freecell", "deal", "24", "--cells", "2")
        found = python("-m", "freecell", "find", input=dealt.stdout)
        solved = python("-m", "freecell", "solve", "-", "--json", input=dealt.stdout)
        assert found.stdout == "24\n"
        moves = json.loads(solved.stdout)["notation"]
        assert python("-m", "freecell", "replay", "24", "--moves", "-", input=moves).returncode == ExitCode.YES

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.delitem(sys.modules, "freecell.cli.app")
        monkeypatch.setitem(sys.modules, "typer", None)
        with pytest.raises(SystemExit) as exit_now:
            main()
        assert exit_now.value.code == ExitCode.NOT_INSTALLED
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err == "freecell: the command needs Typer and Rich: pip install 'freecell[cli]'\n"

    @pytest.mark.parametrize("missing", ["typer", "rich"])
    def test_without_the_extra_as_a_program(self, missing: str) -> None:
        done = python("-c", f"import sys; sys.modules['{missing}'] = None; from freecell.cli import main; main()")
        assert done.returncode == ExitCode.NOT_INSTALLED
        assert done.stderr.endswith(" pip install 'freecell[cli]'\n")
        assert done.stderr.count("\n") == 1

    def test_a_fault_of_the_program_is_not_hidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def solve(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(Solver, "solve", solve)
        assert isinstance(CliRunner().invoke(app, ["solve", "617"]).exception, ZeroDivisionError)

    def test_a_broken_installation_is_not_called_a_missing_extra(self) -> None:
        fault = "import sys; sys.modules['freecell.cli.output'] = None; from freecell.cli import main; main()"
        done = python("-c", fault)
        assert done.returncode == 1
        assert "ModuleNotFoundError: import of freecell.cli.output" in done.stderr

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other pipes")
    @pytest.mark.parametrize("colour", [{}, {"FORCE_COLOR": "1"}])
    @pytest.mark.parametrize("args", ["deal 617", "deal 617 --json", "solve 617"])
    def test_broken_pipe(self, args: str, colour: dict[str, str]) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = python("-m", "freecell", *args.split(), stdout=writer, env=environment(TERM="xterm", **colour))
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (ExitCode.BROKEN_PIPE, "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_full_disk(self) -> None:
        with Path("/dev/full").open("w") as full:
            done = python("-m", "freecell", "deal", "617", stdout=full)
        assert (done.returncode, done.stderr) == (
            ExitCode.BAD_INPUT,
            "freecell: standard output: No space left on device\n",
        )

    @pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
    @pytest.mark.parametrize(
        ("redirection", "code", "told"),
        [("<&-", ExitCode.BAD_INPUT, "freecell: standard input: it is closed\n"), (">&-", ExitCode.YES, "")],
    )
    def test_closed_streams(self, redirection: str, code: ExitCode, told: str) -> None:
        command = f"{shlex.quote(sys.executable)} -m freecell show {redirection}"
        done = subprocess.run(
            ["/bin/sh", "-c", command], input=DEAL_617, capture_output=True, text=True, check=False, env=environment()
        )
        assert (done.returncode, done.stdout, done.stderr) == (code, "", told)

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
    def test_ctrl_c(self) -> None:
        # No solution, and the proof of that took others a billion positions: it does not end by itself.
        with subprocess.Popen(
            [sys.executable, "-m", "freecell", "solve", "219837216"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
        ) as process:
            assert process.stdout is not None
            shown = [process.stdout.readline() for _ in range(8)]
            process.send_signal(signal.SIGINT)
            rest, told = process.communicate(timeout=20)
        assert "".join(shown) == f"{Deal(219837216)}\n"
        assert (process.returncode, rest, told) == (ExitCode.INTERRUPTED, "", "freecell: interrupted\n")

    def test_verdicts_have_their_codes(self) -> None:
        assert app_module._VERDICT_CODES.keys() == set(Verdict)


def with_real_output(page: str, folder: Path) -> str:
    """Run the examples of a page in a folder, in order, and put what they print in the place of what is there."""
    python = shlex.quote(sys.executable)
    programs = {"freecell": f"{python} -m freecell", "python": python}

    def printed(example: re.Match[str]) -> str:
        line = re.sub(r"(^|[|] )(freecell|python)\b", lambda found: found[1] + programs[found[2]], example[1])
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env=environment(),
        )
        return f"$ {example[1]}\n{done.stdout}"

    def block(found: re.Match[str]) -> str:
        return re.sub(r"^\$ (.*)\n(?:(?![$`]).*\n)*", printed, found[0], flags=re.MULTILINE)

    return re.sub(r"^```console\n(?:.*\n)*?```$", block, page, flags=re.MULTILINE)


def without_seconds(text: str) -> str:
    return re.sub(r'[0-9.]+ s\)|"seconds": [0-9.e-]+', "TIME", text)


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
def test_documented_examples(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert without_seconds(with_real_output(page, tmp_path)) == without_seconds(page), f"refresh it: python {__file__}"
    assert set(re.findall(r"^\$ .*\bfreecell (\w+)", page, re.MULTILINE)) == {"deal", "show", "solve", "replay", "find"}


if __name__ == "__main__":  # refresh the page, after the solver has learnt to solve otherwise
    with tempfile.TemporaryDirectory() as scratch:
        PAGE.write_text(with_real_output(PAGE.read_text(encoding="utf-8"), Path(scratch)), encoding="utf-8")
