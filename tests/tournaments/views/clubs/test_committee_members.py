"""The members of a comité's clubs in one list: of those clubs alone that let it, and never a contact."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    arbiter,
    at_the_door,
    logged_in,
    organiser,
    treasurer,
)
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.models import Account, Club, Committee, JournalEntry, Player
from tournaments.services.clubs.committees import (
    Lists,
    appoint_to_committee,
    change_committee,
    leave_committee,
    open_lists,
)
from tournaments.services.people.players import join_club

MEMBERS = Lists(lists_members=True)


@pytest.fixture
def committee(club: Club) -> Committee:
    made = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    return change_committee(committee=made, name=made.name, clubs=[club], by=None, at=NOW)


@pytest.fixture
def responsible(committee: Committee) -> Client:
    return answering_for(committee)


def answering_for(committee: Committee) -> Client:
    account: Account = AccountFactory()
    appoint_to_committee(committee=committee, username=account.username)
    return logged_in(account)


def read(client: Client, committee: Committee, asked: str = "") -> str:
    answer = client.get(reverse("committee_members", args=[committee.pk]) + asked, headers={"accept-language": "fr"})
    assert answer.status_code == 200
    return " ".join(plain(answer.content.decode()).split())


def another(committee: Committee, name: str, **opened: bool) -> Club:
    club: Club = ClubFactory(name=name, committee=committee, **opened)
    return club


def member(club: Club, last_name: str, licence: str = "", **columns: object) -> Player:
    player: Player = PlayerFactory(club=club, last_name=last_name, first_name="Al", licence=licence, **columns)
    return player


def test_a_club_shows_nobody_before_it_says_so_and_closes_it_again(
    responsible: Client, as_organiser: Client, committee: Committee, club: Club
) -> None:
    member(club, "ROY", "006418522")
    page = read(responsible, committee)
    assert ("ROY" in page, "1 membre · ne montre pas sa liste" in page) == (False, True)
    address = reverse("club_lists", args=[club.pk])
    assert f'href="{address}"' in as_organiser.get(reverse("edit_club", args=[club.pk])).content.decode()

    typed = {"committee": committee.pk, "lists_members": "on"}
    for _tap in range(2):
        assert as_organiser.post(address, typed)["Location"] == address
    page = read(responsible, committee)
    assert ("ROY Al" in page, "006418522" in page, "ne montre pas" in page) == (True, True, False)
    as_organiser.post(address, {"committee": committee.pk})
    assert "ROY" not in read(responsible, committee)
    told = JournalEntry.objects.filter(action="listes ouvertes au comité").order_by("pk")
    assert [line.details for line in told] == [
        {"lists_members": [False, True]},
        {"lists_members": [True, False]},
    ]


def test_it_tells_a_licence_that_lacks_is_over_or_is_in_two_clubs_of_those_it_reads(
    responsible: Client, committee: Committee, club: Club
) -> None:
    other, silent = another(committee, "Autre", lists_members=True), another(committee, "Muet")
    Club.objects.filter(pk=club.pk).update(lists_members=True)
    twice, once = member(club, "DEUX", "1"), member(club, "UN", "2")
    member(club, "RIEN")
    member(club, "VIEUX", "3", licence_until=timezone.localdate().replace(year=2020))
    for player, clubs in ((twice, [other, silent]), (once, [silent])):
        for joined in clubs:
            join_club(club=joined, player=player, by=None, at=NOW)
    page = read(responsible, committee)
    assert page.count("membre de 2 clubs") == 2
    assert "membre de 3 clubs" not in page
    assert page.count('class="under">sans licence') == 1
    assert "1 sans licence" in page
    found = {
        asked: [name for name in ("DEUX", "UN Al", "RIEN", "VIEUX") if name in read(responsible, committee, asked)]
        for asked in ("?licence=plusieurs", "?licence=aucune", "?licence=expiree", "?q=un", f"?club={other.pk}")
    }
    assert list(found.values()) == [["DEUX"], ["RIEN"], ["VIEUX"], ["UN Al"], ["DEUX"]]
    assert f"?club={silent.pk}" not in page


def test_its_file_says_what_the_page_says_and_no_contact(responsible: Client, committee: Committee, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(lists_members=True)
    kept = {"email": "zz@example.org", "email_consent": True, "phone": "0612345678", "phone_consent": True}
    member(club, "ROY", "006418522", birth_year=1958, **kept)
    member(club, "SANS")
    address = reverse("committee_members", args=[committee.pk])
    file = responsible.get(f"{address}?format=csv").content.decode("utf-8-sig")
    assert file.splitlines() == [
        "Joueur;Licence;Catégorie;Club;À vérifier",
        f"ROY Al;006418522;senior;{club.name};",
        f"SANS Al;;senior;{club.name};sans licence",
    ]
    page = read(responsible, committee)
    assert not [word for word in ("zz@example.org", "0612345678", "1958") if word in page + file]


def test_nobody_else_reads_it(committee: Committee, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(lists_members=True)
    address = reverse("committee_members", args=[committee.pk])
    elsewhere = answering_for(Committee.objects.create(name="Est", slug="est"))
    strangers = [organiser(club), organiser(ClubFactory()), treasurer(club), arbiter(club), at_the_door(club)]
    assert [client.get(address).status_code for client in (elsewhere, *map(logged_in, strangers))] == [403] * 6
    assert Client().get(address).status_code == 302
    lists = reverse("club_lists", args=[club.pk])
    asked = {"committee": committee.pk, "lists_members": "on"}
    assert [logged_in(one).post(lists, asked).status_code for one in strangers[1:]] == [403] * 4
    assert answering_for(committee).post(lists, asked).status_code == 403


def test_three_people_of_three_clubs_take_as_many_statements_as_one(
    responsible: Client, committee: Committee, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Club.objects.filter(pk=club.pk).update(lists_members=True)
    member(club, "ROY")
    read(responsible, committee)
    with django_assert_num_queries(8) as one:
        read(responsible, committee)
    for number in range(2):
        member(another(committee, f"Club {number}", lists_members=True), "ROY")
    with django_assert_num_queries(len(one.captured_queries)):
        assert read(responsible, committee).count("ROY Al") == 3


def test_who_leaves_the_comite_closes_all_and_a_page_of_another_comite_opens_nothing(
    committee: Committee, club: Club
) -> None:
    open_lists(club=club, committee_id=committee.pk, lists=Lists(True, True), by=None, at=NOW)
    leave_committee(club=club, reason="pour l’Auvergne", by=None, at=NOW)
    other = Committee.objects.create(name="Est", slug="est")
    alone = refusal_of(open_lists, club=club, committee_id=committee.pk, lists=MEMBERS, by=None, at=NOW)
    change_committee(committee=other, name="Est", clubs=[club], by=None, at=NOW)
    stale = refusal_of(open_lists, club=club, committee_id=committee.pk, lists=MEMBERS, by=None, at=NOW)
    assert (alone.code, stale.code) == ("other_committee", "other_committee")
    assert Club.objects.filter(lists_members=False, lists_arbiters=False).count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.update(committee=None, lists_members=True)


def test_a_club_of_no_comite_reads_that_there_is_nothing_to_open(as_organiser: Client, club: Club) -> None:
    page = plain(as_organiser.get(reverse("club_lists", args=[club.pk])).content.decode())
    assert "Le club n’est dans aucun comité : personne d’autre ne lit ses listes." in page
    refused = as_organiser.post(reverse("club_lists", args=[club.pk]), {"lists_members": "on"})
    assert refused.status_code == 422
