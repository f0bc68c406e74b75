"""
A certificate in sentences, by one function for the pages, the PDFs and the command.

What a sentence claims must equal a count of the seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import is_english, ngettext, translated
from tournaments.seating.plan import Certificate, JudgedWish
from tournaments.seating.sentences import (
    fairness,
    method_words,
    repeats_due,
    repeats_words,
    sets_words,
    trios_words,
    verdict,
)


class Way(StrEnum):
    """How a round was drawn alone."""

    RANDOM = "random"
    NO_STANDINGS = "no_standings"  # by standings was asked for, and there were none yet
    SWISS = "swiss"
    DANISH = "danish"


_WAYS = {
    Way.RANDOM: _("Position {first} tirée au hasard."),
    Way.NO_STANDINGS: _("Position {first} tirée au hasard : il n’y a pas encore de classement."),
    Way.SWISS: _("Position {first} tirée selon le classement, sans revanche si possible (système suisse)."),
    Way.DANISH: _("Position {first} tirée selon le classement, revanches permises (danois)."),
}


@dataclass(frozen=True)
class Distances:
    """
    The price of a round by standings; `RoundByStandings` explains each figure.

    `mean_spread` and `free_spread` are in tenths of a place.
    """

    rank_spread: int
    mean_spread: int
    free_spread: int
    rematches: int
    repeats_ahead: int | None


@dataclass(frozen=True)
class DrawContext:
    """
    What a tournament knows about a draw beside its certificate.

    `first` is the number of its first round; `way` is None for a whole rotation; `sheets` are the open sheets that the
    draw did not wait for, in words. Of `wishes` only the number is told: a wish is personal.
    """

    first: int
    players: int
    rounds: int
    way: Way | None = None
    distances: Distances | None = None
    sheets: str = ""
    wishes: Sequence[JudgedWish] = ()
    stopped_early: bool = False


def tell(certificate: Certificate, language: str = "fr", evening: DrawContext | None = None) -> list[str]:
    """
    Return the sentences about a plan, the most important first.

    Without `evening` players are numbers, and each wish has a sentence. With `evening` the sentences are for everybody
    in the hall.
    """
    if evening is not None:
        return _for_the_hall(certificate, language, evening)
    size = ngettext(
        "{players} joueurs, {rounds} position.", "{players} joueurs, {rounds} positions.", certificate.rounds, language
    )
    method = translated(
        _("Méthode : {way}. Numéro du tirage : {seed} ; le même numéro redonne le même tirage."), language
    )
    return [
        size.format(players=certificate.players, rounds=certificate.rounds),
        *(repeats_words(certificate, language) if certificate.trios else [verdict(certificate, language) + "."]),
        *trios_words(certificate, language),
        *sets_words(certificate, language),
        *_past(certificate, language),
        *([] if certificate.trios else repeats_due(certificate, language)),
        *fairness(certificate, language),
        *(wish.words(language) for wish in certificate.wishes),
        method.format(way=method_words(certificate.method, language), seed=certificate.seed),
    ]


def _for_the_hall(certificate: Certificate, language: str, evening: DrawContext) -> list[str]:
    sentences = []
    if evening.way is not None:
        sentences.append(translated(_WAYS[evening.way], language).format(first=evening.first))
    sentences += repeats_words(certificate, language)
    sentences += [*trios_words(certificate, language), *sets_words(certificate, language)]
    if evening.distances is not None:
        sentences += _distances(evening.distances, language)
    if evening.sheets:
        sentences.append(translated(_("Tirée sans attendre : {sheets}."), language).format(sheets=evening.sheets))
    sentences += [*fairness(certificate, language), *_wishes_counted(evening.wishes, language)]
    if evening.rounds == 1:
        size = ngettext(
            "Position {first}, {players} joueur.", "Position {first}, {players} joueurs.", evening.players, language
        )
    else:
        size = ngettext(
            "Positions {first} à {last}, {players} joueur.",
            "Positions {first} à {last}, {players} joueurs.",
            evening.players,
            language,
        )
    last = evening.first + evening.rounds - 1
    sentences.append(size.format(first=evening.first, last=last, players=evening.players))
    way = method_words(certificate.method, language)
    sentences.append(translated(_("Méthode : {way}."), language).format(way=way))
    if evening.stopped_early:
        number = _(
            "Numéro du tirage : {seed}. La recherche a été arrêtée avant sa fin : le même numéro seul ne redonne pas "
            "ce tirage."
        )
    else:
        number = _("Numéro du tirage : {seed}. Le même numéro redonne le même tirage.")
    return [*sentences, translated(number, language).format(seed=certificate.seed)]


def _past(certificate: Certificate, language: str) -> list[str]:
    """Return sentences about the rounds already played, and what they count for; [] without a past."""
    if not certificate.past:
        return []
    if certificate.wishes:
        sentence = ngettext(
            "La position déjà jouée compte aussi, sauf pour les souhaits.",
            "Les {past} positions déjà jouées comptent aussi, sauf pour les souhaits.",
            certificate.past,
            language,
        )
    else:
        sentence = ngettext(
            "La position déjà jouée compte aussi.",
            "Les {past} positions déjà jouées comptent aussi.",
            certificate.past,
            language,
        )
    return [sentence.format(past=certificate.past)]


def _distances(price: Distances, language: str) -> list[str]:
    """Return sentences about the price of a round by standings: distances in the ranking, and rematches."""
    apart = ngettext(
        "À une même table, {worst} place d’écart au classement au plus, {mean} en moyenne.",
        "À une même table, {worst} places d’écart au classement au plus, {mean} en moyenne.",
        price.rank_spread,
        language,
    )
    sentences = [apart.format(worst=price.rank_spread, mean=_tenths(price.mean_spread, language))]
    if price.mean_spread > price.free_spread:
        free = translated(
            _("Avec les revanches, l’écart moyen serait de {free} : c’est le prix de leur absence."), language
        )
        sentences.append(free.format(free=_tenths(price.free_spread, language)))
    if price.rematches:
        rematches = ngettext(
            "{count} revanche à cette position.", "{count} revanches à cette position.", price.rematches, language
        )
        sentences.append(rematches.format(count=price.rematches))
    if price.repeats_ahead:
        ahead = ngettext(
            "À si peu de joueurs, un essai des positions qui restent finit avec {count} répétition.",
            "À si peu de joueurs, un essai des positions qui restent finit avec {count} répétitions.",
            price.repeats_ahead,
            language,
        )
        sentences.append(ahead.format(count=price.repeats_ahead))
    return sentences


def _wishes_counted(wishes: Sequence[JudgedWish], language: str) -> list[str]:
    """Return sentences about how many wishes were kept, without names; [] without wishes."""
    if not wishes:
        return []
    count, kept = len(wishes), sum(not wish.broken for wish in wishes)
    if kept == count:
        sentence = ngettext("{count} souhait, respecté.", "{count} souhaits, tous respectés.", count, language)
        return [sentence.format(count=count)]
    sentence = ngettext(
        "{kept} souhait respecté sur {count}", "{kept} souhaits respectés sur {count}", kept, language
    ).format(kept=kept, count=count)
    best = sum(0 < wish.broken <= wish.unavoidable for wish in wishes)
    if best:
        sentence += translated(_(", {count} autant que possible"), language).format(count=best)
    return [sentence + "."]


def _tenths(value: int, language: str) -> str:
    whole, tenths = divmod(value, 10)
    return f"{whole}{'.' if is_english(language) else ','}{tenths}"
