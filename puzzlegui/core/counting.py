"""Numbers of things, and how people write them."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from puzzlegui.core.language import ngettext, pgettext, tr, used


def times(count: int) -> str:
    """How often, in words."""
    known = {0: tr("nowhere"), 1: tr("once"), 2: tr("twice")}
    return known.get(count) or tr("{number} times").format(number=group_digits(count))


def arrangements(values: Iterable[int]) -> int:
    """In how many different ways these values can be laid out."""
    counts = Counter(values)
    return math.factorial(counts.total()) // math.prod(map(math.factorial, counts.values()))


def signed(number: int) -> str:
    """A number with a minus sign of the right width."""
    return str(number).replace("-", "\N{MINUS SIGN}")


@cache
def _separators(_language: str) -> tuple[str, str]:
    """What stands between three digits, and in front of a fraction."""
    sample = pgettext("how numbers are written", "1,234.5")
    return sample[1:-5], sample[-2]


def group_digits(number: int) -> str:
    """A whole number for people: ``362,880``, and ``about 6.8 × 10²²⁶⁹`` where it is too long."""
    if abs(number) < 10**15:
        between, _ = _separators(used())
        return f"{number:,}".replace(",", between)
    return tr("about {number}").format(number=_scientific(number))


def decimal(number: float, places: int) -> str:
    """A number with so many digits of its fraction: ``1,234.50``."""
    between, point = _separators(used())
    whole, _, fraction = f"{number:,.{places}f}".partition(".")
    return whole.replace(",", between) + (point + fraction if fraction else "")


def short_decimal(number: float) -> str:
    """A number with no more of its fraction than there is to it: ``0.25``, ``4``, ``10,000``."""
    if number == int(number):
        return group_digits(int(number))
    between, point = _separators(used())
    whole, _, fraction = f"{number:,g}".partition(".")
    return whole.replace(",", between) + (point + fraction if fraction else "")


def percent(share: float) -> str:
    """A share of 1 for people."""
    return tr("{number}%").format(number=decimal(100 * share, 0))


def mebibytes(size: float, places: int = 0) -> str:
    """A size in MiB for people."""
    return tr("{number} MiB").format(number=decimal(size, places))


def seconds(duration: float, places: int = 1) -> str:
    """A duration in seconds for people: ``0.5 s``."""
    return tr("{number} s").format(number=decimal(duration, places))


def moment(since_1970: float) -> str:
    """A date and a time of day, here, for people, of what ``time.time`` returns."""
    form = pgettext("date and time, as time.strftime wants them", "%Y-%m-%d %H:%M")
    return time.strftime(form, time.localtime(since_1970))


def counted(count: int, noun: str) -> str:
    """So many of something, such as ``1 move`` or ``3,430 moves``.

    The noun is written where this is called, and marked by standing there.
    """
    one, many = f"{{count}} {noun}", f"{{count}} {noun}s"
    return ngettext(one, many, count).format(count=group_digits(count))


def both(names: Sequence[str]) -> str:
    """A list of things that all count: ``a, b and c``."""
    *others, last = names or ("",)
    if not others:
        return last
    return tr("{others} and {last}").format(others=", ".join(others), last=last)


def either(names: Sequence[str]) -> str:
    """A list of things of which one counts: ``a, b or c``."""
    *others, last = names or ("",)
    if not others:
        return last
    return tr("{others} or {last}").format(others=", ".join(others), last=last)


def roughly(number: int) -> str:
    """The first two digits of a whole number, the others being of no interest: ``2.6 × 10²⁴``."""
    if number >= 10**6:
        return _scientific(number)
    less = 10 ** max(0, len(str(number)) - 2)
    return group_digits(number // less * less)


def _scientific(number: int) -> str:
    digits = str(number)
    exponent = str(len(digits) - 1).translate(_SUPERSCRIPT)
    return f"{digits[0]}{_separators(used())[1]}{digits[1]} × 10{exponent}"


def all_arrangements(count: int) -> str:
    """So many arrangements, as the subject of a sentence."""
    if count == 1:
        return tr("The only arrangement")
    number = group_digits(count)
    if count >= 10**15:
        return tr("All arrangements ({number})").format(number=number)
    return tr("All {number} arrangements").format(number=number)


_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def clock(seconds: float) -> str:
    """Minutes and seconds, as ``1:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
