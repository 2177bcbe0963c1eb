# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The searches, on C positions and without the interpreter's lock.

One search is here: best first, complete, from any position of any game. It keeps every position it meets, so it
ends with a win, with every position exhausted, or at a limit.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memset

from freecell._core cimport State, move_of
from freecell._position cimport (
    ABSENT, CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME, HOME_PILE, KEY, MAX_MOVES,
    POLICY_ALL, POLICY_CAUTIOUS, POLICY_NONE, POLICY_RAYMOND, Game, Position, Step, fits, goes_home, is_won,
    legal_steps, make, next_automove, nth_card, open_card, pack, rank_of, suit_of, unpack,
)

from freecell.errors import FreeCellError
from freecell.rules import AutoPlay

__all__ = ["Search", "count_positions"]

cdef enum:
    NOTHING = 0xFFFFFFFF  # no node
    QUEUES = 2
    BUCKETS = 1024  # of a queue

cdef enum Outcome:
    RUNNING
    WON
    EXHAUSTED
    FULL

cdef tuple _OUTCOMES = ("running", "won", "exhausted", "full")


cdef struct Node:
    # A position met, and how: the card that was moved last (with what lies on it), and what it was put on.
    uint32_t parent
    uint32_t next[QUEUES]  # in its bucket of each queue
    uint64_t hash
    uint16_t made  # how many moves led to it
    uint8_t card
    uint8_t onto
    uint8_t key[KEY]
    uint8_t expanded


cdef struct Queue:
    # The nodes yet to be expanded by score, least first; of equal ones the last met comes first.
    uint32_t bucket[BUCKETS]
    int best  # no bucket before it holds a node


cdef struct Frontier:
    # All nodes met, a table to find them by position, and in what order to expand them: the queues take turns.
    Node *nodes
    uint32_t *table
    uint64_t room  # for nodes
    uint64_t slots  # of the table, a power of two
    uint64_t limit  # of memory, in bytes
    uint32_t count
    uint32_t expanded
    uint32_t won  # the node that is a win
    Queue queues[QUEUES]


cdef uint64_t memory_used(const Frontier *frontier) noexcept nogil:
    return frontier.room * sizeof(Node) + frontier.slots * sizeof(uint32_t) + sizeof(Frontier)


cdef bint set_up(Frontier *frontier, uint64_t limit) noexcept nogil:
    frontier.room = 1 << 10
    frontier.slots = 1 << 11
    frontier.limit = limit
    frontier.count = frontier.expanded = 0
    frontier.won = NOTHING
    cdef int turn
    for turn in range(QUEUES):
        memset(frontier.queues[turn].bucket, 0xFF, sizeof(frontier.queues[turn].bucket))
        frontier.queues[turn].best = BUCKETS
    frontier.nodes = <Node *>malloc(frontier.room * sizeof(Node))
    frontier.table = <uint32_t *>malloc(frontier.slots * sizeof(uint32_t))
    if frontier.nodes == NULL or frontier.table == NULL:
        return False
    memset(frontier.table, 0xFF, frontier.slots * sizeof(uint32_t))
    return True


cdef bint grow(Frontier *frontier) noexcept nogil:
    # Make room for more nodes; False when the limit or the machine does not allow it.
    cdef Frontier larger = frontier[0]
    cdef uint64_t slot, number
    larger.room = frontier.room * 2
    larger.slots = frontier.slots * 2
    # While it grows, the old and the new are there at once.
    if memory_used(frontier) + memory_used(&larger) > frontier.limit or larger.room >= NOTHING:
        return False
    larger.table = <uint32_t *>malloc(larger.slots * sizeof(uint32_t))
    if larger.table == NULL:
        return False
    larger.nodes = <Node *>realloc(frontier.nodes, larger.room * sizeof(Node))
    if larger.nodes == NULL:
        free(larger.table)
        return False
    memset(larger.table, 0xFF, larger.slots * sizeof(uint32_t))
    for number in range(larger.count):
        slot = larger.nodes[number].hash & (larger.slots - 1)
        while larger.table[slot] != NOTHING:
            slot = (slot + 1) & (larger.slots - 1)
        larger.table[slot] = <uint32_t>number
    free(frontier.table)
    frontier[0] = larger
    return True


cdef struct Weights:
    # What makes a position look far from won; see score_of.
    int cards  # for each card not home
    int buried  # for each card above a lower one of its suit
    int breaks  # for each card that does not fit on the one below it
    int wanted  # for each card above one that goes home next
    int cells  # for each card in a cell
    int columns  # against, for each empty column
    int moves  # for each eight moves made
    int based  # against, for each card of an ordered run that starts on the floor with a king


# Two that between them win most deals quickly: found by random variation of the design's on deals near 3,000,000.
cdef Weights[QUEUES] WEIGHTS = [Weights(6, 0, 6, 2, 11, 10, 27, 2), Weights(5, 4, 5, 3, 16, 12, 18, 5)]


