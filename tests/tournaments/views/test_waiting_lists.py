"""A list that was read waits under a key of its own, whatever is imported: « back » shows a page, two keep apart."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import PenaltyEdition
from tests.texts import text
from tests.tournaments.views.people.test_player_imports import answered
from tournaments.models import Club, Player, Tournament
from tournaments.views.waiting_lists import LISTS, MOST

PLAYERS = {"pasted": "Nom\tPrénom\nRoy\tPaul\n"}
RESULTS = {"name": "Carbay", "date": "2019-03-09", "pasted": "joueur\tséquence 1\nROY Paul\t40\nPETIT Zoé\t-40\n"}
FAULTS = {"valid_from": "2026-12-01", "pasted": "Faute\nRetard\n"}
KINDS = [("import_players", PLAYERS), ("import_results", RESULTS), ("import_faults", FAULTS)]


@pytest.mark.parametrize(("page", "sent"), KINDS)
def test_the_preview_is_a_page_that_is_read_again_until_its_list_is_imported(
    page: str, sent: dict[str, str], as_organiser: Client, club: Club
) -> None:
    answer = as_organiser.post(reverse(page, args=[club.pk]), sent)
    assert answer.status_code == 303
    preview = as_organiser.get(answer.url)
    assert preview.status_code == 200
    assert "no-store" in preview["Cache-Control"]
    again = as_organiser.post(answer.url, {"read": "1", "column-0": preview.context["columns"].shown[0]})
    assert (again.status_code, again.url) == (303, answer.url)
    said = answered(preview) if page == "import_players" else {}
    done = as_organiser.post(answer.url, said | {"apply": "1"})
    assert done.status_code == 303
    back = as_organiser.get(answer.url, follow=True)
    assert back.status_code == 200
    assert "Cet import est déjà fait" in text(back)


def test_two_lists_looked_at_at_once_are_imported_each(as_organiser: Client, club: Club) -> None:
    first = as_organiser.post(reverse("import_players", args=[club.pk]), PLAYERS).url
    second = as_organiser.post(reverse("import_players", args=[club.pk]), {"pasted": "Nom\tPrénom\nPetit\tZoé\n"}).url
    shown = [as_organiser.get(address) for address in (first, second)]
    for address, preview in zip((first, second), shown, strict=True):
        assert as_organiser.post(address, answered(preview)).status_code == 303
    assert sorted(Player.objects.values_list("last_name", flat=True)) == ["Petit", "Roy"]
    for _more in range(MOST + 2):
        as_organiser.post(reverse("import_players", args=[club.pk]), PLAYERS)
    assert len(as_organiser.session[LISTS]) == MOST


def test_a_list_left_for_another_is_abandoned_alone(as_organiser: Client, club: Club) -> None:
    first, second = (as_organiser.post(reverse("import_players", args=[club.pk]), PLAYERS).url for _time in range(2))
    as_organiser.post(reverse("abandon_import", args=[club.pk]) + "?" + first.partition("?")[2])
    assert as_organiser.get(first).status_code == 303
    assert as_organiser.get(second).status_code == 200


def test_what_is_refused_is_said_anew_and_the_list_is_not_chosen_again(as_organiser: Client, club: Club) -> None:
    page = reverse("import_results", args=[club.pk])
    as_organiser.post(as_organiser.post(page, RESULTS).url, {"apply": "1"})
    address = as_organiser.post(page, RESULTS).url
    refused = as_organiser.post(address, {"apply": "1"})
    assert refused.status_code == 422
    assert "Laissez vide pour garder « Liste collée »" in text(refused)
    named_anew = as_organiser.post(address, {"name": "Carbay II", "date": "2019-03-09"})
    assert (named_anew.status_code, named_anew.url) == (303, address)
    refused = as_organiser.post(address, {"apply": "1"})
    assert (refused.status_code, "joueurs et les mêmes points" in text(refused)) == (422, True)
    assert as_organiser.post(address, {"apply": "1", "is_another": "on"}).status_code == 303
    assert sorted(Tournament.objects.values_list("name", flat=True)) == ["Carbay", "Carbay II"]

    faults = reverse("import_faults", args=[club.pk])
    as_organiser.post(as_organiser.post(faults, FAULTS).url, {"apply": "1"})
    refused = as_organiser.post(as_organiser.post(faults, FAULTS | {"pasted": "Faute\nBruit\n"}).url, {"apply": "1"})
    assert refused.status_code == 422
    later = as_organiser.post(faults, {"valid_from": "2027-01-01", "file": "", "pasted": ""})
    assert as_organiser.post(later.url, {"apply": "1"}).status_code == 303
    assert PenaltyEdition.objects.count() == 2
