"""Who comes through the door: present once, paid once, whoever let him in."""

import uuid

import pytest

from tests.factories import NOW, PlayerFactory, RegistrationFactory, field
from tests.refusals import refusal_of
from tests.tournaments.rounds import publish
from tournaments.labels import PaymentMethod, Status, Waits
from tournaments.models import JournalEntry, Payment, Player, Rate, Tournament
from tournaments.refusals import Refusal
from tournaments.services.evening.check_in import Arrival, arrive, come_unknown, expect
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import mark_all_present, set_status, set_waits


def comes(tournament: Tournament, player: Player, rate: Rate | None = None, method: str = "") -> Arrival:
    return arrive(
        tournament=tournament,
        player=player,
        rate=rate.pk if rate else None,
        method=method,
        key=uuid.uuid4(),
        by=None,
        at=NOW,
    )


def test_one_tap_enters_checks_in_and_takes_the_money(tournament: Tournament, rate: Rate):
    player = PlayerFactory(club=tournament.club)

    arrival = comes(tournament, player, rate, PaymentMethod.CASH)

    entry = tournament.registrations.get()
    assert (entry.player, entry.status, entry.rate) == (player, Status.PRESENT, rate)
    assert (arrival.paid, arrival.was_there, Payment.objects.get().amount) == (500, False, 500)


def test_the_second_door_takes_no_money_again(tournament: Tournament, rate: Rate):
    player = PlayerFactory(club=tournament.club)
    comes(tournament, player, rate, PaymentMethod.CASH)

    arrival = comes(tournament, player, rate, PaymentMethod.CASH)

    assert (arrival.paid, arrival.was_there) == (0, True)
    assert (tournament.registrations.count(), Payment.objects.count()) == (1, 1)


def test_a_free_rate_takes_nothing_and_is_known(tournament: Tournament):
    free = Rate.objects.create(tournament=tournament, label="Étudiant", amount=0, place=2)
    player = PlayerFactory(club=tournament.club)

    assert comes(tournament, player, free, PaymentMethod.CASH).paid == 0
    assert tournament.registrations.get().rate == free


def test_a_refused_rate_lets_nobody_in(tournament: Tournament):
    elsewhere = Rate.objects.create(tournament=RegistrationFactory().tournament, label="Ailleurs", amount=100, place=1)
    player = PlayerFactory(club=tournament.club)

    assert refusal_of(comes, tournament, player, elsewhere, PaymentMethod.CASH).code == "rate_is_gone"
    assert (tournament.registrations.count(), JournalEntry.objects.count()) == (0, 0)


def test_somebody_unknown_comes_and_pays(tournament: Tournament, rate: Rate):
    come = come_unknown(
        tournament=tournament,
        facts=PlayerFacts(last_name="ZIMMER", first_name="Zoé"),
        rate=rate.pk,
        method=PaymentMethod.CHEQUE,
        key=uuid.uuid4(),
        by=None,
        at=NOW,
    )

    assert (come.was_known, come.paid) == (False, 500)
    assert Payment.objects.get().method == PaymentMethod.CHEQUE


def test_a_late_player_and_a_stand_in_are_not_checked_in_with_the_others(tournament: Tournament):
    late, stand_in, expected = PlayerFactory.create_batch(3, club=tournament.club)
    expect(tournament=tournament, player=late, waits=Waits.LATE, by=None, at=NOW)
    expect(tournament=tournament, player=stand_in, waits=Waits.STAND_IN, by=None, at=NOW)
    RegistrationFactory(tournament=tournament, player=expected, start_number=9, status=Status.REGISTERED)

    assert mark_all_present(tournament=tournament, by=None, at=NOW) == 1
    assert dict(tournament.registrations.values_list("player", "waits")) == {
        late.pk: Waits.LATE,
        stand_in.pk: Waits.STAND_IN,
        expected.pk: "",
    }


@pytest.mark.parametrize("status", [Status.PRESENT, Status.ABSENT, Status.WITHDRAWN])
def test_who_came_or_will_not_come_is_late_no_more(tournament: Tournament, status: str):
    entry = RegistrationFactory(tournament=tournament, status=Status.REGISTERED, waits=Waits.LATE)

    set_status(tournament=tournament, registrations=[entry.pk], status=status, by=None, at=NOW)

    entry.refresh_from_db()
    assert (entry.status, entry.waits) == (status, "")


def test_somebody_present_is_not_late(tournament: Tournament):
    entry = RegistrationFactory(tournament=tournament)

    with pytest.raises(Refusal, match="présent") as refused:
        set_waits(tournament=tournament, registration=entry.pk, waits=Waits.LATE, by=None, at=NOW)

    assert refused.value.code == "present_already"


def test_a_present_one_becomes_a_stand_in_while_he_has_no_chair(tournament: Tournament):
    entry = RegistrationFactory(tournament=tournament)

    expect(tournament=tournament, player=entry.player, waits=Waits.STAND_IN, by=None, at=NOW)

    entry.refresh_from_db()
    assert (entry.status, entry.waits) == (Status.REGISTERED, Waits.STAND_IN)


def test_who_has_a_chair_stays_present(tournament: Tournament):
    entries = field(tournament, 4)
    publish(tournament, 1, [entries])

    refused = refusal_of(expect, tournament=tournament, player=entries[0].player, waits=Waits.STAND_IN, by=None, at=NOW)

    assert refused.code == "present_already"


def zoe(tournament: Tournament, rate: Rate | None, key: uuid.UUID, first_name: str = "Zoé") -> Arrival:
    return come_unknown(
        tournament=tournament,
        facts=PlayerFacts(last_name="ZIMMER", first_name=first_name),
        rate=rate.pk if rate else None,
        method=PaymentMethod.CASH if rate else "",
        key=key,
        by=None,
        at=NOW,
    )


def test_a_form_sent_twice_is_one_newcomer_and_says_so_both_times(tournament: Tournament, rate: Rate):
    key = uuid.uuid4()
    first = zoe(tournament, rate, key)
    entries = JournalEntry.objects.count()

    again = zoe(tournament, rate, key)

    assert (again.registration, again.paid, again.was_there) == (first.registration, 500, True)
    assert (Player.objects.filter(last_name="ZIMMER").count(), Payment.objects.count()) == (1, 1)
    assert JournalEntry.objects.count() == entries


def test_another_form_for_the_same_newcomer_is_refused_and_another_person_by_the_same_form_too(
    tournament: Tournament, rate: Rate
):
    key = uuid.uuid4()
    zoe(tournament, None, key)
    codes = []
    for other in (
        lambda: zoe(tournament, None, uuid.uuid4()),
        lambda: zoe(tournament, None, key, first_name="Yves"),
        lambda: zoe(RegistrationFactory().tournament, None, key),
    ):
        refused = refusal_of(other)
        codes.append(refused.code)
    assert codes == ["already_registered", "stale_newcomer", "stale_newcomer"]
    assert tournament.registrations.count() == 1
