"""The words of argparse, in the language that is used: its own catalogues hardly any system has."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from puzzlegui.core.language import mark, ngettext, tr

_Value = TypeVar("_Value")

WORDS = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("unrecognized arguments: %s"),
    mark("not allowed with argument %s"),
    mark("ignored explicit argument %r"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("invalid %(type)s value: %(value)r"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""What argparse may say to a user of the program."""


def translate() -> None:
    """Have argparse look its words up where the program's own are."""
    vars(argparse).update({"_": tr, "ngettext": ngettext})


def reading(fault: str) -> Callable[[Callable[[str], _Value]], Callable[[str], _Value]]:
    """A function that reads an argument says, where it raises ValueError, what is wrong.

    Args:
        fault: a marked text with the field ``value``.
    """

    def around(read: Callable[[str], _Value]) -> Callable[[str], _Value]:
        @wraps(read)
        def told(text: str) -> _Value:
            try:
                return read(text)
            except ValueError:
                raise argparse.ArgumentTypeError(tr(fault).format(value=repr(text))) from None

        return told

    return around
