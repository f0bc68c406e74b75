"""The legal page: who is responsible for the site, how long data is kept; and what it lacks."""

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
    Who is responsible for the site, how to write to this person, and who hosts it; for how many years a club keeps the
    data of a player who no longer plays, and for how many days a backup is kept. "" or 0 if nobody said it.
    """

    name: str
    contact: str
    host: str
    kept_years: int
    backup_days: int

    @property
    def unsaid(self) -> tuple[str, ...]:
        """What the page lacks, in words, for those who run the site."""
        sentences = (
            (self.name, _("qui répond du site")),
            (self.contact, _("comment lui écrire")),
            (self.kept_years, _("combien d’années la fiche de qui ne joue plus est gardée")),
            (self.backup_days, _("combien de jours les sauvegardes sont gardées")),
        )
        return tuple(sentence for value, sentence in sentences if not value)


def legal_facts() -> Legal:
    """Return what the administrator wrote on the site; where that is empty, the values of the environment."""
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
    """Return {name: proposed value} of the periods that nobody has set. One query."""
    said = legal_facts()
    return {name: proposed for name, proposed in PROPOSED.items() if not getattr(said, name)}


def periods_text(tournaments: QuerySet[Tournament]) -> str:
    """
    Return a sentence that proposes the missing periods once one of these tournaments is public; else "". Two queries.
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
    """Return the club's members whose last tournament is more than so many years ago; nobody for 0 years."""
    if not years:
        return club.players.none()
    limit = date(today.year - years, today.month, min(today.day, 28))
    return (
        club.players.filter(erased_at=None).annotate(last=Max("registrations__tournament__date")).filter(last__lt=limit)
    )


def erasures_asked(club: Club) -> QuerySet[Player]:
    """Return the players who wait for this club, the keeper of their files, to erase them; the oldest request first."""
    asked = Player.objects.filter(club=club, erasure_asked_on__isnull=False, erased_at=None)
    return asked.order_by("erasure_asked_on", "pk")


def last_day_to_erase(player: Player) -> date | None:
    """Return the last day to answer a player's request for erasure in time; None without a request."""
    return None if player.erasure_asked_on is None else player.erasure_asked_on + TIME_TO_ERASE


def erasure_asked_text(player: Player) -> str:
    """Return a sentence: this player asks for erasure, and until when it must be done; "" without a request."""
    if (last_day := last_day_to_erase(player)) is None:
        return ""
    sentence = _(
        "%(player)s demande que ses données soient effacées : faites-le depuis sa fiche, au plus tard le %(day)s."
    )
    return sentence % {"player": player.full_name, "day": french_day(last_day)}


def legal_notices(club: Club, today: date) -> list[str]:
    """Return notices for an organiser: what the legal page lacks, consents without an answer, players to erase."""
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
