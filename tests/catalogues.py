"""Catalogues for tests, and the tool that checks those of the program."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent


def load_tool() -> ModuleType:
    """Import ``packaging/languages.py``, which is not in the package."""
    if "languages" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "languages", ROOT / "packaging" / "languages.py"
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["languages"] = module
        spec.loader.exec_module(module)
    return sys.modules["languages"]


def write(texts: str, folder: Path) -> None:
    """Compile the text of a catalogue in a folder for ``language.set_language``."""
    tool = load_tool()
    source = folder / "puzzlegui.po"
    source.write_text(texts, encoding="utf-8")
    source.with_suffix(".mo").write_bytes(tool.compiled(tool.read(source)))
