"""Options of a game that is started from the command line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayOptions:
    """Options of ``puzzlegui play``.

    Attributes:
        message: text shown when the board is solved; empty for that of the board.
        seconds: time limit; 0 for none.
        command: program with its arguments, started when the board is solved; empty for none.
        idle: seconds without input after which a kiosk begins again; 0 for never.
        exit_key: portable text of the key that closes a kiosk.
    """

    message: str = ""
    seconds: int = 0
    command: tuple[str, ...] = ()
    idle: int = 60
    exit_key: str = "Ctrl+Alt+Q"
