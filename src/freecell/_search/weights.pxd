"""Contract of ``weights.pyx``: the weights of a linear evaluation function, and the tuned tables of them.

Higher evaluations are farther from a win: a penalty is added, a bonus subtracted. A *king* is a card of the highest
rank. A *misfit* is a card that lies on one it does not fit.
"""


cdef enum:
    BEST_FIRSTS = 22  # weightings of the best-first searches
    BEAMS = 4  # weightings of the beams

    # Numbers of the beams' weightings, by what counts as a move.
    BEAM_PLAYER_ALL = 0  # moves of the player, with autoplay ALL
    BEAM_PLAYER = 1  # moves of the player, with another policy
    BEAM_RUNS = 2  # all moves, a run as one
    BEAM_CARDS = 3  # all moves, card by card


cdef struct Weights:
    int blocking  # Penalty per card lying on a card that is next for its foundation.
    int moves  # Penalty per eight moves made.
    int king_run  # Bonus per card of a run built on a king at the bottom of a column.
    int first_cell  # Penalty for the first filled cell.
    int second_cell  # Penalty for the second filled cell.
    int third_cell  # Penalty for the third filled cell.
    int further_cell  # Penalty per filled cell from the fourth on.
    int first_column  # Bonus for the first empty column.
    int second_column  # Bonus for the second empty column.
    int further_column  # Bonus per empty column from the third on.
    int card  # Penalty per card that is not on its foundation.
    int cell_rank  # Penalty per eight ranks of a card in a cell.
    int bottom_rank  # Penalty per eight ranks that the bottom card of a column is below a king.
    int run_rank  # Penalty per eight ranks that a card lying on one it fits is below a king.
    int misfit  # Penalty per misfit.
    int misfit_rank  # Penalty per eight ranks of a misfit.
    int misfit_under  # Penalty per eight ranks that the card under a misfit is below a king.
    int misfit_higher  # Penalty per misfit that lies on a card of lower rank.
    int misfit_same_suit  # Further penalty per misfit that lies on a card of lower rank and of its own suit.
    int misfit_next  # Penalty per misfit that lies on a card of the next lower rank.
    int burying  # Penalty per card lying anywhere above a lower card of its suit. Zero for best-first searches.
    int rest  # Penalty per card under the run at the end of a column. Zero for best-first searches.


cdef Weights[BEST_FIRSTS] BEST_FIRST_WEIGHTS
cdef Weights[BEAMS] BEAM_WEIGHTS
