"""The catalogues of texts: ``python packaging/i18n.py extract|check|compile|pseudo``.

- ``extract`` brings every catalogue up to date with the sources: what is new stands there without a
  translation, what is gone is left out. With a code, such as ``fr``, it begins a new catalogue.
- ``check`` says what is wrong with sources and catalogues; 0 if nothing is.
- ``compile`` makes of each catalogue what the program reads.
- ``pseudo FOLDER`` makes a catalogue of a language that nobody speaks: English with accents, in
  brackets, and longer by 40 %.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "puzzlegui"
CATALOGUES = ROOT / "resources" / "languages"
HELP = ROOT / "resources" / "help"
DOMAIN = "puzzlegui"
NOT_SHOWN = Path(__file__).with_name("untranslatable.txt")
"""What looks like a text for users and is none, a line each."""
ENGLISH_ALWAYS = (
    "exporters/solution_texts",  # parsed again, so the same in every language
    "gui/selftest",  # what it says is for who mends the program
)
"""Where texts stay in English."""
FUNCTIONS = {"tr": 1, "gettext_noop": 1, "ngettext": 2, "pgettext": 2}
"""What marks a text, and how many arguments of it are text."""

# --- messages ---


def texts_of(value: str | Iterable[str]) -> list[str]:
    """Return the forms of a text: one, or the singular and the plurals."""
    return [value] if isinstance(value, str) else list(value)


def key_of(message: Message) -> tuple[str, str]:
    """Return what no two messages of a catalogue share: the context and the text in English."""
    return message.context or "", texts_of(message.id)[0]


Rows = dict[str, dict[str | int, str]]
"""Classes of rows; of each, the fields with texts by place and by name, and their kind."""


class SourceError(Exception):
    """A text that cannot be looked up as it is written."""


def _function(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _marked(tree: ast.Module, rows: Rows) -> Iterator[tuple[ast.stmt | ast.expr, Message]]:
    """Each text that is marked there, by a call or by its place in the row of a table."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Translatable":
            default = node.value.value if isinstance(node.value, ast.Constant) else ""
            yield node, Message(str(default))
        if not isinstance(node, ast.Call):
            continue
        name = _function(node)
        for text in _texts_of_row(node, rows.get(name, {})):
            yield text, Message(str(text.value))
        if name == "quantity" and len(node.args) == 2 and isinstance(node.args[1], ast.Constant):
            noun = str(node.args[1].value)
            yield node, Message((f"{{count}} {noun}", f"{{count}} {noun}s"))
        given = node.args[: FUNCTIONS.get(name, 0)]
        texts = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if any(isinstance(argument, ast.JoinedStr) for argument in given):
            raise SourceError(f"line {node.lineno}: a text with its values in it is never found")
        if not texts or len(texts) != len(given):
            continue  # looked up, not marked
        if name == "pgettext":
            yield node, Message(texts[1], context=texts[0])
        else:
            yield node, Message(texts[0] if len(texts) == 1 else tuple(texts))


def _texts_of_row(call: ast.Call, columns: dict[str | int, str]) -> Iterator[ast.Constant]:
    """The texts for users in a row of a table."""
    given: dict[str | int, ast.expr] = dict(enumerate(call.args))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    for place, argument in given.items():
        if place in columns:
            found: list[ast.expr] = [argument]
            if columns[place] == "TranslatableChoices":
                pairs = [e for e in ast.walk(argument) if isinstance(e, ast.Tuple)]
                found = [
                    pair.elts[1]
                    for pair in pairs
                    if len(pair.elts) == 2 and not isinstance(pair.elts[0], ast.Tuple)
                ]
            elif columns[place] == "TranslatableTuple":
                found = argument.elts if isinstance(argument, ast.Tuple) else []
            for text in found:
                if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                    yield text


