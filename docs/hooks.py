"""MkDocs hooks that generate the documentation from the help, tables, parsers and pictures.

The guide is the help of the window. A page of ``docs/pages`` may take
more from the program by a line such as ``{{ solvers rotation }}``; ``TABLES`` has them all.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "build" / "pictures"
"""Folder drawn by ``screenshots.py`` if it is missing; delete it to draw the pictures again."""

os.environ["LC_ALL"] = "C.UTF-8"  # the site is in English
sys.path.insert(0, str(ROOT))

from puzzlegui import assets, library  # needs the path above
from puzzlegui.cli.main import parser
from puzzlegui.core import language
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.book import Book
from puzzlegui.documents.lessons import LESSONS, Lesson, LessonStep
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.sources import source_title
from puzzlegui.exporters.benchmarks import RESULT_FORMATS
from puzzlegui.exporters.book_page import write_html
from puzzlegui.exporters.explorations import EXPLORATION_FORMATS
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.kinds import EXPORT_KINDS
from puzzlegui.exporters.puzzles import Puzzle, formats_of
from puzzlegui.exporters.searches import SEARCH_FORMATS
from puzzlegui.exporters.settings import SETTINGS, ExportSetting
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.registry import FAMILIES

language.set_language(language.SOURCE)

FAMILY_PAGES = {f"guide/{name}.md": name for name in FAMILIES}
HELP_PAGES = {
    "guide/first-steps.md": "first-steps",
    "guide/design.md": "design",
    "guide/play.md": "play",
    "guide/solve.md": "solve",
    "guide/export.md": "export",
    "guide/rooms.md": "rooms",
    "analysis/state-graph.md": "state-graph",
    "analysis/benchmark.md": "benchmark",
    "analysis/watch.md": "watch",
    "reference/command-line.md": "command-line",
    "reference/formats.md": "formats",
}
"""Pages of the site that are pages of the help."""
ROOT_PAGES = {
    "solvers/sources.md": "SOURCES.md",
    "development/contributing.md": "CONTRIBUTING.md",
    "development/changelog.md": "CHANGELOG.md",
} | {
    f"development/{path.name}": f"docs/contributing/{path.name}"
    for path in sorted((ROOT / "docs" / "contributing").glob("*.md"))
}
"""Pages of the site that are files elsewhere in the repository."""
ROOT_LINKS = {
    "README.md": "../index.md",
    "SOURCES.md": "../solvers/sources.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "docs/python.md": "../reference/python.md",
} | {name: page.removeprefix("development/") for page, name in ROOT_PAGES.items() if "/" in name}
APPENDED = {
    "reference/command-line.md": "{{ commands all }}",
    "reference/formats.md": "{{ formats all }}",
    "reference/python.md": "{{ python all }}",
}
"""Text appended to a page."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures from other folders."""
    texts = {page: assets.read_help(name) for page, name in HELP_PAGES.items()}
    texts |= {page: assets.read_family_help(name) for page, name in FAMILY_PAGES.items()}
    for page, name in ROOT_PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        texts[page] = re.sub(
            r"\]\(([\w/-]+\.md)", lambda link: f"]({ROOT_LINKS.get(link[1], link[1])}", text
        )
    texts["reference/python.md"] = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for page, text in APPENDED.items():
        texts[page] += f"\n\n{text}\n"
    for page, text in texts.items():
        files.append(File.generated(config, page, content=text))
    play_page = b"".join(write_html(Book(), answers=False, plays_links=True)).decode()
    files.append(File.generated(config, "play.html", content=play_page))
    if not PICTURES.is_dir():
        _draw()
    for picture in sorted(PICTURES.rglob("*")):
        if picture.is_file():
            path = f"pictures/{picture.relative_to(PICTURES).as_posix()}"
            files.append(File.generated(config, path, abs_src_path=str(picture)))
    return files


def _draw() -> None:
    scratch = PICTURES.with_suffix(".new")
    shutil.rmtree(scratch, ignore_errors=True)
    command = [sys.executable, str(ROOT / "docs" / "screenshots.py"), str(scratch)]
    subprocess.run(command, check=True, cwd=ROOT)
    scratch.rename(PICTURES)


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Insert tables and the pictures that the help refers to."""
    up = "../" * page.file.src_uri.count("/")

    def table(found: re.Match[str]) -> str:
        return TABLES[found[1]](found[2])

    def picture(found: re.Match[str]) -> str:
        alt, kind, name = found.groups()
        if kind == "preset":
            return f"![{alt}]({up}pictures/boards/{name}.png){{ .board }}"
        return "\n".join(
            f"![{alt}]({up}pictures/windows/{name}-{mode}.png#only-{mode}){{ .window }}"
            for mode in ("light", "dark")
        )

    text = re.sub(r"\{\{ (\w+) ([\w-]+) \}\}", table, markdown)
    return re.sub(r"!\[([^]]*)\]\((preset|window):([\w-]+)\)", picture, text)


# --- tables ---


def _solvers(family: str) -> str:
    rows = ["| solver | what to expect | source |", "| --- | --- | --- |"]
    rows += [
        f"| `{solver.name}` | {solver.description} | {source_title(solver.source)} |"
        for solver in FAMILIES[family].solvers
    ]
    return "\n".join(rows)


def _keyboard(_: str) -> str:
    from puzzlegui.gui.help.shortcuts import shortcuts_html

    return f'<div markdown="0">{shortcuts_html()}</div>'


def _commands(_: str) -> str:
    actions = _shown(parser())
    (commands,) = (each for each in actions if isinstance(each, argparse._SubParsersAction))
    options = [each for each in actions if each is not commands]
    flags = {flag for option in options for flag in option.option_strings}
    parts = ["## All options", "Options for every command:", _arguments(options)]
    for name, command in commands.choices.items():
        own = [each for each in _shown(command) if not flags.intersection(each.option_strings)]
        own.sort(key=lambda each: bool(each.option_strings))  # positional arguments are first
        words = ["puzzlegui", name, "[OPTION ...]"]
        for each in own:
            if not each.option_strings:
                word = f"{_value(each)} ..." if each.nargs in ("+", "*") else _value(each)
                words.append(f"[{word}]" if each.nargs in ("?", "*") else word)
        usage = f"```text\n{' '.join(words)}\n```"
        parts += [f"### puzzlegui {name}", command.description or "", usage, _arguments(own)]
    return "\n\n".join(parts)


def _shown(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments and options that are not hidden."""
    return [each for each in command._actions if each.help != argparse.SUPPRESS]


