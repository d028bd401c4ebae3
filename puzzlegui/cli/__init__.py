"""The command line. Imports no Qt, except for commands that draw."""

from puzzlegui.cli.common import BAD_INPUT, fail
from puzzlegui.cli.main import COMMANDS, run
from puzzlegui.cli.options import (
    apply_options,
    apply_settings,
    folders_of,
    is_verbose,
    parse_common,
)

__all__ = [
    "BAD_INPUT",
    "COMMANDS",
    "apply_options",
    "apply_settings",
    "fail",
    "folders_of",
    "is_verbose",
    "parse_common",
    "run",
]  # fmt: skip
