"""``puzzlegui solvers``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any

from puzzlegui.cli.common import DONE, say
from puzzlegui.engine import registry
from puzzlegui.families.registry import FAMILIES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which solvers, and how they are listed."""
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> int:
    """List the solvers."""
    families = [args.family] if args.family else list(FAMILIES)
    rows = [row for family in families for row in _solver_rows(family)]
    if args.format == "json":
        say(json.dumps(rows, ensure_ascii=False, indent=2))
        return DONE
    for family in families:
        say(f"{family}")
        for row in rows:
            if row["family"] == family:
                source = f" [{row['source']}]" if row["source"] else ""
                say(f"  {row['name']:<12} {row['sentence']}{source}")
    return DONE


def _solver_rows(family: str) -> Iterable[dict[str, Any]]:
    yield {
        "family": family, "name": registry.AUTO, "sentence": registry.AUTO_SENTENCE,
        "optimal": False, "all": "", "source": "", "smallest": 2,
    }  # fmt: skip
    for solver in registry.solvers_of(family):
        yield {
            "family": family, "name": solver.name, "sentence": solver.sentence,
            "optimal": solver.optimal, "all": solver.lists, "source": solver.source,
            "smallest": solver.smallest,
        }  # fmt: skip
