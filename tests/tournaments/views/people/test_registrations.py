"""Who plays tonight: entered, checked in by one tap, and the taps that are offered."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PlayerFactory, RegistrationFactory
from tests.texts import text
from tournaments.labels import RateCode, Status, TournamentState
from tournaments.models import Rate, Registration, Tournament
from tournaments.tables import taps


def test_the_check_in_costs_the_same_with_one_row_and_thirty(
    as_organiser: Client, tournament: Tournament, django_assert_num_queries
):
    RegistrationFactory(tournament=tournament)
    for _rows in range(2):
        with django_assert_num_queries(9):
            as_organiser.get(reverse("registrations", args=[tournament.pk]))
        RegistrationFactory.create_batch(29, tournament=tournament)


def test_where_people_pay_the_list_says_who_still_owes_and_a_tap_says_it_again(
    as_organiser: Client, tournament: Tournament
):
    one = RegistrationFactory(tournament=tournament, status=Status.PRESENT)
    here, tap = reverse("registrations", args=[tournament.pk]), reverse("set_status", args=[tournament.pk, one.pk])
    assert "Reste à payer" not in text(as_organiser.get(here))

    Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=500, place=1)

    shown = text(as_organiser.get(here))
    assert "Reste à payer" in shown
    assert f'<span id="reste-{one.pk}">5 €</span>' in " ".join(shown.split()).replace(" >", ">")
    left = text(as_organiser.post(tap, {"status": Status.ABSENT}, headers={"hx-request": "true"}))
    assert re.search(rf'<span id="reste-{one.pk}"\s+hx-swap-oob="true">\s*</span>', left)


def test_a_filter_asks_inside_its_own_fields(as_organiser: Client, tournament: Tournament):
    RegistrationFactory(tournament=tournament)
    shown = text(as_organiser.get(reverse("registrations", args=[tournament.pk])))
    assert '<option value="" selected>Pointage : tous</option>' in shown
    assert 'placeholder="Nom, licence ou n°"' in shown
    assert "Jour" in text(as_organiser.get(reverse("journal", args=[tournament.pk])))
    assert "Quoi : tout" in text(as_organiser.get(reverse("journal", args=[tournament.pk])))


def test_one_tap_changes_one_cell_and_the_figures(as_organiser: Client, tournament: Tournament):
    one = RegistrationFactory(tournament=tournament, status=Status.REGISTERED)
    address = reverse("set_status", args=[tournament.pk, one.pk])

    cell = as_organiser.post(address, {"status": "present"}, HTTP_HX_REQUEST="true")
    plain = as_organiser.post(address, {"status": "absent"})
    nonsense = as_organiser.post(address, {"status": "là"}, follow=True)

    assert cell.content.decode().count("1 présent") == 2  # above the list, and beside the next step
    assert "<html" not in cell.content.decode()
    assert plain.url == reverse("registrations", args=[tournament.pk])
    assert nonsense.redirect_chain == [(reverse("registrations", args=[tournament.pk]), 303)]
    assert "Ce pointage n’existe pas" in nonsense.content.decode()
    one.refresh_from_db()
    assert one.status == Status.ABSENT


def test_a_tap_never_reaches_another_tournament(as_organiser: Client, tournament: Tournament):
    other = RegistrationFactory()

    answer = as_organiser.post(reverse("set_status", args=[tournament.pk, other.pk]), {"status": "absent"})

    assert answer.status_code == 404


def test_everybody_is_no_longer_offered_at_once_when_the_tables_are_published(
    as_organiser: Client, tournament: Tournament
):
    PlayerFactory.create_batch(3, club=tournament.club)
    address = reverse("register_players", args=[tournament.pk])
    assert "Inscrire les 3 joueurs" in as_organiser.get(address).content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    late = as_organiser.get(address).content.decode()
    assert "Inscrire les joueurs cochés" in late
    assert "Inscrire les 3 joueurs" not in late


@pytest.mark.parametrize(("day", "entered", "offered"), [(0, 0, True), (-1, 0, True), (1, 0, False), (0, 1, False)])
def test_on_the_day_of_an_empty_tournament_everybody_of_the_club_comes_in_at_once(
    as_organiser: Client, tournament: Tournament, day: int, entered: int, *, offered: bool
):
    PlayerFactory.create_batch(5, club=tournament.club)
    RegistrationFactory.create_batch(entered, tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate() + timedelta(days=day))

    page = as_organiser.get(reverse("tournament_desk", args=[tournament.pk])).content.decode()
    answer = as_organiser.post(
        reverse("register_players", args=[tournament.pk]), {"everybody": "1", "present": "1"}, follow=True
    )

    assert ("joueurs, tous présents" in page) == offered
    assert "5 joueurs inscrits et présents." in answer.content.decode()
    assert tournament.registrations.count() == tournament.club.players.count() == entered + 5
    assert tournament.registrations.filter(status="present").count() == entered + 5


def test_some_or_all_players_of_the_club_are_registered(as_organiser: Client, tournament: Tournament):
    players = PlayerFactory.create_batch(3, club=tournament.club)
    stranger = PlayerFactory()
    address = reverse("register_players", args=[tournament.pk])

    nobody = as_organiser.post(address, {})
    as_organiser.post(address, {"player": [players[1].pk, stranger.pk], "present": "1"})
    as_organiser.post(address, {"everybody": "1"})

    assert nobody.url == address
    assert Registration.objects.values_list("player", "start_number", "status")[0] == (players[1].pk, 1, "present")
    assert sorted(Registration.objects.filter(status="inscrit").values_list("start_number", flat=True)) == [2, 3]
    assert set(Registration.objects.values_list("player", flat=True)) == {player.pk for player in players}


@pytest.mark.parametrize("ticked", [True, False])
def test_no_number_tells_between_which_two_names_somebody_stands(
    as_organiser: Client, tournament: Tournament, *, ticked: bool
):
    """« Joueur n° 5 » between n° 4 BLONDEAU and n° 6 BOUVIER would be no secret: of three in a row, one in six is."""
    names = [f"{first}{second}" for first in "ABCDEFGH" for second in "ABCDEFGH"]
    players = [PlayerFactory(club=tournament.club, last_name=name, first_name="") for name in names]
    sent = {"player": [player.pk for player in players]} if ticked else {"everybody": "1"}

    as_organiser.post(reverse("register_players", args=[tournament.pk]), sent)

    numbered = list(tournament.registrations.order_by("start_number").values_list("player__last_name", flat=True))
    between = sum(
        before < name < after for before, name, after in zip(numbered, numbered[1:], numbered[2:], strict=False)
    )
    assert sorted(numbered) == names
    assert between < 31  # ten are expected; in alphabetical order it would be all 62


def test_the_players_to_register_cost_the_same_with_one_and_thirty(
    as_organiser: Client, tournament: Tournament, django_assert_num_queries
):
    PlayerFactory(club=tournament.club)
    for _rows in range(2):
        with django_assert_num_queries(8):
            as_organiser.get(reverse("register_players", args=[tournament.pk]))
        PlayerFactory.create_batch(29, club=tournament.club)


def test_everybody_who_waits_is_marked_present(as_organiser: Client, tournament: Tournament):
    RegistrationFactory(tournament=tournament, status=Status.REGISTERED)

    as_organiser.post(reverse("mark_all_present", args=[tournament.pk]))

    assert Registration.objects.get().status == Status.PRESENT


@pytest.mark.parametrize(
    ("state", "words"), [(TournamentState.OPEN, ["Absent", "Attendu"]), (TournamentState.RUNNING, ["Retirer"])]
)
def test_who_is_present_by_mistake_is_absent_in_one_tap(tournament: Tournament, state: str, words: list[str]):
    tournament.state = state
    assert [str(word) for _status, word, _look in taps(tournament)[Status.PRESENT]] == words
