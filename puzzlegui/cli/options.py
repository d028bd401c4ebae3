"""Options common to all commands and to the window."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzlegui import logs
from puzzlegui.cli import argparse_i18n
from puzzlegui.cli.parser import Parser
from puzzlegui.core.language import tr
from puzzlegui.core.settingsfile import Value
from puzzlegui.folders import Folders
from puzzlegui.solvers import table_store


def common_options() -> Parser:
    """Return a parser of these options alone; options not given leave no attribute."""
    argparse_i18n.install()
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


def parse_common(argv: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Parse these options anywhere in the arguments, and return the other arguments.

    Raises:
        SystemExit: an option is wrong; argparse has reported it.
    """
    return common_options().parse_known_args(argv)


def is_verbose(options: argparse.Namespace) -> bool:
    """Return True if ``--verbose`` was given."""
    return bool(getattr(options, "verbose", False))


def folders_of(options: argparse.Namespace) -> Folders | None:
    """Return the folders given by ``--folders``, or None."""
    folder: Path | None = getattr(options, "folders", None)
    return None if folder is None else Folders.below(folder)


def apply_options(options: argparse.Namespace) -> Folders | None:
    """Apply these options; return the folders, or None for the user's."""
    logs.to_standard_error(verbose=is_verbose(options))
    folders = folders_of(options)
    if folders is not None:
        table_store.set_cache_folder(folders.cache)
    return folders


def apply_settings(settings: Mapping[str, Value]) -> None:
    """Apply settings of the window that concern the command line too."""
    from puzzlegui.documents.board_id import LINK_SETTING, set_link_base  # loads all families

    limit = str(settings.get(table_store.LIMIT_SETTING, ""))
    if limit.isdecimal() and int(limit) <= table_store.MAX_LIMIT_MIB:
        table_store.set_disk_limit(int(limit))
    set_link_base(str(settings.get(LINK_SETTING, "")))
