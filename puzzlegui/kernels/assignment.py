"""Assignment problem: rows assigned to columns at the least total cost.

The Hungarian method (Kuhn 1955) by shortest augmenting paths (Jonker and Volgenant 1987).
"""

from __future__ import annotations

import cython

from puzzlegui.kernels.primitives import cancelled


def assign(
    cost: cython.longlong[:, ::1],
    size: cython.Py_ssize_t,
    work: cython.longlong[:, ::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> int:
    """Assign rows to columns at the least total cost.

    Args:
        cost: int64[≥ size, ≥ size], the cost of assigning a row to a column.
        size: the number of rows and columns to be assigned.
        work: int64[6, > size], scratch; column ``j`` is assigned row ``work[0, j + 1] - 1``.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    with cython.nogil:
        done = assign_rows(cost, size, work, ctl)
    return 1 if done else -1


def assign_rows(
    cost: cython.longlong[:, ::1],
    size: cython.Py_ssize_t,
    work: cython.longlong[:, ::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.bint:
    """Assign as ``assign`` does, for other kernels; return False if stopped."""
    # Rows and columns are counted from 1; column 0 marks an unassigned row.
    row_of = work[0]
    row_price = work[1]
    column_price = work[2]
    before = work[3]
    least = work[4]
    seen = work[5]
    infinite: cython.longlong = cython.cast(cython.longlong, 1) << 60
    for j in range(size + 1):
        row_of[j] = 0
        row_price[j] = 0
        column_price[j] = 0
    for i in range(1, size + 1):
        if cancelled(ctl):
            return False
        row_of[0] = i
        for j in range(size + 1):
            least[j] = infinite
            seen[j] = 0
        here: cython.Py_ssize_t = 0
        far: cython.longlong = 0
        least[0] = 0
        while row_of[here] != 0:
            seen[here] = 1
            row = row_of[here]
            base = far - row_price[row]
            far = infinite
            after: cython.Py_ssize_t = 0
            for j in range(1, size + 1):
                if not seen[j]:
                    reduced = cost[row - 1, j - 1] + base - column_price[j]
                    if reduced < least[j]:
                        least[j] = reduced
                        before[j] = here
                    if least[j] < far:
                        far = least[j]
                        after = j
            here = after
        for j in range(size + 1):
            if seen[j]:
                row_price[row_of[j]] += far - least[j]
                column_price[j] -= far - least[j]
        while here:
            after = before[here]
            row_of[here] = row_of[after]
            here = after
    return True
