"""The manual and the completions say what the command line says."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from installers import completions, manual
from installers.commandline import commands
from puzzlegui.cli.main import COMMANDS

NAMES = list(COMMANDS)
_PLAIN = re.compile(r"\\f[BIR]")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not here")


def test_every_command_is_told_of() -> None:
    assert [command.name for command in commands()] == ["", *NAMES]


def test_the_manual_has_every_command_option_and_help() -> None:
    page = _PLAIN.sub("", manual.page(0)).replace("\\-", "-").replace("\\(aq", "'")
    for command in commands():
        assert command.name in page
        for argument in (*command.options, *command.positional):
            assert argument.help in page
            assert all(flag in page for flag in argument.flags)


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


@pytest.mark.parametrize("made", [completions.bash, completions.zsh, completions.fish])
def test_every_shell_knows_all_commands_and_options(made: Callable[[], str]) -> None:
    text = made()
    for command in commands():
        assert command.name in text
        for option in command.options:
            for flag in option.flags:
                assert (flag if made is not completions.fish else flag.lstrip("-")) in text


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shells_can_read_it(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here")
    file = tmp_path / "completion"
    file.write_text(getattr(completions, shell)(), encoding="utf-8")
    done = subprocess.run([shell, "-n", file], check=True, capture_output=True, text=True)
    assert not done.stderr


def completed(tmp_path: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    file = tmp_path / "completion"
    file.write_text(completions.bash(), encoding="utf-8")
    typed = " ".join(f"'{word}'" for word in ("puzzlegui", *words))
    script = (
        f"source {file}; COMP_WORDS=({typed}); COMP_CWORD={len(words)};"
        f" _puzzlegui; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(
        ["bash", "-c", script], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    return done.stdout.split()


@needs("bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("so",), {"solve", "solvers"}),
        (("solve", "--max-m"), {"--max-moves"}),
        (("solve", "--format", "st"), {"storyboard", "storyboard-svg"}),
        (("new", "s"), {"sliding", "shift"}),
        (("--verb",), {"--verbose"}),
        (("solve", "completi"), {"completion"}),
        (("solve", "-o", "completi"), {"completion"}),
    ],
)
def test_bash_completes(tmp_path: Path, words: tuple[str, ...], offered: set[str]) -> None:
    assert set(completed(tmp_path, *words)) == offered
