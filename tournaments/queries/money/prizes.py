"""The prizes of a tournament: what the list is worth, who wins what as the ranking stands, what was handed over."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.labels import PrizeGroup
from tournaments.models import Prize, PrizeGiven, PrizePlan, Registration, Tournament
from tournaments.queries.money.takings import takings
from tournaments.queries.people.names import groups_of_player
from tournaments.queries.standings.groups import groups_of_all
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.standings import standings
from tournaments.standings import Ranked, Winnable, award


@dataclass(frozen=True)
class Winner:
    """Who wins a prize: `name` is fit for everyone; `prize_given` is set once it was given."""

    registration: Registration
    name: str
    total: int
    place: int
    prize_given: PrizeGiven | None


@dataclass(frozen=True)
class PrizeLine:
    """
    One prize of the list: who wins it, and how many cents each of them gets.

    `strays` were given to somebody who does not win it in the ranking of now. Nobody wins a prize of a group that
    `is_everybody`.
    """

    prize: Prize
    worth: int
    amount: int
    winners: tuple[Winner, ...]
    strays: tuple[PrizeGiven, ...] = ()
    is_everybody: bool = False

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1

    @property
    def is_lot_for_one(self) -> bool:
        """Whether several players share the place of one thing: it goes to one of them."""
        return self.is_shared and bool(self.prize.lot)

    @property
    def uneven(self) -> tuple[PrizeGiven, ...]:
        """
        What winners were given that is not what they win in the ranking of now: who shares the place has changed.

        A share of takings that have grown since stays as it was given.
        """
        due = self.worth if self.is_lot_for_one else self.amount
        given = [winner.prize_given for winner in self.winners if winner.prize_given is not None]
        return tuple(row for row in given if row.amount > due or (row.amount < due and not self.prize.percent))

    @property
    def is_to_take_back(self) -> bool:
        """Whether something of it has to be taken back before anything more is handed over."""
        return bool(self.strays or self.uneven)

    @property
    def is_worthless(self) -> bool:
        """Whether there is nothing to hand over: a share of nothing, or of too little to be divided."""
        return not self.prize.lot and not self.amount

    @property
    def is_given(self) -> bool:
        """Whether nothing of it is left to be handed over."""
        handed_over = [winner.prize_given is not None for winner in self.winners]
        return any(handed_over) if self.prize.lot else bool(handed_over) and all(handed_over)


@dataclass(frozen=True)
class PrizeList:
    """The prizes as things stand: `takings` were paid at the door, the club adds `club_adds`, all in cents."""

    plan: PrizePlan
    lines: tuple[PrizeLine, ...]
    takings: int

    @property
    def budget(self) -> int:
        return self.takings + self.plan.club_adds

    @property
    def worth(self) -> int:
        return sum(line.worth for line in self.lines)

    @property
    def budget_left(self) -> int:
        """What is left of the budget; below zero, what is missing."""
        return self.budget - self.worth

    @property
    def strays(self) -> tuple[PrizeGiven, ...]:
        """What was given to somebody who does not win it in the ranking of now."""
        return tuple(stray for line in self.lines for stray in line.strays)

    @property
    def uneven(self) -> tuple[PrizeGiven, ...]:
        """What was given to a winner that is not what he wins in the ranking of now."""
        return tuple(row for line in self.lines for row in line.uneven)

    @property
    def to_give(self) -> tuple[PrizeLine, ...]:
        """The prizes with a winner that are still to be given; without the worthless, and what is to be taken back."""
        return tuple(
            line
            for line in self.lines
            if line.winners and not line.is_given and not line.is_to_take_back and not line.is_worthless
        )

    @property
    def gives_money(self) -> bool:
        """Whether some of what is left to be handed over is money."""
        return any(line.worth for line in self.to_give)


def plan_of(tournament: Tournament) -> PrizePlan | None:
    return PrizePlan.objects.filter(tournament=tournament).first()


def prize_list(tournament: Tournament) -> PrizeList | None:
    """Return the prizes of a tournament with their winners; None where it has none."""
    plan = plan_of(tournament)
    if plan is None:
        return None
    prizes = list(plan.prizes.all())
    current = standings(tournament)
    lines = {line.registration_id: line for line in current.ranked if current.rounds_begun}
    entries = tournament.registrations.select_related("player__club").in_bulk(list(lines))
    paid = takings(tournament).paid
    handed = PrizeGiven.objects.filter(prize__plan=plan, cancelled_at=None).select_related("registration__player")
    handed_by_key = {(won_prize.prize_id, won_prize.registration_id): won_prize for won_prize in handed}
    given = {prize_id for prize_id, _registration in handed_by_key}
    groups = {pk: prize_groups_of(entries[pk]) for pk in lines}
    # Who was handed a prize of such a group keeps it.
    everybody = groups_of_all(groups.values()) - {prize.group for prize in prizes if prize.pk in given}
    ranking = [Ranked(pk, line.place or 0, groups[pk] - everybody) for pk, line in lines.items()]
    won = award(ranking, map(winnable, prizes), takings=paid, one_each=plan.one_each)
    prize_lines = tuple(
        PrizeLine(
            prize,
            won_prize.prize.worth(paid),
            won_prize.amount,
            tuple(_winner(entries[key], lines[key], handed_by_key.get((prize.pk, key))) for key in won_prize.winners),
            tuple(row for (of, key), row in handed_by_key.items() if of == prize.pk and key not in won_prize.winners),
            prize.group in everybody,
        )
        for prize, won_prize in zip(prizes, won, strict=True)
    )
    return PrizeList(plan, prize_lines, paid)


def winnable(prize: Prize) -> Winnable:
    return Winnable(prize.number, prize.group, prize.place, prize.amount, prize.percent)


def prize_groups_of(entry: Registration) -> frozenset[str]:
    """Return the codes of the groups in which somebody may win a prize, besides that of everybody."""
    player = entry.player
    groups = {group.value for group in groups_of_player(player, entry.tournament.ages)}
    if player.home_club or player.club_id != entry.tournament.club_id:
        groups.add(PrizeGroup.VISITORS.value)
    if not player.licence:
        groups.add(PrizeGroup.UNLICENSED.value)
    return frozenset(groups)


def last_with_prizes(tournament: Tournament) -> PrizePlan | None:
    """Return the plan of the club's last other tournament that has prizes: the next one mostly has the same."""
    plans = PrizePlan.objects.filter(tournament__club=tournament.club_id, prizes__isnull=False)
    return plans.exclude(tournament=tournament).order_by("-tournament__date", "-pk").first()


def given_in(tournament: Tournament) -> QuerySet[PrizeGiven]:
    """Return the prizes given and not taken back: a thing, money, or both."""
    something = Q(amount__gt=0) | ~Q(lot="")  # a share of nothing could be handed over once
    return PrizeGiven.objects.filter(something, prize__plan__tournament=tournament, cancelled_at=None)


def handed_over(tournament: Tournament) -> list[tuple[Registration, list[PrizeGiven]]]:
    """Return each player who was given prizes, with them, in the order of the list of prizes."""
    rows = given_in(tournament)
    by_player: dict[Registration, list[PrizeGiven]] = defaultdict(list)
    for prize_given in rows.select_related("registration__player", "prize").order_by("prize__number", "pk"):
        by_player[prize_given.registration].append(prize_given)
    return list(by_player.items())


def cents_of(prizes: Iterable[Winnable], paid: int) -> int:
    return sum(prize.worth(paid) for prize in prizes)


def _winner(entry: Registration, line: Line, prize_given: PrizeGiven | None) -> Winner:
    assert line.place is not None  # who has no place wins nothing
    return Winner(entry, line.told, line.total, line.place, prize_given)
