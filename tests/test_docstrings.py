"""Docstrings of functions are plain sentences: a verb with its object, not a relative clause.

The limits are shares of all docstrings; python-chess, qutebrowser and napari keep below them.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "puzzlegui"


@cache
def docstrings() -> tuple[tuple[str, str], ...]:
    """Return the place and the text of each docstring of a function."""
    return tuple(
        (f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}", text)
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node))
    )


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        (r"^(What|Whether|How|Where|When|Which|Who|Whose|Why|That)\b", 0.02),
        (r"\bone\b", 0.02),
        (r"\b(tells?|told|says?|said)\b", 0.005),
    ],
    ids=["relative clause", "one", "tell and say"],
)
def test_docstrings_are_plain(words: str, limit: float) -> None:
    texts = docstrings()
    found = [place for place, text in texts if re.search(words, text)]
    assert len(found) <= limit * len(texts), "\n".join(found)
