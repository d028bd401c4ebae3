"""Programs for developers, run from the root of the sources: ``python -m tools.NAME``."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "packaging"))  # for i18n
