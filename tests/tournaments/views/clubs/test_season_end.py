"""A season's end on one page: what is left of evenings, leagues, finals, prizes and report, then the next season."""

import datetime
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, other_league, rewrite
from tests.texts import words
from tests.tournaments.documents.printing import claimed
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind, TournamentState
from tournaments.models import (
    Club,
    Document,
    LeaguePublication,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Qualifying,
    Season,
    SeatResult,
    Series,
)
from tournaments.queries.clubs.season_end import Task, season_end
from tournaments.seating import Monitor
from tournaments.services.clubs.leagues import LeagueFacts, change_league, publish_league
from tournaments.services.locks import raise_revision
from tournaments.standings import LeagueRule
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
PRIMARY = re.compile(r'class="[^"]*\bprimary\b[^"]*"[^>]*>([^<]*)<')


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob")]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    season = SeasonFactory(club=club, name="2025-2026", ends_on=datetime.date(2026, 10, 31))
    evening(season, 2, dict(zip(people, (50, -50), strict=True)), name="Soirée 2")
    return season


def page_of(client: Client, season: Season) -> str:
    page = client.get(reverse("season_end", args=[season.pk])).content.decode()
    assert len(PRIMARY.findall(page)) <= 1
    return page


def told(client: Client, season: Season) -> str:
    return words(client.get(reverse("season_end", args=[season.pk])))


def primary(client: Client, season: Season) -> str:
    return " ".join(PRIMARY.findall(page_of(client, season))[0].split())


def sent_by(client: Client, season: Season) -> dict[str, object]:
    """Return what the form of the leagues sends as it is shown: its key, and those that are ticked."""
    answer = client.get(reverse("season_end", args=[season.pk]))
    ticked = re.findall(r'name="league"\s+value="(\d+)"[^>]*\schecked', answer.content.decode())
    return {"key": str(answer.context["form"]["key"].value()), "league": ticked}


def test_all_leagues_that_are_left_are_published_at_once(as_organiser: Client, season: Season) -> None:
    at_once = [season.main_league, other_league(season), other_league(season)]
    empty = other_league(season)
    empty.series = Series.objects.create(club=season.club, name="Jeudis", starts_on=season.starts_on)
    empty.save()  # it counts no evening: there is nothing to publish
    address = reverse("season_end", args=[season.pk])
    sent = sent_by(as_organiser, season)
    assert sent["league"] == [str(league.pk) for league in at_once]
    nothing = as_organiser.post(address, sent | {"league": []}, follow=True)
    assert "Rien n’est publié : cochez au moins un championnat." in words(nothing)
    stranger = SeasonFactory(club=ClubFactory()).main_league
    evening(stranger.season, 2, {PlayerFactory(club=stranger.club): 0})
    for _twice in range(2):
        said = as_organiser.post(address, sent | {"league": [*sent["league"], stranger.pk]}, follow=True)
        assert "3 championnats sont publiés tels qu’ils sont aujourd’hui." in words(said)
    assert LeaguePublication.objects.values_list("league", flat=True).order_by("league").distinct().count() == 3
    assert LeaguePublication.objects.count() == 3
    assert Task.LEAGUES in season_end(season).done
    assert 'name="league"' not in page_of(as_organiser, season)


def test_the_ticks_stay_when_one_league_is_refused(as_organiser: Client, season: Season) -> None:
    other = other_league(season)
    sent = sent_by(as_organiser, season)
    other.series = Series.objects.create(club=season.club, name="Jeudis", starts_on=season.starts_on)
    other.save()
    refused = as_organiser.post(reverse("season_end", args=[season.pk]), sent)
    assert (refused.status_code, LeaguePublication.objects.count()) == (422, 0)
    assert "« Challenge 2 »" in words(refused)


def test_what_is_left_is_done_one_after_the_other(as_organiser: Client, season: Season, people: list[Player]) -> None:
    club = season.club
    late = evening(season, 9, dict(zip(people, (5, -5), strict=True)), TournamentState.RUNNING, name="Soirée 9")
    assert primary(as_organiser, season).replace("\u00a0", " ") == "Ouvrir « Soirée 9 »"
    assert "provisoire : une de ses soirées n’est pas terminée" in told(as_organiser, season)

    rewrite(late, state=TournamentState.FINISHED)
    assert primary(as_organiser, season) == "Publier"
    sent = sent_by(as_organiser, season)
    for _twice in range(2):
        answer = as_organiser.post(reverse("season_end", args=[season.pk]), sent)
        assert (answer.status_code, answer["Location"]) == (303, reverse("season_end", args=[season.pk]))
    assert LeaguePublication.objects.count() == 1
    assert season_end(season).done == {Task.EVENINGS, Task.LEAGUES, Task.FINALS, Task.PRIZES}

    assert primary(as_organiser, season) == "Bilan de la saison en PDF"
    WORKS[JobKind.YEAR_REPORT](claimed(JobKind.YEAR_REPORT, season=season, site="https://club.example"), Monitor())
    assert primary(as_organiser, season) == "Nouvelle saison"
    Document.objects.all().delete()  # purged: the journal still says it
    assert primary(as_organiser, season) == "Nouvelle saison"

    following = SeasonFactory(club=club, name="2026-2027", starts_on=datetime.date(2026, 11, 1))
    for name in ("renew_members", "season_rates"):
        assert reverse(name, args=[following.pk]) in page_of(as_organiser, season)
    assert not PRIMARY.findall(page_of(as_organiser, season))
    page = told(as_organiser, season)
    assert "Tout est fait : la saison est finie, et la suivante est ouverte." in page
    assert page.count("à faire") == page.count("rien à faire") == 1  # there was no prize
    assert "2 soirées, toutes terminées." in page


