"""The final of a comité's league: announced by its responsible, held by a club that offers it; papers of its league."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.factories import NOW, ClubFactory, PlayerFactory, TournamentFactory, logged_in, organiser
from tests.tournaments.documents.printing import pages
from tests.tournaments.rounds import evening
from tests.tournaments.views.clubs.test_committee_leagues import agree, read, responsible
from tournaments.labels import TournamentState
from tournaments.models import (
    Club,
    Committee,
    Declined,
    Document,
    Job,
    JournalEntry,
    League,
    Player,
    Qualifying,
    Season,
    Tournament,
)
from tournaments.queries.clubs.leaving import leaving
from tournaments.queries.standings.qualifying import final_row
from tournaments.services.clubs.committees import leave_committee
from tournaments.services.clubs.qualifying import add_source, announce_final, enter_qualified
from tournaments.services.undo.leaving import delete_club
from tournaments.services.undo.undoing import delete_tournament
from tournaments.standings import Cut

Seasons = tuple[Season, Season]
KEY = "6f9c1f6e-6f5c-4b38-8a3c-1c5a0a4c3a55"  # of a form
FINAL = {"state": TournamentState.OPEN, "date": date(2027, 5, 30), "name": "Finale à Beaune"}


@pytest.fixture
def final(seasons: Seasons) -> Tournament:
    """A tournament of Beaune, which is not the club that gives the league its days."""
    return TournamentFactory(club=seasons[1].club, season=None, **FINAL)


def in_league(league: League, *seasons: Season) -> str:
    """Count the evenings of both clubs (Alix 70, Bob -70); return the address of the league's final."""
    agree(league, *seasons)
    return reverse("league_final", args=[league.pk])


def offer(final: Tournament, league: League, first: int = 1) -> None:
    add_source(final=final, origin=league, cut=Cut(first=first), by=None, at=NOW)


def choose(final: Tournament, league: League, first: int = 1) -> Qualifying:
    """Let a club offer its tournament, and the comité choose it."""
    offer(final, league)
    return announce_final(league=league, cut=Cut(first=first), final=final, by=None, at=NOW)


def test_it_is_announced_offered_by_a_club_and_chosen(
    committee: Committee, league: League, seasons: Seasons, final: Tournament
) -> None:
    address = in_league(league, *seasons)
    client, host = responsible(committee), logged_in(organiser(final.club))
    assert f'href="{address}"' in read(client, reverse("edit_league", args=[league.pk]))
    assert "La règle de ce championnat ne qualifie personne" in read(client, address)
    assert client.post(address, {"first": "1"}).status_code == 303
    bob, alix = (Player.objects.get(last_name=name) for name in ("Bob", "Alix"))
    client.post(address, {"player": alix.pk, "declines": "1"})
    assert "Finale à Beaune" not in read(client, address)  # nobody has offered it
    refused = client.post(address, {"first": "1", "final": final.pk, "reason": ""})
    assert (refused.status_code, final.sources.count()) == (422, 0)

    qualifying = reverse("qualifying", args=[final.pk])
    assert "Bourgogne" in host.get(qualifying).content.decode()
    host.post(qualifying, {"source": f"championnat-{league.pk}", "first": "8"})
    assert final_row(league) == league.qualifyings.get(final=None)  # what the club offers is not chosen
    assert f"Finale à Beaune, {final.club}" in read(client, address)
    asked = {"first": "1", "final": final.pk, "reason": "vote"}
    assert client.post(address, asked).status_code == 303
    row = league.qualifyings.get()  # one of two
    assert (row.final, row.cut.first, Declined.objects.get().qualifying) == (final, 1, row)
    assert JournalEntry.objects.get(action="finale choisie").club == final.club

    page = read(client, address)
    assert "Ne viennent pas" in page
    assert [reverse(name, args=[final.pk]) in page for name in ("enter_qualified", "make_stages", "qualifying")] == [
        False
    ] * 3
    assert "Bob" in client.get(f"{address}?format=csv").content.decode()
    host.post(reverse("enter_qualified", args=[final.pk]))
    assert [entry.player for entry in final.registrations.all()] == [bob]
    assert "Qui va à « Finale à Beaune », et pourquoi" in read(Client(), league.get_absolute_url())
    client.post(address, {"remove": "1"})
    assert not Qualifying.objects.exists()


