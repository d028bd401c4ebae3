"""Completions for the shells, made from the parser of the command line by shtab."""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from puzzlegui.cli.main import parser

SHELLS = ("bash", "zsh", "fish")
_FILES = {"FILE", "BOARD", "SOLUTION", "OUT", "RESULT", "SPEC.toml"}
"""How values that name files are written in the help."""
_ZSH_COMMANDS = "_describe 'puzzlegui commands' _commands"
_OR_A_FILE = {
    "bash": "complete -o bashdefault -o default -F _shtab_puzzlegui puzzlegui\n",
    "fish": "complete -c puzzlegui -n _shtab_puzzlegui_using -F\n",
}
"""Lines to append since the window opens a file that is given instead of a command."""


def script(shell: str) -> str:
    """Return the script that completes commands, options, choices and files in a shell."""
    top = parser()
    _mark_files(top)
    text = shtab.complete(top, shell)
    if shell == "zsh":
        assert text.count(_ZSH_COMMANDS) == 1
        return text.replace(_ZSH_COMMANDS, f"{_ZSH_COMMANDS}\n  _files")
    return text + _OR_A_FILE[shell]


def _mark_files(command: argparse.ArgumentParser) -> None:
    """Tell shtab which values are files and folders."""
    for action in command._actions:  # argparse has no other table of them
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                _mark_files(each)
        elif action.choices is not None:
            action.choices = tuple(action.choices)  # shtab takes a dict for commands
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.type is Path or action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
