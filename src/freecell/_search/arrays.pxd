"""Header with code: resize an array of C data."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport realloc


cdef inline bint grow_array(void **array, uint64_t items, size_t item_size) noexcept nogil:
    # Resize an array to hold `items` items. False if the allocation fails; the array is then unchanged.
    cdef void *larger
    if items > <uint64_t>(<size_t>-1) // item_size:
        return False
    larger = realloc(array[0], <size_t>items * item_size)
    if larger == NULL:
        return False
    array[0] = larger
    return True