cdef int score_of(const Game *game, const Position *position, int made, const Weights *weights) noexcept nogil:
    cdef int score = 128 + weights.moves * made // 8, column, card, place, height
    cdef bint based
    cdef uint8_t cards[52]
    cdef uint8_t lowest[4]
    for card in range(FIRST_CARD, END_CARD):
        if position.below[card] != HOME and position.below[card] != ABSENT:
            score += weights.cards
            if position.below[card] == CELL:
                score += weights.cells
    for column in range(game.columns):
        card = position.top[column]
        if card == FLOOR:
            score -= weights.columns
            continue
        height = 0
        while card != FLOOR:
            if goes_home(position, card):
                score += weights.wanted * height
            cards[height] = <uint8_t>card
            height += 1
            card = position.below[card]
        based = rank_of(cards[height - 1]) == game.ranks
        score -= weights.based * based
        memset(lowest, 64, sizeof(lowest))
        for place in range(height - 1, -1, -1):
            card = cards[place]
            if rank_of(card) > lowest[suit_of(card)]:
                score += weights.buried
            else:
                lowest[suit_of(card)] = <uint8_t>rank_of(card)
            if place + 1 < height:
                if not fits(game, card, cards[place + 1]):
                    score += weights.breaks
                    based = False
                score -= weights.based * based
    return score


cdef void meet(
    Frontier *frontier, const Game *game, const Position *position, uint32_t parent, uint8_t card, uint8_t onto
) noexcept nogil:
    # Keep a position to be expanded, unless it was met before; there must be room for it.
    cdef uint64_t slot = position.hash & (frontier.slots - 1)
    cdef Node *node = frontier.nodes + frontier.count
    cdef const Node *other
    cdef Queue *queue
    cdef int turn, score
    node.hash = position.hash
    pack(position, node.key)
    while frontier.table[slot] != NOTHING:
        other = frontier.nodes + frontier.table[slot]
        if other.hash == node.hash and memcmp(other.key, node.key, KEY) == 0:
            return
        slot = (slot + 1) & (frontier.slots - 1)
    node.parent = parent
    node.card = card
    node.onto = onto
    node.made = 0 if parent == NOTHING else frontier.nodes[parent].made + 1
    node.expanded = False
    for turn in range(QUEUES):
        queue = &frontier.queues[turn]
        score = max(0, min(score_of(game, position, node.made, &WEIGHTS[turn]), BUCKETS - 1))
        node.next[turn] = queue.bucket[score]
        queue.bucket[score] = frontier.count
        queue.best = min(queue.best, score)
    frontier.table[slot] = frontier.count
    frontier.count += 1


cdef uint32_t most_promising(Frontier *frontier, Queue *queue, int turn) noexcept nogil:
    # The first node of a queue that is not expanded yet, left where it is; NOTHING when there is none.
    cdef uint32_t number
    while queue.best < BUCKETS:
        number = queue.bucket[queue.best]
        if number == NOTHING:
            queue.best += 1
        elif frontier.nodes[number].expanded:
            queue.bucket[queue.best] = frontier.nodes[number].next[turn]
        else:
            return number
    return NOTHING


cdef int safe_policy(const Game *game) noexcept nogil:
    # What may always go home without spoiling a win. Building in suit, nothing is ever put on a card that can go home.
    # Where cards come back from home, one may be wanted there that RAYMOND sends home; under CAUTIOUS no card that is
    # left on the table has a use for it, nor for any that would have to come back to use it.
    if game.lies_on[0] == 0b0110:
        return POLICY_CAUTIOUS if game.takeback else POLICY_RAYMOND
    return POLICY_ALL if game.lies_on[0] == 0b0001 else POLICY_NONE


cdef Outcome advance(Frontier *frontier, const Game *game, int policy, bint to_win, uint64_t most) noexcept nogil:
    # Expand up to most positions, the most promising first.
    cdef Step steps[MAX_MOVES]
    cdef Position position, after
    cdef Step automove
    cdef uint32_t number
    cdef int found, place, turn
    cdef uint8_t card, onto
    if memory_used(frontier) > frontier.limit:
        return FULL
    while most > 0:
        turn = frontier.expanded % QUEUES
        number = most_promising(frontier, &frontier.queues[turn], turn)
        if number == NOTHING:
            return EXHAUSTED
        unpack(frontier.nodes[number].key, frontier.nodes[number].hash, &position)
        found = legal_steps(game, &position, True, steps)
        while frontier.count + <uint32_t>found > frontier.room:
            if not grow(frontier):
                return FULL
        frontier.nodes[number].expanded = True
        frontier.expanded += 1
        most -= 1
        for place in range(found):
            card = <uint8_t>open_card(&position, steps[place].source)
            if steps[place].source < CELL_PILE:
                card = <uint8_t>nth_card(&position, steps[place].source, steps[place].count)
                if steps[place].target < CELL_PILE and position.below[card] == position.top[steps[place].target]:
                    continue  # a whole column onto an empty one, which changes nothing
            after = position
            make(&after, steps[place])
            onto = after.below[card]
            while next_automove(game, &after, policy, &automove):
                make(&after, automove)
            meet(frontier, game, &after, number, card, onto)
            if to_win and is_won(game, &after):
                frontier.won = frontier.count - 1
                return WON
    return RUNNING


