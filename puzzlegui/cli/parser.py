"""Argument parser that suggests names for mistyped options and commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from puzzlegui.core.files import escape_controls
from puzzlegui.core.language import tr
from puzzlegui.core.suggestions import with_suggestion


class Parser(argparse.ArgumentParser):
    """A parser whose messages suggest similar names and cannot control a terminal."""

    suggest_on_error = False  # newer versions of Python have untranslated suggestions

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parse arguments; exit with a message if an argument is unknown."""
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            message = tr("unrecognized arguments: %s") % " ".join(unknown)
            self.error(with_suggestion(message, unknown[0].partition("=")[0], self.options(found)))
        return found

    def options(self, found: argparse.Namespace) -> list[str]:
        """Return the options of this parser and of the parsed command."""
        names = list(self._option_string_actions)
        for action in self._actions:
            if action.nargs == argparse.PARSER and isinstance(action.choices, dict):
                command = action.choices.get(getattr(found, action.dest))
                names += command.options(found) if command else ()
        return names

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message = with_suggestion(error.message, value, action.choices or ())
            raise

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(escape_controls(message), file)
