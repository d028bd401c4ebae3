"""Selection of tests: the two runs of ``.ci/run`` together leave out nothing."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import scaled


def test_an_unmarked_test_gets_every_example() -> None:
    seen = []

    @given(st.integers())
    def inner(number: int) -> None:
        seen.append(number)

    inner()
    assert len(seen) >= 100
    assert scaled(100) == 100


@pytest.mark.scaled
def test_a_marked_test_gets_fewer_by_default(pytestconfig: pytest.Config) -> None:
    assert scaled(100) == (100 if pytestconfig.option.markexpr != "not thorough" else 10)


@given(st.integers())
def test_by_hypothesis(number: int) -> None:
    """Collected below."""


@pytest.mark.parametrize("a", [1, 2])
@pytest.mark.parametrize("b", [1, 2])
def test_with_parameters(a: int, b: int) -> None:
    """Collected below."""


def test_a_scaled_number_cannot_be_computed_on_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    with pytest.raises(RuntimeError):
        scaled(100)


def test_the_second_run_has_what_the_first_left_out_or_cut() -> None:
    def collected(*arguments: str) -> set[str]:
        command = [sys.executable, "-m", "pytest", "-n0", "--collect-only", "-q", __file__]
        run = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
        return {line.partition("::")[2] for line in run.stdout.splitlines() if "::" in line}

    first, second = collected(), collected("-m", "", "--after-default")
    here = {name for name in globals() if name.startswith("test_")}
    assert {name.partition("[")[0] for name in first | second} == here
    assert first & second == {"test_by_hypothesis", "test_a_marked_test_gets_fewer_by_default"}
    assert second - first == {"test_with_parameters[2-2]"}
    assert len([name for name in first if "[" in name]) == 3


def test_after_default_needs_every_marker() -> None:
    command = [sys.executable, "-m", "pytest", "-n0", "-q", __file__, "--after-default"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert '--after-default needs -m ""' in run.stderr
