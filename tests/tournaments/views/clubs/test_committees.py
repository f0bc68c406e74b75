"""The pages of a comité: everybody's, that of who answers for it, the administrator's, and a club that leaves."""

import re
import uuid
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
)
from tests.texts import plain
from tournaments.labels import TournamentState
from tournaments.models import Club, Committee, CommitteeSuspension, Series
from tournaments.services.clubs.committees import appoint_to_committee
from tournaments.services.people.players import join_club
from tournaments.services.people.suspensions import SuspensionFacts, suspend


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
    leaves = page[page.index('class="rows leaves"') :].partition("</ul>")[0]
    assert leaves.count(f'<a href="/clubs/{club.slug}/">{club}</a>') == 6
    assert [leaves.count(name) for name in ("Coupe", "Grand prix", "Le vendredi")] == [1, 1, 4]
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


TYPED = {
    "licence": "0064 18522",
    "last_name": "roy",
    "first_name": "Al",
    "key": str(uuid.uuid4()),
    "suspended_from": "2026-01-01",
    "suspended_until": "",
    "suspension_reason": "zzbagarre",
}


def test_who_answers_for_it_suspends_corrects_and_lifts(responsible: Client, committee: Committee, club: Club) -> None:
    player = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al", licence="006418522")
    here = f"/organisation/comites/{committee.pk}/suspensions/"
    assert "Le comité ne suspend personne." in read(responsible, here)
    assert here in read(responsible, f"/organisation/comites/{committee.pk}/")

    for _tap in range(2):
        assert responsible.post(here, TYPED)["Location"] == here
    noted = player.committee_suspensions.get()
    assert (noted.suspended_from.isoformat(), noted.suspended_until) == ("2026-01-01", None)
    page = read(responsible, here)
    assert "ROY Al" in page
    assert "zzbagarre" in page

    days = {"suspended_from": "2026-01-01", "suspension_reason": "autre"}
    turned = responsible.post(f"{here}{noted.pk}/", days | {"suspended_until": "2025-12-31"})
    assert turned.status_code == 422
    assert "finirait avant de commencer" in turned.content.decode()
    assert responsible.post(f"{here}{noted.pk}/", days | {"suspended_until": "2026-12-31"})["Location"] == here
    assert "du 1er janvier 2026 au 31 décembre 2026" in read(responsible, here)

    assert responsible.post(f"{here}{noted.pk}/", {"lift": "1"})["Location"] == here
    assert not CommitteeSuspension.objects.exists()
    assert responsible.get(f"{here}{noted.pk}/").status_code == 404


@pytest.mark.parametrize(
    "typed",
    [{"licence": "9"}, {"last_name": "ROI"}, {"first_name": "Alain-Paul"}, {"last_name": "ROY", "licence": "-"}],
)
def test_a_licence_is_no_way_to_learn_a_name(responsible: Client, committee: Committee, typed: dict[str, str]) -> None:
    PlayerFactory(last_name="ROY", first_name="Al", licence="006418522")
    PlayerFactory(last_name="ROY", first_name="Al", licence="")
    answer = responsible.post(f"/organisation/comites/{committee.pk}/suspensions/", TYPED | typed)
    assert answer.status_code == 422
    assert "Personne ici n’a cette licence sous ce nom" in answer.content.decode()
    assert not CommitteeSuspension.objects.exists()


def test_nobody_else_suspends_or_reads_why(
    responsible: Client, as_organiser: Client, administrator: Client, committee: Committee, club: Club
) -> None:
    """A club's organiser, who answers for another comité; by the address of his own he reaches no other's line."""
    player = PlayerFactory(club=club, last_name="ROY", first_name="Al", licence="006418522")
    here = f"/organisation/comites/{committee.pk}/suspensions/"
    assert administrator.post(here, TYPED).status_code == 303
    noted = player.committee_suspensions.get()
    other = Committee.objects.create(name="Est", slug="est")
    rival = AccountFactory(username="rival")
    appoint_to_committee(committee=other, username="rival")

    for client in (as_organiser, logged_in(rival)):
        for address in (here, f"{here}{noted.pk}/"):
            assert (client.get(address).status_code, client.post(address, TYPED).status_code) == (403, 403)
    through_his_own = f"/organisation/comites/{other.pk}/suspensions/{noted.pk}/"
    assert logged_in(rival).post(through_his_own, {"lift": "1"}).status_code == 404
    assert CommitteeSuspension.objects.count() == 1

    file = f"/organisation/clubs/{club.pk}/joueurs/{player.pk}/"
    told = "ROY Al est suspendu depuis le 1er janvier 2026, sans date de fin, par le comité « Bourgogne »."
    Club.objects.update(committee=None)  # the keeper reads that of any comité: who asks about him asks it
    page = read(as_organiser, file)
    assert told in page
    assert "zzbagarre" not in page + read(as_organiser, f"/organisation/clubs/{club.pk}/journal/")


