"""Table of the tasks that a server can execute."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

from puzzlegui.engine.runner.task_context import TaskContext

TASKS = {
    "load": "runner.solve_task:load",
    "solve": "runner.solve_task:solve",
    "new": "runner.board_tasks:new_board",
    "another": "runner.board_tasks:similar_board",
    "benchmark": "benchmark.batch:batch",
    "build-table": "tables:build",
    "prepare-exploration": "graph.tasks:prepare",
    "explore": "graph.tasks:explore",
    "boards-at": "graph.tasks:boards_at",
    "count-ways": "graph.tasks:count_paths",
    "record": "watching.tasks:record",
    "look-around": "graph.tasks:find_neighbours",
    "find-ways": "graph.tasks:find_paths",
    "find-distances": "graph.tasks:find_distances",
}
"""Functions that execute tasks. Each is imported with its first task, since a process that
solves needs no explorations."""


def find_task(name: str) -> Callable[[TaskContext], Any]:
    """Return the function that executes tasks of a name."""
    task: Callable[[TaskContext], Any] = pkgutil.resolve_name(f"puzzlegui.engine.{TASKS[name]}")
    return task
