"""How often a window was compared with a fresh one, told at the end of a run of the tests."""

import pytest

WINDOWS = pytest.StashKey[list[int]]()
