"""What is shared of the deal numbers."""

from libc.stdint cimport uint8_t, uint64_t


cdef void deal(uint64_t number, int size, uint8_t *cards) noexcept nogil
