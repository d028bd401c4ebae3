"""Evaluations learned from random walks: a small network, and the levels of a beam over it.

A network estimates the number of moves from a state to the goal. It is trained on the states of
random walks away from the goal, whose labels are the numbers of steps (Chervov and others 2025), by
Adam (Kingma and Ba 2015). Its first layer is a sum of rows, one for each cell and the value in it,
so that a move changes the sum by the rows of the cells that it changes, as in the NNUE of chess
engines (Nasu 2018); sums are clipped, and followed by a small hidden layer.

Training adds up gradients along a walk likewise: a row's gradient is the sum of those of its sum
over the steps during which the value stays in the cell, a difference of prefix sums. For a beam the
weights are rounded to 16 bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython
from cython.cimports.libc.math import sqrt

from puzzlegui.kernels.goal_table import GoalTable, Moves, find_slot
from puzzlegui.kernels.primitives import poll, random_below

UNIT = 256
"""A weight of 1 in integers."""
CLIP = 6
"""Greatest value of a neuron."""
CEILING = 6 * UNIT


@dataclass
class Network:
    """Weights of a network, or their gradients.

    Attributes:
        rows: float32[r, h], what a value in a cell adds to each neuron of the first layer.
        bias: float32[h].
        hidden: float32[h2, h], the hidden layer.
        hidden_bias: float32[h2].
        last: float32[h2], the weights of its neurons in the estimate.
        direct: float32[h], those of the first layer.
        constant: float32[1].
    """

    rows: cython.float[:, ::1]
    bias: cython.float[::1]
    hidden: cython.float[:, ::1]
    hidden_bias: cython.float[::1]
    last: cython.float[::1]
    direct: cython.float[::1]
    constant: cython.float[::1]


@dataclass
class Walk:
    """Memory of a random walk of ``k`` steps.

    Attributes:
        cells: uint16[2, n], the goal, and the state of the walk.
        rows: int32[n, v], the row of each value in each cell.
        since: int32[n], the step at which each value came into its cell.
        held: uint16[n], values on their way.
        sums: float32[h], the sums of the first layer.
        gradients: float32[k + 1, h], sums of the gradients of the sums until each step.
        neurons: float32[2, h2], neurons of the hidden layer and their gradients.
        across: float32[h, h2], the hidden layer, transposed.
        random: int64[1], the state of the random numbers, not 0.
    """

    cells: cython.ushort[:, ::1]
    rows: cython.const[cython.int][:, ::1]
    since: cython.int[::1]
    held: cython.ushort[::1]
    sums: cython.float[::1]
    gradients: cython.float[:, ::1]
    neurons: cython.float[:, ::1]
    across: cython.float[:, ::1]
    random: cython.longlong[::1]


@cython.inline
def _random_move(
    moves: Moves, random: cython.longlong[::1], last: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return a random move that may follow the last, -1 for none; some always may."""
    count: cython.Py_ssize_t = moves.begins.shape[0] - 1
    move: cython.Py_ssize_t = random_below(random, count)
    before: cython.Py_ssize_t = last if last >= 0 else count
    move = moves.following[before, move]
    return move if move < count else cython.cast(cython.Py_ssize_t, moves.following[before, 0])


