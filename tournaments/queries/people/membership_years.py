"""The members of a club by season: how many there are, who is new, came back, stayed or stopped."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.functional import Promise

from tournaments.labels import Category, EndReason
from tournaments.models import MembershipPeriod, Season
from tournaments.queries.people.names import category_of

ONE_DAY = timedelta(days=1)
Counted = tuple[tuple[Promise | str, int], ...]


@dataclass(frozen=True)
class MembersYear:
    """
    Numbers of members in a season, up to `day`: its last one, or today.

    `before` were members on the eve of the season, `members` are on `day`, and `stayed` on both. Who begins is `new`,
    or came `back` after he had stopped. Whose last day was the eve, or later and before `day`, stopped: by reason,
    without zeros. So `before` + `new` + `back` - `left` is `members`. `categories` are the members of `day` by age
    group. Who is a member since a day that nobody knows was one before.
    """

    day: date
    before: int
    members: int
    new: int
    back: int
    stayed: int
    stopped: Counted
    categories: Counted

    @property
    def left(self) -> int:
        return sum(count for _reason, count in self.stopped)


def members_year(season: Season, today: date) -> MembersYear | None:
    """Return the numbers of members of a season, None where the club had none. One query."""
    first, day = season.starts_on, min(season.ends_on, today)
    periods = MembershipPeriod.objects.filter(membership__club=season.club_id).select_related("membership__player")
    before, members, known = set(), set(), set()
    begun, reasons, groups = Counter[bool](), Counter[str](), Counter[str]()
    for period in periods:
        if period.notes_death_alone:
            continue
        whose = period.membership_id
        if period.holds_on(first - ONE_DAY):
            before.add(whose)
        if period.since and first <= period.since <= day:
            begun[whose in known] += 1
        if period.until and first - ONE_DAY <= period.until < day:
            reasons[period.reason] += 1
        if period.holds_on(day):
            members.add(whose)
            groups[category_of(period.membership.player, season.ages)] += 1
        known.add(whose)
    if not before | members and not begun:
        return None
    return MembersYear(
        day=day,
        before=len(before),
        members=len(members),
        new=begun[False],
        back=begun[True],
        stayed=len(before & members),
        stopped=tuple((reason.label, reasons[reason]) for reason in EndReason if reasons[reason]),
        categories=tuple((group.label, groups[group]) for group in Category if groups[group]),
    )
