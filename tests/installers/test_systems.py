"""What Linux, macOS and Windows are told of the program."""

import ast
import os
import plistlib
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import puzzlegui
from installers import appimage, deb, desktop, icons, macos, windows
from puzzlegui.core.language import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
LINUX = ROOT / "packaging" / "linux"
TYPE = "application/vnd.puzzlegui+json"
BOOK_TYPE = "application/vnd.puzzlegui-book+json"
METAINFO = LINUX / "invalid.puzzlegui.puzzlegui.metainfo.xml"
DATE = 1_700_000_000


def run(*command: str | Path, **more: str) -> str:
    """What a tool says, which must be content; the test is skipped where it is not."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not here")
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, env=os.environ | more
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


# --- Linux ---


def test_the_desktop_entry_is_sound() -> None:
    assert not run("desktop-file-validate", LINUX / "puzzlegui.desktop")


def test_the_metainfo_is_sound() -> None:
    said = run("appstreamcli", "validate", "--no-net", "--pedantic", METAINFO)
    assert "successful" in said


def test_the_metainfo_tells_of_this_version() -> None:
    release = ET.parse(METAINFO).find("releases/release")
    assert release is not None
    assert release.get("version") == puzzlegui.__version__


@pytest.mark.parametrize("language", set(LANGUAGES) - {"en"})
def test_the_desktop_is_told_in_every_language(language: str) -> None:
    entry = (LINUX / "puzzlegui.desktop").read_text("utf-8")
    for key in ("GenericName", "Comment", "Keywords"):
        assert f"{key}[{language}]=" in entry
    for name in (METAINFO.name, "puzzlegui.mime.xml"):
        assert f'xml:lang="{language}"' in (LINUX / name).read_text("utf-8")


def test_entry_type_metainfo_and_the_other_systems_agree() -> None:
    assert f"MimeType={TYPE};{BOOK_TYPE};" in (LINUX / "puzzlegui.desktop").read_text("utf-8")
    for kind in (TYPE, BOOK_TYPE):
        assert f"<mediatype>{kind}</mediatype>" in METAINFO.read_text("utf-8")
        assert f'type="{kind}"' in (LINUX / "puzzlegui.mime.xml").read_text("utf-8")
        assert kind in windows.SCRIPT.read_text("utf-8-sig")
        assert kind in str(macos.information("1"))


def test_boards_are_known_by_name_and_by_what_is_in_them(tmp_path: Path) -> None:
    folder = tmp_path / "mime"
    (folder / "packages").mkdir(parents=True)
    shutil.copy(LINUX / "puzzlegui.mime.xml", folder / "packages" / "puzzlegui.xml")
    run("update-mime-database", folder)
    globs = (folder / "globs2").read_text("utf-8").splitlines()
    assert {f"50:{TYPE}:*.puzzle", f"50:{BOOK_TYPE}:*.puzzlebook"} <= set(globs)
    magic = (folder / "magic").read_bytes()
    assert b'"puzzlegui/board"' in magic
    assert b'"puzzlegui/solution"' in magic
    assert b'"puzzlegui/book"' in magic


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    """What generate_assets.py writes, as far as it is needed here."""
    folder = tmp_path_factory.mktemp("made")
    icons.write(folder / "icons")
    (folder / "licences-debian").mkdir()
    (folder / "licences-debian" / "notice.txt").write_text("All but Debian's is said here.\n")
    (folder / "debian.json").write_text('["libz.so.1"]')
    for name in ("puzzlegui.1", "completion.bash", "completion.zsh", "completion.fish"):
        (folder / name).write_text(".TH PUZZLEGUI 1\n.SH NAME\npuzzlegui \\- puzzles\n")
    return folder


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A very small one."""
    folder = tmp_path / "dist" / "puzzlegui"
    (folder / "licences").mkdir(parents=True)
    (folder / "licences" / "notice.txt").write_text("All is said here.\n")
    shutil.copy("/bin/true", folder / "puzzlegui")
    (folder / "_internal").mkdir()
    for name in ("libz.so.1", "libQt6Core.so.6"):
        (folder / "_internal" / name).touch()
    return folder


@pytest.mark.gui
def test_icons_have_the_sizes_that_desktops_ask_for(made: Path) -> None:
    from PIL import Image

    for size in (16, 22, 24, 32, 48, 64, 128, 256, 512):
        with Image.open(made / "icons" / f"{size}.png") as picture:
            assert picture.size == (size, size)
            assert picture.getbbox() is not None
    with Image.open(made / "icons" / "puzzlegui.ico") as picture:
        assert {(16, 16), (32, 32), (256, 256)} <= picture.info["sizes"]
    with Image.open(made / "icons" / "puzzlegui.icns") as picture:
        assert (512, 512, 2) in picture.info["sizes"]


