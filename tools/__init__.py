"""Programs for developers, run from the root of the sources: ``python -m tools.NAME``."""
