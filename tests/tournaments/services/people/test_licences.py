"""Licences, suspensions and contacts: what stops an entry and says why, what is kept with whose consent."""

import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, organiser
from tests.refusals import refusal_of
from tests.tournaments.rounds import publish
from tournaments.labels import EntryState, Status
from tournaments.models import Club, Entry, Membership, Player, Registration, Tournament
from tournaments.queries.people.entries import listed_entries
from tournaments.queries.people.files import left_out_words, licence_marks, seen_by, suspended_at
from tournaments.services.clubs.copies import copy_tournament
from tournaments.services.evening.check_in import arrive
from tournaments.services.people.entries import EntryFacts, enter, take_in, take_in_known
from tournaments.services.people.files import record_facts
from tournaments.services.people.players import FIELDS, PlayerFacts, add_player, change_player, join_club
from tournaments.services.people.registrations import register, set_status, walk_in
from tournaments.services.privacy.erasing import PERSONAL, erase_player

pytestmark = pytest.mark.django_db

DAY = NOW.date()
SUSPENDED = {"suspended_from": DAY, "suspended_until": DAY + timedelta(7), "suspension_reason": "propos injurieux"}


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(date=DAY, entries_open=True)


@pytest.fixture
def out(tournament: Tournament) -> Player:
    return PlayerFactory(club=tournament.club, last_name="ROY", first_name="Paul", licence="L1", **SUSPENDED)


@pytest.fixture
def good(tournament: Tournament) -> Player:
    return PlayerFactory(club=tournament.club, last_name="BON", first_name="Zoé", licence="L2")


def facts_of(player: Player) -> PlayerFacts:
    return PlayerFacts(**{name: getattr(player, name) for name in FIELDS})


@pytest.mark.parametrize(
    ("first", "last", "is_out"),
    [
        (0, 7, True),
        (0, 0, True),
        (-3, -1, False),
        (1, 7, False),
        (-3, None, True),
        (1, None, False),
        (None, None, False),
    ],
)
def test_somebody_is_suspended_from_the_first_day_through_the_last(first: Any, last: Any, is_out: bool) -> None:
    days = [None if each is None else DAY + timedelta(each) for each in (first, last)]
    words = {"suspended_from": days[0], "suspended_until": days[1], "suspension_reason": "propos" if days[0] else ""}
    kept = PlayerFactory(**words)
    assert kept.is_suspended_on(DAY) is is_out
    assert (kept.pk in suspended_at(kept.club_id, DAY)) is is_out  # the same days, asked of everybody at once

    second = ClubFactory()  # by the club that has him as a member and does not keep his file
    member = PlayerFactory(club=kept.club)
    Membership.objects.create(player=member, club=second, **words)
    (seen,) = seen_by(second.pk, [member])
    assert (seen.is_suspended_on(DAY), member.is_suspended_on(DAY)) == (is_out, False)
    assert (member.pk in suspended_at(second.pk, DAY), member.pk in suspended_at(kept.club_id, DAY)) == (is_out, False)


@pytest.mark.parametrize("days", [(-9, -1), (1, 9), (1, None)])
def test_who_was_or_will_be_suspended_enters_by_every_door(
    tournament: Tournament, days: tuple[int, int | None]
) -> None:
    first, last = (None if each is None else DAY + timedelta(each) for each in days)
    person = {"tournament": tournament, "by": None, "at": NOW}
    suspended = {"suspended_from": first, "suspended_until": last, "suspension_reason": "propos"}
    one, two, three, four = (
        PlayerFactory(club=tournament.club, last_name=name, first_name="Al", licence=name, **suspended)
        for name in ("UN", "DEUX", "TROIS", "QUATRE")
    )
    register(players=[one], **person)
    arrive(player=two, key=uuid.uuid4(), **person)
    walk_in(facts=PlayerFacts("TROIS", "Al", licence="TROIS"), **person)
    enter(tournament=tournament, facts=EntryFacts("QUATRE", "Al", licence="QUATRE"), key=uuid.uuid4(), at=NOW)
    assert take_in_known(**person) == 1
    assert {entry.player for entry in tournament.registrations.all()} == {one, two, three, four}


