"""The front page is short, however long a club has played."""

import datetime

from django.test import Client
from django.utils import timezone

from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    TournamentFactory,
    arbiter,
    field,
    organiser,
)
from tests.texts import text
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Grade, Status, TournamentState
from tournaments.models import Club, Membership, Table, Tournament
from tournaments.queries.clubs.directory import RESULTS, SHOWN, front, offices, with_entries

TODAY = datetime.date(2026, 11, 22)
NOON = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.UTC)


def evenings(club: Club, state: TournamentState, count: int, first: datetime.date) -> list[Tournament]:
    """Make so many evenings, one a week, going back from the first."""
    return [
        TournamentFactory(club=club, state=state, date=first - datetime.timedelta(weeks=week)) for week in range(count)
    ]


def test_the_last_that_were_played_are_shown_and_no_more(club: Club) -> None:
    played = evenings(club, TournamentState.FINISHED, RESULTS + 2, TODAY)
    assert front(at=NOON).finished == tuple(played[:RESULTS])


def test_what_is_being_played_and_what_is_coming_are_bounded_too(club: Club) -> None:
    running = evenings(club, TournamentState.RUNNING, 3 * SHOWN + 1, TODAY)
    others = [ClubFactory() for _each in range(2)]
    weeks = [TODAY + datetime.timedelta(weeks=week) for week in range(1, SHOWN + 1)]
    coming = [TournamentFactory(club=at, state=TournamentState.OPEN, date=day) for day in weeks for at in others]
    found = front(at=NOON)
    assert found.running == tuple(running[: 3 * SHOWN])
    assert [each.tournament for each in found.coming] == coming[:SHOWN]


def test_an_evening_that_was_never_opened_leaves_the_page_after_a_day(club: Club) -> None:
    (today,) = evenings(club, TournamentState.OPEN, 1, TODAY)
    (yesterday,) = evenings(club, TournamentState.OPEN, 1, TODAY - datetime.timedelta(days=1))
    evenings(club, TournamentState.OPEN, 4, TODAY - datetime.timedelta(days=2))
    assert [each.tournament for each in front(at=NOON).coming] == [yesterday, today]


def test_without_an_evening_being_played_the_next_date_comes_first(club: Club) -> None:
    evenings(club, TournamentState.OPEN, 1, TODAY - datetime.timedelta(days=1))
    (coming,) = evenings(club, TournamentState.OPEN, 1, TODAY + datetime.timedelta(days=7))
    shown = front(at=NOON).next
    assert shown is not None
    assert (shown.coming.tournament, shown.days) == (coming, 7)
    (running,) = evenings(club, TournamentState.RUNNING, 1, TODAY)
    found = front(at=NOON)
    assert (found.next, [hero.tournament for hero in found.heroes]) == (None, [running])
    assert found.also_running == ()
    assert [each.tournament for each in found.coming][-1] == coming  # what is played is no date to come


def test_an_evening_is_in_the_round_whose_sheets_are_not_all_closed(club: Club) -> None:
    """Who leads, and sheets of rounds that are hidden until the prize-giving, are nobody's to read."""
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING, rounds_planned=4)
    players = field(tournament, 8)
    for number in (1, 2, 3):
        mark(publish(tournament, number, [players[:4], players[4:]]), dict.fromkeys(players, 10 * number))

    def hero() -> tuple[int, int, int, int]:
        (found,) = front(at=NOON).heroes
        return found.number, found.closed, found.sheets, len(found.podium)

    assert hero()[:3] == (1, 0, 6)
    now = timezone.now()
    Table.objects.filter(round__number=1).update(closed_at=now)
    Table.objects.filter(round__number=2, number=1).update(closed_at=now)
    assert hero() == (2, 3, 6, 3)
    Table.objects.update(closed_at=now)
    assert hero()[:3] == (3, 6, 6)
    Tournament.objects.update(hidden_rounds=2)
    assert hero()[:3] == (2, 4, 4)


def test_a_result_names_who_won(club: Club) -> None:
    won, empty = (TournamentFactory(club=club, state=TournamentState.FINISHED) for _each in range(2))
    players = field(won, 4)
    mark(publish(won, 1, [players]), dict(zip(players, (40, 40, -30, -50), strict=True)))
    results = dict(front(at=NOON).results)
    assert [line.total for line in results[won]] == [40, 40]
    assert results[empty] == ()


def test_a_club_counts_its_members_and_no_guest(club: Club) -> None:
    PlayerFactory(club=club)
    Membership.objects.create(club=club, player=PlayerFactory(), grade=Grade.GUEST)
    Membership.objects.create(club=club, player=PlayerFactory(), until=TODAY)
    (office,) = offices(organiser(club), today=TODAY)
    assert office.players == 1


def test_of_two_who_won_under_one_name_the_number_is_said(club: Club, client: Client) -> None:
    won = TournamentFactory(club=club, state=TournamentState.FINISHED)
    players = field(won, 4)
    club.players.filter(registrations__in=players[:2]).update(last_name="MARTIN", first_name="Jean", consent=True)
    mark(publish(won, 1, [players]), dict(zip(players, (40, -10, -10, -20), strict=True)))
    shown = text(client.get("/")).partition('class="won"')[2].partition("</span>")[0]
    assert "MARTIN Jean (n° 1)" in shown


def test_an_evening_counts_its_own_players_and_once_it_is_over_only_who_was_there(club: Club) -> None:
    over, coming, empty = (
        TournamentFactory(club=club, state=state)
        for state in (TournamentState.FINISHED, TournamentState.OPEN, TournamentState.OPEN)
    )
    for evening in (over, coming):
        for status in (Status.REGISTERED, Status.PRESENT, Status.PRESENT, Status.WITHDRAWN):
            RegistrationFactory(tournament=evening, status=status)
    counted = {evening: evening.entered for evening in with_entries(Tournament.objects.all())}
    assert counted == {over: 2, coming: 3, empty: 0}


def test_an_organiser_is_offered_the_next_evening_of_his_club_and_an_arbiter_is_not(club: Club) -> None:
    last = TournamentFactory(club=club, date=TODAY, state=TournamentState.FINISHED)
    publish(last, 1, [field(last, 4)])
    people = (organiser(club), arbiter(club), AccountFactory(is_superuser=True))
    assert [len(offices(person, today=TODAY)[0].offers) for person in people] == [1, 0, 1]
