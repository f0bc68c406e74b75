"""The result of a draw: a plan, the movement rule that leads through it, and its certificate."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any, Self

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import ngettext, translated
from tournaments.seating.demand import Tables, Turns

CHAIRS = (_("Sud"), _("Est"), _("Nord"), _("Ouest"), _("cinquième place"))
KEPT = _("À chaque fois, chacun garde sa place ; les étuis restent à leur table.")
KEPT_AND_SETS = _("À chaque fois, chacun garde sa place ; les étuis aussi changent de table.")
WISHES = {
    "apart": _("À séparer : {who}."),
    "team": _("Équipe : {who}."),
    "fixed_table": _("Table fixe : {who}."),
    "fixed_seat": _("Place fixe : {who}."),
    "line": _("Secteur {who}."),
}


@dataclass(frozen=True)
class JudgedWish:
    """
    A wish, and how far it was kept: `broken` meetings (or rounds) against it, of which no plan avoids `unavoidable`.

    `kind` is apart, team, fixed_table, fixed_seat or line.
    """

    kind: str
    name: str
    players: tuple[int, ...]
    broken: int
    unavoidable: int = 0

    def verdict(self, language: str = "fr") -> str:
        """Return how far the wish was kept, as the middle of a sentence: « respecté »."""
        broken, unavoidable = self.broken, self.unavoidable
        if not broken:
            return translated(_("respecté"), language)
        if self.kind in ("fixed_table", "fixed_seat"):
            moved = ngettext("non respecté à {broken} position", "non respecté à {broken} positions", broken, language)
            return moved.format(broken=broken)
        met = ngettext("{broken} rencontre", "{broken} rencontres", broken, language).format(broken=broken)
        if broken <= unavoidable:
            reason = translated(
                _("{met} : on ne peut faire moins, ils sont trop nombreux pour le nombre de tables"), language
            )
        elif unavoidable:
            reason = ngettext(
                "{met}, dont au moins {unavoidable} inévitable : le tirage n’a pas trouvé mieux",
                "{met}, dont au moins {unavoidable} inévitables : le tirage n’a pas trouvé mieux",
                unavoidable,
                language,
            )
        else:
            reason = translated(_("{met} : le tirage n’a pas trouvé mieux"), language)
        return reason.format(met=met, unavoidable=unavoidable)

    def words(self, language: str = "fr") -> str:
        who = self.name or ", ".join(map(str, self.players))
        verdict = self.verdict(language)
        return translated(WISHES[self.kind], language).format(who=who) + f" {verdict[0].upper()}{verdict[1:]}."


@dataclass(frozen=True)
class Certificate:
    """
    What a plan gave up, past included, and what no plan could have avoided.

    `proven_optimal` is about the repeats alone, and true only when they equal `lower_bound`. A spread is the most minus
    the least among the players present; `exempts_spread` and `odd_tables_spread` do not count players who came after
    the past. `tables_most` is the most visits to one table number, `tables_bound` the least possible such number,
    `tables_again` the visits beyond equal shares. Of the bound, `for_turns` come from sharing odd tables first, and
    `for_wishes` from wishes. `turns_last_reached` are the repeats of a short search with few repeats before turns, None
    when not searched. `chairs` is how many chairs of a table are balanced, 0 where all are tables of three. The
    `…_without` name who or what a figure does not count: fixed_seat, fixed_table, short (tables of three), late,
    partial. Where repeats came before `turns`, `early_turns` players have an odd table a second time before everybody
    has had one, and no plan with equal turns first has fewer repeats than `turns_first_bound`. `set_repeats` is how
    often players meet a set of boards again, at least `set_repeats_bound` for this demand; None where chance deals.
    `trios` is how many teams of three play, 0 without; `trio_meetings` how often two of them meet at most,
    `trio_results` how many takers' results of different teams each set has at least, and of defences.
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
    wishes: tuple[JudgedWish, ...] = ()
    past: int = 0
    sections: int = 0
    chairs: int = 4
    has_exempts: bool = False
    has_odd_tables: bool = False
    seats_without: tuple[str, ...] = ()
    tables_without: tuple[str, ...] = ()
    exempts_without: tuple[str, ...] = ()
    odd_tables_without: tuple[str, ...] = ()
    turns: Turns = Turns.FIRST
    early_turns: int = 0
    turns_first_bound: int = 0
    for_wishes: int = 0
    turns_last_reached: int | None = None
    set_repeats: int | None = None
    set_repeats_bound: int = 0
    trios: int = 0
    trio_meetings: int = 0
    trio_results: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return a dict of numbers and strings; fields that do not apply to this plan are left out."""
        data = asdict(self)
        if not self.for_wishes:
            del data["for_wishes"]
        if self.turns_last_reached is None:
            del data["turns_last_reached"]
        if self.set_repeats is None:
            del data["set_repeats"], data["set_repeats_bound"]
        if not self.trios:
            del data["trios"], data["trio_meetings"], data["trio_results"]
        if self.turns is Turns.FIRST:
            for name in ("turns", "early_turns", "turns_first_bound"):
                del data[name]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return the certificate that `as_json` wrote; a field missing in an older one has its default."""
        known = {field.name for field in fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items() if name in known
        }
        wishes = tuple(JudgedWish(**(wish | {"players": tuple(wish["players"])})) for wish in data.get("wishes", ()))
        return cls(**values | {"wishes": wishes, "turns": Turns(data.get("turns", Turns.FIRST))})


