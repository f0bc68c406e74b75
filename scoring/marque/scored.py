"""A donne with its marque and its scores: the answer of the exchange format, and the same in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.kit.text import signed
from tournaments.kit.translation import gettext_noop as _

from .bareme import FFT_2012, Bareme
from .count import Marque, Part, count, split
from .donne import Donne
from .facts import Facts
from .nouns import Camp, Reason
from .oddities import oddities
from .words import DEFAULT_LANGUAGE, say


class Scored(NamedTuple):
    """A scored donne; `scores` are whole points by name, in playing order, and sum to zero."""

    donne: Donne
    marque: Marque
    scores: Mapping[str, int]
    bareme: Bareme = FFT_2012

    def why(self, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
        """Return the marque in sentences, from what was played to what each player scores."""
        return explain(self.donne, self.marque, self.scores, self.bareme, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE, *, why: bool = False) -> dict[str, object]:
        """
        Return the answer of the exchange format.

        It has `house_rules` and `warnings` only when there are some, `why` only when asked for.
        """
        answer: dict[str, object] = {
            "scores": dict(self.scores),
            "per_defender": self.marque.per_defender,
            "won": self.marque.won,
            "parts": [part.as_json(language) for part in self.marque.parts],
        }
        if house_rules := self.donne.house_rules:
            answer["house_rules"] = list(house_rules)
        if warnings := oddities(self.donne):
            answer["warnings"] = [warning.as_json(language) for warning in warnings]
        if why:
            answer["why"] = list(self.why(language))
        return answer


def score(donne: Donne, bareme: Bareme = FFT_2012) -> Scored:
    """Count a donne by a barème and share the points. The house rules are the donne's own."""
    marque = count(donne, bareme)
    return Scored(donne, marque, split(donne, marque), bareme)


def score_facts(facts: Facts, names: Sequence[str], bareme: Bareme = FFT_2012) -> Scored:
    """Check, count and share a donne; `names` are by chair. Raises `ImpossibleDonne` with every problem."""
    return score(Donne.of(facts, names, bareme.house), bareme)


def recall(facts: Facts, scores: Sequence[int], names: Sequence[str], bareme: Bareme = FFT_2012) -> Scored:
    """
    Return a donne that was scored and stored, to show its marque again; `names` are by chair.

    Nothing is checked or shared again: `scores` are the stored ones, by chair. Only the parts are counted, because
    their stored words are in one language.
    """
    donne = Donne.unchecked(facts, names, bareme.house)
    return Scored(donne, count(donne, bareme), dict(zip(names, scores, strict=True)), bareme)


Sentence = tuple[str, dict[str, object]]


def explain(donne: Donne, marque: Marque, scores: Mapping[str, int], bareme: Bareme, language: str) -> tuple[str, ...]:
    """Return the sentences: what was played, its count, what each defender gives, what each player scores."""
    sentences: list[Sentence] = [
        *_played(donne, marque, bareme),
        *_counted(donne, marque),
        *_shared(donne, marque.per_defender),
        *_beside(donne, marque),
        ("scores", {"scores": ", ".join(f"{player} {signed(score)}" for player, score in scores.items())}),
    ]
    return tuple(say(SENTENCES[code], values, language) for code, values in sentences)


def _played(donne: Donne, marque: Marque, bareme: Bareme) -> Iterator[Sentence]:
    code = "failed" if not marque.won else "made" if marque.distance else "just_made"
    yield (
        code,
        {
            "taker": donne.taker,
            "contract": donne.contract,
            "counted": donne.points,
            "with_bouts": donne.bouts,
            "required": Fraction(bareme.required[donne.bouts], 2),
            "distance": marque.distance,
        },
    )
    if donne.half_points % 2:
        half = 1 if marque.won else -1  # R8
        rounded = Fraction(donne.half_points + half, 2)
        yield "half", {"camp": _winner(marque), "points": donne.points, "number": rounded}


def _counted(donne: Donne, marque: Marque) -> Iterator[Sentence]:
    parts = [part for part in marque.parts if part.player is None]
    poignees = iter(donne.poignees)
    for part in parts:
        camp = Camp.ATTAQUE if part.points >= 0 else Camp.DEFENSE
        if part.reason in {Reason.CONTRACT, Reason.POIGNEE}:
            camp = _winner(marque)
        values = {"amount": abs(part.points), "camp": camp, "contract": donne.contract}
        values |= dict(part.values)  # the petit au bout has its own camp
        if part.reason is Reason.POIGNEE:
            values["player"] = next(poignees).player
        yield part.words.replace("contract_failed", "contract"), values
    if len(parts) > 1:
        yield "total", {"camp": Camp.ATTAQUE, "sum": _sum(parts), "amount": signed(marque.per_defender, plus=False)}


def _shared(donne: Donne, amount: int) -> Iterator[Sentence]:
    defenders = donne.defenders
    if amount == 0:
        yield "nothing", {}
        return
    values: dict[str, object] = {
        "taker": donne.taker,
        "partner": donne.partner,
        "defender": defenders[0],
        "defenders": len(defenders),
        "amount": abs(amount),
        "total": abs(amount) * len(defenders),
    }
    if len(defenders) == 1:
        share = "one"
    elif donne.partner is None:
        share = "each"
    else:
        share = "halves" if donne.variant.teams else "thirds"
    if share in {"one", "each"}:
        yield f"{share}_gives" if amount > 0 else f"{share}_gets", values
    else:
        yield f"{share}_give" if amount > 0 else f"{share}_get", values


