"""The command line. Imports no Qt, except for the commands that draw."""

from puzzlegui.cli.common import fail
from puzzlegui.cli.main import COMMANDS, run
from puzzlegui.cli.options import apply_options, is_verbose, take_common

__all__ = ["COMMANDS", "apply_options", "fail", "is_verbose", "run", "take_common"]
