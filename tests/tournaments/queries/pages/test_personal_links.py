"""A personal link: signed, of one player, until it is withdrawn or its season is over."""

import datetime

import pytest

from tests.factories import DAY, NOW, PlayerFactory, SeasonFactory, TournamentFactory, organiser
from tournaments.models import Club, Player
from tournaments.queries.pages.personal_links import Shut, link_code, link_code_on, opened_by
from tournaments.queries.pages.table_codes import CODES as TABLES
from tournaments.services.people.players import withdraw_link

pytestmark = pytest.mark.django_db
DAYS = datetime.timedelta(days=1)


@pytest.fixture
def player(club: Club) -> Player:
    return PlayerFactory(club=club, consent=False)


def test_it_opens_the_page_of_its_player_and_of_nobody_else(player: Player, club: Club) -> None:
    other = PlayerFactory(club=club)
    codes = [link_code(each, TournamentFactory(club=club)) for each in (player, other)]
    assert [opened_by(code, DAY).player for code in codes] == [player, other]


def test_one_link_is_good_for_every_evening_of_the_season(player: Player, club: Club) -> None:
    season = SeasonFactory(club=club)
    first, last = (TournamentFactory(club=club, season=season, date=day) for day in (DAY, season.ends_on))
    assert link_code(player, first) == link_code(player, last) == link_code_on(player, club, DAY)


@pytest.mark.parametrize(("in_a_season", "last"), [(True, datetime.date(2027, 8, 29)), (False, DAY + 180 * DAYS)])
def test_it_outlasts_its_season_by_two_months(player: Player, club: Club, last: datetime.date, *, in_a_season: bool):
    season = SeasonFactory(club=club) if in_a_season else None
    code = link_code(player, TournamentFactory(club=club, season=season))
    assert opened_by(code, last).shut is None
    assert opened_by(code, last).last_day == last
    assert opened_by(code, last + DAYS).shut is Shut.EXPIRED


def test_a_withdrawn_one_opens_nothing_and_the_next_one_does(player: Player, club: Club) -> None:
    tournament = TournamentFactory(club=club)
    before = link_code(player, tournament)
    withdraw_link(player=player, reason="téléphone perdu", by=organiser(club), at=NOW)
    assert opened_by(before, DAY).shut is Shut.WITHDRAWN
    assert opened_by(link_code(player, tournament), DAY).player == player


def test_that_of_a_player_who_is_gone_is_withdrawn(player: Player, club: Club) -> None:
    code = link_code(player, TournamentFactory(club=club))
    player.delete()
    assert opened_by(code, DAY).shut is Shut.WITHDRAWN


def test_a_forged_one_opens_nothing_whether_the_player_is_there_or_not(player: Player, club: Club, monkeypatch) -> None:
    """Nor does it ask: what is not signed here is answered without a query."""
    code = link_code(player, TournamentFactory(club=club))
    _pk, version, day, signature = code.split("-", 3)
    monkeypatch.setattr(Player, "objects", None)
    forged = [
        f"{player.pk + 1}-{version}-{day}-{signature}",
        f"{player.pk}-2-{day}-{signature}",
        f"{player.pk}-{version}-zzz-{signature}",
        code[:-1],
        f"{code}A",
        TABLES.of(player.pk, 1, 2400),
        *("", "-", "---", "0-0-0-", "é" * 40, "1" * 5000, "-1-1-1-AAAAAAAAAAAA", "\x00"),
    ]
    assert {opened_by(each, DAY).shut for each in forged} == {Shut.FORGED}