@cython.final
cdef class Search:
    """Search(start, max_memory=None, autoplay=None)\n--\n
    A search for a win, or for every position, which can be run a piece at a time.

    Without a policy it ends with the first win; what is safe goes home by itself after every move, and on the
    start: that never spoils a win. With a policy it goes on through all positions there are under it.

    Args:
        start: the position to win from.
        max_memory: how many bytes it may take; None for as many as the machine gives.
        autoplay: under which policy to look at every position; None to look for a win.

    Raises:
        MemoryError: there is no memory at all.
    """

    cdef readonly State start
    cdef Frontier frontier
    cdef int policy
    cdef bint to_win
    cdef bint running

    def __cinit__(self, State start not None, max_memory=None, autoplay=None):
        self.start = start
        self.policy = safe_policy(&start.game) if autoplay is None else autoplay
        self.to_win = autoplay is None
        cdef uint64_t limit = <uint64_t>-1 if max_memory is None else max_memory
        if not set_up(&self.frontier, limit):
            raise MemoryError("no memory for a search")
        self.begin()

    cdef void begin(self):
        cdef Position position = self.start.position
        cdef Step step
        while next_automove(&self.start.game, &position, self.policy, &step):
            make(&position, step)
        meet(&self.frontier, &self.start.game, &position, NOTHING, 0, 0)
        if is_won(&self.start.game, &position):
            self.frontier.won = 0

    def __dealloc__(self):
        free(self.frontier.nodes)
        free(self.frontier.table)

    @property
    def nodes(self) -> int:
        """How many positions it has expanded."""
        return self.frontier.expanded

    @property
    def positions(self) -> int:
        """How many positions it has met."""
        return self.frontier.count

    @property
    def memory(self) -> int:
        """The bytes it takes now."""
        return memory_used(&self.frontier)

    def run(self, nodes: int) -> str:
        """Expand up to that many more positions.

        Returns:
            ``"won"``, ``"exhausted"`` (there is no win), ``"full"`` (the memory is), or ``"running"``.
        """
        cdef uint64_t most = nodes
        cdef Outcome outcome
        if self.running:
            raise FreeCellError("this search is running in another thread")
        if self.to_win and self.frontier.won != NOTHING:
            return "won"
        self.running = True
        with nogil:
            outcome = advance(&self.frontier, &self.start.game, self.policy, self.to_win, most)
        self.running = False
        PyErr_CheckSignals()
        return _OUTCOMES[<int>outcome]

    def moves(self) -> tuple:
        """Give the moves of the win that was found, with every move home; none while there is no win."""
        cdef Position position = self.start.position
        cdef uint32_t number = self.frontier.won
        cdef list path = [], moves = []
        if number == NOTHING:
            return ()
        while self.frontier.nodes[number].parent != NOTHING:
            path.append(number)
            number = self.frontier.nodes[number].parent
        append_automoves(&self.start.game, &position, self.policy, moves)
        for number in reversed(path):
            append(&position, step_between(&self.start.game, &position, self.frontier.nodes + number), moves)
            append_automoves(&self.start.game, &position, self.policy, moves)
        return tuple(moves)


cdef void append(Position *position, Step step, list moves):
    make(position, step)
    moves.append(move_of(step))


cdef void append_automoves(const Game *game, Position *position, int policy, list moves):
    cdef Step step
    while next_automove(game, position, policy, &step):
        append(position, step, moves)


cdef Step step_between(const Game *game, const Position *position, const Node *node) noexcept nogil:
    # The move that a node was met by, in a position whose columns and cells may be in another order.
    cdef int pile, card
    cdef Step step = Step(0, HOME_PILE, 1)
    if position.below[node.card] == HOME:
        step.source = <uint8_t>(FOUNDATION_PILE + suit_of(node.card))
    else:
        for pile in range(CELL_PILE + game.cells):
            card = open_card(position, pile)
            step.count = 1
            while card != node.card and card >= FIRST_CARD and pile < CELL_PILE:
                card = position.below[card]
                step.count += 1
            if card == node.card:
                step.source = <uint8_t>pile
                break
    if node.onto == CELL:
        for pile in range(game.cells):
            if position.cell[pile] == 0:
                step.target = <uint8_t>(CELL_PILE + pile)
                break
    elif node.onto != HOME:
        for pile in range(game.columns):
            if position.top[pile] == node.onto:
                step.target = <uint8_t>pile
                break
    return step


def count_positions(start: State, autoplay: AutoPlay = AutoPlay.NONE, max_memory: int | None = None) -> int:
    """Count the positions that can be reached, those that differ only in the order of columns and cells once.

    Args:
        start: where to start; it counts itself.
        autoplay: what goes home by itself after every move, and at the start.
        max_memory: how many bytes it may take; None for as many as the machine gives.

    Raises:
        FreeCellError: they do not fit into the memory.
    """
    search = Search(start, max_memory, autoplay)
    while (outcome := search.run(10_000)) == "running":
        pass
    if outcome == "full":
        raise FreeCellError(f"there are more than {search.positions} positions, which is all that fits into the memory")
    return search.positions
