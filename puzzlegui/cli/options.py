"""The options that stand before or after any command, and before the window's file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzlegui import logs
from puzzlegui.cli import wording
from puzzlegui.cli.parser import Parser
from puzzlegui.core.language import tr
from puzzlegui.core.settingsfile import Value
from puzzlegui.folders import Folders
from puzzlegui.solvers import stored


def common_options() -> Parser:
    """A parser of these options alone; those not given leave no attribute."""
    wording.translate()
    common = Parser(
        prog="puzzlegui", add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS
    )
    group = common.add_argument_group(tr("options for all commands"))
    group.add_argument(
        "--verbose", action="store_true", help=tr("describe each step on standard error")
    )
    group.add_argument(
        "--folders", type=Path, metavar="DIR",
        help=tr(
            "keep settings, tables, unsaved work and the log in DIR instead of the user's folders"
        ),
    )  # fmt: skip
    return common


def take_common(argv: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """These options, wherever they stand, and the other arguments.

    Raises:
        SystemExit: one of them is wrong; that has been said.
    """
    return common_options().parse_known_args(argv)


def is_verbose(options: argparse.Namespace) -> bool:
    """Whether everything is to be said that is being done."""
    return bool(getattr(options, "verbose", False))


def folders_of(options: argparse.Namespace) -> Folders | None:
    """The folders that these options name, if they do."""
    folder: Path | None = getattr(options, "folders", None)
    return None if folder is None else Folders.below(folder)


def apply_options(options: argparse.Namespace) -> Folders | None:
    """Do what these options say; the folders, if they are not the user's."""
    logs.to_standard_error(verbose=is_verbose(options))
    folders = folders_of(options)
    if folders is not None:
        stored.use_folder(folders.cache)
    return folders


def heed_settings(settings: Mapping[str, Value]) -> None:
    """Do what was chosen in the window and concerns the command line, too."""
    limit = str(settings.get(stored.LIMIT, ""))
    if limit.isdecimal() and int(limit) <= stored.LARGEST_LIMIT:
        stored.use_limit(int(limit))
