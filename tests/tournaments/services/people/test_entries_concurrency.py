"""Many enter and cancel at once: no more than there are places, each form once, numbers without a gap."""

import uuid

import pytest

from tests.concurrency import at_once, codes
from tests.factories import NOW, ClubFactory, TournamentFactory
from tests.needs import on_postgresql
from tests.tournaments.services.locks import while_waiting
from tournaments.labels import EntryState
from tournaments.models import Entry, FromHome, Tournament
from tournaments.services.people.entries import EntryFacts, cancel_entry, enter, take_in
from tournaments.services.people.players import PlayerFacts

pytestmark = pytest.mark.django_db(transaction=True)

COUNT, CAPACITY = 50, 20


@pytest.fixture
def opened() -> Tournament:
    return TournamentFactory(club=ClubFactory(), entries_open=True, capacity=CAPACITY, people_per_entry=2)


def entering(tournament: Tournament, number: int, key: uuid.UUID | None = None) -> Entry:
    partners = ((f"AMI{number}", "Max"),) if number % 5 == 0 else ()
    facts = EntryFacts(last_name=f"NOM{number}", first_name="Zoé", partners=partners)
    return enter(tournament=tournament, facts=facts, key=key or uuid.uuid4(), at=NOW)


def test_fifty_at_once_take_no_more_places_than_there_are(opened: Tournament) -> None:
    at_once(*[lambda number=number: entering(opened, number) for number in range(1, COUNT + 1)])

    entries = list(opened.entries.order_by("number"))
    confirmed = [entry for entry in entries if entry.state == EntryState.CONFIRMED]
    opened.refresh_from_db()
    assert [entry.number for entry in entries] == list(range(1, COUNT + 1))
    assert sum(entry.places for entry in confirmed) == opened.places_taken <= CAPACITY
    assert opened.places_taken >= CAPACITY - 1  # a pair at the head of the line may leave one free
    assert [entry.state for entry in entries] == sorted((entry.state for entry in entries), key=str, reverse=True)


def test_a_form_sent_ten_times_at_once_is_one_entry(opened: Tournament) -> None:
    key = uuid.uuid4()
    answers = at_once(*[lambda: entering(opened, 1, key) for _each in range(10)])
    assert {answer.pk for answer in answers if isinstance(answer, Entry)} == {opened.entries.get().pk}


def test_cancelling_and_entering_at_once_keeps_the_order(opened: Tournament) -> None:
    first = [entering(opened, number) for number in range(1, 31)]
    cancelled = [entry for entry in first if entry.state == EntryState.CONFIRMED][:8]
    answers = at_once(
        *[lambda entry=entry: cancel_entry(entry=entry, by=FromHome("X"), at=NOW) for entry in cancelled],
        *[lambda number=number: entering(opened, number) for number in range(31, 41)],
    )
    assert codes(answers) == []
    opened.refresh_from_db()
    states = list(opened.entries.exclude(state=EntryState.CANCELLED).order_by("number").values_list("state", flat=True))
    assert states == sorted(states, key=str, reverse=True)  # confirmed, then waiting
    assert opened.places_taken <= CAPACITY


def test_one_tap_at_two_doors_is_one_registration(opened: Tournament) -> None:
    entry = entering(opened, 1)
    facts = PlayerFacts(last_name="NOM1", first_name="Zoé")
    tap = lambda: take_in(entry=entry, place=0, facts=facts, by=None, at=NOW)  # noqa: E731
    assert len(set(at_once(tap, tap, tap))) == opened.registrations.count() == 1


@on_postgresql
def test_who_enters_sees_the_last_place_taken_while_he_waited(opened: Tournament) -> None:
    Tournament.objects.filter(pk=opened.pk).update(capacity=1)
    _seen, answer = while_waiting(
        lambda: entering(opened, 2),
        on=opened,
        meanwhile=lambda: (
            Entry.objects.create(
                tournament=opened,
                number=1,
                state=EntryState.CONFIRMED,
                last_name="NOM1",
                key=uuid.uuid4(),
                entered_at=NOW,
            )
            and Tournament.objects.filter(pk=opened.pk).update(places_taken=1)
        ),
    )
    assert (answer.number, answer.state) == (2, EntryState.WAITING)
