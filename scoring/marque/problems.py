"""What is wrong with a donne or a barème, as data first and as a sentence on demand."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from .words import DEFAULT_LANGUAGE, fact_text, problem_text

PEOPLE = frozenset({"player", "players", "taker"})  # the values that are people: chairs until they are named


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """
    One thing that is wrong, or that an arbiter should look at twice.

    `field` is the key of the exchange format it concerns (`""` for the object as a whole); `values` are the facts the
    sentence quotes, counts being `Fraction` points. What `Facts` find wrong has chairs for its people: `named` gives
    them the names that the sentence needs.
    """

    code: str
    field: str
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def named(self, names: Sequence[str]) -> "Problem":
        """Return the same problem with these names, by chair, for its people."""
        if PEOPLE.isdisjoint(self.values):
            return self
        return Problem(self.code, self.field, {key: _named(key, value, names) for key, value in self.values.items()})

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a whole sentence that says what is wrong and what to do."""
        return problem_text(self.code, self.values, language)

    def fact(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return what is odd, without what to do about it; of a warning only."""
        return fact_text(self.code, self.values, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
        return {"code": self.code, "field": self.field, "message": self.message(language)}


def _named(key: str, value: object, names: Sequence[str]) -> object:
    if key not in PEOPLE:
        return value
    if isinstance(value, tuple):
        return tuple([_named(key, who, names) for who in value])
    return names[value] if isinstance(value, int) else value


class Impossible(ValueError):
    """Raised instead of building what cannot be; carries all its problems, never only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return " ".join(problem.message() for problem in self.problems)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"problems": [problem.as_json(language) for problem in self.problems]}


class ImpossibleDonne(Impossible):
    """A donne that cannot have happened, or that uses a rule that is not in force."""


class ImpossibleBareme(Impossible):
    """Figures that make no barème."""
