"""What is wrong with a donne or a barème, as data first and as a sentence on demand."""

import dataclasses
from collections.abc import Iterable, Mapping

from .words import DEFAULT_LANGUAGE, fact_text, problem_text


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """
    One thing that is wrong, or that an arbiter should look at twice.

    `field` is the key of the exchange format it concerns (`""` for the object as a whole); `values` are the facts the
    sentence quotes, counts being `Fraction` points.
    """

    code: str
    field: str
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a whole sentence that says what is wrong and what to do."""
        return problem_text(self.code, self.values, language)

    def fact(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return what is odd, without what to do about it; of a warning only."""
        return fact_text(self.code, self.values, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
        return {"code": self.code, "field": self.field, "message": self.message(language)}


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
