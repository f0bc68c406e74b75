"""Registrations: numbers in order and never used twice, check-in, who is new at the door."""

from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.refusals import refusal_of
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Grade, Status
from tournaments.models import ByLink, JournalEntry, Player, Registration, Round, Tournament
from tournaments.queries.people.members import grade_of
from tournaments.refusals import MayBeKnown
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import leave, mark_all_present, register, set_status, walk_in


def people(tournament: Tournament, count: int) -> list[Player]:
    return PlayerFactory.create_batch(count, club=tournament.club)


def numbers(tournament: Tournament) -> list[int]:
    return list(tournament.registrations.values_list("start_number", flat=True))


def test_numbers_follow_the_arrival_and_a_second_time_changes_nothing(tournament: Tournament):
    first, second, third = people(tournament, 3)

    arrived = [second, first, second]
    register(tournament=tournament, players=arrived, by=None, at=NOW, is_order_of_arrival=True)
    again = register(tournament=tournament, players=[first, third], by=None, at=NOW)

    assert list(tournament.registrations.values_list("player", "start_number")) == [
        (second.pk, 1),
        (first.pk, 2),
        (third.pk, 3),
    ]
    assert [registration.player for registration in again] == [third]
    assert JournalEntry.objects.count() == 2


def test_those_who_come_together_are_numbered_by_lot(tournament: Tournament):
    alphabet = sorted(people(tournament, 20), key=str)

    entered = register(tournament=tournament, players=alphabet, by=None, at=NOW)

    assert [registration.start_number for registration in entered] == list(range(1, 21))
    order = [registration.player for registration in entered]
    assert sorted(order, key=str) == alphabet
    assert order not in (alphabet, alphabet[::-1])  # once in 10 to the 18


def test_the_number_of_somebody_who_withdrew_is_not_given_again(tournament: Tournament):
    first, second = people(tournament, 2)
    entered = register(tournament=tournament, players=[first], by=None, at=NOW)

    set_status(tournament=tournament, registrations=[entered[0].pk], status=Status.WITHDRAWN, by=None, at=NOW)
    register(tournament=tournament, players=[second], by=None, at=NOW)

    assert numbers(tournament) == [1, 2]


def test_only_those_who_wait_become_present_together(tournament: Tournament):
    statuses = [Status.REGISTERED, Status.REGISTERED, Status.ABSENT, Status.WITHDRAWN]
    for number, status in enumerate(statuses, 1):
        RegistrationFactory(tournament=tournament, start_number=number, status=status)

    count = mark_all_present(tournament=tournament, by=None, at=NOW)

    assert count == 2
    assert list(tournament.registrations.values_list("status", flat=True)) == [
        Status.PRESENT,
        Status.PRESENT,
        Status.ABSENT,
        Status.WITHDRAWN,
    ]
    tournament.refresh_from_db()
    assert tournament.revision == 2


def test_a_tap_given_twice_is_written_once(tournament: Tournament):
    one = RegistrationFactory(tournament=tournament, status=Status.REGISTERED)

    counts = [
        set_status(tournament=tournament, registrations=[one.pk], status=Status.PRESENT, by=None, at=NOW)
        for _tap in range(2)
    ]

    assert counts == [1, 0]
    assert JournalEntry.objects.count() == 1


def leaves(entry: Registration) -> Registration:
    return leave(tournament=entry.tournament, registration=entry.pk, by=ByLink(entry.player), at=NOW)


def test_who_sits_at_a_begun_table_finishes_there_and_where_its_round_is_cancelled_he_leaves(tournament: Tournament):
    entries = field(tournament, 4)
    published = publish(tournament, 1, [entries])
    mark(published, {entries[0]: 10})
    assert refusal_of(leaves, entries[3]).code == "at_a_table"  # his own chair has no score yet

    Round.objects.filter(pk=published.pk).update(
        tournament=None, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="mal tirée"
    )
    assert leaves(entries[3]).status == Status.WITHDRAWN


def test_who_does_not_come_or_has_withdrawn_leaves_nothing_and_one_line_says_so(tournament: Tournament):
    absent, present = field(tournament, 2)
    set_status(tournament=tournament, registrations=[absent.pk], status=Status.ABSENT, by=None, at=NOW)
    lines = JournalEntry.objects.count()
    assert leaves(absent).status == Status.ABSENT
    assert JournalEntry.objects.count() == lines
    assert [leaves(present).status, leaves(present).status] == [Status.WITHDRAWN] * 2
    assert JournalEntry.objects.count() == lines + 1


