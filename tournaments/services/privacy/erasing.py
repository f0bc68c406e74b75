"""Erases the data of a player who asks for it; his results still count, under his start numbers."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_noop, override

from tournaments.labels import EndReason, Status
from tournaments.models import (
    Account,
    Club,
    Entry,
    EntryPartner,
    Invitation,
    Job,
    JournalEntry,
    MembershipPeriod,
    Player,
    Registration,
    Tournament,
)
from tournaments.models.clubs import ASKS, CONSENTS, CONTACTS
from tournaments.queries.evening.stages import LEFT
from tournaments.queries.people.files import OWN_FIELDS
from tournaments.queries.people.linking import linked_files, linked_with
from tournaments.queries.privacy.erased_rows import Rewritten
from tournaments.queries.privacy.erasing import (
    Erasure,
    clubs_naming,
    erasing_player,
    erasure_of,
    going_on_elsewhere,
    keeps_login,
)
from tournaments.queries.privacy.named_texts import ERASED
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of, lock_tournament, lock_tournaments_of, raise_revisions
from tournaments.services.people.entries import count_places, move_up
from tournaments.services.people.periods import end_periods
from tournaments.services.privacy.leftovers import empty_write_ahead_log
from tournaments.services.undo.undoing import as_it_is, refuse_consequences
from tournaments.services.work.jobs import make_again
from tournaments.subjects import TEMPLATES, tell

PERSONAL = {
    **dict.fromkeys(("licence", "first_name", "sex", "home_club", "public_name", "federal_series"), ""),
    **dict.fromkeys(("email", "phone", "suspension_reason"), ""),
    **dict.fromkeys(("birth_year", "licence_until", "federal_series_on", "suspended_from", "suspended_until"), None),
    "erasure_asked_on": None,
    "link_code_until": None,
    "linked_as": "",
    "link_code": "",
}
AGREED = dict.fromkeys((*CONSENTS.values(), *ASKS.values(), *CONTACTS.values()), False)
AT_ONCE = 200
FEWEST_NUMBERED = 100_000  # numbers of erased people have six digits


@dataclass(frozen=True)
class Erased:
    """The erased player, and the jobs that make his documents again; the caller calls `tasks.enqueue` for each job."""

    player: Player
    jobs: tuple[Job, ...]


@transaction.atomic
def erase_player(
    *, player: Player, by: Account | None, at: datetime, seen: str | None = None, heard_on: date | None = None
) -> Erased:
    """
    Erase for ever who a player was; only his results stay, under his start numbers.

    His present and former names are removed from every text of his clubs. Documents that may name him are deleted and
    requested again. His entries from home are deleted; his links and his login no longer work. He is withdrawn from
    coming evenings of other clubs, which log it; nobody is kept waiting for him. `heard_on` is the day on which he
    asked, by mouth or on paper. Refuses everybody who may not answer for him (`speaks_for`), a player who is erased
    already, and one who is in a tournament, not over, of the club that keeps his file.
    """
    clubs = lock_clubs_of(player, and_keepers=linked_with(player))
    lock_tournaments_of(player)
    player = as_it_is(Player.objects.select_related("club"), player.pk)
    erasure = None if player.erased_at else erasure_of(player)
    refuse_consequences(erasing_player(player, erasure, by=by), seen)
    assert erasure is not None, "who is erased is refused"
    titles = list(erasure.papers.order_by("pk").values_list("title", flat=True))
    jobs = make_again(tournaments=erasure.tournaments, seasons=erasure.seasons)
    _pass_on(player, by=by, at=at)
    left = _withdraw_elsewhere(player)
    _delete_entries(erasure.entries, at=at)
    EntryPartner.objects.filter(pk__in=[partner.pk for partner in erasure.partners]).delete()
    for model, rows in erasure.by_model.items():
        _rewrite(model, rows)
    _forget_outside(player, erasure)
    _close_login(player)
    for row in (player, *player.files.exclude(pk=player.pk)):
        empty_file(row, at=at)
    _tell_evenings(left, by=by, at=at)
    raise_revisions(Tournament.objects.filter(pk__in=erasure.tournaments))
    details = {
        "id": player.pk,
        "documents": [erasure.without.text(title, about=True, near=True) for title in titles],
        "lines": erasure.lines,
        "texts": len(erasure.rows) - erasure.lines,
    }
    if heard_on is not None:
        details["heard_on"] = heard_on.isoformat()
    told = {club.pk: club for club in (*clubs, *Club.objects.filter(pk__in=clubs_naming(player)))}
    for club in told.values():  # others are told that somebody was erased, and nothing else
        what = details if club == player.club else {"id": player.pk}
        log(action=gettext_noop("données effacées"), subject=ERASED, by=by, at=at, club=club, details=what)
    transaction.on_commit(empty_write_ahead_log)
    return Erased(player, tuple(jobs))


def new_number() -> int:
    """Return a random number to name an erased player; his id would identify him: people know addresses with it."""
    return FEWEST_NUMBERED + secrets.randbelow(9 * FEWEST_NUMBERED)


def empty_file(row: Player, *, at: datetime) -> None:
    """Remove from a player's row, and from what each club keeps about him, all that says who he was."""
    for column, value in (PERSONAL | AGREED).items():
        setattr(row, column, value)
    row.last_name, row.erased_at = f"{ERASED} {new_number()}", at
    row.link_version += 1
    row.save()
    row.memberships.update(**{name: value for name, value in (PERSONAL | AGREED).items() if name in OWN_FIELDS})
    end_periods(row.memberships.all(), timezone.localdate(at), EndReason.OTHER)
    MembershipPeriod.objects.filter(membership__player=row).update(remark="")
    row.mails.all().delete()
    row.proposals.all().delete()
    row.committee_suspensions.all().delete()