def test_its_responsible_alone_opens_it(league: League, seasons: Seasons, final: Tournament) -> None:
    address = in_league(league, *seasons)
    elsewhere = responsible(Committee.objects.create(name="Est", slug="est"))
    for client in (elsewhere, *(logged_in(organiser(season.club)) for season in seasons)):
        assert [client.get(address).status_code, client.post(address, {"first": "1"}).status_code] == [403] * 2
    assert Client().get(address)["Location"].startswith(reverse("account_login"))
    assert not Qualifying.objects.exists()


def test_it_tells_nothing_of_what_else_leads_to_the_tournament_of_a_club(
    committee: Committee, league: League, seasons: Seasons, final: Tournament
) -> None:
    address = in_league(league, *seasons)
    client = responsible(committee)
    secret = PlayerFactory(club=final.club, last_name="Secret")
    both = Player.objects.get(last_name="Bob")
    own = TournamentFactory(club=final.club, name="Brouillon", state=TournamentState.DRAFT, date=date(2026, 12, 1))
    from_own = add_source(final=final, origin=own, cut=Cut(first=2), by=None, at=NOW)
    played = evening(seasons[1], 9, {secret: 900, both: -900}, TournamentState.DRAFT)
    Qualifying.objects.filter(pk=from_own.pk).update(source=played)
    choose(final, league, first=2)
    page = read(client, address)
    assert [name in page for name in ("Alix", "Brouillon", "Secret", "900")] == [True, False, False, False]
    assert "Secret" not in client.get(f"{address}?format=csv").content.decode()
    assert client.post(address, {"player": secret.pk, "declines": "1"}).status_code == 404
    client.post(address, {"player": both.pk, "declines": "1"})
    page = read(client, address)
    assert ("Bob" in page.partition("Ne viennent pas")[2], "900" in page) == (True, False)


def test_it_names_nobody_whom_the_public_does_not_read(committee: Committee, league: League, seasons: Seasons) -> None:
    address = in_league(league, *seasons)
    Player.objects.filter(last_name="Alix").update(consent=False)
    seasons[0].tournaments.update(revision=9)
    client = responsible(committee)
    client.post(address, {"first": "2"})
    shown = read(client, address) + client.get(f"{address}?format=csv").content.decode()
    assert ["Alix" in shown, "Bob" in shown, "nom non montré" in shown] == [False, True, True]


def test_the_club_of_its_days_enters_nobody_whose_name_it_may_not_read(league: League, seasons: Seasons) -> None:
    in_league(league, *seasons)
    carl = PlayerFactory(club=seasons[1].club, last_name="Carl", consent=False)
    evening(seasons[1], 9, {carl: 900})
    here = TournamentFactory(club=seasons[0].club, **FINAL)
    offer(here, league, first=2)
    assert [one.player.last_name for one in enter_qualified(final=here, by=None, at=NOW)] == ["Alix"]


@pytest.mark.parametrize("goes", ["tournament", "club", "word"])
def test_what_a_comite_announced_stays_when_a_club_lets_the_final_go(
    goes: str, league: League, seasons: Seasons, final: Tournament
) -> None:
    in_league(league, *seasons)
    row = choose(final, league)
    Declined.objects.create(qualifying=row, player=Player.objects.get(last_name="Alix"), at=NOW)
    if goes == "tournament":
        delete_tournament(tournament=final, by=None, at=NOW)
    elif goes == "club":
        delete_club(club=final.club, name=final.club.name, by=None, at=NOW)
    else:
        remove = reverse("edit_source", args=[final.pk, row.pk])
        logged_in(organiser(final.club)).post(remove, {"remove": "1"})
    row.refresh_from_db()
    assert (row.final, row.cut.first, row.declined.count()) == (None, 1, 1)


