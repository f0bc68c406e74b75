"""The imports of a club on their page, and one of them undone."""

import pytest

from tests.factories import NOW, ClubFactory, PlayerFactory
from tests.texts import NO_BREAK
from tournaments.models import Import, Player

pytestmark = pytest.mark.django_db


def test_an_import_is_undone_from_its_page(as_organiser, club):
    made = Import.objects.create(club=club, kind="joueurs", at=NOW, file_name="liste.csv")
    PlayerFactory(club=club, last_name="Total", imported_by=made)
    place = f"/organisation/clubs/{club.pk}/imports/"
    assert place in as_organiser.get(f"/organisation/clubs/{club.pk}/joueurs/importer/").content.decode()
    assert f"{place}{made.pk}/defaire/" in as_organiser.get(place).content.decode()
    page = as_organiser.get(f"{place}{made.pk}/defaire/")
    assert "Supprimé : 1 joueur que ce fichier" in page.content.decode().translate(NO_BREAK)

    answer = as_organiser.post(f"{place}{made.pk}/defaire/", {"seen": page.context["consequences"].seen})

    assert (answer.status_code, answer.url) == (303, place)
    assert not Player.objects.exists()
    listed = as_organiser.get(place).content.decode()
    assert "défait" in listed
    assert f"{place}{made.pk}/defaire/" not in listed
    assert as_organiser.post(f"{place}{made.pk}/defaire/", {"seen": ""}).status_code == 409


def test_another_clubs_import_is_not_there(as_organiser, club):
    made = Import.objects.create(club=ClubFactory(), kind="joueurs", at=NOW)
    assert as_organiser.get(f"/organisation/clubs/{club.pk}/imports/{made.pk}/defaire/").status_code == 404
