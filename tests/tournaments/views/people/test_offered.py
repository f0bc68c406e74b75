"""What cannot be done is not offered: no page leads to one whose only answer is that it is impossible."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import SeasonFactory, field
from tests.texts import text
from tests.tournaments.rounds import mark, publish
from tests.tournaments.views.evening.test_tournaments import TYPED
from tournaments.labels import Status, TournamentState
from tournaments.models import Club, Registration, Tournament

TO_DELETE = re.compile(r'href="(/organisation/[^"]*/supprimer/)"')


@pytest.fixture
def entries(tournament: Tournament) -> list[Registration]:
    """Return the entries of an evening in a season: five present of whom four sit at a table, two absent."""
    Tournament.objects.update(season=SeasonFactory(club=tournament.club))
    entries = field(tournament, 7)
    Registration.objects.filter(pk__in=[entries[5].pk, entries[6].pk]).update(status=Status.ABSENT)
    return entries


def offered(client: Client, tournament: Tournament, entries: list[Registration]) -> set[str]:
    """Return every address that deletes something and is offered on these pages, after having opened each."""
    tournament.refresh_from_db()
    club, season = tournament.club, tournament.season
    pages = [
        reverse("tournament_desk", args=[tournament.pk]),
        reverse("registrations", args=[tournament.pk]),
        *([reverse("edit_season", args=[season.pk])] if season else []),
        *(reverse("edit_player", args=[club.pk, entry.player_id]) for entry in entries[:1] + entries[-1:]),
    ]
    found = {address for page in pages for address in TO_DELETE.findall(text(client.get(page)))}
    impossible = [address for address in found if client.get(address).context["consequences"].refusals]
    assert impossible == []
    return found


def test_nothing_that_was_played_is_offered_to_be_deleted(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], club: Club
) -> None:
    of_tournament = reverse("delete_tournament", args=[tournament.pk])
    of_absent = {reverse("delete_registration", args=[tournament.pk, entry.pk]) for entry in entries[5:]}
    of_players = {reverse("delete_player", args=[club.pk, entry.player_id]) for entry in (entries[0], entries[-1])}
    assert offered(as_organiser, tournament, entries) == {of_tournament} | of_absent | of_players

    seated = publish(tournament, 1, [entries[:4]], entries[4:5])
    Registration.objects.filter(pk=entries[1].pk).update(status=Status.WITHDRAWN)  # he sits there
    drawn = offered(as_organiser, tournament, entries)
    assert drawn == {of_tournament} | of_absent | {reverse("delete_player", args=[club.pk, entries[-1].player_id])}

    mark(seated, dict.fromkeys(entries[:4], 0))
    Tournament.objects.update(state=TournamentState.RUNNING)
    assert of_tournament not in offered(as_organiser, tournament, entries)
    Registration.objects.filter(pk=entries[5].pk).update(penalty_points=-20)
    assert offered(as_organiser, tournament, entries) & of_absent == {
        reverse("delete_registration", args=[tournament.pk, entries[6].pk])
    }


def test_the_steps_of_an_evening_that_is_over_do_not_lead_to_what_is_closed(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    publish(tournament, 1, [entries[:4]])
    page = reverse("tournament_desk", args=[tournament.pk])
    closed = [f'href="{reverse(name, args=[tournament.pk])}">' for name in ("register_players", "draw")]
    for state, are_offered in ((TournamentState.RUNNING, True), (TournamentState.FINISHED, False)):
        Tournament.objects.update(state=state)
        steps = text(as_organiser.get(page)).split('class="steps"')[1].split("</ol>")[0]
        assert [link in steps for link in closed] == [are_offered] * 2, state
        assert (f'href="{reverse("draw", args=[tournament.pk])}"' in text(as_organiser.get(page))) == are_offered, state


def test_a_tap_answers_with_the_same_offers_as_the_list(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    publish(tournament, 1, [entries[:4]])
    for entry, is_offered in ((entries[0], False), (entries[4], True)):
        address = reverse("set_status", args=[tournament.pk, entry.pk])
        cell = text(as_organiser.post(address, {"status": Status.ABSENT}, headers={"hx-request": "true"}))
        assert ("Désinscrire" in cell) == is_offered


def test_a_season_without_an_evening_is_offered(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club)
    assert reverse("delete_season", args=[season.pk]) in text(
        as_organiser.get(reverse("edit_season", args=[season.pk]))
    )


def test_the_way_down_to_an_arbiters_page_goes_by_the_club(
    as_organiser: Client, as_arbiter: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    publish(tournament, 1, [entries[:4]])
    way = reverse("club_desk", args=[tournament.club_id])
    page = reverse("desk", args=[tournament.pk])
    assert f'href="{way}">{tournament.club}</a>' in text(as_organiser.get(page, follow=True))
    read = text(as_arbiter.get(page, follow=True))
    assert way not in read
    assert f"› {tournament.club}" in read


def test_a_number_that_the_choice_above_it_does_not_use_is_kept_from_nobody_when_it_is_wrong(
    as_organiser: Client, club: Club
) -> None:
    """The stylesheet hides it while its choice is not made, but never with an error: it is marked as such."""
    page = as_organiser.post(reverse("new_tournament", args=[club.pk]), TYPED | {"minutes_per_round": "x"})
    assert page.status_code == 422
    assert re.search(r'<input[^>]*name="minutes_per_round"[^>]*aria-invalid="true"', text(page))
