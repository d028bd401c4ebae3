"""Where results go: to a file, or to standard output."""

from __future__ import annotations

import argparse
import codecs
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from puzzlegui.cli.common import note
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import check_writable, visible, write_pieces
from puzzlegui.core.language import tr
from puzzlegui.exporters.formats import AnyFormat, format_of, required_format_of

STANDARD_OUTPUT = Path("/dev/stdout")
"""Standard output where the name of a file is expected; ``-`` on the command line."""
_NAMES = ("-", str(STANDARD_OUTPUT), "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def output_file(text: str) -> Path:
    """Return the file, or ``STANDARD_OUTPUT``, that an argument names."""
    if not text:
        raise argparse.ArgumentTypeError(tr("the name of the file is empty"))
    return STANDARD_OUTPUT if text in _NAMES else Path(text)


def add_output(
    parser: argparse.ArgumentParser, help_: str, *, metavar: str = "OUT", required: bool = False
) -> None:
    """Add the option ``-o``."""
    parser.add_argument(
        "-o", "--output", type=output_file, metavar=metavar, required=required, help=help_
    )


def check_output(output: Path | None, *, binary: str = "") -> None:
    """Raise PuzzleError if a result cannot be written where it should go.

    Args:
        output: the file, None for standard output.
        binary: name of the format if it is no text, which is refused on a terminal.
    """
    if output is not None and output != STANDARD_OUTPUT:
        check_writable(output)
    elif binary and sys.stdout.isatty():
        raise PuzzleError(
            tr("{name} cannot be written to a terminal; name a file with -o").format(name=binary)
        )


def write_result(
    output: Path | None,
    pieces: Iterable[bytes],
    *,
    binary: bool = False,
    rescue: Callable[[], Iterable[bytes]] = tuple,
    before: Callable[[], None] = lambda: None,
) -> None:
    """Write a result to its file, all of it or nothing, or to standard output.

    Args:
        output: the file, None for standard output.
        pieces: the content.
        binary: it is no text; text reaches standard output with its control characters escaped.
        rescue: returns the result as text, which goes to standard output if the file cannot be
            written; nothing if there is no result yet.
        before: is called before each piece that goes to standard output.

    Raises:
        OSError: it cannot be written there.
    """
    if output is None or output == STANDARD_OUTPUT:
        _to_standard_output(pieces, binary=binary, before=before)
        return
    try:
        write_pieces(output, list(pieces))  # all is there before the file is touched
    except BrokenPipeError:
        raise  # whoever read has read enough
    except Exception:
        lost = [piece for piece in rescue() if piece]
        if lost:
            before()
            note(tr("the file cannot be written; the result goes to standard output as text"))
            _to_standard_output(lost, binary=False, before=before)
        raise


def _to_standard_output(
    pieces: Iterable[bytes], *, binary: bool, before: Callable[[], None]
) -> None:
    if not binary:
        pieces = (visible(text).encode() for text in codecs.iterdecode(pieces, "utf-8"))
    for piece in pieces:
        before()
        sys.stdout.flush()
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


def format_for(
    args: argparse.Namespace, formats: Mapping[str, AnyFormat], usual: str = ""
) -> AnyFormat:
    """Return the format asked for, or the one that the file's name ends in, or else the usual one.

    Args:
        args: with ``format`` and ``output``.
        formats: to choose from, by name.
        usual: the name of one of them; empty if there is no usual one.

    Raises:
        PuzzleError: nothing says which.
    """
    if args.format is not None:
        return formats[args.format]
    if usual and (args.output is None or format_of(args.output, formats) is None):
        return formats[usual]
    if args.output == STANDARD_OUTPUT:
        text = tr("name the format with --format: one of {formats}")
        raise PuzzleError(text.format(formats=", ".join(formats)))
    return required_format_of(args.output, formats)
