"""``puzzlegui new``."""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from puzzlegui import interrupts
from puzzlegui.cli.argparse_i18n import argument_type
from puzzlegui.cli.common import (
    LIMIT_REACHED,
    NEGATIVE,
    SUCCESS,
    add_input,
    natural_count,
    positive_count,
    print_line,
    print_note,
    seconds,
)
from puzzlegui.cli.output import (
    STANDARD_OUTPUT,
    add_force,
    add_output,
    check_output,
    check_outputs,
    write_result,
)
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec, CreatedBoard, CreationMethod, incompatible
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import write_pieces
from puzzlegui.core.formatting import quantity
from puzzlegui.core.goals import GOAL, LETTERING
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.book import BOOK_SUFFIX
from puzzlegui.documents.bookfile import dump_book
from puzzlegui.documents.reading import is_source
from puzzlegui.families import creation
from puzzlegui.families.registry import FAMILIES
from puzzlegui.making.makers import BoardRequest, make, makers_for_set, parts_of_set
from puzzlegui.making.rating import (
    HARDEST,
    Cancelled,
    Difficulty,
    ImpossibleError,
    NotFoundError,
    RatedBoard,
    check_hardest,
)
from puzzlegui.making.sets import make_set, rated_book
from puzzlegui.render.goals import goal_from

LENGTH = "length"


@argument_type(gettext_noop("must be a number of moves N or a range A..B from 1 on, not {value}"))
def length_range(text: str) -> tuple[int, int]:
    """Return the least and the greatest number of moves that ``N`` or ``A..B`` names."""
    least, dots, most = text.partition("..")
    lengths = int(least), int(most if dots else least)
    if not 1 <= lengths[0] <= lengths[1]:
        raise ValueError
    return lengths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("family", choices=FAMILIES, help=tr("kind of puzzle"))
    parser.add_argument(
        "--rows", type=natural_count, metavar="R",
        help=tr("2 to 30 (default: 4, what --word needs, or 8 for a picture)"),
    )  # fmt: skip
    parser.add_argument(
        "--cols", type=natural_count, metavar="C",
        help=tr(
            "2 to 30 (default: same as rows, or what --word, --lettering or the picture needs)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, metavar="N", help=tr("the same seed makes the same board")
    )
    parser.add_argument(
        "--length", type=length_range, metavar="N|A..B",
        help=tr("moves of the shortest solution, proved; with --count, rising from A to B"),
    )  # fmt: skip
    parser.add_argument(
        "--hardest", action="store_true",
        help=tr(
            "the hardest board: proved where all arrangements can be searched, else the hardest "
            "found, with its length proved"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--count", type=positive_count, metavar="N",
        help=tr(
            "with --length: make N boards, no two alike, in the folder or *.puzzlebook OUT; "
            "with --lettering, each has the next letter"
        ),
    )  # fmt: skip
    add_input(
        parser, "--goal-from", metavar="FILE",
        help=tr("take size and goal from this board (of a maze, start, target, sum and "
        "directions), or show this picture as the goal, in --colours K colours (2 to 9, "
        "default: 4)"),
    )  # fmt: skip
    for parameter in creation.parameters_by_name().values():
        if parameter.name == LENGTH:
            continue
        option = f"--{parameter.name}"
        if parameter.flag:
            parser.add_argument(option, action="store_const", const=True, help=parameter.help)
        elif parameter.is_text:
            parser.add_argument(option, metavar=parameter.letter, help=parameter.help)
        elif parameter.choices:
            text = tr("{help}: {names}").format(
                help=parameter.help, names=", ".join(parameter.names)
            )
            if parameter.name == GOAL.name:
                text = tr("{text}; or a FILE, as for --goal-from").format(text=text)
                parser.add_argument(option, metavar="GOAL", help=text)
            else:
                parser.add_argument(option, choices=parameter.names, metavar="NAME", help=text)
        else:
            kind = natural_count if parameter.minimum >= 0 else int
            parser.add_argument(option, type=kind, metavar=parameter.letter, help=parameter.help)
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S",
        help=tr("time limit in seconds (exit status 3 if no board was found)"),
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))
    parser.add_argument("--title", default="", help=tr("default: family, size and seed"))
    add_output(
        parser, tr("output file, - for standard output; with --count, a folder or *.puzzlebook")
    )

    add_force(parser, tr("with --count: use a folder that is not empty, and replace its boards"))


