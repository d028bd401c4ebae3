"""``puzzlegui lesson``."""

from __future__ import annotations

import argparse

from puzzlegui import logs
from puzzlegui.cli.common import SUCCESS, print_line
from puzzlegui.cli.options import folders_of, is_verbose
from puzzlegui.cli.window import open_window
from puzzlegui.core.language import tr
from puzzlegui.documents.lessons import LESSONS, find_lesson
from puzzlegui.folders import Folders


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME",
        help=tr("one of {names}; if omitted, they are listed").format(names=", ".join(LESSONS)),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Open a lesson in the window, or list all lessons."""
    if args.name is None:
        wide = max(map(len, LESSONS))
        for lesson in LESSONS.values():
            print_line(f"{lesson.name:<{wide}}  {tr(lesson.title)}")
        return SUCCESS
    lesson = find_lesson(args.name)
    folders = folders_of(args) or Folders.of_user()
    logs.to_file(folders.log, verbose=is_verbose(args))
    return open_window(None, folders, lambda window: window.commands.lesson(lesson.name))
