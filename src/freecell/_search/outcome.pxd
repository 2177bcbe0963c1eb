"""Header with code: why a search paused, in C and in Python."""


cdef enum Outcome:
    RUNNING  # the node allotment of the call is used up
    WON
    EXHAUSTED  # nothing is left to expand
    FULL  # the memory limit is reached, or an allocation failed


cdef inline str outcome_name(Outcome outcome):
    return ("running", "won", "exhausted", "full")[<int>outcome]
