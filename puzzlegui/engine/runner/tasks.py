"""Table of the tasks that a server can execute."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

from puzzlegui.engine.runner.task_context import TaskContext

TASKS = {
    "load": "engine.runner.solve_task:load",
    "solve": "engine.runner.solve_task:solve",
    "new": "engine.runner.board_tasks:new_board",
    "another": "engine.runner.board_tasks:similar_board",
    "benchmark": "engine.benchmark.batch:batch",
    "build-table": "engine.tables:build",
    "prepare-exploration": "engine.graph.tasks:prepare",
    "explore": "engine.graph.tasks:explore",
    "boards-at": "engine.graph.tasks:boards_at",
    "count-ways": "engine.graph.tasks:count_paths",
    "record": "engine.watching.tasks:record",
    "look-around": "engine.graph.tasks:find_neighbours",
    "find-ways": "engine.graph.tasks:find_paths",
    "find-distances": "engine.graph.tasks:find_distances",
    "make": "making.tasks:make_board",
    "make-another": "making.tasks:make_another_board",
    "measure": "making.tasks:measure_board",
    "make-puzzles": "making.book_tasks:make_puzzles",
    "make-similar-puzzle": "making.book_tasks:make_similar_puzzle",
    "prove-lengths": "making.book_tasks:prove_lengths",
}
"""Functions that execute tasks. Each is imported with its first task, since a process that
solves needs no explorations."""


def find_task(name: str) -> Callable[[TaskContext], Any]:
    """Return the function that executes tasks of a name."""
    task: Callable[[TaskContext], Any] = pkgutil.resolve_name(f"puzzlegui.{TASKS[name]}")
    return task
