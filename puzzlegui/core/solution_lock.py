"""Lock of a board's hints and solutions: the digest of a key or a PIN, kept in the board's file.

The lock asks the program's window to help with neither. It hides nothing: the board itself is not
encrypted, and any solver can solve it.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from typing import TypeVar

from puzzlegui.core.board import Board, extra_values

LOCK = "lock"
"""Key of the lock in a board file."""
_LOCK = re.compile(r"sha256:[0-9a-f]{64}|pbkdf2:[0-9a-f]{32}:[0-9a-f]{64}")
_PIN = "pbkdf2:"
_ROUNDS = 300_000
"""Rounds that make trying all PINs slow: about a tenth of a second each."""
LEAST_PIN = 4
"""Least number of characters of a PIN."""
_KEY = re.compile(r"[0-9a-f]{64}")

_Board = TypeVar("_Board", bound=Board)


def new_key() -> str:
    """Return a random key."""
    return secrets.token_hex(32)


def is_key(text: str) -> bool:
    """Return True if a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def is_lock(text: str) -> bool:
    """Return True if a text has the form of a lock."""
    return _LOCK.fullmatch(text) is not None


def lock_for(key: str) -> str:
    """Return the lock that a key opens."""
    return f"sha256:{hashlib.sha256(key.encode()).hexdigest()}"


def lock_for_pin(pin: str, salt: str = "") -> str:
    """Return the lock that a PIN opens, derived by PBKDF2 (RFC 8018), with a random salt."""
    salt = salt or secrets.token_hex(16)
    digest = hashlib.pbkdf2_hmac("sha256", pin.encode(), bytes.fromhex(salt), _ROUNDS)
    return f"{_PIN}{salt}:{digest.hex()}"


def has_pin(lock: str) -> bool:
    """Return True for a lock that a PIN opens, not a key file."""
    return lock.startswith(_PIN) and is_lock(lock)


def opens(lock: str, secret: str) -> bool:
    """Return True if a key or a PIN opens a lock."""
    if has_pin(lock):
        return secrets.compare_digest(lock, lock_for_pin(secret, lock.split(":")[1]))
    return secrets.compare_digest(lock, lock_for(secret))


def lock_of(board: Board) -> str:
    """Return the lock of a board; empty if it is not locked."""
    lock = extra_values(tuple(pair for pair in board.extra if pair[0] == LOCK)).get(LOCK)
    return lock if isinstance(lock, str) else ""


def with_lock(board: _Board, lock: str) -> _Board:
    """Return the board with another lock; an empty text removes it."""
    extra = tuple(pair for pair in board.extra if pair[0] != LOCK)
    if lock:
        extra += ((LOCK, json.dumps(lock)),)
    return board.with_fields(extra=extra)
