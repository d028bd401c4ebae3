"""Translation of argparse's messages, for which most systems have no catalogues."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from puzzlegui.core.language import gettext_noop, ngettext, tr

_Value = TypeVar("_Value")

MESSAGES = (
    gettext_noop("usage: "),
    gettext_noop("positional arguments"),
    gettext_noop("options"),
    gettext_noop("show this help message and exit"),
    gettext_noop("%(prog)s: error: %(message)s\n"),
    gettext_noop("argument %(argument_name)s: %(message)s"),
    gettext_noop("unrecognized arguments: %s"),
    gettext_noop("not allowed with argument %s"),
    gettext_noop("ignored explicit argument %r"),
    gettext_noop("the following arguments are required: %s"),
    gettext_noop("one of the arguments %s is required"),
    gettext_noop("expected one argument"),
    gettext_noop("expected at most one argument"),
    gettext_noop("expected at least one argument"),
    gettext_noop("ambiguous option: %(option)s could match %(matches)s"),
    gettext_noop("invalid %(type)s value: %(value)r"),
    gettext_noop("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""Messages of argparse that users of the program can see."""


def install() -> None:
    """Make argparse look up its messages in the program's catalogue."""
    vars(argparse).update({"_": tr, "ngettext": ngettext})


def argument_type(fault: str) -> Callable[[Callable[[str], _Value]], Callable[[str], _Value]]:
    """Decorate a parser of an argument: report its ValueErrors with a given message.

    Args:
        fault: marked text with the placeholder ``value``.
    """

    def around(read: Callable[[str], _Value]) -> Callable[[str], _Value]:
        @wraps(read)
        def parse(text: str) -> _Value:
            try:
                return read(text)
            except ValueError:
                raise argparse.ArgumentTypeError(tr(fault).format(value=repr(text))) from None

        return parse

    return around
