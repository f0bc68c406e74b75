"""A birth year gives a category by the ages that the club says of a season, and by no other."""

import datetime
import re

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import NOW, SeasonFactory, TournamentFactory, field
from tests.texts import words
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Category, Group, TournamentState
from tournaments.models import Club, Player, Season, Tournament
from tournaments.models.clubs import OLDEST
from tournaments.models.seasons import Ages
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.people.names import category_of, groups_of_player
from tournaments.queries.standings.leagues import groups_of_leagues, league_standings
from tournaments.queries.standings.standings import standings
from tournaments.services.money.prize_checks import PrizeFacts
from tournaments.services.money.prizes import set_prizes

AN_AGE = st.none() | st.integers(1, OLDEST)
DAYS = st.dates(datetime.date(1950, 1, 1), datetime.date(2090, 12, 31))
# Of a season that ends in 2027, young until 25 and a veteran from 60: what the club said, the year, what it makes.
PEOPLE = (
    ("senior", 1967, Group.VETERANS),
    ("senior", 1968, Group.SENIORS),
    ("senior", 2001, Group.SENIORS),
    ("senior", 2002, Group.YOUTHS),
    ("senior", None, Group.SENIORS),
    ("jeune", 1940, Group.YOUTHS),
    ("veteran", 2010, Group.VETERANS),
)


@given(day=DAYS, age=st.integers(0, OLDEST), youth=AN_AGE, veteran=AN_AGE)
def test_the_age_reached_in_the_year_in_which_the_season_ends_decides(
    day: datetime.date, age: int, youth: int | None, veteran: int | None
) -> None:
    if youth is not None and veteran is not None and youth >= veteran:
        return
    ages, born = Ages(day, youth, veteran), day.year - age
    made = category_of(Player(birth_year=born), ages)
    assert (made is Category.YOUTH) is (age <= (youth or -1))
    assert (made is Category.VETERAN) is (age >= (veteran or OLDEST + 1))
    for nothing in (Ages(), Ages(day), ages._replace(ends_on=None)):
        assert category_of(Player(birth_year=born), nothing) is Category.SENIOR
    assert category_of(Player(), ages) is Category.SENIOR
    for said in (Category.YOUTH, Category.VETERAN):
        assert category_of(Player(category=said, birth_year=born), ages) is said


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Return a finished evening in a season without ages, of those in `PEOPLE` and a lady whose name is withheld."""
    season = SeasonFactory(club=club)
    evening = TournamentFactory(club=club, season=season, state=TournamentState.FINISHED)
    entries = field(evening, len(PEOPLE) + 1)
    for entry, (said, born, _group) in zip(entries, PEOPLE, strict=False):
        Player.objects.filter(pk=entry.player_id).update(category=said, birth_year=born)
    Player.objects.filter(pk=entries[-1].player_id).update(consent=False, birth_year=1930, sex="F")
    mark(publish(evening, 1, [entries[:4], entries[4:]]), {entry: -entry.start_number for entry in entries})
    return evening


def with_ages(evening: Tournament) -> Tournament:
    Season.objects.update(youth_until_age=25, veteran_from_age=60)
    return Tournament.objects.get(pk=evening.pk)


def numbers(group: Group) -> list[int]:
    return [number for number, (_said, _born, made) in enumerate(PEOPLE, 1) if made is group]


def test_evening_league_prizes_programs_and_files_have_the_same_groups(evening: Tournament, client: Client) -> None:
    evening = with_ages(evening)
    season = evening.season
    assert season is not None
    people = {entry.player_id: entry.start_number for entry in evening.registrations.all()}
    evening_lines, season_lines = standings(evening), league_standings(season.main_league)
    assert evening_lines.groups == season_lines.groups == groups_of_leagues([season])[season.pk]
    assert evening_lines.groups == [Group.SENIORS, Group.VETERANS, Group.YOUTHS]
    for group in evening_lines.groups:
        expected = numbers(group)
        assert [line.start_number for line in evening_lines.of_group(group).lines] == expected
        assert [people[line.player_id] for line in season_lines.of_group(group).lines] == expected
        page = client.get(reverse("season", args=[season.pk]), {"categorie": group, "format": "csv"})
        assert page.content.decode("utf-8-sig").count("\r\n") == len(expected) + 1
        told = client.get(f"/api/v1/tournaments/{evening.pk}/standings/?group={group}").json()["lines"]
        assert [line["start_number"] for line in told] == expected
        told = client.get(f"/api/v1/seasons/{season.pk}/league/?group={group}").json()["lines"]
        assert len(told) == len(expected)
    shown = words(client.get(reverse("standings", args=[evening.pk]), {"categorie": "veteran"}))
    assert not {str(born) for _said, born, _group in PEOPLE} & set(re.findall(r"\b\d{4}\b", shown))


def test_a_prize_of_veterans_goes_to_who_is_one_by_his_year_named_or_not(evening: Tournament) -> None:
    evening = with_ages(evening)
    prizes = [PrizeFacts(Group.VETERANS, place, lot="jambon") for place in (1, 2, 3)]
    set_prizes(tournament=evening, prizes=prizes, one_each=False, club_adds=0, by=None, at=NOW)
    plan = prize_list(evening)
    assert plan is not None
    winners = [[winner.registration.start_number for winner in line.winners] for line in plan.lines]
    assert winners == [[1], [7], [len(PEOPLE) + 1]]


def test_without_ages_a_year_gives_no_category(evening: Tournament) -> None:
    season = evening.season
    assert season is not None
    for group, expected in ((Group.SENIORS, [1, 2, 3, 4, 5]), (Group.VETERANS, [7]), (Group.YOUTHS, [6])):
        assert [line.start_number for line in standings(evening).of_group(group).lines] == expected
    Tournament.objects.update(season=None)
    Season.objects.update(youth_until_age=25, veteran_from_age=60)
    alone = Tournament.objects.get()
    assert [line.start_number for line in standings(alone).of_group(Group.VETERANS).lines] == [7]
    assert groups_of_player(Player(birth_year=1930), alone.ages) == {Group.SENIORS}


def test_the_list_of_who_is_entered_has_the_category_of_the_season(evening: Tournament, as_organiser: Client) -> None:
    with_ages(evening)
    sent = as_organiser.get(reverse("registrations", args=[evening.pk]), {"format": "csv"}).content.decode("utf-8-sig")
    told = [line.split(";")[3] for line in sent.splitlines()[1:]]
    assert told == ["vétéran", "senior", "senior", "jeune", "senior", "jeune", "vétéran", "vétéran"]


@pytest.mark.parametrize(("youth", "veteran"), [(60, 60), (61, 60), (0, None), (None, 0), (121, None), (None, 121)])
def test_the_database_knows_what_ages_are(evening: Tournament, youth: int | None, veteran: int | None) -> None:
    season = Season.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.update(youth_until_age=youth, veteran_from_age=veteran)
    season.youth_until_age, season.veteran_from_age = youth, veteran
    with pytest.raises(ValidationError):
        season.validate_constraints()
