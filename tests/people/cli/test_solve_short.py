"""`freecell solve` for short and shortest wins, and what it shows until Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from helpers.command import environment, refused, run, run_json, solvers_asked_for, state_json

from freecell import AutoPlay, Deal, Measure, Search, Solver
from freecell.cli import ExitCode
from freecell.cli import app as app_module


def interrupt_after(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    """Let Ctrl-C come when a search has expanded `nodes` nodes."""
    run_search = Search.run

    def run_once(search: Search, **_: object) -> str:
        run_search(search, nodes=nodes)
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "run", run_once)


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
        solver = Solver(goal="short", measure=Measure.player(AutoPlay.ALL, on_deal=True), max_nodes=5000)
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
            ("--short", Solver(goal="short", measure=Measure.player(), max_seconds=1)),
            ("--short --max-seconds 9", Solver(goal="short", measure=Measure.player(), max_seconds=9)),
            ("--short --max-nodes 9", Solver(goal="short", measure=Measure.player(), max_nodes=9)),
            ("--optimal", Solver(goal="optimal", measure=Measure.player())),
            ("--optimal --max-memory 2G", Solver(goal="optimal", measure=Measure.player(), max_memory=2**31)),
            ("--optimal --measure cards", Solver(goal="optimal", measure=Measure.CARDS)),
            ("--optimal --measure runs --autoplay all", Solver(goal="optimal", measure=Measure.RUNS)),
            (
                "--optimal --autoplay all --on-deal",
                Solver(goal="optimal", measure=Measure.player(AutoPlay.ALL, on_deal=True)),
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
        fields = run_json("solve", "7", "--optimal", "--max-nodes", "123456")
        solution = Solver(goal="optimal", max_nodes=123_456).solve(Deal(7))
        assert fields["moves"] == [str(move) for move in solution.moves]
        assert (fields["nodes"], fields["limit"]) == (123_456, "nodes")

    def test_pieces_end_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(app_module, "_PIECE_SECONDS", 0.001)
        fields = run_json("solve", "7", "--optimal", "--max-seconds", "0.3")
        assert fields["limit"] == "seconds"
        assert 0.3 <= fields["seconds"] < 5

    @pytest.mark.parametrize("as_json", [True, False])
    def test_ctrl_c_gives_the_win_so_far(self, monkeypatch: pytest.MonkeyPatch, as_json: bool) -> None:
        interrupt_after(monkeypatch, 5000)
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

    @pytest.mark.parametrize("nodes", [0, 1])
    def test_ctrl_c_before_a_win(self, monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
        interrupt_after(monkeypatch, nodes)
        result = run("solve", "7", "--optimal")
        assert (result.exit_code, result.stdout) == (ExitCode.INTERRUPTED, f"{Deal(7)}\n")
        assert result.stderr == "freecell: interrupted\n"

    @pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
    def test_progress_line_until_ctrl_c(self) -> None:
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
    def test_no_progress_line_without_a_terminal(self, change: dict[str, str]) -> None:
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
            ("--measure cards", "--measure applies only to short wins: add --short or --optimal"),
            ("--on-deal", "--on-deal applies only to short wins: add --short or --optimal"),
            ("--short --optimal", "give either --short or --optimal"),
            ("--short --measure runs --on-deal", "--on-deal applies only to --measure player: by runs, every card"),
            ("--optimal --measure cards --on-deal", "--on-deal applies only to --measure player: by cards, every"),
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
                assert result.stderr.endswith(" (use --autoplay none)\n")
            assert run(*args).exit_code == ExitCode.YES
        assert spoilt > 0
