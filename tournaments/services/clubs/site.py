"""What whoever runs the site says of it; every club reads it in its journal."""

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
    """Who answers for the site and how long data is kept; what is empty or 0 is as the environment says it."""

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
    """Change what the site says of itself. Nothing is written when nothing changes. Refuses what is too long."""
    site = _locked()
    _refuse_facts(facts)
    changes = differences(asdict(SiteFacts.of(site)), asdict(facts))
    if changes:
        Site.objects.filter(pk=site.pk).update(**asdict(facts))
        _tell_clubs(gettext_noop("mentions légales modifiées"), by, at, changes)
    return Site.objects.get(pk=site.pk)


@transaction.atomic
def note_backup(*, by: Account, at: datetime) -> None:
    """Note that somebody takes away a backup of the whole site; the journal of every club says so."""
    Site.objects.filter(pk=_locked().pk).update(backed_up_at=at)
    _tell_clubs(gettext_noop("sauvegarde emportée"), by, at, {})


def note_worker(*, at: datetime) -> None:
    """Note that a worker is there: its own sign of life, once a minute."""
    if not Site.objects.filter(pk=1).update(worker_seen_at=at):
        Site.objects.get_or_create(pk=1, defaults={"worker_seen_at": at})


@transaction.atomic
def note_club_taken(*, club: Club, by: Account, at: datetime) -> None:
    """Note that somebody takes away the file of a whole club."""
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
