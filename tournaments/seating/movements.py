"""Rules people can follow by themselves from one round to the next, instead of a list on the wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from tournaments.translation import gettext_noop as _
from tournaments.translation import ngettext, translated

CHAIRS = (_("Sud"), _("Est"), _("Nord"), _("Ouest"), _("cinquième place"))


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
        if self.steady:
            rules = [self._rule(self.moves[0], language)]
        else:
            after = translated(_("Après la position {round} : {rule}"), language)
            rules = [
                after.format(round=number, rule=self._rule(move, language)) for number, move in enumerate(self.moves, 1)
            ]
        chairs = chair_names(len(self.moves[0]), language)
        first, other = translated(_("{chair} va en {next}"), language), translated(_("{chair} en {next}"), language)
        steps = ", ".join(
            (other if number else first).format(chair=chair, next=chairs[(number + 1) % len(chairs)])
            for number, chair in enumerate(chairs)
        )
        every = translated(_("À chaque fois, chacun prend la place suivante : {steps}."), language)
        last = translated(
            _("Le mouvement vaut pour {rounds} positions ; après la table {tables} vient la table 1."), language
        )
        return [*rules, every.format(steps=steps), last.format(rounds=len(self.moves) + 1, tables=self.tables)]

    def _rule(self, move: Sequence[int], language: str) -> str:
        parts = []
        for chair, step in zip(chair_names(len(move), language), move, strict=True):
            if step:
                part = ngettext("{chair} +{count} table", "{chair} +{count} tables", step, language)
            else:
                part = translated(_("{chair} reste"), language)
            parts.append(part.format(chair=chair, count=step))
        return translated(_("Départ en {moves}."), language).format(moves=", ".join(parts))


def chair_names(count: int, language: str) -> tuple[str, ...]:
    """Return the names of so many chairs, in playing order."""
    return tuple(translated(chair, language) for chair in CHAIRS[:count])


def movement(offsets: Sequence[Sequence[int]], tables: int) -> Movement:
    """Return the movement of a design: `offsets` say how far each class has come in each round."""
    return Movement(
        tables,
        tuple(
            tuple((to - at) % tables for at, to in zip(before, after, strict=True))
            for before, after in pairwise(offsets)
        ),
    )
