cdef bint assign_rows(
    long long[:, ::1] cost, Py_ssize_t size, long long[:, ::1] work, volatile long long[::1] ctl
) noexcept nogil
