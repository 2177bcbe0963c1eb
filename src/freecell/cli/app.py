"""The subcommands: their arguments, what they do, and their exit codes."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer
from typer.core import TyperGroup

import freecell
from freecell import (
    AutoPlay,
    Deal,
    FaultKind,
    FreeCellError,
    InvalidStateError,
    Measure,
    ParseError,
    Rules,
    Solution,
    Solver,
    State,
    Verdict,
)
from freecell.cli import ExitCode, output

__all__ = ["app"]

_MOST_BYTES = 1_000_000
"""Most bytes read. No board and no solution is longer, and an endless input ends here."""

_SHORT_SECONDS = 1.0
"""Time limit of a search for a short win, if no limit is given."""

_PIECE_SECONDS = 0.1
"""Seconds between two updates of the live line of a search for a short win."""

_VERDICT_CODES = {
    Verdict.SOLVED: ExitCode.YES,
    Verdict.UNSOLVABLE: ExitCode.NO,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
}


class Subcommands(TyperGroup):
    """The group of all subcommands. An error in one of them becomes a line on standard error and an exit code."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> NoReturn:
        """Run the subcommand that the arguments name, or else show the help, and exit with its code."""
        arguments = list(sys.argv[1:] if args is None else args) or ["--help"]
        try:
            with self.make_context("freecell", arguments) as context:
                code = self.invoke(context)
            print(end="", flush=True)
        except typer.Exit as exit_now:
            code = exit_now.exit_code
        except FreeCellError as error:
            code = _complain(str(error), ExitCode.BAD_INPUT)
        except MemoryError:
            code = _complain("out of memory", ExitCode.UNKNOWN)
        except KeyboardInterrupt:
            code = _complain("interrupted", ExitCode.INTERRUPTED)
        except OSError as error:
            # The rest of the buffer cannot be written either, so Python must not try again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                code = ExitCode.BROKEN_PIPE
            else:
                code = _complain(f"standard output: {error.strerror}", ExitCode.BAD_INPUT)
        except Exception as error:
            # The errors of Typer's parser have no public base class that all its versions share.
            if not hasattr(error, "format_message"):
                raise
            # Some of them begin with the name of an error class.
            code = _complain(error.format_message().replace("Value error, ", ""), ExitCode.BAD_INPUT)
        sys.exit(code)


app = typer.Typer(
    cls=Subcommands,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 solved, won, found or shown; 1 proven unsolvable, not won, or no number; 2 wrong usage or "
    "unreadable input; 3 unknown, because a limit was reached; 4 an extra is not installed; 130 Ctrl-C; 141 broken "
    "pipe.",
)

