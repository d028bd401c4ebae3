"""Selection of tests: by default an example of each kind, with ``pytest -m ""`` all."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

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
    profile = _profile(config)
    if config.option.after_default and profile == "quick":
        raise pytest.UsageError('--after-default needs -m ""')
    settings.load_profile(profile)


def _profile(config: pytest.Config) -> str:
    return "quick" if config.option.markexpr == _QUICK else "thorough"


def examples(count: int, **others: Any) -> settings:
    """Return Hypothesis settings with the number of examples of this run.

    Args:
        count: number of examples in the thorough run.
        others: other arguments of ``hypothesis.settings``.
    """
    return settings(max_examples=_scaled(count), **others)


def scaled(count: int) -> int:
    """Return a tenth of a number in a test of the default run marked ``scaled``, else all of it.

    Raises:
        RuntimeError: no test is running. A value computed on import would be small in every test,
            marked or not.
    """
    if "PYTEST_CURRENT_TEST" not in os.environ:
        raise RuntimeError("scaled() must be called in a test; Hypothesis takes examples()")
    return _scaled(count)


def _scaled(count: int) -> int:
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


def is_complete_by_default(item: pytest.Item) -> bool:
    """Return True if the default run leaves out nothing of a test.

    It gives fewer examples to tests by Hypothesis and to those marked ``scaled``. Call this after
    the tests of ``left_out`` have been marked ``thorough``.
    """
    if is_hypothesis_test(getattr(item, "obj", None)):
        return False
    return not any(item.get_closest_marker(name) for name in ("thorough", "scaled"))


@contextmanager
def profile_of(item: pytest.Item) -> Iterator[None]:
    """Use the thorough profile for a test that ``--after-default`` does not repeat.

    So whatever it runs by Hypothesis or by ``scaled()`` without being marked gets all examples.
    """
    if is_complete_by_default(item):
        settings.load_profile("thorough")
    try:
        yield
    finally:
        settings.load_profile(_profile(item.config))


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
