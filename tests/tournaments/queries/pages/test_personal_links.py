"""A link is signed and of one player: his personal one, for a season, or that of an evening; until it is withdrawn."""

import datetime
from importlib import import_module
from itertools import pairwise

import pytest
from django.apps import apps

from tests.factories import (
    DAY,
    NOW,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    organiser,
)
from tests.refusals import refused
from tournaments.labels import TournamentState
from tournaments.models import ByLink, Club, Player, Registration, Tournament
from tournaments.queries.pages.personal_links import EARLIER, ShutLink, _days, evening_code, opened_by, personal_code
from tournaments.queries.pages.table_codes import CODES as TABLES
from tournaments.queries.people.members import speaks_for
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links, withdraw_link

pytestmark = pytest.mark.django_db
DAYS = datetime.timedelta(days=1)


@pytest.fixture
def player(club: Club) -> Player:
    return PlayerFactory(club=club, consent=False)


@pytest.fixture
def entry(club: Club, player: Player) -> Registration:
    tournament = TournamentFactory(club=club, date=DAY, state=TournamentState.FINISHED)
    return RegistrationFactory(tournament=tournament, player=player)


def withdraw_of(entry: Registration) -> None:
    withdraw_evening_link(
        tournament=entry.tournament, registration=entry.pk, reason="perdu", by=organiser(entry.tournament.club), at=NOW
    )
    entry.refresh_from_db()


def earlier_code(player: Player, last_day: datetime.date = DAY + 90 * DAYS) -> str:
    """Return a code as it stands on a card of before November 2026, whoever printed it."""
    return EARLIER.of(player.pk, player.link_version, _days(last_day))


def test_each_opens_the_pages_of_its_player_and_of_nobody_else(club: Club, entry: Registration) -> None:
    other = RegistrationFactory(tournament=entry.tournament)
    codes = [make(row) for row in (entry, other) for make in (evening_code, lambda row: personal_code(row.player, DAY))]
    assert [opened_by(code, DAY).player for code in codes] == [entry.player] * 2 + [other.player] * 2


def test_a_personal_one_opens_every_evening_and_that_of_an_evening_this_one(player: Player, entry: Registration):
    next_one = RegistrationFactory(player=player, tournament__club=player.club)
    other_club = RegistrationFactory(player=player, tournament__club=ClubFactory())
    personal, of_evening = opened_by(personal_code(player, DAY), DAY), opened_by(evening_code(entry), DAY)
    evenings = [row.tournament for row in (entry, next_one, other_club)]
    assert [personal.opens(evening) for evening in evenings] == [True, True, True]
    assert [of_evening.opens(evening) for evening in evenings] == [True, False, False]
    assert list(player.registrations.filter(of_evening.evenings)) == [entry]
    assert (personal.is_personal, of_evening.is_personal) == (True, False)


@pytest.mark.parametrize(("in_a_season", "last"), [(True, datetime.date(2027, 8, 29)), (False, DAY + 180 * DAYS)])
def test_a_personal_one_outlasts_its_season_by_two_months(
    player: Player, club: Club, last: datetime.date, *, in_a_season: bool
) -> None:
    if in_a_season:
        SeasonFactory(club=club)
    code = personal_code(player, DAY)
    assert opened_by(code, last).shut is None
    assert opened_by(code, last).last_day == last
    assert opened_by(code, last + DAYS).shut is ShutLink.EXPIRED


def test_that_of_an_evening_outlasts_it_by_a_month_and_follows_it_when_it_is_put_off(entry: Registration) -> None:
    code, last = evening_code(entry), DAY + 30 * DAYS
    assert opened_by(code, last).last_day == last
    assert opened_by(code, last + DAYS).shut is ShutLink.EXPIRED
    Tournament.objects.update(date=DAY + DAYS)
    assert opened_by(code, last + DAYS).shut is None
    Tournament.objects.update(state=TournamentState.RUNNING)  # an evening that nobody ended goes on
    assert opened_by(code, last + 90 * DAYS).shut is None


def test_neither_kind_is_withdrawn_with_the_other(player: Player, entry: Registration, club: Club) -> None:
    second = RegistrationFactory(player=player, tournament__club=club)
    codes = [personal_code(player, DAY), evening_code(entry), evening_code(second)]

    def open_ones() -> list[bool]:
        return [opened_by(code, DAY).shut is not ShutLink.WITHDRAWN for code in codes]

    withdraw_of(entry)
    assert open_ones() == [True, False, True]
    withdraw_link(player=player, reason="téléphone perdu", by=organiser(club), at=NOW)
    assert open_ones() == [False, False, True]
    withdraw_evening_links(tournament=second.tournament, reason="volées", by=organiser(club), at=NOW)
    assert open_ones() == [False, False, False]
    player.refresh_from_db()
    second.refresh_from_db()
    renewed = [personal_code(player, DAY), evening_code(entry), evening_code(second)]
    assert [opened_by(code, DAY).player for code in renewed] == [player] * 3


def test_only_the_club_that_keeps_his_file_and_himself_withdraw_a_personal_one(player: Player) -> None:
    code = personal_code(player, DAY)
    code_of_refusal, _sentence = refused(
        withdraw_link, player=player, reason="perdu", by=organiser(ClubFactory()), at=NOW
    )
    assert code_of_refusal == "kept_elsewhere"
    assert opened_by(code, DAY).player == player
    withdraw_link(player=player, reason="", by=ByLink(player), at=NOW)
    assert opened_by(code, DAY).shut is ShutLink.WITHDRAWN


