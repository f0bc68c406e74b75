"""The rounds being searched, on players 0..n-1, with every count a swap needs kept up to date."""

from itertools import combinations

from tournaments.seating.problem import Problem

MOST_COPIED = 8000  # chairs in a board small enough to copy each time it gets better
REPEATED = 2  # meetings of a pair, from which on they are listed
UNFAIR = 2  # what a turn too many weighs against repeats


class Board:
    """
    Meetings, places and turns of a set of rounds. `cost` is the sum of C(meetings, 2), the past included.

    `repeats` are those of the new rounds, and `again` all the meetings (round, one, other) of pairs that meet more than
    once in all. `kept_at` are the cost and the repeats at the last mark. With `each_round` a turn
    changes hands only when turns stay as well shared after every round; without, that holds for the `firm` first
    rounds, in which everybody has a turn, and `unfair` says how much worse shared they are in the end than at first.
    Where repeats come first too, turns are then free: any may change hands, and of two boards with the same cost the
    one that shares them better is the better. `turn_price` is what a turn too many weighs in a search.
    """

    def __init__(self, problem: Problem, rounds: list[list[list[int]]], *, each_round: bool = True) -> None:
        self.problem = problem
        self.special = [problem.special(number) for number in range(problem.rounds)]
        self.exempts = [len(layout.tables) if layout.exempts else -1 for layout in problem.layouts]
        self.sharing = any(any(places) and not all(places) for places in self.special)
        self.movable = [[p for p in present if p not in problem.pinned] for present in problem.present]
        self.small = problem.players * len(rounds) <= MOST_COPIED
        self.kept: list[list[list[int]]] = []
        self.kept_at: tuple[int, int] | None = None
        self.kept_unfair = 0
        self.trail: list[tuple[int, int, int]] = []
        self._count(rounds)
        self.free_turns = problem.repeats_first and not each_round
        self.turn_price = 1 if self.free_turns else UNFAIR
        self.firm = 0 if self.free_turns else self._everybody_once()
        self.each_round = each_round or self.firm == problem.rounds

    def _everybody_once(self) -> int:
        """Return after how many rounds nobody waits for a turn that somebody has had; all of them, if ever."""
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
                    for one, other in combinations(table, 2):
                        self.cost += self.met[one][other]
                        self._meet(number, one, other)

    def _count_turns(self, problem: Problem) -> list[list[int]]:
        """Return per player his turns after each round: sharing must hold at every moment, not only at the end."""
        if not self.sharing:
            return []
        turns = [[start] * len(self.rounds) for start in problem.turns]
        for number, places in enumerate(self.rounds):
            for special, table in zip(self.special[number], places, strict=True):
                for player in table if special else ():
                    for later in range(number, len(self.rounds)):
                        turns[player][later] += 1
        return turns

    def _meet(self, number: int, one: int, other: int) -> None:
        count = self.met[one][other] = self.met[other][one] = self.met[one][other] + 1
        if count > 1:
            self._list(number, one, other)
            if count == REPEATED and not self.problem.met[one][other]:
                self._list(self._elsewhere(number, one, other), one, other)
            self.repeats += not self._is_first(one, other, count)

    def _part(self, number: int, one: int, other: int) -> None:
        count = self.met[one][other] = self.met[other][one] = self.met[one][other] - 1
        if count:
            self._strike(number, one, other)
            if count == 1 and not self.problem.met[one][other]:
                self._strike(self._elsewhere(number, one, other), one, other)
            self.repeats -= not self._is_first(one, other, count + 1)

    def _is_first(self, one: int, other: int, count: int) -> bool:
        """Say whether so high a count is the first meeting of two who weigh more than their meetings."""
        if not self.problem.weighed or count != self.problem.met[one][other] + 1:
            return False
        return (min(one, other), max(one, other)) in self.problem.weighed

    def _elsewhere(self, number: int, one: int, other: int) -> int:
        """Return the other round where two meet who meet in two rounds."""
        for later, place in enumerate(self.place):
            if place[one] == place[other] and later != number and -1 != place[one] != self.exempts[later]:
                return later
        raise LookupError((one, other))

    def _list(self, number: int, one: int, other: int) -> None:
        meeting = (number, one, other) if one < other else (number, other, one)
        self._listed[meeting] = len(self.again)
        self.again.append(meeting)

    def _strike(self, number: int, one: int, other: int) -> None:
        at = self._listed.pop((number, one, other) if one < other else (number, other, one))
        last = self.again.pop()
        if at < len(self.again):
            self.again[at] = last
            self._listed[last] = at

    def delta(self, number: int, one: int, other: int) -> int:
        """Return what the cost would become, less what it is, if the two changed places in that round."""
        place, tables = self.place[number], self.rounds[number]
        met_one, met_other = self.met[one], self.met[other]
        total = 0
        exempts = self.exempts[number]
        if place[one] != exempts:
            table = tables[place[one]]
            total += len(table) - 1 - met_one[other]
            for player in table:
                total += met_other[player] - met_one[player]
        if place[other] != exempts:
            table = tables[place[other]]
            total += len(table) - 1 - met_one[other]
            for player in table:
                total += met_one[player] - met_other[player]
        return total

    def turned(self, number: int, one: int, other: int) -> int:
        """Return how much worse shared the turns would be in the end if the two changed places in that round."""
        place, special = self.place[number], self.special[number]
        is_special = special[place[one]]
        if is_special == special[place[other]]:
            return 0
        giver, taker = (one, other) if is_special else (other, one)
        return self.turns[taker][-1] - self.turns[giver][-1] + 1

    def allowed(self, number: int, one: int, other: int) -> bool:
        """Say whether the swap leaves everybody's turns as well shared as before, after every round or in the end."""
        place = self.place[number]
        is_special = self.special[number][place[one]]
        if is_special == self.special[number][place[other]]:
            return True
        giver, taker = (one, other) if is_special else (other, one)
        if taker in self.problem.regular:
            return False
        if self.free_turns:
            return True
        if not self.each_round and number < self.firm:
            return False
        first = number if self.each_round else len(self.rounds) - 1
        given, taken = self.turns[giver], self.turns[taker]
        return all(given[later] == taken[later] + 1 for later in range(first, len(self.rounds)))

    def round_to_give_back(self, number: int, one: int, other: int) -> int | None:
        """Return the later round where the same two could swap back, nobody's turn being early in between."""
        place = self.place[number]
        giver, taker = (one, other) if self.special[number][place[one]] else (other, one)
        if taker in self.problem.regular:
            return None
        for later in range(number + 1, len(self.rounds)):
            if self.turns[giver][later - 1] != self.turns[taker][later - 1] + 1:
                return None
            regular, odd = self.place[later][giver], self.place[later][taker]
            if regular >= 0 and odd >= 0 and self.special[later][odd] and not self.special[later][regular]:
                return later
        return None

    def swap(self, number: int, one: int, other: int, delta: int) -> None:
        places, place = self.rounds[number], self.place[number]
        at, to = place[one], place[other]
        for player, old, stranger, new in ((one, at, other, to), (other, to, one, at)):
            if old != self.exempts[number]:
                for mate in places[old]:
                    if mate != player:
                        self._part(number, player, mate)
            if new != self.exempts[number]:
                for mate in places[new]:
                    if mate != stranger:
                        self._meet(number, player, mate)
        if not self.small:
            self.trail.append((number, one, other))
        if self.turns and self.special[number][at] != self.special[number][to]:
            self.unfair += self.turned(number, one, other)
            self._hand_over(number, *((one, other) if self.special[number][at] else (other, one)))
        places[at][places[at].index(one)] = other
        places[to][places[to].index(other)] = one
        place[one], place[other] = to, at
        self.cost += delta

    def _hand_over(self, number: int, giver: int, taker: int) -> None:
        for later in range(number, len(self.rounds)):
            self.turns[giver][later] -= 1
            self.turns[taker][later] += 1

    def mark(self) -> int:
        """Remember the rounds as they are, and return their cost. Large boards keep a trail rather than a copy."""
        self.trail.clear()
        if self.small:
            self.kept = [[list(table) for table in places] for places in self.rounds]
        self.kept_at = self.cost, self.repeats
        self.kept_unfair = self.unfair
        return self.cost

    def is_better(self) -> bool:
        """Say whether the rounds are better than at the mark."""
        assert self.kept_at is not None
        if self.free_turns:
            return (self.cost, self.unfair) < (self.kept_at[0], self.kept_unfair)
        return self.cost < self.kept_at[0] and self.unfair <= 0

    def back(self) -> None:
        """Go back to the mark."""
        if self.small:
            self._count(self.kept)
            self.unfair = self.kept_unfair if self.free_turns else 0
            return
        for number, one, other in reversed(self.trail[:]):
            self.swap(number, one, other, self.delta(number, one, other))
        self.trail.clear()
