"""The manual and the completions have all that the command line has."""

import argparse
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from installers import completions, manual
from puzzlegui.cli.main import COMMANDS, parser

_PLAIN = re.compile(r"\\f[BIR]")
CASES = [
    (("so",), {"solve", "solvers"}),
    (("solve", "--max-m"), {"--max-moves"}),
    (("solve", "--format", "st"), {"storyboard", "storyboard-svg"}),
    (("solve", "--solver", "opt"), {"optimal"}),
    (("new", "s"), {"sliding", "shift"}),
    (("--verb",), {"--verbose"}),
    (("solve", "completi"), {"completion"}),
    (("solve", "-o", "completi"), {"completion"}),
]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not here")


def actions() -> Iterator[argparse.Action]:
    """The arguments and options of the program and of all commands."""
    parsers = [parser()]
    for each in parsers:
        for action in each._actions:
            if isinstance(action, argparse._SubParsersAction):
                assert list(action.choices) == list(COMMANDS)
                parsers += action.choices.values()
            elif action.help != argparse.SUPPRESS:
                yield action


def test_the_manual_has_every_command_option_and_help() -> None:
    page = _PLAIN.sub("", manual.page(0)).replace("\\-", "-").replace("\\(aq", "'")
    for name, help_ in COMMANDS.items():
        assert f"puzzlegui {name}" in page
        assert help_[1:] in page
    for action in actions():
        assert all(flag in page for flag in action.option_strings)
        assert (action.help or "").replace("%%", "%") in page


def test_the_manual_is_dated_as_said() -> None:
    assert '"2023-11-14"' in manual.page(1_700_000_000).splitlines()[0]


@needs("man")
def test_the_manual_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "puzzlegui.1"
    file.write_text(manual.page(0), encoding="utf-8")
    environment = os.environ | {"MANROFFSEQ": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", file],
        check=True, capture_output=True, text=True, env=environment,
    )  # fmt: skip
    assert not done.stderr


@pytest.mark.parametrize("shell", completions.SHELLS)
def test_every_shell_knows_all_commands_and_options(shell: str) -> None:
    text = completions.script(shell)
    assert all(name in text for name in COMMANDS)
    for action in actions():
        for flag in action.option_strings:
            assert (flag if shell != "fish" else flag.lstrip("-")) in text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file whose name can be completed."""
    (tmp_path / "completion").touch()
    return tmp_path / "script"


def run(shell: str, file: Path, *arguments: str) -> list[str]:
    """Run a shell in the folder of a completion script, without a word of it on its errors."""
    file.write_text(completions.script(shell), encoding="utf-8")
    done = subprocess.run(
        [shell, *arguments], check=True, capture_output=True, text=True, cwd=file.parent
    )
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("shell", completions.SHELLS)
def test_the_shells_can_read_it(shell: str, file: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here")
    run(shell, file, "-n", str(file))


@needs("bash")
@pytest.mark.parametrize(("words", "offered"), CASES)
def test_bash_completes(file: Path, words: tuple[str, ...], offered: set[str]) -> None:
    typed = " ".join(f"'{word}'" for word in ("puzzlegui", *words))
    code = (
        f"source {file}; compopt() {{ :; }}; COMP_WORDS=({typed}); COMP_CWORD={len(words)};"
        f" _shtab_puzzlegui; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    assert set(run("bash", file, "-c", code)) == offered


@needs("fish")
@pytest.mark.parametrize(("words", "offered"), [*CASES, (("completi",), {"completion"})])
def test_fish_completes(file: Path, words: tuple[str, ...], offered: set[str]) -> None:
    typed = " ".join(("puzzlegui", *words))
    lines = run("fish", file, "--no-config", "-c", f"source {file}; complete -C '{typed}'")
    assert {line.partition("\t")[0] for line in lines} == offered


def test_a_file_can_be_given_instead_of_a_command() -> None:
    assert "-o default -F" in completions.script("bash").splitlines()[-1]
    assert "_commands\n  _files\n" in completions.script("zsh")
