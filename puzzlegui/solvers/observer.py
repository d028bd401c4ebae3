"""Interface through which a textbook search reports its steps to a viewer."""

from __future__ import annotations

from typing import Protocol

from puzzlegui.solvers.space import Space, State


class Observer(Protocol):
    """Receiver of every step of a search, called in the searching thread.

    A step is what the search counts as one state. It begins with ``on_expand`` or ``on_visit``; the
    states generated until the next step are the successors that it adds.
    """

    def on_start(self, space: Space, limit: int | None = None) -> None:
        """Handle the start of the search, or its restart with a higher move limit."""

    def on_generate(self, state: State, parent: State, key: tuple[int, ...] = ()) -> None:
        """Handle a state that enters the frontier, reached by a move from ``parent``.

        If the state is in the frontier already, the new path to it is better than the earlier one.

        Args:
            state: the generated state.
            parent: the expanded state; the first state is its own parent.
            key: priority in the frontier; empty if the order of generation decides.
        """

    def on_expand(self, state: State) -> None:
        """Handle the expansion of a state from the frontier."""

    def on_visit(self, state: State, depth: int) -> None:
        """Handle a state visited by a depth-first search after ``depth`` moves on its path."""