def add_gradients(
    moves: Moves,
    network: Network,
    gradient: Network,
    walk: Walk,
    walks: cython.Py_ssize_t,
    scale: cython.float,
    ctl: cython.volatile[cython.longlong][::1],
) -> int:
    """Walk from the goal a number of times, and add up the gradients of the squared errors.

    Args:
        moves: the moves, backwards.
        network: the weights.
        gradient: output: the gradients.
        walk: memory, with the goal and the random numbers.
        walks: number of walks.
        scale: label of a step.
        ctl: the shared array.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int = 1
    with cython.nogil:
        for j in range(walk.across.shape[0]):
            for k in range(walk.across.shape[1]):
                walk.across[j, k] = network.hidden[k, j]
        for _ in range(walks):
            _walk(moves, network, gradient, walk, scale)
            if poll(ctl, 0):
                result = -1
                break
    return result


def _walk(
    moves: Moves, network: Network, gradient: Network, walk: Walk, scale: cython.float
) -> cython.void:
    """Walk once and add up the gradients."""
    n = walk.since.shape[0]
    h = walk.sums.shape[0]
    last: cython.Py_ssize_t = -1
    for j in range(h):
        walk.sums[j] = network.bias[j]
        walk.gradients[0, j] = 0
    for i in range(n):
        walk.cells[1, i] = walk.cells[0, i]
        walk.since[i] = 1
        row: cython.Py_ssize_t = walk.rows[i, walk.cells[0, i]]
        for j in range(h):
            walk.sums[j] += network.rows[row, j]
    for step in range(1, walk.gradients.shape[0]):
        move = _random_move(moves, walk.random, last)
        last = move
        begin: cython.Py_ssize_t = moves.begins[move]
        size: cython.Py_ssize_t = moves.begins[move + 1] - begin
        for i in range(size):
            walk.held[i] = walk.cells[1, moves.sources[begin + i]]
        for i in range(size):
            cell: cython.Py_ssize_t = moves.targets[begin + i]
            new: cython.Py_ssize_t = walk.rows[cell, walk.held[i]]
            old: cython.Py_ssize_t = walk.rows[cell, walk.cells[1, cell]]
            if new != old:
                _end(gradient, walk, cell, old, step - 1)
                for j in range(h):
                    walk.sums[j] += network.rows[new, j] - network.rows[old, j]
                walk.cells[1, cell] = walk.held[i]
                walk.since[cell] = cython.cast(cython.int, step)
        _learn(network, gradient, walk, step, scale * step)
    stop: cython.Py_ssize_t = walk.gradients.shape[0] - 1
    for j in range(h):
        gradient.bias[j] += walk.gradients[stop, j]
    for i in range(n):
        _end(gradient, walk, i, walk.rows[i, walk.cells[1, i]], stop)


@cython.inline
def _end(
    gradient: Network, walk: Walk, cell: cython.Py_ssize_t, row: cython.Py_ssize_t,
    step: cython.Py_ssize_t,
) -> cython.void:  # fmt: skip
    """Add the gradients of a row, whose value was in its cell until a step."""
    begun: cython.Py_ssize_t = walk.since[cell] - 1
    if step > begun:
        for j in range(walk.sums.shape[0]):
            gradient.rows[row, j] += walk.gradients[step, j] - walk.gradients[begun, j]


@cython.inline
def _learn(
    network: Network, gradient: Network, walk: Walk, step: cython.Py_ssize_t, label: cython.float
) -> cython.void:
    """Add the gradients of a state: those of its sums, and of the layers behind."""
    h = walk.sums.shape[0]
    h2 = network.last.shape[0]
    top: cython.float = CLIP
    estimate: cython.float = network.constant[0]
    for k in range(h2):
        walk.neurons[0, k] = network.hidden_bias[k]
    for j in range(h):
        x: cython.float = min(max(walk.sums[j], 0), top)
        walk.gradients[step, j] = x
        if x:
            estimate += network.direct[j] * x
            for k in range(h2):
                walk.neurons[0, k] += x * walk.across[j, k]
    for k in range(h2):
        z: cython.float = walk.neurons[0, k]
        walk.neurons[0, k] = min(max(z, 0), top)
        walk.neurons[1, k] = 1 if 0 < z < top else 0
        estimate += network.last[k] * walk.neurons[0, k]
    error: cython.float = estimate - label
    gradient.constant[0] += error
    for k in range(h2):
        gradient.last[k] += error * walk.neurons[0, k]
        if walk.neurons[1, k]:
            walk.neurons[1, k] *= error * network.last[k]
            gradient.hidden_bias[k] += walk.neurons[1, k]
            for j in range(h):
                gradient.hidden[k, j] += walk.neurons[1, k] * walk.gradients[step, j]
    for j in range(h):
        slope: cython.float = error * network.direct[j]
        gradient.direct[j] += error * walk.gradients[step, j]
        walk.gradients[step, j] = slope
    for k in range(h2):
        if walk.neurons[1, k]:
            for j in range(h):
                walk.gradients[step, j] += walk.neurons[1, k] * network.hidden[k, j]
    for j in range(h):
        inside: cython.float = 1 if 0 < walk.sums[j] < top else 0
        walk.gradients[step, j] = walk.gradients[step - 1, j] + walk.gradients[step, j] * inside


def update(
    weights: cython.float[::1],
    gradients: cython.float[:, ::1],
    moments: cython.float[:, ::1],
    samples: cython.float,
    rate: cython.float,
    number: cython.int,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> None:
    """Change some weights by a step of Adam.

    Args:
        weights: float32[w].
        gradients: float32[parts, w], the gradients, set to 0.
        moments: float32[2, w], averages of the gradients and of their squares.
        samples: number of samples.
        rate: the learning rate.
        number: of the step, from 1 on.
        first: number of the first weight.
        stop: number after the last.
    """
    step: cython.float = rate * (1 - 0.999**number) ** 0.5 / (1 - 0.9**number)
    tenth: cython.float = 0.1
    thousandth: cython.float = 0.001
    least: cython.float = 1e-8
    with cython.nogil:
        for i in range(first, stop):
            g: cython.float = 0
            for part in range(gradients.shape[0]):
                g += gradients[part, i]
                gradients[part, i] = 0
            g /= samples
            moments[0, i] += tenth * (g - moments[0, i])
            moments[1, i] += thousandth * (g * g - moments[1, i])
            root: cython.float = sqrt(moments[1, i])
            weights[i] -= step * moments[0, i] / (root + least)


# --- the beam ---


@dataclass
class Integers:
    """The weights of a network, rounded, in units of ``1 / UNIT``.

    Attributes:
        rows: int16[r, h].
        index: int32[n, v], the row of each value in each cell.
        hidden: int16[h2, h].
        hidden_bias: int32[h2].
        last: int32[h2].
        direct: int16[h].
        sums: int16[h], the first layer of a neighbour; scratch.
        hit: int64[3], the neighbour nearest to the goal of those in the goal table: its distance,
            the number of the state, and the move; the distance is ``NEVER`` if there is none.
    """

    rows: cython.const[cython.short][:, ::1]
    index: cython.const[cython.int][:, ::1]
    hidden: cython.const[cython.short][:, ::1]
    hidden_bias: cython.const[cython.int][::1]
    last: cython.const[cython.int][::1]
    direct: cython.const[cython.short][::1]
    sums: cython.short[::1]
    hit: cython.longlong[::1]


@dataclass
class Level:
    """States of a beam.

    Attributes:
        cells: uint16[w, n].
        sums: int16[w, h], the first layer.
        keys: uint64[w], their Zobrist keys.
        moves: int32[w], the last move, -1 for none.
    """

    cells: cython.ushort[:, ::1]
    sums: cython.short[:, ::1]
    keys: cython.ulonglong[::1]
    moves: cython.int[::1]


@dataclass
class Neighbours:
    """Neighbours of the states of a level, ``m`` for each.

    Attributes:
        costs: int32[w, m], estimates in units of ``1 / UNIT ** 2``; the greatest number for those
            left out.
        keys: uint64[w, m].
    """

    costs: cython.int[:, ::1]
    keys: cython.ulonglong[:, ::1]


NEVER = 0x7FFFFFFF
"""Cost of neighbours that are left out."""


def expand(
    moves: Moves,
    weights: Integers,
    table: GoalTable,
    level: Level,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    out: Neighbours,
    ctl: cython.volatile[cython.longlong][::1],
) -> int:
    """Estimate the neighbours of some states of a level.

    Args:
        moves: the moves.
        weights: the network.
        table: positions near the goal.
        level: the states.
        first: number of the first of them.
        stop: number after the last.
        out: output.
        ctl: the shared array; ``states`` are neighbours.

    Returns:
        1, or -1 if stopped.
    """
    result: cython.int = 1
    count: cython.Py_ssize_t = moves.begins.shape[0] - 1
    weights.hit[0] = NEVER
    h = weights.sums.shape[0]
    with cython.nogil:
        for w in range(first, stop):
            if (w & 63) == 0 and poll(ctl, 64):
                result = -1
                break
            before: cython.Py_ssize_t = level.moves[w] if level.moves[w] >= 0 else count
            for t in range(count):
                out.costs[w, t] = NEVER
                if moves.following[before, t] != t:
                    continue
                key: cython.ulonglong = level.keys[w]
                for j in range(h):
                    weights.sums[j] = level.sums[w, j]
                for i in range(moves.begins[t], moves.begins[t + 1]):
                    source: cython.Py_ssize_t = moves.sources[i]
                    cell: cython.Py_ssize_t = moves.targets[i]
                    value: cython.Py_ssize_t = level.cells[w, source]
                    other: cython.Py_ssize_t = level.cells[w, cell]
                    if value != other:
                        key ^= moves.zobrist[value, cell] ^ moves.zobrist[other, cell]
                        new: cython.Py_ssize_t = weights.index[cell, value]
                        old: cython.Py_ssize_t = weights.index[cell, other]
                        for j in range(h):
                            weights.sums[j] += weights.rows[new, j] - weights.rows[old, j]
                out.keys[w, t] = key
                out.costs[w, t] = _estimate(weights)
                distance = table.distance_of(key)
                if 0 <= distance < weights.hit[0]:
                    weights.hit[0] = distance
                    weights.hit[1] = w
                    weights.hit[2] = t
    return result


@cython.inline
def _estimate(weights: Integers) -> cython.int:
    """Return the estimate for the sums of a first layer."""
    h = weights.sums.shape[0]
    cost: cython.int = 0
    top: cython.short = CEILING
    low: cython.short = 0
    for j in range(h):
        x: cython.short = weights.sums[j]
        x = min(max(x, low), top)
        weights.sums[j] = x
        cost += cython.cast(cython.int, x) * cython.cast(cython.int, weights.direct[j])
    for k in range(weights.last.shape[0]):
        z: cython.int = 0
        for j in range(h):
            z += cython.cast(cython.int, weights.hidden[k, j]) * cython.cast(
                cython.int, weights.sums[j]
            )
        z = (z >> 8) + weights.hidden_bias[k]
        cost += min(max(z, 0), CEILING) * weights.last[k]
    return cost


def insert(table: cython.ulonglong[::1], keys: cython.const[cython.ulonglong][::1]) -> None:
    """Insert keys into a hash table, uint64[2 ** k], 0 where empty."""
    with cython.nogil:
        for i in range(keys.shape[0]):
            _insert(table, keys[i])


@cython.inline
def _insert(table: cython.ulonglong[::1], key: cython.ulonglong) -> cython.bint:
    """Insert a key into a hash table; return False if it is there."""
    place: cython.Py_ssize_t = find_slot(table, key)
    if table[place] == key:
        return False
    table[place] = key
    return True


def advance(
    moves: Moves,
    weights: Integers,
    level: Level,
    chosen: cython.const[cython.longlong][::1],
    found: Neighbours,
    following: Level,
    table: cython.ulonglong[::1],
    parents: cython.int[:, ::1],
) -> int:
    """Make the states of the next level.

    Args:
        moves: the moves.
        weights: the network.
        level: the states.
        chosen: int64[…], neighbours by number, the best first.
        found: all neighbours.
        following: output: the best that are not in the table, as many as fit.
        table: uint64[2 ** k], hash table of the keys of states that are known, 0 where empty; those
            of the new ones are added.
        parents: int32[w, 2], output: the state that each comes from, and the move.

    Returns:
        The number of states.
    """
    size: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = moves.begins.shape[0] - 1
    n: cython.Py_ssize_t = level.cells.shape[1]
    h = weights.sums.shape[0]
    with cython.nogil:
        for c in range(chosen.shape[0]):
            w: cython.Py_ssize_t = chosen[c] // count
            t: cython.Py_ssize_t = chosen[c] % count
            if size == following.keys.shape[0] or found.costs[w, t] == NEVER:
                break
            key = found.keys[w, t]
            if not _insert(table, key):
                continue
            for i in range(n):
                following.cells[size, i] = level.cells[w, i]
            for j in range(h):
                following.sums[size, j] = level.sums[w, j]
            for i in range(moves.begins[t], moves.begins[t + 1]):
                cell: cython.Py_ssize_t = moves.targets[i]
                value = level.cells[w, moves.sources[i]]
                if value != level.cells[w, cell]:
                    new: cython.Py_ssize_t = weights.index[cell, value]
                    old: cython.Py_ssize_t = weights.index[cell, level.cells[w, cell]]
                    following.cells[size, cell] = value
                    for j in range(h):
                        following.sums[size, j] += weights.rows[new, j] - weights.rows[old, j]
            following.keys[size] = key
            following.moves[size] = cython.cast(cython.int, t)
            parents[size, 0] = cython.cast(cython.int, w)
            parents[size, 1] = cython.cast(cython.int, t)
            size += 1
    return size
