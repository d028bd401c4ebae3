"""What was used once is not kept for good."""

from __future__ import annotations

import pytest

from puzzlegui.engine import memory

needs_glibc = pytest.mark.skipif(memory._glibc() is None, reason="this C library keeps what it may")


@needs_glibc
def test_what_is_free_between_what_is_used_is_given_back() -> None:
    blocks = [bytes(1000) for _ in range(200_000)]
    kept = blocks[::50]
    del blocks
    before = memory.memory_mib()
    memory._given_back = 0.0
    memory.give_back()
    assert before - memory.memory_mib() > 100
    assert len(kept) == 4000


@needs_glibc
def test_it_is_not_looked_for_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trims: list[int] = []

    class Library:
        @staticmethod
        def malloc_trim(pad: int) -> None:
            trims.append(pad)

    monkeypatch.setattr(memory, "_glibc", Library)
    monkeypatch.setattr(memory, "_given_back", 0.0)
    for _ in range(5):
        memory.give_back()
    assert len(trims) == 1
