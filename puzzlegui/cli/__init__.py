"""The command line. Imports no Qt, except for the commands that draw."""

from puzzlegui.cli.common import fail
from puzzlegui.cli.main import COMMANDS, run

__all__ = ["COMMANDS", "fail", "run"]
