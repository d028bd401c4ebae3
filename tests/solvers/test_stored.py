"""Tables that are made in the background: one at a time, the latest wanted first."""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from puzzlegui.solvers import stored
from puzzlegui.solvers.control import Work


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def has_begun(maker: "Maker", count: int) -> bool:
    return len(maker.begun) == count


def test_what_cannot_be_kept_or_read_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    arrays = {"numbers": np.arange(5)}
    file = tmp_path / "file"
    file.touch()
    stored.use_folder(file)
    stored.save("one", arrays)
    assert f"the table one could not be kept in {file}/tables: Not a directory" in caplog.text
    caplog.clear()
    stored.use_folder(tmp_path)
    assert stored.load("one") is None  # which is no fault
    assert not caplog.text
    (tmp_path / "tables" / "one.table").mkdir(parents=True)
    assert stored.load("one") is None
    assert "the table one cannot be read: Is a directory" in caplog.text
    stored.save("two", arrays)
    (tmp_path / "tables" / "two.table").write_bytes(b"{}")
    with caplog.at_level(logging.INFO):
        assert stored.load("two") is None
    assert "the table two is damaged" in caplog.text


def test_tables_are_where_the_program_is_told(tmp_path: Path) -> None:
    stored.use_folder(tmp_path)
    stored.save("one", {"numbers": np.arange(5)})
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["one.table"]
    assert list(stored.load("one") or ()) == ["numbers"]


class Maker:
    """Makes tables that take until they are let go; notes what was begun and what was finished."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: list[str] = []
        self.let_go = threading.Event()

    def make(self, name: str) -> Callable[[Work], None]:
        def work(control: Work) -> None:
            self.begun.append(name)
            control.phase = f"making {name}"
            while not self.let_go.wait(0.002):
                control.check()
            control.check()
            self.done.append(name)

        return work


def test_what_was_wanted_last_is_made_first() -> None:
    maker = Maker()
    stored.build_in_background("one", maker.make("one"))
    wait_for(lambda: maker.begun == ["one"])
    assert stored.phase("one") == "making one"
    stored.build_in_background("two", maker.make("two"))
    wait_for(lambda: maker.begun == ["one", "two"])
    assert stored.is_being_built("one")
    assert stored.phase("two") == "making two"
    maker.let_go.set()
    wait_for(lambda: not stored.is_being_built("one"))
    assert maker.done == ["two", "one"]
    assert stored.phase("one") == ""


def test_what_is_being_made_is_not_begun_again() -> None:
    maker = Maker()
    for _ in range(3):
        stored.build_in_background("one", maker.make("one"))
    wait_for(lambda: bool(maker.begun))
    maker.let_go.set()
    wait_for(lambda: not stored.is_being_built("one"))
    assert maker.begun == ["one"]


def test_wanting_again_what_was_put_off() -> None:
    maker = Maker()
    for count, name in enumerate(("one", "two", "one"), 1):
        stored.build_in_background(name, maker.make(name))
        wait_for(partial(has_begun, maker, count))
    maker.let_go.set()
    wait_for(lambda: not stored.is_being_built("two"))
    assert maker.done == ["one", "two"]


def test_forgetting_stops_it() -> None:
    maker = Maker()
    for name in ("one", "two"):
        stored.build_in_background(name, maker.make(name))
    stored.forget()
    assert maker.done == []
    assert not stored.is_being_built("one")
    assert not stored.is_being_built("two")


def test_a_table_that_cannot_be_made_is_given_up() -> None:
    def fails(_work: Work) -> None:
        raise MemoryError

    maker = Maker()
    maker.let_go.set()
    stored.build_in_background("one", fails)
    wait_for(lambda: not stored.is_being_built("one"))
    stored.build_in_background("two", maker.make("two"))
    wait_for(lambda: maker.done == ["two"])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_after_an_error_others_are_made() -> None:
    def fails(_work: Work) -> None:
        raise ZeroDivisionError

    maker = Maker()
    maker.let_go.set()
    stored.build_in_background("one", fails)
    wait_for(lambda: "tables" not in [thread.name for thread in threading.enumerate()])
    assert not stored.is_being_built("one")
    stored.build_in_background("two", maker.make("two"))
    wait_for(lambda: maker.done == ["two"])


def test_what_was_made_while_another_was_asked_for_is_not_made_again() -> None:
    maker = Maker()
    maker.let_go.set()

    def makes(_work: Work) -> None:
        maker.begun.append("one")
        if len(maker.begun) == 1:  # too late to be interrupted
            stored.build_in_background("two", maker.make("two"))

    stored.build_in_background("one", makes)
    wait_for(lambda: maker.done == ["two"] and not stored.is_being_built("two"))
    assert not stored.is_being_built("one")
    assert maker.begun == ["one", "two"]
