"""The parser of arguments: argparse's, which suggests the name that was meant."""

from __future__ import annotations

import argparse
from typing import IO, Any

from puzzlegui.core.files import visible
from puzzlegui.core.suggestions import with_suggestion


class Parser(argparse.ArgumentParser):
    """A parser whose messages suggest similar names and cannot control a terminal."""

    suggest_on_error = False  # newer versions of Python would suggest in words of their own

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message = with_suggestion(error.message, value, action.choices or ())
            raise

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:
        super()._print_message(visible(message), file)