def test_who_is_suspended_is_refused_at_every_door_with_the_reason_and_the_days(
    tournament: Tournament, out: Player
) -> None:
    person = {"tournament": tournament, "by": None, "at": NOW}
    for refused in (
        refusal_of(register, players=[out], **person),
        refusal_of(arrive, player=out, key=uuid.uuid4(), **person),
        refusal_of(walk_in, facts=PlayerFacts("ROY", "Paul", licence="L1"), **person),
    ):
        assert refused.code == "suspended"
        assert "ROY Paul est suspendu du" in str(refused)
        assert "(propos injurieux)" in str(refused)
    assert not tournament.registrations.exists()


def test_among_others_he_is_left_out_and_the_page_says_so(tournament: Tournament, out: Player, good: Player) -> None:
    entered = register(tournament=tournament, players=[out, good], by=None, at=NOW)
    assert [entry.player for entry in entered] == [good]
    assert left_out_words(tournament, [good]) == ""
    assert "ROY" in left_out_words(tournament, [out, good])
    assert "BON" not in left_out_words(tournament, [out, good])


def test_who_was_entered_before_does_not_become_present(tournament: Tournament, out: Player, good: Player) -> None:
    late, other = (
        RegistrationFactory(tournament=tournament, player=player, status=Status.REGISTERED) for player in (out, good)
    )
    status: dict[str, Any] = {"tournament": tournament, "status": Status.PRESENT, "by": None, "at": NOW}
    assert refusal_of(set_status, registrations=[late.pk], **status).code == "suspended"
    assert set_status(registrations=[late.pk, other.pk], **status) == 1
    assert Registration.objects.get(pk=late.pk).status == Status.REGISTERED
    assert set_status(registrations=[late.pk], **(status | {"status": Status.WITHDRAWN})) == 1


def test_a_copy_leaves_him_out_and_is_opened_all_the_same(tournament: Tournament, out: Player) -> None:
    source = TournamentFactory(club=tournament.club, date=DAY - timedelta(7))
    publish(source, 1, [[RegistrationFactory(tournament=source, player=out, status=Status.PRESENT)]])
    copied = copy_tournament(source=source, date=DAY, by=None, at=NOW)
    assert not copied.tournament.registrations.exists()
    assert "ROY Paul" in copied.left_out


def home(tournament: Tournament, name: str, licence: str = "", first: str = "Paul") -> Entry:
    facts = EntryFacts(name, first, licence=licence)
    return enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=NOW)


def test_from_home_he_is_sent_to_the_club_and_nobody_is_told_why(tournament: Tournament, out: Player) -> None:
    refused = refusal_of(home, tournament, "ROY", "L1")
    assert "adressez-vous au club" in str(refused)
    assert "suspen" not in str(refused)
    assert "injurieux" not in str(refused)
    assert list(refused.fields) == ["licence"]
    assert home(tournament, "AUTRE", "L1", first="Zoé").state == EntryState.CONFIRMED  # learns nothing of who holds it


def test_without_his_licence_he_enters_and_the_club_refuses_him(tournament: Tournament, out: Player) -> None:
    Player.objects.filter(pk=out.pk).update(licence="")
    entry = home(tournament, "ROY")
    assert take_in_known(tournament=tournament, by=None, at=NOW) == 0
    facts = PlayerFacts("ROY", "Paul")
    assert refusal_of(take_in, entry=entry, place=0, facts=facts, by=None, at=NOW).code == "suspended"


