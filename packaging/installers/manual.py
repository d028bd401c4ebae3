"""The manual page, made from the parser of the command line."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable

from puzzlegui import __version__
from puzzlegui.cli import common
from puzzlegui.cli.main import parser

_STATUSES = (
    (common.SUCCESS, "Success: solved; valid and solvable; or a correct solution."),
    (common.NEGATIVE, "Failure: proved unsolvable, or a wrong solution."),
    (
        common.BAD_INPUT,
        "Bad input or usage. Standard error says what is wrong and where; nothing is written.",
    ),
    (common.LIMIT_REACHED, "A limit was reached. The best solution found, if any, is written."),
    (common.INTERRUPTED, "Interrupted. The best solution found, if any, is written."),
)
_EXAMPLES = (
    ("puzzlegui board.puzzle", "Open a board in the window."),
    ("puzzlegui solve board.puzzle --time-limit 10 -o moves.txt", "Solve it without the window."),
    (
        "puzzlegui render preset:mystery-box -o film.gif",
        "Solve a built-in board and save the solution as a film.",
    ),
)


def page(date: float) -> str:
    """Return the page as troff with a date, in seconds since 1970."""
    program = parser()
    actions = _shown(program)
    (commands,) = (each for each in actions if isinstance(each, argparse._SubParsersAction))
    options = [each for each in actions if each is not commands]
    day = time.strftime("%Y-%m-%d", time.gmtime(date))
    lines = [
        f'.TH PUZZLEGUI 1 "{day}" "PuzzleGUI {__version__}" "User Commands"',
        ".SH NAME",
        "puzzlegui \\- design grid puzzles, play them, and see them solved",
        ".SH SYNOPSIS",
        ".B puzzlegui",
        "[\\fIFILE\\fR]",
        ".br",
        ".B puzzlegui",
        "\\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]",
        ".SH DESCRIPTION",
        _text(program.description or ""),
        ".PP",
        "A FILE is a board (*.puzzle), a book of puzzles (*.puzzlebook) or a solution; \\- is",
        "standard input, and",
        ".BI preset: NAME",
        "a board that comes with the program.",
        ".SH OPTIONS",
        *_listed(options),
        ".SH COMMANDS",
    ]
    everywhere = {flag for option in options for flag in option.option_strings}
    for name, command in commands.choices.items():
        lines += _section(name, command, everywhere)
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUSES:
        lines += [".TP", f".B {status}", _text(meaning)]
    lines.append(".SH EXAMPLES")
    for example, meaning in _EXAMPLES:
        lines += [".TP", f".B {_text(example)}", _text(meaning)]
    return "\n".join(lines) + "\n"


def _shown(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments and options that are not hidden."""
    return [each for each in command._actions if each.help != argparse.SUPPRESS]


def _section(name: str, command: argparse.ArgumentParser, everywhere: set[str]) -> list[str]:
    own = [each for each in _shown(command) if not everywhere & {*each.option_strings}]
    own.sort(key=lambda each: bool(each.option_strings))
    synopsis = " ".join(
        f"{_value(each)}{' ...' if each.nargs in {'+', '*'} else ''}"
        for each in own
        if not each.option_strings
    )
    lines = [f'.SS "puzzlegui {name}"', f".B puzzlegui {name}"]
    lines += [f"[\\fIOPTION\\fR ...] {synopsis}".rstrip(), ".PP", _text(command.description or "")]
    return lines + _listed(own)


def _value(action: argparse.Action) -> str:
    """Return what stands for the value of an argument; empty if it takes none."""
    if action.nargs == 0:
        return ""
    value = action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
    return f"\\fI{_text(str(value))}\\fR"


def _listed(actions: Iterable[argparse.Action]) -> list[str]:
    lines = []
    for each in actions:
        flags = ", ".join(f"\\fB{_text(flag)}\\fR" for flag in each.option_strings)
        lines += [".TP", " ".join(filter(None, (flags, _value(each))))]
        lines.append(_text((each.help or "").replace("%%", "%")) or "\\&")
    return lines


def _text(text: str) -> str:
    """Text as troff takes it: nothing in it is a command."""
    plain = text.replace("\\", "\\(rs").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join(f"\\&{line}" if line[:1] in ".\\" else line for line in plain.splitlines())
