"""The catalogues of texts: ``python packaging/languages.py extract|check|compile|pseudo``.

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
import re
import string
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "puzzlegui"
CATALOGUES = ROOT / "resources" / "languages"
HELP = ROOT / "resources" / "help"
DOMAIN = "puzzlegui"
NOT_SHOWN = Path(__file__).with_name("untranslated.txt")
"""What looks like a text for users and is none, a line each."""
ENGLISH_ALWAYS = (
    "exporters/texts",  # what it writes is read back, and is the same in every language
    "gui/selftest",  # what it says is for who mends the program
)
"""Where texts stay in English."""
FUNCTIONS = {"tr": 1, "gettext_noop": 1, "ngettext": 2, "pgettext": 2}
"""What marks a text, and how many arguments of it are text."""
_GERMANIC = "nplurals=2; plural=(n != 1);"


# --- messages ---


@dataclass
class Message:
    """A text, and its translation.

    Attributes:
        text: in English.
        plural: in English, for more than one; empty if the text speaks of no number.
        context: tells texts apart that are the same in English.
        translations: one, or one for each plural form.
        places: the files in which it stands.
        fuzzy: the translation was made for another text.
    """

    text: str
    plural: str = ""
    context: str = ""
    translations: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    fuzzy: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What no two messages share."""
        return self.context, self.text

    @property
    def is_translated(self) -> bool:
        """Whether nothing is missing."""
        return bool(self.translations) and all(self.translations)


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
            yield node, Message(f"{{count}} {noun}", f"{{count}} {noun}s")
        given = node.args[: FUNCTIONS.get(name, 0)]
        texts = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if any(isinstance(argument, ast.JoinedStr) for argument in given):
            raise SourceError(f"line {node.lineno}: a text with its values in it is never found")
        if not texts or len(texts) != len(given):
            continue  # looked up, not marked
        if name == "pgettext":
            yield node, Message(texts[1], context=texts[0])
        else:
            yield node, Message(texts[0], "".join(texts[1:]))


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
            if not message.text:
                continue
            known = found.setdefault(message.key, message)
            known.plural = known.plural or message.plural
            if place not in known.places:
                known.places.append(place)
    return found


# --- catalogues ---


@dataclass
class Catalogue:
    """What a file of translations says.

    Attributes:
        path: the file.
        head: its head, a line each.
        messages: by their keys.
    """

    path: Path
    head: list[str]
    messages: dict[tuple[str, str], Message]

    @property
    def language(self) -> str:
        """Its code."""
        return self.path.parent.name

    @property
    def forms(self) -> int:
        """How many plural forms the language has."""
        found = re.search(r"nplurals=(\d+)", "".join(self.head))
        return int(found[1]) if found else 2

    def write(self) -> None:
        """Write the file."""
        lines = ['msgid ""', 'msgstr ""', *(_quoted(f"{line}\n") for line in self.head), ""]
        for message in self.messages.values():
            lines += [f"#: {place}" for place in message.places]
            flags = ["fuzzy"] if message.fuzzy else []
            if "{" in message.text:
                flags.append("python-brace-format")
            if flags:
                lines.append(f"#, {', '.join(flags)}")
            if message.context:
                lines += _entry("msgctxt", message.context)
            lines += _entry("msgid", message.text)
            if message.plural:
                lines += _entry("msgid_plural", message.plural)
                translations = message.translations or [""] * self.forms
                for number, translation in enumerate(translations):
                    lines += _entry(f"msgstr[{number}]", translation)
            else:
                lines += _entry("msgstr", "".join(message.translations))
            lines.append("")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("\n".join(lines), encoding="utf-8")


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_UNESCAPES = {"n": "\n", "t": "\t"}


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in text) + '"'


def _entry(keyword: str, text: str) -> list[str]:
    if "\n" not in text[:-1]:
        return [f"{keyword} {_quoted(text)}"]
    return [f'{keyword} ""', *map(_quoted, text.splitlines(keepends=True))]


def read(path: Path) -> Catalogue:
    """Read a file of translations."""
    head: list[str] = []
    messages: dict[tuple[str, str], Message] = {}
    for block in re.split(r"\n\s*\n", path.read_text("utf-8").strip()):
        values: dict[str, str] = {}
        keyword, flags, places = "", "", []
        for line in block.splitlines():
            if line.startswith("#,"):
                flags = line
            elif line.startswith("#:"):
                places.append(line.removeprefix("#: "))
            elif line.startswith("#"):
                continue
            elif found := re.fullmatch(r'(?:(msg[a-z_]+(?:\[\d\])?) )?"(.*)"', line):
                keyword = found[1] or keyword
                text = re.sub(r"\\(.)", lambda m: _UNESCAPES.get(m[1], m[1]), found[2])
                values[keyword] = values.get(keyword, "") + text
            else:
                raise SourceError(f"{path}: {line!r} is no line of a catalogue")
        if not values.get("msgid"):
            head = values.get("msgstr", "").splitlines()
            continue
        message = Message(
            values["msgid"], values.get("msgid_plural", ""), values.get("msgctxt", ""),
            [text for name, text in values.items() if name.startswith("msgstr")],
            places, "fuzzy" in flags,
        )  # fmt: skip
        if message.key in messages:
            raise SourceError(f"{path}: {message.text!r} stands there twice")
        messages[message.key] = message
    return Catalogue(path, head, messages)


