"""The prizes of a tournament: their worth, their winners by the present ranking, and the prizes handed over."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from tournaments.labels import PrizeGroup
from tournaments.models import Prize, PrizeGiven, PrizePlan, Registration, Tournament
from tournaments.queries.money.takings import takings
from tournaments.queries.people.names import groups_of_player
from tournaments.queries.standings.groups import groups_of_all
from tournaments.queries.standings.lines import Line, Standings
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import TeamLine, team_standings
from tournaments.standings import Ranked, Total, Winnable, award
from tournaments.standings.prizes import EVERYBODY


@dataclass(frozen=True)
class Winner:
    """
    A winner of a prize: everybody may read `name`; `prize_given` is set once he got it.

    Of a team, `team` is its name and the `registration` its captain's, or that of the member who got the prize.
    """

    registration: Registration
    name: str
    total: Total
    place: int
    prize_given: PrizeGiven | None
    team: str = ""


@dataclass(frozen=True)
class PrizeLine:
    """
    One prize of the list: its worth, its winners, and the cents that each winner gets (`amount`).

    `strays` were given to players who do not win it by the present ranking. Nobody wins the prize of a group that
    contains all ranked players (`is_everybody`).
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
        """True if several players share the place of a thing: one of them gets it."""
        return self.is_shared and bool(self.prize.lot)

    @property
    def uneven(self) -> tuple[PrizeGiven, ...]:
        """
        Prizes given to winners that differ from what they win now, because other players share the place.

        A share of the takings stays as it was given when the takings have grown since.
        """
        due = self.worth if self.is_lot_for_one else self.amount
        given = [winner.prize_given for winner in self.winners if winner.prize_given is not None]
        return tuple(row for row in given if row.amount > due or (row.amount < due and not self.prize.percent))

    @property
    def is_to_take_back(self) -> bool:
        """True if a given prize must be taken back before more is handed over."""
        return bool(self.strays or self.uneven)

    @property
    def is_worthless(self) -> bool:
        """True if there is nothing to hand over: a share of nothing, or of too little to divide."""
        return not self.prize.lot and not self.amount

    @property
    def is_given(self) -> bool:
        """True if nothing of the prize is left to hand over."""
        handed_over = [winner.prize_given is not None for winner in self.winners]
        return any(handed_over) if self.prize.lot else bool(handed_over) and all(handed_over)


@dataclass(frozen=True)
class PrizeList:
    """The prizes now, in cents: `takings` were paid at the door, and the club adds `plan.club_adds`."""

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
        """What is left of the budget, in cents; negative if money is missing."""
        return self.budget - self.worth

    @property
    def strays(self) -> tuple[PrizeGiven, ...]:
        """Prizes given to players who do not win them by the present ranking."""
        return tuple(stray for line in self.lines for stray in line.strays)

    @property
    def uneven(self) -> tuple[PrizeGiven, ...]:
        """Prizes given to winners that differ from what they win by the present ranking."""
        return tuple(row for line in self.lines for row in line.uneven)

    @property
    def to_give(self) -> tuple[PrizeLine, ...]:
        """The prizes that can be handed over now: with a winner, not given, worth something, nothing to take back."""
        return tuple(
            line
            for line in self.lines
            if line.winners and not line.is_given and not line.is_to_take_back and not line.is_worthless
        )

    @property
    def gives_money(self) -> bool:
        """True if a prize to hand over contains money."""
        return any(line.worth for line in self.to_give)


def plan_of(tournament: Tournament) -> PrizePlan | None:
    return PrizePlan.objects.filter(tournament=tournament).first()


