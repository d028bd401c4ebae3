"""``puzzlegui play``."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

from puzzlegui import logs
from puzzlegui.cli import kiosk
from puzzlegui.cli.argparse_i18n import argument_type
from puzzlegui.cli.common import FILE_HELP, add_input, fail, print_note
from puzzlegui.cli.lock import read_pin
from puzzlegui.cli.options import folders_of, is_verbose
from puzzlegui.cli.sources import add_reading, load_file, load_source, sources_of
from puzzlegui.cli.window import open_window
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.picture_goals import is_picture_file
from puzzlegui.core.solution_lock import lock_for_pin
from puzzlegui.core.win_message import message_problem
from puzzlegui.folders import Folders
from puzzlegui.gui.kiosk.kiosk_file import WATCHER, WINDOW, Exhibition, KioskFile
from puzzlegui.gui.play.options import MAX_IDLE, PlayOptions

_DEFAULTS = PlayOptions()
_KEY = re.compile(
    r"((?:(?:Ctrl|Alt|Shift|Meta)\+)*)([A-Z0-9]|F(?:[1-9]|1[0-9]|2[0-4]))", re.IGNORECASE
)


@argument_type(gettext_noop("must be minutes and seconds, as in 05:00, not {value}"))
def _time(text: str) -> int:
    """Parse minutes and seconds; return seconds."""
    found = re.fullmatch(r"([0-9]{1,3}):([0-5][0-9])", text)
    if found is None or not (total := 60 * int(found[1]) + int(found[2])):
        raise ValueError
    return total


@argument_type(gettext_noop("must be a number of seconds from 0 to 86400, not {value}"))
def _idle(text: str) -> int:
    number = int(text)
    if not 0 <= number <= MAX_IDLE:
        raise ValueError
    return number


@argument_type(
    gettext_noop(
        "must be a letter or digit with Ctrl, Alt or Meta, as in Ctrl+Alt+Q, or a function key, "
        "not {value}"
    )
)
def _exit_key(text: str) -> str:
    """Parse a key that no move is made with."""
    found = _KEY.fullmatch(text)
    if found is None:
        raise ValueError
    modifiers = {name for name in found[1].title().split("+") if name}
    if len(found[2]) == 1 and not modifiers - {"Shift"}:
        raise ValueError
    return "+".join([*sorted(modifiers), found[2].upper()])


def _message(text: str) -> str:
    if problem := message_problem(text):
        raise argparse.ArgumentTypeError(problem)
    return text


def _command(text: str) -> tuple[str, ...]:
    """Split a command into a program and its arguments, as a shell would, and find the program."""
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if os.name == "nt":
        words.escape = ""  # it separates folders
    try:
        program, *arguments = words
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("must be a program and its arguments, with closed quotes, not {value}").format(
                value=repr(text)
            )
        ) from None
    found = shutil.which(program)
    if found is None:
        raise argparse.ArgumentTypeError(
            tr("there is no program {program}").format(program=repr(program))
        )
    return (found, *arguments)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(
        parser, "file", metavar="FILE",
        help=tr("{file_help}; with --kiosk, also a book").format(file_help=tr(FILE_HELP)),
    )  # fmt: skip
    add_reading(parser)
    parser.add_argument(
        "--time", type=_time, default=0, metavar="MM:SS",
        help=tr("time limit, from the first move; then the board begins again"),
    )  # fmt: skip
    parser.add_argument(
        "--message", type=_message, default="", metavar="TEXT",
        help=tr("text to show when the board is solved, instead of the board's own"),
    )  # fmt: skip
    parser.add_argument(
        "--on-solved", type=_command, default=(), metavar="COMMAND",
        help=tr("program to start when the board is solved, with its arguments; without a shell"),
    )  # fmt: skip
    parser.add_argument(
        "--kiosk", action="store_true",
        help=tr("show the board alone on the whole screen, without menus, hints or solvers"),
    )  # fmt: skip
    group = parser.add_argument_group(tr("options for --kiosk"))
    group.add_argument(
        "--idle", type=_idle, metavar="S",
        help=tr("seconds without input after which the board begins again; "
        "0 for never (default: {seconds})").format(seconds=str(_DEFAULTS.idle)),
    )  # fmt: skip
    group.add_argument(
        "--exit-key", type=_exit_key, metavar="KEY",
        help=tr("key that closes it (default: {key})").format(key=_DEFAULTS.exit_key),
    )  # fmt: skip
    add_input(
        group, "--pin-file", metavar="F",
        help=tr("file with a PIN of digits that has to be given to close it"),
    )  # fmt: skip
    group.add_argument(
        "--background", metavar="COLOUR|PICTURE",
        help=tr("colour, as #1F3A5F, or picture behind the board (default: that of the theme)"),
    )  # fmt: skip
    group.add_argument(
        "--sound", action="store_true", default=None,
        help=tr("play a sound when the board is solved"),
    )  # fmt: skip
    group.add_argument("--kiosk-process", choices=(WATCHER, WINDOW), help=argparse.SUPPRESS)


def _boards(args: argparse.Namespace) -> tuple[Board, ...]:
    """Return a board, or the valid boards of a book; report the others.

    Raises:
        PuzzleError: there is no valid board.
    """
    sources, boards = sources_of([args.file], args), []
    for source in sources:
        try:
            boards.append(load_source(source, args).valid_board())
        except PuzzleError as error:
            if source is sources[-1] and not boards:
                raise
            print_note(str(error))
    return tuple(boards)


def _background(text: str) -> str:
    """Return a colour, or the absolute path of a picture.

    Raises:
        PuzzleError: it is neither.
    """
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return text.upper()
    path = Path(text).absolute()
    if path.is_file() and is_picture_file(path):
        return str(path)
    wrong = tr("--background must be a colour, as #1F3A5F, or the file of a picture, not {value}")
    raise PuzzleError(wrong.format(value=repr(text)))


def _pin(source: str) -> str:
    """Return the PIN in a file.

    Raises:
        PuzzleError: the file cannot be read, or its PIN cannot be typed with the kiosk's keys.
    """
    pin = read_pin(source)
    if not (pin.isascii() and pin.isdecimal()):
        raise PuzzleError(tr("{file}: the PIN of a kiosk has digits only").format(file=source))
    return pin


def _options(args: argparse.Namespace) -> PlayOptions:
    return PlayOptions(
        args.message,
        args.time,
        args.on_solved,
        _DEFAULTS.idle if args.idle is None else args.idle,
        args.exit_key or _DEFAULTS.exit_key,
        bool(args.sound),
        _background(args.background) if args.background else "",
        lock_for_pin(_pin(args.pin_file)) if args.pin_file else "",
    )


def run(args: argparse.Namespace) -> int:
    """Open a board to be played by hand, in the window or as a kiosk."""
    if args.kiosk_process == WINDOW:
        return kiosk.run_window(KioskFile(Path(args.file)), args.on_solved)
    if args.kiosk_process == WATCHER:
        return kiosk.resume_kiosk(KioskFile(Path(args.file)), args.on_solved)
    for option in ("--idle", "--exit-key", "--pin-file", "--background", "--sound"):
        if getattr(args, option[2:].replace("-", "_")) is not None and not args.kiosk:
            return fail(tr("{option} needs --kiosk").format(option=option))
    folders, options = folders_of(args) or Folders.of_user(), _options(args)
    logs.to_file(folders.log, verbose=is_verbose(args))
    if args.kiosk:
        file = KioskFile.create(Exhibition(_boards(args), folders, options))
        return kiosk.watch_kiosk(file, options.command)
    loaded = load_file(args.file, args)
    board = loaded.valid_board()
    if not isinstance(loaded.content, Board):
        loaded = replace(loaded, content=board, path=None)  # without its solution
    return open_window(loaded, folders, lambda window: window.play(options))
