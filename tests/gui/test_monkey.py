"""Some seconds of random use of the whole program, in which nothing may go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.effort import scaled
from tools.monkey.loose import let_loose

SECONDS = 60.0


@pytest.fixture
def no_dialogs() -> None:
    """They are used as they are."""


@pytest.mark.thorough
@pytest.mark.scaled
def test_random_use_finds_no_fault(qapp: QApplication, tmp_path: Path) -> None:
    steps = scaled(700)
    found = let_loose(tmp_path, 20, steps=steps, seconds=SECONDS, largest=8)
    assert not found.faults, "\n".join(found.faults)
    assert found.steps > steps // 7
    assert not QApplication.topLevelWidgets() or not QApplication.activeModalWidget()
