"""Shifts of positions, images under symmetries and their keys, for the kernels of shift boards."""

from __future__ import annotations

import cython


@cython.inline
def shift_line(
    cells: cython.ushort[::1],
    lines: cython.const[cython.ushort][:, ::1],
    move: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
) -> cython.void:
    """Move values along the cycle of the first ``length`` cells of a row of ``lines``."""
    kept: cython.ushort = cells[lines[move, length - 1]]
    for i in range(length - 1, 0, -1):
        cells[lines[move, i]] = cells[lines[move, i - 1]]
    cells[lines[move, 0]] = kept


@cython.inline
def shift_line_back(
    cells: cython.ushort[::1],
    lines: cython.const[cython.ushort][:, ::1],
    move: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
) -> cython.void:
    """Undo ``shift_line``."""
    kept: cython.ushort = cells[lines[move, 0]]
    for i in range(length - 1):
        cells[lines[move, i]] = cells[lines[move, i + 1]]
    cells[lines[move, length - 1]] = kept


@cython.inline
def largest_image(
    cells: cython.const[cython.ushort][::1],
    sources: cython.const[cython.ushort][:, ::1],
    names: cython.const[cython.ushort][:, ::1],
    largest: cython.const[cython.short][:, ::1],
    begins: cython.const[cython.uint][::1],
    members: cython.const[cython.ushort][::1],
    image: cython.ushort[::1],
) -> cython.longlong:
    """Write the lexicographically largest image of a position under a group of symmetries.

    Symmetry ``s`` makes of ``cells`` the image that has ``names[s, cells[sources[s, i]]]`` in cell
    ``i``. Only symmetries that bring the largest value into the first cell are tried:
    ``largest[c, v]`` is the largest image there of a value ``v`` in cell ``c``, -1 if it is never
    moved there, and ``members[begins[p]]`` to ``members[begins[p + 1] - 1]`` are the symmetries
    that achieve it, where ``p`` is ``c`` × values + ``v``.

    Returns:
        The number of symmetries that give that image.
    """
    n: cython.Py_ssize_t = cells.shape[0]
    k: cython.Py_ssize_t = names.shape[1]
    count: cython.longlong = 0
    top: cython.int = -1
    if sources.shape[0] == 1:
        for i in range(n):
            image[i] = cells[i]
        return 1
    for cell in range(n):
        top = max(top, largest[cell, cells[cell]])
    for cell in range(n):
        if largest[cell, cells[cell]] != top:
            continue
        place = cell * k + cython.cast(cython.Py_ssize_t, cells[cell])
        for member in range(begins[place], begins[place + 1]):
            s = members[member]
            i = 0
            if count:
                i = 1
                while i < n and names[s, cells[sources[s, i]]] == image[i]:
                    i += 1
                if i == n:
                    count += 1
                    continue
                value = names[s, cells[sources[s, i]]]
                if value < image[i]:
                    continue
            count = 1
            while i < n:
                image[i] = names[s, cells[sources[s, i]]]
                i += 1
    return count


@cython.inline
def image_key(image: cython.const[cython.ushort][::1], bits: cython.longlong) -> cython.ulonglong:
    """Return the key of a position in 64 bits, never 0.

    The values in ``bits`` bits each, a unique key; with 0 bits, a hash value by the steps of
    SplitMix64 (Steele, Lea and Flood 2014).
    """
    key: cython.ulonglong = 0
    wrap: cython.ulonglong = cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)  # as C does anyway
    if bits:
        for i in range(image.shape[0]):
            key = (key << bits) | cython.cast(cython.ulonglong, image[i])
        return key
    for i in range(image.shape[0]):
        key = (key + cython.cast(cython.ulonglong, image[i]) + 1) & wrap
        key = (key * cython.cast(cython.ulonglong, 0xBF58476D1CE4E5B9)) & wrap
        key ^= key >> 29
    return key or 1


@cython.inline
def mixed_key(key: cython.ulonglong) -> cython.ulonglong:
    """Return a hash of a key, whose bits all depend on all bits of the key."""
    wrap: cython.ulonglong = cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
    mixed: cython.ulonglong = key ^ (key >> 32)
    mixed = (mixed * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)) & wrap
    return mixed ^ (mixed >> 32)


@cython.inline
def key_slot(keys: cython.const[cython.ulonglong][::1], key: cython.ulonglong) -> cython.Py_ssize_t:
    """Return the slot of a key, or for it, in a hash table of 2 ** k with linear probing."""
    mask: cython.ulonglong = cython.cast(cython.ulonglong, keys.shape[0] - 1)
    place: cython.ulonglong = mixed_key(key) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return cython.cast(cython.Py_ssize_t, place)
