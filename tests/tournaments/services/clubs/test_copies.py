"""A tournament opened like another: what comes with it, whom it expects, what it leaves behind."""

import uuid
from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from tests.factories import DAY, NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, rewrite
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.rounds import publish
from tests.tournaments.teams import a_team
from tournaments.labels import Carried, Group, RateCode, Status, TournamentState, WishKind
from tournaments.models import Account, BoardDeal, Club, Player, Series, Tournament
from tournaments.queries.draws.wishes import asks_in_force
from tournaments.queries.people.regulars import regulars
from tournaments.seating import Remainder
from tournaments.services.clubs.copies import copy_tournament
from tournaments.services.draws.wishes import add_wish, cancel_wish
from tournaments.services.money.prize_checks import PrizeFacts, prize_facts
from tournaments.services.money.prizes import set_prizes
from tournaments.services.money.rates import RateFacts, set_rates
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.services.people.members import end_membership

NEXT = DAY + timedelta(days=7)


def evening(club: Club, day: date, players: list[Player], **values: object) -> Tournament:
    """Return an evening of which a position was played by these players, eight or more."""
    tournament = TournamentFactory(club=club, date=day, state=TournamentState.FINISHED, **values)
    entries = [
        RegistrationFactory(tournament=tournament, player=player, start_number=number)
        for number, player in enumerate(players, 1)
    ]
    publish(tournament, 1, [entries[:4], entries[4:]])
    return tournament


@pytest.fixture
def people(club: Club) -> list[Player]:
    return PlayerFactory.create_batch(9, club=club)


@pytest.fixture
def last(club: Club, people: list[Player], the_organiser: Account) -> Tournament:
    """Return the evening of DAY: eight players, one who withdrew before it, and their wishes."""
    settings = {"name": "Soirée du 21 novembre 2026", "remainder": Remainder.LARGER, "rounds_planned": 3}
    last = evening(club, DAY, people[:8], **settings, bareme="club-1-1", bareme_name="Vendredi")
    RegistrationFactory(tournament=last, player=people[8], start_number=9, status=Status.WITHDRAWN)
    return last


def copied(source: Tournament, by: Account, day: date = NEXT, **said: object) -> Tournament:
    return copy_tournament(source=source, date=day, by=by, at=NOW, **said).tournament


def expected(tournament: Tournament) -> set[Player]:
    return {entry.player for entry in tournament.registrations.filter(status=Status.REGISTERED)}


def test_the_comparison_of_a_duplicate_comes_along_and_neither_its_etuis_nor_what_is_free(
    club: Club, the_organiser: Account
) -> None:
    compared = {"compared_by": "scale", "compared_trim": 1, "compared_per_opponent": True, "compared_least": 3}
    compared |= {
        "compared_scale": "0\N{NO-BREAK SPACE}: 0",
        "compared_scale_name": "du comité",
        "compared_scale_on": DAY,
    }
    compared["boards_travel"] = True
    deal = BoardDeal.objects.create(club=club, seed=1)
    source = TournamentFactory(club=club, void_donnes_count=True, board_deal=deal, free_rounds=3, **compared)
    copy = copied(source, the_organiser)
    assert {name: plain(str(getattr(copy, name))) for name in compared} == {
        n: plain(str(of)) for n, of in compared.items()
    }
    assert (copy.board_deal, copy.free_rounds, BoardDeal.objects.count()) == (None, 0, 1)


def test_settings_bareme_and_people_come_along(last: Tournament, people: list[Player], the_organiser: Account) -> None:
    new = copied(last, the_organiser)

    assert (new.name, new.date, new.state) == ("Soirée du 28 novembre 2026", NEXT, TournamentState.DRAFT)
    assert (new.remainder, new.rounds_planned, new.bareme, new.bareme_name) == ("larger", 3, "club-1-1", "Vendredi")
    assert (new.copied_from, new.is_trial, new.rounds.count()) == (last, False, 0)
    assert expected(new) == set(people[:8])
    assert [new.registrations.count(), last.registrations.count()] == [8, 9]


def test_the_hour_and_the_place_come_along_and_a_series_gives_its_own_hour(
    last: Tournament, club: Club, the_organiser: Account
) -> None:
    Tournament.objects.filter(pk=last.pk).update(starts_at=time(14), place="Foyer rural")
    untimed = Series.objects.create(club=club, name="Le jeudi", starts_on=NEXT)
    timed = Series.objects.create(club=club, name="Le vendredi", starts_on=NEXT, starts_at=time(20, 15))
    hours = [
        (new.starts_at, new.place)
        for new in (copied(last, the_organiser, name=str(series), series=series) for series in (None, untimed, timed))
    ]
    assert hours == [(time(14), "Foyer rural"), (time(14), "Foyer rural"), (time(20, 15), "Foyer rural")]


