"""Teams: made of registrations, changed, dissolved; who may be in one, and what a draw knows of them."""

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, RegistrationFactory, TournamentFactory, rewrite
from tests.refusals import refusal_of
from tests.tournaments.rounds import publish
from tests.tournaments.teams import a_team, by_teams, teams_of
from tournaments.labels import Status, TournamentState, Waits, WishKind
from tournaments.models import Account, Registration, Team, Tournament
from tournaments.queries.draws.wishes import asks_in_force, wanted_wishes, wishes_of
from tournaments.queries.people.merging import merging_players
from tournaments.refusals import Refusal
from tournaments.seating import Remainder
from tournaments.services.draws.requests import ask_draw
from tournaments.services.draws.wishes import add_wish
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings
from tournaments.services.people.merging import merge_players
from tournaments.services.people.teams import change_team, dissolve_team, make_team
from tournaments.services.undo.undoing import delete_registration, delete_tournament

TOO_MANY = (
    "Ici 2 joueurs d’une équipe jouent à la fois, et vous en avez coché 2 de trop\u00a0: pointez-les d’abord "
    "«\u00a0remplaçant\u00a0» dans les inscriptions, ou décochez-les."
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs(tournament: Tournament) -> list[Registration]:
    """Return eight present players of a tournament by pairs."""
    return by_teams(tournament, 2, 8)


def make(tournament: Tournament, members: list[Registration], **said: Any) -> Team:
    asked: dict[str, Any] = {"name": "Les Bouts", "captain": members[0].pk, "key": uuid.uuid4(), "by": None, "at": NOW}
    return make_team(tournament=tournament, members=[member.pk for member in members], **asked | said)


def members_of(team: Team) -> list[int]:
    return list(team.members.values_list("start_number", flat=True))


def set_columns(entry: Registration, **columns: object) -> None:
    Registration.objects.filter(pk=entry.pk).update(**columns)


def test_a_team_is_made_of_registrations_with_a_captain(tournament: Tournament, pairs: list[Registration]) -> None:
    first, second = make(tournament, pairs[:2], name="  Les   Bouts "), make(tournament, pairs[2:4], name="Les Atouts")

    assert (first.name, first.number, members_of(first), first.captain) == ("Les Bouts", 1, [1, 2], pairs[0])
    assert (second.name, second.number, members_of(second), second.captain) == ("Les Atouts", 2, [3, 4], pairs[2])


def test_a_form_sent_twice_is_one_team(tournament: Tournament, pairs: list[Registration]) -> None:
    key = uuid.uuid4()
    assert make(tournament, pairs[:2], key=key) == make(tournament, pairs[:2], key=key)
    assert Team.objects.count() == 1


def test_all_that_is_wrong_with_a_team_is_said_at_once(tournament: Tournament, pairs: list[Registration]) -> None:
    make(tournament, pairs[:2])
    stranger = RegistrationFactory(tournament=TournamentFactory(club=tournament.club))

    refusal = refusal_of(
        make, tournament, [pairs[1], pairs[2], pairs[3], pairs[4], stranger], name="les bouts", captain=pairs[7].pk
    )

    name = pairs[1].player.full_name
    assert refusal.fields == {
        "name": ["Une autre équipe s’appelle déjà «\u00a0les bouts\u00a0»\u00a0: donnez un autre nom à celle-ci."],
        "members": [
            "Un de ces joueurs n’est pas inscrit à ce tournoi. Choisissez dans la liste.",
            f"{name} est déjà de l’équipe «\u00a0Les Bouts\u00a0»\u00a0: sortez-le d’abord de cette équipe.",
            TOO_MANY,
        ],
        "captain": ["Le capitaine est un des joueurs de l’équipe\u00a0: choisissez-le parmi eux."],
    }
    assert Team.objects.count() == 1


@pytest.mark.parametrize(("count", "code"), [(1, "team_incomplete"), (7, "team_incomplete")])
def test_a_team_has_from_two_to_six_members(tournament: Tournament, count: int, code: str) -> None:
    entries = by_teams(tournament, 6, 8)
    assert refusal_of(make, tournament, entries[:count]).code == code
    assert members_of(make(tournament, entries[:6])) == [1, 2, 3, 4, 5, 6]


def test_a_team_that_still_lacks_somebody_is_made(tournament: Tournament) -> None:
    entries = by_teams(tournament, 4, 8)
    assert members_of(make(tournament, entries[:3])) == [1, 2, 3]


def test_stand_ins_are_in_the_team_beside_those_who_play(tournament: Tournament, pairs: list[Registration]) -> None:
    set_columns(pairs[2], status=Status.REGISTERED, waits=Waits.STAND_IN)
    set_columns(pairs[3], status=Status.WITHDRAWN)
    assert members_of(make(tournament, pairs[:4])) == [1, 2, 3, 4]


def test_a_captain_who_left_is_none(tournament: Tournament, pairs: list[Registration]) -> None:
    team = make(tournament, pairs[:2])
    set_columns(pairs[0], status=Status.WITHDRAWN)
    kept: dict[str, Any] = {"name": "Les Atouts", "members": [entry.pk for entry in pairs[:2]], "by": None, "at": NOW}

    refusal = refusal_of(change_team, team=team, captain=pairs[0].pk, **kept)
    change_team(team=team, captain=pairs[1].pk, **kept)

    assert str(refusal) == f"{pairs[0].player.full_name} est parti\u00a0: choisissez un autre capitaine."
    team.refresh_from_db()
    assert (team.name, members_of(team), team.captain) == ("Les Atouts", [1, 2], pairs[1])


def test_a_member_leaves_a_team_and_another_comes(tournament: Tournament, pairs: list[Registration]) -> None:
    team = make(tournament, pairs[:2])
    asked = [pairs[1].pk, pairs[4].pk]
    change_team(team=team, name="Les Bouts", members=asked, captain=pairs[4].pk, by=None, at=NOW)

    assert (members_of(team), team.captain) == ([2, 5], pairs[4])
    assert list(Registration.objects.filter(is_captain=True)) == [pairs[4]]
    assert Registration.objects.get(pk=pairs[0].pk).team is None


def test_a_dissolved_team_leaves_its_players(tournament: Tournament, pairs: list[Registration]) -> None:
    team = make(tournament, pairs[:2])
    dissolve_team(team=team, by=None, at=NOW)

    assert not Team.objects.exists()
    assert Registration.objects.filter(team=None, is_captain=False).count() == 8
    asked = {"name": "Les Bouts", "members": [pairs[0].pk, pairs[1].pk], "captain": pairs[0].pk}
    assert refusal_of(change_team, team=team, by=None, at=NOW, **asked).code == "team_dissolved"


def test_nothing_changes_once_the_tournament_is_over(tournament: Tournament, pairs: list[Registration]) -> None:
    team = make(tournament, pairs[:2])
    rewrite(tournament, state=TournamentState.FINISHED)
    calls = [
        lambda: make(tournament, pairs[2:4], name="Les Atouts"),
        lambda: change_team(
            team=team, name="Les Atouts", members=[pairs[0].pk, pairs[1].pk], captain=pairs[0].pk, by=None, at=NOW
        ),
        lambda: dissolve_team(team=team, by=None, at=NOW),
    ]
    assert [refusal_of(call).code for call in calls] == ["tournament_finished"] * 3


def test_a_tournament_without_teams_makes_none(tournament: Tournament, pairs: list[Registration]) -> None:
    rewrite(tournament, team_size=0)
    assert refusal_of(make, tournament, pairs[:2]).code == "no_teams"


@pytest.mark.parametrize(
    "columns",
    [{"is_captain": True, "team": None}, {"is_captain": True, "start_number": 2}],
    ids=["of none", "a second"],
)
def test_the_database_knows_one_captain_of_a_team(
    tournament: Tournament, pairs: list[Registration], columns: dict[str, Any]
) -> None:
    make(tournament, pairs[:2])
    entry = pairs[1] if columns.get("start_number") else pairs[5]
    with pytest.raises(IntegrityError), transaction.atomic():
        set_columns(entry, **columns)


def settings(tournament: Tournament, **said: Any) -> Settings:
    tournament.refresh_from_db()
    return replace(Settings.of(tournament), **said)


def change(tournament: Tournament, **said: Any) -> Tournament:
    return change_settings(tournament=tournament, settings=settings(tournament, **said), by=None, at=NOW)


def test_a_tournament_becomes_one_by_teams_and_back(tournament: Tournament, pairs: list[Registration]) -> None:
    assert change(tournament, team_size=4).team_size == 4
    team = a_team("Les Bouts", *pairs[:4])

    none, pair = refusal_of(change, tournament, team_size=0), refusal_of(change, tournament, team_size=2)
    dissolve_team(team=team, by=None, at=NOW)

    assert list(none.fields) == list(pair.fields) == ["team_size"]
    assert str(pair) == "4 joueurs de l’équipe «\u00a0Les Bouts\u00a0» jouent à la fois\u00a0: changez-la d’abord."
    assert change(tournament, team_size=0).team_size == 0
    assert list(refusal_of(change, tournament, team_size=7).fields) == ["team_size"]


def test_members_of_a_team_are_kept_apart_by_the_draw(tournament: Tournament, pairs: list[Registration]) -> None:
    teams_of(pairs, 2)
    present = [entry.pk for entry in pairs[:7]]  # the last is away, and his partner alone

    told = wishes_of(wanted_wishes(asks_in_force(tournament), present))

    assert told.teams == tuple((pairs[number].pk, pairs[number + 1].pk) for number in (0, 2, 4))


def test_there_is_one_way_to_say_a_team(
    tournament: Tournament, pairs: list[Registration], the_organiser: Account
) -> None:
    """Where a tournament has teams no wish makes one; where a wish makes one, teams wait until it is cancelled."""
    asked = {"kind": WishKind.TEAM, "players": [pairs[0].pk, pairs[1].pk], "by": the_organiser, "at": NOW}
    assert refusal_of(add_wish, tournament=tournament, **asked).code == "has_teams"
    rewrite(tournament, team_size=0)
    add_wish(tournament=tournament, **asked)
    assert list(refusal_of(change, tournament, team_size=2).fields) == ["team_size"]


def test_who_is_of_a_team_is_not_deleted(tournament: Tournament, pairs: list[Registration]) -> None:
    a_team("Les Bouts", *pairs[:2])
    refusal = refusal_of(delete_registration, registration=pairs[0], by=None, at=NOW)
    assert (
        str(refusal) == f"{pairs[0]} est de l’équipe «\u00a0Les Bouts\u00a0»\u00a0: sortez-le d’abord de cette équipe."
    )


def test_teams_go_with_their_tournament(tournament: Tournament, pairs: list[Registration]) -> None:
    teams_of(pairs, 2)
    delete_tournament(tournament=tournament, by=None, at=NOW)
    assert not Team.objects.exists()


def merge(keep: Registration, drop: Registration, by: Account) -> None:
    drop.player.licence = ""
    drop.player.save()
    merge_players(keep=keep.player, drop=drop.player, by=by, at=NOW)


def test_a_double_gives_its_team_to_the_one_that_stays(
    tournament: Tournament, pairs: list[Registration], the_organiser: Account
) -> None:
    team = a_team("Les Bouts", pairs[0], pairs[1])
    told = merging_players(pairs[2].player, pairs[0].player, the_organiser).touches
    assert (
        f"«\u00a0{pairs[2]}\u00a0» prend la place de «\u00a0{pairs[0]}\u00a0» dans l’équipe «\u00a0Les Bouts\u00a0»."
        in told
    )
    merge(pairs[2], pairs[0], the_organiser)
    assert (members_of(team), team.captain) in [([2, 3], pairs[2]), ([1, 2], pairs[0])]
    assert team.captain is not None
    assert team.captain.player == pairs[2].player


def test_a_double_who_met_himself_leaves_his_team_to_the_one_that_counts(
    tournament: Tournament, pairs: list[Registration], the_organiser: Account
) -> None:
    team = a_team("Les Bouts", pairs[0], pairs[1])
    publish(tournament, 1, [pairs[:4], pairs[4:]])
    pairs[0].player.licence = ""
    pairs[0].player.save()
    merge_players(keep=pairs[2].player, drop=pairs[0].player, reason="la même", by=the_organiser, at=NOW)
    assert (members_of(team), team.captain) == ([2, 3], pairs[2])


def test_one_person_in_two_teams_is_refused_by_a_sentence(
    tournament: Tournament, pairs: list[Registration], the_organiser: Account
) -> None:
    teams_of(pairs[:4], 2)
    with pytest.raises(Refusal, match="sortez-en un de son équipe d’abord"):
        merge(pairs[2], pairs[0], the_organiser)


def test_the_page_of_wishes_offers_none_of_a_team_where_there_are_teams(
    tournament: Tournament, pairs: list[Registration], as_organiser: Client
) -> None:
    address = reverse("wishes", args=[tournament.pk])
    assert 'href="?genre=equipe#nouveau"' not in as_organiser.get(f"{address}?genre=equipe").content.decode()
    rewrite(tournament, team_size=0)
    assert 'href="?genre=equipe#nouveau"' in as_organiser.get(address).content.decode()


def test_nobody_joins_a_team_with_what_it_would_have_too_many_of(
    tournament: Tournament, pairs: list[Registration]
) -> None:
    """Three of them had a place in one position; that one of them left since changes nothing of what was played."""
    publish(tournament, 1, [pairs[:4], pairs[4:]])
    set_columns(pairs[0], status=Status.WITHDRAWN)
    refusal = refusal_of(make, tournament, pairs[:3], captain=pairs[1].pk)
    assert (refusal.code, list(refusal.fields)) == ("team_too_large", ["members"])
    assert "À la position 1, 3 de ces joueurs ont eu une place" in str(refusal)


def test_no_draw_seats_more_of_a_team_than_play_at_once(
    tournament: Tournament, pairs: list[Registration], the_organiser: Account
) -> None:
    rewrite(tournament, state=TournamentState.RUNNING)
    set_columns(pairs[2], status=Status.REGISTERED, waits=Waits.STAND_IN)
    team = a_team("Les Bouts", *pairs[:2])
    change_team(
        team=team, name="Les Bouts", members=[entry.pk for entry in pairs[:3]], captain=pairs[0].pk, by=None, at=NOW
    )
    set_columns(pairs[2], status=Status.PRESENT, waits="")
    asked = {"tournament": tournament, "remainder": Remainder.EXEMPT, "seed": 1, "by": the_organiser, "at": NOW}

    refusal = refusal_of(ask_draw, **asked)
    set_columns(pairs[2], status=Status.ABSENT)

    assert refusal.code == "team_too_large"
    assert str(refusal).startswith("3 joueurs de l’équipe «\u00a0Les Bouts\u00a0» sont présents")
    assert ask_draw(**asked).wishes[0]["players"] == (pairs[0].pk, pairs[1].pk)
