"""What is done is written down: by whom, when, why, of what, and in the journal where it is looked for."""

import pytest

from tests.factories import NOW
from tests.services.calls import Call, a_world, entries_since
from tests.services.rows import CALLS
from tests.texts import NO_BREAK
from tournaments.models import Club, JournalEntry, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_the_journal_has_what_was_done(call: Call) -> None:
    world = a_world()
    act = call.prepare(world)
    last = JournalEntry.objects.order_by("pk").last()

    result = act()

    elsewhere = Club.objects.exclude(pk=world.club.pk).first()
    owners = {"tournament": world.tournament, "club": world.club, "elsewhere": elsewhere, "result": result}
    assert [told(entry) for entry in entries_since(last.pk if last else 0)] == [
        (line.action, line.subject, line.reason, line.by, line.by, *owned(owners[line.of]), NOW)
        for line in call.entries
    ]


def told(entry: JournalEntry) -> tuple[object, ...]:
    subject = entry.subject.translate(NO_BREAK)
    return (
        entry.action,
        subject,
        entry.reason,
        entry.by.username if entry.by else entry.by_name,  # a phone has no account
        entry.by_name,
        entry.club,
        entry.tournament,
        entry.at,
    )


def owned(owner: object) -> tuple[Club, Tournament | None]:
    """Return the club and the tournament of what a line is about."""
    if isinstance(owner, Tournament):
        return owner.club, owner
    if isinstance(owner, Player):  # of a person who leaves or joins both clubs have a line
        return owner.club, None
    assert isinstance(owner, Club)
    return owner, None
