"""
The clock of this machine: may it be believed? With a wrong clock, what seems old would be deleted for ever.

A laptop's clock that is months ahead dates every act of that evening too. So the clock is believed after two acts of
the journal that are days apart and both recent: one evening proves nothing.
"""

from datetime import datetime, timedelta

from django.db.models import Max

from tournaments.models import JournalEntry

LEAP = timedelta(days=45)  # without an act: more than a month, in which a club meets once
PROOF = timedelta(days=2)  # from one act to the other: more than an evening, and its night


def act_before_leap(at: datetime) -> datetime | None:
    """
    Return the last act before the clock jumped ahead, or the club paused; None while the clock may be believed.

    Acts dated later than `at` come from a clock that was corrected since.
    """
    last = _last_act(at)
    if last is None or at - last >= LEAP:
        return last
    earlier = _last_act(last - PROOF)
    return earlier if earlier is not None and last - earlier >= LEAP else None


def _last_act(until: datetime) -> datetime | None:
    return JournalEntry.objects.filter(at__lte=until).aggregate(last=Max("at"))["last"]
