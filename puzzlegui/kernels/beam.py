"""Beam search (Lowerre 1976) over the moves of a board, or of a part of it.

Each level holds the states a further move from the start; of their successors, those with the
least scores are the next level. A score is a cost, plus a share of the possible saving by the best
move of each *place* (moves of the same cells), plus noise.

Costs are a table for each tile and cell. The change of the cost by each move is kept with every
state, so that a move is proposed at the price of a look-up; only the most promising ones are made.
After a move, only the changes by moves that share cells with it are different (``Puzzle.link``).
Or costs are pattern databases (Culberson and Schaeffer 1998) of groups of tiles, summed, and looked
up after each move; then there is no saving.

States whose Zobrist keys (Zobrist 1970) are equal are the same. A table of the positions near the
goal ends a path early: a shortest one, if no state was left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import cython

from puzzlegui.kernels.capacity import MOST_NODES, check_capacity
from puzzlegui.kernels.primitives import cancelled, next_random, poll, select

MOVE = 1 << 12
"""More than any number of a move; distances in ``GoalTable.steps`` are counted in it."""

STATE = 12
SCORE = 36
OFFSET = 1 << 24
"""Bits below the state and the score of a packed successor, and an offset that makes scores
non-negative."""

WIDEST = 1 << (SCORE - STATE)
"""Most states that the bits in between can number."""

FAR = 1 << 20
"""Factor of the second distance of a tile in ``Costs.distance``."""

RANKS = 2048
"""Number of different scores of successors that are told apart, from about the best on."""


@dataclass
class Puzzle:
    """The moves of a board or of a part of it, and how they affect each other; call ``link`` next.

    Moves of the same cells that are numbered in a row are a place. The arrays may be longer.

    Attributes:
        cells: number of cells, n.
        moves: number of moves, m.
        places: number of places, p.
        begins: int32[m + 1], where the cells of each move begin.
        sources: uint16[…], cells whose contents move.
        targets: uint16[…], the cells that they move to.
        inverse: int32[m], the inverse of each move, -1 if it is not a move.
        ranges: int32[l, p + 1], where the moves of each place begin that lead one level ahead; in
            further rows those that lead further ahead, which do not count as savings.
        zobrist: int64[n, n], a random number for each value in each cell.
        affected_begins: int32[m + 1], where the places begin that each move affects.
        affected: int32[…], those places.
        row_begins: int32[m + 1], where the rows of each move begin: a row for each move of the
            places it affects, and then for each other move that shares cells with it.
        row_moves: int32[…], the move of each row.
        use_begins: int32[…], where the cells begin that the two moves share.
        use_cells: uint16[…], the numbers of such cells among the targets of the one move.
        use_targets: uint16[…], the cells that the other move moves their contents to.
        scratch: int32[5, …], as long as the longest of the above.
        origins: int32[m], the move of the board that each move is, if they are those of a part.
        pairs: there are two moves in each place, and none that leads further ahead.
    """

    cells: cython.Py_ssize_t
    moves: cython.Py_ssize_t
    places: cython.Py_ssize_t
    begins: cython.int[::1]
    sources: cython.ushort[::1]
    targets: cython.ushort[::1]
    inverse: cython.int[::1]
    ranges: cython.int[:, ::1]
    zobrist: cython.const[cython.longlong][:, ::1]
    affected_begins: cython.int[::1]
    affected: cython.int[::1]
    row_begins: cython.int[::1]
    row_moves: cython.int[::1]
    use_begins: cython.int[::1]
    use_cells: cython.ushort[::1]
    use_targets: cython.ushort[::1]
    scratch: cython.int[:, ::1]
    origins: cython.int[::1]
    pairs: cython.bint

    def link(self) -> None:
        """List how moves affect each other."""
        with cython.nogil:
            self.list_rows()

    def restrict(
        self,
        whole: Puzzle,
        cells: cython.const[cython.ushort][::1],
        size: cython.Py_ssize_t,
    ) -> cython.void:
        """Take over the moves of a board that stay within some cells, numbered in their order.

        Args:
            whole: the moves of the board.
            cells: uint16[≥ size], cells of the board.
            size: number of cells.
        """
        number = self.scratch[0]
        part = self.scratch[1]  # the number of each move of the board, -1 if it is left out
        uses: cython.Py_ssize_t = 0
        moves: cython.Py_ssize_t = 0
        for i in range(whole.cells):
            number[i] = -1
        for i in range(size):
            number[cells[i]] = cython.cast(cython.int, i)
        for lead in range(whole.ranges.shape[0]):
            self.places = 0
            for p in range(whole.places):
                inside: cython.bint = True
                begin = whole.ranges[lead, p]
                for i in range(whole.begins[begin], whole.begins[begin + 1]):
                    if number[whole.sources[i]] < 0:
                        inside = False
                if inside:
                    self.ranges[lead, self.places] = cython.cast(cython.int, moves)
                    self.places += 1
                for t in range(begin, whole.ranges[lead, p + 1]):
                    part[t] = -1
                    if not inside:
                        continue
                    part[t] = cython.cast(cython.int, moves)
                    self.origins[moves] = cython.cast(cython.int, t)
                    self.begins[moves] = cython.cast(cython.int, uses)
                    for i in range(whole.begins[t], whole.begins[t + 1]):
                        self.sources[uses] = cython.cast(cython.ushort, number[whole.sources[i]])
                        self.targets[uses] = cython.cast(cython.ushort, number[whole.targets[i]])
                        uses += 1
                    moves += 1
            self.ranges[lead, self.places] = cython.cast(cython.int, moves)
        self.begins[moves] = cython.cast(cython.int, uses)
        for t in range(moves):
            back = whole.inverse[self.origins[t]]
            self.inverse[t] = -1 if back < 0 else part[back]
        self.cells = size
        self.moves = moves
        self.list_rows()

    def list_rows(self) -> cython.void:
        """List how moves affect each other; see ``link``."""
        begins: cython.int[::1] = self.begins
        sources: cython.ushort[::1] = self.sources
        number: cython.int[::1] = self.scratch[0]  # of each target of a move, from 1 on
        shares: cython.int[::1] = self.scratch[1]  # the last move that each move shares cells with
        first: cython.int[::1] = self.scratch[2]  # a use of each cell, -1 if there is none
        following: cython.int[::1] = self.scratch[3]  # another use of the same cell
        user: cython.int[::1] = self.scratch[4]  # the move of each use
        affected: cython.Py_ssize_t = 0
        rows: cython.Py_ssize_t = 0
        uses: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t = self.ranges[0, self.places]
        use: cython.Py_ssize_t
        shared: cython.bint
        for i in range(self.cells):
            number[i] = 0
            first[i] = -1
        for t in range(self.moves):
            shares[t] = -1
            for i in range(begins[t], begins[t + 1]):
                user[i] = cython.cast(cython.int, t)
                following[i] = first[sources[i]]
                first[sources[i]] = cython.cast(cython.int, i)
        for t in range(self.moves):
            self.affected_begins[t] = cython.cast(cython.int, affected)
            self.row_begins[t] = cython.cast(cython.int, rows)
            for i in range(begins[t], begins[t + 1]):
                number[self.targets[i]] = cython.cast(cython.int, i - begins[t] + 1)
                use = first[sources[i]]
                while use >= 0:
                    shares[user[use]] = cython.cast(cython.int, t)
                    use = following[use]
            for p in range(self.places):
                shared = False
                for u in range(self.ranges[0, p], self.ranges[0, p + 1]):
                    if shares[u] == t:
                        shared = True
                if not shared:
                    continue
                self.affected[affected] = cython.cast(cython.int, p)
                affected += 1
                for u in range(self.ranges[0, p], self.ranges[0, p + 1]):
                    uses = self.add_row(number, rows, uses, u)
                    rows += 1
            for u in range(last, self.moves):
                if shares[u] == t:
                    uses = self.add_row(number, rows, uses, u)
                    rows += 1
            for i in range(begins[t], begins[t + 1]):
                number[sources[i]] = 0
        self.affected_begins[self.moves] = cython.cast(cython.int, affected)
        self.row_begins[self.moves] = cython.cast(cython.int, rows)
        self.use_begins[rows] = cython.cast(cython.int, uses)

    def add_row(
        self,
        number: cython.int[::1],
        row: cython.Py_ssize_t,
        uses: cython.Py_ssize_t,
        move: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Add a row with the numbered cells that a move changes; return the number of uses."""
        self.row_moves[row] = cython.cast(cython.int, move)
        self.use_begins[row] = cython.cast(cython.int, uses)
        for i in range(self.begins[move], self.begins[move + 1]):
            if number[self.sources[i]]:
                self.use_cells[uses] = cython.cast(cython.ushort, number[self.sources[i]] - 1)
                self.use_targets[uses] = self.targets[i]
                uses += 1
        return uses


