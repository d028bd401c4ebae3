"""Fixture of the browser in which exported pages are opened."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.exporters.browser import BROWSER, Browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if BROWSER is None:
        pytest.skip("there is no Chromium on this machine")
    folder: Path = tmp_path_factory.mktemp("browser")
    with Browser(folder) as found:
        yield found
