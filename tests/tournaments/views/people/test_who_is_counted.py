"""Public counts are of who played or is expected; who left is not at his chair in what is played next."""

import pytest
from django.test import Client

from tests.factories import field, rewrite
from tests.texts import text, words
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Status, TournamentState
from tournaments.models import Registration, Tournament


@pytest.fixture
def evening(tournament: Tournament) -> list[Registration]:
    """Return ten entries: the first eight play, one stayed away, one withdrew before; the position is played."""
    entries = field(tournament, 10)
    mark(publish(tournament, 1, [entries[:4], entries[4:8]]), dict.fromkeys(entries[:8], 0))
    for entry, status in ((entries[8], Status.ABSENT), (entries[9], Status.WITHDRAWN)):
        Registration.objects.filter(pk=entry.pk).update(status=status)
    Tournament.objects.update(state=TournamentState.RUNNING)
    return entries


def counts(tournament: Tournament) -> set[int]:
    visitor = Client(headers={"accept-language": "fr"})
    rewrite(tournament, revision=tournament.revision + 1)
    page = visitor.get(f"/tournois/{tournament.pk}/")
    rows = words(visitor.get(f"/clubs/{tournament.club.slug}/"))
    (of_api,) = visitor.get("/api/v1/tournaments/").json()["results"]
    told = {page.context["entered"], of_api["entered"]}
    return told if any(f"{count} joueur" in rows for count in told) else set()


def test_who_stayed_away_is_not_counted_and_who_left_after_a_position_is(
    tournament: Tournament, evening: list[Registration]
) -> None:
    assert counts(tournament) == {8}
    Registration.objects.filter(pk=evening[0].pk).update(status=Status.WITHDRAWN)  # he played
    assert counts(tournament) == {8}
    late = Registration.objects.filter(pk=evening[9].pk)
    late.update(status=Status.REGISTERED)
    assert counts(tournament) == {9}
    Tournament.objects.update(state=TournamentState.FINISHED)  # he never came
    assert counts(tournament) == {8}


def test_who_left_is_not_at_his_chair_of_the_next_position(tournament: Tournament, evening: list[Registration]) -> None:
    publish(tournament, 2, [evening[:4]], evening[4:8])
    for gone in (evening[1], evening[4]):
        Registration.objects.filter(pk=gone.pk).update(status=Status.WITHDRAWN)
    names = [entry.player.full_name for entry in evening]
    visitor = Client(headers={"accept-language": "fr"})
    page = text(visitor.get(f"/tournois/{tournament.pk}/tables/?position=2"))
    assert [name in page for name in names[:6]] == [True, False, True, True, False, True]
    assert page.count("place libre") == 1
    played = text(visitor.get(f"/tournois/{tournament.pk}/tables/?position=1"))
    assert names[1] in played
    assert "place libre" not in played
    (table,) = visitor.get(f"/api/v1/tournaments/{tournament.pk}/rounds/2/").json()["tables"]
    assert [seat["chair_index"] for seat in table["seats"]] == [0, 2, 3]
    assert names[1] not in text(visitor.get(f"/tournois/{tournament.pk}/ecran/?vue=2&position=2"))
    assert names[1] not in text(visitor.get(f"/tournois/{tournament.pk}/tables/?position=2&format=csv"))
