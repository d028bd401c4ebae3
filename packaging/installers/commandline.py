"""The command line as data, read from its own parser, for the manual and the shells."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from puzzlegui.cli.main import parser


@dataclass(frozen=True)
class Argument:
    """An option, or what stands without one.

    Attributes:
        flags: ways to write the option; none for an argument without one.
        value: stands for what is given; empty if the option takes nothing.
        help: what it is for.
        choices: the only values allowed, if they are few.
        many: whether more than one may be given.
        is_file: whether the value names a file or a folder.
    """

    flags: tuple[str, ...]
    value: str
    help: str
    choices: tuple[str, ...]
    many: bool
    is_file: bool


@dataclass(frozen=True)
class Command:
    """A command, or the program itself.

    Attributes:
        name: as it is typed; empty for the program itself.
        help: what it does.
        usage: how it is called.
        options: those with flags.
        positional: those without.
    """

    name: str
    help: str
    usage: str
    options: tuple[Argument, ...]
    positional: tuple[Argument, ...]


_FILES = frozenset({"FILE", "BOARD", "SOLUTION", "OUT", "DIR"})
"""How values that name files are written in the help."""


def commands() -> list[Command]:
    """The program itself, and its commands in the order of the help."""
    top = parser()
    found = [_command("", top.description or "", top)]
    for action in top._actions:  # noqa: SLF001 - argparse tells its table nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001
            for name, command in action.choices.items():
                if name in helps:
                    found.append(_command(name, command.description or helps[name], command))
    return found


def _command(name: str, about: str, made: argparse.ArgumentParser) -> Command:
    arguments = list(_arguments(made))
    return Command(
        name,
        about,
        " ".join(made.format_usage().removeprefix("usage: ").split()),
        tuple(each for each in arguments if each.flags),
        tuple(each for each in arguments if not each.flags),
    )


def _arguments(made: argparse.ArgumentParser) -> Iterator[Argument]:
    for action in made._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            continue
        if action.help == argparse.SUPPRESS:
            continue
        takes = action.nargs != 0
        choices = tuple(str(choice) for choice in action.choices or ())
        value = action.metavar or ("|".join(choices) if choices else action.dest.upper())
        yield Argument(
            tuple(action.option_strings),
            str(value) if takes else "",
            (action.help or "").replace("%%", "%"),
            choices,
            action.nargs in {"+", "*"},
            takes and (action.type is Path or value in _FILES),
        )