def test_a_club_that_takes_players_from_it_does_not_announce_its_final(
    committee: Committee, league: League, seasons: Seasons, final: Tournament
) -> None:
    address = in_league(league, *seasons)
    offer(final, league)
    here = TournamentFactory(club=seasons[0].club, **FINAL)
    offer(here, league)
    assert final_row(league) is None
    assert "Vont en finale" not in read(Client(), league.get_absolute_url())
    assert "ne qualifie personne" in read(responsible(committee), address)
    row = announce_final(league=league, cut=Cut(first=2), final=here, by=None, at=NOW)
    assert (final_row(league), final.sources.get().by_committee) == (row, False)
    host = logged_in(organiser(here.club))
    edit = reverse("edit_source", args=[here.pk, row.pk])
    refused = host.post(edit, {"first": "9", "reason": "envie"})
    assert (refused.status_code, "lui seul dit combien y vont" in refused.content.decode()) == (422, True)
    assert host.post(reverse("edit_source", args=[here.pk, row.pk]), {"remove": "1"}).status_code == 303


def test_the_final_stays_with_a_club_that_leaves_the_comite_until_one_of_them_says_otherwise(
    committee: Committee, league: League, seasons: Seasons, final: Tournament
) -> None:
    address = in_league(league, *seasons)
    row = choose(final, league)
    leave_committee(club=final.club, reason="pour l’Auvergne", by=None, at=NOW)
    assert final_row(League.objects.get(pk=league.pk)) == row
    client = responsible(committee)
    said = {"first": "1", "final": final.pk, "reason": "vote"}
    assert client.post(address, said | {"club_most": "1"}).status_code == 303
    assert client.post(address, said | {"final": "", "club_most": "1"}).status_code == 303
    assert not final.sources.exists()
    assert client.post(address, said).status_code == 422


def test_a_league_without_a_comite_is_its_club_s_with_its_final(league: League, seasons: Seasons) -> None:
    in_league(league, *seasons)
    here = TournamentFactory(club=seasons[0].club, **FINAL)
    row = choose(here, league)
    for season in reversed(seasons):
        leave_committee(club=season.club, reason="pour l’Auvergne", by=None, at=NOW)
    league = League.objects.get(pk=league.pk)
    assert (league.committee, final_row(league)) == (None, row)
    host = logged_in(organiser(here.club))
    host.post(reverse("edit_source", args=[here.pk, row.pk]), {"first": "5", "reason": "vote"})
    row.refresh_from_db()
    assert row.cut.first == 5


def test_a_tournament_that_takes_from_a_league_already_becomes_its_final(club: Club, seasons: Seasons) -> None:
    league, final = seasons[0].main_league, TournamentFactory(club=club, season=seasons[0], **FINAL)
    announce_final(league=league, cut=Cut(first=1), final=None, by=None, at=NOW)
    offer(final, league, first=4)
    announce_final(league=league, cut=Cut(first=1), final=final, by=None, at=NOW)
    row = league.qualifyings.get()
    assert (row.final, row.cut.first, row.number) == (final, 1, 1)


def test_a_final_that_goes_to_another_club_is_told_in_both_journals(
    league: League, seasons: Seasons, final: Tournament
) -> None:
    in_league(league, *seasons)
    here = TournamentFactory(club=seasons[0].club, **FINAL)
    choose(final, league)
    JournalEntry.objects.all().delete()
    choose(here, league)
    told = JournalEntry.objects.filter(action="finale choisie")
    assert {line.tournament for line in told} == {here, final}


def printed(league: League, client: Client, address: str, capture: Any) -> Document:
    with capture(execute=True):
        job = client.post(reverse(address, args=[league.pk]))
    assert job.status_code == 303
    return Document.objects.get(job=Job.objects.latest("pk"))


