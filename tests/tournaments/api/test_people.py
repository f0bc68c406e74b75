"""A person is the same in every event for programs, if he agrees to it; a chair in every language."""

import pytest
from django.test import Client

from tests.factories import SeasonFactory, TournamentFactory, organiser
from tests.scoring.sheets import record, seated
from tournaments.labels import CHAIRS, TournamentState
from tournaments.models import Player, Registration, Tournament
from tournaments.queries.people.names import public_key
from tournaments.services.locks import raise_revisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings() -> list[Tournament]:
    """Two evenings of a season with the same four players, of whom the second does not agree to be known."""
    first = TournamentFactory(donnes_per_round=1)
    season = SeasonFactory(club=first.club)
    second = TournamentFactory(donnes_per_round=1, club=first.club, season=season)
    Tournament.objects.update(season=season, state=TournamentState.RUNNING)
    (table,) = seated(first)
    record(table, 1, organiser(first.club))
    players = list(Player.objects.order_by("pk"))
    (other,) = seated(second)
    for entry, player in zip(second.registrations.order_by("start_number"), players, strict=True):
        Registration.objects.filter(pk=entry.pk).update(player=player)
    record(other, 1, organiser(first.club))
    Player.objects.update(sharing_consent=True)
    Player.objects.filter(pk=players[1].pk).update(sharing_consent=False)
    raise_revisions(Tournament.objects.all())
    return list(Tournament.objects.order_by("pk"))


def people_in(answer: dict[str, object]) -> dict[int, str | None]:
    return {line["start_number"]: line["person"] for line in answer["lines"]}  # type: ignore[attr-defined, index]


def test_a_person_has_one_key_in_every_event_and_none_without_consent(
    client: Client, evenings: list[Tournament]
) -> None:
    tables = [client.get(f"/api/v1/tournaments/{one.pk}/standings/").json() for one in evenings]
    first, second = map(people_in, tables)
    assert first == second
    assert first[2] is None
    known = {key for key in first.values() if key}
    assert len(known) == 3
    assert {len(key) for key in known} == {24}
    league = client.get(f"/api/v1/seasons/{evenings[0].season_id}/league/").json()
    assert {line["person"] for line in league["lines"]} == {*known, None}
    (table,) = client.get(f"/api/v1/tournaments/{evenings[0].pk}/rounds/1/").json()["tables"]
    assert [seat["person"] for seat in table["seats"]] == [first[number] for number in (1, 2, 3, 4)]


def test_a_key_tells_nothing_without_the_secret_of_the_site(settings: object) -> None:
    key = public_key(1, is_shared=True)
    assert key == public_key(1, is_shared=True) != public_key(2, is_shared=True)
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert public_key(1, is_shared=True) != key
    assert public_key(1, is_shared=False) is None


def test_a_chair_is_one_word_whatever_the_language(client: Client, evenings: list[Tournament]) -> None:
    address = f"/api/v1/tournaments/{evenings[0].pk}/rounds/1/"
    french, english = (
        client.get(address, headers={"Accept-Language": language}).json()["tables"][0]["seats"]
        for language in ("fr", "en")
    )
    assert [seat["chair"] for seat in french] == [seat["chair"] for seat in english] == list(CHAIRS[:4])
    assert [seat["chair_index"] for seat in english] == [0, 1, 2, 3]
    assert [seat["chair_label"] for seat in english] == ["South", "East", "North", "West"]
