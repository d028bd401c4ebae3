"""``puzzlegui new``."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from puzzlegui.cli.common import DONE, count, say
from puzzlegui.core.creation import Wanted
from puzzlegui.core.files import write_file
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.families import creation
from puzzlegui.families.registry import FAMILIES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the board is to be like."""
    parser.add_argument("family", choices=FAMILIES, help=tr("which kind of puzzle"))
    parser.add_argument(
        "--rows", type=count, default=4, metavar="R", help=tr("2 to 30 (default: 4)")
    )
    parser.add_argument("--cols", type=count, metavar="C", help=tr("2 to 30 (default: as rows)"))
    parser.add_argument("--seed", type=int, metavar="N", help=tr("for the same board again"))
    for parameter in creation.parameters().values():
        option = f"--{parameter.name}"
        if parameter.flag:
            parser.add_argument(option, action="store_const", const=True, help=parameter.help)
        elif parameter.choices:
            names = [name for name, _ in parameter.choices if name]
            parser.add_argument(option, choices=names, help=parameter.help)
        else:
            kind = count if parameter.least >= 0 else int
            parser.add_argument(option, type=kind, metavar=parameter.letter, help=parameter.help)
    parser.add_argument("--title", default="", help=tr("default: family, size and seed"))
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=tr("file to write to"))


def run(args: argparse.Namespace) -> int:
    """Make a new board."""
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    given = {name: getattr(args, name) for name in creation.parameters()}
    given = {name: value for name, value in given.items() if value is not None}
    start = creation.start_for(FAMILIES[args.family], given)
    made = start.make(Wanted(args.rows, args.cols or args.rows, seed, given), None)
    assert made is not None  # nobody watches who could stop it
    title = args.title or f"{args.family} {made.board.size}, seed {seed}"
    text = dump_board(made.board.changed(title=title))
    if args.output is None:
        sys.stdout.write(text)
        return DONE
    write_file(args.output, text.encode())
    if made.note:
        say(made.note)
    return DONE