def run(args: argparse.Namespace) -> int:
    """Create a new board, or a set of boards of exact difficulty."""
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    given = {name: getattr(args, name) for name in creation.parameters_by_name()}
    given = {name: value for name, value in given.items() if value is not None}
    if args.goal is not None and args.goal not in GOAL.names:
        args.goal_from = _goal_file(args.goal, args.goal_from)
        del given[GOAL.name]
    goal = None
    if args.goal_from is not None:
        goal = goal_from(args.goal_from, args.family, args.rows, args.cols, seed, given)
    if args.hardest:
        check_hardest(vars(args))
    if args.length is not None or args.hardest:
        return _make_rated(args, _spec(args, seed, given, goal), goal)
    if args.count is not None:
        raise PuzzleError(tr("--count requires --length"))
    check_output(args.output)
    start = creation.start_for(FAMILIES[args.family], given)
    if goal is not None:
        start = creation.with_goal(start, goal)
    made = _create(start, _spec(args, seed, given, goal), args)
    if made is None:
        print_note(tr("no such board was found within the time limit"))
        return LIMIT_REACHED
    title = args.title or creation.plain_title(made.board, seed)
    content = [dump_board(made.board.with_fields(title=title)).encode()]
    write_result(args.output, content, rescue=lambda: content)
    if made.note and args.output not in (None, STANDARD_OUTPUT):
        print_line(made.note)
    return SUCCESS


def _goal_file(goal: str, goal_from: str | None) -> str:
    """Return a value of ``--goal`` that names no usual goal or pattern as a file.

    Raises:
        PuzzleError: there is no such file, or another is given, too.
    """
    if goal_from is not None:
        raise incompatible(GOAL.name, "goal-from")
    if not is_source(goal):
        text = tr("there is no goal {name}, nor such a file. Choose from {goals}.").format(
            name=repr(goal), goals=", ".join(GOAL.names)
        )
        raise PuzzleError(with_suggestion(text, goal, GOAL.names))
    return goal


def _spec(
    args: argparse.Namespace, seed: int, given: dict[str, Any], goal: Board | None
) -> BoardSpec:
    """Return size, seed and parameters of the board."""
    if goal is not None:
        return BoardSpec(goal.rows, goal.columns, seed, given)
    spec = BoardSpec(args.rows or 0, args.cols or 0, seed, given)
    parts = [spec] if args.count is None else parts_of_set(spec)
    sizes = [
        creation.size_for(args.family, args.rows, args.cols, part.parameters) for part in parts
    ]
    rows, columns = max(sizes)
    return replace(spec, rows=rows, columns=columns)


def _create(
    start: CreationMethod, spec: BoardSpec, args: argparse.Namespace
) -> CreatedBoard | None:
    """Create a board with a progress display; return None if the time limit is reached."""
    most = start.max_steps(spec)
    with ProgressLine(args.quiet) as progress:

        def watch(steps: int) -> bool:
            interrupts.check()
            spent = time.perf_counter() - args.begun
            progress.show_creation(steps, most, spent)
            return args.time_limit is None or spent < args.time_limit

        return start.make(spec, watch) if watch(0) else None


# --- boards of an exact difficulty ---


