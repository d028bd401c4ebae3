"""Tables built in the background: in turn, the latest request first."""

import hashlib
import json
import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from operator import xor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, strategies

from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import SearchContext
from tests.effort import examples


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
    table_store.set_cache_folder(file)
    table_store.save("one", arrays)
    assert f"the table one could not be kept in {file}/tables: Not a directory" in caplog.text
    caplog.clear()
    table_store.set_cache_folder(tmp_path)
    assert table_store.load("one") is None  # which is no fault
    assert not caplog.text
    (tmp_path / "tables" / "one.table").mkdir(parents=True)
    assert table_store.load("one") is None
    assert "the table one cannot be read: Is a directory" in caplog.text
    table_store.save("two", arrays)
    (tmp_path / "tables" / "two.table").write_bytes(b"{}")
    with caplog.at_level(logging.INFO):
        assert table_store.load("two") is None
    assert "the table two is damaged" in caplog.text


def test_tables_are_where_the_program_is_told(tmp_path: Path) -> None:
    table_store.set_cache_folder(tmp_path)
    table_store.save("one", {"numbers": np.arange(5)})
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["one.table"]
    assert list(table_store.load("one") or ()) == ["numbers"]


def raw(name: str) -> Path:
    return table_store.folder() / f"{name}.table"


def test_whichever_bit_is_flipped_a_table_is_refused() -> None:
    table_store.save("one", {"numbers": np.arange(5), "more": np.zeros((2, 3), np.uint8)})
    content = raw("one").read_bytes()
    for bit in range(len(content) * 8):
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        raw("one").write_bytes(damaged)
        assert table_store.load("one") is None, bit
    for other in (content + b"x", content[:-1], content.replace(b"one", b"two")):
        raw("one").write_bytes(other)
        assert table_store.load("one") is None
    raw("one").write_bytes(content)
    found = table_store.load("one")
    assert found is not None
    assert (found["numbers"].tolist(), found["more"].shape) == ([0, 1, 2, 3, 4], (2, 3))


@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        ([1], "O"), ([1 << 40], "uint8"), ([-1], "uint8"), ([1 << 70, 0], "uint8"), ([1.5], "int8"),
        ("x", "int8"), ([5], "no type"), ([1], "V8"), ([1], "S8"), ([2], "int64"), (None, "int8"),
    ],
)  # fmt: skip
def test_absurd_shapes_and_types_are_refused(shape: object, kind: str) -> None:
    array = {"name": "numbers", "type": kind, "shape": shape}
    header = {"format": "puzzlegui/table", "version": table_store.VERSION, "name": "one"}
    head = json.dumps(header | {"arrays": [array]}).encode() + b"\n"
    table_store.save("one", {"numbers": np.arange(1)})
    raw("one").write_bytes(sealed(head, bytes(8)))
    assert table_store.load("one") is None
    assert [table.state for table in table_store.list_tables()] == [table_store.DAMAGED]


def sealed(head: bytes, body: bytes) -> bytes:
    """Return a table with a correct digest, whatever its content."""
    return head + hashlib.sha256(head + body).hexdigest().encode() + b"\n" + body


@pytest.mark.parametrize("version", [1, 2, table_store.VERSION + 1])
def test_a_table_of_another_version_is_refused(version: int) -> None:
    table_store.save("one", {"numbers": np.arange(5)})
    head, _, body = raw("one").read_bytes().split(b"\n", 2)
    ours = json.loads(head)
    assert raw("one").read_bytes() == sealed(head + b"\n", body)
    other = json.dumps(ours | {"version": version}).encode() + b"\n"
    raw("one").write_bytes(sealed(other, body))
    assert table_store.load("one") is None
    table_store.save("one", {"numbers": np.arange(5)})
    assert table_store.load("one") is not None


@given(data=strategies.data())
@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
def test_a_changed_table_is_refused(data: strategies.DataObject) -> None:
    """After flipping, cutting out, doubling or moving any part of it."""
    arrays = {"a": np.arange(50, dtype=np.uint16).reshape(5, 10), "b": np.zeros(0, np.int8)}
    table_store.save("one", arrays)
    content = raw("one").read_bytes()
    at = strategies.integers(0, len(content))
    one, two = sorted((data.draw(at), data.draw(at)))
    put = data.draw(strategies.binary(max_size=40))
    damaged = data.draw(
        strategies.sampled_from(
            [
                content[:one] + put + content[two:],
                content[:one] + content[one:two] + content[one:],
                content[one:] + content[:one],
                bytes(map(xor, content, put.ljust(len(content), b"\0"))),
            ]
        )
    )  # fmt: skip
    raw("one").write_bytes(damaged)
    found = table_store.load("one")
    assert (found is not None) == (damaged == content)


def test_every_table_of_the_program_can_be_kept() -> None:
    """The types of their arrays can be read again."""
    for kind in table_store._NUMBERS:
        table_store.save("one", {"numbers": np.ones((2, 3), kind)})
        found = table_store.load("one")
        assert found is not None
        assert found["numbers"].dtype == np.dtype(kind)
        assert found["numbers"].all()


