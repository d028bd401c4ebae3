cdef class Instance:
    cdef public Py_ssize_t rows, columns
    cdef readonly Py_ssize_t directions
    cdef short[::1] images, cost, row, column, counts
    cdef bint joint


cdef class BeamParameters:
    cdef readonly Py_ssize_t width, candidates
    cdef readonly long long lookahead, noise
    cdef readonly Py_ssize_t focus, dwell


cdef class States:
    cdef long long[::1] sizes
    cdef short[::1] tiles, changes
    cdef long long[::1] head


cdef class Successors:
    cdef long long[::1] packed, found
    cdef short[::1] updated
    cdef int[::1] ranks, seen
    cdef long long[::1] visited


cdef class Beam:
    cdef readonly Instance instance
    cdef readonly BeamParameters parameters
    cdef States states
    cdef Successors successors
    cdef int[::1] parents
    cdef short[::1] turns
    cdef readonly Py_ssize_t side, count, used, best, depth, top, left
    cdef void restart(self, short[::1] start) noexcept nogil
    cdef bint step(
        self, long long left, long long[::1] rng, volatile long long[::1] ctl
    ) noexcept nogil
    cdef long long remaining_distance(self) noexcept nogil
    cdef bint is_full(self) noexcept nogil


cdef class BlockSolver:
    cdef readonly Beam beam
    cdef Py_ssize_t columns
    cdef int[::1] distance_cost
    cdef short[::1] start
