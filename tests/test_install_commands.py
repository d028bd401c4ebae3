"""Commands suggested for installing missing packages."""

from __future__ import annotations

import json
import platform
import sys
from importlib import metadata
from pathlib import Path

import pytest

from puzzlegui import cli, install_commands, kernels
from puzzlegui.kernels import record

RELEASES = {
    "debian": "ID=debian",
    "mint": "ID=linuxmint\nID_LIKE='ubuntu debian'",
    "fedora": "ID=fedora",
    "rocky": "ID=rocky\nID_LIKE='rhel centos fedora'",
    "leap": "ID=opensuse-leap\nID_LIKE='suse opensuse'",
    "other": "ID=other",
}
PYTHON = f"{sys.executable} -m pip install --no-deps"


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Simulate a system without Python's headers and a user who is not root."""
    name = str(request.param)
    lines = dict(line.split("=") for line in RELEASES[name].splitlines())
    found = {key: value.strip("'") for key, value in lines.items()}
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: found)
    monkeypatch.setattr(install_commands, "has_headers", lambda: False)
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    return name


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder that the program was installed from."""
    record_origin(monkeypatch, tmp_path)
    return tmp_path


def record_origin(monkeypatch: pytest.MonkeyPatch, path: Path, **more: object) -> None:
    class Distribution:
        def read_text(self, _name: str) -> str:
            return json.dumps({"url": path.as_uri(), "dir_info": more})

    monkeypatch.setattr(metadata, "distribution", lambda _: Distribution())


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("debian", "sudo apt install python3"),
        ("mint", "sudo apt install python3"),
        ("fedora", "sudo dnf install python3-devel"),
        ("rocky", "sudo dnf install python3-devel"),
        ("leap", "sudo zypper install python3-devel"),
        ("other", ""),
    ],
    indirect=["release"],
)
def test_headers_by_distribution(release: str, command: str) -> None:
    assert install_commands.headers().startswith(command)
    assert bool(install_commands.headers()) == bool(command)


@pytest.mark.parametrize("release", ["debian"], indirect=True)
@pytest.mark.parametrize("own", [True, False])
def test_headers_of_the_python_that_runs(
    release: str, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = f"python3.{sys.version_info.minor if own else 0}"
    monkeypatch.setattr(Path, "resolve", lambda _: Path("/usr/bin", version))
    package = "python3" if own else f"python3.{sys.version_info.minor}"
    assert install_commands.headers() == f"sudo apt install {package}-dev"


@pytest.mark.parametrize("release", ["debian"], indirect=True)
def test_root_needs_no_sudo(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert install_commands.compiler() == "apt install gcc libc6-dev"


def test_the_program_is_installed_again_where_it_came_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "with a space"
    folder.mkdir()
    record_origin(monkeypatch, folder)
    quoted = f"'{folder}'" if sys.platform != "win32" else f'"{folder}"'
    assert install_commands.program() == f"{PYTHON} --force-reinstall {quoted}"
    record_origin(monkeypatch, folder, editable=True)
    assert install_commands.program() == f"{PYTHON} -e {quoted}"
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert install_commands.program() == "pipx reinstall puzzlegui"


@pytest.mark.parametrize("name", ["gone", "puzzlegui-1-py3-none-any.whl", "puzzlegui-1.tar.gz"])
def test_only_sources_can_be_built_again(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    origin = tmp_path / name
    if name != "gone":
        origin.touch()
    record_origin(monkeypatch, origin)
    able = name.endswith(".gz")
    wanted = f"{PYTHON} --force-reinstall --no-cache-dir {origin}" if able else ""
    assert install_commands.program() == wanted


def test_a_source_tree_that_was_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> None:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "distribution", refuse)
    root = Path(__file__).resolve().parents[1]
    assert install_commands.program() == f"{PYTHON} -e {root}"


# --- what the program says of its kernels ---


@pytest.mark.parametrize("release", ["debian"], indirect=True)
def test_missing_headers_are_one_command(
    release: str, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", record.HEADERS)
    note = kernels.note()
    assert "\n" not in note
    assert "Python's headers were missing when the program was installed" in note
    assert kernels.fix_command().startswith("sudo apt install python3")
    assert kernels.fix_command().endswith(f"-dev && {PYTHON} --force-reinstall {installed}")
    assert note.endswith(f"To fix this, run: {kernels.fix_command()}")
    monkeypatch.setattr(install_commands, "has_headers", lambda: True)  # installed meanwhile
    assert kernels.fix_command() == f"{PYTHON} --force-reinstall {installed}"


@pytest.mark.parametrize("release", ["debian"], indirect=True)
def test_a_missing_compiler_is_installed(
    release: str, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", record.COMPILER)
    monkeypatch.setattr(install_commands, "has_headers", lambda: True)
    assert "no C compiler" in kernels.note()
    assert kernels.fix_command().startswith("sudo apt install gcc libc6-dev && ")


@pytest.mark.parametrize("release", ["other"], indirect=True)
def test_where_no_command_is_known_the_words_are_general(
    release: str, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", record.HEADERS)
    assert kernels.fix_command() == ""
    assert "install Python's headers and a C compiler" in kernels.note()


@pytest.mark.parametrize("why", [*kernels._REASONS, kernels._PLAIN])
def test_every_reason_has_words(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", why)
    assert kernels.reason()
    assert kernels.summary().startswith("The solvers are not compiled")
    if why == kernels._PLAIN:
        assert kernels.fix_command() == ""
        assert kernels.note().endswith(f"the environment variable {why} is set.")


@pytest.mark.parametrize(
    ("argv", "slow"),
    [
        (["solve", "preset:mystery-box", "--solver", "exchange"], True),
        (["render", "preset:mystery-box", "-o", "{out}/board.svg"], True),
        (["presets"], False),
    ],
)
def test_commands_that_solve_say_that_it_is_slow(
    argv: list[str],
    slow: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", kernels._PLAIN)
    assert cli.run([arg.replace("{out}", str(tmp_path)) for arg in argv]) == 0
    assert ("not compiled" in capsys.readouterr().err) == slow
