from __future__ import annotations

from puzzlegui.core.caches import empty_small_caches, small_cache

asked: list[int] = []


@small_cache(2)
def doubled(number: int) -> int:
    asked.append(number)
    return 2 * number


def test_results_are_kept_until_all_caches_are_emptied() -> None:
    for _ in range(3):
        assert doubled(4) == 8
    assert asked == [4]
    assert [doubled(1), doubled(2), doubled(4)] == [2, 4, 8]
    assert asked == [4, 1, 2, 4]
    empty_small_caches()
    assert doubled(4) == 8
    assert asked == [4, 1, 2, 4, 4]
