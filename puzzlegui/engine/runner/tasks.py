"""Table of the tasks that a server can execute."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

from puzzlegui.engine.runner.call import Call

TASKS = {
    "load": "runner.solving:load",
    "solve": "runner.solving:solve",
    "new": "runner.making:new",
    "another": "runner.making:another",
    "benchmark": "benchmark.batch:batch",
    "build-table": "tables:build",
    "prepare-exploration": "graph.tasks:prepare",
    "explore": "graph.tasks:explore",
    "boards-at": "graph.tasks:boards_at",
    "count-ways": "graph.tasks:count_ways",
    "record": "watching.tasks:record",
    "look-around": "graph.tasks:look_around",
    "find-ways": "graph.tasks:find_ways",
    "find-distances": "graph.tasks:find_distances",
}
"""Functions that execute tasks. Each is imported with its first task, since a process that
solves needs no explorations."""


def find(name: str) -> Callable[[Call], Any]:
    """Return the function that executes tasks of a name."""
    task: Callable[[Call], Any] = pkgutil.resolve_name(f"puzzlegui.engine.{TASKS[name]}")
    return task
