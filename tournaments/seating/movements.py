"""Rules people can follow by themselves from one round to the next, instead of a list on the wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from tournaments.seating.messages import typeset
from tournaments.seating.wording import chair_names


@dataclass(frozen=True)
class Movement:
    """
    How far each player moves between two rounds, by the chair he began on; everybody takes the next chair as well.

    `moves[r][s]` is the number of tables forward, after the last comes the first, from round r to round r + 1 of the
    new ones (from 0) for who began on chair s. It holds from the first of the new rounds to the last.
    """

    tables: int
    moves: tuple[tuple[int, ...], ...]

    @classmethod
    def from_json(cls, data: dict[str, Any] | None) -> Self | None:
        """Read what `as_json` of a plan wrote; None when it has no rule."""
        return cls(data["tables"], tuple(map(tuple, data["moves"]))) if data else None

    @property
    def steady(self) -> bool:
        """Say whether the rule is the same after each round."""
        return len(set(self.moves)) == 1

    def next_place(self, place: tuple[int, int], began: int, after: int) -> tuple[int, int]:
        """Return the table and the chair that follow `place` after that round, for who began on chair `began`."""
        table, chair = place
        return (table + self.moves[after][began]) % self.tables, (chair + 1) % len(self.moves[after])

    def words(self, language: str = "fr") -> list[str]:
        """Return the rule in sentences; a rule that changes has one sentence after each round."""
        french = language != "en"
        rounds = len(self.moves) + 1
        last = (
            typeset(f"Le mouvement vaut pour {rounds} positions ; après la table {self.tables} vient la table 1.")
            if french
            else f"The movement holds for {rounds} rounds; table 1 follows table {self.tables}."
        )
        chairs = chair_names(len(self.moves[0]), language)
        nexts = list(zip(chairs, (*chairs[1:], chairs[0]), strict=True))
        chair = (
            "À chaque fois, chacun prend la place suivante\u00a0: "
            + ", ".join(f"{at} {'en' if number else 'va en'} {then}" for number, (at, then) in enumerate(nexts))
            if french
            else "Each time, everybody takes the next seat: " + ", ".join(f"{at} to {then}" for at, then in nexts)
        ) + "."
        if self.steady:
            rules = [self._rule(self.moves[0], language)]
        else:
            after = "Après la position {}\u00a0: {}" if french else "After round {}: {}"
            rules = [after.format(number, self._rule(move, language)) for number, move in enumerate(self.moves, 1)]
        return [*rules, chair, last]

    def _rule(self, move: Sequence[int], language: str) -> str:
        french = language != "en"
        parts = []
        for name, step in zip(chair_names(len(move), language), move, strict=True):
            if step:
                many = "s" * (step > 1)
                parts.append(f"{name} +{step} table{many}")
            else:
                parts.append(f"{name} reste" if french else f"{name} stays")
        start = "Départ en " if french else "Started "
        return start + ", ".join(parts) + "."


def movement(offsets: Sequence[Sequence[int]], tables: int) -> Movement:
    """Return the movement of a design: `offsets` say how far each class has come in each round."""
    return Movement(
        tables,
        tuple(
            tuple((to - at) % tables for at, to in zip(before, after, strict=True))
            for before, after in pairwise(offsets)
        ),
    )
