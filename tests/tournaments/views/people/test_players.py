"""The pages of a club's players: the list, one person and his access, the file to take away, consent of many."""

import io
import re
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories import AccountFactory, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, arbiter
from tournaments.labels import Category, Sex
from tournaments.models import Account, Club, JournalEntry, Player, Season
from tournaments.queries.clubs.directory import invitations_for


def test_one_row_and_thirty_rows_cost_the_same(as_organiser: Client, club: Club, django_assert_num_queries):
    PlayerFactory(club=club)
    for _rows in range(2):
        with django_assert_num_queries(11):
            as_organiser.get(reverse("club_players", args=[club.pk]))
        PlayerFactory.create_batch(29, club=club)


def test_the_green_button_is_what_the_list_is_for(as_organiser: Client, club: Club):
    here = reverse("club_players", args=[club.pk])

    def green() -> list[str]:
        return re.findall(r'class="button primary"\s+href="[^"]+">([^<]+)<', as_organiser.get(here).content.decode())

    assert green() == ["Importer une liste"]
    PlayerFactory(club=club)
    assert green() == ["Nouvelle soirée"]
    TournamentFactory(club=club)
    assert green() == ["Ajouter un joueur"]


def test_the_list_says_what_rankings_by_category_go_by(as_organiser: Client, club: Club):
    PlayerFactory(club=club, category=Category.SENIOR, sex=Sex.WOMAN, birth_year=1958, home_club="Dijon")
    page = as_organiser.get(reverse("club_players", args=[club.pk])).content.decode()
    cells = [" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in re.findall(r"<td.*?</td>", page, re.DOTALL)]
    assert cells[1] == "senior, femme, 1958 Dijon"


def test_a_player_s_page_says_in_words_what_it_folds(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club, consent=True, home_club="Tarot de Lyon")
    page = " ".join(as_organiser.get(reverse("edit_player", args=[club.pk, player.pk])).content.decode().split())
    assert '<small id="told-more">Club d’origine Tarot de Lyon</small>' in page
    assert '<small id="told-agreed">Accepte que son nom soit montré au public</small>' in page
    assert page.count('<details class="fold">') == 5
    new = as_organiser.get(reverse("add_player", args=[club.pk])).content.decode()
    assert new.count('<details class="fold" open>') == 1  # who is new is asked for his agreement
    SeasonFactory(club=club, youth_until_age=25)  # so that a birth year is asked for
    wrong = as_organiser.post(reverse("add_player", args=[club.pk]), {"last_name": "X", "birth_year": "12"})
    assert wrong.content.decode().count('<details class="fold" open>') == 2


@pytest.mark.parametrize("year", ["12", "1899", str(timezone.localdate().year + 1), "99999999999", "mil neuf cent"])
def test_nobody_is_born_after_today_and_nothing_typed_is_lost(as_organiser: Client, club: Club, year: str):
    SeasonFactory(club=club, youth_until_age=25)
    add = reverse("add_player", args=[club.pk])
    wrong = as_organiser.post(add, {"last_name": "ROY", "category": "senior", "birth_year": year})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["birth_year"])
    assert "n’est pas à venir" in wrong.content.decode()
    assert f'value="{year}"' in wrong.content.decode()


@pytest.mark.parametrize("age", ["youth_until_age", "veteran_from_age"])
def test_a_birth_year_is_asked_for_and_kept_only_where_a_season_has_ages(as_organiser: Client, club: Club, age: str):
    SeasonFactory(youth_until_age=25)  # of another club
    SeasonFactory(club=club)
    add, typed = reverse("add_player", args=[club.pk]), {"category": "senior", "birth_year": "1958", "last_name": "ROY"}
    assert "birth_year" not in as_organiser.get(add).content.decode()
    as_organiser.post(add, typed)
    Season.objects.filter(club=club).update(**{age: 30})
    assert 'name="birth_year"' in as_organiser.get(add).content.decode()
    as_organiser.post(add, typed | {"last_name": "PETIT"})

    assert dict(club.players.values_list("last_name", "birth_year")) == {"ROY": None, "PETIT": 1958}


def test_a_birth_year_that_serves_nothing_is_said_so_and_may_be_removed(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club, birth_year=1958)
    address = reverse("edit_player", args=[club.pk, player.pk])
    assert "aucune saison du club ne dit ses âges" in as_organiser.get(address).content.decode()
    typed = {"last_name": player.last_name, "category": "senior", "licence": player.licence}

    as_organiser.post(address, typed | {"birth_year": "1958"})
    player.refresh_from_db()
    assert player.birth_year == 1958
    as_organiser.post(address, typed | {"birth_year": ""})
    player.refresh_from_db()
    assert player.birth_year is None
    assert "birth_year" not in as_organiser.get(address).content.decode()


def test_the_list_finds_names_without_accents_and_pages_by_fifty(as_organiser: Client, club: Club):
    PlayerFactory.create_batch(51, club=club)
    PlayerFactory(club=club, last_name="Lefèvre")

    found = as_organiser.get(reverse("club_players", args=[club.pk]), {"q": "lefevre"}).context["table"]
    everybody = as_organiser.get(reverse("club_players", args=[club.pk])).context["table"]

    assert [row.record.last_name for row in found.rows] == ["Lefèvre"]
    assert (len(everybody.page.object_list), everybody.paginator.num_pages) == (50, 2)


def test_players_of_another_club_are_not_found_here(as_organiser: Client, club: Club):
    stranger = PlayerFactory(club=ClubFactory())

    answer = as_organiser.get(reverse("edit_player", args=[club.pk, stranger.pk]))

    assert answer.status_code == 404


