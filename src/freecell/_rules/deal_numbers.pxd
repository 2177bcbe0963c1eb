"""What deal_numbers offers to other compiled rooms."""

from libc.stdint cimport uint8_t, uint64_t


# Write the indices of the first `size` cards of the deck, in the order that a deal number deals them.
cdef void deal(uint64_t number, int size, uint8_t *cards) noexcept nogil
