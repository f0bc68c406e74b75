"""
Nobody who is not named is joined from evening to evening: a season is read by a stranger before and after each evening.

The attack is counted twice. An attacker subtracts the totals of two readings; and the same season is read again with
those who are not named in each other's places: where not a letter differs, nothing that is read can tell them apart.
"""

import random
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, SeasonFactory, other_league, rewrite
from tests.texts import plain
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.joins import joins
from tests.tournaments.monitors import Listening
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind
from tournaments.models import Club, Document, League, LeaguePublication, Player, Registration, Season, Tournament
from tournaments.queries.standings.cached import cached_lines, cached_results, cached_standings
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.podiums import cached_podiums
from tournaments.services.clubs.leagues import publish_league
from tournaments.services.work import jobs
from tournaments.standings import Brings, LeagueRule
from tournaments.standings.leagues import FEWEST_TOGETHER
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db
EVENINGS, SEATED = 12, 16
BY_PLACE = LeagueRule(brings=Brings.TABLE, table=(40, 30, 24, 20, 17, 15, 13, 11, 9, 8, 7, 6), after_table=2, bonus=1)
CHANGES = re.compile(r'data-etag="[^"]*"|\?v=\w+|"revision": ?\d+')  # what changes with a revision alone


@dataclass
class Year:
    """A season of a club under two leagues, sums and points by place, with eight of its people not named."""

    season: Season
    by_place: League
    people: list[Player]
    dice: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def unnamed(self) -> list[Player]:
        return [player for player in self.people if not player.consent]

    def play(self, day: int) -> Tournament:
        """Play an evening of sixteen of them, of whom some are not named."""
        coming = self.dice.sample(self.people, SEATED)
        half = [self.dice.randrange(-300, 300) for _player in coming[1:]]
        return evening(self.season, day, dict(zip(coming, [-sum(half), *half], strict=True)))


@pytest.fixture
def year(club: Club) -> Year:
    season = SeasonFactory(club=club, rule=LeagueRule(club_best=SEATED))
    people = [
        PlayerFactory(club=club, last_name=f"Nom{number:02}", consent=number % 3 > 0, card_consent=number % 3 > 0)
        for number in range(24)
    ]
    return Year(season, other_league(season, BY_PLACE), people)


