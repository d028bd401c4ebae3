"""``puzzlegui solvers``."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Any

from puzzlegui.cli.common import SUCCESS, print_line
from puzzlegui.core.language import tr
from puzzlegui.engine import registry
from puzzlegui.engine.sources import source_title
from puzzlegui.families.registry import FAMILIES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> int:
    """List the solvers."""
    families = [args.family] if args.family else list(FAMILIES)
    rows = [row for family in families for row in _solver_rows(family)]
    if args.format == "json":
        print_line(json.dumps(rows, ensure_ascii=False, indent=2))
        return SUCCESS
    for family in families:
        print_line(f"{family}")
        for row in rows:
            if row["family"] == family:
                source = f" [{row['source_title']}]" if row["source"] else ""
                print_line(_wrap(f"  {row['name']:<14} ", f"{row['sentence']}{source}"))
    if any(row["source"] for row in rows):
        print_line(tr("In brackets: the source of the method; see SOURCES.md."))
    return SUCCESS


def _wrap(head: str, text: str) -> str:
    """Wrap a line on a terminal, indenting continuation lines like ``text``."""
    if not sys.stdout.isatty():
        return head + text
    width = max(len(head) + 20, shutil.get_terminal_size().columns)
    return textwrap.fill(text, width, initial_indent=head, subsequent_indent=" " * len(head))


def _solver_rows(family: str) -> Iterable[dict[str, Any]]:
    yield {
        "family": family, "name": registry.AUTO, "sentence": tr(registry.AUTO_DESCRIPTION),
        "optimal": False, "all": "", "source": "", "source_title": "", "smallest": 2,
    }  # fmt: skip
    for solver in registry.solvers_of(family):
        yield {
            "family": family, "name": solver.name, "sentence": solver.description,
            "optimal": solver.optimal, "all": solver.lists, "source": solver.source,
            "source_title": source_title(solver.source),
            "smallest": solver.min_side,
        }  # fmt: skip
