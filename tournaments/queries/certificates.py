"""
What a draw is worth, in plain words for everybody: what was given up, and what is proved.

A wish is personal: here they are only counted.
"""

from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.labels import DrawMode
from tournaments.models import Job
from tournaments.queries.draws import sheet_words
from tournaments.queries.hand_changes import hand_words
from tournaments.queries.kept_wishes import by_wish, certificate_of
from tournaments.seating import Certificate, Kept
from tournaments.seating.certificate import method_words


def certificate_words(job: Job) -> list[str]:
    """
    Return the sentences that say what a finished draw gave up, the most important first; fit for everybody.

    Of a published one, what was changed after it comes last.
    """
    return drawn_words(job) + (hand_words(job.of_tournament, job) if job.outcome.get("published") else [])


def drawn_words(job: Job) -> list[str]:
    """Return the sentences about a finished draw as it was drawn."""
    certificate = certificate_of(job)
    sentences = [_drawn_by(job), *_meetings(certificate), *_price(job.outcome.get("standing"))]
    if job.wanted.get("missing"):
        sentences.append(_("Tirée sans attendre : %(sheets)s.") % {"sheets": sheet_words(job.wanted["missing"])})
    sentences += certificate.fairness_words(_language())
    sentences.append(_counted([one for wish, one in by_wish(job) if wish]))  # the rest of the hall asked nothing
    sentences.append(_for_whom(job))
    sentences.append(_("Méthode : %(way)s.") % {"way": method_words(certificate.method, _language())})
    sentences.append(_number(job, certificate))
    return [sentence for sentence in sentences if sentence]


def verdict(job: Job) -> str:
    """
    Return the certificate in its first sentence: do people meet twice, and could it be otherwise?

    Once seats were changed after the draw, what was changed and what the seats are worth now takes its place.
    """
    changed = hand_words(job.of_tournament, job) if job.outcome.get("published") else []
    return " ".join(changed) or _meetings(certificate_of(job))[0]


def _drawn_by(job: Job) -> str:
    """Say how a round was drawn that is not part of a whole rotation."""
    mode = job.wanted.get("mode", DrawMode.ROTATION)
    values = {"number": _first(job)}
    if mode == DrawMode.ROTATION:
        return ""
    if mode != DrawMode.RANDOM and "standing" not in job.outcome:
        return _("Position %(number)d tirée au hasard : il n’y a pas encore de classement.") % values
    if mode == DrawMode.RANDOM:
        return _("Position %(number)d tirée au hasard.") % values
    if mode == DrawMode.DANISH:
        return _("Position %(number)d tirée selon le classement, revanches permises (danois).") % values
    return _("Position %(number)d tirée selon le classement, sans revanche si possible (système suisse).") % values


def _first(job: Job) -> int:
    """Return the first position that a draw made; one position drawn again by itself has its own number."""
    return job.wanted["number"] if "number" in job.wanted else job.wanted["begun"] + 1


def _for_whom(job: Job) -> str:
    """Say for how many players, and which positions."""
    first, count = _first(job), len(job.outcome["plan"]["rounds"])
    players = len(job.wanted["players"])
    values = {"players": players, "first": first, "last": first + count - 1}
    if count == 1:
        words = ngettext("Position %(first)d, %(players)d joueur.", "Position %(first)d, %(players)d joueurs.", players)
    else:
        words = ngettext(
            "Positions %(first)d à %(last)d, %(players)d joueur.",
            "Positions %(first)d à %(last)d, %(players)d joueurs.",
            players,
        )
    return words % values


def _meetings(certificate: Certificate) -> list[str]:
    if not certificate.repeats:
        return [_("Deux joueurs ne se rencontrent jamais deux fois."), _("0 répétition, prouvé optimal.")]
    return [_repeats(certificate), *certificate.repeats_words(_language())]


def _repeats(certificate: Certificate) -> str:
    repeats, bound = certificate.repeats, certificate.lower_bound
    words = ngettext("%(count)d rencontre répétée", "%(count)d rencontres répétées", repeats) % {"count": repeats}
    if certificate.proven_optimal:
        return _("%(repeats)s : prouvé optimal, on ne peut faire moins.") % {"repeats": words}
    if bound:
        unavoidable = ngettext(
            "%(repeats)s, dont au moins %(bound)d inévitable.",
            "%(repeats)s, dont au moins %(bound)d inévitables.",
            bound,
        )
        return unavoidable % {"repeats": words, "bound": bound}
    return _("%(repeats)s ; il n’est pas prouvé qu’on ne puisse faire mieux.") % {"repeats": words}


def _price(standing: dict[str, Any] | None) -> list[str]:
    """Say what a round by standings cost: how far apart in the ranking people sit, and who meets again."""
    if standing is None:
        return []
    values = {"worst": standing["rank_spread"], "mean": _tenths(standing["mean_spread"])}
    told = [
        ngettext(
            "À une même table, %(worst)d place d’écart au classement au plus, %(mean)s en moyenne.",
            "À une même table, %(worst)d places d’écart au classement au plus, %(mean)s en moyenne.",
            standing["rank_spread"],
        )
        % values,
    ]
    if standing["mean_spread"] > standing["free_spread"]:
        free = {"free": _tenths(standing["free_spread"])}
        told.append(_("Avec les revanches, l’écart moyen serait de %(free)s : c’est le prix de leur absence.") % free)
    again = standing["rematches"]
    if again:
        told.append(
            ngettext("%(count)d revanche à cette position.", "%(count)d revanches à cette position.", again)
            % {"count": again}
        )
    if standing["repeats_ahead"]:
        ahead = {"count": standing["repeats_ahead"]}
        sentence = ngettext(
            "À si peu de joueurs, compter %(count)d répétition à la fin du tournoi.",
            "À si peu de joueurs, compter %(count)d répétitions à la fin du tournoi.",
            standing["repeats_ahead"],
        )
        told.append(sentence % ahead)
    return told


def _tenths(value: int) -> str:
    return number_format(Decimal(value) / 10, decimal_pos=1)


def _counted(wishes: list[Kept]) -> str:
    """Say how many wishes were kept, and nothing of whose they are."""
    if not wishes:
        return ""
    kept = sum(not one.broken for one in wishes)
    best = sum(0 < one.broken <= one.unavoidable for one in wishes)
    count = len(wishes)
    if kept == count:
        return ngettext("%(count)d souhait, respecté.", "%(count)d souhaits, tous respectés.", count) % {"count": count}
    told = ngettext("%(kept)d souhait respecté sur %(count)d", "%(kept)d souhaits respectés sur %(count)d", kept)
    words = [told % {"kept": kept, "count": count}]
    if best:
        words.append(_("%(count)d autant que possible") % {"count": best})
    return ", ".join(words) + "."


def _number(job: Job, certificate: Certificate) -> str:
    if job.outcome.get("stopped_early"):
        return _(
            "Numéro du tirage : %(seed)d. La recherche a été arrêtée avant sa fin : le même numéro seul ne redonne pas "
            "ce tirage."
        ) % {"seed": certificate.seed}
    return _("Numéro du tirage : %(seed)d. Le même numéro redonne le même tirage.") % {"seed": certificate.seed}


def _language() -> str:
    return (get_language() or "fr")[:2]
