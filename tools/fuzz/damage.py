"""Damaging bytes, again and again, for one reader; see ``__main__``."""

from __future__ import annotations

import hashlib
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

LONGEST = 4096
"""Bytes of an input; a longer seed is cut."""


def fuzz(name: str, seconds: float, seed: int, plain: bool, count: Any) -> None:
    """Fuzz a reader in this process; a failure ends it with another status than 0."""
    atheris: Any = None
    if not plain:
        with suppress(ImportError):  # it need not be there
            atheris = import_module("atheris")
    if atheris is None:
        from tools.fuzz import readers

        readers.warm_up(name)
    else:
        with atheris.instrument_imports(include=["puzzlegui"]):
            from tools.fuzz import readers

            readers.warm_up(name)

    def one(data: bytes) -> None:
        count.value += 1
        try:
            readers.read(name, data)
        except BaseException:
            folder = readers.FOUND / name
            folder.mkdir(parents=True, exist_ok=True)
            kept = folder / hashlib.sha256(data).hexdigest()[:16]
            kept.write_bytes(data)
            sys.stderr.write(f"{name} fails on {kept}\n")
            raise

    seeds = readers.seeds(name)
    for sound in seeds:
        one(sound)
    if atheris is None:
        _at_random(one, seeds, seconds, random.Random(seed))
        return
    folder = readers._folders().cache.parent / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for number, sound in enumerate(seeds):
        (folder / str(number)).write_bytes(sound[:LONGEST])
    atheris.Setup(
        [sys.argv[0], f"-max_total_time={max(1, int(seconds))}", f"-seed={seed % 2**31}",
         f"-max_len={LONGEST}", "-verbosity=0", "-print_final_stats=0", str(folder)],
        one,
    )  # fmt: skip
    atheris.Fuzz()


_PIECES = [
    b"", b"0", b"-1", b"9" * 23, b"9" * 4301, b"1e400", b"NaN", b"null", b"[]", b"{}", b"[" * 990,
    b'"', b"\\", b"\\ud800", b"\0", b"\n", b"\r", b"\xe2\x80\xa8", b" " * 200, b"\t", b",", b";",
    b"#", b"|", b"`", b"=", b"A1", b"ZZZ9999", b"R1000", b"U" * 50, b"(0,0,T)", b"puzzlegui1:",
    b"3x3:", b'"a": 1, "a": 2, ', b"\xef\xbb\xbf", b"\xff", b"solution", b"\xf0\x9f\x99\x82",
]  # fmt: skip


def _at_random(
    one: Callable[[bytes], None], seeds: list[bytes], seconds: float, chance: random.Random
) -> None:
    """Damage the seeds again and again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = chance.choice(seeds)[:LONGEST]
        for _ in range(chance.randint(1, 4)):
            begin = chance.randint(0, len(data))
            stop = min(len(data), begin + chance.choice([0, 0, 1, 2, 5, 20, len(data)]))
            piece = chance.choice([
                chance.choice(_PIECES), chance.randbytes(chance.randint(1, 4)),
                chance.choice(seeds)[: chance.randint(1, 500)], data[begin:stop] * 2,
            ])  # fmt: skip
            data = data[:begin] + piece + data[stop:]
        one(data)
