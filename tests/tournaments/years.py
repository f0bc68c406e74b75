"""
A club's year for tests: its members, its evenings with who came, what each brought, what each paid at the door.

The same numbers give the same year: figures come from one seeded generator. Rows are written in bulk, as an import
does.
"""

import datetime
import random
import uuid
from dataclasses import dataclass, field

from scoring.models import SheetTotal
from tests.factories import NOW, ClubFactory, SeasonFactory
from tournaments.labels import Keeps, Pace, PaymentMethod, Status, TournamentState
from tournaments.models import (
    Club,
    Fee,
    Payment,
    Player,
    Rate,
    Registration,
    Round,
    Season,
    SeasonRate,
    Seat,
    SeatResult,
    Table,
    Tournament,
)

FIRST_EVENING = datetime.date(2026, 9, 4)  # a Friday
AT_A_TABLE = 4
PAID = 500  # cents, by everybody who comes
FEE = 3000  # cents
PAID_OF_FEE = (*(FEE,) * 7, 1000, 2000, 0)  # cents, in turn
METHODS = (PaymentMethod.CASH, PaymentMethod.CASH, PaymentMethod.CHEQUE)  # in turn


@dataclass(frozen=True)
class ClubYear:
    """
    A club and its season. `brought` is what each player (id) brought each evening (id), whole points; `taken` the cents
    of each means that were paid and not given back.
    """

    club: Club
    season: Season
    members: list[Player]
    evenings: list[Tournament]
    brought: dict[int, dict[int, int]] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)


def a_club_year(*, members: int = 80, evenings: int = 40, came: int = 24, seed: int = 1) -> ClubYear:
    """
    Return the year of a club: one evening a week, to which `came` of its members come, at tables of four (`came` is a
    multiple of four). Each pays 5 €; the last who came of each evening gets his money back.
    Each member owes a fee of 30 €: of ten of them seven have paid it, two in part, one nothing.
    """
    chance = random.Random(seed)
    club = ClubFactory()
    season = SeasonFactory(club=club, name="2026-2027")
    people = Player.objects.bulk_create(
        Player(club=club, last_name=f"NOM{number:03}", first_name="Ada", licence=f"{club.pk}-{number:03}", consent=True)
        for number in range(members)
    )
    played = Tournament.objects.bulk_create(
        Tournament(
            club=club,
            season=season,
            name=f"Vendredi {number + 1}",
            date=FIRST_EVENING + datetime.timedelta(weeks=number),
            state=TournamentState.FINISHED,
            keeps=Keeps.TOTALS,
            pace=Pace.MINUTES,
            donnes_per_round=None,
            rounds_planned=1,
            entry_code=f"an{club.pk}-{number:03}",
        )
        for number in range(evenings)
    )
    year = ClubYear(club, season, list(people), list(played))
    _pay_fees(year)
    for evening in year.evenings:
        _play(year, evening, chance.sample(year.members, came), chance)
    return year


def _pay_fees(year: ClubYear) -> None:
    """Write what the members owe for the season, and what they paid of it."""
    rate = SeasonRate.objects.create(season=year.season, label="Adulte", amount=FEE, place=1)
    memberships = year.club.memberships.order_by("pk")
    fees = Fee.objects.bulk_create(
        Fee(membership=membership, season=year.season, rate=rate) for membership in memberships
    )
    lines = [
        Payment(
            key=uuid.uuid4(),
            fee=fee,
            amount=PAID_OF_FEE[place % len(PAID_OF_FEE)],
            method=METHODS[place % len(METHODS)],
            paid_on=NOW.date(),
            at=NOW,
            by_name="Aline",
        )
        for place, fee in enumerate(fees)
        if PAID_OF_FEE[place % len(PAID_OF_FEE)]
    ]
    Payment.objects.bulk_create(lines)


def _play(year: ClubYear, evening: Tournament, people: list[Player], chance: random.Random) -> None:
    """Write one evening: a round of tables, a balance a player, tables sum to zero; and what was paid."""
    entries = Registration.objects.bulk_create(
        Registration(tournament=evening, player=player, start_number=number, status=Status.PRESENT)
        for number, player in enumerate(people, 1)
    )
    round_ = Round.objects.create(tournament=evening, number=1, published_at=NOW)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, closed_at=NOW) for number in range(1, len(people) // AT_A_TABLE + 1)
    )
    seats = Seat.objects.bulk_create(
        Seat(round=round_, table=tables[place // AT_A_TABLE], chair=place % AT_A_TABLE, registration=entry)
        for place, entry in enumerate(entries)
    )
    points: list[int] = []
    for _table in tables:
        others = [chance.randrange(-300, 301, 10) for _chair in range(AT_A_TABLE - 1)]
        points += [*others, -sum(others)]
    SheetTotal.objects.bulk_create(
        SheetTotal(seat=seat, points=brought, key=uuid.uuid4(), written_by_name="Aline", written_at=NOW)
        for seat, brought in zip(seats, points, strict=True)
    )
    SeatResult.objects.bulk_create(
        SeatResult(seat=seat, points=brought, donnes=0) for seat, brought in zip(seats, points, strict=True)
    )
    year.brought[evening.pk] = {player.pk: brought for player, brought in zip(people, points, strict=True)}
    rate = Rate.objects.create(tournament=evening, label="Entrée", amount=PAID, place=1)
    Registration.objects.filter(tournament=evening).update(rate=rate)
    paid = Payment.objects.bulk_create(
        Payment(
            key=uuid.uuid4(),
            registration=entry,
            amount=PAID,
            method=METHODS[place % len(METHODS)],
            paid_on=evening.date,
            at=NOW + (evening.date - NOW.date()),
            by_name="Aline",
        )
        for place, entry in enumerate(entries)
    )
    Payment.objects.filter(pk=paid[-1].pk).update(cancelled_at=NOW, cancel_reason="parti", cancelled_by_name="Aline")
    for payment in paid[:-1]:
        year.taken[payment.method] = year.taken.get(payment.method, 0) + payment.amount
