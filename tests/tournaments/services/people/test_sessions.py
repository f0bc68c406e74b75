"""Two sessions of the same étuis: nobody plays an étui twice, whatever the door by which he comes."""

import uuid

import pytest

from scoring.services.boards import share_deal
from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.boards import seats_of
from tests.tournaments.rounds import publish
from tournaments.labels import Status, TournamentState
from tournaments.models import Account, BoardDeal, Club, Entry, Player, Tournament
from tournaments.queries.people.entries import listed_entries
from tournaments.services.people.entries import EntryFacts, cancel_entry, take_in_known
from tournaments.services.people.entries import enter as enter_from_home
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import register, set_status, set_waits, walk_in

pytestmark = pytest.mark.django_db


def session(club: Club, name: str, etuis: BoardDeal | None) -> Tournament:
    columns = {"compared_by": "mean", "void_donnes_count": True, "state": TournamentState.OPEN}
    return TournamentFactory(club=club, name=name, board_deal=etuis, **columns)


@pytest.fixture
def morning(club: Club) -> Tournament:
    return session(club, "Matin", BoardDeal.objects.create(club=club, seed=7))


@pytest.fixture
def evening(morning: Tournament) -> Tournament:
    return session(morning.club, "Soir", morning.board_deal)


@pytest.fixture
def player(morning: Tournament) -> Player:
    person = PlayerFactory(club=morning.club, last_name="DUPONT", first_name="Jean")
    return RegistrationFactory(tournament=morning, player=person).player


def enter(tournament: Tournament, *players: Player) -> object:
    return register(tournament=tournament, players=players, by=None, at=NOW)


def test_whoever_is_entered_in_one_session_is_refused_in_the_other_by_both_names(
    evening: Tournament, player: Player
) -> None:
    somebody = PlayerFactory(club=evening.club)
    refusal = refusal_of(enter, evening, player, somebody)
    assert (refusal.code, plain(str(refusal))) == (
        "etuis_played_twice",
        "DUPONT Jean joue les mêmes étuis à « Matin » : on ne joue un étui qu’une fois, à « Soir » ou là-bas.",
    )
    assert evening.registrations.count() == 0
    enter(evening, somebody)
    enter(session(evening.club, "Libre", None), player)


def test_he_is_refused_at_the_door(evening: Tournament, player: Player) -> None:
    facts = PlayerFacts(last_name="DUPONT", first_name="Jean")
    assert refusal_of(walk_in, tournament=evening, facts=facts, by=None, at=NOW).code == "etuis_played_twice"


def test_who_withdrew_before_he_played_may_come_to_the_other_and_not_back(
    morning: Tournament, evening: Tournament, player: Player
) -> None:
    entry = morning.registrations.get()
    changed = {"tournament": morning, "registrations": [entry.pk], "by": None, "at": NOW}
    set_status(status=Status.WITHDRAWN, **changed)
    enter(evening, player)
    assert refusal_of(set_status, status=Status.PRESENT, **changed).code == "etuis_played_twice"
    late = {"tournament": morning, "registration": entry.pk, "waits": "retard", "by": None, "at": NOW}
    assert refusal_of(set_waits, **late).code == "etuis_played_twice"


def test_who_left_after_he_played_is_refused(morning: Tournament, evening: Tournament, player: Player) -> None:
    others = [RegistrationFactory(tournament=morning) for _other in range(3)]
    seats_of(publish(morning, 1, [[morning.registrations.get(player=player), *others]]), 1)
    morning.registrations.update(status=Status.WITHDRAWN)
    assert refusal_of(enter, evening, player).code == "etuis_played_twice"


def test_etuis_are_not_shared_while_somebody_is_entered_in_both(morning: Tournament, player: Player) -> None:
    other = session(morning.club, "Soir", None)
    enter(other, player)
    refusal = refusal_of(share_deal, tournament=other, other=morning, by=None, at=NOW)
    assert (refusal.code, "« Matin »" in plain(str(refusal))) == ("etuis_played_twice", True)
    other.registrations.update(status=Status.WITHDRAWN)
    assert share_deal(tournament=other, other=morning, by=None, at=NOW) == morning.board_deal


