"""How much of the suite runs: by default one example of each kind, with ``pytest -m ""`` all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

import pytest
from hypothesis import HealthCheck, settings

_QUICK = "not thorough"
"""The marker expression of the default run, from pyproject.toml."""
_SHARE = 10
"""The default run draws one example in so many."""

# Deadlines would say more about the machine than about the program.
for _name, _examples in (("thorough", 100), ("quick", 100 // _SHARE)):
    settings.register_profile(
        _name,
        deadline=None,
        max_examples=_examples,
        suppress_health_check=[HealthCheck.too_slow],
        database=None,  # nothing is left in the checkout; a failure prints how to repeat it
        print_blob=True,
    )


def configure(config: pytest.Config) -> None:
    """Choose Hypothesis's profile before any test module is imported."""
    settings.load_profile("quick" if config.option.markexpr == _QUICK else "thorough")


def scaled(count: int) -> int:
    """Return how many of the thorough run's examples this run makes, at least one."""
    return max(1, count * settings().max_examples // 100)


def redundant(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the parametrised tests that add nothing of a new kind.

    A test is needed if it is the first of its function with one of its arguments, so that every
    solver, board, format and so on is used at least once, but not every pair of them.
    """
    seen: defaultdict[str, set[tuple[str, Hashable]]] = defaultdict(set)
    for item in items:
        call = getattr(item, "callspec", None)
        if call is None:
            continue
        arguments = {(name, _key(value)) for name, value in call.params.items()}
        function = item.nodeid.partition("[")[0]
        if arguments <= seen[function]:
            yield item
        seen[function] |= arguments


def _key(value: object) -> Hashable:
    """Return what tells two arguments apart."""
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value
