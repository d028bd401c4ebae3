"""``puzzlegui new``."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from puzzlegui.cli.common import DONE, count, say
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import write_file
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.families.generate import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.maker import LEVELS, MadeMaze, make_maze
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, COUNTERCLOCKWISE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the board is to be like."""
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--rows", type=count, default=4, metavar="R", help="2 to 30 (default: 4)")
    parser.add_argument("--cols", type=count, metavar="C", help="2 to 30 (default: as rows)")
    parser.add_argument("--seed", type=int, metavar="N", help="for the same board again")
    parser.add_argument(
        "--colours", type=count, default=0, metavar="K", help="K different values only"
    )
    parser.add_argument("--turns", choices=(BOTH, CLOCKWISE, COUNTERCLOCKWISE), default=BOTH)
    parser.add_argument(
        "--moves", type=count, metavar="N",
        help="scramble by N random moves instead of choosing among all solvable boards",
    )  # fmt: skip
    parser.add_argument(
        "--unique", action="store_true",
        help="a maze with a single shortest solution or, with --sum, a single solution",
    )  # fmt: skip
    parser.add_argument(
        "--length", type=count, metavar="N",
        help="with --unique: its moves (default: as many as can be, or with --sum any)",
    )  # fmt: skip
    parser.add_argument("--level", choices=LEVELS, help="with --unique: how hard, without --length")
    parser.add_argument("--sum", type=int, metavar="S", help="with --unique: the wanted sum")
    parser.add_argument("--title", default="")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file to write to")


def run(args: argparse.Namespace) -> int:
    """Make a new board."""
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    rows, columns = args.rows, args.cols or args.rows
    board: Board
    difficulty = ""
    if args.unique:
        made = _unique_maze(args, rows, columns, seed)
        board, difficulty = made.board, made.difficulty()
    elif (args.length, args.level, args.sum) != (None, None, None):
        raise PuzzleError("--length, --level and --sum go with --unique")
    else:
        board = new_board(
            args.family, rows, columns, seed,
            colours=args.colours, turns=args.turns, scramble=args.moves,
        )  # fmt: skip
    title = args.title or f"{args.family} {board.size}, seed {seed}"
    text = dump_board(board.changed(title=title))
    if args.output is None:
        sys.stdout.write(text)
        return DONE
    write_file(args.output, text.encode())
    if difficulty:
        say(difficulty)
    return DONE


def _unique_maze(args: argparse.Namespace, rows: int, columns: int, seed: int) -> MadeMaze:
    if args.family != MazeBoard.family:
        raise PuzzleError("--unique makes mazes only")
    if args.moves is not None:
        raise PuzzleError("a maze has no moves to be scrambled by; choose a --length instead")
    level = LEVELS[args.level] if args.level else None
    made = make_maze(rows, columns, seed, length=args.length, level=level, total=args.sum)
    assert made is not None  # nobody watches who could stop it
    return made
