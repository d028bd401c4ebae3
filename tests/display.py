"""The screen that tests have where there is none."""

import os
from pathlib import Path


def choose() -> None:
    """Let Qt, before it is begun, have a screen such as users have; its own would be small."""
    if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
        screen = Path(__file__).with_name("screen.json")
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"