def test_a_table_that_goes_while_all_are_listed() -> None:
    table_store.save("one", {"numbers": np.arange(5)})
    (table_store.folder() / "two.table").symlink_to("nowhere")
    assert [table.name for table in table_store.list_tables()] == ["one"]
    table_store.set_disk_limit(1)
    table_store.save("three", {"numbers": np.arange(5)})
    assert [table.name for table in table_store.list_tables()] == ["one", "three"]


def test_tables_not_used_for_long_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_store, "_most_bytes", 0)
    for age, name in enumerate(("one", "two", "three")):
        table_store.save(name, {"numbers": np.zeros(1 << 20, np.uint8)})
        os.utime(raw(name), (1000 + age, 1000 + age))
    assert len(list(table_store.list_tables())) == 3  # there is no limit
    assert table_store.load("one") is not None  # and is the one last used
    table_store.set_disk_limit(3)
    table_store.save("four", {"numbers": np.zeros(1 << 19, np.uint8)})
    assert {table.name for table in table_store.list_tables()} == {"one", "three", "four"}
    table_store.set_disk_limit(1)
    table_store.save("large", {"numbers": np.zeros(1 << 21, np.uint8)})
    assert {table.name for table in table_store.list_tables()} == {"large"}


class Maker:
    """Builder of tables that waits for permission, and records builds that started and finished."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: list[str] = []
        self.let_go = threading.Event()

    def make(self, name: str) -> Callable[[SearchContext], None]:
        def work(control: SearchContext) -> None:
            self.begun.append(name)
            control.phase = f"making {name}"
            while not self.let_go.wait(0.002):
                control.check()
            control.check()
            self.done.append(name)

        return work


def test_what_was_wanted_last_is_made_first() -> None:
    maker = Maker()
    table_store.build_in_background("one", maker.make("one"))
    wait_for(lambda: maker.begun == ["one"])
    assert table_store.build_phase("one") == "making one"
    table_store.build_in_background("two", maker.make("two"))
    wait_for(lambda: maker.begun == ["one", "two"])
    assert table_store.is_being_built("one")
    assert table_store.build_phase("two") == "making two"
    maker.let_go.set()
    wait_for(lambda: not table_store.is_being_built("one"))
    assert maker.done == ["two", "one"]
    assert table_store.build_phase("one") == ""


def test_what_is_being_made_is_not_begun_again() -> None:
    maker = Maker()
    for _ in range(3):
        table_store.build_in_background("one", maker.make("one"))
    wait_for(lambda: bool(maker.begun))
    maker.let_go.set()
    wait_for(lambda: not table_store.is_being_built("one"))
    assert maker.begun == ["one"]


def test_wanting_again_what_was_put_off() -> None:
    maker = Maker()
    for count, name in enumerate(("one", "two", "one"), 1):
        table_store.build_in_background(name, maker.make(name))
        wait_for(partial(has_begun, maker, count))
    maker.let_go.set()
    wait_for(lambda: not table_store.is_being_built("two"))
    assert maker.done == ["one", "two"]


def test_forgetting_stops_it() -> None:
    maker = Maker()
    for name in ("one", "two"):
        table_store.build_in_background(name, maker.make(name))
    table_store.stop_and_clear()
    assert maker.done == []
    assert not table_store.is_being_built("one")
    assert not table_store.is_being_built("two")


def test_a_table_that_cannot_be_made_is_given_up() -> None:
    def fails(_work: SearchContext) -> None:
        raise MemoryError

    maker = Maker()
    maker.let_go.set()
    table_store.build_in_background("one", fails)
    wait_for(lambda: not table_store.is_being_built("one"))
    table_store.build_in_background("two", maker.make("two"))
    wait_for(lambda: maker.done == ["two"])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_after_an_error_others_are_made() -> None:
    def fails(_work: SearchContext) -> None:
        raise ZeroDivisionError

    maker = Maker()
    maker.let_go.set()
    table_store.build_in_background("one", fails)
    wait_for(lambda: "tables" not in [thread.name for thread in threading.enumerate()])
    assert not table_store.is_being_built("one")
    table_store.build_in_background("two", maker.make("two"))
    wait_for(lambda: maker.done == ["two"])


def test_what_was_made_while_another_was_asked_for_is_not_made_again() -> None:
    maker = Maker()
    maker.let_go.set()

    def makes(_work: SearchContext) -> None:
        maker.begun.append("one")
        if len(maker.begun) == 1:  # too late to be interrupted
            table_store.build_in_background("two", maker.make("two"))

    table_store.build_in_background("one", makes)
    wait_for(lambda: maker.done == ["two"] and not table_store.is_being_built("two"))
    assert not table_store.is_being_built("one")
    assert maker.begun == ["one", "two"]


def test_large_tables_make_room_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_store, "_MOST_BYTES_IN_MEMORY", 1000)
    for name, size in (("small", 400), ("middle", 500), ("large", 300)):
        table_store.put_cached(name, {"numbers": np.zeros(size, np.uint8)})
        assert table_store.get_cached("middle") is not None or name == "small"
    assert table_store.get_cached("small") is None
    table_store.put_cached("huge", {"numbers": np.zeros(2000, np.uint8)})
    assert table_store.get_cached("huge") is not None
    assert table_store.get_cached("middle") is None
    table_store.stop_and_clear()
