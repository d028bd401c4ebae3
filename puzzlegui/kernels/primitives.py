"""Functions shared by kernels: polling, random numbers, Zobrist keys, selection."""

from __future__ import annotations

import cython


@cython.inline
def poll(ctl: cython.volatile[cython.longlong][::1], states: cython.longlong) -> cython.bint:
    """Add to the states in the shared array (see ``kernels``); return True to stop."""
    ctl[1] += states
    return ctl[0] != 0 or ctl[1] > ctl[4]


@cython.inline
def zobrist(value: cython.longlong, cell: cython.longlong) -> cython.longlong:
    """Return the Zobrist key (Zobrist 1970) of a value in a cell; a state's key is the sum.

    It is computed by SplitMix64 (Steele, Lea and Flood 2014), with fewer rounds.
    """
    number: cython.longlong = cython.cast(cython.longlong, value) * 1024 + cell + 1
    z: cython.ulonglong = cython.cast(cython.ulonglong, number)
    wrap: cython.ulonglong = cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)  # as C does anyway
    z = (z * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)) & wrap
    z ^= z >> 30
    z = (z * cython.cast(cython.ulonglong, 0xBF58476D1CE4E5B9)) & wrap
    return cython.cast(cython.longlong, (z ^ (z >> 31)) >> 2)


@cython.inline
def next_random(seed: cython.longlong) -> cython.longlong:
    """Return the next state of a xorshift generator (Marsaglia 2003); not 0 unless ``seed`` is."""
    seed ^= seed << 13
    seed ^= (seed >> 7) & cython.cast(cython.longlong, 0x01FFFFFFFFFFFFFF)
    return seed ^ (seed << 17)


@cython.inline
def random_below(rng: cython.longlong[::1], below: cython.longlong) -> cython.longlong:
    """Return a random number from 0 to ``below - 1``; ``rng[0]`` is the state, not 0."""
    rng[0] = next_random(rng[0])
    return ((rng[0] >> 11) & cython.cast(cython.longlong, 0x3FFFFFFFFFFFF)) % below


@cython.inline
def select(
    array: cython.longlong[::1], count: cython.Py_ssize_t, wanted: cython.Py_ssize_t
) -> cython.void:
    """Move the ``wanted`` least of ``array[:count]`` to its beginning (quickselect, Hoare 1961)."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = count - 1
    while low < high:
        pivot = array[(low + high) >> 1]
        i = low
        j = high
        while i <= j:
            while array[i] < pivot:
                i += 1
            while array[j] > pivot:
                j -= 1
            if i <= j:
                kept = array[i]
                array[i] = array[j]
                array[j] = kept
                i += 1
                j -= 1
        if wanted - 1 <= j:
            high = j
        elif wanted - 1 >= i:
            low = i
        else:
            return


@cython.inline
def popcount(bits: cython.longlong) -> cython.longlong:
    """Return the number of bits set among the lowest 32."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) >> 24) & 0xFF


@cython.inline
def sort(array: cython.longlong[::1], count: cython.Py_ssize_t) -> cython.void:
    """Sort ``array[:count]`` (Shell 1959)."""
    gap: cython.Py_ssize_t = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, count):
            item = array[i]
            j = i
            while j >= gap and array[j - gap] > item:
                array[j] = array[j - gap]
                j -= gap
            array[j] = item
        gap //= 3


@cython.inline
def wrapped(number: cython.longlong) -> cython.longlong:
    """Return a sum of Zobrist keys wrapped around in 64 bits, as C does anyway."""
    half: cython.ulonglong = cython.cast(cython.ulonglong, 1) << 63
    wrap: cython.ulonglong = cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
    return cython.cast(
        cython.longlong, ((cython.cast(cython.ulonglong, number) + half) & wrap) - half
    )


@cython.inline
def cancelled(ctl: cython.volatile[cython.longlong][::1]) -> cython.bint:
    """Return True if the shared array asks to stop, whatever the number of states."""
    return ctl[0] != 0