def _pass_on(player: Player, *, by: Account | None, at: datetime) -> None:
    """Request the erasure of files linked with the player's at the clubs that keep them: he asked as one person."""
    for other in linked_files(player):
        if other.erasure_asked_on is None:
            Player.objects.filter(pk=other.pk).update(erasure_asked_on=timezone.localdate(at))
            details = {"id": other.pk}
            action = gettext_noop("effacement demandé")
            log(action=action, subject=other.full_name, by=by, at=at, club=other.club, details=details)


def _withdraw_elsewhere(player: Player) -> list[Registration]:
    """Withdraw the player from other clubs' tournaments that are not over; return his registrations as before."""
    entries = list(going_on_elsewhere(player).select_related("tournament__club"))
    Registration.objects.filter(pk__in=[entry.pk for entry in entries]).update(status=Status.WITHDRAWN, waits="")
    return entries


def _tell_evenings(entries: Iterable[Registration], *, by: Account | None, at: datetime) -> None:
    """Log in each of these tournaments that the player left, by start number, so that the organiser replaces him."""
    for entry in entries:
        log(
            action=LEFT,
            subject=f"n° {entry.start_number} {ERASED}",
            by=by,
            at=at,
            tournament=entry.tournament,
            details={"registration": entry.pk, "before": {"status": entry.status, "waits": entry.waits}},
        )


def _delete_entries(entries: Iterable[Entry], *, at: datetime) -> None:
    """Delete these entries from home, count the places again, and give free places to the waiting list."""
    tournaments = [lock_tournament(pk) for pk in sorted({entry.tournament_id for entry in entries})]
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
    for tournament in tournaments:
        count_places(tournament)
        move_up(tournament, at=at)


def _rewrite(model: type[Model], rows: Iterable[Rewritten]) -> None:
    """
    Write the new texts of a model's rows, `AT_ONCE` at a time; a journal subject is made from its `words`, if any.
    """
    by_columns: dict[tuple[str, ...], list[Model]] = {}
    for row in rows:
        values = dict(row.values)
        if model is JournalEntry and (words := values.get("words")) and words.get("code") in TEMPLATES:
            with override("fr"):
                values["subject"] = tell(words)[:200]
        by_columns.setdefault(tuple(sorted(values)), []).append(model(pk=row.pk, **values))
    manager: Any = model._default_manager
    for columns, changed in by_columns.items():
        manager.bulk_update(changed, columns, batch_size=AT_ONCE)


def _forget_outside(player: Player, erasure: Erasure) -> None:
    """Remove the player from the tables of other apps: the admin's log, invitations, login tries, e-mail addresses."""
    account = Account.objects.filter(player=player).first()
    about = {Player: {str(pk) for pk in erasure.person.ids}, Account: {str(account.pk)} if account else set()}
    for model, pks in about.items():
        entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model), object_id__in=pks)
        entries.update(object_repr=ERASED, change_message="")
    Invitation.objects.filter(pk__in=erasure.invitations).delete()
    if account is None or keeps_login(account):
        return
    forget_tries(account)
    EmailAddress.objects.filter(user=account).delete()


def forget_tries(account: Account) -> None:
    """Delete the records of login tries with this account's login."""
    for tries in (AccessAttempt, AccessFailureLog, AccessLog):
        tries.objects.filter(username__iexact=account.username).delete()


def _close_login(player: Player) -> None:
    """Unlink a player's login; a login without a role is also closed, and loses its names."""
    account = Account.objects.filter(player=player).first()
    if account is None:
        return
    account.player = None
    if not keeps_login(account):
        account.username, account.email, account.first_name, account.last_name = f"efface-{account.pk}", "", "", ""
        account.is_active = False
        account.set_unusable_password()
    account.save()