def _value(action: argparse.Action) -> str:
    """Return the placeholder for the value of an argument; empty if it takes none."""
    if action.nargs == 0:
        return ""
    return str(action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper())


def _arguments(actions: Iterable[argparse.Action]) -> str:
    rows = ["| argument | description |", "| --- | --- |"]
    for each in actions:
        names = [f"{flag} {_value(each)}".rstrip() for flag in each.option_strings]
        code = " or ".join(f"`{name}`" for name in names or [_value(each)])
        rows.append(f"| {code} | {_cell((each.help or '').replace('%%', '%'))} |")
    return "\n".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def _formats(_: str) -> str:
    kinds: dict[str, tuple[str, Mapping[str, Format[Any]]]] = {
        "Solutions": ("`puzzlegui solve` and `render`", SOLUTION_FORMATS),
        "Counts of a state graph": ("`puzzlegui explore`", EXPLORATION_FORMATS),
        "Searches step by step": ("`puzzlegui watch`", SEARCH_FORMATS),
        "Results of benchmarks": ("`puzzlegui compare` and `study --report`", RESULT_FORMATS),
    }
    parts = ["## All formats"]
    for title, (where, formats) in kinds.items():
        rows = ["| format | file | contents | settings |", "| --- | --- | --- | --- |"]
        for each in formats.values():
            options = " ".join(f"`{SETTINGS[name].option}`" for name in each.settings)
            rows.append(f"| `{each.name}` | `{each.suffix}` | {each.title} | {options} |")
        parts += [f"### {title}", f"Written by {where}.", "\n".join(rows)]
    rows = ["| card of *Export* | formats |", "| --- | --- |"]
    board = load_preset("mystery-box")
    available = formats_of(Puzzle(board, Solution(board, "", Status.SOLVED)))
    rows += [
        f"| {kind.title} | {', '.join(available[name].title for name in kind.formats)} |"
        for kind in EXPORT_KINDS.values()
        if kind.formats
    ]
    parts += ["### Puzzles", "Written by *Export* in the window.", "\n".join(rows)]
    rows = ["| setting | meaning | values | default |", "| --- | --- | --- | --- |"]
    rows += [
        f"| `{each.option}` | {each.label} | {_values(each)} "
        f"| `{each.default or each.without or '–'}` |"
        for each in SETTINGS.values()
    ]
    return "\n\n".join([*parts, "### Settings", "\n".join(rows)])


def _values(setting: ExportSetting) -> str:
    if setting.choices:
        return ", ".join(f"`{value}`" for value, _ in setting.choices)
    if setting.is_text:
        return "text"
    return f"{setting.least:g} to {setting.most:g} {setting.unit}".rstrip()


def _python(_: str) -> str:
    names = [name for name in vars(library) if name in library.__all__]
    names.sort(key=lambda name: not inspect.isfunction(getattr(library, name)))
    return "\n\n".join(["## Reference", *(f"::: puzzlegui.{name}" for name in names)])


def _lessons(_: str) -> str:
    return "\n\n".join(_lesson(lesson) for lesson in LESSONS.values())


def _lesson(lesson: Lesson) -> str:
    parts = [f"## {language.tr(lesson.title)}", f"![The board](preset:{lesson.preset})"]
    parts.append(f"`puzzlegui lesson {lesson.name}` opens it in the window.")
    parts += (part for step in lesson.steps() for part in _step(step))
    return "\n\n".join(parts)


def _step(step: LessonStep) -> Iterator[str]:
    yield step.text
    if step.question:
        lines = [f'??? question "{step.question}"', ""]
        for choice in step.choices:
            mark = "**Right.** " if choice.right else ""
            lines += [f"    - *{choice.text}*", f"      {mark}{choice.why}", ""]
        yield "\n".join(lines)


TABLES: dict[str, Callable[[str], str]] = {
    "solvers": _solvers,
    "keyboard": _keyboard,
    "commands": _commands,
    "formats": _formats,
    "python": _python,
    "lessons": _lessons,
}


# --- check that no page loads external resources ---


class _AddressCollector(HTMLParser):
    """Collector of the addresses that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag != "a":
            loading = ("src", "srcset", "href", "data", "poster")
            self.addresses += [value or "" for name, value in attributes if name in loading]


def on_post_build(config: MkDocsConfig) -> None:
    """Check that reading the site needs no network.

    Raises:
        PluginError: a page or style sheet loads an external resource.
    """
    for path in Path(config.site_dir).rglob("*"):
        if path.suffix == ".html":
            parser = _AddressCollector()
            parser.feed(path.read_text(encoding="utf-8"))
            addresses = parser.addresses
        elif path.suffix == ".css":
            addresses = re.findall(r"(?:url\(|@import )['\"]?([^)'\"]+)", path.read_text("utf-8"))
        else:
            continue
        for address in addresses:
            if re.match(r"(?:\w+:)?//", address):
                raise PluginError(f"{path} loads {address}")
