"""Digests of what every format makes of solutions: ``python -m tests.exporters.digests FILE…``.

Run in processes that differ in all that must not matter, it prints the same each time.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from puzzlegui.core import language
from puzzlegui.core.solution import Solution
from puzzlegui.documents.loading import load_document
from puzzlegui.exporters.settings import Chapter, Settings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS


def digests(solutions: list[Solution]) -> dict[str, str]:
    """The digest of each file that can be made on this machine, by what is in it."""
    found = {}
    quick = Settings(size=100, speed=25)
    for format_ in SOLUTION_FORMATS.values():
        if format_.unavailable_reason:
            continue
        chapters = [Chapter(solution) for solution in solutions]
        for groups in [chapters] if format_.multiple else [[one] for one in chapters]:
            data = b"".join(format_.write(groups, quick, ignore_progress))
            titles = ", ".join(one.solution.board.title for one in groups if one.solution)
            found[f"{format_.name} of {titles}"] = hashlib.sha256(data).hexdigest()
        if format_.draw_board is not None:
            data = format_.draw_board(solutions[0].board, quick)
            found[f"{format_.name} of a board"] = hashlib.sha256(data).hexdigest()
    return found


def main() -> None:
    """Print them as JSON, of what is made in the language that the environment asks for."""
    language.select_language()
    read = [load_document(Path(name)) for name in sys.argv[1:]]
    json.dump(digests([one for one in read if isinstance(one, Solution)]), sys.stdout)


if __name__ == "__main__":
    main()
