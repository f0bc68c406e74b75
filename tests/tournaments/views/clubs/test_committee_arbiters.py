"""The arbiters of a comité: of those clubs that let it, named by its responsible, invited by any of its clubs."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, AccountFactory, ClubFactory, TournamentFactory, logged_in, organiser
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.labels import RoleName, TournamentState
from tournaments.models import Account, Appointment, Club, Committee, Invitation, Tournament
from tournaments.permissions import roles_of
from tournaments.queries.clubs.committees import arbiters_of, found_arbiters
from tournaments.services.clubs.committees import appoint_to_committee, change_committee, name_arbiter


@pytest.fixture
def committee(club: Club) -> Committee:
    made = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    clubs = [club, ClubFactory(name="Beaune"), ClubFactory(name="Chagny")]
    change_committee(committee=made, name=made.name, clubs=clubs, by=None, at=NOW)
    Club.objects.filter(name="Beaune").update(lists_arbiters=True)
    return made


@pytest.fixture
def responsible(committee: Committee) -> Client:
    account: Account = AccountFactory()
    appoint_to_committee(committee=committee, username=account.username)
    return logged_in(account)


def arbitrating(last_name: str, club: Club | None = None, tournament: Tournament | None = None) -> Account:
    account: Account = AccountFactory(last_name=last_name, first_name="Al", username=f"zz{last_name.lower()}")
    Appointment.objects.create(account=account, role=RoleName.ARBITER, club=club, tournament=tournament)
    return account


def beaune() -> Club:
    return Club.objects.get(name="Beaune")


def read(client: Client, committee: Committee) -> str:
    answer = client.get(reverse("committee_arbiters", args=[committee.pk]), headers={"accept-language": "fr"})
    assert answer.status_code == 200
    return " ".join(plain(answer.content.decode()).split())


def test_it_lists_the_arbiters_of_the_clubs_that_let_it_with_their_evenings(
    responsible: Client, committee: Committee
) -> None:
    day = {"date": datetime.date(2030, 1, 5)}
    coming = TournamentFactory(club=beaune(), name="Coupe", state=TournamentState.ANNOUNCED, **day)
    both = arbitrating("ROY", beaune())
    for tournament in (
        coming,
        TournamentFactory(club=beaune(), name="Brouillon", state=TournamentState.DRAFT, **day),
        TournamentFactory(club=beaune(), name="Annulée", state=TournamentState.ANNOUNCED, called_off="Neige", **day),
        TournamentFactory(club=beaune(), name="Finie", state=TournamentState.FINISHED, **day),
        TournamentFactory(club=Club.objects.get(name="Chagny"), name="Ailleurs", **day),
    ):
        Appointment.objects.create(account=both, role=RoleName.ARBITER, tournament=tournament)
    arbitrating("SILENCE", Club.objects.get(name="Chagny"))
    arbitrating("UNSOIR", tournament=coming)
    arbitrating("PARTI", beaune())
    Account.objects.filter(last_name="PARTI").update(is_active=False)
    organiser(beaune())
    page = read(responsible, committee)
    names = ("ROY", "UNSOIR", "SILENCE", "PARTI", "Brouillon", "Annulée", "Finie", "Ailleurs", "Chagny", "zzroy")
    assert [name for name in names if name in page] == ["ROY", "UNSOIR"]
    assert f'<a href="/tournois/{coming.pk}/">Coupe</a>, 5 janvier 2030' in page
    assert "arbitres au comité : 1 sur 3" in page
    file = responsible.get(reverse("committee_arbiters", args=[committee.pk]) + "?format=csv").content.decode()
    assert "Al ROY;Beaune;non;Coupe (05/01/2030)" in file


def test_one_who_is_named_is_found_and_invited_by_any_club_of_the_comite_and_has_a_role_once_he_accepts(
    responsible: Client, committee: Committee, as_organiser: Client, club: Club
) -> None:
    account, evening = arbitrating("ROY", beaune()), TournamentFactory(club=club, state=TournamentState.ANNOUNCED)
    desk, invite = reverse("club_access", args=[club.pk]), reverse("invite_arbiter", args=[club.pk])
    typed = {"comite-arbiter": account.pk, "comite-tournament": evening.pk}
    assert "ROY" not in as_organiser.get(desk).content.decode()
    assert as_organiser.post(invite, typed).status_code == 422
    name = reverse("name_arbiter", args=[committee.pk, account.pk])
    for _tap in range(2):
        assert responsible.post(name)["Location"] == reverse("committee_arbiters", args=[committee.pk])
    assert '<span class="badge ok">arbitre du comité</span>' in read(responsible, committee)
    found = as_organiser.get(desk).content.decode()
    assert ("Al ROY" in found, "zzroy" in found) == (True, False)
    clubs = (Club.objects.get(pk=club.pk), beaune())
    assert [[*found_arbiters(each)] for each in clubs] == [[account], []]  # Beaune has him already
    assert as_organiser.post(invite, typed)["Location"] == desk
    assert not Appointment.objects.filter(tournament=evening).exists()
    invited = Invitation.objects.get(tournament=evening, role=RoleName.ARBITER)
    logged_in(account).post(reverse("accept_invitation", args=[invited.pk]))
    assert Appointment.objects.get(tournament=evening).account == account

    assert responsible.post(name, {"drop": "1"}).status_code == 303
    assert "ROY" not in as_organiser.get(desk).content.decode().partition('id="arbitres"')[2]
    assert Appointment.objects.filter(tournament=evening).exists()


def test_the_name_is_no_role_and_goes_with_the_word_of_his_club(
    responsible: Client, committee: Committee, as_organiser: Client, club: Club
) -> None:
    account = arbitrating("ROY", beaune())
    before = roles_of(account), roles_of(account, committee=committee), roles_of(account, club=club)
    name_arbiter(committee=committee, account=account, by=None, at=NOW)
    assert (roles_of(account), roles_of(account, committee=committee), roles_of(account, club=club)) == before
    Club.objects.update(lists_arbiters=False)
    assert arbiters_of(committee) == []
    assert "ROY" not in as_organiser.get(reverse("club_access", args=[club.pk])).content.decode()
    assert responsible.post(reverse("name_arbiter", args=[committee.pk, account.pk])).status_code == 404
    assert refusal_of(name_arbiter, committee=committee, account=account, by=None, at=NOW).code == "not_listed"
    outside = logged_in(organiser(other := ClubFactory()))
    typed = {"comite-arbiter": account.pk}
    assert outside.post(reverse("invite_arbiter", args=[other.pk]), typed).status_code == 422


def test_nobody_else_reads_or_names_them(committee: Committee, club: Club) -> None:
    account = arbitrating("ROY", beaune())
    page, name = (
        reverse("committee_arbiters", args=[committee.pk]),
        reverse("name_arbiter", args=[committee.pk, account.pk]),
    )
    other = Committee.objects.create(name="Est", slug="est")
    rival: Account = AccountFactory()
    appoint_to_committee(committee=other, username=rival.username)
    for client in map(logged_in, (rival, organiser(club), organiser(ClubFactory()), account)):
        assert (client.get(page).status_code, client.post(name).status_code) == (403, 403)
    invite = reverse("invite_arbiter", args=[club.pk])
    assert logged_in(account).post(invite, {"comite-arbiter": account.pk}).status_code == 403


def test_three_arbiters_take_as_many_statements_as_one(
    responsible: Client,
    as_organiser: Client,
    committee: Committee,
    club: Club,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    def name(last_name: str) -> None:
        name_arbiter(committee=committee, account=arbitrating(last_name, beaune()), by=None, at=NOW)

    name("ROY")
    desk = reverse("club_access", args=[club.pk])
    pages = ((responsible, reverse("committee_arbiters", args=[committee.pk]), 8), (as_organiser, desk, 11))
    counted = []
    for client, address, asked in pages:
        client.get(address)
        with django_assert_num_queries(asked) as one:
            client.get(address)
        counted.append(len(one.captured_queries))
    for last_name in ("DUPONT", "MARTIN"):
        name(last_name)
    for (client, address, _asked), count in zip(pages, counted, strict=True):
        with django_assert_num_queries(count):
            assert "MARTIN" in client.get(address).content.decode()
