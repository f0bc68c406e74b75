"""Pages that take something back: what is touched comes first, then the button; drafts and trials are the office’s."""

import pytest
from django.test import Client

from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
)
from tests.scoring.sheets import seated
from tests.texts import plain, text
from tournaments.labels import Status, TournamentState
from tournaments.models import Club, Player, Registration, Season, SeatResult, Tournament

pytestmark = pytest.mark.django_db


def seen(page):
    return page.context["consequences"].seen


def confirmed(client, address):
    """Read the page of a confirmation and send it; return the answer."""
    page = client.get(address)
    assert page.status_code == 200, text(page)
    return client.post(address, {"seen": seen(page)})


@pytest.fixture
def essai(club: Club) -> Tournament:
    return TournamentFactory(club=club, name="ESSAI", season=SeasonFactory(club=club), state=TournamentState.DRAFT)


PUBLIC = ("", "classement/", "tables/", "tirage/", "bareme/", "reglement/")


@pytest.mark.parametrize("is_trial", [True, False])
def test_a_draft_and_a_trial_are_seen_by_those_who_run_them_alone(as_organiser, essai, *, is_trial):
    Tournament.objects.update(is_trial=is_trial, state=TournamentState.RUNNING if is_trial else TournamentState.DRAFT)
    word = "Un essai" if is_trial else "Un brouillon"
    for page in PUBLIC:
        assert Client().get(f"/tournois/{essai.pk}/{page}").status_code == 404, page
        assert as_organiser.get(f"/tournois/{essai.pk}/{page}").status_code == 200, page
    assert word in text(as_organiser.get(f"/tournois/{essai.pk}/"))
    player = logged_in(AccountFactory(player=RegistrationFactory(tournament=essai).player))
    assert player.get(f"/tournois/{essai.pk}/").status_code == 404
    for place in ("", "standings/", "rounds/"):
        assert Client().get(f"/api/v1/tournaments/{essai.pk}/{place}").status_code == 404, place
    assert Client().get("/api/v1/tournaments/").json()["count"] == 0
    for page in ("/", f"/clubs/{essai.club.slug}/", f"/saisons/{essai.season_id}/"):
        assert "ESSAI" not in text(Client().get(page)), page


def test_a_player_sees_no_draft_among_his_evenings(essai):
    player = RegistrationFactory(tournament=essai).player
    client = logged_in(AccountFactory(player=player))
    assert "ESSAI" not in text(client.get("/moi/"))

    Tournament.objects.update(state=TournamentState.ANNOUNCED)
    assert "ESSAI" in text(client.get("/moi/"))
    Tournament.objects.update(is_trial=True)
    assert "ESSAI" not in text(client.get("/moi/"))


def test_one_button_announces_opens_and_hides(as_organiser, essai):
    place = f"/organisation/tournois/{essai.pk}/"
    for state, other in (("annonce", "ouvert"), ("ouvert", "brouillon"), ("brouillon", "annonce")):
        answer = as_organiser.post(f"{place}etat/", {"state": state}, follow=True)
        assert f'value="{other}"' in text(answer)
        assert f'value="{state}"' not in text(answer)
        assert (Client().get(f"/tournois/{essai.pk}/").status_code == 404) is (state == "brouillon")
    refused = as_organiser.post(f"{place}etat/", {"state": "en_cours"}, follow=True)
    assert "Un tournoi commence quand son tirage est publié" in text(refused)
    assert "terminez-le" in text(as_organiser.post(f"{place}etat/", {"state": "archive"}, follow=True))


def test_a_finished_tournament_is_archived_and_taken_out(as_organiser, essai):
    Tournament.objects.update(state=TournamentState.FINISHED)
    place, club = f"/organisation/tournois/{essai.pk}/", f"/organisation/clubs/{essai.club_id}/"

    as_organiser.post(f"{place}etat/", {"state": "archive"}, follow=True)

    assert "ESSAI" not in text(as_organiser.get(club))
    assert "ESSAI" in text(as_organiser.get(club, {"state": "archive"}))
    assert "ESSAI" not in text(Client().get("/"))
    assert "ESSAI" not in text(as_organiser.get("/organisation/"))
    assert "ESSAI" in text(Client().get(f"/clubs/{essai.club.slug}/"))
    assert "Sortir des archives" in text(as_organiser.get(place))
    as_organiser.post(f"{place}etat/", {"state": "termine"})
    assert Tournament.objects.get().state == TournamentState.FINISHED


