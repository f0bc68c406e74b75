"""The periods of a membership: begun, ended, corrected. Called under the locks of the player's clubs."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.kit.days import french_day
from tournaments.labels import EndReason, Grade
from tournaments.models import Club, Membership, MembershipPeriod
from tournaments.refusals import Refusal

ONE_DAY = timedelta(days=1)


def refuse_to_come(day: date, field: str, at: datetime) -> None:
    """Refuse a day in the future."""
    if day > timezone.localdate(at):
        sentence = _("Le %(day)s n’est pas encore venu : notez-le ce jour-là, ou écrivez un jour passé.")
        sentence %= {"day": french_day(day)}
        raise Refusal(sentence, code="to_come", fields={field: [sentence]})


def refuse_while_a_member(before: MembershipPeriod, since: date) -> None:
    """Refuse a first day of a membership on which the one `before` had not ended."""
    if before.until is not None and since <= before.until:
        sentence = _("Il a été membre jusqu’au %(day)s : écrivez un jour qui vient après.")
        sentence %= {"day": french_day(before.until)}
        raise Refusal(sentence, code="was_a_member_then", fields={"since": [sentence]})


def begin_period(membership: Membership, since: date, *, at: datetime) -> None:
    """
    Note that a player is a member since a day; nothing if he is one already.

    Who comes back on the day on which he stopped, or on the next, never stopped: his last period goes on. Refuses a day
    to come, and a day before that.
    """
    last = membership.periods.last()
    if last is not None and last.until is None:
        return
    refuse_to_come(since, "since", at)
    if last is not None and last.until in (since, since - ONE_DAY):
        go_on(last)
        return
    if last is not None:
        refuse_while_a_member(last, since)
    membership.periods.create(since=since)


def go_on(period: MembershipPeriod) -> None:
    """Let the last period of a membership go on, as if nobody had ended it."""
    period.until, period.reason, period.remark = None, "", ""
    period.save()


def end_periods(memberships: Iterable[Membership], until: date, reason: EndReason, remark: str = "") -> None:
    """Note on which day, and why, players stopped being members; one that began later has its first day alone."""
    going_on = MembershipPeriod.objects.filter(membership__in=memberships, until=None)
    going_on.filter(since__gt=until).update(until=F("since"), reason=reason, remark=remark)
    going_on.update(until=until, reason=reason, remark=remark)


def note_death(membership: Membership, day: date) -> None:
    """Note in another club of somebody who died that he did; of one that never had him as a member, for that day."""
    if not membership.periods.filter(reason=EndReason.DIED).exists():
        period = membership.periods.filter(Q(since=day) | Q(until=day)).first()
        period = period or MembershipPeriod(membership=membership, since=day)
        period.until, period.reason = day, EndReason.DIED
        period.save()


def note_unknown_periods(club: Club) -> None:
    """Give each member of a club who has no period one since nobody knows when: club files of before have none."""
    rows = club.memberships.filter(grade=Grade.MEMBER, periods=None)
    MembershipPeriod.objects.bulk_create(
        [
            MembershipPeriod(membership=row, until=row.until, reason=EndReason.OTHER if row.until else "")
            for row in rows
        ],
        batch_size=500,
    )


def joined_periods(periods: Iterable[MembershipPeriod]) -> list[MembershipPeriod]:
    """Return the periods of one person, unsaved, where those that overlap or follow each other are one."""
    joined: list[MembershipPeriod] = []
    for each in sorted(periods, key=lambda one: one.since or date.min):
        period = MembershipPeriod(since=each.since, until=each.until, reason=each.reason, remark=each.remark)
        last = joined[-1] if joined else None
        if last is None or (last.until and period.since and last.until + ONE_DAY < period.since):
            joined.append(period)
        elif last.until and (period.until is None or period.until > last.until):
            last.until, last.reason, last.remark = period.until, period.reason, period.remark
    return joined
