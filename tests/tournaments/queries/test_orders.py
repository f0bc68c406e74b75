"""Lists that people read in an order, and what is taken as the last of a list, of rows made in another order."""

from datetime import timedelta
from operator import attrgetter

import pytest

from tests.factories import (
    DAY,
    NOW,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    a_season_rate,
)
from tournaments.labels import Grade
from tournaments.models import Club, Committee, Membership, Player, Prize, PrizePlan, Rate, Tournament
from tournaments.queries.clubs.committees import member_clubs
from tournaments.queries.clubs.directory import clubs_of, front, with_entries
from tournaments.queries.clubs.pages import price_of_evening
from tournaments.queries.evening.own_evenings import entries_at
from tournaments.queries.money.fees import fees_owing, member_fees
from tournaments.queries.money.prizes import last_with_prizes
from tournaments.queries.money.takings import last_with_rates
from tournaments.queries.people.files import asked_by, waiting_for
from tournaments.queries.people.linking import linked_files
from tournaments.queries.people.names import by_alphabet
from tournaments.queries.privacy.legal import erasures_asked

WEEK = timedelta(days=7)


def evenings(club: Club) -> list[Tournament]:
    """Make a later evening between two of one day; return all three, the latest first."""
    first, later, second = (TournamentFactory(club=club, date=day) for day in (DAY, DAY + WEEK, DAY))
    return [later, second, first]


def named(club: Club) -> list[Player]:
    """Make two players of one name and one before them; return all three in the order of a French list."""
    first, second = PlayerFactory.create_batch(2, club=club, last_name="Zola")
    return [PlayerFactory(club=club, last_name="Élan"), first, second]


def clubs() -> list[Club]:
    """Make two clubs, the last by name first; return them by name."""
    last = ClubFactory(name="Beaune")
    return [ClubFactory(name="Auxerre"), last]


def rated(evening: Tournament, amount: int = 500) -> Rate:
    return Rate.objects.create(tournament=evening, label=f"À {amount}", amount=amount, place=1)


@pytest.mark.parametrize("among", [3, 2])
def test_the_prices_and_the_prizes_proposed_are_those_of_the_last_evening(among: int, club: Club) -> None:
    priced = evenings(club)[-among:]
    for evening in sorted(priced, key=attrgetter("pk")):
        rated(evening)
        Prize.objects.create(plan=PrizePlan.objects.create(tournament=evening), number=1, amount=1000)
    new = TournamentFactory(club=club)
    assert (last_with_rates(new), last_with_prizes(new).tournament) == (priced[0], priced[0])


def test_the_price_of_a_club_is_that_of_its_next_evening_else_of_its_last(club: Club) -> None:
    later, second, first = evenings(club)
    for evening in (later, second, first):
        rated(evening)
    days = {DAY - WEEK: first, DAY: first, DAY + WEEK: later, DAY + 2 * WEEK: later}
    assert {today: price_of_evening(club, today=today).tournament for today in days} == days
    later.delete()
    assert price_of_evening(club, today=DAY + WEEK).tournament == second


def test_evenings_are_listed_with_the_latest_first(club: Club) -> None:
    shown = evenings(club)
    player = PlayerFactory(club=club)
    for evening in shown[1:] + shown[:1]:
        RegistrationFactory(tournament=evening, player=player)
    assert list(with_entries(Tournament.objects.order_by("pk"))) == shown
    assert [entry.tournament for entry in entries_at(club, player)] == shown


def test_people_are_listed_as_in_a_french_list(club: Club) -> None:
    season = SeasonFactory(club=club)
    evening = TournamentFactory(club=club)
    people = named(club)
    a_season_rate(season)
    assert list(fees_owing(season)) == people
    for number, player in enumerate(people[1:] + people[:1], 1):
        RegistrationFactory(tournament=evening, player=player, start_number=number)
        a_fee(player.memberships.get(), season)
    assert [entry.player for entry in by_alphabet(evening.registrations.order_by("-pk"))] == people
    assert list(member_fees(season)) == people


def test_clubs_are_listed_by_name(club: Club) -> None:
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    by_name = clubs()
    Club.objects.filter(pk__in=[each.pk for each in by_name]).update(committee=committee)
    files = [PlayerFactory(club=each, linked_as="p1") for each in reversed(by_name)]
    assert [row.club for row in member_clubs(committee)] == by_name
    assert [each for each in front(at=NOW).clubs if each != club] == by_name
    assert [file.club for file in linked_files(PlayerFactory(club=club, linked_as="p1"))] == by_name
    evening = TournamentFactory(club=club)
    entries = [
        RegistrationFactory(tournament=evening, player=player)
        for player in [*files, *(PlayerFactory(club=each) for each in by_name)]
    ]
    assert list(clubs_of([entry.pk for entry in entries])) == ["Auxerre", "Beaune"]


def test_what_was_asked_first_is_answered_first(club: Club) -> None:
    """A file asked for on one day, two on the day before; requests to erase the same."""
    days = (DAY, DAY - WEEK, DAY - WEEK)
    keeper = ClubFactory()
    asked = [
        Membership.objects.create(club=club, player=player, grade=Grade.ASKED, asked_on=day)
        for player, day in zip(reversed(named(keeper)), days, strict=True)
    ]
    in_order = [asked[1], asked[2], asked[0]]
    assert list(asked_by(club)) == in_order
    assert waiting_for(club=keeper).memberships == in_order
    for row, day in zip(asked, days, strict=True):
        Player.objects.filter(pk=row.player.pk).update(erasure_asked_on=day)
    assert list(erasures_asked(keeper)) == [row.player for row in in_order]
