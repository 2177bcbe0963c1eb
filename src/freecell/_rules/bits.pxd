"""Header with code: find the lowest set bit of a 64-bit set."""

from libc.stdint cimport uint64_t


cdef extern from *:
    """
    #ifndef FREECELL_LOWEST_BIT
    #define FREECELL_LOWEST_BIT
    #if defined(__GNUC__)
    #define freecell_lowest_bit(bits) __builtin_ctzll(bits)
    #elif defined(_MSC_VER)
    #include <intrin.h>
    static __inline int freecell_lowest_bit(unsigned __int64 bits) {
        unsigned long index;
    #if defined(_WIN64)
        _BitScanForward64(&index, bits);
    #else
        if (!_BitScanForward(&index, (unsigned long)bits)) {
            _BitScanForward(&index, (unsigned long)(bits >> 32));
            index += 32;
        }
    #endif
        return (int)index;
    }
    #else
    static int freecell_lowest_bit(unsigned long long bits) {
        int index = 0;
        for (; !(bits & 1); bits >>= 1)
            index++;
        return index;
    }
    #endif
    #endif
    """
    # Index of the lowest set bit, from 0. Undefined for an empty set.
    int lowest_bit "freecell_lowest_bit"(uint64_t bits) noexcept nogil
