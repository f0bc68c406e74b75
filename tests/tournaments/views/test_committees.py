"""The pages of a comité: everybody's, that of who answers for it, the administrator's, and a club that leaves."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
)
from tests.texts import plain
from tournaments.labels import TournamentState
from tournaments.models import Club, Committee, Series
from tournaments.services.clubs.committees import appoint_to_committee


@pytest.fixture
def committee(club: Club) -> Committee:
    made = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    Club.objects.filter(pk=club.pk).update(committee=made)
    return made


@pytest.fixture
def responsible(committee: Committee) -> Client:
    account = AccountFactory(username="odile")
    appoint_to_committee(committee=committee, username="odile")
    return logged_in(account)


@pytest.fixture
def administrator(db: None) -> Client:
    return logged_in(AccountFactory(is_superuser=True))


def read(client: Client, address: str) -> str:
    answer = client.get(address, headers={"accept-language": "fr"})
    assert answer.status_code == 200, address
    return plain(answer.content.decode())


def test_everybody_reads_its_clubs_their_leagues_and_what_comes(
    visitor: Client, committee: Committee, club: Club
) -> None:
    today = timezone.localdate()
    season = SeasonFactory(club=club, name="2026-2027")
    coming = {"date": today + timedelta(days=3), "state": TournamentState.ANNOUNCED}
    TournamentFactory(club=club, name="Coupe", **coming)
    TournamentFactory(club=club, name="Grand prix", **coming | {"date": today + timedelta(days=200)})
    TournamentFactory(club=club, name="Brouillon", **coming | {"state": TournamentState.DRAFT})
    TournamentFactory(club=ClubFactory(), name="Ailleurs", **coming)
    Series.objects.create(club=club, name="Le vendredi", starts_on=today, is_announced=True)
    PlayerFactory(club=club, last_name="SECRET")

    page = read(visitor, "/comites/bourgogne/")

    assert f'href="/clubs/{club.slug}/"' in page
    assert f'href="/saisons/{season.pk}/"' in page
    link = f' · <a href="/clubs/{club.slug}/">{club}</a>'
    assert f"Coupe{link}" in page
    assert f"Grand prix{link}" in page
    assert page.count(f"Le vendredi{link}") == 4
    assert not {word for word in ("Brouillon", "Ailleurs", "SECRET", "1 joueur") if word in page}
    assert 'href="/comites/bourgogne/"' in read(visitor, f"/clubs/{club.slug}/")
    assert "/comites/bourgogne/" in visitor.get("/sitemap.xml").content.decode()


def test_the_page_is_made_again_when_a_club_joins_or_leaves(visitor: Client, committee: Committee, club: Club) -> None:
    first = visitor.get("/comites/bourgogne/")
    unchanged = visitor.get("/comites/bourgogne/", headers={"If-None-Match": first["ETag"]})
    Club.objects.update(committee=None)

    changed = visitor.get("/comites/bourgogne/", headers={"If-None-Match": first["ETag"]})

    assert (unchanged.status_code, changed.status_code) == (304, 200)
    assert club.name not in changed.content.decode()


def test_who_answers_for_it_finds_its_page_and_reads_numbers_and_no_name(
    responsible: Client, committee: Committee, club: Club
) -> None:
    PlayerFactory(club=club, last_name="SECRET", consent=False)
    other = Committee.objects.create(name="Est", slug="est")
    desk = reverse("committee_desk", args=[committee.pk])

    office, page = read(responsible, "/organisation/"), read(responsible, desk)

    assert f'href="{desk}"' in office
    assert reverse("committee_desk", args=[other.pk]) not in office
    assert "Vous n’avez encore de rôle" not in office
    assert re.search(r"1 joueur\s+·", page)
    assert "SECRET" not in page
    assert "Nom et clubs" not in page
    assert "Nommer responsable" not in page
    assert "SECRET" not in responsible.get(f"{desk}?format=csv").content.decode()
    assert responsible.get(reverse("club_desk", args=[club.pk])).status_code == 403


def test_who_answers_for_it_finds_the_tournaments_of_all_its_clubs(
    responsible: Client, committee: Committee, club: Club
) -> None:
    other = ClubFactory(name="Les Oudlers", committee=committee)
    for owner, name in ((club, "Coupe"), (other, "Grand prix"), (ClubFactory(), "Ailleurs")):
        TournamentFactory(club=owner, name=name, state=TournamentState.FINISHED)
    TournamentFactory(club=other, name="Brouillon", state=TournamentState.DRAFT)
    address = reverse("committee_tournaments", args=[committee.pk])
    told = read(responsible, address)
    assert [name in told for name in ("Coupe", "Grand prix", "Ailleurs", "Brouillon")] == [True, True, False, False]
    found = read(responsible, f"{address}?name=oudlers")
    assert ("Grand prix" in found, "Coupe" in found) == (True, False)


def test_who_administers_fifty_clubs_finds_one_by_its_name_or_town(administrator: Client) -> None:
    for number in range(1, 13):
        ClubFactory(name=f"Club {number:02d}", town="Vichy" if number == 12 else "Lyon")
    address = reverse("organisation")
    first, second = read(administrator, address), read(administrator, f"{address}?page=2")
    assert ("Club 10" in first, "Club 11" in first, "1–10 sur 12" in first) == (True, False, True)
    assert ("Club 10" in second, "Club 11" in second) == (False, True)
    found = read(administrator, f"{address}?name=vichy")
    assert ("Club 12" in found, "Club 01" in found) == (True, False)
    assert "Aucun club ne correspond." in read(administrator, f"{address}?name=brest")


def test_fifty_clubs_take_as_many_statements_as_one(
    responsible: Client, committee: Committee, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    desk = reverse("committee_desk", args=[committee.pk])
    responsible.get(desk)
    with django_assert_num_queries(6) as one:
        responsible.get(desk)
    for _number in range(49):
        SeasonFactory(club=ClubFactory(committee=committee))
    with django_assert_num_queries(len(one.captured_queries)):
        assert read(responsible, desk).count('href="/saisons/') == 49


def test_the_administrator_makes_one_puts_clubs_in_and_names_who_answers(administrator: Client, club: Club) -> None:
    taken = ClubFactory(name="Pris", committee=Committee.objects.create(name="Est", slug="est"))
    AccountFactory(username="odile", last_name="ROY")

    made = administrator.post(reverse("new_committee"), {"name": "Bourgogne"})
    offered = read(administrator, made.url)
    administrator.post(made.url, {"name": "Bourgogne", "clubs": [club.pk]})
    committee = Committee.objects.get(name="Bourgogne")
    named = reverse("appoint_responsible", args=[committee.pk])
    refused = administrator.post(named, {"username": "personne"})
    administrator.post(named, {"username": "odile"})

    assert taken.name not in offered
    assert list(committee.clubs.all()) == [club]
    assert refused.status_code == 422
    assert "Personne n’a l’identifiant « personne »." in plain(refused.content.decode())
    (appointment,) = committee.appointments.all()
    administrator.post(reverse("revoke_responsible", args=[committee.pk, appointment.pk]))
    assert not committee.appointments.exists()


def test_a_club_leaves_by_its_own_page(as_organiser: Client, committee: Committee, club: Club) -> None:
    leave = reverse("leave_committee", args=[club.pk])
    assert f'href="{leave}"' in read(as_organiser, reverse("edit_club", args=[club.pk]))
    assert as_organiser.post(leave, {"reason": ""}).status_code == 422

    as_organiser.post(leave, {"reason": "pour l’Auvergne"})

    assert not committee.clubs.exists()
    assert f'href="{leave}"' not in read(as_organiser, reverse("edit_club", args=[club.pk]))