@dataclass
class Costs:
    """Costs of states: a sum over tiles, or over groups of tiles if there are any.

    A tile is identified by its goal cell.

    Attributes:
        cost: int16[n * n], the cost of each tile in each cell.
        distance: int32[n * n], two distances of it from its cell, the second times FAR.
        reach: the most by which a move changes the sum of either distance.
        tables: uint16[g, n ** k], the cost of the cells of the tiles of each group.
        begins: int32[n + 1], where the groups of each tile begin.
        groups: int32[…], the groups that each tile is in.
        strides: int32[…], what its cell counts in the number of an entry of each.
    """

    cost: cython.short[::1]
    distance: cython.int[::1]
    reach: cython.longlong
    tables: cython.const[cython.ushort][:, ::1]
    begins: cython.const[cython.int][::1]
    groups: cython.const[cython.int][::1]
    strides: cython.const[cython.int][::1]


# --- the table around the goal ---


@dataclass
class GoalTable:
    """The positions near a goal, by their keys, each with a move that leads nearer.

    Attributes:
        count: number of positions.
        depth: greatest number of moves to the goal.
        rows: uint16[r, n], the first positions; the others are only known by their keys.
        numbers: int64[r], their keys.
        keys: int64[2 ** k], probed linearly, 0 where empty.
        steps: int32[2 ** k], MOVE * distance + move.
        filter: uint8[2 ** l], 1 where there may be a position with such a key.
    """

    rows: cython.ushort[:, ::1]
    numbers: cython.longlong[::1]
    keys: cython.longlong[::1]
    steps: cython.int[::1]
    filter: cython.uchar[::1]
    count: cython.longlong = 0
    depth: cython.longlong = 0

    def fill(
        self,
        puzzle: Puzzle,
        goal: cython.const[cython.ushort][::1],
        most: cython.longlong,
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Fill the table by a breadth-first search backwards.

        Args:
            puzzle: the moves.
            goal: uint16[n], the values of the goal.
            most: number of positions, at most half of the slots.
            ctl: the shared array.

        Returns:
            1, or -1 if stopped.
        """
        result: cython.int
        with cython.nogil:
            result = self.build(puzzle, goal, most, ctl)
        return result

    def build(
        self,
        puzzle: Puzzle,
        goal: cython.const[cython.ushort][::1],
        most: cython.longlong,
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.int:
        """Fill the table; see ``fill``."""
        rows: cython.ushort[:, ::1] = self.rows
        begins: cython.int[::1] = puzzle.begins
        sources: cython.ushort[::1] = puzzle.sources
        targets: cython.ushort[::1] = puzzle.targets
        zobrist: cython.const[cython.longlong][:, ::1] = puzzle.zobrist
        cells: cython.Py_ssize_t = puzzle.cells
        count: cython.Py_ssize_t = 1
        row: cython.Py_ssize_t = 0
        key: cython.longlong = 0
        far: cython.longlong = 0
        cython.declare(t=cython.Py_ssize_t, i=cython.Py_ssize_t)
        value: cython.ushort
        cython.declare(k=cython.Py_ssize_t, begun=cython.longlong)
        for i in range(self.keys.shape[0]):
            self.keys[i] = 0
        for i in range(self.filter.shape[0]):
            self.filter[i] = 0
        for i in range(cells):
            rows[0, i] = goal[i]
            key ^= zobrist[goal[i], i]
        self.numbers[0] = key
        _add_key(self, key, 0)
        self.count = 1
        while row < count and self.count < most:
            if row & 0x3FF == 0 and poll(ctl, 0):
                return -1
            begun = self.numbers[row]
            far = self.steps[_find_slot(self.keys, begun)] // MOVE + 1
            for t in range(begins.shape[0] - 1):
                key = begun
                for i in range(begins[t], begins[t + 1]):
                    value = rows[row, targets[i]]
                    key ^= zobrist[value, targets[i]] ^ zobrist[value, sources[i]]
                if not _add_key(self, key, MOVE * far + t):
                    continue
                self.count += 1
                if count < rows.shape[0]:
                    for k in range(cells):
                        rows[count, k] = rows[row, k]
                    for i in range(begins[t], begins[t + 1]):
                        rows[count, sources[i]] = rows[row, targets[i]]
                    self.numbers[count] = key
                    count += 1
            row += 1
        self.depth = far
        return 1


@cython.inline
def _find_slot(keys: cython.longlong[::1], key: cython.longlong) -> cython.Py_ssize_t:
    """Return the slot of a key in a hash table, or the empty slot where it belongs."""
    mask: cython.Py_ssize_t = keys.shape[0] - 1
    place: cython.Py_ssize_t = (key ^ (key >> 29)) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


@cython.inline
def _add_key(table: GoalTable, key: cython.longlong, step: cython.longlong) -> cython.bint:
    """Add a key; return False if it is known."""
    place: cython.Py_ssize_t = _find_slot(table.keys, key)
    if table.keys[place] != 0:
        return False
    table.keys[place] = key
    table.steps[place] = cython.cast(cython.int, step)
    table.filter[(key >> 7) & (table.filter.shape[0] - 1)] = 1
    return True


# --- the best successors ---


@dataclass
class Selection:
    """The successors of a level with the least scores.

    Successors are counted by score, so that those beyond the best ``wanted`` are not even entered.

    Attributes:
        wanted: number of successors to be selected.
        noise: greatest random amount added to a score, a power of 2 minus 1.
        packed: int64[> wanted], scores packed with states and moves.
        ranks: int32[RANKS], the number of successors of each score.
        count: number of entries of ``packed``.
        within: number of entries up to the rank ``highest``.
        highest: the rank of the last successor wanted.
        least: the score of rank 0.
        most: the greatest score of the rank ``highest``.
        seed: the state of the random numbers.
        is_complete: no successor was left out.
    """

    wanted: cython.Py_ssize_t
    noise: cython.longlong
    packed: cython.longlong[::1]
    ranks: cython.int[::1]
    count: cython.Py_ssize_t = 0
    within: cython.Py_ssize_t = 0
    highest: cython.longlong = 0
    least: cython.longlong = 0
    most: cython.longlong = 0
    seed: cython.longlong = 1
    is_complete: cython.bint = True


def _clear(best: Selection, least: cython.longlong, seed: cython.longlong) -> cython.void:
    """Begin with no successors, for scores from about ``least`` on."""
    for i in range(RANKS):
        best.ranks[i] = 0
    best.count = 0
    best.within = 0
    best.highest = RANKS - 1
    best.least = least - RANKS // 4
    best.most = cython.cast(cython.longlong, 1) << 62
    best.seed = seed


@cython.inline
def _offer(
    best: Selection, score: cython.longlong, state: cython.Py_ssize_t, move: cython.Py_ssize_t
) -> cython.void:
    """Enter a successor with a score of at most ``most``, unless enough better ones are known."""
    rank: cython.longlong
    best.seed = next_random(best.seed)
    score += (best.seed >> 20) & best.noise
    rank = max(0, min(RANKS - 1, score - best.least))
    if rank > best.highest:
        best.is_complete = False
        return
    best.packed[best.count] = (score << SCORE) | (state << STATE) | move
    best.count += 1
    best.ranks[rank] += 1
    best.within += 1
    while best.within - best.ranks[best.highest] >= best.wanted:
        best.within -= best.ranks[best.highest]
        best.highest -= 1
        best.most = best.least + best.highest
    if best.count == best.packed.shape[0]:
        _drop_surplus(best)


def _drop_surplus(best: Selection) -> cython.void:
    """Keep the successors wanted."""
    kept: cython.Py_ssize_t = 0
    beyond: cython.longlong = cython.cast(cython.longlong, 1) << 62
    if best.most < beyond >> SCORE:
        beyond = (best.most + 1) << SCORE
    for i in range(best.count):
        best.packed[kept] = best.packed[i]
        if best.packed[i] < beyond:
            kept += 1
    if kept > best.wanted:
        select(best.packed, kept, best.wanted)
        kept = best.wanted
    if kept < best.count:
        best.is_complete = False
    best.count = kept


def _order_roughly(best: Selection) -> cython.void:
    """Bring better successors forward, since sorting all would take long."""
    count: cython.Py_ssize_t = best.count
    while count > 16:
        part = count * 3 // 4
        select(best.packed, count, part)
        count = part


# --- the beam ---


@dataclass
class States:
    """The states of recent levels, ``w`` each, on ``s`` sides of the memory.

    The levels alternate between the sides: the current and the next level and, if moves lead
    several levels ahead, previous ones.

    Attributes:
        sizes: int64[s], the number of states on each side.
        tiles: uint16[s * w * n], for each state and cell the tile, which is the cell it belongs to.
        changes: int16[s * w * m], the change of the cost by each move; empty with groups of tiles.
        cost: int64[s * w].
        saving: int64[s * w], the sum over the places of the most that a move saves; negative.
        distance: int64[s * w], see ``Costs``; with groups of tiles the same as the cost.
        key: int64[s * w], the Zobrist key.
        node: int32[s * w], the node of the search tree, -1 for the start.
        last: int32[s * w], the last move, -1 for none.
    """

    sizes: cython.longlong[::1]
    tiles: cython.ushort[::1]
    changes: cython.short[::1]
    cost: cython.longlong[::1]
    saving: cython.longlong[::1]
    distance: cython.longlong[::1]
    key: cython.longlong[::1]
    node: cython.int[::1]
    last: cython.int[::1]


@dataclass
class Successors:
    """The successors of a level that are made before the best of them are kept, ``k`` at most.

    Attributes:
        item: int64[k], the state and the move packed.
        saving: int64[k], see ``States``.
        distance: int64[k], likewise.
        key: int64[k], likewise.
        rows: the most rows of a move, r.
        changes: int16[k * r], the new change of the cost by the move of each row.
        arrived: int64[c], the tile that comes to each cell of a move of c cells, times n.
        replaced: int64[c], the tile that was there, times n.
        dearer: int64[c], what the one costs more there than the other.
    """

    item: cython.longlong[::1]
    saving: cython.longlong[::1]
    distance: cython.longlong[::1]
    key: cython.longlong[::1]
    rows: cython.Py_ssize_t
    changes: cython.short[::1]
    arrived: cython.longlong[::1]
    replaced: cython.longlong[::1]
    dearer: cython.longlong[::1]


@dataclass
class Groups:
    """The groups of tiles in the state that is being expanded.

    Attributes:
        entry: int64[g], the entry of each group in its table.
        price: int64[g], its cost.
        after: int64[g], its entry after a move.
        last: int64[g], the last move that changed it.
        touched: int64[g], the groups that a move changes.
    """

    entry: cython.longlong[::1]
    price: cython.longlong[::1]
    after: cython.longlong[::1]
    last: cython.longlong[::1]
    touched: cython.longlong[::1]


@dataclass
class Beam:
    """A beam search and its memory.

    Attributes:
        width: number of states kept at each level, w.
        lookahead: weight of possible savings, in 32nds. If it is 0, the best successors are kept
            as they are proposed; otherwise all that are wanted are made, and the best kept.
        forgets: states of earlier levels may be met again.
        leads: int64[l], the number of levels that moves lead ahead, 1 first; see ``Puzzle.ranges``.
        allowed: int32[p], the places whose moves are tried, the first ``choices``.
        windows: int32[…], the places that are tried at the same time, one window after another.
        window_begins: int32[v + 1], where they begin; [0] if all places are tried.
        dwell: number of levels after which the window may change.
        seen: int64[2 ** k], a hash table of the keys of states.
        parents: int32[…], for each node of the search tree its parent, -1 for none.
        moved: int32[…], the move that leads to the node.
        path: int32[…], the path found, its first ``length`` moves.
        kinds: uint16[n], the value of each tile, by which states are equal.
        held: uint16[2, n], scratch.
        side: the side of the current level.
        count: number of states that can be expanded.
        used: number of nodes.
        top: the best state, -1 if the level is empty.
        depth: number of levels.
        least: the least cost of a state so far.
        when: the level of that state.
        most: the most levels of a path to the goal.
    """

    puzzle: Puzzle
    costs: Costs
    table: GoalTable
    states: States
    best: Selection
    made: Successors
    groups: Groups
    width: cython.Py_ssize_t
    lookahead: cython.longlong
    forgets: cython.bint
    leads: cython.longlong[::1]
    allowed: cython.int[::1]
    choices: cython.Py_ssize_t
    windows: cython.int[::1]
    window_begins: cython.int[::1]
    dwell: cython.Py_ssize_t
    seen: cython.longlong[::1]
    parents: cython.int[::1]
    moved: cython.int[::1]
    path: cython.int[::1]
    kinds: cython.ushort[::1]
    held: cython.ushort[:, ::1]
    side: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    used: cython.Py_ssize_t = 0
    top: cython.Py_ssize_t = 0
    depth: cython.Py_ssize_t = 0
    least: cython.longlong = 0
    when: cython.Py_ssize_t = 0
    most: cython.longlong = 0
    length: cython.Py_ssize_t = 0

    def __post_init__(self) -> None:
        """Check the sizes.

        Raises:
            ValueError: the memory holds more than WIDEST states, or too many nodes.
        """
        check_capacity("states", self.states.node.shape[0], WIDEST)
        check_capacity("nodes", self.parents.shape[0], MOST_NODES)

    def result(self) -> tuple[int, int, int, int, bool]:
        """Return the side of the current level, its best state, the depth, and the path's length.

        Last, whether no state was left out.
        """
        return self.side, self.top, self.depth, self.length, self.best.is_complete

    def begin(
        self,
        start: cython.const[cython.ushort][::1],
        kinds: cython.const[cython.ushort][::1],
    ) -> None:
        """Start from a state.

        Args:
            start: uint16[≥ n], for each cell the cell its tile belongs to.
            kinds: uint16[n], the value of each cell in the goal.
        """
        with cython.nogil:
            for i in range(self.puzzle.cells):
                self.kinds[i] = kinds[i]
            self.restart(start)

    def advance(
        self,
        goal: cython.longlong,
        most: cython.longlong,
        patience: cython.Py_ssize_t,
        budget: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> int:
        """Search level by level; the path is in ``path`` afterwards.

        Args:
            goal: sum of the distances at which the search ends.
            most: the most levels of a path to the goal.
            patience: levels without a better state after which the search ends.
            budget: number of states after which no further level is searched.
            rng: int64[1], the state of the random numbers, not 0.
            ctl: the shared array.

        Returns:
            1 if such a state was found, 0 if not, -1 if stopped.
        """
        result: cython.int
        with cython.nogil:
            result = self.run(goal, most, patience, budget, rng, ctl)
        return result

    def restart(self, start: cython.const[cython.ushort][::1]) -> cython.void:
        """Start from a state; ``kinds`` are set already."""
        cells: cython.Py_ssize_t = self.puzzle.cells
        grouped: cython.bint = self.costs.tables.shape[0] > 0
        change: cython.longlong
        for i in range(self.states.sizes.shape[0]):
            self.states.sizes[i] = 0
        if not self.forgets:
            for i in range(self.seen.shape[0]):
                self.seen[i] = 0
        self.states.cost[0] = 0
        self.states.saving[0] = 0
        self.states.distance[0] = 0
        self.states.key[0] = 0
        for i in range(cells):
            tile = cython.cast(cython.Py_ssize_t, start[i])
            self.states.tiles[i] = start[i]
            self.states.key[0] ^= self.puzzle.zobrist[self.kinds[tile], i]
            if not grouped:
                self.states.cost[0] += self.costs.cost[tile * cells + i]
                self.states.distance[0] += self.costs.distance[tile * cells + i]
        if grouped:
            self.states.cost[0] = _find_entries(self, self.costs, self.groups, 0)
            self.states.distance[0] = self.states.cost[0]
        else:
            for t in range(self.puzzle.moves):
                change = 0
                for i in range(self.puzzle.begins[t], self.puzzle.begins[t + 1]):
                    source = cython.cast(cython.Py_ssize_t, self.puzzle.sources[i])
                    target = cython.cast(cython.Py_ssize_t, self.puzzle.targets[i])
                    tile = cython.cast(cython.Py_ssize_t, self.states.tiles[source])
                    change += self.costs.cost[tile * cells + target]
                    change -= self.costs.cost[tile * cells + source]
                self.states.changes[t] = cython.cast(cython.short, change)
            for p in range(self.puzzle.places):
                self.states.saving[0] += _least_change(self, 0, p)
        self.states.node[0] = -1
        self.states.last[0] = -1
        self.states.sizes[0] = 1
        self.side = 0
        self.count = 1
        self.used = 0
        self.top = 0
        self.depth = 0
        self.least = self.states.cost[0]
        self.when = 0
        self.length = 0
        self.best.is_complete = True
        if not self.forgets:
            self.seen[_find_slot(self.seen, self.states.key[0])] = self.states.key[0]

    def run(
        self,
        goal: cython.longlong,
        most: cython.longlong,
        patience: cython.Py_ssize_t,
        budget: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.int:
        """Search level by level; see ``advance``."""
        end: cython.longlong = ctl[1] + budget
        self.length = 0
        if self.depth == 0 and self.table.count and _write_path(self, -1, self.states.key[0], 0):
            return 1
        while True:
            if self.remaining_distance() <= goal:
                self.length = _write_nodes(self, self.states.node[self.top])
                return 1
            if self.count == 0 or self.depth >= most or self.depth - self.when > patience:
                return 0
            if ctl[1] > end or self.is_full():
                return 0
            ctl[2] = self.depth
            if poll(ctl, self.states.sizes[self.side]):
                return -1
            if self.window_begins.shape[0] > 1 and self.depth % self.dwell == 0:
                _move_focus(self)
            self.step(most - self.depth - 1, rng, ctl)
            if cancelled(ctl):
                return -1  # the level may not be complete
            if self.length:
                return 1

    def step(
        self,
        left: cython.longlong,
        rng: cython.longlong[::1],
        ctl: cython.volatile[cython.longlong][::1],
    ) -> cython.bint:
        """Search a level, with ``left`` levels to follow; return whether a state is solved."""
        grouped: cython.bint = self.costs.tables.shape[0] > 0
        self.most = self.depth + 1 + left
        if grouped:
            _propose_by_groups(self, self.puzzle, self.costs, self.groups, rng, ctl)
            if self.length:
                return True
        else:
            _propose(self, rng)
        _drop_surplus(self.best)
        if self.lookahead == 0:
            _order_roughly(self.best)
        if self.forgets:
            for i in range(self.seen.shape[0]):
                self.seen[i] = 0
        self.side = (self.side + 1) % self.states.sizes.shape[0]
        self.states.sizes[self.side] = 0
        self.top = -1
        if grouped:
            _keep_proposed(self, self.puzzle, self.states)
        else:
            _make_successors(self, self.puzzle, self.states, self.made, rng, ctl)
        self.depth += 1
        self.count = 0
        for i in range(self.states.sizes.shape[0] - 1):
            self.count += self.states.sizes[
                (self.side - i + self.states.sizes.shape[0]) % self.states.sizes.shape[0]
            ]
        return self.length > 0 or self.remaining_distance() == 0

    def remaining_distance(self) -> cython.longlong:
        """Return the sum of the distances in the best state."""
        if self.top < 0:
            return cython.cast(cython.longlong, 1) << 40
        return self.states.distance[self.top] % FAR + self.states.distance[self.top] // FAR

    def is_full(self) -> cython.bint:
        """Return True if the memory is too small for another level."""
        return self.used + self.width > self.parents.shape[0]


# --- proposing moves ---


@cython.inline
def _least_change(beam: Beam, state: cython.Py_ssize_t, p: cython.Py_ssize_t) -> cython.longlong:
    """Return the most that a move of a place saves, negative or 0."""
    first: cython.Py_ssize_t = state * beam.puzzle.moves
    least: cython.longlong = 0
    for t in range(beam.puzzle.ranges[0, p], beam.puzzle.ranges[0, p + 1]):
        least = min(least, beam.states.changes[first + t])
    return least


def _propose(beam: Beam, rng: cython.longlong[::1]) -> cython.void:
    """Select the most promising moves of all states, by scores known before making them."""
    sides: cython.Py_ssize_t = beam.states.sizes.shape[0]
    least: cython.longlong = cython.cast(cython.longlong, 1) << 61
    score: cython.longlong
    for side in range(sides):
        for w in range(side * beam.width, side * beam.width + beam.states.sizes[side]):
            score = beam.states.cost[w] + ((beam.lookahead * beam.states.saving[w]) >> 5)
            least = min(least, score + OFFSET)
    _clear(beam.best, least, rng[0])
    for lead in range(beam.leads.shape[0]):
        side = (beam.side - (beam.leads[lead] - 1) + sides) % sides
        for w in range(side * beam.width, side * beam.width + beam.states.sizes[side]):
            if beam.puzzle.pairs:
                _propose_from(beam, beam.puzzle, beam.states, beam.best, w, 0, True)
            else:
                _propose_from(beam, beam.puzzle, beam.states, beam.best, w, lead, False)
    rng[0] = beam.best.seed


@cython.inline
def _propose_from(
    beam: Beam,
    puzzle: Puzzle,
    states: States,
    best: Selection,
    state: cython.Py_ssize_t,
    lead: cython.Py_ssize_t,
    pairs: cython.bint,
) -> cython.void:
    """Propose the moves of a state; inlined twice, once for places with two moves each."""
    saving: cython.longlong = states.saving[state]
    score: cython.longlong = states.cost[state] + OFFSET
    bound: cython.longlong = score + ((beam.lookahead * saving) >> 5)
    first: cython.Py_ssize_t = state * puzzle.moves
    back: cython.Py_ssize_t = -1
    change: cython.longlong
    rest: cython.longlong
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    if states.last[state] >= 0:
        back = puzzle.inverse[states.last[state]]
    for a in range(beam.choices):
        p = beam.allowed[a]
        begin = 2 * p if pairs else puzzle.ranges[lead, p]
        end = begin + 2 if pairs else puzzle.ranges[lead, p + 1]
        change = cython.cast(cython.longlong, 1) << 40
        for t in range(begin, end):
            change = min(change, states.changes[first + t])
        if bound + change > best.most:
            continue  # all are too expensive
        if lead:
            change = _least_change(beam, state, p)
        rest = score + ((beam.lookahead * (saving - min(0, change))) >> 5)
        for t in range(begin, end):
            change = rest + states.changes[first + t]
            if change <= best.most and t != back:
                _offer(best, change, state, t)


def _move_focus(beam: Beam) -> cython.void:
    """Move the focus to the window with the greatest possible saving in the best state."""
    best: cython.longlong = 1
    chosen: cython.Py_ssize_t = -1
    saving: cython.longlong
    if beam.top < 0:
        return
    for window in range(beam.window_begins.shape[0] - 1):
        saving = 0
        for i in range(beam.window_begins[window], beam.window_begins[window + 1]):
            saving += _least_change(beam, beam.top, beam.windows[i])
        if saving < best:
            best = saving
            chosen = window
    beam.choices = 0
    for i in range(beam.window_begins[chosen], beam.window_begins[chosen + 1]):
        beam.allowed[beam.choices] = beam.windows[i]
        beam.choices += 1


def _find_entries(
    beam: Beam, costs: Costs, groups: Groups, state: cython.Py_ssize_t
) -> cython.longlong:
    """Find the entries of the groups of tiles in a state, and their costs; return the sum."""
    total: cython.longlong = 0
    for g in range(costs.tables.shape[0]):
        groups.entry[g] = 0
        groups.last[g] = -1
    for i in range(beam.puzzle.cells):
        tile = beam.states.tiles[state * beam.puzzle.cells + i]
        for u in range(costs.begins[tile], costs.begins[tile + 1]):
            groups.entry[costs.groups[u]] += i * costs.strides[u]
    for g in range(costs.tables.shape[0]):
        groups.price[g] = costs.tables[g, groups.entry[g]]
        total += groups.price[g]
    return total


def _propose_by_groups(
    beam: Beam,
    puzzle: Puzzle,
    costs: Costs,
    groups: Groups,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    """Select the moves of all states that lead to the least costs of groups of tiles.

    A state in the table around the goal ends the search with the shortest path.
    """
    tables: cython.const[cython.ushort][:, ::1] = costs.tables
    users: cython.const[cython.int][::1] = costs.begins
    members: cython.const[cython.int][::1] = costs.groups
    strides: cython.const[cython.int][::1] = costs.strides
    sources: cython.ushort[::1] = puzzle.sources
    targets: cython.ushort[::1] = puzzle.targets
    zobrist: cython.const[cython.longlong][:, ::1] = puzzle.zobrist
    tiles: cython.ushort[::1] = beam.states.tiles
    kinds: cython.ushort[::1] = beam.kinds
    after: cython.longlong[::1] = groups.after
    entry: cython.longlong[::1] = groups.entry
    last: cython.longlong[::1] = groups.last
    filter_: cython.uchar[::1] = beam.table.filter
    mask: cython.longlong = filter_.shape[0] - 1
    least: cython.longlong = cython.cast(cython.longlong, 1) << 61
    first: cython.Py_ssize_t
    touched: cython.Py_ssize_t
    side: cython.Py_ssize_t = beam.side * beam.width
    key: cython.longlong
    cost: cython.longlong
    for w in range(side, side + beam.count):
        least = min(least, beam.states.cost[w] + OFFSET)
    _clear(beam.best, least, rng[0])
    for w in range(side, side + beam.count):
        if cancelled(ctl):
            break
        _find_entries(beam, costs, groups, w)
        first = w * puzzle.cells
        back = -1 if beam.states.last[w] < 0 else puzzle.inverse[beam.states.last[w]]
        for a in range(beam.choices):
            for t in range(
                puzzle.ranges[0, beam.allowed[a]], puzzle.ranges[0, beam.allowed[a] + 1]
            ):
                if t == back:
                    continue
                key = beam.states.key[w]
                cost = beam.states.cost[w] + OFFSET
                touched = 0
                for i in range(puzzle.begins[t], puzzle.begins[t + 1]):
                    source = cython.cast(cython.Py_ssize_t, sources[i])
                    target = cython.cast(cython.Py_ssize_t, targets[i])
                    tile = tiles[first + source]
                    key ^= zobrist[kinds[tile], source] ^ zobrist[kinds[tile], target]
                    step = target - source
                    for u in range(users[tile], users[tile + 1]):
                        g = members[u]
                        if last[g] != t:
                            last[g] = t
                            groups.touched[touched] = g
                            after[g] = entry[g]
                            touched += 1
                        after[g] += step * strides[u]
                if filter_[(key >> 7) & mask] and _end_in_table(beam, w, key, t):
                    continue
                if beam.length:
                    continue
                for i in range(touched):
                    g = groups.touched[i]
                    cost += tables[g, after[g]] - groups.price[g]
                if cost <= beam.best.most:
                    _offer(beam.best, cost, w, t)
                else:
                    beam.best.is_complete = False
    rng[0] = beam.best.seed


# --- making moves ---


def _make_successors(
    beam: Beam,
    puzzle: Puzzle,
    states: States,
    made: Successors,
    rng: cython.longlong[::1],
    ctl: cython.volatile[cython.longlong][::1],
) -> cython.void:
    """Make the proposed moves and keep the best; drop states met, or with too many moves to go."""
    cells: cython.Py_ssize_t = puzzle.cells
    lookahead: cython.longlong = beam.lookahead
    sources: cython.ushort[::1] = puzzle.sources
    targets: cython.ushort[::1] = puzzle.targets
    zobrist: cython.const[cython.longlong][:, ::1] = puzzle.zobrist
    use_begins: cython.int[::1] = puzzle.use_begins
    use_cells: cython.ushort[::1] = puzzle.use_cells
    use_targets: cython.ushort[::1] = puzzle.use_targets
    cost: cython.short[::1] = beam.costs.cost
    distances: cython.int[::1] = beam.costs.distance
    reach: cython.longlong = beam.costs.reach * (beam.most - beam.depth - 1)
    tiles: cython.ushort[::1] = states.tiles
    changes: cython.short[::1] = states.changes
    kinds: cython.ushort[::1] = beam.kinds
    packed: cython.longlong[::1] = beam.best.packed
    updated: cython.short[::1] = made.changes
    arrived: cython.longlong[::1] = made.arrived
    replaced: cython.longlong[::1] = made.replaced
    dearer: cython.longlong[::1] = made.dearer
    filter_: cython.uchar[::1] = beam.table.filter
    mask: cython.longlong = filter_.shape[0] - 1
    seed: cython.longlong = rng[0]
    total: cython.Py_ssize_t = 0
    best: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    change: cython.longlong
    was: cython.longlong
    now: cython.longlong
    key: cython.longlong
    distance: cython.longlong
    saving: cython.longlong
    score: cython.longlong
    for i in range(beam.best.count):
        if i & 0xFFF == 0xFFF and cancelled(ctl):
            break
        if lookahead == 0 and total == beam.width:
            beam.best.is_complete = False
            break
        w = (packed[i] >> STATE) & (WIDEST - 1)
        t = packed[i] & ((1 << STATE) - 1)
        key = states.key[w]
        distance = states.distance[w]
        first = puzzle.begins[t]
        for k in range(puzzle.begins[t + 1] - first):
            target = cython.cast(cython.Py_ssize_t, targets[first + k])
            new = cython.cast(cython.Py_ssize_t, tiles[w * cells + sources[first + k]])
            old = cython.cast(cython.Py_ssize_t, tiles[w * cells + target])
            key ^= zobrist[kinds[new], target] ^ zobrist[kinds[old], target]
            new *= cells
            old *= cells
            arrived[k] = new
            replaced[k] = old
            distance += distances[new + target] - distances[old + target]
            dearer[k] = cost[new + target] - cost[old + target]
        if filter_[(key >> 7) & mask] and _end_in_table(beam, w, key, t):
            continue
        slot = _find_slot(beam.seen, key)
        if beam.seen[slot] != 0 or max(distance % FAR, distance // FAR) > reach:
            continue
        beam.seen[slot] = key
        # The changes by moves that share cells with it, and what they save now.
        first = w * puzzle.moves
        saving = states.saving[w]
        at = total * made.rows if lookahead else 0
        row = puzzle.row_begins[t]
        for a in range(puzzle.affected_begins[t], puzzle.affected_begins[t + 1]):
            was = 0
            now = 0
            for u in range(
                puzzle.ranges[0, puzzle.affected[a]], puzzle.ranges[0, puzzle.affected[a] + 1]
            ):
                change = changes[first + u]
                was = min(was, change)
                for e in range(use_begins[row], use_begins[row + 1]):
                    k = use_cells[e]
                    change += cost[arrived[k] + use_targets[e]] - cost[replaced[k] + use_targets[e]]
                    change -= dearer[k]
                now = min(now, change)
                updated[at] = cython.cast(cython.short, change)
                at += 1
                row += 1
            saving += now - was
        while row < puzzle.row_begins[t + 1]:
            change = changes[first + puzzle.row_moves[row]]
            for e in range(use_begins[row], use_begins[row + 1]):
                k = use_cells[e]
                change += cost[arrived[k] + use_targets[e]] - cost[replaced[k] + use_targets[e]]
                change -= dearer[k]
            updated[at] = cython.cast(cython.short, change)
            at += 1
            row += 1
        score = states.cost[w] + changes[first + t]
        if lookahead:
            made.item[total] = packed[i]
            made.saving[total] = saving
            made.distance[total] = distance
            made.key[total] = key
            seed = next_random(seed)
            score += OFFSET + ((lookahead * saving) >> 5) + ((seed >> 20) & beam.best.noise)
            packed[total] = ((score if distance else 0) << SCORE) | total
        else:
            _keep(beam, puzzle, states, w, t, 0, score, saving, distance, key)
        total += 1
    rng[0] = seed
    if lookahead == 0:
        return
    if total > beam.width:
        select(packed, total, beam.width)
        beam.best.is_complete = False
        total = beam.width
    for i in range(total):
        if packed[i] < packed[best]:
            best = i
        k = packed[i] & ((cython.cast(cython.longlong, 1) << SCORE) - 1)
        w = (made.item[k] >> STATE) & (WIDEST - 1)
        t = made.item[k] & ((1 << STATE) - 1)
        score = states.cost[w] + changes[w * puzzle.moves + t]
        _keep(
            beam, puzzle, states, w, t, k, score, made.saving[k], made.distance[k], made.key[k]
        )  # fmt: skip
    if total:
        beam.top = beam.side * beam.width + best


def _keep_proposed(beam: Beam, puzzle: Puzzle, states: States) -> cython.void:
    """Keep the proposed moves that lead to new states, by their costs of groups of tiles."""
    key: cython.longlong
    cost: cython.longlong
    for m in range(beam.best.count):
        if states.sizes[beam.side] == beam.width:
            beam.best.is_complete = False
            return
        w = (beam.best.packed[m] >> STATE) & (WIDEST - 1)
        t = beam.best.packed[m] & ((1 << STATE) - 1)
        key = states.key[w]
        for i in range(puzzle.begins[t], puzzle.begins[t + 1]):
            kind = beam.kinds[states.tiles[w * puzzle.cells + puzzle.sources[i]]]
            key ^= puzzle.zobrist[kind, puzzle.sources[i]] ^ puzzle.zobrist[kind, puzzle.targets[i]]
        slot = _find_slot(beam.seen, key)
        if beam.seen[slot] == 0:
            beam.seen[slot] = key
            cost = (beam.best.packed[m] >> SCORE) - OFFSET
            _keep(beam, puzzle, states, w, t, 0, cost, 0, cost, key)


def _keep(
    beam: Beam,
    puzzle: Puzzle,
    states: States,
    state: cython.Py_ssize_t,
    move: cython.Py_ssize_t,
    number: cython.Py_ssize_t,
    cost: cython.longlong,
    saving: cython.longlong,
    distance: cython.longlong,
    key: cython.longlong,
) -> cython.void:
    """Add a successor to the next level, whose changes are the ``number``-th made."""
    cells: cython.Py_ssize_t = puzzle.cells
    moves: cython.Py_ssize_t = puzzle.moves
    to: cython.Py_ssize_t = beam.side * beam.width + states.sizes[beam.side]
    at: cython.Py_ssize_t = number * beam.made.rows
    for i in range(cells):
        states.tiles[to * cells + i] = states.tiles[state * cells + i]
    for i in range(puzzle.begins[move], puzzle.begins[move + 1]):
        states.tiles[to * cells + puzzle.targets[i]] = states.tiles[
            state * cells + puzzle.sources[i]
        ]
    if states.changes.shape[0]:
        for i in range(moves):
            states.changes[to * moves + i] = states.changes[state * moves + i]
        for i in range(puzzle.row_begins[move], puzzle.row_begins[move + 1]):
            states.changes[to * moves + puzzle.row_moves[i]] = beam.made.changes[at]
            at += 1
    states.cost[to] = cost
    states.saving[to] = saving
    states.distance[to] = distance
    states.key[to] = key
    states.node[to] = cython.cast(cython.int, beam.used)
    states.last[to] = cython.cast(cython.int, move)
    beam.parents[beam.used] = states.node[state]
    beam.moved[beam.used] = cython.cast(cython.int, move)
    beam.used += 1
    states.sizes[beam.side] += 1
    if beam.top < 0 or cost < states.cost[beam.top]:
        beam.top = to
    if cost < beam.least:
        beam.least = cost
        beam.when = beam.depth + 1


# --- paths ---


def _write_nodes(beam: Beam, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Write the moves to a node of the search tree; return their number."""
    length: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = node
    while at >= 0:
        length += 1
        at = beam.parents[at]
    at = length
    while at > 0:
        at -= 1
        beam.path[at] = beam.moved[node]
        node = beam.parents[node]
    return length


def _end_in_table(
    beam: Beam, state: cython.Py_ssize_t, key: cython.longlong, move: cython.Py_ssize_t
) -> cython.bint:
    """Write the path through a successor if it is in the table; return True if it is.

    Later ones are written only if they are shorter.
    """
    slot: cython.Py_ssize_t = _find_slot(beam.table.keys, key)
    length: cython.longlong = beam.depth + 1 + beam.table.steps[slot] // MOVE
    if beam.table.keys[slot] != key or length > beam.most:
        return False
    if not _write_path(beam, state, key, move):
        return False
    beam.most = length - 1
    return True


def _write_path(
    beam: Beam, state: cython.Py_ssize_t, key: cython.longlong, move: cython.Py_ssize_t
) -> cython.bint:
    """Write the path through a position in the table; return False if it does not end in the goal.

    Args:
        beam: the beam.
        state: the state before; -1 for the start.
        key: the key of the position in the table.
        move: the move to it; any for the start.
    """
    begins: cython.int[::1] = beam.puzzle.begins
    sources: cython.ushort[::1] = beam.puzzle.sources
    targets: cython.ushort[::1] = beam.puzzle.targets
    zobrist: cython.const[cython.longlong][:, ::1] = beam.puzzle.zobrist
    cells: cython.Py_ssize_t = beam.puzzle.cells
    here: cython.ushort[::1] = beam.held[0]
    held: cython.ushort[::1] = beam.held[1]
    row: cython.Py_ssize_t = max(state, 0)
    made: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t
    for i in range(cells):
        here[i] = beam.kinds[beam.states.tiles[row * cells + i]]
    if state >= 0:
        made = _write_nodes(beam, beam.states.node[row]) + 1
        beam.path[made - 1] = cython.cast(cython.int, move)
    length = made
    while True:
        if length:  # make the last move written
            move = beam.path[length - 1]
            for i in range(begins[move], begins[move + 1]):
                held[i - begins[move]] = here[sources[i]]
            for i in range(begins[move], begins[move + 1]):
                kind = held[i - begins[move]]
                here[targets[i]] = held[i - begins[move]]
                if length > made:
                    key ^= zobrist[kind, sources[i]] ^ zobrist[kind, targets[i]]
        slot = _find_slot(beam.table.keys, key)
        if beam.table.keys[slot] != key:
            return False
        if beam.table.steps[slot] < MOVE:
            break
        beam.path[length] = beam.table.steps[slot] % MOVE
        length += 1
    for i in range(cells):
        if here[i] != beam.table.rows[0, i]:
            return False
    beam.length = length
    return True
