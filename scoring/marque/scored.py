"""A donne with its marque and its scores: the answer of the exchange format."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .bareme import FFT_2012, Bareme
from .count import Marque, count
from .donne import Donne
from .split import split
from .words import DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Scored:
    donne: Donne
    marque: Marque
    scores: Mapping[str, int] = field(hash=False)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        """Return the answer of the exchange format; `warnings` is there only when there are some."""
        answer: dict[str, object] = {
            "scores": dict(self.scores),
            "per_defender": self.marque.per_defender,
            "won": self.marque.won,
            "parts": [part.as_json(language) for part in self.marque.parts],
        }
        if warnings := self.donne.warnings:
            answer["warnings"] = [warning.as_json(language) for warning in warnings]
        return answer


def score(donne: Donne, bareme: Bareme = FFT_2012) -> Scored:
    """Count a donne and share it out."""
    marque = count(donne, bareme)
    return Scored(donne, marque, split(donne, marque))
