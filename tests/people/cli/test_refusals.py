"""Boards, files and options that every command refuses."""

from pathlib import Path

import pytest
from helpers.command import DEAL_617, refused


class TestRefusals:
    """What cannot be read or understood: exit code 2, one line on standard error, nothing on standard output."""

    @pytest.mark.parametrize("command", ["show", "solve", "find", "replay"])
    @pytest.mark.parametrize("as_json", [True, False])
    def test_no_board(self, command: str, as_json: bool) -> None:
        more = [*(["26"] if command == "replay" else []), *(["--json"] if as_json else [])]
        assert refused(command, "-", *more) == "standard input: line 1, column 1: the text contains no board"

    def test_the_place_is_named(self, tmp_path: Path) -> None:
        board = tmp_path / "board.txt"
        board.write_text(DEAL_617.replace("3C", "3X"))
        message = refused("show", str(board))
        assert message.startswith(f"{board}: line 4, column 10: '3X' is not a card")

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

    def test_bytes_that_are_not_text(self, tmp_path: Path) -> None:
        board = tmp_path / "board.txt"
        board.write_bytes(DEAL_617.encode().replace(b"3C", b"3\xff"))
        assert refused("show", str(board)) == f"{board}: line 4, column 11: this is not UTF-8 text"
        assert (
            refused("show", stdin=b"\xff\xfe7\x00D\x00") == "standard input: line 1, column 1: this is not UTF-8 text"
        )

    def test_endless_input(self) -> None:
        assert refused("show", stdin="AC " * 400_000).startswith("standard input: it has more than 1,000,000 bytes")

    @pytest.mark.parametrize("command", ["deal", "show", "solve", "replay", "find"])
    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            (["--rules", "poker"], "--rules: line 1, column 1: 'poker' is not a rule: "),
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
