"""Where one has been, as a browser knows it."""

from __future__ import annotations

from typing import Any

_MOST = 1000


class Trail:
    """Arrangements that were gone to, and which of them is shown.

    Args:
        begin: the first one.
    """

    def __init__(self, begin: Any) -> None:
        self._places = [begin]
        self._at = 0

    @property
    def here(self) -> Any:
        """The one that is shown."""
        return self._places[self._at]

    @property
    def has_before(self) -> bool:
        return self._at > 0

    @property
    def has_after(self) -> bool:
        return self._at < len(self._places) - 1

    def go_to(self, place: Any) -> None:
        """Go on to another; those that one went back from are forgotten."""
        if place != self.here:
            self._places[self._at + 1 :] = [place]
            del self._places[:-_MOST]
            self._at = len(self._places) - 1

    def back(self) -> None:
        """To the one before, if there is one."""
        self._at = max(0, self._at - 1)

    def forward(self) -> None:
        """To the one after, if there is one."""
        self._at = min(len(self._places) - 1, self._at + 1)
