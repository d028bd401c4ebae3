"""Selection of tests: by default an example of each kind, with ``pytest -m ""`` all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

import pytest
from hypothesis import HealthCheck, settings

_QUICK = "not thorough"
"""The marker expression of the default run, from pyproject.toml."""
_SHARE = 10
"""Divisor of the number of examples in the default run."""

# Deadlines would measure the machine rather than the program.
for _name, _examples in (("thorough", 100), ("quick", 100 // _SHARE)):
    settings.register_profile(
        _name,
        deadline=None,
        max_examples=_examples,
        suppress_health_check=[HealthCheck.too_slow],
        database=None,  # no files in the checkout; a failure prints how to reproduce it
        print_blob=True,
    )


def configure(config: pytest.Config) -> None:
    """Choose Hypothesis's profile before any test module is imported."""
    settings.load_profile("quick" if config.option.markexpr == _QUICK else "thorough")


def scaled(count: int) -> int:
    """Return the number of examples for this run, given that of the thorough run; at least 1."""
    return max(1, count * settings().max_examples // 100)


def left_out(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the parametrised tests that the default run skips.

    A test is kept if it is the first of its function with any of its arguments, so that every
    solver, board, format and so on is used at least once, but not every combination. If the
    function is marked ``examples(n)``, n of these are kept, spread evenly.
    """
    functions: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec"):
            functions[item.nodeid.partition("[")[0]].append(item)
    for parametrised in functions.values():
        needed = list(_covering(parametrised))
        if marker := parametrised[0].get_closest_marker("examples"):
            needed = needed[:: -(-len(needed) // marker.args[0])]
        yield from set(parametrised).difference(needed)


def _covering(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the first of these tests with each argument."""
    seen: set[tuple[str, Hashable]] = set()
    for item in items:
        params: dict[str, object] = item.callspec.params  # type: ignore[attr-defined]
        arguments = {(name, _key(value)) for name, value in params.items()}
        if not arguments <= seen:
            yield item
        seen |= arguments


def _key(value: object) -> Hashable:
    """Return a hashable key that identifies an argument."""
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value
