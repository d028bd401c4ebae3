"""Entry point: opens the window without arguments or with a file; otherwise runs a command."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from puzzlegui import interrupts
from puzzlegui.core.language import tr

BEGUN = time.perf_counter()
"""Start time of the program: time limits count from here."""

# Everything else is imported in functions: interrupts during the imports are then caught, and the
# command line works without Qt.


def run(argv: Sequence[str]) -> int:
    """Run the program with these arguments and return its exit status."""
    interrupts.restore_default_sigint()
    if list(argv) == ["--solver-process"]:  # a child process of this program
        from puzzlegui.engine.runner import server

        return server.main()
    from puzzlegui.core import language

    language.select_language()
    from puzzlegui import cli, logs
    from puzzlegui.core.errors import PuzzleError
    from puzzlegui.core.settingsfile import read_settings
    from puzzlegui.core.suggestions import with_suggestion
    from puzzlegui.folders import Folders

    interrupts.install_handlers()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        options, rest = cli.parse_common(argv)
    except SystemExit as stop:  # argparse has reported a wrong option
        return int(stop.code or 0)
    folders = cli.folders_of(options) or Folders.of_user()
    settings = read_settings(folders.settings)
    language.select_language(settings.get("language"))
    if rest and (rest[0] in cli.COMMANDS or (rest[0].startswith("-") and rest[0] != "-")):
        return cli.run(argv, BEGUN, settings)
    if len(rest) > 1:
        message = tr("{rest} is not a command; to open a file, give its name alone").format(
            rest=repr(rest[0])
        )
        return cli.fail(with_suggestion(message, rest[0], cli.COMMANDS))
    from puzzlegui.documents.loading import load
    from puzzlegui.documents.text_formats import is_text_source

    cli.apply_settings(settings)
    cli.apply_options(options)
    loaded = None
    if rest:
        try:
            loaded = load(rest[0])
            if loaded.book is None:
                loaded.valid_content()
        except PuzzleError as error:
            hint = ""
            if not (rest[0] == "-" or is_text_source(rest[0]) or os.path.lexists(rest[0])):
                hint = tr("It is not a command either. Commands: {commands}.").format(
                    commands=", ".join(cli.COMMANDS)
                )
                hint = f"\n{with_suggestion(hint, rest[0], cli.COMMANDS)}"
            return cli.fail(f"{error}{hint}")
    logs.to_file(folders.log, verbose=cli.is_verbose(options))
    from puzzlegui.cli.window import open_window

    return open_window(loaded, folders)


def main() -> NoReturn:
    """Entry point of the installed scripts."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the program started
            stream = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
            setattr(sys, name, stream)
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        status = 0  # the reader has closed the pipe
    except KeyboardInterrupt:
        status = interrupts.exit_status()
    except Exception as error:  # noqa: BLE001 - report it without a traceback
        status = _fail(error)
    # A search may hold gigabytes of states; the system frees them faster than the interpreter.
    os._exit(status)


def _fail(error: Exception) -> int:
    """Report an unexpected error and where its details are, and return the exit status."""
    from puzzlegui import cli, logs, missing_libraries  # as above
    from puzzlegui.core.language import tr
    from puzzlegui.folders import Folders

    if isinstance(error, ImportError) and (message := missing_libraries.install_hint(error)):
        return cli.fail(message)
    options, _ = cli.parse_common(sys.argv[1:])
    folders = cli.apply_options(options) or Folders.of_user()
    kept = logs.to_file(folders.log)
    what = f"{type(error).__name__}: {error}"
    if kept:
        message = tr("unexpected error: {what}. Details are in the log: {file}").format(
            what=what, file=str(folders.log / logs.FILE)
        )
    else:
        message = tr("unexpected error: {what}. Run again with --verbose for details.").format(
            what=what
        )
    logging.getLogger(__name__).critical("%s", message, exc_info=error)
    return cli.BAD_INPUT


if __name__ == "__main__":
    main()
