cdef class CycleBeam:
    cdef readonly Py_ssize_t rows, columns, width
    cdef public long long reach, step, turn, noise, most
    cdef readonly Py_ssize_t side, count, used, node, length
    cdef short[::1] tiles, offsets
    cdef long long[::1] head
    cdef readonly bint transposed
    cdef int[:, ::1] costs
    cdef int[::1] cost
    cdef long long[::1] packed, table, pairs
    cdef long long high, wide, back, least_owed, limit
    cdef Py_ssize_t proposed
    cdef bint prepared
    cdef int[::1] homes, lifts, arms, drops, corners, owed, steps, turns
    cdef int[::1] parents, cycles, word
    cdef void set_transposed(self, bint transposed) noexcept nogil
    cdef void restart(self, short[::1] target) noexcept nogil
    cdef void add(self, short[::1] start) noexcept nogil
    cdef int run(self, long long[::1] rng, volatile long long[::1] ctl) noexcept nogil
    cdef Py_ssize_t write_moves(self, short[::1] out, Py_ssize_t at) noexcept nogil
