"""Suggestions for mistyped names."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlegui.core.language import tr

_MAX_LENGTH = 50
"""Maximum length of a mistyped name, in characters."""


def with_suggestion(message: str, name: object, names: Iterable[object]) -> str:
    """Append the most similar known name, if any, to the message on an unknown name.

    Args:
        message: the message, with or without a full stop.
        name: the unknown name.
        names: the known names.
    """
    import difflib  # needed for mistakes only

    given = str(name)
    by_key = {str(known).lower(): str(known) for known in names}
    if len(given) > _MAX_LENGTH:
        return message
    similar = difflib.get_close_matches(given.lower(), by_key, 1)
    if not similar:
        return message
    return tr("{message}. Did you mean {name}?").format(
        message=message.removesuffix("."), name=by_key[similar[0]]
    )
