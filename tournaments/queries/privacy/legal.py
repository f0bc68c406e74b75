"""What the legal page says: who answers for the site, how long data is kept; and what is left out."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.conf import settings
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.days import french_day
from tournaments.models import Club, Player, Site, Tournament, is_shown
from tournaments.queries.people.names import asking

# A request is answered within a month: article 12 of the RGPD.
TIME_TO_ERASE = timedelta(days=30)
# What is proposed where nobody said a period: the three years after the last contact that the CNIL takes as usual for
# associations, and a month of backups.
PROPOSED = {"kept_years": 3, "backup_days": 30}


@dataclass(frozen=True)
class Legal:
    """
    Who answers for the site, how to write to him, who hosts it; for how many years the club keeps the data of somebody
    who no longer plays, and for how many days a backup is kept. Empty or 0 where nobody says it.
    """

    name: str
    contact: str
    host: str
    kept_years: int
    backup_days: int

    @property
    def unsaid(self) -> tuple[str, ...]:
        """What the page does not say, in words for those who run the site."""
        sentences = (
            (self.name, _("qui répond du site")),
            (self.contact, _("comment lui écrire")),
            (self.kept_years, _("combien d’années la fiche de qui ne joue plus est gardée")),
            (self.backup_days, _("combien de jours les sauvegardes sont gardées")),
        )
        return tuple(sentence for value, sentence in sentences if not value)


def legal_facts() -> Legal:
    """Return what whoever runs the site wrote in the browser; where that is empty, what the environment says."""
    installed = installed_facts()
    site = Site.objects.filter(pk=1).first()
    if site is None:
        return installed
    said = {name: getattr(site, name) for name in Legal.__dataclass_fields__}
    return replace(installed, **{name: value for name, value in said.items() if value})


def installed_facts() -> Legal:
    """Return what the environment of the installation says."""
    return Legal(
        settings.LEGAL_NAME,
        settings.LEGAL_CONTACT,
        settings.LEGAL_HOST,
        settings.LEGAL_KEPT_YEARS,
        settings.LEGAL_BACKUP_DAYS,
    )


def unsaid_periods() -> dict[str, int]:
    """Return the periods that nobody said, each with what is proposed: one query."""
    said = legal_facts()
    return {name: proposed for name, proposed in PROPOSED.items() if not getattr(said, name)}


def periods_text(tournaments: QuerySet[Tournament]) -> str:
    """
    Return what to say before people are shown, with proposals, once one of these tournaments is public; else nothing.

    Two queries.
    """
    unsaid = unsaid_periods()
    if not unsaid or not tournaments.filter(is_shown()).exists():
        return ""
    words = {
        "kept_years": _("la fiche de qui ne joue plus : %(years)d ans après son dernier tournoi"),
        "backup_days": _("les sauvegardes : %(days)d jours"),
    }
    proposed = [words[name] % {"years": value, "days": value} for name, value in unsaid.items()]
    sentence = _(
        "Un tournoi est public, et personne n’a dit combien de temps les données des personnes sont gardées. Il est "
        "proposé : %(proposed)s."
    )
    return sentence % {"proposed": _(" ; ").join(proposed)}


def long_gone(club: Club, years: int, today: date) -> QuerySet[Player]:
    """Return the players of a club whose last tournament is more than so many years ago; nobody for 0 years."""
    if not years:
        return club.players.none()
    limit = date(today.year - years, today.month, min(today.day, 28))
    return (
        club.players.filter(erased_at=None).annotate(last=Max("registrations__tournament__date")).filter(last__lt=limit)
    )


def erasures_asked(club: Club) -> QuerySet[Player]:
    """Return those who wait for the club, which keeps their files, to erase their data, who asked first before."""
    asked = Player.objects.filter(club=club, erasure_asked_on__isnull=False, erased_at=None)
    return asked.order_by("erasure_asked_on", "pk")


def last_day_to_erase(player: Player) -> date | None:
    """Return the last day on which a request for erasure is answered in time; None where nothing was asked."""
    return None if player.erasure_asked_on is None else player.erasure_asked_on + TIME_TO_ERASE


def erasure_asked_text(player: Player) -> str:
    """Return who asks that his data be erased, and until when that is to be done; nothing where nobody asks."""
    if (last_day := last_day_to_erase(player)) is None:
        return ""
    sentence = _(
        "%(player)s demande que ses données soient effacées : faites-le depuis sa fiche, au plus tard le %(day)s."
    )
    return sentence % {"player": player.full_name, "day": french_day(last_day)}


def legal_notices(club: Club, today: date) -> list[str]:
    """Return notices for an organiser: what the page does not say, consents that wait, data that is due for erasure."""
    legal = legal_facts()
    notices = []
    if legal.unsaid:
        notices.append(
            _(
                "Les mentions légales ne disent pas : %(what)s."
                " Qui tient le site l’écrit sous « Organisation », « Le site »."
            )
            % {"what": _(" ; ").join(legal.unsaid)}
        )
    if count := len(asking(club)):
        words = ngettext(
            "%(count)d joueur demande un accord par son lien : répondez à la page « Accords des joueurs ».",
            "%(count)d joueurs demandent un accord par leur lien : répondez à la page « Accords des joueurs ».",
            count,
        )
        notices.append(words % {"count": count})
    notices += [erasure_asked_text(player) for player in erasures_asked(club)]
    if count := long_gone(club, legal.kept_years, today).count():
        words = ngettext(
            "%(count)d joueur n’a pas joué depuis plus de %(years)d ans : effacez ses données depuis sa fiche.",
            "%(count)d joueurs n’ont pas joué depuis plus de %(years)d ans : effacez leurs données depuis leur fiche.",
            count,
        )
        notices.append(words % {"count": count, "years": legal.kept_years})
    return notices