def test_a_registration_of_another_tournament_is_not_touched(tournament: Tournament):
    other = RegistrationFactory(tournament=TournamentFactory(), status=Status.REGISTERED)

    count = set_status(tournament=tournament, registrations=[other.pk], status=Status.PRESENT, by=None, at=NOW)

    assert count == 0
    other.refresh_from_db()
    assert other.status == Status.REGISTERED


def test_somebody_new_at_the_door_becomes_a_player_and_is_present(tournament: Tournament):
    entered = walk_in(tournament=tournament, facts=PlayerFacts("Petit", "Zoé"), by=None, at=NOW)

    assert not entered.was_known
    assert (entered.registration.start_number, entered.registration.status) == (1, Status.PRESENT)
    assert Player.objects.get().full_name == "Petit Zoé"


def test_somebody_known_at_the_door_is_not_made_twice(tournament: Tournament):
    known = PlayerFactory(club=tournament.club, last_name="Lefèvre", first_name="Jean-Pierre")

    entered = walk_in(tournament=tournament, facts=PlayerFacts("LEFEVRE", "jean pierre"), by=None, at=NOW)

    assert (entered.was_known, entered.registration.player) == (True, known)


def test_who_has_his_licence_in_another_club_is_one_person_here_once_somebody_says_so(tournament: Tournament):
    there = PlayerFactory(licence="777", last_name="Roy", first_name="Al")
    arguments = {"tournament": tournament, "facts": PlayerFacts("Al", "ROY", licence="777"), "by": None, "at": NOW}

    asked = refusal_of(walk_in, **arguments)
    denied = refusal_of(walk_in, **arguments, others=[there.pk])
    somebody = refusal_of(walk_in, **arguments, same=PlayerFactory().pk)
    assert not tournament.registrations.exists()
    entered = walk_in(**arguments, same=there.pk)
    again = refusal_of(walk_in, **arguments | {"facts": PlayerFacts("Roy", "Al", licence="777")})

    assert isinstance(asked, MayBeKnown)
    assert asked.people == [there]
    assert (asked.code, denied.code, somebody.code) == ("held_elsewhere", "licence_elsewhere", "held_elsewhere")
    assert entered.registration.player == there
    assert (grade_of(there, tournament.club), grade_of(there, there.club)) == (Grade.GUEST, Grade.MEMBER)
    assert again.code == "already_registered"


def test_the_door_refuses_who_is_in_a_wrong_licence_and_a_name_for_two(tournament: Tournament):
    PlayerFactory(club=tournament.club, licence="777", last_name="Roy")
    PlayerFactory.create_batch(2, club=tournament.club, last_name="Petit", first_name="Zoé")
    walk_in(tournament=tournament, facts=PlayerFacts("Garnier", "Paul"), by=None, at=NOW)

    codes = []
    for facts in (PlayerFacts("Garnier", "Paul"), PlayerFacts("Durand", licence="777"), PlayerFacts("Petit", "Zoé")):
        refused = refusal_of(walk_in, tournament=tournament, facts=facts, by=None, at=NOW)
        codes.append(refused.code)

    assert codes == ["already_registered", "licence_held", "several_namesakes"]


def test_the_door_asks_whose_a_licence_is_under_another_first_name(tournament: Tournament):
    paul = PlayerFactory(club=tournament.club, licence="777", last_name="MARTIN", first_name="Paul")
    arguments = {"tournament": tournament, "by": None, "at": NOW}
    for facts in (PlayerFacts("Martin", "Anne", licence="777"), PlayerFacts("Martins", "Paul", licence="777")):
        asked = refusal_of(walk_in, facts=facts, **arguments)
        assert isinstance(asked, MayBeKnown)
        assert asked.people == [paul]
        assert refusal_of(walk_in, facts=facts, others=[paul.pk], **arguments).code == "licence_held"
    assert not tournament.registrations.exists()
    assert walk_in(facts=facts, same=paul.pk, **arguments).registration.player == paul
    other = PlayerFactory(club=tournament.club, licence="778", last_name="ROY", first_name="Paul")
    assert walk_in(facts=PlayerFacts("Roy", "P.", licence="778"), **arguments).registration.player == other
