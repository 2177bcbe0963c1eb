"""Contract of ``pool.pyx``: buffers of finished best-first searches."""

from freecell._search.best_first cimport BestFirst


cdef BestFirst *pool_take() noexcept  # NULL if the pool is empty
cdef void pool_give_back(BestFirst *search) noexcept
