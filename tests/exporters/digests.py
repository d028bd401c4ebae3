"""Digests of solutions exported in every format: ``python -m tests.exporters.digests FILE…``.

The output must not depend on the environment of the process.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from puzzlegui.core import language
from puzzlegui.core.solution import Solution
from puzzlegui.documents.loading import load_document
from puzzlegui.exporters.settings import Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS


def digests(solutions: list[Solution]) -> dict[str, str]:
    """Return the digests of all exports that are possible on this machine, by content."""
    result = {}
    quick = ExportSettings(size=100, speed=25)
    for format_ in SOLUTION_FORMATS.values():
        if format_.unavailable_reason:
            continue
        chapters = [Chapter(solution) for solution in solutions]
        for groups in [chapters] if format_.multiple else [[chapter] for chapter in chapters]:
            data = b"".join(format_.write(groups, quick, ignore_progress))
            titles = ", ".join(each.solution.board.title for each in groups if each.solution)
            result[f"{format_.name} of {titles}"] = hashlib.sha256(data).hexdigest()
        if format_.draw_boards is not None:
            data = format_.draw_boards([solutions[0].board], quick)
            result[f"{format_.name} of a board"] = hashlib.sha256(data).hexdigest()
    return result


def main() -> None:
    """Print the digests as JSON, of exports in the language of the environment."""
    language.select_language()
    documents = [load_document(Path(name)) for name in sys.argv[1:]]
    json.dump(digests([each for each in documents if isinstance(each, Solution)]), sys.stdout)


if __name__ == "__main__":
    main()
