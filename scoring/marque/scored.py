"""A donne with its marque and its scores: the answer of the exchange format."""

from collections.abc import Mapping
from typing import NamedTuple

from .bareme import FFT_2012, Bareme
from .count import Marque, count
from .donne import Donne
from .split import split
from .why import explain
from .words import DEFAULT_LANGUAGE


class Scored(NamedTuple):
    donne: Donne
    marque: Marque
    scores: Mapping[str, int]
    bareme: Bareme = FFT_2012

    def why(self, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
        """Return the marque told in whole sentences, from what was played to what everybody marks."""
        return explain(self.donne, self.marque, self.scores, self.bareme, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE, *, why: bool = False) -> dict[str, object]:
        """
        Return the answer of the exchange format.

        `house_rules` and `warnings` are there only when there are some, `why` only when it is asked for.
        """
        answer: dict[str, object] = {
            "scores": dict(self.scores),
            "per_defender": self.marque.per_defender,
            "won": self.marque.won,
            "parts": [part.as_json(language) for part in self.marque.parts],
        }
        if house_rules := self.donne.house_rules:
            answer["house_rules"] = list(house_rules)
        if warnings := self.donne.warnings:
            answer["warnings"] = [warning.as_json(language) for warning in warnings]
        if why:
            answer["why"] = list(self.why(language))
        return answer


def score(donne: Donne, bareme: Bareme = FFT_2012) -> Scored:
    """Count a donne by a barème and share it out. The house rules are those the donne was read under."""
    marque = count(donne, bareme)
    return Scored(donne, marque, split(donne, marque), bareme)
