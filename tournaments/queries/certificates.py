"""What a draw is worth, in plain words for those who publish it."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Job


def certificate_words(job: Job) -> list[str]:
    """Return the sentences that say what a finished draw gave up, the most important first."""
    plan = job.result["plan"]
    certificate: dict[str, Any] = plan["certificate"]
    sentences = [_("Deux joueurs ne se rencontrent jamais deux fois.")]
    if certificate["repeats"]:
        meetings = _("Deux joueurs se rencontrent %(most)d fois au plus.") % {"most": certificate["most_meetings"]}
        sentences = [_repeats(certificate), meetings]
    sentences.append(_seats(certificate["seats_spread"]))
    if any(plan["exempts"]):
        sentences.append(_shared(_("Les exemptions tournent"), certificate["exempts_spread"]))
    sizes = {len(table) for tables in plan["rounds"] for table in tables}
    if len(sizes) > 1:
        sentences.append(
            _shared(_("Les passages aux tables d’une autre taille tournent"), certificate["odd_tables_spread"])
        )
    sentences.append(
        _("Numéro du tirage : %(seed)d. Le même numéro redonne le même tirage.") % {"seed": certificate["seed"]}
    )
    return sentences


def _repeats(certificate: dict[str, Any]) -> str:
    repeats, bound = certificate["repeats"], certificate["lower_bound"]
    words = ngettext("%(count)d rencontre répétée", "%(count)d rencontres répétées", repeats) % {"count": repeats}
    if certificate["proven_optimal"]:
        return _("%(repeats)s : il est prouvé qu’on ne peut faire moins.") % {"repeats": words}
    if bound:
        return _("%(repeats)s, dont au moins %(bound)d inévitables.") % {"repeats": words, "bound": bound}
    return _("%(repeats)s ; il n’est pas prouvé qu’on ne puisse faire mieux.") % {"repeats": words}


def _seats(spread: int) -> str:
    if not spread:
        return _("Chacun occupe chaque place (Sud, Est, Nord, Ouest) le même nombre de fois.")
    sentence = _("Chacun occupe chaque place (Sud, Est, Nord, Ouest) le même nombre de fois, à %(count)d près.")
    return sentence % {"count": spread}


def _shared(subject: str, spread: int) -> str:
    if not spread:
        return _("%(subject)s : chacun en a le même nombre.") % {"subject": subject}
    return _("%(subject)s : chacun en a le même nombre, à %(count)d près.") % {"subject": subject, "count": spread}
