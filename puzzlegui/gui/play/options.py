"""Options of a game that is started from the command line or as a kiosk."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

MAX_IDLE = 86_400
"""Maximum number of seconds without input: a day."""
MAX_SECONDS = 59_999
"""Maximum time limit: 999 minutes and 59 seconds."""
_NOT_KEPT = {"command"}
"""Options that come from the command line alone, never from a file."""
_SECRET = {"pin_lock"}


@dataclass(frozen=True)
class PlayOptions:
    """Options of ``puzzlegui play`` and of the sheet that starts a kiosk.

    Attributes:
        message: text shown when the board is solved; empty for that of the board.
        seconds: time limit; 0 for none.
        command: program with its arguments, started when the board is solved; empty for none.
        idle: seconds without input after which a kiosk begins again; 0 for never.
        exit_key: portable text of the key that closes a kiosk.
        sound: play a sound when a board is solved in a kiosk.
        background: colour, as ``#RRGGBB``, or file of the picture behind a kiosk's board; empty for
            that of the theme.
        pin_lock: lock whose PIN has to be given to close a kiosk; empty for none.
    """

    message: str = ""
    seconds: int = 0
    command: tuple[str, ...] = ()
    idle: int = 60
    exit_key: str = "Ctrl+Alt+Q"
    sound: bool = False
    background: str = ""
    pin_lock: str = ""

    def fields(self, *, secret: bool) -> dict[str, Any]:
        """Return the options that may be kept in a file.

        Args:
            secret: include the lock of the PIN.
        """
        left_out = _NOT_KEPT if secret else _NOT_KEPT | _SECRET
        return {name: value for name, value in vars(self).items() if name not in left_out}

    @classmethod
    def of_fields(cls, fields: Mapping[str, Any]) -> Self:
        """Return the options kept in a file; those missing or of a wrong type are the defaults."""
        kept: dict[str, Any] = {}
        for field in dataclasses.fields(cls):
            value = fields.get(field.name)
            if field.name not in _NOT_KEPT and type(value) is type(field.default):
                kept[field.name] = value
        return cls(**kept)
