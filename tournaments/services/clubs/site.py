"""What the administrator says about the site; the journal of every club records it."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Club, Site
from tournaments.refusals import Refusal
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_club

LONGEST, MOST_YEARS, MOST_DAYS = 200, 100, 3650


@dataclass(frozen=True)
class SiteFacts:
    """Who is responsible for the site, and how long data is kept; "" or 0 means the value of the environment."""

    name: str = ""
    contact: str = ""
    host: str = ""
    kept_years: int = 0
    backup_days: int = 0

    @classmethod
    def of(cls, site: Site) -> "SiteFacts":
        return cls(**{name: getattr(site, name) for name in cls.__dataclass_fields__})


@transaction.atomic
def change_site(*, facts: SiteFacts, by: Account | None, at: datetime) -> Site:
    """Change what the site says about itself. Nothing is written when nothing changes. Refuses too large values."""
    site = _locked()
    _refuse_facts(facts)
    changes = differences(asdict(SiteFacts.of(site)), asdict(facts))
    if changes:
        Site.objects.filter(pk=site.pk).update(**asdict(facts))
        _tell_clubs(gettext_noop("mentions légales modifiées"), by, at, changes)
    return Site.objects.get(pk=site.pk)


@transaction.atomic
def note_backup(*, by: Account, at: datetime) -> None:
    """Note that somebody downloads a backup of the whole site, in the journal of every club."""
    Site.objects.filter(pk=_locked().pk).update(backed_up_at=at)
    _tell_clubs(gettext_noop("sauvegarde emportée"), by, at, {})


def note_worker(*, at: datetime) -> None:
    """Note that a worker is alive; a worker calls this once a minute."""
    if not Site.objects.filter(pk=1).update(worker_seen_at=at):
        Site.objects.get_or_create(pk=1, defaults={"worker_seen_at": at})


@transaction.atomic
def note_club_taken(*, club: Club, by: Account, at: datetime) -> None:
    """Note in a club's journal that somebody downloads the file of the whole club."""
    lock_club(club)
    log(action=gettext_noop("club pris dans un fichier"), subject=club.name, by=by, at=at, club=club)


def _locked() -> Site:
    site = Site.objects.select_for_update().filter(pk=1).first()
    if site is None:
        Site.objects.get_or_create(pk=1)  # somebody else may make it now, too
        site = Site.objects.select_for_update().get(pk=1)
    return site


def _tell_clubs(action: str, by: Account | None, at: datetime, details: dict[str, Any]) -> None:
    for club in Club.objects.order_by("pk"):
        log(action=action, subject=club.name, by=by, at=at, club=club, details=details)


def _refuse_facts(facts: SiteFacts) -> None:
    wrong: dict[str, list[str]] = {}
    for name in ("name", "contact", "host"):
        if len(getattr(facts, name)) > LONGEST:
            wrong[name] = [_("%(most)d lettres au plus.") % {"most": LONGEST}]
    for name, most in (("kept_years", MOST_YEARS), ("backup_days", MOST_DAYS)):
        if not 0 <= getattr(facts, name) <= most:
            wrong[name] = [_("Écrivez un nombre de 0 à %(most)d.") % {"most": most}]
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="site_refused", fields=wrong)