StartArgument = Annotated[
    str,
    typer.Argument(
        metavar="N|CODE|FILE|-",
        help="A deal number, a share code such as FC1-C4-AAAAATJ, a file with a board (./617 if its name is a number), "
        "or - for standard input.",
    ),
]
BoardArgument = Annotated[str, typer.Argument(metavar="FILE|-", help="A file with a board, or - for standard input.")]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="RULES",
        help=f"The game: {', '.join(Rules.named())}; with changes, as in 'bakers_game,columns=7'.",
    ),
]
ByOption = Annotated[
    Literal["columns", "rows"],
    typer.Option(
        "--by",
        metavar="LINES",
        case_sensitive=False,
        help="What the lines of a board are: columns (the default) or rows, the next card of each column.",
    ),
]
CellsOption = Annotated[int | None, typer.Option("--cells", metavar="0-10", help="Number of cells.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
AutoPlayOption = Annotated[
    Literal["none", "cautious", "horne", "safe", "raymond", "all", "sure"] | None,
    typer.Option(
        "--autoplay",
        metavar="POLICY",
        case_sensitive=False,
        help="Which cards go home automatically after each move: none, cautious, horne (or safe), raymond, all, or "
        "sure (all that never spoil a win). The default is horne, or sure in games that horne may spoil.",
    ),
]
NotationOption = Annotated[
    Literal["standard", "extended", "fc-solve"] | None,
    typer.Option(
        "--notation",
        metavar="STYLE",
        case_sensitive=False,
        help="How moves are written: standard (26); extended (26v3, with the count of cards that go into an empty "
        "column), the default for a short win; or fc-solve, as that program writes them with -snx.",
    ),
]
OnDealOption = Annotated[bool, typer.Option("--on-deal", help="Make automatic moves before the first move too.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"freecell {freecell.__version__}")
        raise typer.Exit


@app.callback()
def _freecell(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Deal, show, solve and check games of FreeCell and its family."""


@app.command(epilog="Exit codes: 0 shown; 2 there is no such deal.")
def deal(
    number: Annotated[
        str,
        typer.Argument(
            metavar="N|CODE",
            help="The number of the deal, from 1 to 8589934591, or a share code such as FC1-C4-AAAAATJ.",
        ),
    ],
    rules: RulesOption = "freecell",
    cells: CellsOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show a numbered deal, as Microsoft's FreeCell and FreeCell Pro deal it."""
    dealt = _dealt(number, _rules(rules, cells))
    if dealt is None:
        raise FreeCellError(f"{number!r} is not a deal number: write one from 1 to 8589934591, or a share code")
    state = dealt.state()
    if as_json:
        output.write_json(number=dealt.number, state=output.state_fields(state))
    else:
        output.show(state)
    return ExitCode.YES


@app.command(epilog="Exit codes: 0 shown; 2 the input has no board.")
def show(
    start: StartArgument = "-",
    rules: RulesOption = "freecell",
    cells: CellsOption = None,
    by: ByOption = "columns",
    as_json: JsonOption = False,
) -> ExitCode:
    """Show a deal or a board: the columns, the cells and the foundations."""
    state, _ = _start(start, _rules(rules, cells), by)
    if as_json:
        output.write_json(state=output.state_fields(state))
    else:
        output.show(state)
    return ExitCode.YES


@app.command(
    epilog="Exit codes: 0 solved; 1 proven unsolvable; 2 wrong usage or unreadable input; 3 unknown, because a limit "
    "was reached; 130 Ctrl-C."
)
def solve(
    start: StartArgument,
    rules: RulesOption = "freecell",
    cells: CellsOption = None,
    by: ByOption = "columns",
    short: Annotated[
        bool,
        typer.Option("--short", help="Find a short win, within one second or the limits you give."),
    ] = False,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Find a win and prove that none is shorter, within the limits you give.")
    ] = False,
    measure: Annotated[
        Literal["player", "runs", "cards"] | None,
        typer.Option(
            "--measure",
            metavar="MEASURE",
            case_sensitive=False,
            help="What counts as a move of a short win: the player's moves (player, the default), every run or card "
            "home (runs), or every single card that moves (cards).",
        ),
    ] = None,
    notation: NotationOption = None,
    autoplay: AutoPlayOption = None,
    on_deal: OnDealOption = False,
    max_nodes: Annotated[int | None, typer.Option("--max-nodes", metavar="N", help="Stop after N nodes.")] = (None),
    max_seconds: Annotated[
        float | None, typer.Option("--max-seconds", metavar="S", help="Stop after S seconds.")
    ] = None,
    max_memory: Annotated[
        str, typer.Option("--max-memory", metavar="SIZE", help="Stop at this many bytes, such as 500M or 2G.")
    ] = "1G",
    as_json: JsonOption = False,
) -> ExitCode:
    """Solve a deal or a board, or prove that it has no solution.

    The moves leave out the automatic moves of --autoplay; 'freecell replay' reads them back. During the search for a
    short win, Ctrl-C stops and shows the shortest so far.
    """
    goal = _goal(short, optimal, measure, on_deal)
    state, number = _start(start, _rules(rules, cells), by)
    policy = None if autoplay is None else AutoPlay.parse(autoplay)
    if short and max_nodes is None and max_seconds is None:
        max_seconds = _SHORT_SECONDS
    solver = Solver(
        goal=goal,
        measure=None if goal == "any" else _measure(measure or "player", policy, on_deal),
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=_size(max_memory),
    )
    if not as_json:
        output.show(state)
    solution, interrupted = (solver.solve(state), False) if goal == "any" else _shortened(solver, state)
    if goal == "any" and policy is not None:
        solution = replace(solution, measure=Measure.player(policy))
    style = notation or ("standard" if goal == "any" else "extended")
    try:
        moves = solution.notation(style, policy) if solution.verdict is Verdict.SOLVED else ""
    except FreeCellError as error:
        raise FreeCellError(f"{error} (use --autoplay none)") from error
    if as_json:
        output.write_json(number=number, **output.solution_fields(solution, moves, policy))
    else:
        output.tell_solution(solution, moves)
    return _complain("interrupted", ExitCode.INTERRUPTED) if interrupted else _VERDICT_CODES[solution.verdict]


@app.command(epilog="Exit codes: 0 won; 1 a move fails, or the moves end too early; 2 wrong usage or unreadable input.")
def replay(
    start: StartArgument,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVES", help="The moves, as in '26 76 72', in one argument or several."),
    ] = None,
    moves_file: Annotated[
        str | None, typer.Option("--moves", metavar="FILE|-", help="Read the moves from this file.")
    ] = None,
    rules: RulesOption = "freecell",
    cells: CellsOption = None,
    by: ByOption = "columns",
    autoplay: AutoPlayOption = None,
    on_deal: OnDealOption = False,
    notation: NotationOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """Check a written solution: whether it wins, or which move fails and why."""
    if (moves_file is None) == (not moves):
        raise FreeCellError("give the moves either after the deal or in a file named by --moves")
    if start == moves_file == "-":
        raise FreeCellError("the board and the moves cannot both come from standard input")
    state, number = _start(start, _rules(rules, cells), by)
    if moves_file is None:
        text = " ".join(moves or ())
    else:
        with _naming(moves_file):
            text = _read(moves_file)
    policy = None if autoplay is None else AutoPlay.parse(autoplay)
    result = freecell.replay(state, text, policy, on_deal, notation or "extended")
    if as_json:
        output.write_json(number=number, **output.replay_fields(result, of_text=moves_file is not None))
    else:
        output.tell_replay(result, of_text=moves_file is not None)
    return ExitCode.YES if result.won else ExitCode.NO


@app.command(epilog="Exit codes: 0 found; 1 no number deals these cards; 2 the input has no deal.")
def find(
    file: BoardArgument = "-",
    rules: RulesOption = "freecell",
    cells: CellsOption = None,
    by: ByOption = "columns",
    as_json: JsonOption = False,
) -> ExitCode:
    """Find the smallest number that deals a board, among all deal numbers."""
    game = _rules(rules, cells)
    with _naming(file):
        number = Deal.parse(_read(file), game, by=by).find_number()
    if as_json:
        output.write_json(number=number)
    elif number is not None:
        print(number)
    else:
        return _complain("no number deals these cards", ExitCode.NO)
    return ExitCode.YES if number is not None else ExitCode.NO


@app.command(
    epilog="Exit codes: 0 played; 2 there is no such deal or board, or no terminal, another window has the saved game, "
    "or the game could not be saved; 4 the extra 'play' is not installed."
)
def play(
    start: Annotated[
        str | None,
        typer.Argument(
            metavar="N|CODE|FILE|-",
            help="A deal number, a share code such as FC1-C4-AAAAATJ, a file with a board to start from (./617 if its "
            "name is a number), or - for standard input. Without it, or if the saved game began with it, the saved "
            "game continues.",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help="The game, as for 'deal'; for a board, as for 'show'."),
    ] = None,
    cells: CellsOption = None,
    by: ByOption = "columns",
    style: Annotated[
        Literal["usual", "classic", "oyna", "open"] | None,
        typer.Option(
            "--style",
            metavar="STYLE",
            case_sensitive=False,
            help="The style of play: usual, classic (as in Microsoft's program), oyna, or open (with a score).",
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, as with NO_COLOR.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Letters for the suits, and only ASCII.")] = False,
) -> ExitCode:
    r"""Play in the terminal, with keys and mouse. The game is saved when you quit.

    The rules and the style you give are saved for later games, but not the rules of a share code or a board. A game
    from a board does not count in the statistics.

    Everything is saved in the folder that FREECELL_HOME names, or else in
    ~/.local/state/freecell, on macOS in ~/Library/Application Support/freecell,
    on Windows in %LOCALAPPDATA%\freecell.
    """
    try:
        from freecell.cli.terminal import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        return _complain("the game needs Textual: pip install '.[play]' in a checkout", ExitCode.NOT_INSTALLED)
    wanted = _rules(rules or "freecell", cells)
    which = None if start is None else _playable(start, wanted, by)
    game = None if isinstance(which, State) or (rules is None and cells is None) else str(wanted)
    if isinstance(which, Deal) and game is not None:
        raise FreeCellError("a share code includes the game: leave out --rules and --cells")
    if start == "-":
        _reopen_terminal()
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        raise FreeCellError("the game needs a terminal, and this is not one")
    if os.environ.get("TERM") == "dumb":
        raise FreeCellError("the game needs a terminal with cursor control, and TERM=dumb says that this one has none")
    return ExitCode.YES if run(which, game, style, plain=plain, letters=ascii_only) else ExitCode.BAD_INPUT


def _playable(text: str, rules: Rules, by: Literal["columns", "rows"]) -> int | Deal | State:
    """Parse a deal number, a share code, or the board in a file."""
    number = _number(text)
    if number is not None:
        return number
    try:
        return Deal.from_code(text)
    except ParseError as no_code:
        try:
            return _board(text, rules, by)
        except FreeCellError as error:
            if not isinstance(error.__cause__, FileNotFoundError):
                raise
        if text.lower().startswith("fc"):
            raise FreeCellError(no_code.reason) from no_code
        raise FreeCellError(
            f"{text!r} is not a deal number, a share code such as FC1-C4-AAAAATJ, or a file with a board"
        ) from no_code


def _reopen_terminal() -> None:
    """Make the terminal standard input again, so that it has the keys, after a board was read from a pipe."""
    if not sys.stdin.isatty():
        with suppress(OSError):  # without a terminal, standard input stays as it is
            terminal = os.open("CONIN$" if sys.platform == "win32" else "/dev/tty", os.O_RDWR)
            os.dup2(terminal, 0)
            os.close(terminal)


def _goal(short: bool, optimal: bool, measure: str | None, on_deal: bool) -> Literal["any", "short", "optimal"]:
    """Return the goal of the search, after checking that the options go together."""
    if short and optimal:
        raise FreeCellError("give either --short or --optimal, not both")
    if short or optimal:
        if on_deal and measure in ("runs", "cards"):
            raise FreeCellError(f"--on-deal applies only to --measure player: by {measure}, every card home is a move")
        return "short" if short else "optimal"
    for option, given in (("--measure", measure is not None), ("--on-deal", on_deal)):
        if given:
            raise FreeCellError(f"{option} applies only to short wins: add --short or --optimal")
    return "any"


def _measure(name: str, autoplay: AutoPlay | None, on_deal: bool) -> Measure:
    """Return the measure of a short win. By runs and by cards, autoplay is only that of the notation."""
    return Measure.player(autoplay, on_deal) if name == "player" else Measure.parse(name)


def _shortened(solver: Solver, start: State) -> tuple[Solution, bool]:
    """Search for a short win with a live line; return the result, and whether Ctrl-C ended the search."""
    with solver.start(start) as search:
        try:
            with output.live_line() as tell:
                while search.run(seconds=_PIECE_SECONDS) == "paused":
                    tell(search.solution)
        except KeyboardInterrupt:
            if not search.wins:
                raise
            return replace(search.solution, limit="cancel"), True
        return search.solution, False


def _complain(message: str, code: ExitCode) -> ExitCode:
    """Print an error in one line on standard error, and return the exit code."""
    print("freecell:", " ".join(message.split()), file=sys.stderr)
    return code


@contextmanager
def _naming(place: str) -> Iterator[None]:
    """Put the name of a file or an option before the errors about it."""
    name = "standard input" if place == "-" else place
    try:
        yield
    except OSError as error:
        raise FreeCellError(f"{name}: {error.strerror}") from error
    except FreeCellError as error:
        is_rows = isinstance(error, InvalidStateError) and error.faults[0].kind is FaultKind.ROWS
        way = " (use --by rows)" if is_rows else ""
        raise FreeCellError(f"{name}: {error}{way}") from error


def _read(file: str) -> str:
    """Read a file, or standard input for ``-``."""
    if file != "-":
        with Path(file).open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    elif sys.stdin is None:
        raise FreeCellError("it is closed")
    else:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise FreeCellError(f"it has more than {_MOST_BYTES:,} bytes, far more than a game needs")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise ParseError("this is not UTF-8 text", repr(error.object[error.start : error.end]), line, column) from error


def _board(file: str, rules: Rules, by: Literal["columns", "rows"]) -> State:
    """Parse the position in a file."""
    with _naming(file):
        return State.parse(_read(file), rules, by=by)


def _number(text: str) -> int | None:
    """Parse a whole number; return None if it is not one, or has too many digits to be a deal number."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,99}", text) else None


def _start(text: str, rules: Rules, by: Literal["columns", "rows"]) -> tuple[State, int | None]:
    """Return the start position, and the deal number if one was given, or a share code that has one."""
    deal = _dealt(text, rules)
    return (_board(text, rules, by), None) if deal is None else (deal.state(), deal.number)


def _dealt(text: str, rules: Rules) -> Deal | None:
    """Return the deal that a number or a share code names; None if the text is neither."""
    number = _number(text)
    if number is not None:
        return Deal(number, rules)
    try:
        deal = Deal.from_code(text)
    except ParseError as error:
        if re.match(r"fc\d+-", text, re.IGNORECASE):
            raise FreeCellError(error.reason) from error
        return None
    if Path(text).exists():
        return None
    if rules not in (Rules.FREECELL, deal.rules):
        raise FreeCellError("a share code includes the game: leave out --rules and --cells")
    return deal


def _rules(text: str, cells: int | None) -> Rules:
    """Parse the rules, and set the number of cells if one was given."""
    with _naming("--rules"):
        rules = Rules.parse(text)
    return rules if cells is None else rules.replace(cells=cells)


def _size(text: str) -> int:
    """Parse a number of bytes: digits, and K, M, G or T for powers of 1024."""
    found = re.fullmatch(r"([0-9]{1,15})([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE | re.ASCII)
    if found is None:
        raise FreeCellError(f"--max-memory: {text!r} is not a size: write a number of bytes, such as 500M or 2G")
    return int(found[1]) << 10 * " KMGT".index(found[2].upper() or " ")
