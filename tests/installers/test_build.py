"""What build.py does by itself, and what the build of a wheel leaves in the tree."""

import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import build

ROOT = Path(__file__).parent.parent.parent
DATE = 1_700_000_000


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "dist" / "puzzlegui"
    (folder / "_internal").mkdir(parents=True)
    (folder / "puzzlegui").write_bytes(b"program")
    (folder / "puzzlegui").chmod(0o700)
    (folder / "_internal" / "b.so").write_bytes(b"library")
    (folder / "_internal" / "a.so").symlink_to("b.so")
    return folder


def test_a_tar_is_the_same_whoever_packs_it_when(bundle: Path, tmp_path: Path) -> None:
    packed = []
    for name, mode in (("one", 0o700), ("two", 0o755)):
        (bundle / "puzzlegui").chmod(mode)
        os.utime(bundle / "_internal" / "b.so", (mode, mode))
        build.pack_tar(tmp_path / name, bundle, DATE)
        packed.append((tmp_path / name).read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(tmp_path / "one") as file:
        entries = {entry.name: entry for entry in file}
    assert list(entries) == [
        "puzzlegui", "puzzlegui/_internal", "puzzlegui/_internal/a.so", "puzzlegui/_internal/b.so",
        "puzzlegui/puzzlegui",
    ]  # fmt: skip
    assert entries["puzzlegui/puzzlegui"].mode == 0o755
    assert entries["puzzlegui/_internal/a.so"].linkname == "b.so"
    assert {entry.mtime for entry in entries.values()} == {DATE}


def test_a_zip_is_the_same_each_time(bundle: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        build.pack_zip(tmp_path / name, bundle, DATE)
        (bundle / "puzzlegui").touch()
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    with zipfile.ZipFile(tmp_path / "one") as file:
        assert file.read("puzzlegui/puzzlegui") == b"program"


def test_what_users_are_given_has_checksums(
    bundle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "ROOT", bundle.parent.parent)
    monkeypatch.setattr(build, "DIST", bundle.parent)
    monkeypatch.setattr(build, "BUNDLE", bundle)
    (bundle.parent / "puzzlegui_1_amd64.deb").write_bytes(b"package")
    build.report(0)
    sums = (bundle.parent / "SHA256SUMS").read_text()
    assert sums == f"{hashlib.sha256(b'package').hexdigest()}  puzzlegui_1_amd64.deb\n"
    assert "puzzlegui_1_amd64.deb: 0.0 MiB" in capsys.readouterr().out


def test_the_date_is_the_one_given_or_that_of_the_last_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(DATE))
    assert build.source_date() == DATE
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert build.source_date() > DATE


@pytest.mark.thorough
def test_a_wheel_is_built_of_the_sources_alone_and_leaves_nothing(tmp_path: Path) -> None:
    """What is in ``build`` from before, such as a module that is gone, would get into it."""
    tree = tmp_path / "tree"
    (tree / "build" / "lib" / "puzzlegui").mkdir(parents=True)
    (tree / "build" / "lib" / "puzzlegui" / "gone.py").touch()
    (tree / "puzzlegui.egg-info").mkdir()
    (tree / "puzzlegui").mkdir()
    (tree / "puzzlegui" / "here.py").touch()
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'packaging' / 'wheel')!r})\n"
        "import backend, pathlib\n"
        "with backend._copy():\n"
        "    pathlib.Path('build').mkdir(); pathlib.Path('build/new').touch()\n"
        "    print(sorted(p.as_posix() for p in pathlib.Path().rglob('*.*')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tree
    )
    assert done.stdout.strip() == "['puzzlegui/here.py']"
    assert not (tree / "build" / "new").exists()
