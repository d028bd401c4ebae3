"""``puzzlegui presets``."""

from __future__ import annotations

import argparse

from puzzlegui.cli.common import SUCCESS, print_line
from puzzlegui.documents.presets import PRESETS, load_preset


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(_args: argparse.Namespace) -> int:
    """List the boards that come with the program."""
    for name in PRESETS:
        board = load_preset(name)
        print_line(f"{name:<24} {board.family:<9} {board.size:<6} {board.title}")
    return SUCCESS