def test_a_correction_asks_for_another_publication(season: Season, people: list[Player]) -> None:
    league = season.main_league
    for change in (
        lambda: [SeatResult.objects.filter(points=50).update(points=60), raise_revision(season.tournaments.get())],
        lambda: type(league).objects.update(rule=LeagueRule(best_of=3).data),
    ):
        publish_league(league=season.leagues.get(), key=uuid.uuid4(), by=None, at=NOW)
        assert Task.LEAGUES in season_end(season).done
        change()
        assert Task.LEAGUES not in season_end(season).done


def test_a_new_name_asks_for_no_other_publication_whatever_was_not_said_of_its_rule_then(season: Season) -> None:
    """A rule that was written before terms and weights says nothing of them, and is the same rule."""
    new = ("starts_on", "ends_on", "only_chosen", "weights")
    season.leagues.update(rule={name: said for name, said in LeagueRule().data.items() if name not in new})
    league = season.main_league
    publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW)
    change_league(league=league, facts=LeagueFacts("Challenge", LeagueRule()), by=None, at=NOW)
    assert season_end(season).leagues[0].is_done
    facts = LeagueFacts("Challenge", LeagueRule(bonus=1))
    change_league(league=league, facts=facts, reason="vote", by=None, at=NOW)
    assert not season_end(season).leagues[0].is_done


def test_a_provisional_publication_is_none(season: Season, people: list[Player]) -> None:
    late = evening(season, 9, dict(zip(people, (0, 0), strict=True)), TournamentState.RUNNING)
    publish_league(league=season.main_league, key=uuid.uuid4(), by=None, at=NOW)
    rewrite(late, state=TournamentState.FINISHED)
    assert not season_end(season).leagues[0].is_done


def test_a_final_is_chosen_then_played(as_organiser: Client, season: Season) -> None:
    league = season.main_league
    row = Qualifying.objects.create(league=league, first=4)
    publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW)
    assert primary(as_organiser, season) == "Choisir la finale"
    row.delete()
    final = TournamentFactory(club=season.club, name="La finale", state=TournamentState.OPEN)
    leads(league, final)
    assert primary(as_organiser, season).replace("\u00a0", " ") == "Qui va à « La finale »"
    rewrite(final, state=TournamentState.FINISHED)
    assert Task.FINALS in season_end(season).done


def test_an_evening_that_is_called_off_is_not_waited_for(as_organiser: Client, season: Season) -> None:
    off = TournamentFactory(club=season.club, season=season, state=TournamentState.OPEN, called_off="Neige")
    end = season_end(season)
    assert (end.held, end.unfinished, Task.EVENINGS in end.done) == (1, (), True)
    rewrite(off, called_off="")
    assert season_end(season).unfinished == (off,)


def test_prizes_are_done_once_some_are_handed_over(as_organiser: Client, season: Season) -> None:
    """A list may have a prize that nobody wins: how many are left is told."""
    tournament = season.tournaments.get()
    plan = PrizePlan.objects.create(tournament=tournament)
    first, _second = (Prize.objects.create(plan=plan, number=n, place=n, lot="jambon") for n in (1, 2))
    assert Task.PRIZES not in season_end(season).done
    assert "0 prix remis sur 2" in told(as_organiser, season)
    given = PrizeGiven.objects.create(prize=first, registration=tournament.registrations.first(), lot="jambon", at=NOW)
    assert Task.PRIZES in season_end(season).done
    assert "1 prix remis sur 2" in told(as_organiser, season)
    PrizeGiven.objects.filter(pk=given.pk).update(cancelled_at=NOW, cancel_reason="erreur")
    assert Task.PRIZES not in season_end(season).done


def test_a_club_with_nothing_to_do_reads_so(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club, name="vide", ends_on=datetime.date(2026, 10, 31))
    assert season_end(season).first is Task.NEXT
    page = told(as_organiser, season)
    assert "Aucune soirée n’est de cette saison." in page
    assert "aucune soirée n’y compte encore" in page
    assert "Il n’y a encore rien à raconter." in page
    assert (page.count("rien à faire"), page.count("à faire")) == (4, 5)  # and the next season
    assert primary(as_organiser, season) == "Nouvelle saison"


def test_before_its_last_day_all_of_it_may_wait(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club, name="longue", ends_on=datetime.date(2100, 6, 30))
    assert "La saison dure jusqu’au 30 juin 2100" in told(as_organiser, season)


def test_it_asks_as_much_whatever_the_evenings_leagues_and_members(
    as_organiser: Client, season: Season, people: list[Player], django_assert_max_num_queries
) -> None:
    page_of(as_organiser, season)
    counts = []
    for days in ((), range(3, 13)):
        for day in days:
            evening(season, day, dict.fromkeys([*people, *PlayerFactory.create_batch(6, club=season.club)], 0))
        for _league in days[:3]:
            other_league(season, LeagueRule())
        page_of(as_organiser, season)
        with django_assert_max_num_queries(40) as asked:
            page_of(as_organiser, season)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_it_is_found_from_the_seasons(as_organiser: Client, season: Season) -> None:
    page = as_organiser.get(reverse("club_seasons", args=[season.club_id])).content.decode()
    assert reverse("season_end", args=[season.pk]) in page
