"""What a plan is worth: what was given up, what nobody could have avoided, and what is proved."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, Self

from tournaments.seating import cost, neighbours
from tournaments.seating.bounds import bound_of
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.fairness import chairs_shared, seats_spread, table_visits, turns_shared
from tournaments.seating.past import Past
from tournaments.seating.seats import counts_for
from tournaments.seating.wording import chair_names, say, times, without


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

    def verdict(self, language: str = "fr") -> str:
        """Return what became of the wish, in the middle of a sentence: « respecté »."""
        if not self.broken:
            return say("kept", language, {})
        if self.kind in ("fixed_table", "fixed_seat"):
            return say("moved", language, {"broken": self.broken}, self.broken)
        met = say("met", language, {"broken": self.broken}, self.broken)
        if self.broken <= self.unavoidable:
            return say("met_forced", language, {"met": met})
        known = "met_bounded" if self.unavoidable else "met_unbounded"
        return say(known, language, {"met": met, "unavoidable": self.unavoidable}, self.unavoidable)

    def words(self, language: str = "fr") -> str:
        who = self.name or ", ".join(map(str, self.players))
        verdict = self.verdict(language)
        return say(f"wish_{self.kind}", language, {"who": who}) + f" {verdict[0].upper()}{verdict[1:]}."


@dataclass(frozen=True)
class Certificate:
    """
    What a plan gave up, past included, and what nobody could have avoided.

    `proven_optimal` is said of the repeats alone, and only when they equal `lower_bound`. Spreads are the most less
    the least among the players present; `exempts_spread` and `odd_tables_spread` leave out who joined after the past.
    `tables_most` is the most visits to one table number, `tables_bound` what somebody must have, and `tables_again`
    the visits beyond each one's equal share. `for_turns` of the bound are there because odd tables are shared out
    before all else. `chairs` are shared out at a table, none where all are tables of three. The `…_without` name who
    or what a figure leaves out: fixed_seat, fixed_table, short (tables of three), late, partial.
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
    past: int = 0
    sections: int = 0
    chairs: int = 4
    has_exempts: bool = False
    has_odd_tables: bool = False
    seats_without: tuple[str, ...] = ()
    tables_without: tuple[str, ...] = ()
    exempts_without: tuple[str, ...] = ()
    odd_tables_without: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read what `as_json` of a plan wrote; what an older plan did not know is left at its default."""
        known = {one.name for one in fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items() if name in known
        }
        kept = tuple(Kept(**(one | {"players": tuple(one["players"])})) for one in data.get("wishes", ()))
        return cls(**values | {"wishes": kept})

    def words(self, language: str = "fr") -> str:
        """Return the verdict in words, never « optimal » unless it is proved."""
        verdict = say("repeats", language, {"repeats": self.repeats}, self.repeats)
        known = "proved" if self.proven_optimal else "bounded" if self.lower_bound else "unbounded"
        values = {"verdict": verdict, "lower_bound": self.lower_bound}
        return say(known, language, values, self.lower_bound)

    def sentences(self, language: str = "fr") -> list[str]:
        """Return everything worth saying under a printed rotation, the verdict first."""
        values: dict[str, object] = {"players": self.players, "rounds": self.rounds, "past": self.past}
        told = [say("players_rounds", language, values, self.rounds), self.words(language) + "."]
        if self.past:
            told.append(say("past_wishes" if self.wishes else "past", language, values, self.past))
        told += [*self.repeats_words(language), *self.fairness_words(language)]
        told.extend(wish.words(language) for wish in self.wishes)
        values = {"seed": self.seed, "way": method_words(self.method, language)}
        return [*told, say("method", language, values)]

    def repeats_words(self, language: str = "fr") -> list[str]:
        """Return what the repeats are due to, and how often two players meet; nothing without repeats."""
        told = [say("for_turns", language, {"for_turns": self.for_turns}, self.for_turns)] if self.for_turns else []
        if self.repeats:
            told.append(say("most_meetings", language, {"times": times(self.most_meetings, language)}))
        return told

    def fairness_words(self, language: str = "fr") -> list[str]:
        """Return how seats, table numbers, neighbours, exemptions and odd tables are shared, a sentence each."""
        told = [self._shared("seats", self.seats_spread, self.seats_without, language)] if self.chairs else []
        if self.tables_most:
            told.append(self._tables(language))
        if self.same_right_most > 1 or self.same_facing_most > 1:
            both = {"right": times(self.same_right_most, language), "facing": times(self.same_facing_most, language)}
            told.append(say("neighbours" if self.same_facing_most else "right", language, both))
        if self.has_exempts:
            told.append(self._shared("exempts", self.exempts_spread, self.exempts_without, language))
        if self.has_odd_tables:
            told.append(self._shared("odd_tables", self.odd_tables_spread, self.odd_tables_without, language))
        return told

    def _shared(self, name: str, spread: int, left_out: tuple[str, ...], language: str) -> str:
        values = {
            "chairs": ", ".join(chair_names(self.chairs, language)),
            "sections": say("sections", language, {}) if self.sections else "",
            "within": say("within", language, {"spread": spread}) if spread else "",
            "without": without(left_out, language),
        }
        return say(name, language, values)

    def _tables(self, language: str) -> str:
        values = {
            "times": times(self.tables_most, language),
            "tables_again": self.tables_again,
            "without": without(self.tables_without, language),
        }
        if self.tables_most == 1:
            return say("tables_once", language, values)
        return say("tables_again" if self.tables_again else "tables_bound", language, values, self.tables_again)


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
    turns = turns_shared(demand, rounds, exempts)
    own_chair = {player for player, _ in demand.wishes.fixed_seats}
    own_table = {player for player, _ in demand.wishes.fixed_tables}
    right, facing = neighbours.most_alike(whole)
    most, least, again = table_visits(demand, rounds, [player for player in demand.players if player not in own_table])
    free = set(demand.players) - own_chair
    counted = {
        counts_for(table, demand.table_size) for tables in whole for table in tables if not free.isdisjoint(table)
    }
    return Certificate(
        repeats=repeats,
        lower_bound=bound.repeats,
        proven_optimal=repeats == bound.repeats,
        excess=cost.excess(met),
        excess_bound=bound.excess,
        most_meetings=cost.most_meetings(met),
        exempts_spread=turns.exempts,
        odd_tables_spread=turns.odd_tables,
        seats_spread=seats_spread(demand, whole, free),
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
        past=len(demand.past),
        sections=len(demand.lines) if demand.wishes.lines else 0,
        chairs=chairs_shared(demand) if True in counted else 0,
        has_exempts=any(exempts),
        has_odd_tables=any(len(table) != demand.table_size for tables in rounds for table in tables),
        seats_without=("fixed_seat",) * bool(own_chair) + ("short",) * (False in counted),
        tables_without=("fixed_table",) * bool(own_table),
        exempts_without=turns.exempts_without,
        odd_tables_without=turns.odd_tables_without,
    )


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