def _make_rated(args: argparse.Namespace, spec: BoardSpec, goal: Board | None) -> int:
    """Make a board whose shortest solution has the wanted length, or a set of them."""
    given, seed = dict(spec.parameters), spec.seed
    wish = HARDEST
    if not args.hardest:
        del given[LENGTH]
        wish = Difficulty(args.length[0], args.length[1], bool(given.pop("unique", False)))
    spec = replace(spec, parameters=given)
    is_book = args.output is not None and args.output.suffix.lower() == BOOK_SUFFIX
    found = _Set(args, seed, in_order=LETTERING.name not in given)
    if args.count is None or is_book:
        check_output(args.output)
    else:
        found.check_folder()
    with ProgressLine(args.quiet) as progress:

        def watch(tried: int) -> bool:
            interrupts.check()
            spent = time.perf_counter() - args.begun
            progress.show_creation(tried, 0, spent)
            return args.time_limit is None or spent < args.time_limit

        try:
            if args.count is None:
                rated = make(BoardRequest(args.family, spec, wish, goal), watch)
            else:
                makers = makers_for_set(args.family, spec, args.count, watch, goal)
                boards = make_set(makers, wish, seed)
                (found.write_book if is_book else found.write_folder)(boards)
        except ImpossibleError as error:
            print_note(str(error))
            status = NEGATIVE
        except NotFoundError as error:
            print_note(str(error))
            status = LIMIT_REACHED
        except Cancelled:
            print_note(tr("no such board was found within the time limit"))
            status = LIMIT_REACHED
        else:
            status = SUCCESS
        finally:
            count = len(found.made)
            if 0 < count < (args.count or 0):
                progress.clear()
                print_note(tr("kept: {boards}").format(boards=quantity(count, "board")))
    if status != SUCCESS or args.count is not None:
        return status
    title = args.title or creation.plain_title(rated.board, seed, rated.length)
    content = [dump_board(rated.board.with_fields(title=title)).encode()]
    write_result(args.output, content, rescue=lambda: content)
    if rated.note and args.output not in (None, STANDARD_OUTPUT):
        print_line(rated.note)
    return SUCCESS


@dataclass
class _Set:
    """Set of boards that is written while it is made.

    Attributes:
        args: the arguments.
        seed: seed for the titles.
        in_order: True to order the boards by length.
        made: the boards that were made.
    """

    args: argparse.Namespace
    seed: int
    in_order: bool
    made: list[RatedBoard] = field(default_factory=list)

    def write_book(self, boards: Iterator[RatedBoard]) -> None:
        """Write boards into a book, which is complete after each of them."""
        for rated in boards:
            self.made.append(rated)
            book = rated_book(self.made, self._title(rated.board), in_order=self.in_order)
            content = [dump_book(book).encode()]
            write_result(self.args.output, content, rescue=lambda content=content: content)  # type: ignore[misc]

    def write_folder(self, boards: Iterator[RatedBoard]) -> None:
        """Write boards into the folder as soon as they are made."""
        self.args.output.mkdir(parents=True, exist_ok=True)
        for number, rated in enumerate(boards):
            self.made.append(rated)
            self._write_board(number)
        rising = sorted(self.made, key=lambda rated: rated.length)
        if self.in_order and rising != self.made:
            self.made = rising
            for number in range(len(rising)):
                self._write_board(number)

    def check_folder(self) -> None:
        """Raise PuzzleError if the output is not a new or empty folder, or a folder to be used."""
        folder: Path | None = self.args.output
        if folder is None or folder == STANDARD_OUTPUT:
            raise PuzzleError(tr("--count requires a folder or *.puzzlebook, named with -o"))
        found: list[str] = []
        if folder.exists():
            if not folder.is_dir():
                text = tr("{name} exists and is not a folder. Choose another name.")
                raise PuzzleError(text.format(name=str(folder)))
            found = [path.name for path in folder.iterdir()]
        if found and not self.args.force:
            text = tr("{name} is not empty. Choose a new folder, or use --force to replace boards.")
            raise PuzzleError(text.format(name=str(folder)))
        derived = [path for path in map(self._path, range(self.args.count)) if path.name in found]
        check_outputs(self.args, derived=derived)

    def _path(self, number: int) -> Path:
        """Return the file of a board."""
        width = max(2, len(str(self.args.count)))
        folder: Path = self.args.output
        return folder / f"{number + 1:0{width}}.puzzle"

    def _write_board(self, number: int) -> None:
        board = self.made[number].board
        titled = board.with_fields(title=f"{self._title(board)}, {number + 1}")
        write_pieces(self._path(number), [dump_board(titled).encode()])

    def _title(self, board: Board) -> str:
        return str(self.args.title or creation.plain_title(board, self.seed))
