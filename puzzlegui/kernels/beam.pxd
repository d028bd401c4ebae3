cdef class Puzzle:
    cdef readonly Py_ssize_t cells
    cdef const int[::1] begins, inverse
    cdef const unsigned short[::1] sources, targets
    cdef const long long[:, ::1] zobrist


cdef class Costs:
    cdef const unsigned short[:, ::1] tables
    cdef const int[::1] begins, groups, strides


cdef class GoalTable:
    cdef readonly long long count, depth
    cdef unsigned short[:, ::1] rows
    cdef long long[::1] numbers, keys
    cdef int[::1] steps
    cdef unsigned char[::1] filter
    cdef int build(
        self, Puzzle puzzle, const unsigned short[::1] goal, long long most,
        volatile long long[::1] ctl
    ) noexcept nogil


cdef class Beam:
    cdef readonly Puzzle puzzle
    cdef readonly GoalTable table
    cdef Costs costs
    cdef readonly Py_ssize_t width, side, count, used, depth, when, length
    cdef public Py_ssize_t choices
    cdef public long long noise
    cdef readonly long long least
    cdef readonly bint is_exhaustive
    cdef unsigned short[::1] kinds
    cdef unsigned short[:, ::1] tiles
    cdef long long[:, ::1] head, scratch
    cdef long long[::1] packed, seen
    cdef int[::1] parents, moved, path
    cdef void restart(
        self, const unsigned short[::1] start, const unsigned short[::1] kinds
    ) noexcept nogil
    cdef int run(
        self, Py_ssize_t most, Py_ssize_t patience, long long budget, long long[::1] rng,
        volatile long long[::1] ctl
    ) noexcept nogil