def _beside(donne: Donne, marque: Marque) -> Iterator[Sentence]:
    paid = [part for part in marque.parts if part.player is not None]
    for misere, part in zip(donne.miseres, paid, strict=True):
        code = "misere_of_two" if len(donne.playing) == 2 else "misere"
        yield code, {"misere": misere.kind, "player": misere.player, "amount": part.points}
    if donne.sits_out:
        code = "resting" if len(donne.sits_out) == 1 else "resting_team"
        yield code, {"player": donne.sits_out[0], "other": donne.sits_out[-1]}


def _winner(marque: Marque) -> Camp:
    return Camp.ATTAQUE if marque.won else Camp.DEFENSE


def _sum(parts: list[Part]) -> str:
    """Return the parts as a sum: 60 − 40 + 20."""
    first, *others = parts
    terms = [signed(first.points, plus=False)]
    terms += [f"{'+' if part.points >= 0 else '−'} {abs(part.points)}" for part in others]
    return " ".join(terms)


# The marque in sentences: what was played, what it comes to, who gives what to whom.
SENTENCES: dict[str, str] = {
    # What was played.
    "made": _(
        "{taker} a demandé une {contract} : {counted} {with_bouts}, il en fallait {required} : contrat réussi de "
        "{distance}."
    ),
    "just_made": _(
        "{taker} a demandé une {contract} : {counted} {with_bouts}, il en fallait {required} : contrat juste fait."
    ),
    "failed": _(
        "{taker} a demandé une {contract} : {counted} {with_bouts}, il en fallait {required} : contrat chuté de "
        "{distance}."
    ),
    "half": _("Le demi-point va au camp qui gagne le contrat, {camp} : {points} comptent pour {number}."),
    # What it comes to.
    "contract": _(
        "{base} points de base et {distance} d’écart, multipliés par {multiplier} pour une {contract} : ({base} + "
        "{distance}) × {multiplier} = {amount} pour {camp}."
    ),
    "contract_added": _(
        "La {contract} vaut {base}, et l’on y ajoute l’écart : {base} + {distance} = {amount} pour {camp}."
    ),
    "petit_au_bout": _(
        "Petit au bout pour {camp}, quel que soit le résultat du contrat : {prime} × {multiplier} = {amount}."
    ),
    "petit_au_bout_added": _("Petit au bout pour {camp}, quel que soit le résultat du contrat : {amount}."),
    "poignee": _("Poignée {size} montrée par {player} : {amount} pour le camp qui gagne le contrat, {camp}."),
    "chelem_announced_made": _("Chelem annoncé et réussi : {amount} pour {camp}."),
    "chelem_made": _("Chelem réussi sans avoir été annoncé : {amount} pour {camp}."),
    "chelem_announced_failed": _("Chelem annoncé et chuté : {amount} pour {camp}, que le contrat soit réussi ou non."),
    "chelem_inflicted": _("La défense a fait tous les plis : {amount} pour {camp}."),
    "petit_chelem_made": _("Petit chelem annoncé et réussi : {amount} pour {camp}."),
    "petit_chelem_failed": _(
        "Petit chelem annoncé et chuté : {amount} pour {camp}, que le contrat soit réussi ou non."
    ),
    "total": _("Au total pour {camp} : {sum} = {amount}."),
    # Who gives what to whom.
    "nothing": _("Personne ne donne rien à personne."),
    "one_gives": _("{defender} donne {amount} à {taker}."),
    "one_gets": _("{taker} donne {amount} à {defender}."),
    "each_gives": _("Chacun des {defenders} défenseurs donne {amount} à {taker}, soit {total}."),
    "each_gets": _("{taker} donne {amount} à chacun des {defenders} défenseurs, soit {total}."),
    "thirds_give": _(
        "Chacun des {defenders} défenseurs donne {amount} à l’attaque, soit {total} : deux tiers à {taker}, un tiers à "
        "{partner}."
    ),
    "thirds_get": _(
        "L’attaque donne {amount} à chacun des {defenders} défenseurs, soit {total} : deux tiers par {taker}, un tiers "
        "par {partner}."
    ),
    "halves_give": _(
        "Chacun des {defenders} défenseurs donne {amount} à l’attaque, soit {total} : une moitié à {taker}, l’autre à "
        "{partner}."
    ),
    "halves_get": _(
        "L’attaque donne {amount} à chacun des {defenders} défenseurs, soit {total} : une moitié par {taker}, l’autre "
        "par {partner}."
    ),
    "misere": _("Une {misere} montrée par {player}, qui reçoit {amount} de chacun des autres."),
    "misere_of_two": _("Une {misere} montrée par {player}, qui reçoit {amount} de l’autre."),
    "resting": _("{player} ne joue pas cette donne et marque 0."),
    "resting_team": _("{player} et {other} ne jouent pas cette donne et marquent 0."),
    "scores": _("On marque : {scores}."),
}
