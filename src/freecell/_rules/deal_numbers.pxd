"""Contract of ``deal_numbers.pyx`` for compiled rooms: deal the cards of a number."""

from libc.stdint cimport uint8_t, uint64_t


# Shuffle a deck of the first `size` cards, and write their indices in dealing order.
cdef void deal(uint64_t number, int size, uint8_t *cards) noexcept nogil
