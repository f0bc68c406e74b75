"""The figures of a season: its evenings, its players, what was played. Hidden rounds do not count."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, Sum

from scoring.labels import Outcome
from scoring.models import SheetLine
from tournaments.labels import BEFORE_PLAY, TournamentState
from tournaments.models import Season, Seat, Tournament, is_shown
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.standings.cached import public_lines
from tournaments.queries.standings.leagues import IN_TIME
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.public import in_shown_rounds


@dataclass(frozen=True)
class EveningHeld:
    """An evening of a season: how many players came, and the first of the ranking once it is over."""

    event: Tournament
    came: int
    winners: tuple[Line, ...]
    is_over: bool

    @property
    def named_winners(self) -> str:
        return ", ".join(line.name for line in self.winners if line.is_named)

    @property
    def has_nameless_winner(self) -> bool:
        return any(not line.is_named for line in self.winners)


@dataclass(frozen=True)
class SeasonFigures:
    """
    The totals of a season. Its evenings are those with a result, by date.

    `players` counts each person once. `donnes` are those written on sheets, None when an evening has none: the total is
    then unknown. `contracts` made are None when one result does not tell them.
    """

    evenings: tuple[EveningHeld, ...]
    players: int
    rounds: int
    donnes: int | None
    contracts: int | None

    @property
    def came(self) -> int:
        """Return the sum of players of all evenings: a player counts as often as he came."""
        return sum(evening.came for evening in self.evenings)

    @property
    def average(self) -> int:
        """Return the average number of players of an evening."""
        return round(self.came / len(self.evenings))

    @property
    def days(self) -> tuple[date, date]:
        return self.evenings[0].event.date, self.evenings[-1].event.date


def season_figures(season: Season) -> SeasonFigures | None:
    """Return the figures of a season, None before its first result. Seven queries, however many evenings."""
    shown = Tournament.objects.filter(is_shown(), season=season).exclude(state__in=BEFORE_PLAY)
    lines_of = public_lines(events := list(shown.select_related("club").order_by(*IN_TIME)))
    evenings = tuple(_held(event, lines_of[event.pk]) for event in events if lines_of.get(event.pk))
    if not evenings:
        return None
    seats = Seat.objects.filter(HAS_A_SCORE, in_shown_rounds(events)).order_by()
    told = seats.aggregate(
        rounds=Count("round", distinct=True),
        made=Sum("result__contracts"),
        untold=Count("pk", filter=Q(result__isnull=True) | Q(result__contracts=None)),
    )
    written = SheetLine.objects.filter(
        table__in=seats.filter(table__isnull=False).values("table"), current=True, outcome=Outcome.PLAYED
    )
    donnes = written.aggregate(all=Count("pk"), evenings=Count("table__round__tournament", distinct=True))
    return SeasonFigures(
        evenings=evenings,
        players=len({line.player_id for lines in lines_of.values() for line in lines}),
        rounds=told["rounds"],
        donnes=donnes["all"] if donnes["evenings"] == len(evenings) else None,
        contracts=told["made"] if not told["untold"] else None,
    )


def _held(event: Tournament, lines: tuple[Line, ...]) -> EveningHeld:
    is_over = event.state != TournamentState.RUNNING and event.last_shown_round is None
    winners = tuple(line for line in lines if line.place == 1) if is_over else ()
    return EveningHeld(event, len(lines), winners, is_over)
