"""`freecell replay`: where moves and boards come from, and where moves fail."""

from pathlib import Path

import pytest
from helpers.command import MIDGAME, NEARLY_WON, WIN_1, refused, run, run_json, state_json

from freecell import AutoPlay, Deal
from freecell.cli import ExitCode


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

    def test_text_that_is_not_a_move(self) -> None:
        result = run("replay", "617", "83 xx")
        assert result.exit_code == ExitCode.NO
        assert result.stdout.startswith(f"{Deal(617).state().play('83')}\n\nfails at move 2: 'xx' is not a move: ")

    def test_place_of_text_that_is_not_a_move_in_a_file(self, tmp_path: Path) -> None:
        moves = tmp_path / "moves.txt"
        moves.write_text("83\n53  xx 6a\n")
        place = "fails at line 2, column 5: move 3: 'xx' is not a move: "
        for result in (
            run("replay", "617", "--moves", str(moves)),
            run("replay", "617", "--moves", "-", stdin="83\n53  xx 6a\n"),
        ):
            assert result.exit_code == ExitCode.NO
            assert result.stdout.startswith(f"{Deal(617).state().play_all('83 53')}\n\n{place}")
        fields = run_json("replay", "617", "--moves", str(moves), code=ExitCode.NO)
        assert fields["failed_at"] == 3
        assert f"fails at {fields['error']}".startswith(place)
        # On the command line, text has no lines.
        fields = run_json("replay", "617", "83 53  xx", code=ExitCode.NO)
        assert fields["error"].startswith("move 3: 'xx' is not a move: ")

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