def test_everything_is_where_a_desktop_looks_for_it(made: Path, tmp_path: Path) -> None:
    desktop.lay_out(tmp_path, made)
    found = {path.relative_to(tmp_path / "share").as_posix() for path in tmp_path.rglob("*.*")}
    assert {
        "applications/puzzlegui.desktop",
        "mime/packages/puzzlegui.xml",
        f"metainfo/{METAINFO.name}",
        "man/man1/puzzlegui.1",
        "icons/hicolor/scalable/apps/puzzlegui.svg",
        "icons/hicolor/16x16/apps/puzzlegui.png",
        "icons/hicolor/512x512/apps/puzzlegui.png",
        "fish/vendor_completions.d/puzzlegui.fish",
    } <= found


needs_debian = pytest.mark.skipif(
    not (shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps")), reason="this is no Debian"
)


@needs_debian
def test_the_debian_package_has_all_and_depends_on_what_it_loads(
    made: Path, bundle: Path, tmp_path: Path
) -> None:
    path = deb.build(bundle, made, "1.2.3", DATE, tmp_path)
    root = tmp_path / "unpacked"
    subprocess.run(["dpkg-deb", "--raw-extract", path, root], check=True)
    assert (root / "usr/bin/puzzlegui").resolve() == root / "usr/lib/puzzlegui/puzzlegui"
    notice = root / "usr/share/doc/puzzlegui/licences/notice.txt"
    assert "All but Debian's" in notice.read_text()
    assert [path.name for path in (root / deb.HOME / "_internal").iterdir()] == ["libQt6Core.so.6"]
    assert (root / "usr/share/man/man1/puzzlegui.1.gz").is_file()
    control = (root / "DEBIAN/control").read_text("utf-8")
    depends = re.search(r"^Depends: (.*)$", control, re.MULTILINE)
    assert depends is not None
    assert "libc6 (>=" in depends[1]
    assert "shared-mime-info" in depends[1]
    assert "Version: 1.2.3" in control
    listed = subprocess.run(
        ["dpkg-deb", "--contents", path], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    assert all(line.split()[1] == "root/root" for line in listed)


@pytest.mark.thorough
@needs_debian
def test_the_same_bundle_makes_the_same_package(made: Path, bundle: Path, tmp_path: Path) -> None:
    packages = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        packages.append(deb.build(bundle, made, "1.2.3", DATE, tmp_path / name).read_bytes())
        (bundle / "puzzlegui").touch()
    assert packages[0] == packages[1]


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="mksquashfs is not here")
def test_an_appimage_is_the_runtime_and_the_bundle(
    made: Path, bundle: Path, tmp_path: Path
) -> None:
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"#!runtime" + bytes(1015))
    image = appimage.build(bundle, made, runtime, DATE, tmp_path / "puzzlegui.AppImage")
    assert os.access(image, os.X_OK)
    assert image.read_bytes().startswith(b"#!runtime")
    listed = run("unsquashfs", "-o", "1024", "-l", image)
    for name in ("AppRun", "puzzlegui.desktop", "puzzlegui.png", "usr/lib/puzzlegui/puzzlegui"):
        assert f"squashfs-root/{name}" in listed


# --- macOS and Windows ---


def test_macos_knows_which_files_the_application_opens() -> None:
    information = plistlib.loads(plistlib.dumps(macos.information("1.2.3")))
    (*own, solution) = information["CFBundleDocumentTypes"]
    exported = information["UTExportedTypeDeclarations"]
    assert [each["LSItemContentTypes"] for each in own] == [
        [each["UTTypeIdentifier"]] for each in exported
    ]
    extensions = [each["UTTypeTagSpecification"]["public.filename-extension"] for each in exported]
    assert extensions == [["puzzle"], ["puzzlebook"]]
    assert solution["LSItemContentTypes"] == ["public.json"]
    assert information["CFBundleShortVersionString"] == "1.2.3"


def test_windows_is_told_the_version() -> None:
    text = windows.version_resource("1.2.3")
    ast.parse(text)
    assert "filevers=(1, 2, 3, 0)" in text
    assert text.count("'1.2.3'") == 2


def test_the_setup_program_takes_the_bundle_and_the_file_type() -> None:
    script = windows.SCRIPT.read_text("utf-8-sig")
    for name in re.findall(r"^LicenseFile=(.*)$", script, re.MULTILINE):
        assert (windows.SCRIPT.parent / name.replace("\\", "/")).resolve().is_file()
    assert r"Software\Classes\.puzzle" in script
    assert r'puzzlegui-gui.exe"" ""%1"""' in script
    # Characters beyond ASCII are read right only with the mark at the beginning.
    assert windows.SCRIPT.read_bytes().startswith(b"\xef\xbb\xbf")


# --- what the bundle is made of ---

LOCKED = (ROOT / "packaging" / "locked.txt").read_text("utf-8")


def test_all_that_the_bundle_is_made_of_is_locked() -> None:
    versions = dict(re.findall(r"^([\w.-]+)==([\w.]+)", LOCKED, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["bundle"],
        *project["build-system"]["requires"],
    ]
    for line in needed:
        need = Requirement(line)
        assert versions[canonicalize_name(need.name)] in need.specifier, "lock again"


def test_everything_locked_has_hashes_and_names_no_index() -> None:
    blocks = re.split(r"\n(?=[\w.-]+==)", LOCKED)[1:]
    assert blocks
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", block)
    assert "://" not in LOCKED
