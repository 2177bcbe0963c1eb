"""`freecell solve`: verdicts, limits, notation, autoplay."""

import re
from pathlib import Path

import pytest
from helpers.command import DEAL_617, MIDGAME, NEARLY_WON, WIN_1, refused, run, run_json, solvers_asked_for, state_json

import freecell
from freecell import AutoPlay, Deal, FreeCellError, Move, Solver, State
from freecell.cli import ExitCode


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
            "measure": "player",
            "length": solution.length(),
            "lower_bound": 0,
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
            f"--max-memory: {size!r} is not a size: write a number of bytes, such as 500M or 2G"
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
        board = "Foundations: H-K C-K D-K S-T\n" + ":\n" * 7 + "JS KS QS\n"
        result = run("solve", "-", "--notation", style, "--autoplay", str(policy), stdin=board)
        assert result.stdout.endswith("\n\n26v3\n")

    def test_autoplay_that_spoils_the_win(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def notation(*_: object) -> str:
            raise FreeCellError("autoplay all spoils this win")

        monkeypatch.setattr(freecell.Solution, "notation", notation)
        result = run("solve", "617", "--autoplay", "all")
        assert result.exit_code == ExitCode.BAD_INPUT
        assert result.stderr.startswith("freecell: autoplay all spoils this win (use ")

    @pytest.mark.parametrize("command", [["solve", "3"], ["replay", "1", WIN_1]])
    def test_safe_is_another_name_for_horne(self, command: list[str]) -> None:
        safe, horne = (run_json(*command, "--autoplay", name) for name in ("Safe", "horne"))
        for fields in (safe, horne):
            fields.pop("seconds", None)
        assert safe == horne

    @pytest.mark.parametrize("option", ["--notation", "--autoplay"])
    def test_unknown_style_or_policy(self, option: str) -> None:
        assert f"'{option}'" in refused("solve", "1", option, "nonsense")
