"""
Whether the clock of this machine may be believed: what is old by a wrong one would be deleted for good.

A laptop's clock that is ahead by months dates every act of that evening, too. So it is believed by two acts of the
journal that lie some days apart, none of them long ago: an evening alone proves nothing.
"""

from datetime import datetime, timedelta

from django.db.models import Max

from tournaments.models import JournalEntry

LEAP = timedelta(days=45)  # without an act: more than a month, in which a club meets once
PROOF = timedelta(days=2)  # from one act to the other: more than an evening, and its night


def act_before_leap(at: datetime) -> datetime | None:
    """
    Return the last act before the clock went ahead, or before the club rested; None while it may be believed.

    Acts that are dated later than `at` are of a clock that has been put right since.
    """
    last = _last_act(at)
    if last is None or at - last >= LEAP:
        return last
    earlier = _last_act(last - PROOF)
    return earlier if earlier is not None and last - earlier >= LEAP else None


def _last_act(until: datetime) -> datetime | None:
    return JournalEntry.objects.filter(at__lte=until).aggregate(last=Max("at"))["last"]
