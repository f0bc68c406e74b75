"""Clubs of one site on clocks of their own: what is today in Guadeloupe and in Nouméa around midnight."""

import datetime
import json
import uuid
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from django.utils import timezone

from tests.factories import ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, logged_in, organiser
from tests.refusals import refusal_of
from tests.texts import plain, text
from tests.tournaments.documents.rotations import printed
from tests.tournaments.ratings import rate
from tests.tournaments.rotations import published
from tests.tournaments.rounds import evening
from tournaments.kit.zones import OVERSEAS, PARIS, known_zones, offered
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, ClubRating, JournalEntry
from tournaments.queries.pages.revisions import of_calendar, of_front
from tournaments.services.clubs.clubs import change_club, create_club
from tournaments.services.clubs.leagues import publish_league

UTC = datetime.UTC
# In Paris it is 00:30 on the 2nd, in Guadeloupe 19:30 on the 1st, in Nouméa 10:30 on the 2nd.
NIGHT = datetime.datetime(2026, 12, 1, 23, 30, tzinfo=UTC)
# In Paris it is 14:53 on the 1st, in Guadeloupe 9:53, in Nouméa 0:53 on the 2nd.
AFTERNOON = datetime.datetime(2026, 12, 1, 13, 53, tzinfo=UTC)
FIRST, SECOND = datetime.date(2026, 12, 1), datetime.date(2026, 12, 2)


def now(at: datetime.datetime) -> Any:
    return patch("django.utils.timezone.now", return_value=at)


@pytest.fixture
def guadeloupe(db: None) -> Club:
    return ClubFactory(name="Pointe-à-Pitre", slug="pap", time_zone="America/Guadeloupe")


@pytest.fixture
def noumea(db: None) -> Club:
    return ClubFactory(name="Nouméa", slug="noumea", time_zone="Pacific/Noumea")


@pytest.mark.parametrize(("at", "days"), [(NIGHT, (FIRST, SECOND)), (AFTERNOON, (FIRST, SECOND))])
def test_today_is_the_club_s(
    at: datetime.datetime, days: tuple[datetime.date, ...], guadeloupe: Club, noumea: Club
) -> None:
    with now(at):
        for club, day in zip((guadeloupe, noumea), days, strict=True):
            page = logged_in(organiser(club)).get(reverse("new_tournament", args=[club.pk]))
            assert page.context["form"]["date"].value() == day
            assert timezone.get_current_timezone_name() == PARIS  # nothing of it stays for the next request


def test_an_evening_is_still_to_come_until_midnight_there(client: Client, guadeloupe: Club, noumea: Club) -> None:
    for club in (guadeloupe, noumea):
        TournamentFactory(club=club, name=f"Soirée {club.name}", date=FIRST, state=TournamentState.OPEN)
    with now(NIGHT):
        assert client.get(reverse("club", args=["pap"])).context["club_page"].coming
        assert not client.get(reverse("club", args=["noumea"])).context["club_page"].coming
    with now(NIGHT + datetime.timedelta(hours=6)):  # past midnight in Guadeloupe
        assert not client.get(reverse("club", args=["pap"])).context["club_page"].coming


def test_hours_are_told_on_its_clock_on_pages_in_the_journal_and_on_paper(guadeloupe: Club) -> None:
    by = organiser(guadeloupe)
    tournament = TournamentFactory(club=guadeloupe, name="Grand prix")
    with now(AFTERNOON):
        published(tournament, by, players=8)
        JournalEntry.objects.update(at=AFTERNOON)
        journal = plain(text(logged_in(by).get(reverse("journal", args=[tournament.pk]))))
        assert "9 h 53" in journal
        assert "14 h 53" not in journal
        assert "9 h 53" in " ".join(printed(tournament, JobKind.POSTER, 1))


def test_every_public_page_of_a_club_is_told_by_its_clock(client: Client, guadeloupe: Club) -> None:
    season = SeasonFactory(club=guadeloupe)
    player = PlayerFactory(club=guadeloupe, consent=True, card_consent=True)
    tournament = evening(season, 2, {player: 5})
    rating = ClubRating.objects.create(club=guadeloupe, since=tournament.date)
    rate(rating)
    league = season.main_league
    publication = publish_league(league=league, key=uuid.uuid4(), by=None, at=AFTERNOON)
    clocks: list[str] = []

    def note(**_signal: object) -> None:
        clocks.append(timezone.get_current_timezone_name())

    template_rendered.connect(note)
    try:
        for address in (
            reverse("club", args=["pap"]),
            league.get_absolute_url(),
            reverse("league_place", args=[league.pk, player.pk]),
            reverse("published_league", args=[publication.pk]),
            reverse("club_rating", args=["pap"]),
            reverse("standings", args=[tournament.pk]),
        ):
            clocks.clear()
            assert client.get(address).status_code == 200
            assert set(clocks) == {"America/Guadeloupe"}, address
            assert timezone.get_current_timezone_name() == PARIS  # nothing of it stays for the next request
    finally:
        template_rendered.disconnect(note)


