"""The options that stand before or after any command, and before the window's file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from puzzlegui import logs
from puzzlegui.folders import Folders
from puzzlegui.solvers import stored


def common_options() -> argparse.ArgumentParser:
    """A parser of these options alone; those not given leave no attribute."""
    common = argparse.ArgumentParser(
        prog="puzzlegui", add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS
    )
    group = common.add_argument_group("options of every command")
    group.add_argument(
        "--verbose", action="store_true", help="say on standard error what is being done"
    )
    group.add_argument(
        "--folders", type=Path, metavar="DIR",
        help="keep settings, tables, unsaved work and the log below DIR, not in the user's folders",
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


def apply_options(options: argparse.Namespace) -> Folders | None:
    """Do what these options say; the folders, if they are not the user's."""
    logs.to_standard_error(verbose=is_verbose(options))
    folder: Path | None = getattr(options, "folders", None)
    if folder is None:
        return None
    folders = Folders.below(folder)
    stored.use_folder(folders.cache)
    return folders
