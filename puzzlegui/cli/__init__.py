"""The command line. Imports no Qt, except for commands that draw."""

from puzzlegui.cli.common import BAD, fail
from puzzlegui.cli.main import COMMANDS, run
from puzzlegui.cli.options import apply_options, folders_of, heed_settings, is_verbose, take_common

__all__ = [
    "BAD", "COMMANDS", "apply_options", "fail", "folders_of", "heed_settings", "is_verbose", "run",
    "take_common",
]  # fmt: skip
