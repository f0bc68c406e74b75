"""The fees of a season: who paid, who owes, given back."""

from datetime import UTC, date, datetime, timedelta

import pytest

from scoring.services.undo.imports import undo_import
from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory
from tests.refusals import refusal_of
from tournaments.labels import ImportKind
from tournaments.models import Club, Fee, Import, Membership, Player, Season
from tournaments.queries.money.fees import fees_total, owing_fee, season_to_pay
from tournaments.services.money.fees import give_fee_back, note_fees
from tournaments.services.people.merging import merge_players
from tournaments.services.undo.undoing import delete_player, delete_season

pytestmark = pytest.mark.django_db
DAY = NOW.date()


@pytest.fixture
def club() -> Club:
    return ClubFactory()


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club)


def pay(season: Season, *players: Player, amount: int = 2000) -> list[Fee]:
    ids = [player.pk for player in players]
    return note_fees(season=season, players=ids, amount=amount, paid_on=DAY, by=None, at=NOW)


def test_a_fee_is_paid_once_and_only_by_members(club: Club, season: Season) -> None:
    one, two, stranger = PlayerFactory(club=club), PlayerFactory(club=club), PlayerFactory()
    assert len(pay(season, one, stranger)) == 1
    assert pay(season, one, amount=999) == []
    assert list(owing_fee(season)) == [two]
    total = fees_total(season)
    assert (total.paid, total.amount, total.owing) == (1, 2000, 1)


def test_who_left_the_club_pays_it_no_fee(club: Club, season: Season) -> None:
    former = Membership.objects.create(club=club, player=PlayerFactory(), until=DAY).player
    assert pay(season, former) == []


def test_visitors_and_who_was_erased_owe_nothing(club: Club, season: Season) -> None:
    PlayerFactory(club=club, home_club="Ailleurs")
    PlayerFactory(club=club, erased_at=NOW, consent=False, licence="")
    assert not owing_fee(season).exists()


def test_tomorrow_is_refused_and_so_is_no_reason(club: Club, season: Season) -> None:
    player = PlayerFactory(club=club)
    tomorrow = DAY + timedelta(1)
    refused = refusal_of(note_fees, season=season, players=[player.pk], amount=1, paid_on=tomorrow, by=None, at=NOW)
    assert refused.code == "paid_tomorrow"
    (fee,) = pay(season, player)
    assert refusal_of(give_fee_back, fee=fee, reason=" ", by=None, at=NOW).code == "change_without_reason"
    for tab in [Fee.objects.get(pk=fee.pk) for _tab in range(2)]:
        give_fee_back(fee=tab, reason="en double", by=None, at=NOW)
    assert not Fee.objects.exists()
    assert club.journal.get(action="cotisation annulée").details["amount"] == 2000


def test_today_is_the_day_of_the_club_after_midnight_too(club: Club, season: Season) -> None:
    at = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)  # half past midnight in the club's hall
    players = [PlayerFactory(club=club).pk]
    assert note_fees(season=season, players=players, amount=1, paid_on=date(2026, 11, 22), by=None, at=at)


def test_a_merge_keeps_what_both_paid(club: Club, season: Season) -> None:
    keep, drop = PlayerFactory(club=club, licence=""), PlayerFactory(club=club, licence="")
    earlier = SeasonFactory(club=club, name="avant", starts_on=DAY - timedelta(900), ends_on=DAY - timedelta(600))
    pay(season, keep, drop)
    pay(earlier, drop)
    merge_players(keep=keep, drop=drop, by=None, at=NOW)
    paid = dict(Fee.objects.filter(membership__player=keep).values_list("season", "amount"))
    assert paid == {season.pk: 4000, earlier.pk: 2000}


def test_what_was_paid_keeps_the_member_and_the_season(club: Club, season: Season) -> None:
    player = PlayerFactory(club=club)
    (fee,) = pay(season, player)
    assert "attaché" in str(refusal_of(delete_player, player=player, by=None, at=NOW))
    assert "ont payé leur cotisation" in str(refusal_of(delete_season, season=season, by=None, at=NOW))
    made = Import.objects.create(club=club, kind=ImportKind.SEASON, at=NOW)
    Season.objects.filter(pk=season.pk).update(imported_by=made)
    assert "ont payé leur cotisation" in str(refusal_of(undo_import, made=made, by=None, at=NOW))
    give_fee_back(fee=fee, reason="erreur", by=None, at=NOW)
    delete_player(player=player, by=None, at=NOW)
    delete_season(season=season, by=None, at=NOW)


def test_the_season_of_a_day_else_the_latest(club: Club, season: Season) -> None:
    assert season_to_pay(club, DAY) == season
    assert season_to_pay(club, DAY + timedelta(9999)) == season
    assert season_to_pay(ClubFactory(), DAY) is None