def test_a_trial_is_deleted_in_three_clicks_from_its_page(as_organiser, essai):
    RegistrationFactory(tournament=essai)
    address = f"/organisation/tournois/{essai.pk}/supprimer/"
    assert address in text(as_organiser.get(f"/organisation/tournois/{essai.pk}/"))
    assert "1 inscription." in text(as_organiser.get(address))

    answer = confirmed(as_organiser, address)

    assert (answer.status_code, answer.url) == (303, f"/organisation/clubs/{essai.club_id}/")
    assert not Tournament.objects.exists()


def test_a_season_is_deleted_from_its_page_once_it_has_no_evening(as_organiser, essai):
    place = f"/organisation/saisons/{essai.season_id}/"
    address = f"{place}supprimer/"
    assert address not in text(as_organiser.get(place))

    refused = as_organiser.get(address)
    assert "additionne 1 soirée, « ESSAI »" in text(refused)
    assert 'class="danger"' not in text(refused)
    assert as_organiser.post(address, {"seen": seen(refused)}).status_code == 409

    Tournament.objects.update(season=None)
    assert address in text(as_organiser.get(place))
    answer = confirmed(as_organiser, address)
    assert (answer.status_code, answer["Location"]) == (303, f"/organisation/clubs/{essai.club_id}/saisons/")
    assert not Season.objects.exists()


def test_what_was_played_is_archived_from_the_page_that_refuses(as_organiser, essai):
    (table,) = seated(essai)
    SeatResult.objects.create(seat=table.seats.first(), points=1, donnes=1)
    Tournament.objects.update(is_trial=True, state=TournamentState.RUNNING)
    address = f"/organisation/tournois/{essai.pk}/supprimer/"

    page = as_organiser.get(address)
    assert "ne s’efface pas" in text(page)
    assert 'class="danger"' not in text(page)
    assert as_organiser.post(address, {"seen": seen(page)}).status_code == 409
    as_organiser.post(f"/organisation/tournois/{essai.pk}/etat/", {"state": "archive"})

    assert Tournament.objects.get().state == TournamentState.ARCHIVED
    assert Client().get(f"/tournois/{essai.pk}/").status_code == 404


def test_what_changed_since_the_page_was_read_is_not_confirmed(as_organiser, essai):
    address = f"/organisation/tournois/{essai.pk}/supprimer/"
    old = seen(as_organiser.get(address))
    RegistrationFactory(tournament=essai)

    assert as_organiser.post(address).status_code == 409
    answer = as_organiser.post(address, {"seen": old})

    assert answer.status_code == 409
    assert "Quelque chose a changé" in text(answer)
    assert as_organiser.post(address, {"seen": seen(answer)}).status_code == 303


def test_an_entry_made_by_mistake_is_deleted(as_organiser, essai):
    entry = RegistrationFactory(tournament=essai, status=Status.ABSENT)
    address = f"/organisation/tournois/{essai.pk}/inscriptions/{entry.pk}/supprimer/"
    assert address in text(as_organiser.get(f"/organisation/tournois/{essai.pk}/inscriptions/"))

    assert confirmed(as_organiser, address).status_code == 303

    assert not Registration.objects.exists()


def test_a_player_entered_by_mistake_is_deleted(as_organiser, club):
    total = PlayerFactory(club=club, last_name="Total", first_name="")
    place = f"/organisation/clubs/{club.pk}/joueurs/{total.pk}/"
    assert f"{place}supprimer/" in text(as_organiser.get(place))

    assert confirmed(as_organiser, f"{place}supprimer/").status_code == 303

    assert not Player.objects.exists()