@dataclass(frozen=True)
class Movement:
    """
    How far each player moves between two rounds, by the chair of the first round; everybody takes the next chair as
    well.

    In a duplicate, where `turns` is False, everybody keeps his chair. `sets` is how far the sets of boards move after
    each round, none where each stays at its table.

    `moves[r][s]` is the number of tables forward (after the last comes the first) from new round r to r + 1, counted
    from 0, for a player who began on chair s. It holds from the first to the last new round.
    """

    tables: int
    moves: tuple[tuple[int, ...], ...]
    turns: bool = True
    sets: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any] | None) -> Self | None:
        """Read what `as_json` of a plan wrote; None when it has no rule."""
        if not data:
            return None
        sets = tuple(data.get("sets", ()))
        return cls(data["tables"], tuple(map(tuple, data["moves"])), data.get("turns", True), sets)

    def as_json(self) -> dict[str, Any]:
        data = {"tables": self.tables, "moves": [list(move) for move in self.moves]}
        data |= {"sets": list(self.sets)} if self.sets else {}
        return data if self.turns else data | {"turns": False}

    @classmethod
    def from_offsets(cls, offsets: Sequence[Sequence[int]], tables: int, *, turns: bool = True) -> Self:
        """Return the movement of a design: `offsets` say how far each class has come in each round."""
        return cls(
            tables,
            tuple(
                tuple((to - at) % tables for at, to in zip(before, after, strict=True))
                for before, after in pairwise(offsets)
            ),
            turns,
        )

    @property
    def steady(self) -> bool:
        """Return True when the rule is the same after each round."""
        return len(set(self.moves)) == 1

    def next_place(self, place: tuple[int, int], began: int, after: int) -> tuple[int, int]:
        """Return (table, chair) after `place` and the round `after`, for a player who began on chair `began`."""
        table, chair = place
        return (table + self.moves[after][began]) % self.tables, (chair + self.turns) % len(self.moves[after])

    def words(self, language: str = "fr") -> list[str]:
        """Return the rule in sentences; one sentence for each round when the rule changes."""
        if self.steady:
            rules = [self._rule(self.moves[0], language)]
        else:
            after = translated(_("Après la position {round} : {rule}"), language)
            rules = [
                after.format(round=number, rule=self._rule(move, language)) for number, move in enumerate(self.moves, 1)
            ]
        kept = translated(KEPT_AND_SETS if self.sets else KEPT, language)
        every = self._next_chairs(language) if self.turns else kept
        last = translated(
            _("Le mouvement vaut pour {rounds} positions ; après la table {tables} vient la table 1."), language
        )
        return [*rules, every, last.format(rounds=len(self.moves) + 1, tables=self.tables)]

    def _next_chairs(self, language: str) -> str:
        chairs = chair_names(len(self.moves[0]), language)
        first, following = translated(_("{chair} va en {next}"), language), translated(_("{chair} en {next}"), language)
        steps = ", ".join(
            (following if number else first).format(chair=chair, next=chairs[(number + 1) % len(chairs)])
            for number, chair in enumerate(chairs)
        )
        return translated(_("À chaque fois, chacun prend la place suivante : {steps}."), language).format(steps=steps)

    def _rule(self, move: Sequence[int], language: str) -> str:
        parts = []
        for chair, step in zip(chair_names(len(move), language), move, strict=True):
            if step:
                part = ngettext("{chair} +{count} table", "{chair} +{count} tables", step, language)
            else:
                part = translated(_("{chair} reste"), language)
            parts.append(part.format(chair=chair, count=step))
        return translated(_("Départ en {moves}."), language).format(moves=", ".join(parts))


@dataclass(frozen=True)
class Plan:
    """
    The NEW rounds only: tables by number, players of each in playing order Sud, Est, Nord, Ouest; exempts by round.

    `movement` is the rule that leads from each round to the next, when there is one. `sets` are the numbers of the
    sets of boards, from 1, that the tables play, by round; none where chance deals.
    """

    rounds: tuple[Tables, ...]
    exempts: tuple[tuple[int, ...], ...]
    certificate: Certificate
    movement: Movement | None = None
    sets: tuple[tuple[int, ...], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return dicts, lists, numbers and strings only."""
        return ({"sets": [list(of_round) for of_round in self.sets]} if self.sets else {}) | {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "exempts": [list(out) for out in self.exempts],
            "certificate": self.certificate.as_json(),
            "movement": self.movement and self.movement.as_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(
            rounds=tuple(tuple(tuple(table) for table in tables) for tables in data["rounds"]),
            exempts=tuple(tuple(out) for out in data["exempts"]),
            certificate=Certificate.from_json(data["certificate"]),
            movement=Movement.from_json(data.get("movement")),
            sets=tuple(map(tuple, data.get("sets", ()))),
        )


def chair_names(count: int, language: str) -> tuple[str, ...]:
    """Return the names of `count` chairs, in playing order."""
    return tuple(translated(chair, language) for chair in CHAIRS[:count])
