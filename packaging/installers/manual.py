"""The manual page, made from the help of the command line."""

from __future__ import annotations

import time

from installers.commandline import Argument, Command, commands
from puzzlegui import __version__
from puzzlegui.cli import common

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
    """The page as troff, dated as said."""
    program, *others = commands()
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
        _text(program.help),
        ".PP",
        "A FILE is a board (*.puzzle) or a solution; \\- is standard input, and",
        ".BI preset: NAME",
        "a board that comes with the program.",
        ".SH OPTIONS",
        *_listed(program.options),
        ".SH COMMANDS",
    ]
    everywhere = {option.flags for option in program.options}
    for command in others:
        lines += _section(command, everywhere)
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUSES:
        lines += [".TP", f".B {status}", _text(meaning)]
    lines.append(".SH EXAMPLES")
    for example, meaning in _EXAMPLES:
        lines += [".TP", f".B {_text(example)}", _text(meaning)]
    return "\n".join(lines) + "\n"


def _section(command: Command, everywhere: set[tuple[str, ...]]) -> list[str]:
    synopsis = " ".join(
        f"\\fI{_text(each.value)}\\fR{' ...' if each.many else ''}" for each in command.positional
    )
    lines = [f'.SS "puzzlegui {command.name}"', f".B puzzlegui {command.name}"]
    lines += [f"[\\fIOPTION\\fR ...] {synopsis}".rstrip(), ".PP", _text(command.help)]
    own = [option for option in command.options if option.flags not in everywhere]
    return lines + _listed([*command.positional, *own])


def _listed(arguments: list[Argument] | tuple[Argument, ...]) -> list[str]:
    lines = []
    for each in arguments:
        value = f"\\fI{_text(each.value)}\\fR" if each.value else ""
        names = ", ".join(f"\\fB{_text(flag)}\\fR" for flag in each.flags)
        lines += [".TP", " ".join(filter(None, (names, value)))]
        lines.append(_text(each.help) or "\\&")
    return lines


def _text(text: str) -> str:
    """Text as troff takes it: nothing in it is a command."""
    plain = text.replace("\\", "\\(rs").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join(f"\\&{line}" if line[:1] in ".\\" else line for line in plain.splitlines())
