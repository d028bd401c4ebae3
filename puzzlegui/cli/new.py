"""``puzzlegui new``."""

from __future__ import annotations

import argparse
import secrets
import time

from puzzlegui import interrupts
from puzzlegui.cli.common import (
    LIMIT_REACHED,
    SUCCESS,
    natural_count,
    print_line,
    print_note,
    seconds,
)
from puzzlegui.cli.output import STANDARD_OUTPUT, add_output, check_output, write_result
from puzzlegui.cli.progress import ProgressLine
from puzzlegui.core.creation import BoardSpec, CreatedBoard, CreationMethod
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.families import creation
from puzzlegui.families.registry import FAMILIES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("family", choices=FAMILIES, help=tr("kind of puzzle"))
    parser.add_argument(
        "--rows", type=natural_count, default=4, metavar="R", help=tr("2 to 30 (default: 4)")
    )
    parser.add_argument(
        "--cols", type=natural_count, metavar="C", help=tr("2 to 30 (default: same as rows)")
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help=tr("the same seed makes the same board")
    )
    for parameter in creation.parameters_by_name().values():
        option = f"--{parameter.name}"
        if parameter.flag:
            parser.add_argument(option, action="store_const", const=True, help=parameter.help)
        elif parameter.choices:
            names = [name for name, _ in parameter.choices if name]
            parser.add_argument(option, choices=names, help=parameter.help)
        else:
            kind = natural_count if parameter.minimum >= 0 else int
            parser.add_argument(option, type=kind, metavar=parameter.letter, help=parameter.help)
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S",
        help=tr("time limit in seconds (exit status 3 if no board was found)"),
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help=tr("do not show progress"))
    parser.add_argument("--title", default="", help=tr("default: family, size and seed"))
    add_output(parser, tr("output file, - for standard output"), metavar="FILE")


def run(args: argparse.Namespace) -> int:
    """Create a new board."""
    check_output(args.output)
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    given = {name: getattr(args, name) for name in creation.parameters_by_name()}
    given = {name: value for name, value in given.items() if value is not None}
    start = creation.start_for(FAMILIES[args.family], given)
    made = _create(start, BoardSpec(args.rows, args.cols or args.rows, seed, given), args)
    if made is None:
        print_note(tr("no such board was found within the time limit"))
        return LIMIT_REACHED
    title = args.title or creation.plain_title(made.board, seed)
    content = [dump_board(made.board.with_fields(title=title)).encode()]
    write_result(args.output, content, rescue=lambda: content)
    if made.note and args.output not in (None, STANDARD_OUTPUT):
        print_line(made.note)
    return SUCCESS


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
