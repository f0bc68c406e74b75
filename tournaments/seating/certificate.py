"""What a plan is worth: what was given up, what nobody could have avoided, and what is proved."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, Self

from tournaments.seating import cost, neighbours
from tournaments.seating.bounds import bound_of
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.messages import say
from tournaments.seating.past import Past, at_odd, exempted, seen_before
from tournaments.seating.seats import counts_for


@dataclass(frozen=True)
class Kept:
    """
    A wish, and how far it was kept: `broken` meetings (or rounds) against it, `unavoidable` of which nobody could help.

    `kind` is apart, team, fixed_table, fixed_seat or line.
    """

    kind: str
    name: str
    players: tuple[int, ...]
    broken: int
    unavoidable: int = 0

    def words(self, language: str = "fr") -> str:
        who = self.name or ", ".join(map(str, self.players))
        verdict = "kept" if not self.broken else "forced" if self.broken <= self.unavoidable else "broken"
        many = {"s": "s" * (self.broken > 1), "es": "s" * (self.unavoidable > 1)}
        values = {"who": who, "broken": self.broken, "unavoidable": self.unavoidable} | many
        return say(f"wish_{self.kind}", language, values) + " " + say(f"wish_{verdict}", language, values)


@dataclass(frozen=True)
class Certificate:
    """
    What a plan gave up, past included, and what nobody could have avoided.

    `proven_optimal` is said of the repeats alone, and only when they equal `lower_bound`. Spreads are the most less
    the least among the players present; `exempts_spread` and `odd_tables_spread` leave out who joined after the past.
    `tables_most` is the most visits to one table number, and `tables_bound` what somebody must have. `for_turns` of
    the bound are there because odd tables are shared out before all else.
    """

    repeats: int
    lower_bound: int
    proven_optimal: bool
    excess: int
    excess_bound: int
    most_meetings: int
    exempts_spread: int
    odd_tables_spread: int
    seats_spread: int
    method: str
    seed: int
    players: int = 0
    rounds: int = 0
    tables_most: int = 0
    tables_bound: int = 0
    tables_again: int = 0
    same_right_most: int = 0
    same_facing_most: int = 0
    for_turns: int = 0
    wishes: tuple[Kept, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read what `as_json` of a plan wrote; what an older plan did not know is left at its default."""
        known = {one.name for one in fields(cls)}
        kept = tuple(Kept(**(one | {"players": tuple(one["players"])})) for one in data.get("wishes", ()))
        return cls(**{name: value for name, value in data.items() if name in known} | {"wishes": kept})

    def words(self, language: str = "fr") -> str:
        """Return the verdict in words, never « optimal » unless it is proved."""
        french = language != "en"
        word = ("répétition" if french else "repeat") + "s" * (self.repeats > 1 or (self.repeats == 0 and not french))
        if self.proven_optimal:
            return f"{self.repeats} {word}, " + ("prouvé optimal" if french else "proved optimal")
        if self.lower_bound:
            many = "s" * (self.lower_bound > 1)
            known = (
                f"au moins {self.lower_bound} inévitable{many}"
                if french
                else f"at least {self.lower_bound} unavoidable"
            )
        else:
            known = "borne non atteinte" if french else "bound not reached"
        return f"{self.repeats} {word}, {known}"

    def sentences(self, language: str = "fr") -> list[str]:
        """Return everything worth saying under a printed rotation, the verdict first."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        told = [say("players_rounds", language, values), self.words(language) + "."]
        if self.for_turns:
            told.append(say("for_turns", language, values))
        if self.repeats:
            told.append(say("most_meetings", language, values))
        told.append(say("seats_even" if not self.seats_spread else "seats_spread", language, values))
        told.append(say("tables_bound" if not self.tables_again else "tables_again", language, values))
        if self.same_right_most > 1 or self.same_facing_most > 1:
            told.append(say("neighbours", language, values))
        told.extend(wish.words(language) for wish in self.wishes)
        told.append(say("method", language, values | {"way": method_words(self.method, language)}))
        return told


def method_words(method: str, language: str = "fr") -> str:
    """Return how a plan was found, in words; a method nobody named is shown as it is."""
    if method.startswith("search from "):
        return say("search_from", language, {"way": method_words(method.removeprefix("search from "), language)})
    name, _, way = method.partition(" with ")
    words = say(f"method_{name.replace(' ', '_')}", language, {})
    return words + (say(f"with_{way.replace(' ', '_')}", language, {}) if way else "")


def certify(
    demand: Demand, past: Past, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]], method: str
) -> Certificate:
    """Return the certificate of the new rounds; a wish is judged in the whole hall."""
    whole = (*demand.past, *rounds)
    met = cost.meetings(whole)
    bound = bound_of(demand, rounds)
    repeats = cost.repeats(met)
    exempts_spread, odd_spread = turns_spread(demand, rounds, exempts)
    free_chair = {player for player, _ in demand.wishes.fixed_seats}
    free_table = {player for player, _ in demand.wishes.fixed_tables}
    right, facing = neighbours.most_alike(whole)
    most, least, again = table_visits(whole, [player for player in demand.players if player not in free_table])
    return Certificate(
        repeats=repeats,
        lower_bound=bound.repeats,
        proven_optimal=repeats == bound.repeats,
        excess=cost.excess(met),
        excess_bound=bound.excess,
        most_meetings=cost.most_meetings(met),
        exempts_spread=exempts_spread,
        odd_tables_spread=odd_spread,
        seats_spread=seats_spread(demand, whole, [player for player in demand.players if player not in free_chair]),
        method=method,
        seed=demand.seed,
        players=len(demand.players),
        rounds=demand.rounds,
        tables_most=most,
        tables_bound=least,
        tables_again=again,
        same_right_most=right,
        same_facing_most=facing,
        for_turns=bound.for_turns,
        wishes=tuple(kept_wishes(demand, rounds, past)),
    )


def turns_spread(demand: Demand, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """
    Return by how much exemptions, then visits to odd tables, differ at most among those who share them.

    Each section shares its own. Those who keep a table or a chair of theirs are left out, and so is who joined late or
    comes for some rounds only, as long as others do not.
    """
    out, odd = exempted((*demand.past_exempts, *exempts)), at_odd((*demand.past, *rounds), demand.table_size)
    seen = seen_before(demand)
    at_table = {player for player, _ in demand.wishes.fixed_tables}
    on_chair = {player for player, _ in demand.wishes.fixed_seats}
    exempt, odd_table = [], []
    for line in demand.lines:
        shared = seen.intersection(line) or line
        full = [player for player in shared if all(player in here for here in demand.present)] or shared
        exempt.append(cost.spread(out[player] for player in full if player not in at_table))
        odd_table.append(cost.spread(odd[player] for player in full if player not in at_table | on_chair))
    return max(exempt), max(odd_table)


def seats_spread(demand: Demand, rounds: Sequence[Tables], players: Sequence[int]) -> int:
    """Return by how much the chairs of a player differ at most."""
    size = demand.table_size
    whole = all(set(layout.tables) == {size} for layout in demand.layouts)
    chairs = size if whole else min(4, size)
    seats: dict[int, list[int]] = {player: [0] * chairs for player in players}
    for tables in rounds:
        for table in tables:
            if counts_for(table, size):
                for chair, player in enumerate(table[:chairs]):
                    if player in seats:
                        seats[player][chair] += 1
    return max((cost.spread(counts) for counts in seats.values()), default=0)


def table_visits(rounds: Sequence[Tables], players: Sequence[int]) -> tuple[int, int, int]:
    """Return the most visits to one table number, the least that must be, and the visits beyond each one's least."""
    visits: dict[int, Counter[int]] = {player: Counter() for player in players}
    for tables in rounds:
        for number, table in enumerate(tables):
            for player in table:
                if player in visits:
                    visits[player][number] += 1
    count = max((len(tables) for tables in rounds), default=1)
    most = least = again = 0
    for visited in visits.values():
        bound = -(-sum(visited.values()) // count)
        most, least = max(most, *visited.values(), 0), max(least, bound)
        again += sum(max(0, times - bound) for times in visited.values())
    return most, least, again


def kept_wishes(demand: Demand, rounds: Sequence[Tables], past: Past) -> list[Kept]:
    """Return each wish with what was held against it in the new rounds."""
    met = cost.meetings(rounds)
    found = []
    groups = [("apart", one.name, one.players) for one in demand.wishes.apart]
    groups += [("team", "", team) for team in demand.wishes.teams]
    for kind, name, players in groups:
        broken = sum(met[pair] for pair in combinations(sorted(players), 2))
        found.append(Kept(kind, name, players, broken, cost.least_together([players], past.asked)))
    at = [
        {player: (number, chair) for number, table in enumerate(tables) for chair, player in enumerate(table)}
        for tables in rounds
    ]
    for kind, which, pairs in (
        ("fixed_table", 0, demand.wishes.fixed_tables),
        ("fixed_seat", 1, demand.wishes.fixed_seats),
    ):
        for player, place in pairs:
            broken = sum(player in places and places[player][which] != place for places in at)
            found.append(Kept(kind, "", (player,), broken))
    for number, line in enumerate(demand.lines if demand.wishes.lines else (), 1):
        others = set(demand.players).difference(line)
        broken = sum(
            count for pair, count in met.items() if len(others.intersection(pair)) == 1 and set(line) & set(pair)
        )
        found.append(Kept("line", str(number), line, broken))
    return found
