"""Virtual screen for tests on machines without a display."""

import os
from pathlib import Path


def select_platform() -> None:
    """Select Qt's offscreen platform with a screen of realistic size, before Qt starts."""
    if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
        screen = Path(__file__).with_name("screen.json")
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"
