"""Deletes a club that leaves the site, with all that only this club has; players and rows of other clubs stay."""

from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import CharField, F, Model, Q, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.text import tidy
from tournaments.labels import EndReason
from tournaments.models import (
    Account,
    Club,
    Invitation,
    LeagueGuest,
    Membership,
    MembershipPeriod,
    Player,
    PublishedLine,
    Qualifying,
    Tournament,
)
from tournaments.queries.clubs.directory import login_name
from tournaments.queries.clubs.leaving import (
    accounts_of,
    also_elsewhere,
    leaving,
    named_elsewhere,
    people_of,
    rows_of,
)
from tournaments.queries.people.members import next_keeper
from tournaments.queries.standings.league_events import events_of
from tournaments.refusals import Refusal
from tournaments.services.clubs.committee_leagues import hand_over_leagues, leave_announced
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournaments_of, raise_revisions
from tournaments.services.people.joining import receive
from tournaments.services.people.keeping import give_file
from tournaments.services.people.periods import note_death
from tournaments.services.privacy.erasing import AGREED, PERSONAL, empty_file, forget_tries
from tournaments.services.undo.undoing import refuse_consequences


@transaction.atomic
def delete_club(*, club: Club, by: Account | None, at: datetime, name: str = "", seen: str | None = None) -> None:
    """
    Delete a club and all that only this club has; `name` is what the user typed to confirm.

    A player whom another club knows stays, and that club keeps his file. A player whom only another club's published
    league names stays without his name. Refuses another `name`, a running job, and what changed since the page was
    shown.
    """
    # Its people may be of any club, and are read under the locks: all clubs wait for one that leaves.
    if club not in Club.objects.select_for_update(no_key=True).order_by("pk"):
        raise Refusal(_("Ce club n’existe plus : quelqu’un l’a déjà supprimé."), code="gone")
    lock_tournaments_of(*people_of(club))
    refuse_consequences(leaving(club), seen)
    if tidy(name) != club.name:
        sentence = _("Pour confirmer, recopiez le nom du club : « %(club)s ».") % {"club": club.name}
        raise Refusal(sentence, code="another_name", fields={"name": [sentence]})
    hand_over_leagues(club)
    leave_announced(Qualifying.objects.filter(final__club=club))
    stay, nameless = list(also_elsewhere(club)), list(named_elsewhere(club))
    kept = [player.pk for player in (*stay, *nameless)]
    gone = list(people_of(club).exclude(pk__in=kept).values_list("pk", flat=True))
    hosts = [guest.league for guest in LeagueGuest.objects.filter(season__club=club).select_related("league__season")]
    elsewhere = Tournament.objects.exclude(club=club)
    told = set(elsewhere.filter(registrations__player__in=kept).values_list("pk", flat=True))
    for league in hosts:
        told |= set(events_of(league).exclude(club=club).values_list("pk", flat=True))
    for player in stay:
        _hand_over(player, club, by, at)
    for player in nameless:
        lines = PublishedLine.objects.filter(player=player).exclude(publication__league__season__club=club)
        player.club = lines.select_related("publication__league__season__club").latest("pk").publication.league.club
        empty_file(player, at=at)
    _forget_logins(accounts_of(club))
    for model, rows in rows_of(club):
        _delete(model, rows)
    Membership.objects.filter(player__in=nameless).delete()
    for others in (Q(double_of__isnull=False), Q()):  # a double points at the person whose it is
        _delete(Player, Player.rows.filter(others, pk__in=gone))
    raise_revisions(Tournament.objects.filter(pk__in=told))
    connection.check_constraints()


def _hand_over(player: Player, club: Club, by: Account | None, at: datetime) -> None:
    """
    Give a player's file to another club of which he is a member. Without one, the file keeps only his name and licence
    and is hidden, until he or a comité names the club that keeps it.
    """
    player.imported_by = None if player.imported_by and player.imported_by.club_id == club.pk else player.imported_by
    player.save(update_fields=["imported_by"])
    if player.club_id != club.pk:
        return
    person = player.double_of or player
    if keeper := next_keeper(person, club):
        if player == person:
            give_file(player, keeper, at=at)
            subject = f"{player} : {keeper}"
            log(action=gettext_noop("fiche confiée à un autre club"), subject=subject, by=by, at=at, club=keeper)
        else:
            Player.rows.filter(pk=player.pk).update(club=keeper)
        return
    _leave_without_keeper(player, person, club, at)


def _leave_without_keeper(player: Player, person: Player, club: Club, at: datetime) -> None:
    """
    Leave a file to a club where he played, or that had him among its own. If he died, that club goes on saying so:
    one that was told of it, if there is one.
    """
    died = MembershipPeriod.objects.filter(membership__player=person, membership__club=club, reason=EndReason.DIED)
    day = died.values_list("until", flat=True).first()
    elsewhere = person.memberships.exclude(club=club).order_by(F("until").desc(nulls_first=True), "pk")
    told = elsewhere.filter(periods__reason=EndReason.DIED).first() if day else None
    evenings = Tournament.objects.filter(registrations__player__in=person.files).exclude(club=club)
    where = told or evenings.order_by("date").last() or elsewhere.first()
    assert where is not None, "another club knows him"
    for column, value in (PERSONAL | AGREED).items():
        if column not in ("licence", "first_name"):
            setattr(player, column, value)
    player.club = where.club
    player.without_keeper_since = timezone.localdate(at)
    player.save()
    if isinstance(where, Tournament):
        receive(player.club, [player])
    if day and player == person:
        note_death(person.memberships.get(club=player.club), day)


def _forget_logins(accounts: QuerySet[Account]) -> None:
    """Delete accounts that log in for this club only; rows of other clubs keep the account's name as text."""
    leavers = list(accounts)
    for account in leavers:
        forget_tries(account)
    Invitation.objects.filter(username__in=[login_name(account.username) for account in leavers]).delete()
    _forget_in_admin(Account, Account.objects.filter(pk__in=[account.pk for account in leavers]))
    Account.objects.filter(pk__in=[account.pk for account in leavers]).delete()


def _delete(model: type[Model], rows: "QuerySet[Model]") -> None:
    """
    Delete rows without a check, because rows that point at them are deleted as well; keys are checked at the end.

    `QuerySet.delete` would refuse a sheet line that another of these rows replaces.
    """
    _forget_in_admin(model, rows)
    rows._raw_delete(rows.db)


def _forget_in_admin(model: type[Model], rows: "QuerySet[Model]") -> None:
    ids = rows.order_by().annotate(written_pk=Cast("pk", CharField())).values("written_pk")
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model), object_id__in=ids).delete()