def test_two_who_are_one_are_proposed_and_merged(as_organiser, club):
    dupont = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean")
    dupon = PlayerFactory(club=club, last_name="Dupon", first_name="Jean", licence="")
    place = f"/organisation/clubs/{club.pk}/joueurs/"
    merging = f"{place}{dupont.pk}/fusionner/"
    for page in (f"{place}{dupont.pk}/", merging, f"{place}doublons/"):
        assert f"{merging}?avec={dupon.pk}" in text(as_organiser.get(page)), page
    found = as_organiser.get(merging, {"q": "dupon"})
    assert [player.pk for player in found.context["found"]] == [dupon.pk]
    assert f"{place}{dupon.pk}/fusionner/?avec={dupont.pk}" in text(as_organiser.get(f"{merging}?avec={dupon.pk}"))

    answer = confirmed(as_organiser, f"{merging}?avec={dupon.pk}")

    assert (answer.status_code, answer.url) == (303, f"{place}{dupont.pk}/")
    assert Player.objects.get() == dupont
    assert "ne ressemble à" in text(as_organiser.get(f"{place}doublons/"))


def test_two_who_met_come_last_and_are_merged_for_a_reason(as_organiser, club):
    (table,) = seated(TournamentFactory(club=club, name="Vendredi"))
    one, other = [seat.registration.player for seat in table.seats.all()][:2]
    Player.objects.filter(pk__in=[one.pk, other.pk]).update(last_name="DUPONT", first_name="Jean", licence="")
    for first_name in ("Zoé", "Zoe"):
        PlayerFactory(club=club, last_name="ZZ", first_name=first_name, licence="")
    place = f"/organisation/clubs/{club.pk}/joueurs/"
    page = plain(text(as_organiser.get(f"{place}doublons/")))
    assert page.index("ZZ Zo") < page.index("DUPONT Jean") < page.index("« Vendredi » : position 1, table 1")
    merging = f"{place}{one.pk}/fusionner/?avec={other.pk}"

    page = as_organiser.get(merging)
    assert "position 1, table 1" in text(page)
    assert "Cela ne se défait pas" in text(page)
    old = as_organiser.post(merging, {"seen": "autre", "reason": "inscrit deux fois"})
    assert (old.status_code, "inscrit deux fois" in text(old), "Quelque chose a changé" in text(old)) == (
        409,
        True,
        True,
    )
    without = as_organiser.post(merging, {"seen": seen(page), "reason": " "})
    assert (without.status_code, "dites pourquoi" in text(without), seen(without)) == (422, True, seen(page))
    assert Player.objects.filter(pk=other.pk).exists()

    assert as_organiser.post(merging, {"seen": seen(page), "reason": "inscrit deux fois"}).status_code == 303
    assert not Player.objects.filter(pk=other.pk).exists()
    assert as_organiser.get(merging).status_code == 404
    assert as_organiser.get(f"{place}{one.pk}/fusionner/?avec=9{'9' * 30}").status_code == 200


def test_nobody_takes_back_what_is_another_clubs(as_organiser, club):
    stranger = PlayerFactory(club=ClubFactory())
    mine = PlayerFactory(club=club)
    place = f"/organisation/clubs/{club.pk}/joueurs/"

    assert as_organiser.get(f"{place}{stranger.pk}/supprimer/").status_code == 404
    assert as_organiser.get(f"{place}{mine.pk}/fusionner/?avec={stranger.pk}").status_code == 404


def test_a_clubs_name_and_town_are_changed_and_its_address_stays(as_organiser, club):
    page = f"/organisation/clubs/{club.pk}/modifier/"
    assert page in text(as_organiser.get(f"/organisation/clubs/{club.pk}/page-du-club/"))
    slug = club.slug

    assert as_organiser.post(page, {"name": "", "town": "Albi"}).status_code == 422
    assert as_organiser.post(page, {"name": "Les Oudlers", "town": "Albi"}).status_code == 303

    club.refresh_from_db()
    assert (club.name, club.town, club.slug) == ("Les Oudlers", "Albi", slug)
    ClubFactory(name="Pris")
    assert "existe déjà" in text(as_organiser.post(page, {"name": "Pris", "town": ""}))