@pytest.mark.parametrize("address", ["print_league", "print_league_poster"])
def test_its_responsible_prints_its_league(
    address: str,
    committee: Committee,
    league: League,
    seasons: Seasons,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    in_league(league, *seasons)
    client = responsible(committee)
    assert reverse(address, args=[league.pk]) in read(client, reverse("edit_league", args=[league.pk]))
    document = printed(league, client, address, django_capture_on_commit_callbacks)
    assert "bourgogne" in document.filename
    told = " ".join(" ".join(pages(document)).split())
    assert [f"{who} · championnat" in told for who in ("Bourgogne", seasons[0].club.name)] == [True, False]
    job, file = reverse("job", args=[document.job.pk]), reverse("document", args=[document.pk])
    page = read(client, job)
    assert [reverse("committee_desk", args=[committee.pk]) in page, file in page] == [True, True]
    assert client.get(file).content.startswith(b"%PDF-")
    elsewhere = responsible(Committee.objects.create(name="Est", slug="est"))
    for stranger in (elsewhere, logged_in(organiser(ClubFactory()))):
        codes = [stranger.get(one).status_code for one in (job, file)]
        assert [*codes, stranger.post(reverse(address, args=[league.pk])).status_code] == [403] * 3
    host = logged_in(organiser(seasons[0].club))
    assert host.post(reverse(address, args=[league.pk])).status_code == 403
    of_club = printed(seasons[0].main_league, host, address, django_capture_on_commit_callbacks)
    assert client.get(reverse("job", args=[of_club.job.pk])).status_code == 403


def test_a_paper_that_waits_is_made_when_the_club_of_the_days_has_left(
    committee: Committee,
    league: League,
    seasons: Seasons,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    in_league(league, *seasons)
    client = responsible(committee)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("print_league", args=[league.pk]))
        leave_committee(club=seasons[0].club, reason="pour l’Auvergne", by=None, at=NOW)
    assert "bourgogne" in Document.objects.get().filename


def test_its_pages_lead_to_the_comite(league: League, seasons: Seasons, committee: Committee) -> None:
    in_league(league, *seasons)
    client = responsible(committee)
    published = client.post(reverse("publish_league", args=[league.pk]), {"key": KEY})["Location"]
    alix = Player.objects.get(last_name="Alix")
    for address in (published, reverse("league_place", args=[league.pk, alix.pk])):
        page = read(Client(), address)
        assert '<a href="/comites/bourgogne/">Bourgogne</a>' in page
        assert f'<a href="/clubs/{seasons[0].club.slug}/">' not in page.partition("<h1")[0]


def test_a_club_that_leaves_the_site_is_told_which_leagues_lose_its_evenings(league: League, seasons: Seasons) -> None:
    in_league(league, *seasons)
    for season in seasons:
        assert any(
            "« Interclubs, 2026-2027 » de « Bourgogne »" in one.replace("\xa0", " ")
            for one in leaving(season.club).touches
        )


def test_what_was_published_outlives_a_club_that_goes_and_the_account_of_who_published_it(
    committee: Committee, league: League, seasons: Seasons
) -> None:
    in_league(league, *seasons)
    client = responsible(committee)
    page = client.post(reverse("publish_league", args=[league.pk]), {"key": KEY})["Location"]
    assert ["Alix" in read(Client(), page), "Bob" in read(Client(), page)] == [True, True]
    committee.appointments.get().account.delete()
    delete_club(club=seasons[0].club, name=seasons[0].club.name, by=None, at=NOW)
    shown = read(Client(), page)
    assert ["Alix" in shown, "Bob" in shown, ">Bourgogne</a>" in shown] == [False, True, True]
    following = responsible(committee)
    assert f'href="{page}"' in read(following, reverse("edit_league", args=[league.pk]))
    assert client.get(reverse("edit_league", args=[league.pk])).status_code == 302
