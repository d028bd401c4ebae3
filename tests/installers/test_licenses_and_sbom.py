"""Whose the files of a bundle are, their licences, and the list of what is inside."""

import sys
import uuid
from importlib import metadata
from pathlib import Path

import numpy as np
import PIL
import PySide6
import pytest

import puzzlegui
from installers import contents, licenses_and_sbom
from installers.contents import Component, UnknownOwnerError

VERSION = puzzlegui.__version__


def source(package: object, name: str) -> str:
    return str(Path(str(getattr(package, "__file__", ""))).parent / name)


@pytest.fixture(scope="module")
def parts() -> list[Component]:
    return contents.components(
        [
            source(np, "__init__.py"),
            source(PIL, "Image.py"),
            source(PySide6, "__init__.py"),
            source(sys.modules["json"], "__init__.py"),
        ]
    )


@pytest.mark.thorough
def test_files_are_traced_to_their_packages(parts: list[Component]) -> None:
    assert [part.name for part in parts] == ["numpy", "pillow", "pyside6-essentials", "Python"]
    assert parts[0].version == metadata.version("numpy")
    assert all(len(part.files) == 1 for part in parts)


def test_every_package_has_its_licence(parts: list[Component]) -> None:
    first = {part.name: next(iter(part.texts.values())) for part in parts}
    assert "NumPy Developers" in first["numpy"]
    assert "Pillow" in first["pillow"]
    assert "PYTHON SOFTWARE FOUNDATION" in first["Python"]
    qt = parts[2].texts
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in qt["LGPL-3.0.txt"]
    assert "GNU GENERAL PUBLIC LICENSE" in qt["GPL-3.0.txt"]
    assert "harfbuzz" in qt["Qt-third-party.txt"]


def test_a_file_of_nobody_is_refused(tmp_path: Path) -> None:
    stray = tmp_path / "stray.so"
    stray.touch()
    with pytest.raises(UnknownOwnerError, match=r"stray\.so"):
        contents.components([str(stray)])


@pytest.mark.skipif(not Path("/usr/bin/dpkg-query").is_file(), reason="this is no Debian")
@pytest.mark.thorough
def test_a_library_of_debian_has_the_licence_of_its_package() -> None:
    (library,) = (
        path
        for folder in ("/lib", "/usr/lib")
        for path in Path(folder).glob("*-linux-gnu/libexpat.so.1")
        if path.resolve() == path.parent.resolve() / path.resolve().name and folder == "/usr/lib"
    )
    (part,) = contents.components([str(library)])
    assert part.name == "libexpat1"
    assert part.kind == "deb"
    assert "Expat" in part.texts["libexpat1.txt"] or "MIT" in part.texts["libexpat1.txt"]


def test_the_notice_lists_every_package_and_how_to_replace_qt(
    parts: list[Component], tmp_path: Path
) -> None:
    licenses_and_sbom.write_licences(tmp_path / "licences", parts, VERSION)
    notice = (tmp_path / "licences/notice.txt").read_text("utf-8")
    for part in parts:
        assert f"{part.name} {part.version}" in notice
        for name, text in part.texts.items():
            assert name in notice
            assert (tmp_path / "licences" / name).read_text("utf-8").strip() == text.strip()
    assert "_internal/PySide6" in notice
    assert "Lesser General Public License" in notice


def test_the_inventory_is_cyclonedx_and_the_same_each_time(parts: list[Component]) -> None:
    made = licenses_and_sbom.inventory(parts, VERSION, 1_700_000_000)
    assert made == licenses_and_sbom.inventory(parts, VERSION, 1_700_000_000)
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    assert made["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert uuid.UUID(made["serialNumber"]).version == 4
    assert [each["name"] for each in made["components"]] == [part.name for part in parts]
    references = {each["bom-ref"] for each in made["components"]}
    assert set(made["dependencies"][0]["dependsOn"]) == references
    numpy_version = metadata.version("numpy")
    assert f"pkg:pypi/numpy@{numpy_version}" in references
