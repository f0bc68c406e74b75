"""What is wrong with a board that a program wrote, in sentences."""

import dataclasses

from scoring.marque.problems import Impossible, Problem
from scoring.marque.words import DEFAULT_LANGUAGE, say
from tournaments.kit.translation import gettext_noop as _


@dataclasses.dataclass(frozen=True, slots=True)
class BoardProblem(Problem):
    """One thing that is wrong with a board: `field` is the key it concerns, `table` the table whose result is meant."""

    table: object = None

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a whole sentence that says what is wrong, where, and what to do."""
        sentence = say(SENTENCES[self.code], self.values, language)
        if self.table is None:
            return sentence
        return say(_("Table {table} : "), {"table": self.table}, language) + sentence[0].lower() + sentence[1:]

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"code": self.code, "field": self.field, "table": self.table, "message": self.message(language)}


class ImpossibleBoard(Impossible):
    """A board that cannot be compared."""

    problems: tuple[BoardProblem, ...]


SENTENCES: dict[str, str] = {
    "not_object": _("Un étui s’écrit comme un objet JSON, reçu : {value}. Écrivez un objet par étui."),
    "key_unknown": _("La clé « {key} » n’existe pas dans un étui : corrigez-la ou retirez-la."),
    "key_missing": _("Il manque « {key} » : indiquez-le."),
    "wrong_type": _("« {key} » doit être {expected}, reçu : {value}. Corrigez cette valeur."),
    "code_unknown": _("« {key} » ne peut pas valoir {value} : choisissez parmi {choices}."),
    "too_small": _("« {key} » doit être au moins {least}, reçu : {value}. Corrigez cette valeur."),
    "table_twice": _("Il y a deux résultats de cette table pour le même étui : gardez le bon."),
    "hand_missing": _(
        "Il manque le score de {hands} : indiquez les quatre mains, chacune avec un score ou un ajustement."
    ),
    "hand_twice": _("Une main a un score ou un ajustement, et non les deux : corrigez {hands}."),
    "taker_missing": _("Un score se divise par le nombre d’adversaires : indiquez le preneur."),
    "share_unreadable": _(
        "Un ajustement s’écrit comme une part de 0 à 100 %, reçu : {value}. Écrivez par exemple 60%."
    ),
    "points_unreadable": _("Un ajustement s’écrit ici en points, reçu : {value}. Écrivez par exemple 12 ou 7/2."),
    "scale_unreadable": _("Le palier {value} ne se lit pas : écrivez l’écart puis les points, par exemple [10, 1]."),
    "scale_not_ascending": _("Le palier {value} n’est pas au-dessus du précédent : écrivez les écarts en montant."),
}