def test_a_player_is_added_and_corrected(as_organiser: Client, club: Club):
    typed = {"last_name": " Roy ", "first_name": "Paul", "licence": "12 34", "category": "senior", "consent": "on"}

    added = as_organiser.post(reverse("add_player", args=[club.pk]), typed)
    player = Player.objects.get()
    as_organiser.post(reverse("edit_player", args=[club.pk, player.pk]), typed | {"last_name": "Roi"})

    assert added.url == reverse("club_players", args=[club.pk])
    player.refresh_from_db()
    assert (player.last_name, player.licence, player.consent) == ("Roi", "1234", True)


def test_a_player_gets_an_access_shown_once_and_a_new_password(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club, last_name="Îlot", first_name="Élise")
    page = reverse("edit_player", args=[club.pk, player.pk])
    AccountFactory(username="Elise.ilot", player=PlayerFactory(club=club))

    proposed = as_organiser.get(page).context["access_form"]["username"].value()
    given = as_organiser.post(reverse("give_player_access", args=[club.pk, player.pk]), {"username": proposed})
    again = as_organiser.get(page)
    renewed = as_organiser.post(reverse("renew_player_password", args=[club.pk, player.pk]))

    assert proposed == "elise.ilot2"
    assert given.context["login"].password in given.content.decode()
    assert given["Cache-Control"].count("no-store") == 1
    assert given.context["login"].password not in again.content.decode()
    assert "<b>elise.ilot2</b>" in again.content.decode()
    assert Account.objects.get(player=player).check_password(renewed.context["login"].password)


def test_what_is_wrong_with_an_access_stands_on_its_field(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club)
    ours, strange = arbiter(club), AccountFactory()
    where = reverse("give_player_access", args=[club.pk, player.pk])

    for typed in ({"username": ""}, {"username": ours.username}, {"username": "x", "existing": "on"},
                  {"username": strange.username, "existing": "on"}):  # fmt: skip
        answer = as_organiser.post(where, typed)
        assert (answer.status_code, list(answer.context["access_form"].errors)) == (422, ["username"])
    offered = as_organiser.post(where, {"username": ours.username, "existing": "on"})

    assert offered.url == reverse("edit_player", args=[club.pk, player.pk])
    assert invitations_for(ours).get().player == player
    assert not Account.objects.filter(player=player).exists()


def test_without_an_access_there_is_no_password_to_renew(as_organiser: Client, club: Club):
    player = PlayerFactory(club=club)

    answer = as_organiser.post(reverse("renew_player_password", args=[club.pk, player.pk]), follow=True)

    assert "n’a pas encore d’accès" in answer.content.decode()


def test_a_refused_licence_stands_on_its_field_and_nothing_typed_is_lost(as_organiser: Client, club: Club):
    PlayerFactory(club=club, licence="1234", last_name="Garnier")
    typed = {"last_name": "Roy", "first_name": "Paul", "licence": "1234", "category": "veteran"}

    answer = as_organiser.post(reverse("add_player", args=[club.pk]), typed)

    form = answer.context["form"]
    assert answer.status_code == 422
    assert list(form.errors) == ["licence"]
    assert form["first_name"].value() == "Paul"


def test_no_cell_of_the_downloaded_list_is_a_formula(as_organiser: Client, club: Club):
    PlayerFactory(club=club, licence="1", last_name="=1+1", first_name="-2", public_name="=A1", consent=True)

    content = as_organiser.get(reverse("club_players", args=[club.pk]) + "?format=xlsx").content
    headings, cells = load_workbook(io.BytesIO(content)).active.iter_rows()
    row = dict(zip((str(heading.value) for heading in headings), cells, strict=True))
    texts = [row[heading] for heading in ("licence", "nom", "prénom", "nom public")]

    assert [cell.value for cell in texts] == ["1", "=1+1", "-2", "=A1"]
    assert {cell.data_type for cell in texts} == {"s"}
    assert "<f>" not in ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()


def test_the_consent_of_many_is_noted_at_once(as_organiser: Client, club: Club):
    silent = PlayerFactory.create_batch(3, club=club, consent=False)
    stranger = PlayerFactory(consent=False)
    here = reverse("record_consents", args=[club.pk])

    nobody = as_organiser.post(here, {"player": [stranger.pk]})
    as_organiser.post(here, {"player": [silent[0].pk]})
    assert nobody.url == here
    assert list(Player.objects.filter(consent=True)) == [silent[0]]
    assert {row.record for row in as_organiser.get(here).context["table"].rows} == set(silent[1:])
    as_organiser.post(here, {"everybody": "1"})

    assert list(Player.objects.filter(consent=False)) == [stranger]
    assert JournalEntry.objects.filter(action="accord de montrer son nom").count() == 2


def test_one_silent_player_and_thirty_cost_the_same(as_organiser: Client, club: Club, django_assert_num_queries):
    PlayerFactory(club=club, consent=False)
    for _rows in range(2):
        with django_assert_num_queries(8):
            as_organiser.get(reverse("record_consents", args=[club.pk]))
        PlayerFactory.create_batch(29, club=club, consent=False)


def test_cards_are_agreed_to_on_their_own_page_by_who_is_named(as_organiser: Client, club: Club):
    named, silent = PlayerFactory(club=club), PlayerFactory(club=club, consent=False)
    here = reverse("record_card_consents", args=[club.pk])

    assert [row.record for row in as_organiser.get(here).context["table"].rows] == [named]
    as_organiser.post(here, {"everybody": "on"})

    assert list(Player.objects.filter(card_consent=True)) == [named]
    silent.refresh_from_db()
    assert not silent.consent