def prize_list(tournament: Tournament) -> PrizeList | None:
    """Return the prizes of a tournament with their winners; None if it has no list."""
    plan = plan_of(tournament)
    if plan is None:
        return None
    prizes = list(plan.prizes.all())
    current = standings(tournament)
    lines: dict[int, Line] = {line.registration_id: line for line in current.ranked if current.rounds_begun}
    teams = _teams(current) if any(prize.group == PrizeGroup.TEAMS for prize in prizes) else {}
    entries = tournament.registrations.select_related("player__club").in_bulk([*lines, *teams])
    paid = takings(tournament).paid
    handed = PrizeGiven.objects.filter(prize__plan=plan, cancelled_at=None).select_related("registration__player")
    handed_by_key = {(won_prize.prize_id, won_prize.registration_id): won_prize for won_prize in handed}
    given = {prize_id for prize_id, _registration in handed_by_key}
    groups = {pk: prize_groups_of(entries[pk]) for pk in lines}
    # Who was handed a prize of such a group keeps it.
    everybody = groups_of_all(groups.values()) - {prize.group for prize in prizes if prize.pk in given}
    ranking = [Ranked(pk, line.place or 0, groups[pk] - everybody) for pk, line in lines.items()]
    of_players = [prize for prize in prizes if prize.group != PrizeGroup.TEAMS]
    won = award(ranking, map(winnable, of_players), takings=paid, one_each=plan.one_each)
    of_teams = [replace(winnable(prize), group=EVERYBODY) for prize in prizes if prize.group == PrizeGroup.TEAMS]
    won += award([Ranked(pk, line.place or 0) for pk, line in teams.items()], of_teams, takings=paid)
    won_by_number = {won_prize.prize.key: won_prize for won_prize in won}
    prize_lines = []
    for prize in prizes:
        won_prize = won_by_number[prize.number]
        given_to = {key: row for (of, key), row in handed_by_key.items() if of == prize.pk}
        if prize.group == PrizeGroup.TEAMS:
            winners = [_winning_team(entries[key], teams[key], given_to) for key in won_prize.winners]
        else:
            winners = [_winner(entries[key], lines[key], given_to.pop(key, None)) for key in won_prize.winners]
        prize_lines.append(
            PrizeLine(
                prize,
                won_prize.prize.worth(paid),
                won_prize.amount,
                tuple(winners),
                tuple(given_to.values()),
                prize.group in everybody,
            )
        )
    return PrizeList(plan, tuple(prize_lines), paid)


def _teams(current: Standings) -> dict[int, TeamLine]:
    """Return the ranked teams, the first before the others, by the id of the registration that gets their prizes."""
    return {
        line.spokesman.registration_id: line
        for line in team_standings(current).ranked
        if isinstance(line, TeamLine) and line.spokesman is not None
    }


def _winning_team(entry: Registration, line: TeamLine, given_to: dict[int, PrizeGiven]) -> Winner:
    """Return a team that wins a prize, and take what one of its members was handed out of `given_to`."""
    handed = [given_to.pop(member.registration_id) for member in line.members if member.registration_id in given_to]
    prize_given = handed[0] if handed else None
    holder = entry if prize_given is None else prize_given.registration
    return Winner(holder, line.told, line.total, line.place or 0, prize_given, team=line.name)


def winnable(prize: Prize) -> Winnable:
    return Winnable(prize.number, prize.group, prize.place, prize.amount, prize.percent)


def prize_groups_of(entry: Registration) -> frozenset[str]:
    """Return the codes of the groups in which a player may win a prize, besides that of everybody."""
    player = entry.player
    groups = {group.value for group in groups_of_player(player, entry.tournament.ages)}
    if player.home_club or player.club_id != entry.tournament.club_id:
        groups.add(PrizeGroup.VISITORS.value)
    if not player.licence:
        groups.add(PrizeGroup.UNLICENSED.value)
    return frozenset(groups)


def last_with_prizes(tournament: Tournament) -> PrizePlan | None:
    """Return the prizes of the club's last other tournament that has some: the next one mostly has the same."""
    plans = PrizePlan.objects.filter(tournament__club=tournament.club_id, prizes__isnull=False)
    return plans.exclude(tournament=tournament).order_by("-tournament__date", "-pk").first()


def given_in(tournament: Tournament) -> QuerySet[PrizeGiven]:
    """Return the prizes handed over and not taken back that are worth something."""
    something = Q(amount__gt=0) | ~Q(lot="")  # a share of nothing could be handed over once
    return PrizeGiven.objects.filter(something, prize__plan__tournament=tournament, cancelled_at=None)


def handed_over(tournament: Tournament) -> list[tuple[Registration, list[PrizeGiven]]]:
    """Return (player's registration, prizes given to him), in the order of the list of prizes."""
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