def test_pressed_twice_it_is_one_tournament(last: Tournament, the_organiser: Account) -> None:
    assert copied(last, the_organiser) == copied(last, the_organiser)
    assert Tournament.objects.count() == 2


def test_who_comes_is_who_missed_at_most_one_of_three_of_the_last_four(
    last: Tournament, people: list[Player], club: Club
) -> None:
    def weeks_ago(weeks: int, *away: int) -> None:
        here = [player for index, player in enumerate(people) if index not in away]
        evening(club, DAY - timedelta(weeks=weeks), here)

    weeks_ago(1, 0)
    assert people[0].pk not in regulars(last)  # one of two
    weeks_ago(2, 1)
    assert {people[0].pk, people[1].pk, people[8].pk} <= regulars(last)  # two of three
    weeks_ago(3, 0)
    assert people[0].pk not in regulars(last)  # two of four
    assert {people[1].pk, people[8].pk} <= regulars(last)  # three of four
    weeks_ago(4, 1, 8)  # too long ago to count
    assert people[1].pk in regulars(last)


def test_who_stopped_being_a_member_is_no_regular(last: Tournament, people: list[Player], club: Club) -> None:
    end_membership(club=club, player=people[0], by=None, at=NOW)
    assert regulars(last) == {player.pk for player in people[1:8]}


def test_who_left_early_came_and_who_was_only_entered_did_not(last: Tournament, people: list[Player]) -> None:
    last.registrations.filter(player=people[0]).update(status=Status.WITHDRAWN)
    assert regulars(last) == {player.pk for player in people[:8]}


def test_wishes_come_with_those_they_are_about(
    last: Tournament, people: list[Player], the_organiser: Account, club: Club
) -> None:
    evening(club, DAY - timedelta(weeks=1), people[:7] + people[8:])
    entry = {player: last.registrations.get(player=player).pk for player in people}
    Tournament.objects.filter(pk=last.pk).update(state=TournamentState.RUNNING)

    def wish(kind: WishKind, *players: int, **said: object) -> object:
        named = [entry[people[index]] for index in players]
        return add_wish(tournament=last, kind=kind, players=named, by=the_organiser, at=NOW, **said)

    wish(WishKind.PLACE, 7, table=1, chair=2, reason="fauteuil")  # came once of two: expected for his place
    wish(WishKind.APART, 0, 1, hard=False)
    wish(WishKind.TEAM, 2, 3)
    gone = wish(WishKind.APART, 4, 5)
    cancel_wish(wish=gone, by=the_organiser, at=NOW)

    new = copied(last, the_organiser)

    numbers = {entry.pk: entry.player for entry in new.registrations.select_related("player")}
    asks = asks_in_force(new)
    assert [(ask.kind, {numbers[pk] for pk in ask.players}, ask.hard, ask.table, ask.chair) for ask in asks] == [
        ("place", {people[7]}, True, 1, 2),
        ("separer", {people[0], people[1]}, False, None, None),
        ("equipe", {people[2], people[3]}, True, None, None),
    ]
    assert new.wishes.first().reason == "fauteuil"
    assert expected(new) == set(people[:8])
    assert [ask.kind for ask in asks_in_force(last)] == [ask.kind for ask in asks]  # the source keeps its own


def test_a_wish_is_left_behind_with_those_who_never_come(
    last: Tournament, people: list[Player], the_organiser: Account
) -> None:
    Tournament.objects.filter(pk=last.pk).update(state=TournamentState.RUNNING)
    entry = {player: last.registrations.get(player=player).pk for player in people}
    for kind, players in ((WishKind.APART, (0, 8)), (WishKind.TEAM, (1, 8)), (WishKind.APART, (2, 3, 8))):
        named = [entry[people[index]] for index in players]
        hard = len(named) == 2
        add_wish(tournament=last, kind=kind, players=named, hard=hard, by=the_organiser, at=NOW)

    new = copied(last, the_organiser)

    assert people[8] not in expected(new)
    assert [(ask.kind, len(ask.players)) for ask in asks_in_force(new)] == [("separer", 2)]


def test_only_what_is_asked_for_is_carried(last: Tournament, people: list[Player], the_organiser: Account) -> None:
    Tournament.objects.filter(pk=last.pk).update(state=TournamentState.RUNNING)
    entry = last.registrations.get(player=people[0]).pk
    add_wish(tournament=last, kind=WishKind.PLACE, players=[entry], table=1, by=the_organiser, at=NOW)
    other = last.registrations.get(player=people[1]).pk
    gone = add_wish(tournament=last, kind=WishKind.PLACE, players=[other], table=2, by=the_organiser, at=NOW)
    cancel_wish(wish=gone, by=the_organiser, at=NOW)

    nothing = copied(last, the_organiser, carry=())
    wishes = copied(last, the_organiser, NEXT + timedelta(days=7), carry=[Carried.WISHES])
    people_only = copied(last, the_organiser, NEXT + timedelta(days=14), carry=[Carried.PEOPLE], name=" Concours ")

    assert [len(expected(each)) for each in (nothing, wishes, people_only)] == [0, 1, 8]
    assert [each.wishes.count() for each in (nothing, wishes, people_only)] == [0, 1, 0]
    assert people_only.name == "Concours"


