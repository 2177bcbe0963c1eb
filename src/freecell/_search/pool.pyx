# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Pool of finished searches' buffers, so that most searches allocate nothing. Guarded by the GIL."""

from freecell._search.best_first cimport BestFirst, best_first_free, best_first_has_grown


cdef enum:
    MOST_POOLED = 16


cdef BestFirst *pooled[MOST_POOLED]
cdef int pooled_count = 0


cdef BestFirst *pool_take() noexcept:
    global pooled_count
    if pooled_count == 0:
        return NULL
    pooled_count -= 1
    return pooled[pooled_count]


cdef void pool_give_back(BestFirst *search) noexcept:
    # Keep the buffers, or free them. Those that have grown are freed: what fits into a memory limit must not depend on
    # earlier searches.
    global pooled_count
    if pooled_count < MOST_POOLED and not best_first_has_grown(search):
        pooled[pooled_count] = search
        pooled_count += 1
    else:
        best_first_free(search)
