"""Make the small fonts that pages carry: ``python packaging/page_fonts.py``.

They hold the letters of the languages of the program and the signs of its pages, without kerning:
a page carries its fonts in itself, and is opened on phones. What they lack is drawn in a font of
the reader's system. Needs ``pip install fonttools brotli``, which nothing else does; run it after
the fonts or a language have changed.
"""

from __future__ import annotations

import string
import subprocess
import sys
from pathlib import Path

FONTS = Path(__file__).parents[1] / "resources" / "fonts"
WEIGHTS = ("Regular", "SemiBold")
CHARACTERS = string.printable.strip() + " \u00a0ÄÖÜäöüß×·–—−…„“”‘’←→↑↓✓★☆○●↺↻"


def main() -> int:
    """Write a font of each weight beside the whole one."""
    for weight in WEIGHTS:
        subprocess.run(
            [
                sys.executable, "-m", "fontTools.subset", str(FONTS / f"Inter-{weight}.otf"),
                f"--text={CHARACTERS}", "--flavor=woff2", "--layout-features=tnum",
                "--no-hinting", "--desubroutinize", "--name-IDs=0,1,2,13",
                "--drop-tables+=DSIG,GDEF",
                f"--output-file={FONTS / f'Inter-{weight}-page.woff2'}",
            ],
            check=True,
        )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