def _rows_defined(tree: ast.Module) -> Rows:
    """The classes of rows with texts for users, each with the places and names of these."""
    found: Rows = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            lines = [
                line
                for line in node.body
                if isinstance(line, ast.AnnAssign)
                and not ast.unparse(line.annotation).startswith("ClassVar")
            ]
            columns: dict[str | int, str] = {}
            for number, line in enumerate(lines):
                if (kind := ast.unparse(line.annotation)).startswith("Translatable"):
                    columns |= {number: kind, ast.unparse(line.target): kind}
            if columns:
                found[node.name] = columns
    return found


@cache
def _trees() -> dict[str, tuple[ast.Module, Rows]]:
    """The files by name of module, each with the classes of rows that it defines."""
    trees = {}
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        trees[name] = tree, _rows_defined(tree)
    return trees


def rows_known(tree: ast.Module, own: Rows) -> Rows:
    """The classes of rows that a file defines or imports."""
    found = dict(own)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (there := _trees().get(node.module or "")):
            names = {alias.name for alias in node.names}
            found |= {name: row for name, row in there[1].items() if name in names}
    for node in tree.body:  # a class has the texts of the one that it extends
        if not isinstance(node, ast.ClassDef):
            continue
        for base in node.bases:
            name = ast.unparse(base).partition("[")[0]
            if name in found:
                found[node.name] = found[name]
    return found


def sources() -> list[Path]:
    """The files that may hold texts for users."""
    found = sorted(SOURCES.rglob("*.py"))
    return [p for p in found if "kernels" not in p.parts or p == SOURCES / "kernels/__init__.py"]


def extracted() -> dict[tuple[str, str], Message]:
    """Every text that is marked in the sources, in their order."""
    found: dict[tuple[str, str], Message] = {}
    for name, (tree, own) in _trees().items():
        place = f"{name.replace('.', '/')}.py"
        try:
            marked = sorted(_marked(tree, rows_known(tree, own)), key=lambda m: m[0].lineno)
        except SourceError as error:
            raise SourceError(f"{place}, {error}") from None
        for _, message in marked:
            if not message.id:
                continue
            known = found.setdefault(key_of(message), message)
            known.id = known.id if known.pluralizable else message.id
            if (place, 0) not in known.locations:
                known.locations.append((place, 0))
    return found


# --- catalogues ---


_HEAD = """\
msgid ""
msgstr ""
"Project-Id-Version: PuzzleGUI\\n"
"Language: {catalogue.locale_identifier}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {catalogue.plural_forms}\\n"

"""


def path_of(language: str) -> Path:
    """Return the file of the catalogue of a language."""
    return CATALOGUES / language / f"{DOMAIN}.po"


