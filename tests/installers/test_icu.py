"""ICU with less data sorts as before."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from installers import icu

LIBRARIES = [*(Path(PySide6.__file__).parent / "Qt" / "lib").glob("libicudata.so.*")]
NAMES = """
from PySide6.QtCore import QCollator, QLocale
for language in ("en", "de", "sv", "ja"):
    collator = QCollator(QLocale(language))
    collator.setNumericMode(True)
    print(sorted(["b10", "b9", "Äpfel", "Zebra", "apfel", "三", "一"], key=collator.sortKey))
"""


@pytest.mark.skipif(not LIBRARIES, reason="Qt is without a library of ICU's data here")
@pytest.mark.skipif(not shutil.which("icupkg") or not shutil.which("gcc"), reason="without tools")
@pytest.mark.thorough
def test_names_are_sorted_as_with_all_data(tmp_path: Path) -> None:
    library = Path(shutil.copy(LIBRARIES[0], tmp_path))
    link = tmp_path / "a" / library.name
    link.parent.mkdir()
    link.symlink_to(library)
    icu.shrink(tmp_path)
    assert link.is_symlink()
    assert library.stat().st_size < LIBRARIES[0].stat().st_size / 4
    whole, less = (
        subprocess.run(
            [sys.executable, "-c", NAMES], check=True, capture_output=True, text=True,
            env=os.environ | {"LD_PRELOAD": str(preloaded)},
        )
        for preloaded in (LIBRARIES[0], library)
    )  # fmt: skip
    assert less.stdout == whole.stdout
    assert not less.stderr
