"""Header with code: bits of a 64-bit set."""

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
        unsigned long place;
    #if defined(_WIN64)
        _BitScanForward64(&place, bits);
    #else
        if (!_BitScanForward(&place, (unsigned long)bits)) {
            _BitScanForward(&place, (unsigned long)(bits >> 32));
            place += 32;
        }
    #endif
        return (int)place;
    }
    #else
    static int freecell_lowest_bit(unsigned long long bits) {
        int place = 0;
        for (; !(bits & 1); bits >>= 1)
            place++;
        return place;
    }
    #endif
    #endif
    """
    # The place of the lowest set bit, from 0; undefined for an empty set.
    int lowest_bit "freecell_lowest_bit"(uint64_t bits) noexcept nogil
