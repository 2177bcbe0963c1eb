"""Header with code: why a run of a search paused, in C and in Python."""


cdef enum Outcome:
    RUNNING  # the nodes of this run are used up
    WON
    EXHAUSTED  # nothing is left to expand
    FULL  # the memory limit, or the machine, does not allow more


cdef inline str outcome_name(Outcome outcome):
    return ("running", "won", "exhausted", "full")[<int>outcome]
