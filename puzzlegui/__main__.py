"""The program: without an argument or with a file, the window; with a command, the command line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from puzzlegui import interrupts

BEGUN = time.perf_counter()
"""When the program started: time limits count from here."""

# Everything else is imported by functions, so that an interrupt while it is loaded is caught, and
# so that the command line works without Qt.


def run(argv: Sequence[str]) -> int:
    """Run the program with these arguments and return its exit status."""
    interrupts.end_at_once()
    from puzzlegui import cli, logs  # noqa: PLC0415
    from puzzlegui.core.errors import PuzzleError  # noqa: PLC0415
    from puzzlegui.documents.loading import load  # noqa: PLC0415
    from puzzlegui.folders import Folders  # noqa: PLC0415

    interrupts.raise_from_now_on()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        options, rest = cli.take_common(argv)
    except SystemExit as stop:  # one of them is wrong, as has been said
        return int(stop.code or 0)
    if rest and (rest[0] in cli.COMMANDS or (rest[0].startswith("-") and rest[0] != "-")):
        return cli.run(argv, BEGUN)
    if len(rest) > 1:
        return cli.fail(f"{rest[0]!r} is not a command; to open it, give it alone")
    folders = cli.apply_options(options)
    loaded = None
    if rest:
        try:
            loaded = load(rest[0])
            loaded.sound()
        except PuzzleError as error:
            hint = ""
            if rest[0] != "-" and not os.path.lexists(rest[0]):
                hint = f"\n(It is not a command either; those are {', '.join(cli.COMMANDS)}.)"
            return cli.fail(f"{error}{hint}")
    folders = folders or Folders.of_user()
    logs.to_file(folders.log, verbose=cli.is_verbose(options))
    from puzzlegui.gui import app  # noqa: PLC0415

    return app.run(loaded, folders)


def main() -> NoReturn:
    """Entry point of the installed scripts."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the program began
            stream = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
            setattr(sys, name, stream)
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        status = 0  # whoever read has read enough
    except KeyboardInterrupt:
        status = 130
    # A search may hold gigabytes of states; the system takes them back faster than the interpreter.
    os._exit(status)


if __name__ == "__main__":
    main()
