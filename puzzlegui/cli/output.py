"""Output of results to a file or to standard output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from pathlib import Path
from typing import Any

from puzzlegui.cli.common import INPUTS, OUTPUTS, add_named_files, print_note
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import check_writable, escape_text_pieces, write_pieces
from puzzlegui.core.language import tr
from puzzlegui.core.outputs import check_derived, check_distinct, check_not_input
from puzzlegui.documents.loading import STANDARD_INPUT, path_of
from puzzlegui.exporters.formats import AnyFormat, Format, require_format
from puzzlegui.exporters.settings import SETTINGS, ExportSetting, ExportSettings

STANDARD_OUTPUT = Path("/dev/stdout")
"""Standard output in place of a file name; ``-`` on the command line."""
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
    add_named_files(
        parser, OUTPUTS, "-o", "--output", type=output_file, metavar=metavar, required=required,
        help=help_,
    )  # fmt: skip


def add_force(parser: argparse.ArgumentParser, help_: str) -> None:
    """Add the option ``--force``, for commands that write files with derived names."""
    parser.add_argument("--force", action="store_true", help=help_)


def check_outputs(
    args: argparse.Namespace, *, inputs: Iterable[Path] = (), derived: Iterable[Path] = ()
) -> None:
    """Raise PuzzleError if a command would replace an input, or a file that was not named.

    Args:
        args: arguments; those of ``add_output`` and ``add_input`` are compared.
        inputs: further inputs, such as files named in an input.
        derived: further outputs, whose names are derived; ``args`` has ``force`` if there are any.
    """
    derived = list(derived)
    outputs = [*_named(args, OUTPUTS), *derived]
    outputs = [output for output in outputs if output != STANDARD_OUTPUT]
    if not outputs:
        return
    read: list[Path | int] = list(inputs)
    for name in _named(args, INPUTS):
        if name == STANDARD_INPUT:
            read.append(0)  # it may be redirected from a file
        elif (path := path_of(name)) is not None:
            read.append(path)
    for output in outputs:
        check_not_input(output, read)
    check_distinct(outputs)
    if derived:
        check_derived(derived, force=args.force)


def _named(args: argparse.Namespace, kind: str) -> list[Any]:
    """Return the values of the arguments of a kind that were given."""
    values = [getattr(args, name) for name in getattr(args, kind, ())]
    listed = [value if isinstance(value, list) else [value] for value in values]
    return [each for value in listed for each in value if each is not None]


def check_output(output: Path | None, *, binary: str = "") -> None:
    """Raise PuzzleError if a result cannot be written.

    Args:
        output: the file, None for standard output.
        binary: name of a binary format, which is rejected on a terminal; empty for text.
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
    """Write a result atomically to its file, or to standard output.

    Args:
        output: the file, None for standard output.
        pieces: content.
        binary: False for text, whose control characters are escaped on standard output.
        rescue: returns the result as text, written to standard output if the file cannot be
            written; nothing if there is no result yet.
        before: called before each piece on standard output.

    Raises:
        OSError: the result cannot be written.
    """
    if output is None or output == STANDARD_OUTPUT:
        _to_standard_output(pieces, binary=binary, before=before)
        return
    try:
        write_pieces(output, list(pieces))  # complete before the file is touched
    except BrokenPipeError:
        raise  # the reader has closed the pipe
    except Exception:
        lost = [piece for piece in rescue() if piece]
        if lost:
            before()
            print_note(tr("the file cannot be written; the result goes to standard output as text"))
            _to_standard_output(lost, binary=False, before=before)
        raise


def _to_standard_output(
    pieces: Iterable[bytes], *, binary: bool, before: Callable[[], None]
) -> None:
    if not binary:
        pieces = escape_text_pieces(pieces)
    for piece in pieces:
        before()
        sys.stdout.flush()
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


def format_for(
    args: argparse.Namespace, formats: Mapping[str, AnyFormat], usual: str = ""
) -> AnyFormat:
    """Return the requested format, or the format of the file's suffix, or else the default.

    Args:
        args: arguments with ``format`` and ``output``.
        formats: available formats, by name.
        usual: name of the default, for standard output and for names without a suffix; empty for
            none.

    Raises:
        PuzzleError: the format is not determined.
    """
    if args.format is not None:
        return formats[args.format]
    output: Path | None = args.output
    if usual and (output in {None, STANDARD_OUTPUT} or not output.suffix):
        return formats[usual]
    if output is None or output == STANDARD_OUTPUT:
        text = tr("name the format with --format: one of {formats}")
        raise PuzzleError(text.format(formats=", ".join(formats)))
    return require_format(output, formats)


# --- settings of formats ---


def add_settings(
    parser: argparse.ArgumentParser, formats: Iterable[Format[Any]], omit: Container[str] = ()
) -> None:
    """Add an option for each setting that any of the formats uses, but for some."""
    formats = list(formats)
    group = parser.add_argument_group(tr("format settings"))
    for setting in SETTINGS.values():
        using = [format_.name for format_ in formats if setting.name in format_.settings]
        if not using or setting.name in omit:
            continue
        if setting.is_text:
            group.add_argument(
                setting.option, dest=setting.name, type=_value_of(setting), default="",
                metavar="TEXT", help=setting.label,
            )  # fmt: skip
            continue
        if setting.choices:
            wanted = ", ".join(str(value) for value, _ in setting.choices)
        else:
            wanted = tr("{least} to {most}").format(
                least=f"{setting.least:g}", most=f"{setting.most:g}"
            )
            wanted = f"{wanted} {setting.unit}".rstrip()
        group.add_argument(
            setting.option, dest=setting.name, type=_value_of(setting), default=setting.default,
            metavar="VALUE",
            help=tr("{what}: {wanted} (default: {usual}); for {formats}").format(
                what=setting.label,
                wanted=wanted,
                usual=str(setting.default or setting.without),
                formats=", ".join(using),
            ),
        )  # fmt: skip


def _value_of(setting: ExportSetting) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            return setting.parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None

    return parse


def settings_of(args: argparse.Namespace) -> ExportSettings:
    """Return the settings given by the options of ``add_settings``."""
    return ExportSettings(**{name: getattr(args, name) for name in SETTINGS if hasattr(args, name)})
