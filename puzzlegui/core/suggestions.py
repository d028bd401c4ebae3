"""The name that was meant by one that is not known."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlegui.core.language import tr

_LONGEST = 50
"""Characters; a longer text is no mistyped name."""


def with_suggestion(message: str, name: object, names: Iterable[object]) -> str:
    """Return the message that a name is not known, with the most similar name if there is one.

    Args:
        message: says so, without a full stop at its end or with one.
        name: is not known.
        names: are.
    """
    import difflib  # noqa: PLC0415 - for mistakes alone

    given = str(name)
    by_key = {str(known).lower(): str(known) for known in names}
    if len(given) > _LONGEST:
        return message
    similar = difflib.get_close_matches(given.lower(), by_key, 1)
    if not similar:
        return message
    return tr("{message}. Did you mean {name}?").format(
        message=message.removesuffix("."), name=by_key[similar[0]]
    )
