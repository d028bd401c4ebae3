"""The command line. Imports no Qt, except for the commands that draw."""

from puzzlegui.cli.common import fail
from puzzlegui.cli.main import COMMANDS, run
from puzzlegui.cli.options import heed, is_verbose, take_common

__all__ = ["COMMANDS", "fail", "heed", "is_verbose", "run", "take_common"]