def test_two_people_with_one_licence_are_shown_beside_each_other(tournament: Tournament) -> None:
    first, second = home(tournament, "UN", "L9"), home(tournament, "DEUX", "L9")
    home(tournament, "TROIS")
    assert [one.alike for one in listed_entries(tournament)] == [(second.number,), (first.number,), ()]
    Entry.objects.filter(pk=first.pk).update(state=EntryState.CANCELLED, cancelled_at=NOW)
    assert not any(one.alike for one in listed_entries(tournament))


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({"suspended_until": DAY}, "suspended_from"),
        ({"suspension_reason": "dopage"}, "suspended_from"),
        ({"suspended_from": DAY}, "suspension_reason"),
        (SUSPENDED | {"suspended_until": DAY - timedelta(1)}, "suspended_until"),
        ({"email": "a@b.fr"}, "email"),
        ({"phone": "0612345678"}, "phone"),
    ],
)
def test_half_a_suspension_and_a_contact_without_consent_are_refused(columns: dict[str, Any], field: str) -> None:
    facts = PlayerFacts("ROY", "Paul", **columns)
    assert list(refusal_of(add_player, club=ClubFactory(), facts=facts, by=None, at=NOW).fields) == [field]
    player = PlayerFactory()
    wrong = replace(facts_of(player), **columns)
    assert list(refusal_of(change_player, player=player, facts=wrong, by=None, at=NOW).fields) == [field]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(**columns)


def test_taking_back_the_consent_takes_the_contact_away() -> None:
    reached = PlayerFactory(email="a@b.fr", email_consent=True, phone="06", phone_consent=True)
    facts = replace(facts_of(reached), email_consent=False)
    changed = change_player(player=reached, facts=facts, by=None, at=NOW)
    assert (changed.email, changed.email_consent, changed.phone) == ("", False, "06")
    assert not change_player(player=changed, facts=replace(facts_of(changed), phone=""), by=None, at=NOW).phone_consent


def test_the_journal_keeps_the_days_and_erasing_takes_them_out(tournament: Tournament) -> None:
    player = PlayerFactory(club=tournament.club)
    facts = replace(facts_of(player), licence_until=DAY, email="a@b.fr", email_consent=True, **SUSPENDED)
    change_player(player=player, facts=facts, by=None, at=NOW)
    details = tournament.club.journal.get(action="joueur modifié").details
    assert details["licence_until"] == [None, DAY.isoformat()]
    assert details["suspension_reason"] == ["", "propos injurieux"]
    erase_player(player=player, by=None, at=NOW)
    erased = Player.objects.get(pk=player.pk)
    assert all(getattr(erased, column) == value for column, value in PERSONAL.items())
    kept = str(tournament.club.journal.get(action="joueur modifié").details)
    assert "injurieux" not in kept
    assert "a@b.fr" not in kept
    assert DAY.isoformat() not in kept


def test_a_licence_that_has_expired_is_marked_and_enters_all_the_same(tournament: Tournament, good: Player) -> None:
    good.licence_until = DAY - timedelta(1)
    assert licence_marks(good, DAY) == ["expirée le 20 novembre 2026"]
    assert licence_marks(good, DAY - timedelta(1)) == []
    good.save()
    assert register(tournament=tournament, players=[good], by=None, at=NOW)


def test_a_suspension_bars_in_the_tournaments_of_the_club_that_said_it(tournament: Tournament, out: Player) -> None:
    """Another club neither reads it nor is bound by it; it may have its own."""
    other: Club = ClubFactory()
    elsewhere = TournamentFactory(club=other, date=DAY)
    facts = PlayerFacts("ROY", "Paul", licence="L1")
    assert walk_in(tournament=elsewhere, facts=facts, same=out.pk, by=None, at=NOW).registration.player == out
    assert refusal_of(register, tournament=tournament, players=[out], by=None, at=NOW).code == "suspended"
    join_club(club=other, player=out, by=None, at=NOW)
    own = PlayerFacts("ROY", "Paul", licence="L1", suspended_from=DAY, suspension_reason="dettes")
    record_facts(club=other, player=out, facts=own, by=organiser(other), at=NOW)
    another = TournamentFactory(club=other, date=DAY)
    told = refusal_of(register, tournament=another, players=[out], by=None, at=NOW)
    assert "dettes" in str(told)
    assert "dettes" not in str(refusal_of(register, tournament=tournament, players=[out], by=None, at=NOW))
