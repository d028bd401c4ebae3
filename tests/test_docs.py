"""Commands in README, documentation and help can be parsed; the README's Python runs."""

import re
import shlex
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlegui.cli.main import COMMANDS, parser
from puzzlegui.documents.presets import PRESETS
from puzzlegui.engine.benchmark.parser import BUILTIN, BUILTIN_PREFIX

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "resources" / "help").glob("*.md"),
        *(ROOT / "puzzlegui" / "families").glob("*/help*.md"),
    ]
)
_BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_IN_TEXT = re.compile(r"`puzzlegui\s([^`]+)`")
_STANDS_FOR_SOMETHING = re.compile(r"\b[A-Z]{2,}\b|…|\.\.\.")


def blocks(text: str, language: str) -> Iterator[str]:
    for indent, kind, lines in _BLOCK.findall(text):
        if kind == language:
            yield re.sub(rf"(?m)^{indent}", "", lines)


def commands(text: str) -> Iterator[str]:
    """The arguments of each call of the program, in blocks and in sentences."""
    for block in blocks(text, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            for command in re.split(r"&&|\|", line.partition("#")[0]):
                if command.strip().startswith("puzzlegui "):
                    yield command.strip().removeprefix("puzzlegui ")
    for command in _IN_TEXT.findall(_BLOCK.sub("", text)):
        if not _STANDS_FOR_SOMETHING.search(command):
            yield " ".join(command.split())


def is_understood(arguments: list[str]) -> bool:
    if len(arguments) == 1:  # it is named, not called; or the window opens with a file
        return arguments[0] in COMMANDS or arguments[0].endswith(".puzzle")
    if arguments[0] in COMMANDS and arguments[-1].startswith("-"):  # the option is named
        return arguments[-1] in parser().options(Namespace(command=arguments[0]))  # type: ignore[attr-defined]
    try:
        parser().parse_args(arguments)
    except SystemExit as ended:
        return not ended.code  # of --version
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_understood(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for command in commands(text):
        assert is_understood(shlex.split(command)), command
    assert set(re.findall(r"preset:([\w-]+)", text)) - {"NAME"} <= set(PRESETS)
    assert set(re.findall(rf"{BUILTIN_PREFIX}([a-z][\w-]+)", text)) <= {*BUILTIN, "s1", "s5"}


def test_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks((ROOT / "README.md").read_text(encoding="utf-8"), "python")
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - it is ours


def test_dask_commands_name_an_address_to_listen_on() -> None:
    folders = ("resources", "docs", "puzzlegui")
    pages = [path for folder in folders for path in (ROOT / folder).rglob("*.md")]
    count = 0
    for page in [*pages, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        text = page.read_text(encoding="utf-8")
        for command in re.findall(
            r"dask (?:scheduler|worker) --?[^`\n]*|dask worker t[^`\n]*", text
        ):
            count += 1
            assert re.search(r" --(host|interface) ", command), (page, command)
            assert " --dashboard-address 127.0.0.1:" in command, (page, command)
        assert not re.search(r"dask (scheduler|worker)[`\n]", text), page
    assert count >= 6
