"""What is wrong with a donne card by card, as data first and as a sentence on demand."""

import dataclasses
from collections.abc import Iterable, Mapping

from .deck import Card
from .play import Demand
from .words import (
    DEFAULT_LANGUAGE,
    counted_text,
    expected_text,
    joined,
    place_text,
    problem_text,
    quoted,
    who_text,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Somewhere in a record: `hand`, `chien`, `ecart`, `poignee`, `trick`, `dealer`…"""

    key: str
    player: str | None = None
    trick: int | None = None

    def text(self, language: str) -> str:
        return place_text(self.key, self.player, self.trick, language)


@dataclasses.dataclass(frozen=True, slots=True)
class Counted:
    """So many cards or tricks."""

    number: int
    noun: str = "card"

    def text(self, language: str) -> str:
        return counted_text(self.number, self.noun, language)


@dataclasses.dataclass(frozen=True, slots=True)
class Who:
    """Players a trick lacks, or has too many."""

    names: tuple[str, ...]
    extra: bool = False

    def text(self, language: str) -> str:
        return who_text(self.names, extra=self.extra, language=language)


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """
    One thing that is wrong.

    `trick` is the number of the trick, from 1, and `player` the name it concerns; both are `None` where they do not
    apply. `values` are the facts the sentence quotes: cards, demands and places as they are, texts and numbers.
    """

    code: str
    trick: int | None = None
    player: str | None = None
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a whole sentence that says what is wrong and what to do."""
        values: dict[str, object] = {"trick": self.trick, "player": self.player, **self.values}
        return problem_text(self.code, {key: _shown(key, value, language) for key, value in values.items()}, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"code": self.code, "trick": self.trick, "player": self.player, "message": self.message(language)}


class ImpossibleRecord(ValueError):
    """Raised for a record that cannot be read or evaluated; carries all its problems, never only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return " ".join(problem.message() for problem in self.problems)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"problems": [problem.as_json(language) for problem in self.problems]}


def _shown(key: str, value: object, language: str) -> str:
    if key == "value":
        return quoted(value)
    if isinstance(value, Card):
        return value.told(language) if key == "card" else value.name(language)
    if isinstance(value, (Demand, Place, Counted, Who)):
        return value.text(language)
    if isinstance(value, tuple):
        return joined([_shown("", item, language) for item in value], language, either=key == "choices")
    if key == "expected" and isinstance(value, str):
        return expected_text(value, language)
    return str(value)
