"""Numbers of things, and how people write them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable


def times(count: int) -> str:
    """How often, in words."""
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def arrangements(values: Iterable[int]) -> int:
    """In how many different ways these values can be laid out."""
    counts = Counter(values)
    return math.factorial(counts.total()) // math.prod(map(math.factorial, counts.values()))


def signed(number: int) -> str:
    """A number with a minus sign of the right width."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def group_digits(number: int) -> str:
    """A whole number for people: ``362 880``, and ``about 6.8 × 10²²⁶⁹`` where it is too long."""
    if abs(number) < 10**15:
        return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")
    return f"about {_scientific(number)}"


def counted(count: int, noun: str) -> str:
    """So many of something, such as ``1 move`` or ``3 430 moves``."""
    return f"{group_digits(count)} {noun}{'' if count == 1 else 's'}"


def roughly(number: int) -> str:
    """The first two digits of a whole number, the others being of no interest: ``2.6 × 10²⁴``."""
    if number >= 10**6:
        return _scientific(number)
    less = 10 ** max(0, len(str(number)) - 2)
    return group_digits(number // less * less)


def _scientific(number: int) -> str:
    digits = str(number)
    exponent = str(len(digits) - 1).translate(_SUPERSCRIPT)
    return f"{digits[0]}.{digits[1]} × 10{exponent}"


def all_arrangements(count: int) -> str:
    """So many arrangements, as the subject of a sentence."""
    if count == 1:
        return "The one arrangement"
    number = group_digits(count)
    return f"All arrangements ({number})" if count >= 10**15 else f"All {number} arrangements"


_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def clock(seconds: float) -> str:
    """Minutes and seconds, as ``1:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
