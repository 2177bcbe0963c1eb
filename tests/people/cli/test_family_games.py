"""Every command with every game of the family."""

import json

import pytest
from helpers.command import refused, run, run_json, state_json

from freecell import Deal, Layout, Rules, State
from freecell.cli import ExitCode

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
        # What is printed can be read again without anything else.
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
        if policy == "all" and solved.exit_code == ExitCode.BAD_INPUT:  # automatic moves may spoil the win
            assert "use --autoplay none" in solved.stderr
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
            assert message == (f"standard input: a board of layout {game.layout} does not show the dealing order")


def test_every_game_of_the_family_is_tried() -> None:
    assert {*FAMILY} == {*Rules.named()}


def test_a_lost_deal_of_the_family() -> None:
    assert run_json("solve", "1", "--rules", "cruel", code=ExitCode.NO)["verdict"] == "unsolvable"
    assert run_json("replay", "1", "--rules", "cruel", "1h", code=ExitCode.NO)["won"] is False


@pytest.mark.parametrize("command", ["show", "find"])
def test_a_board_that_no_deal_lays_is_a_position_but_not_a_deal(command: str) -> None:
    board = "\n".join(" ".join(reversed(line.split())) for line in str(Deal(1, Rules.BAKERS_DOZEN)).splitlines())
    result = run(command, "--rules", "bakers_dozen", stdin=board)
    if command == "show":
        assert result.stdout == f"{board}\n"
    else:
        expected = "freecell: standard input: KC lies on TH in column 4, at the start it lies under it"
        assert (result.exit_code, result.stdout) == (ExitCode.BAD_INPUT, "")
        assert result.stderr.startswith(expected)
