"""Where the readers' memory cannot be measured, nothing is fuzzed."""

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("resource") else ["test_*.py"]
