"""The rounds of a running search, on players 0..n-1; every count that a swap needs is kept up to date."""

from itertools import combinations

from tournaments.seating.problem import DrawProblem

MOST_COPIED = 8000  # chairs in a board small enough to copy each time it gets better
REPEATED = 2  # meetings of a pair, from which on they are listed
UNFAIR = 2  # what a turn too many weighs against repeats


class Board:
    """
    Meetings, places and turns in a set of rounds. `cost` is the sum of m(m−1)/2 over pairs that met m times, past
    included.

    `repeats` are those of the new rounds. `again` lists the meetings (round, player, mate) of pairs that meet more than
    once in all. `at_mark` are the cost and the repeats at the last mark.

    A turn is a visit to an odd table, or an exemption. With `each_round` a swap must leave turns as equal as before
    after every round. Without it, this holds for the first `firm` rounds, in which everybody has a turn; `unfair` says
    how much less equal the turns are at the end than at the start. Where repeats come first too, turns are free: any
    swap may move them, and of two boards with equal cost the one with more equal turns is better. `turn_price` is the
    weight of an unequal turn in a search.
    """

    def __init__(self, problem: DrawProblem, rounds: list[list[list[int]]], *, each_round: bool = True) -> None:
        self.problem = problem
        self.special = [problem.special(number) for number in range(problem.rounds)]
        self.exempts = [len(layout.tables) if layout.exempts else -1 for layout in problem.layouts]
        self.sharing = any(any(places) and not all(places) for places in self.special)
        self.movable = [[p for p in present if p not in problem.pinned] for present in problem.present]
        self.small = problem.players * len(rounds) <= MOST_COPIED
        self.marked_rounds: list[list[list[int]]] = []
        self.at_mark: tuple[int, int] | None = None
        self.unfair_at_mark = 0
        self.trail: list[tuple[int, int, int]] = []
        self._count(rounds)
        self.free_turns = problem.repeats_first and not each_round
        self.turn_price = 1 if self.free_turns else UNFAIR
        self.firm = 0 if self.free_turns else self._everybody_once()
        self.each_round = each_round or self.firm == problem.rounds

    def _everybody_once(self) -> int:
        """Return after how many rounds every player has had the next turn; all the rounds when never."""
        if not self.sharing:
            return 0
        sharing = [player for player in range(self.problem.players) if player not in self.problem.regular]
        before = [self.problem.turns[player] for player in sharing]
        awaited = max(before) + (min(before) == max(before))
        for number in range(self.problem.rounds):
            if min(self.turns[player][number] for player in sharing) >= awaited:
                return number + 1
        return self.problem.rounds

    def _count(self, rounds: list[list[list[int]]]) -> None:
        self.rounds = rounds
        self.met = [bytearray(row) for row in self.problem.met]
        self.place = [[-1] * self.problem.players for _ in rounds]
        self.turns = self._count_turns(self.problem)
        self.unfair = 0
        self.cost = self.problem.cost
        self.repeats = 0
        self.again: list[tuple[int, int, int]] = []
        self._listed: dict[tuple[int, int, int], int] = {}
        for number, places in enumerate(rounds):
            for index, table in enumerate(places):
                for player in table:
                    self.place[number][player] = index
                if index != self.exempts[number]:
                    for player, mate in combinations(table, 2):
                        self.cost += self.met[player][mate]
                        self._meet(number, player, mate)

    def _count_turns(self, problem: DrawProblem) -> list[list[int]]:
        """Return, for each player, the number of turns after each round."""
        if not self.sharing:
            return []
        turns = [[start] * len(self.rounds) for start in problem.turns]
        for number, places in enumerate(self.rounds):
            for special, table in zip(self.special[number], places, strict=True):
                for player in table if special else ():
                    for later in range(number, len(self.rounds)):
                        turns[player][later] += 1
        return turns

    def _meet(self, number: int, player: int, mate: int) -> None:
        count = self.met[player][mate] = self.met[mate][player] = self.met[player][mate] + 1
        if count > 1:
            self._list(number, player, mate)
            if count == REPEATED and not self.problem.met[player][mate]:
                self._list(self._elsewhere(number, player, mate), player, mate)
            self.repeats += not self._is_first(player, mate, count)

    def _part(self, number: int, player: int, mate: int) -> None:
        count = self.met[player][mate] = self.met[mate][player] = self.met[player][mate] - 1
        if count:
            self._strike(number, player, mate)
            if count == 1 and not self.problem.met[player][mate]:
                self._strike(self._elsewhere(number, player, mate), player, mate)
            self.repeats -= not self._is_first(player, mate, count + 1)

    def _is_first(self, player: int, mate: int, count: int) -> bool:
        """Return True when this count is the first real meeting of a pair whose count started with a weight."""
        if not self.problem.weighed or count != self.problem.met[player][mate] + 1:
            return False
        return (min(player, mate), max(player, mate)) in self.problem.weighed

    def _elsewhere(self, number: int, player: int, mate: int) -> int:
        """Return the other round in which two players meet who meet in exactly two rounds."""
        for later, place in enumerate(self.place):
            if place[player] == place[mate] and later != number and -1 != place[player] != self.exempts[later]:
                return later
        raise LookupError((player, mate))

    def _list(self, number: int, player: int, mate: int) -> None:
        meeting = (number, player, mate) if player < mate else (number, mate, player)
        self._listed[meeting] = len(self.again)
        self.again.append(meeting)

    def _strike(self, number: int, player: int, mate: int) -> None:
        index = self._listed.pop((number, player, mate) if player < mate else (number, mate, player))
        last = self.again.pop()
        if index < len(self.again):
            self.again[index] = last
            self._listed[last] = index

    def delta(self, number: int, player: int, partner: int) -> int:
        """Return by how much the cost would change if the two players exchanged places in that round."""
        place, tables = self.place[number], self.rounds[number]
        met_player, met_partner = self.met[player], self.met[partner]
        total = 0
        exempts = self.exempts[number]
        if place[player] != exempts:
            table = tables[place[player]]
            total += len(table) - 1 - met_player[partner]
            for mate in table:
                total += met_partner[mate] - met_player[mate]
        if place[partner] != exempts:
            table = tables[place[partner]]
            total += len(table) - 1 - met_player[partner]
            for mate in table:
                total += met_player[mate] - met_partner[mate]
        return total

    def turned(self, number: int, player: int, partner: int) -> int:
        """Return by how much less equal the turns would be in the end if the two exchanged places in that round."""
        place, special = self.place[number], self.special[number]
        is_special = special[place[player]]
        if is_special == special[place[partner]]:
            return 0
        giver, taker = (player, partner) if is_special else (partner, player)
        return self.turns[taker][-1] - self.turns[giver][-1] + 1

    def allowed(self, number: int, player: int, partner: int) -> bool:
        """Return True when the swap leaves turns as equal as before: after every round, or in the end."""
        place = self.place[number]
        is_special = self.special[number][place[player]]
        if is_special == self.special[number][place[partner]]:
            return True
        giver, taker = (player, partner) if is_special else (partner, player)
        if taker in self.problem.regular:
            return False
        if self.free_turns:
            return True
        if not self.each_round and number < self.firm:
            return False
        first = number if self.each_round else len(self.rounds) - 1
        of_giver, of_taker = self.turns[giver], self.turns[taker]
        return all(of_giver[later] == of_taker[later] + 1 for later in range(first, len(self.rounds)))

    def round_to_give_back(self, number: int, player: int, partner: int) -> int | None:
        """Return a later round in which the two can swap back without an early turn in between; None without one."""
        place = self.place[number]
        giver, taker = (player, partner) if self.special[number][place[player]] else (partner, player)
        if taker in self.problem.regular:
            return None
        for later in range(number + 1, len(self.rounds)):
            if self.turns[giver][later - 1] != self.turns[taker][later - 1] + 1:
                return None
            regular, odd = self.place[later][giver], self.place[later][taker]
            if regular >= 0 and odd >= 0 and self.special[later][odd] and not self.special[later][regular]:
                return later
        return None

    def swap(self, number: int, player: int, partner: int, delta: int) -> None:
        places, place = self.rounds[number], self.place[number]
        at, to = place[player], place[partner]
        for mover, old, replaced, new in ((player, at, partner, to), (partner, to, player, at)):
            if old != self.exempts[number]:
                for mate in places[old]:
                    if mate != mover:
                        self._part(number, mover, mate)
            if new != self.exempts[number]:
                for mate in places[new]:
                    if mate != replaced:
                        self._meet(number, mover, mate)
        if not self.small:
            self.trail.append((number, player, partner))
        if self.turns and self.special[number][at] != self.special[number][to]:
            self.unfair += self.turned(number, player, partner)
            self._hand_over(number, *((player, partner) if self.special[number][at] else (partner, player)))
        places[at][places[at].index(player)] = partner
        places[to][places[to].index(partner)] = player
        place[player], place[partner] = to, at
        self.cost += delta

    def _hand_over(self, number: int, giver: int, taker: int) -> None:
        for later in range(number, len(self.rounds)):
            self.turns[giver][later] -= 1
            self.turns[taker][later] += 1

    def mark(self) -> int:
        """Store the rounds as they are, and return their cost. Large boards store the later swaps instead of a copy."""
        self.trail.clear()
        if self.small:
            self.marked_rounds = [[list(table) for table in places] for places in self.rounds]
        self.at_mark = self.cost, self.repeats
        self.unfair_at_mark = self.unfair
        return self.cost

    def is_better(self) -> bool:
        """Return True when the rounds are better than at the last mark."""
        assert self.at_mark is not None
        if self.free_turns:
            return (self.cost, self.unfair) < (self.at_mark[0], self.unfair_at_mark)
        return self.cost < self.at_mark[0] and self.unfair <= 0

    def back(self) -> None:
        """Restore the rounds of the last mark."""
        if self.small:
            self._count(self.marked_rounds)
            self.unfair = self.unfair_at_mark if self.free_turns else 0
            return
        for number, player, partner in reversed(self.trail[:]):
            self.swap(number, player, partner, self.delta(number, player, partner))
        self.trail.clear()
