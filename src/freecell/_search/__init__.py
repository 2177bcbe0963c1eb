"""The searches: rooms on C data, and two schedulers that decide which search runs when.

================  =======================================================================================
``portfolio``     any win, or the proof that there is none: ``best_first`` and ``exhaustive`` in turns,
                  by the quotas of ``schedule``, on buffers from ``pool``
``shortest``      short and shortest wins: ``beam``, ``bfida`` and the portfolio in turns
``best_first``    best-first search
``exhaustive``    search of every position by the sweep-line method, level by level
``beam``          beam search, one level per move that counts
``dead_end``      breadth-first search of few positions, for a card that can come home
``bfida``         breadth-first iterative-deepening A*
================  =======================================================================================

Best-first search and beams share ``expansion``, ``evaluation`` with its ``weights``, and the lossy ``hash_set``. The
other two share ``packed`` positions in an ``exact_set``; ``bound`` is the lower bound of ``bfida``. All of them pause
with an ``outcome``, and recover the moves of a win with ``retrace``.
"""
