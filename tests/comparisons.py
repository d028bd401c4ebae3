"""Number of comparisons of a window with a fresh window, reported after a test run."""

import pytest

WINDOWS = pytest.StashKey[list[int]]()
