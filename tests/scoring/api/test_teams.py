"""Teams and line-ups by programs: formed, changed, dissolved and sealed as on the pages, once for each key."""

import pytest

from tests.factories import ClubFactory, organiser, registered, rewrite
from tests.scoring.api.generated import GeneratedClient
from tests.scoring.api.test_evening import client_of
from tests.tournaments.matches import drawn_matches, matches_published, of_matches
from tournaments.labels import Scope
from tournaments.models import Account, Club, JournalEntry, SealedLineUp, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(the_organiser: Account) -> GeneratedClient:
    return client_of(the_organiser)


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Two teams of four who meet, and five who are of no team: numbers 11 to 15."""
    evening = of_matches(club, 2)
    registered(evening, range(11, 16))
    return evening


def test_a_team_is_formed_renamed_completed_and_dissolved_once_for_each_key(
    client: GeneratedClient, evening: Tournament
) -> None:
    at = {"tournament_id": evening.pk}
    four = {"name": "Les Cinq", "members": [11, 12, 13, 14], "captain": 12}
    for _again in range(2):  # the answer was lost
        client.from_the_start()
        made = client.answers("tournaments_formed_teams_create", four, **at)
        assert made == {"number": 3, **four}
    assert evening.teams.count() == 3
    five = {"name": "Les Cinq !", "members": [11, 12, 13, 14, 15], "captain": 15}
    changed = client.answers("tournaments_formed_teams_update", five, team_number=3, **at)
    assert changed == {"number": 3, **five}
    assert client.answers("tournaments_formed_teams_retrieve", team_number=3, **at) == changed
    assert len(client.answers("tournaments_formed_teams_list", **at)) == 3
    for _again in range(2):
        left = client.answers("tournaments_formed_teams_dissolve_create", team_number=3, **at)
        assert [team["number"] for team in left] == [1, 2]
    assert JournalEntry.objects.filter(action="équipe dissoute").count() == 1


def test_what_a_team_cannot_be_is_said_at_its_key(client: GeneratedClient, evening: Tournament) -> None:
    at = {"tournament_id": evening.pk}
    of_first = list(evening.teams.get(number=1).members.values_list("start_number", flat=True))
    for sent, key in (
        ({"name": "Les Uns", "members": [11, 99], "captain": 11}, "members"),
        ({"name": "Les Uns", "members": [11, 12], "captain": 13}, "captain"),
        ({"name": "Les Uns", "members": [11, of_first[0]], "captain": 11}, "members"),
        ({"name": evening.teams.get(number=1).name, "members": [11, 12], "captain": 11}, "name"),
    ):
        refused = client.tournaments_formed_teams_create(sent, **at)
        assert refused.status_code == 422
        assert key in refused.json()["fields"]
    assert evening.teams.count() == 2
    assert client.tournaments_formed_teams_retrieve(team_number=9, **at).status_code == 404
    rewrite(evening, state="termine")
    ended = client.tournaments_formed_teams_create({"name": "Tard", "members": [11, 12], "captain": 11}, **at)
    assert ended.status_code in (403, 422)


def test_a_line_up_is_sealed_and_told_by_nobody_before_the_other_one(
    client: GeneratedClient, evening: Tournament
) -> None:
    match = drawn_matches(evening)[0]
    at = {"tournament_id": evening.pk, "round_number": 1, "team_number": match.one.number}
    numbers = list(match.one.members.values_list("start_number", flat=True))
    sent = {"taker": numbers[2], "defence": [numbers[0], numbers[1], numbers[3]]}
    for _again in range(2):
        client.from_the_start()
        sealed = client.answers("tournaments_rounds_formed_teams_line_up_create", sent, **at)
        assert sealed["team"] == match.one.number
        assert sealed.keys() == {"team", "sealed_at"}
    assert SealedLineUp.objects.get().taker.start_number == numbers[2]
    act = client.tournaments_rounds_formed_teams_line_up_create
    wrong = act({"taker": numbers[0], "defence": numbers[:3]}, **at)
    assert (wrong.status_code, [*wrong.json()["fields"]]) == (422, ["defence"])
    unknown = act({"taker": 99, "defence": numbers[:3]}, **at)
    assert (unknown.status_code, [*unknown.json()["fields"]]) == (422, ["taker"])
    assert act(sent, **at | {"round_number": 9}).status_code == 404
    matches_published(evening, 1)
    assert act(sent, **at).status_code == 200  # until the first donne


def test_who_plays_the_boards_seals_a_line_up_too(evening: Tournament, the_organiser: Account) -> None:
    match = drawn_matches(evening)[0]
    four = list(match.one.members.order_by("start_number"))
    Account.objects.filter(pk=the_organiser.pk).update(player=four[0].player)
    numbers = [member.start_number for member in four]
    sent = {"taker": numbers[0], "defence": numbers[1:4]}
    place = {"tournament_id": evening.pk, "round_number": 1, "team_number": match.one.number}
    client = client_of(Account.objects.get(pk=the_organiser.pk))
    assert client.tournaments_rounds_formed_teams_line_up_create(sent, **place).status_code == 200


def test_a_token_writes_teams_with_the_scope_of_entries_and_in_its_club_alone(
    the_organiser: Account, evening: Tournament
) -> None:
    at, two = {"tournament_id": evening.pk}, {"name": "Les Deux", "members": [11, 12], "captain": 11}
    for client in (client_of(the_organiser, Scope.READ, Scope.RECORD), client_of(organiser(ClubFactory()))):
        assert client.tournaments_formed_teams_create(two, **at).status_code == 403
    assert client_of(the_organiser, Scope.ENTER).tournaments_formed_teams_create(two, **at).status_code == 200