def test_a_personal_one_ends_when_another_club_keeps_his_file(player: Player) -> None:
    code = personal_code(player, DAY)
    Player.objects.filter(pk=player.pk).update(club=ClubFactory())
    assert opened_by(code, DAY).shut is ShutLink.WITHDRAWN


def test_those_of_a_player_who_is_gone_are_withdrawn(player: Player, entry: Registration) -> None:
    codes = [personal_code(player, DAY), evening_code(entry), earlier_code(player)]
    Player.objects.filter(pk=player.pk).update(erased_at=NOW, licence="")
    assert opened_by(codes[1], DAY).shut is ShutLink.WITHDRAWN  # the version of the others is raised by the erasure
    entry.delete()
    player.delete()
    assert {opened_by(code, DAY).shut for code in codes} == {ShutLink.WITHDRAWN}


def test_that_of_a_double_opens_nothing(player: Player, entry: Registration) -> None:
    double = PlayerFactory(club=player.club, consent=False, licence="", double_of=player)
    entry.player = double
    entry.save()
    assert opened_by(evening_code(entry), DAY).shut is ShutLink.WITHDRAWN


def test_an_earlier_one_opens_what_evenings_of_the_club_that_keeps_his_file_would(
    player: Player, entry: Registration
) -> None:
    """It does not say who gave it: nothing beyond evenings, and no other club's."""
    running = RegistrationFactory(player=player, tournament__club=player.club, tournament__state="en_cours")
    long_ago = RegistrationFactory(
        player=player,
        tournament__club=player.club,
        tournament__state=TournamentState.ARCHIVED,
        tournament__date=DAY - 31 * DAYS,
    )
    elsewhere = RegistrationFactory(player=player, tournament__club=ClubFactory())
    link = opened_by(earlier_code(player), DAY)
    assert (link.player, link.is_personal) == (player, False)
    opened = [link.opens(row.tournament) for row in (entry, running, long_ago, elsewhere)]
    assert opened == [True, True, False, False]
    assert opened_by(earlier_code(player, DAY - DAYS), DAY).shut is ShutLink.EXPIRED
    withdraw_link(player=player, reason="", by=ByLink(player), at=NOW)
    assert opened_by(earlier_code(player), DAY).shut is ShutLink.WITHDRAWN


def test_the_upgrade_withdraws_earlier_ones_of_who_is_known_to_a_second_club(club: Club, entry: Registration) -> None:
    """Left, invited or entered there: nobody can say which club gave his link."""
    plays_elsewhere, of_two, left, here = (PlayerFactory(club=club) for _player in range(4))
    RegistrationFactory(player=plays_elsewhere, tournament__club=ClubFactory())
    of_two.memberships.create(club=ClubFactory())
    left.memberships.create(club=ClubFactory(), until=DAY)
    RegistrationFactory(player=here, tournament__club=club)
    codes = [earlier_code(each) for each in (plays_elsewhere, of_two, left, here, entry.player)]
    import_module("tournaments.migrations.0018_a_link_opens_one_evening").withdraw_links_between_clubs(apps, None)
    assert [opened_by(code, DAY).shut for code in codes] == [ShutLink.WITHDRAWN] * 3 + [None] * 2


def test_a_phone_keeps_the_personal_one_beside_those_of_evenings(player: Player, entry: Registration) -> None:
    links = [opened_by(code, DAY) for code in (personal_code(player, DAY + DAYS), personal_code(player, DAY))]
    links.append(opened_by(evening_code(entry), DAY))
    assert [more.outlasts(less) for more, less in pairwise(links)] == [True, True]
    assert [less.outlasts(more) for more, less in pairwise(links)] == [False, False]
    assert links[2].outlasts(links[2]) is False  # the evening just opened counts


def test_a_forged_one_opens_nothing_whether_the_player_is_there_or_not(
    player: Player, entry: Registration, monkeypatch
) -> None:
    """Nor does it ask: what is not signed here is answered without a query."""
    code, of_evening, earlier = personal_code(player, DAY), evening_code(entry), earlier_code(player)
    pk, club_id, version, day, signature = code.split("-", 4)
    evening_signature = of_evening.split("-", 2)[2]
    monkeypatch.setattr(Player, "objects", None)
    monkeypatch.setattr(Registration, "objects", None)
    forged = [
        f"{player.pk + 1}-{club_id}-{version}-{day}-{signature}",
        f"{pk}-{club_id}-2-{day}-{signature}",
        f"{pk}-{club_id}-{version}-zzz-{signature}",
        f"{entry.pk + 1}-1-{evening_signature}",
        f"{entry.pk}-2-{evening_signature}",
        f"{entry.pk}-1-{signature}",
        f"{pk}-{club_id}-{version}-{day}-{earlier.split('-', 3)[3]}",
        code[:-1],
        f"{code}A",
        TABLES.of(player.pk, 1, 2400),
        TABLES.of(entry.pk, 1),
        *("", "-", "---", "0-0-0-", "é" * 40, "1" * 5000, "-1-1-1-AAAAAAAAAAAA", "\x00"),
    ]
    assert {opened_by(each, DAY).shut for each in forged} == {ShutLink.FORGED}


def test_an_evening_s_link_gives_nobody_s_word_beyond_it(player: Player) -> None:
    assert speaks_for(player, ByLink(player))
    assert not speaks_for(player, ByLink(player, of_evening=True))
    assert not speaks_for(player, ByLink(PlayerFactory(club=player.club)))
