"""What a textbook search tells somebody who watches it; a search that nobody watches has none."""

from __future__ import annotations

from typing import Protocol

from puzzlegui.solvers.space import Space, State


class Observer(Protocol):
    """Is told of every step of a search, in the thread that searches.

    A step is what counts as one state in the figures of the search. It begins with ``take`` or
    ``visit``; what is met until the next one are the successors that it adds.
    """

    def begin(self, space: Space, limit: int | None = None) -> None:
        """The search begins, or begins again with a higher limit of moves."""

    def meet(self, state: State, before: State, key: tuple[int, ...] = ()) -> None:
        """A state waits from now on, reached by a move from ``before``.

        Where it waits already, this way there is better than the one told before.

        Args:
            state: the one that waits.
            before: the one that was taken up; the first state is met from itself.
            key: what decides when its turn comes, if anything but the order of meeting does.
        """

    def take(self, state: State) -> None:
        """A state that waits is taken up."""

    def visit(self, state: State, depth: int) -> None:
        """A depth-first search goes on to a state, after ``depth`` moves on its path."""