def public_lines(client: Client, address: str) -> list[tuple[str, int | None]]:
    """Return (name, total) of each line of a league as its page shows it, the total None where none is told."""
    page = plain(client.get(address).content.decode())
    (table,) = re.findall(r'<table class="list ranking ends" id="league">.*?</table>', page, flags=re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", table.split("</thead>")[1], flags=re.DOTALL)
    found = []
    for row in rows:
        name = re.sub(r"<[^>]+>", "", re.findall(r"<th.*?</th>", row, flags=re.DOTALL)[0]).strip()
        figures = re.findall(r"<td[^>]*>([+−]?[\d ]+)</td>", row.split("</th>")[1])
        found.append((name, int(figures[0].replace("−", "-").replace(" ", "")) if figures else None))
    return found


def everybody(_client: Client, league: League) -> list[tuple[str, int | None]]:
    """Return what a league told of everybody before it kept who is not named to one line."""
    lines = league_standings(league).lines
    return [(line.name, int(line.total)) for line in lines]


def as_shown(client: Client, league: League) -> list[tuple[str, int | None]]:
    return public_lines(client, league.get_absolute_url())


def attacked(client: Client, year: Year, told: Callable[[Client, League], list[tuple[str, int | None]]]) -> int:
    """Play the year and return how many start numbers are joined by who reads both leagues around each evening."""
    named = {player.shown_name for player in year.people if player.consent}
    leagues = [year.season.main_league, year.by_place]

    def totals(league: League) -> list[int]:
        return [total for name, total in told(client, league) if name not in named and total is not None]

    count, before = 0, {league.pk: [] for league in leagues}
    for day in range(1, EVENINGS + 1):
        played = year.play(day)
        shown = client.get(f"/api/v1/tournaments/{played.pk}/standings/").json()["lines"]
        unnamed = [line for line in shown if line["name"].startswith("Joueur n°")]
        joined = set()
        for league in leagues:
            brought = [line["total"] for line in unnamed]
            if league == year.by_place:
                rule = league.ranking_rule
                points = (*rule.table, *[rule.after_table] * SEATED)
                brought = [points[line["place"] - 1] + rule.bonus for line in unnamed]
            after = totals(league)
            of_line = dict(zip(brought, [line["start_number"] for line in unnamed], strict=True))
            joined |= {of_line[score] for score, before_ in joins(before[league.pk], after, brought) if before_}
            before[league.pk] = after
        count += len(joined)
    return count


def test_who_reads_the_leagues_around_each_evening_joins_nobody(client: Client, year: Year) -> None:
    assert len(year.unnamed) == 8
    assert attacked(client, year, as_shown) == 0


def test_the_attacker_joins_people_where_their_totals_are_told(client: Client, year: Year) -> None:
    assert attacked(client, year, everybody) > 40


def test_an_attacker_says_what_only_one_line_explains() -> None:
    assert joins([100, 50], [130, 50, 20], [30, 20]) == [(30, 100), (20, None)]
    assert joins([100, 100], [130, 100], [30]) == [(30, 100)]
    assert joins([0, 10], [10, 20], [10, 10]) == []
    assert joins([], [], [30]) == []


CLUBS = ("Albi", "Bollène", "Cahors")


def club_totals(client: Client, season: Season) -> dict[str, int | None]:
    """Return the total of each club as the page of a season shows it, None for « – »."""
    page = plain(client.get(reverse("season", args=[season.pk])).content.decode())
    rows = re.findall(r"<li>\s+\d+\w+(?: =)?\s+(\w+)\s+<span class=\"marks[^>]*>([^<]*)</span>", page)
    assert {club for club, _total in rows} <= {*CLUBS}
    return {club: None if total == "–" else int(total.replace("−", "-").replace(" ", "")) for club, total in rows}


def unnamed_by_clubs(client: Client, year: Year) -> int:
    """
    Play the year and return how many sums of one or two who are not named are had of clubs: what a club brought, read
    before and after an evening, less what its named members brought; and what is left of the evening.
    """
    teams = {player.shown_name: player.home_club for player in year.people if player.consent}
    count, before = 0, dict[str, int | None]()
    for day in range(1, EVENINGS + 1):
        played = year.play(day)
        shown = client.get(f"/api/v1/tournaments/{played.pk}/standings/").json()["lines"]
        unnamed = [line["total"] for line in shown if line["name"] not in teams]
        after = club_totals(client, year.season)
        sums, left = [], sum(line["total"] for line in shown)
        for club, total in after.items():
            named = sum(line["total"] for line in shown if teams.get(line["name"]) == club)
            earlier = before.get(club, 0)
            if total is not None and earlier is not None:
                sums.append(total - earlier - named)
                left -= total - earlier
            else:
                left -= named
        sums.append(left)
        for found in filter(None, sums if any(total is not None for total in after.values()) else ()):
            explain = [some for size in range(1, 4) for some in combinations(unnamed, size) if sum(some) == found]
            count += [len(some) for some in explain] in ([1], [2])
        before = after
    return count


@pytest.mark.parametrize(("together", "some"), [(FEWEST_TOGETHER, False), (1, True)])
def test_no_sum_of_one_or_two_is_had_of_the_totals_of_clubs(
    client: Client, year: Year, monkeypatch: pytest.MonkeyPatch, together: int, *, some: bool
) -> None:
    monkeypatch.setattr("tournaments.standings.leagues.FEWEST_TOGETHER", together)
    alone = year.unnamed[0]  # of Bollène; of Cahors everybody is named
    for number, player in enumerate(year.people):
        player.home_club = CLUBS[number % 3 if player.consent else int(player == alone)]
        player.save(update_fields=["home_club"])
    assert (unnamed_by_clubs(client, year) > 0) == some
    assert club_totals(client, year.season)["Cahors"] is not None


def printed(kind: JobKind, season: Season, **wanted: object) -> str:
    job = claimed(kind, season=season, **wanted)
    answer = WORKS[kind](job, Listening())
    jobs.finish(job=job, result=answer, at=NOW)
    return " ".join(pages(Document.objects.get(pk=answer["document"])))


def everything(year: Year) -> dict[str, str]:
    """Return all that a stranger reads of the season, on pages, in files and on paper."""
    for cache in (cached_lines, cached_podiums, cached_results, cached_standings):
        cache.clear()
    season, stranger = year.season, Client(headers={"accept-language": "fr"})
    publication = LeaguePublication.objects.get()
    named = [player for player in year.people if player.consent]
    leagues = [*(league.get_absolute_url() for league in season.leagues.all())]
    listed = [*leagues, reverse("published_league", args=[publication.pk])]
    addresses = [
        "/",
        reverse("club", args=[season.club.slug]),
        *listed,
        *(f"{address}?format={code}" for address in listed for code in ("csv", "json")),
        f"/api/v1/seasons/{season.pk}/league/",
        *(reverse("league_place", args=[season.main_league.pk, player.pk]) for player in named[:4]),
        *(f"/tournois/{event.pk}/classement/" for event in season.tournaments.all()),
        *(f"/api/v1/tournaments/{event.pk}/standings/" for event in season.tournaments.all()),
        *(reverse("player_card", args=[player.key]) for player in named[:4]),
    ]
    told = {}
    for address in addresses:
        answer = stranger.get(address)
        assert answer.status_code == 200, address
        told[address] = CHANGES.sub("", answer.content.decode())
    for kind in (JobKind.LEAGUE, JobKind.LEAGUE_POSTER, JobKind.YEAR_REPORT):
        told[kind] = re.sub(r"imprimé le .*", "", printed(kind, season))
    return told


def shuffled(year: Year) -> None:
    """Give what each of those who are not named did in an evening to another one of them."""
    for event in year.season.tournaments.all():
        entries = list(Registration.objects.filter(tournament=event, player__consent=False).order_by("start_number"))
        if len(entries) < 2:
            continue
        others = [entry.player_id for entry in entries]
        year.dice.shuffle(others)
        spare = [PlayerFactory(club=year.season.club, consent=False).pk for _entry in entries]
        for players in (spare, others):
            for entry, player in zip(entries, players, strict=True):
                Registration.objects.filter(pk=entry.pk).update(player=player)
        Player.objects.filter(pk__in=spare).delete()
        rewrite(event, revision=event.revision + 1)


def test_a_season_reads_the_same_with_those_who_are_not_named_in_each_others_places(year: Year) -> None:
    for day in range(1, 6):
        year.play(day)
    publish_league(league=year.season.main_league, key=uuid.uuid4(), by=None, at=NOW)
    one, true = everything(year), [line.total for line in league_standings(year.season.main_league).lines]

    shuffled(year)

    assert [line.total for line in league_standings(year.season.main_league).lines] != true
    other = everything(year)
    assert one.keys() == other.keys()
    for where, text in one.items():
        assert text == other[where], where