def test_cached_pages_of_several_clubs_are_made_again_at_midnight_of_each(guadeloupe: Club) -> None:
    """In Paris it is the 2nd before and after."""
    for depend in (of_front, of_calendar):
        with now(NIGHT):
            before = depend()
        with now(NIGHT + datetime.timedelta(hours=1)):
            assert depend() == before
        with now(NIGHT + datetime.timedelta(hours=5)):
            assert depend() != before


def test_a_calendar_of_several_clubs_says_each_hour_there(client: Client, guadeloupe: Club, noumea: Club) -> None:
    for club in (guadeloupe, noumea, ClubFactory(name="Dole")):
        TournamentFactory(club=club, date=SECOND, starts_at=datetime.time(20, 30), state=TournamentState.OPEN)
    with now(AFTERNOON):
        whole = client.get(reverse("calendar_file")).content.decode()
        own = client.get(reverse("club_calendar", args=["noumea"])).content.decode()
    assert {"DTSTART:20261203T003000Z", "DTSTART:20261202T093000Z", "DTSTART:20261202T193000Z"} <= set(whole.split())
    assert "X-WR-TIMEZONE:Pacific/Noumea" in own
    assert "DTSTART:20261202T093000Z" in own


def test_programs_read_moments_with_the_offset_of_the_club(guadeloupe: Club) -> None:
    by = organiser(guadeloupe)
    tournament = TournamentFactory(club=guadeloupe)
    with now(AFTERNOON):
        published(tournament, by, players=8)
        jobs = logged_in(by).get(reverse("api_job", args=[tournament.pk, tournament.jobs.first().pk]))
    assert json.loads(jobs.content)["published_at"].endswith("-04:00")


def test_the_zone_is_chosen_by_its_name_and_others_are_refused(guadeloupe: Club) -> None:
    by = organiser(guadeloupe)
    names = list(offered())
    assert names[0] == PARIS
    assert set(names[1 : 1 + len(OVERSEAS)]) == set(OVERSEAS)
    assert set(names) == known_zones()
    assert not {name for name in names if name.startswith(("Etc/", "posix/")) or "/" not in name}
    page = reverse("edit_club", args=[guadeloupe.pk])
    desk = logged_in(by)
    assert desk.get(page).context["form"]["time_zone"].value() == "America/Guadeloupe"
    said = {"name": guadeloupe.name, "town": ""}
    assert desk.post(page, said | {"time_zone": "Indian/Reunion"}).status_code == 303
    guadeloupe.refresh_from_db()
    assert guadeloupe.time_zone == "Indian/Reunion"
    assert JournalEntry.objects.latest("pk").details == {"time_zone": ["America/Guadeloupe", "Indian/Reunion"]}
    assert desk.post(page, said | {"time_zone": "Mars/Olympus"}).status_code == 422
    wrong = {"name": "B", "by": by, "at": NIGHT, "time_zone": "Mars/Olympus"}
    assert refusal_of(create_club, organiser=by, **wrong).code == "unknown_zone"
    assert refusal_of(change_club, club=guadeloupe, slug="x", town="", **wrong).code == "unknown_zone"
    renamed = change_club(club=guadeloupe, name="Basse-Terre", slug="pap", town="", by=by, at=NIGHT)
    assert renamed.time_zone == "Indian/Reunion"  # where nobody says another, it stays
    Club.objects.update(time_zone="Mars/Olympus")
    guadeloupe.refresh_from_db()
    assert guadeloupe.zone.key == PARIS  # a machine whose list of zones is older goes on


def test_the_first_page_knows_what_day_it_is_at_each_club(client: Client, guadeloupe: Club, noumea: Club) -> None:
    """At 23:30 UTC of the 1st it is still that day in Guadeloupe; in Nouméa the 2nd has begun."""
    for club in (guadeloupe, noumea):
        TournamentFactory(club=club, name=f"Soirée {club.name}", date=FIRST, state=TournamentState.OPEN)
    with now(NIGHT):
        front = client.get(reverse("home")).context["front"]
    assert (front.next.coming.club, front.next.days) == (guadeloupe, 0)
    pages = {page.club: [each.date for each in page.coming] for page in front.club_pages}
    assert pages == {guadeloupe: [FIRST], noumea: []}
    assert {each.club for each in front.coming} == {guadeloupe, noumea}  # yesterday's there was never opened
    with now(NIGHT + datetime.timedelta(days=1)):
        front = client.get(reverse("home")).context["front"]
    assert ([each.club for each in front.coming], front.next) == ([guadeloupe], None)