def test_rates_come_along_with_the_one_each_has_and_prizes_before_anybody_paid(
    last: Tournament, people: list[Player], the_organiser: Account
) -> None:
    rates = [RateFacts("Adhérent", 500, RateCode.MEMBER), RateFacts("Visiteur", 800, RateCode.VISITOR)]
    _member, visitor = set_rates(of=last, rates=rates, by=the_organiser, at=NOW)
    last.registrations.filter(player=people[3]).update(rate=visitor)
    prizes = [PrizeFacts(place=1, amount=5_000), PrizeFacts(Group.LADIES, 1, lot="Jambon")]
    set_prizes(tournament=last, prizes=prizes, one_each=True, club_adds=5_000, by=the_organiser, at=NOW)

    opened = copy_tournament(source=last, date=NEXT, by=the_organiser, at=NOW)
    new = opened.tournament

    assert (opened.carried["tarifs"], opened.carried["prix"]) == (2, 2)
    assert [(rate.label, rate.amount) for rate in new.rates.all()] == [("Adhérent", 500), ("Visiteur", 800)]
    held = dict(new.registrations.filter(rate__isnull=False).values_list("player", "rate__label"))
    assert held == {people[3].pk: "Visiteur"}
    plan = new.prize_plan
    assert [prize_facts(prize) for prize in plan.prizes.all()] == prizes
    assert (plan.one_each, plan.club_adds, last.prize_plan.prizes.count()) == (True, 5_000, 2)
    assert copied(last, the_organiser, NEXT + timedelta(days=7), carry=()).rates.count() == 0


def test_a_series_looks_at_its_own_evenings_and_never_at_another_club(
    last: Tournament, people: list[Player], the_organiser: Account, club: Club
) -> None:
    series = Series.objects.create(club=club, name="V", starts_on=DAY)
    Tournament.objects.filter(pk=last.pk).update(series=series)
    evening(club, DAY - timedelta(days=2), PlayerFactory.create_batch(8, club=club))
    last.refresh_from_db()

    new = copied(last, the_organiser, series=series, state=TournamentState.ANNOUNCED)

    assert (new.series, new.state, expected(new)) == (series, "annonce", set(people[:8]))
    elsewhere = Series.objects.create(club=ClubFactory(), name="V", starts_on=DAY)
    refusal = refusal_of(copied, last, the_organiser, NEXT + timedelta(days=1), series=elsewhere)
    assert refusal.code == "series_elsewhere"


def test_what_a_file_left_unknown_is_said_when_it_is_copied(last: Tournament, the_organiser: Account) -> None:
    Tournament.objects.filter(pk=last.pk).update(pace="minutes", minutes_per_round=None, donnes_per_round=None)
    assert list(refusal_of(copied, last, the_organiser).fields) == ["minutes_per_round"]
    assert Tournament.objects.count() == 1


def test_entries_from_home_open_again_and_close_as_long_before(tournament: Tournament, the_organiser: Account) -> None:
    """By the clock, whatever the season does to it; who entered last time has not entered this time."""
    close = datetime(2026, 3, 20, 20, 0, tzinfo=timezone.get_default_timezone())
    rewrite(tournament, date=date(2026, 3, 21), entries_open=True, capacity=20, entries_close_at=close)
    enter(tournament=tournament, facts=EntryFacts(last_name="UN"), key=uuid.uuid4(), at=close - timedelta(days=1))
    copied = copy_tournament(source=tournament, date=date(2026, 4, 4), by=the_organiser, at=NOW).tournament
    assert (copied.entries_open, copied.capacity, copied.places_taken) == (True, 20, 0)
    assert timezone.localtime(copied.entries_close_at).isoformat() == "2026-04-03T20:00:00+02:00"


def test_teams_come_along_with_those_of_them_who_come_again(
    last: Tournament, people: list[Player], the_organiser: Account
) -> None:
    """Two at least, the captain first among them; not one of whom a single one comes."""
    rewrite(last, team_size=2, state=TournamentState.RUNNING)
    entries = list(last.registrations.order_by("start_number"))
    a_team("Les Bouts", *entries[:2])
    a_team("Les Atouts", entries[2], entries[8])
    rewrite(last, state=TournamentState.FINISHED)

    without = copied(last, the_organiser, carry=[Carried.PEOPLE])
    again = copied(last, the_organiser, NEXT + timedelta(days=7))

    assert (without.team_size, without.teams.count()) == (2, 0)
    (team,) = again.teams.all()
    assert (team.name, team.number) == ("Les Bouts", 1)
    assert {member.player for member in team.members.all()} == set(people[:2])
    assert team.captain is not None
    assert team.captain.player == people[0]