def test_two_files_in_two_sessions_are_merged_only_once_both_are_over(
    morning: Tournament, evening: Tournament, player: Player, the_organiser: Account
) -> None:
    double = PlayerFactory(club=morning.club, last_name="DUPONT", first_name="J", licence="")
    enter(evening, double)
    merged = {"keep": player, "drop": double, "by": the_organiser, "at": NOW}
    assert "joue les mêmes étuis à « Soir »" in plain(str(refusal_of(merge_players, **merged)))
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert merge_players(**merged) == player


def test_two_files_that_play_different_etuis_are_merged(
    morning: Tournament, club: Club, player: Player, the_organiser: Account
) -> None:
    double = PlayerFactory(club=club, last_name="DUPONT", first_name="J", licence="")
    enter(session(club, "Soir", BoardDeal.objects.create(club=club, seed=8)), double)
    assert merge_players(keep=player, drop=double, by=the_organiser, at=NOW) == player


def link(*files: Player) -> None:
    Player.objects.filter(pk__in=[one.pk for one in files]).update(linked_as="un-seul")


def test_linked_files_of_two_clubs_are_one_person(morning: Tournament, evening: Tournament, player: Player) -> None:
    abroad = PlayerFactory(last_name="DUPONT", first_name="Jean", licence="")
    link(player, abroad)
    abroad.refresh_from_db()
    refusal = refusal_of(enter, evening, abroad)
    assert refusal.code == "etuis_played_twice"
    assert "DUPONT Jean joue les mêmes étuis à « Matin »" in plain(str(refusal))
    Player.objects.filter(pk=player.pk).update(licence="1")
    Player.objects.filter(pk=abroad.pk).update(licence="2")
    abroad.refresh_from_db()
    enter(evening, abroad)  # two licences are two people


def test_a_file_is_not_merged_with_one_whose_linked_file_plays_the_same_etuis(
    morning: Tournament, evening: Tournament, player: Player, the_organiser: Account
) -> None:
    abroad = PlayerFactory(last_name="DUPONT", first_name="Jean", licence="")
    double = PlayerFactory(club=morning.club, last_name="DUPONT", first_name="J", licence="")
    morning.registrations.filter(player=player).update(player=abroad)
    link(player, abroad)
    enter(evening, double)
    refusal = refusal_of(merge_players, keep=player, drop=double, by=the_organiser, at=NOW)
    assert "joue les mêmes étuis" in plain(str(refusal))


def from_home(tournament: Tournament, last_name: str, licence: str = "", first_name: str = "Jean") -> Entry:
    Tournament.objects.filter(pk=tournament.pk).update(entries_open=True)
    facts = EntryFacts(last_name, first_name, licence)
    return enter_from_home(tournament=tournament, facts=facts, key=uuid.uuid4(), at=NOW)


def test_whoever_enters_from_home_by_his_licence_is_refused_at_once(evening: Tournament, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(licence="777")
    refusal = refusal_of(from_home, evening, "DUPOND", "777")
    assert list(refusal.fields) == ["licence"]
    assert plain(str(refusal)).startswith("Les mêmes étuis se jouent à « Matin » : avec cette licence on y est déjà")
    assert evening.entries.count() == 0
    from_home(evening, "AUTRE", "777", "Zoé")  # a licence with another name is nobody's
    from_home(evening, "DUPONT")  # nor does a name alone refuse
    from_home(session(evening.club, "Libre", None), "DUPONT", "777")


def test_who_entered_one_session_from_home_is_refused_at_the_other_until_he_cancels(
    morning: Tournament, evening: Tournament
) -> None:
    first = from_home(morning, "ROUX", "888")
    assert list(refusal_of(from_home, evening, "ROUX", "888").fields) == ["licence"]
    from_home(evening, "BLANC", "888", "Zoé")
    cancel_entry(entry=first, by=None, at=NOW)
    from_home(evening, "ROUX", "888")


def test_one_press_leaves_who_plays_elsewhere_and_the_list_says_so(evening: Tournament, player: Player) -> None:
    other = PlayerFactory(club=evening.club, last_name="NEUF", first_name="Zoé", licence="")
    from_home(evening, "DUPONT")
    from_home(evening, "NEUF", first_name="Zoé")
    listed = {one.entry.last_name: one for one in listed_entries(evening)}
    assert {name for name, one in listed.items() if one.is_to_check} == {"DUPONT"}
    assert take_in_known(tournament=evening, by=None, at=NOW) == 1
    assert [entry.player for entry in evening.registrations.all()] == [other]