def read(path: Path) -> Catalog:
    """Read a catalogue.

    Raises:
        SourceError: it is damaged, or has a text twice.
    """
    text = path.read_text("utf-8")
    try:
        catalogue = read_po(io.BytesIO(text.encode()), abort_invalid=True)
    except PoFileError as error:
        raise SourceError(f"{path}: {error}") from None
    catalogue.creation_date = datetime.fromtimestamp(0, UTC)  # the same texts make the same bytes
    if len(re.findall("(?m)^msgid ", text)) != len(catalogue) + 1:
        raise SourceError(f"{path}: a text stands there twice")
    return catalogue


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue, with a line for each place of a text, so that versions can be merged."""
    file = io.BytesIO()
    write_po(file, catalogue, width=0, omit_header=True, include_lineno=False)
    text = file.getvalue().decode()
    text = re.sub("(?m)^#: .*", lambda places: places[0].replace(" ", "\n#: ")[3:], text)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_HEAD.format(catalogue=catalogue) + text.rstrip("\n") + "\n", "utf-8")


def catalogues() -> list[Catalog]:
    """Return the catalogue of each language."""
    return [read(path) for path in sorted(CATALOGUES.glob(f"*/{DOMAIN}.po"))]


def updated(catalogue: Catalog, texts: Iterable[Message]) -> Catalog:
    """Return a catalogue of just the texts of the sources, with the translations it has."""
    found = Catalog(locale=catalogue.locale_identifier)
    for text in texts:
        known = catalogue.get(texts_of(text.id)[0], text.context)
        same = known is not None and texts_of(known.id) == texts_of(text.id)
        found.add(
            text.id,
            known.string if known and same else None,
            locations=text.locations,
            flags={"fuzzy"} if known and known.fuzzy else (),
            context=text.context,
        )
    return found


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as the program reads it, in the format of GNU gettext."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


# --- what can be wrong ---

_MNEMONIC = re.compile(r"&(?=\w)")
_WORDS = re.compile(
    r"[A-Za-z]{2,}[,.:;…’!?)]* [A-Za-z({‘“*]|[a-z]{2,}[}), ]*…|^[A-Z]\w+ \{|\} [a-z]{3,}"
)
_LABEL = re.compile(r"&?[A-Z]?[a-z&]{2,}(…|\.|:)?|[A-Z][a-z]+&[a-z]+")
_SHOWING = {
    "IllegalMoveError", "MoveTextError", "Problem", "PuzzleError", "QAction", "QCheckBox",
    "QGroupBox", "QLabel", "QPushButton", "QRadioButton", "QToolButton", "addAction", "addButton",
    "addMenu", "addRow", "addTab", "fail", "note", "print_line", "print_note", "report", "say",
    "setAccessibleDescription",
    "setAccessibleName", "setInformativeText", "setLabelText", "setPlaceholderText", "setPrefix",
    "setSpecialValueText", "setStatusTip", "setSuffix", "setText", "setTitle", "setToolTip",
    "setWhatsThis", "setWindowTitle",
}  # fmt: skip
"""What is given to these is shown, a single word too."""
_CODE = re.compile(r"\s*((CREATE|PRAGMA|SELECT|BEGIN|INSERT|DELETE)\b|[^{}]+ \{ [\w-]+: )")
"""How SQL and style sheets begin."""
_TAG = re.compile(r"<[/?!]?[a-z][^<>]*>", re.IGNORECASE)
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_READ_ALOUD = re.compile(r'\b(?:alt|aria-label|placeholder|title)="([^"]*)"')
_PERCENT = re.compile(r"%(?:\(\w+\))?[rs]")
"""A field in a text of the standard library."""
_WORD = re.compile(r"[A-Za-z]{2,}")
_FIRST = {"MoveTextError", "Problem", "report"}
"""Of what is given to these, only the first."""
_SILENT = {
    "AssertionError", "RuntimeError", "TypeError", "KeyError", "LookupError", "compile", "debug",
    "info", "warning", "error", "critical", "exception", "setObjectName", "match", "fullmatch",
    "search", "sub", "finditer", "findall", "TypeVar", "NewType", "cast", "setProperty",
    "getattr", "import_module", "setStyleSheet", "run_line",
}  # fmt: skip
"""What is given to these is not for users."""


def fields(text: str) -> list[str]:
    """The fields of a text, in alphabetical order."""
    return sorted(
        name or "" for _, name, _, _ in string.Formatter().parse(text) if name is not None
    )


def wrong_translations(catalogue: Catalog) -> Iterator[str]:
    """Yield what is wrong with the translations that are there."""
    for message in catalogue:
        if message.fuzzy and message.id:
            yield f"is marked as fuzzy: {message.id!r}"
        text, *plural = texts_of(message.id)
        for translation in filter(None, texts_of(message.string or "") if text else ()):
            try:
                same = fields(translation) in [fields(text), *map(fields, plural)]
            except ValueError as error:
                yield f"{error}: {translation!r}"
                continue
            if not same or sorted(_PERCENT.findall(text)) != sorted(_PERCENT.findall(translation)):
                yield f"has other fields: {translation!r} for {text!r}"
            if bool(_MNEMONIC.search(text)) != bool(_MNEMONIC.search(translation)):
                yield f"the letter to press is lost or too many: {translation!r}"
            for edge in (0, -1):
                if (text[edge] in " \n") != (translation[edge] in " \n"):
                    yield f"begins or ends with other space: {translation!r}"


def incomplete(catalogue: Catalog, texts: dict[tuple[str, str], Message]) -> Iterator[str]:
    """Yield what the sources have and the catalogue has not, and the other way round."""
    for (context, text), message in texts.items():
        known = catalogue.get(text, context or None)
        same = known is not None and texts_of(known.id) == texts_of(message.id)
        if known is None or not same or not all(texts_of(known.string or "")):
            places = ", ".join(place for place, _ in message.locations)
            yield f"not translated: {text!r} ({places})"
    for message in catalogue:
        if message.id and key_of(message) not in texts:
            yield f"no longer in the sources: {message.id!r}"
    for page in pages():
        if not page.with_suffix(f".{catalogue.locale_identifier}.md").exists():
            yield f"not translated: {page.relative_to(ROOT).as_posix()}"


def pages() -> list[Path]:
    """The pages of the help, in English."""
    found = [*HELP.glob("*.md"), *SOURCES.glob("families/*/help.md")]
    return sorted(page for page in found if "." not in page.stem)


def _literals(node: ast.AST, rows: Rows, given_to: str = "") -> Iterator[tuple[int, str, str]]:
    """Each text that is written there but not marked: line, text, what it is given to."""
    inner: list[tuple[ast.AST, str]]
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Compare() | ast.arg():
            return  # such as a docstring
        case ast.Constant(value=str(text)):
            yield node.lineno, text, given_to
            return
        case ast.JoinedStr():
            parts = [str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values]
            yield node.lineno, "".join(parts), given_to
            inner = [(p.value, "") for p in node.values if isinstance(p, ast.FormattedValue)]
        case ast.AnnAssign():
            inner = [(node.value, given_to)] if node.value else []
        case ast.FunctionDef():
            inner = [(child, "") for child in (*node.args.defaults, *node.body)]
        case ast.Call():
            inner = [(node.func, ""), *_shown_arguments(node, rows)]
        case ast.IfExp() | ast.BinOp() | ast.BoolOp():
            inner = [(child, given_to) for child in ast.iter_child_nodes(node)]
        case _:
            inner = [(child, "") for child in ast.iter_child_nodes(node)]
    for child, receiver in inner:
        yield from _literals(child, rows, receiver)


def _shown_arguments(call: ast.Call, rows: Rows) -> Iterator[tuple[ast.AST, str]]:
    """The arguments of a call that may be texts for users, but are not marked by it."""
    name = _function(call)
    if name in _SILENT:
        return
    columns = rows.get(name, {})
    for number, argument in enumerate(call.args):
        if number in columns or number < FUNCTIONS.get(name, 0):
            continue
        if name != "quantity" or number != 1:
            yield argument, name if number == 0 or name not in _FIRST else ""
    for keyword in call.keywords:
        if keyword.arg not in columns:
            yield keyword.value, name


def _read_in(markup: str) -> str:
    """What users read in a piece of HTML that is in no field of it."""
    markup = _STYLE.sub("", markup)
    parts = [_TAG.sub(" ", markup), *_READ_ALOUD.findall(markup)]
    return re.sub(r"\{\w*\}|&\w+;", "", " ".join(parts))


def not_shown() -> set[str]:
    """What looks like a text for users and is none."""
    lines = NOT_SHOWN.read_text("utf-8").splitlines()
    return {line.replace(r"\n", "\n") for line in lines if line and not line.startswith("#")}


def unmarked() -> Iterator[str]:
    """Texts in the sources that look as if they were for users and cannot be translated."""
    allowed = not_shown()
    for name, (tree, own) in _trees().items():
        inside = name.split(".")[1:]
        if "/".join(inside).startswith(ENGLISH_ALWAYS):
            continue
        for line, text, given_to in _literals(tree, rows_known(tree, own)):
            if _TAG.search(text):
                looks = bool(_WORD.search(_read_in(text)))
            else:
                shown = given_to in _SHOWING and _LABEL.fullmatch(text)
                looks = bool(_WORDS.search(text) or shown)
            if looks and text not in allowed and not _CODE.match(text):
                yield f"{name.replace('.', '/')}.py:{line}: {text!r} is not marked"


# --- a language that nobody speaks ---

_ACCENTS = str.maketrans(
    "AEIOUYCNSZaeiouycnsz", "ÅÉÎÖÛÝÇÑŠŽåéîöûýçñšž"
)  # fmt: skip
_KEPT = re.compile(r"\{[^}]*\}|<[^>]*>|&\w+;|&\w|\n|https?://\S+")


def pseudo(text: str) -> str:
    """A text with accents, in brackets, and longer by 40 %."""
    letters = sum(map(str.isalpha, _KEPT.sub("", text)))
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [text[at : kept.start()].translate(_ACCENTS), kept[0]]
        at = kept.end()
    parts.append(text[at:].translate(_ACCENTS))
    body = "".join(parts)
    lead = body[: len(body) - len(body.lstrip())]
    trail = body[len(body.rstrip()) :]
    more = "~" * max(1, round(letters * 0.4) - 2)
    if letters > 12:  # words, so that lines can be broken
        more = " ".join(more[i : i + 7] for i in range(0, len(more), 7))
        more = f" {more}"
    return f"{lead}⟦{body.strip()}{more}⟧{trail}"


def pseudo_catalogue(texts: Iterable[Message]) -> Catalog:
    """Return the catalogue of that language."""
    catalogue = Catalog(locale="xx")
    for text in texts:
        if text.context != "how numbers are written":
            changed = [*map(pseudo, texts_of(text.id))]
            catalogue.add(
                text.id, changed if text.pluralizable else changed[0], context=text.context
            )
    return catalogue


# --- commands ---


def extract(language: str = "") -> int:
    """Bring the catalogues up to date."""
    texts = extracted()
    found = catalogues()
    if language and language not in {catalogue.locale_identifier for catalogue in found}:
        found.append(Catalog(locale=language))
    for old in found:
        catalogue = updated(old, texts.values())
        name = str(catalogue.locale_identifier)
        write(catalogue, path_of(name))
        missing = sum(not all(texts_of(text.string or "")) for text in catalogue if text.id)
        print(f"{name}: {len(catalogue)} texts, {missing} not translated")
    return 0


def check(*, complete: bool) -> int:
    """Say what is wrong; 0 if nothing is."""
    wrong = [*faults(complete=complete)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def faults(*, complete: bool) -> Iterator[str]:
    """What is wrong with sources and catalogues; what is not translated, if that counts."""
    try:
        texts = extracted()
        found = catalogues()
    except SourceError as error:
        yield str(error)
        return
    yield from unmarked()
    for catalogue in found:
        for fault in wrong_translations(catalogue):
            yield f"{catalogue.locale_identifier}: {fault}"
        if complete:
            for fault in incomplete(catalogue, texts):
                yield f"{catalogue.locale_identifier}: {fault}"


def compile_all(root: Path = ROOT) -> int:
    """Write, beside each catalogue of a tree, what the program reads."""
    for path in sorted((root / "resources" / "languages").glob(f"*/{DOMAIN}.po")):
        path.with_suffix(".mo").write_bytes(compiled(read(path)))
    return 0


def write_pseudo(folder: Path) -> int:
    """Write the catalogue of the language that nobody speaks."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{DOMAIN}.mo").write_bytes(compiled(pseudo_catalogue(extracted().values())))
    _trees.cache_clear()  # half a million objects, for whoever goes on
    return 0


def main() -> int:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("extract").add_argument("language", nargs="?", default="")
    commands.add_parser("check").add_argument(
        "--complete", action="store_true", help="what is not translated is wrong, too"
    )
    commands.add_parser("compile")
    commands.add_parser("pseudo").add_argument("folder", type=Path)
    args = parser.parse_args()
    run: dict[str, Callable[[], int]] = {
        "extract": lambda: extract(args.language),
        "check": lambda: check(complete=args.complete),
        "compile": compile_all,
        "pseudo": lambda: write_pseudo(args.folder),
    }
    return run[args.command]()


if __name__ == "__main__":
    sys.exit(main())
