"""Teams that enter from home: named by who enters, formed once the club has accepted its people."""

import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, PlayerFactory, logged_in, organiser
from tests.refusals import refusal_of
from tests.texts import words
from tournaments.labels import TournamentState
from tournaments.models import Entry, FromHome, Team, Tournament
from tournaments.services.people.entries import EntryFacts, cancel_entry, enter, take_in, take_in_known
from tournaments.services.people.entry_changes import change_entry, take_in_several, typed_in
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.teams import change_team, dissolve_team

pytestmark = pytest.mark.django_db

PARTNERS = (("BERTIN", "Luc"), ("COLAS", "Zoé"))
FACTS = EntryFacts(last_name="ALARY", first_name="Ada", team_name="Les Bouts", partners=PARTNERS)


@pytest.fixture
def tournament(tournament: Tournament) -> Tournament:
    """Return a tournament by teams of three, which people enter from home each for himself."""
    Tournament.objects.filter(pk=tournament.pk).update(
        team_size=3, entries_open=True, state=TournamentState.OPEN, entries_confirmed=False
    )
    tournament.refresh_from_db()
    return tournament


def entered(tournament: Tournament, facts: EntryFacts = FACTS) -> Entry:
    at = NOW.replace(hour=8)
    return enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=at)


def accept(entry: Entry, place: int) -> None:
    person = entry.people[place]
    take_in(entry=entry, place=place, facts=PlayerFacts(person.last_name, person.first_name), by=None, at=NOW)


def members(team: Team) -> list[str]:
    return [member.player.last_name for member in team.members.order_by("player__last_name")]


def test_an_entry_may_name_a_whole_team(tournament: Tournament) -> None:
    entry = entered(tournament)
    assert (entry.team_name, entry.places) == ("Les Bouts", 3)
    four = replace(FACTS, team_name="Les Atouts", partners=(*PARTNERS, ("DIAZ", "Eva")))
    assert list(refusal_of(entered, tournament, four).fields) == ["partner_last_name_3"]


def test_its_people_become_the_team_once_they_are_accepted(tournament: Tournament) -> None:
    entry = entered(tournament)
    accept(entry, 1)
    assert not Team.objects.exists()

    accept(entry, 0)
    team = Team.objects.get()
    assert (team.name, members(team)) == ("Les Bouts", ["ALARY", "BERTIN"])
    assert team.captain is not None
    assert team.captain.player.last_name == "ALARY"

    accept(entry, 2)
    assert members(team) == ["ALARY", "BERTIN", "COLAS"]


def test_those_whom_the_club_knows_become_it_at_once(tournament: Tournament) -> None:
    for last_name, first_name in (("ALARY", "Ada"), *PARTNERS):
        PlayerFactory(club=tournament.club, last_name=last_name, first_name=first_name)
    entered(tournament)
    take_in_known(tournament=tournament, by=None, at=NOW)
    assert members(Team.objects.get()) == ["ALARY", "BERTIN", "COLAS"]


def test_several_entries_become_their_teams(tournament: Tournament) -> None:
    other = EntryFacts(last_name="DIAZ", first_name="Eva", team_name="Les Atouts", partners=(("EVRARD", "Guy"),))
    entries = [entered(tournament).pk, entered(tournament, other).pk]
    take_in_several(tournament=tournament, entries=entries, by=None, at=NOW)
    assert [(team.name, members(team)) for team in Team.objects.all()] == [
        ("Les Bouts", ["ALARY", "BERTIN", "COLAS"]),
        ("Les Atouts", ["DIAZ", "EVRARD"]),
    ]


def test_a_team_that_the_club_changed_stays_as_it_is(tournament: Tournament) -> None:
    """Its new name and its captain stay when another of the entry is accepted; dissolved, it is not formed of one."""
    entry = entered(tournament)
    accept(entry, 0)
    accept(entry, 1)
    team = Team.objects.get()
    asked = list(team.members.order_by("-start_number").values_list("pk", flat=True))
    change_team(team=team, name="Les Rois", members=asked, captain=asked[0], by=None, at=NOW)

    accept(entry, 2)

    team = Team.objects.get()
    assert (team.name, members(team)) == ("Les Rois", ["ALARY", "BERTIN", "COLAS"])
    assert team.captain is not None
    assert team.captain.pk == asked[0]
    dissolve_team(team=team, by=None, at=NOW)
    assert not Team.objects.exists()


def test_a_name_that_another_team_has_is_refused_while_it_enters(tournament: Tournament) -> None:
    entry = entered(tournament)
    other = EntryFacts(last_name="DIAZ", first_name="Eva", team_name="les bouts")
    refusal = refusal_of(entered, tournament, other)
    assert list(refusal.fields) == ["team_name"]
    assert "Une équipe s’appelle déjà «\u00a0les bouts\u00a0»" in str(refusal)

    by = FromHome("ALARY Ada")
    changed = change_entry(entry=entry, facts=replace(typed_in(entry), phone="0600000000"), by=by, at=NOW)
    assert changed.phone == "0600000000"
    cancel_entry(entry=entry, by=by, at=NOW)
    assert entered(tournament, other).team_name == "les bouts"


def test_a_name_that_a_team_took_meanwhile_keeps_nobody_out(tournament: Tournament) -> None:
    """They are registered, and in no team: the list of the teams says who is in none."""
    entry = entered(tournament)
    Team.objects.create(tournament=tournament, number=1, name="Les Bouts", key=uuid.uuid4())
    accept(entry, 0)
    accept(entry, 1)
    assert tournament.registrations.filter(team=None).count() == 2


def test_once_accepted_only_the_club_changes_the_team(tournament: Tournament) -> None:
    entry = entered(tournament)
    accept(entry, 0)
    facts = replace(typed_in(entry), team_name="Les Rois")
    assert list(refusal_of(change_entry, entry=entry, facts=facts, by=FromHome("x"), at=NOW).fields) == ["team_name"]


def test_the_form_asks_for_the_team_where_there_are_teams(visitor: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate())
    tournament.refresh_from_db()
    address = reverse("enter", args=[tournament.pk])
    assert "Nom de l’équipe" in words(visitor.get(address))
    entry = enter(tournament=tournament, facts=FACTS, key=uuid.uuid4(), at=timezone.now())
    host = logged_in(organiser(tournament.club))
    assert "équipe « Les Bouts »" in words(host.get(reverse("entries", args=[tournament.pk])))
    Tournament.objects.filter(pk=tournament.pk).update(team_size=0)
    assert "Nom de l’équipe" not in words(visitor.get(address))
    assert Entry.objects.get().pk == entry.pk
