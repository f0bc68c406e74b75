"""The first position of a final: its leaders at table 1, by the rank by which they are qualified."""

import datetime

import pytest

from tests.factories import NOW, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory, organiser
from tests.refusals import refusal_of
from tests.tournaments.qualifying import leads
from tests.tournaments.rotations import drawn
from tests.tournaments.rounds import evening, mark
from tournaments.labels import DrawMode, Status, TournamentState
from tournaments.models import Club, Declined, Draw, Qualifying, Seat, Tournament
from tournaments.queries.draws.drafts import ranking_of
from tournaments.services.clubs.qualifying import enter_qualified
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.people.registrations import mark_all_present

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(club: Club) -> Tournament:
    """A final of eight, four from each of two evenings."""
    season = SeasonFactory(club=club)
    final = TournamentFactory(club=club, state=TournamentState.OPEN, date=datetime.date(2026, 10, 30))
    for day, letter in ((1, "A"), (2, "B")):
        people = [PlayerFactory(club=club, last_name=f"{letter}{place}", first_name="") for place in range(1, 6)]
        leads(evening(season, day, dict(zip(people, (50, 20, 10, -30, -50), strict=True))), final, first=4)
    enter_qualified(final=final, by=None, at=NOW)
    mark_all_present(tournament=final, by=None, at=NOW)
    return final


def tables(draw: Draw) -> list[set[str]]:
    names = {entry.pk: entry.player.last_name for entry in draw.tournament.registrations.select_related("player")}
    return [{names[pk] for pk in table} for table in draw.computed_plan.rounds[0]]


@pytest.mark.parametrize("mode", [DrawMode.DANISH, DrawMode.SWISS])
def test_the_leaders_of_all_rankings_sit_at_the_first_table(final: Tournament, mode: DrawMode) -> None:
    boss = organiser(final.club)
    draw = drawn(final, boss, mode=mode)
    assert tables(draw) == [{"A1", "B1", "A2", "B2"}, {"A3", "B3", "A4", "B4"}]
    publish_draw(draw=draw, by=boss, at=NOW)
    leaders = Seat.objects.filter(round__tournament=final, table__number=1)
    assert {seat.registration.player.last_name for seat in leaders} == {"A1", "B1", "A2", "B2"}


def test_who_is_not_qualified_sits_behind_those_who_are(final: Tournament) -> None:
    final.registrations.filter(player__last_name="A1").update(status=Status.ABSENT)
    RegistrationFactory(tournament=final, start_number=99, status=Status.PRESENT, player__last_name="Z")
    draw = drawn(final, organiser(final.club), mode=DrawMode.DANISH)
    assert tables(draw) == [{"A2", "B1", "A3", "B2"}, {"A4", "B3", "B4", "Z"}]


def test_a_draw_by_rank_is_asked_for_again_once_somebody_declines(final: Tournament) -> None:
    boss = organiser(final.club)
    draw = drawn(final, boss, mode=DrawMode.DANISH)
    first = Qualifying.objects.first()
    assert first is not None
    Declined.objects.create(qualifying=first, player=final.registrations.get(player__last_name="A1").player)
    refused = refusal_of(publish_draw, draw=draw, by=boss, at=NOW)
    assert refused.code == "standings_changed_since"


def test_without_a_ranking_before_it_the_first_position_is_drawn_by_lot(final: Tournament) -> None:
    Qualifying.objects.all().delete()
    draw = drawn(final, organiser(final.club), mode=DrawMode.DANISH)
    assert draw.price is None


def test_later_positions_follow_the_ranking_with_what_each_kept(final: Tournament) -> None:
    boss, entries = organiser(final.club), {}
    publish_draw(draw=drawn(final, boss, mode=DrawMode.DANISH), by=boss, at=NOW)
    for entry in final.registrations.select_related("player"):
        entries[entry.player.last_name] = entry
    scored = {"A1": -30, "B1": -2, "A2": 20, "B2": 12, "A3": -6, "B3": -7, "A4": 9, "B4": 4}
    mark(final.rounds.get(), {entries[name]: points for name, points in scored.items()})
    in_order = [entries[name].pk for name in sorted(entries)]

    def ranked(*, whole: bool) -> list[str]:
        names = {entry.pk: name for name, entry in entries.items()}
        return [names[pk] for pk in ranking_of(final, in_order, whole=whole)]

    assert ranked(whole=False)[:4] == ["A2", "B2", "A4", "B4"]
    final.sources.update(carried=100)
    for whole in (False, True):
        assert ranked(whole=whole) == ["B1", "A2", "B2", "A1", "A3", "B3", "A4", "B4"]
    final.sources.update(carried=10)
    assert ranked(whole=True)[:4] == ["A2", "B2", "A4", "B1"]
