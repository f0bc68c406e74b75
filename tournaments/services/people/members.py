"""Ends memberships, takes an end back, and corrects since when somebody is a member."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day
from tournaments.labels import OVER, EndReason, Grade
from tournaments.models import Account, Club, Membership, MembershipPeriod, Payment, Player, Registration, Tournament
from tournaments.queries.people.files import OWN_FIELDS
from tournaments.queries.people.members import ending_membership, keeps_file, next_keeper, played_for
from tournaments.queries.undo.consequences import first_names, tournament_names
from tournaments.refusals import Refusal, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of, raise_revisions
from tournaments.services.people.keeping import give_file
from tournaments.services.people.periods import end_periods, go_on, refuse_to_come, refuse_while_a_member
from tournaments.services.people.players import log_membership
from tournaments.services.undo.undoing import as_it_is, refuse_consequences
from tournaments.subjects import subject_of


@transaction.atomic
def end_membership(
    *,
    club: Club,
    player: Player,
    by: Account | None,
    at: datetime,
    seen: str | None = None,
    until: date | None = None,
    reason: EndReason = EndReason.OTHER,
    remark: str = "",
) -> Player:
    """
    End a player's membership of a club on a day (today if None), and return the player.

    The club that keeps his file goes on keeping it, and he is its former member; if he is a member of another club,
    that one becomes the keeper. Where another club keeps it he leaves this club's lists and searches. Who died stays
    where his file is, and is a member nowhere. Refuses a day to come or before he was a member, who is no member, and
    who is registered in a tournament of this club that is not over, if he would leave its lists or died.
    """
    lock_clubs_of(player, and_club=club)
    player = as_it_is(club.files.select_related("club"), player.pk)
    refuse_consequences(ending_membership(player, club), seen)
    until = until or timezone.localdate(at)
    membership = player.memberships.get(club=club)
    _refuse_end([membership], until, reason, at)
    end_periods([membership], until, reason, remark.strip())
    if reason == EndReason.DIED and keeps_file(club, player):
        _die(player, club, until, by, at)
    else:
        _leave(membership, player, club, at)
    log_membership(
        gettext_noop("adhésion terminée"),
        player,
        club,
        by=by,
        at=at,
        details={"until": until.isoformat(), "reason": reason},
    )
    return player


@transaction.atomic
def end_memberships(
    *, club: Club, players: Collection[int], until: date, reason: EndReason, by: Account | None, at: datetime
) -> list[Player]:
    """
    End the memberships of several players (ids) for one reason, and return them; who is no member stays as he is.

    Refuses what `end_membership` refuses, with the names of all whom it is about.
    """
    lock_clubs_of(*players, and_club=club)
    members = club.memberships.filter(player__in=players, grade=Grade.MEMBER, until=None)
    rows = list(members.select_related("player__club").order_by("player__last_name", "player__first_name", "pk"))
    if not rows:
        return []
    _refuse_end(rows, until, reason, at)
    others = Membership.objects.filter(player__in=[row.player_id for row in rows], grade=Grade.MEMBER, until=None)
    of_others = set(others.exclude(club=club).values_list("player", flat=True))
    here = [row for row in rows if row.player_id not in of_others and row.player.club_id == club.pk]
    for row in rows:
        if row not in here:
            refuse_consequences(ending_membership(row.player, club), None)
            _leave(row, row.player, club, at)
    Membership.objects.filter(pk__in=[row.pk for row in here]).update(grade=Grade.GUEST)
    end_periods(rows, until, reason)
    names = [row.player.full_name for row in rows]
    details = {"until": until.isoformat(), "reason": reason, "players": [row.player_id for row in rows]}
    subject = names[0] if len(names) == 1 else subject_of("players", count=len(names))
    log(action=gettext_noop("adhésion terminée"), subject=subject, by=by, at=at, club=club, details=details)
    return [row.player for row in rows]


@transaction.atomic
def take_end_back(*, club: Club, player: Player, by: Account | None, at: datetime) -> Player:
    """
    Take the end of a membership back, as if it had never been noted, and return the player. Idempotent.

    Refuses a club that does not keep his file: it asks for him again.
    """
    lock_clubs_of(player, and_club=club)
    player = as_it_is(Player.objects.select_related("club"), player.pk)
    last = MembershipPeriod.objects.filter(membership__club=club, membership__player=player).last()
    if last is None or last.until is None:
        return player
    if not keeps_file(club, player) or player.erased_at:
        sentence = _("« %(club)s » tient maintenant la fiche de %(player)s : demandez de nouveau son adhésion.")
        raise Refusal(sentence % {"club": player.club, "player": player.full_name}, code="not_its_keeper")
    back = [last]
    if last.reason == EndReason.DIED:  # it was noted in each of his clubs
        elsewhere = MembershipPeriod.objects.filter(membership__player=player, reason=EndReason.DIED)
        back += elsewhere.exclude(pk=last.pk).filter(membership__grade=Grade.GUEST, until__gte=last.until)
    for period in back:
        go_on(period)
    ids = [period.membership_id for period in back]
    Membership.objects.filter(pk__in=ids).update(grade=Grade.MEMBER, until=None, asked_on=None, asked_again_on=None)
    for each in Club.objects.filter(memberships__in=ids):
        _log_of(each, gettext_noop("fin d’adhésion annulée"), player, by, at)
    return player


@transaction.atomic
def date_membership(*, club: Club, player: Player, since: date, by: Account | None, at: datetime) -> Player:
    """
    Correct the first day of a membership that goes on, and return the player.

    Refuses a day to come, one on which his membership before this one had not ended, and who is no member.
    """
    lock_clubs_of(player, and_club=club)
    player = as_it_is(club.players, player.pk)
    membership = club.memberships.get(player=player)
    before = membership.periods.filter(until__isnull=False).last()
    refuse_to_come(since, "since", at)
    if before is not None:
        refuse_while_a_member(before, since)
    period, _is_new = membership.periods.get_or_create(until=None)
    if period.since != since:
        change = {"since": [period.since and period.since.isoformat(), since.isoformat()]}
        period.since = since
        period.save(update_fields=["since"])
        _log_of(club, gettext_noop("adhésion datée"), player, by, at, change)
    return player


def _refuse_end(rows: Collection[Membership], until: date, reason: EndReason, at: datetime) -> None:
    """Refuse a day to come, a day before one of these memberships began, and who died and is registered still."""
    refusals = []
    try:
        refuse_to_come(until, "until", at)
    except Refusal as refusal:
        refusals.append(refusal)
    late = MembershipPeriod.objects.filter(membership__in=rows, until=None, since__gt=until)
    if names := [period.membership.player.full_name for period in late.select_related("membership__player")]:
        sentence = _("Le %(day)s vient avant le premier jour de l’adhésion : %(names)s. Écrivez un jour plus tard.")
        sentence %= {"day": french_day(until), "names": first_names(names)}
        refusals.append(Refusal(sentence, code="not_yet_a_member", fields={"until": [sentence]}))
    if reason == EndReason.DIED:
        entered = Registration.objects.filter(player__in=[row.player_id for row in rows])
        here = Tournament.objects.filter(club__in=[row.club_id for row in rows], registrations__in=entered)
        if going_on := list(here.exclude(state__in=OVER).distinct()):
            sentence = _("Il est encore inscrit à %(where)s : retirez-le d’abord de cette liste.")
            sentence %= {"where": tournament_names(going_on)}
            refusals.append(Refusal(sentence, code="is_entered", fields={"reason": [sentence]}))
    if refusals:
        raise together(refusals)


def _leave(membership: Membership, player: Player, club: Club, at: datetime) -> None:
    """Make a member a former one of the club that keeps his file, or pass the file on, or have him leave its lists."""
    keeper = next_keeper(player, club)
    if keeper is None and keeps_file(club, player):
        membership.grade = Grade.GUEST
        membership.save(update_fields=["grade"])
        return
    if keeps_file(club, player) and keeper is not None:
        give_file(player, keeper, at=at)
        membership.refresh_from_db()
        played = Registration.objects.filter(player=player).values("tournament")
        raise_revisions(Tournament.objects.filter(pk__in=played))
    paid = Payment.objects.filter(fee__membership=membership)
    if membership.periods.exists() or played_for(player, club) or paid.exists():
        membership.until = timezone.localdate(at)
        for name in OWN_FIELDS:  # it has no use for them any more
            setattr(membership, name, getattr(Membership(), name))
        membership.save()
    else:
        membership.delete()


def _die(player: Player, club: Club, until: date, by: Account | None, at: datetime) -> None:
    """Note in all clubs of a player that he died, as the club that keeps his file says: he is a member of none."""
    rows = list(player.memberships.filter(until=None).select_related("club"))
    members = [row for row in rows if row.grade == Grade.MEMBER and row.club_id != club.pk]
    Membership.objects.filter(pk__in=[row.pk for row in rows]).update(
        grade=Grade.GUEST, asked_on=None, asked_again_on=None
    )
    end_periods(members, until, EndReason.DIED)
    for row in members:
        _log_of(
            row.club,
            gettext_noop("adhésion terminée"),
            player,
            by,
            at,
            {"until": until.isoformat(), "reason": EndReason.DIED},
        )


def _log_of(
    club: Club, action: str, player: Player, by: Account | None, at: datetime, details: dict[str, Any] | None = None
) -> None:
    log(
        action=action,
        subject=player.full_name,
        by=by,
        at=at,
        club=club,
        details={"id": player.pk} | (details or {}),
    )