def catalogues() -> list[Catalogue]:
    """The catalogue of each language."""
    return [read(path) for path in sorted(CATALOGUES.glob(f"*/{DOMAIN}.po"))]


def new_catalogue(language: str) -> Catalogue:
    """The empty catalogue of a language."""
    head = [
        "Project-Id-Version: PuzzleGUI",
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {_GERMANIC}",
    ]
    return Catalogue(CATALOGUES / language / f"{DOMAIN}.po", head, {})


def update(catalogue: Catalogue, texts: dict[tuple[str, str], Message]) -> None:
    """Make a catalogue hold just the texts of the sources, with the translations it has."""
    merged = {}
    for key, text in texts.items():
        known = catalogue.messages.get(key)
        same = known is not None and known.plural == text.plural
        merged[key] = Message(
            text.text, text.plural, text.context,
            list(known.translations) if known and same else [], text.places,
            fuzzy=bool(known and known.fuzzy),
        )  # fmt: skip
    catalogue.messages = merged


def compiled(catalogue: Catalogue) -> bytes:
    """A catalogue as the program reads it, in the format of GNU gettext."""
    entries = {"": "".join(f"{line}\n" for line in catalogue.head)}
    for message in catalogue.messages.values():
        if message.is_translated and not message.fuzzy:
            key = f"{message.context}\x04{message.text}" if message.context else message.text
            if message.plural:
                key += f"\0{message.plural}"
            entries[key] = "\0".join(message.translations)
    keys = sorted(entries, key=lambda key: key.encode())
    texts = [[key.encode() for key in keys], [entries[key].encode() for key in keys]]
    start = 28 + 16 * len(keys)
    tables, data = b"", b""
    for column in texts:
        for text in column:
            tables += struct.pack("<II", len(text), start + len(data))
            data += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return head + tables + data


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


def wrong_translations(catalogue: Catalogue) -> Iterator[str]:
    """What is wrong with those that are there."""
    for message in catalogue.messages.values():
        if message.fuzzy:
            yield f"is marked as fuzzy: {message.text!r}"
        for translation in filter(None, message.translations):
            allowed = [fields(message.text), fields(message.plural)] if message.plural else []
            try:
                same = fields(translation) in (allowed or [fields(message.text)])
            except ValueError as error:
                yield f"{error}: {translation!r}"
                continue
            same = same and sorted(_PERCENT.findall(message.text)) == sorted(
                _PERCENT.findall(translation)
            )
            if not same:
                yield f"has other fields: {translation!r} for {message.text!r}"
            if bool(_MNEMONIC.search(message.text)) != bool(_MNEMONIC.search(translation)):
                yield f"the letter to press is lost or too many: {translation!r}"
            for edge in (0, -1):
                if (message.text[edge] in " \n") != (translation[edge] in " \n"):
                    yield f"begins or ends with other space: {translation!r}"
        if message.translations and len(message.translations) != (
            catalogue.forms if message.plural else 1
        ):
            yield f"has other plural forms than the language: {message.text!r}"


def incomplete(catalogue: Catalogue, texts: dict[tuple[str, str], Message]) -> Iterator[str]:
    """What the sources have and the catalogue has not, and the other way round."""
    for key, text in texts.items():
        known = catalogue.messages.get(key)
        if known is None or not known.is_translated or known.plural != text.plural:
            yield f"not translated: {text.text!r} ({', '.join(text.places)})"
    for key, message in catalogue.messages.items():
        if key not in texts:
            yield f"no longer in the sources: {message.text!r}"
    for page in pages():
        if not page.with_suffix(f".{catalogue.language}.md").exists():
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


def pseudo_catalogue(texts: Iterable[Message]) -> Catalogue:
    """The catalogue of that language."""
    catalogue = new_catalogue("xx")
    for text in texts:
        if text.context == "how numbers are written":
            continue
        both = [text.text, text.plural] if text.plural else [text.text]
        catalogue.messages[text.key] = Message(
            text.text, text.plural, text.context, [pseudo(each) for each in both]
        )
    return catalogue


# --- commands ---


def extract(language: str = "") -> int:
    """Bring the catalogues up to date."""
    texts = extracted()
    found = catalogues()
    if language and language not in {catalogue.language for catalogue in found}:
        found.append(new_catalogue(language))
    for catalogue in found:
        update(catalogue, texts)
        catalogue.write()
        missing = sum(not message.is_translated for message in catalogue.messages.values())
        print(f"{catalogue.language}: {len(catalogue.messages)} texts, {missing} not translated")
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
            yield f"{catalogue.language}: {fault}"
        if complete:
            for fault in incomplete(catalogue, texts):
                yield f"{catalogue.language}: {fault}"


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