def test_a_second_club_of_his_is_told_by_its_own_comite_alone(
    as_organiser: Client, committee: Committee, club: Club
) -> None:
    player = PlayerFactory(club=ClubFactory(), last_name="ROY", first_name="Al")
    join_club(club=club, player=player, by=None, at=NOW)
    facts = SuspensionFacts(NOW.date() - timedelta(400), None, "zzbagarre")
    other = Committee.objects.create(name="Est", slug="est")
    file = f"/organisation/clubs/{club.pk}/joueurs/{player.pk}/"
    suspend(committee=other, player=player, facts=facts, key=uuid.uuid4(), by=None, at=NOW)
    assert "est suspendu" not in read(as_organiser, file)
    suspend(committee=committee, player=player, facts=facts, key=uuid.uuid4(), by=None, at=NOW)
    for page in (read(as_organiser, file), read(as_organiser, f"{file}adherent/")):
        assert "par le comité « Bourgogne »" in page
        assert "zzbagarre" not in page


def test_a_club_leaves_by_its_own_page(as_organiser: Client, committee: Committee, club: Club) -> None:
    leave = reverse("leave_committee", args=[club.pk])
    assert f'href="{leave}"' in read(as_organiser, reverse("edit_club", args=[club.pk]))
    assert as_organiser.post(leave, {"reason": ""}).status_code == 422

    as_organiser.post(leave, {"reason": "pour l’Auvergne"})

    assert not committee.clubs.exists()
    assert f'href="{leave}"' not in read(as_organiser, reverse("edit_club", args=[club.pk]))


def test_its_calendar_lists_the_dates_of_its_clubs_by_month_and_as_a_file(
    visitor: Client, committee: Committee, club: Club
) -> None:
    announced = {"state": TournamentState.ANNOUNCED}
    year = timezone.localdate().year + 1
    for owner, month, name in ((club, 3, "Coupe"), (club, 4, "Finale"), (ClubFactory(), 3, "Ailleurs")):
        TournamentFactory(club=owner, name=name, date=date(year, month, 5), **announced)
    TournamentFactory(club=club, name="Brouillon", date=date(year, 3, 6), state=TournamentState.DRAFT)

    page = read(visitor, "/comites/bourgogne/calendrier/")
    file = visitor.get("/comites/bourgogne/calendrier.ics")
    rows = visitor.get("/comites/bourgogne/calendrier/?format=csv").content.decode("utf-8-sig").splitlines()[1:]

    months = [f"<h2>Mars {year}</h2>", f"<h2>Avril {year}</h2>"]
    assert months == re.findall(r"<h2>[MA]\w+ \d+</h2>", page)
    assert page.index(months[0]) < page.index("Coupe") < page.index(months[1]) < page.index("Finale")
    assert file["Content-Type"].startswith("text/calendar")
    told = file.content.decode()
    for text in (page, told, "".join(rows)):
        assert [name in text for name in ("Coupe", "Finale", "Ailleurs", "Brouillon")] == [True, True, False, False]
    assert len(rows) == 2
    for address in ("/comites/bourgogne/calendrier/", "/comites/bourgogne/calendrier.ics"):
        assert f'href="{address}"' in read(visitor, "/comites/bourgogne/")
        assert visitor.get(address.replace("bourgogne", "est")).status_code == 404


def test_the_calendar_of_three_clubs_takes_as_many_statements_as_one(
    visitor: Client, committee: Committee, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    day = {"date": timezone.localdate() + timedelta(days=3), "state": TournamentState.ANNOUNCED}
    TournamentFactory(club=club, **day)
    address = "/comites/bourgogne/calendrier/"
    with django_assert_num_queries(10) as one:
        read(visitor, address)
    for _number in range(2):
        TournamentFactory(club=ClubFactory(committee=committee), **day)
    with django_assert_num_queries(len(one.captured_queries)):
        assert read(visitor, address).count('class="leaf"') == 3
