"""A player's own evening: my table now, my marks, my place."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q

from tournaments.labels import BEFORE_PLAY, OVER, TournamentState
from tournaments.models import Player, Registration, Seat, Table, is_shown
from tournaments.queries.movements import next_move, published_movements
from tournaments.queries.names import public_name
from tournaments.queries.standings import Line, standings_of
from tournaments.seating import Movement

PAST = 10


@dataclass(frozen=True)
class Companion:
    """Somebody at my table, myself included, in playing order."""

    chair: str
    letter: str
    name: str
    is_me: bool


@dataclass(frozen=True)
class OwnRound:
    """
    My round: where I sit and with whom, and what it brought; `table` is None when I am exempt.

    `over` says that my sheet is closed or, when I am exempt, that everybody's is.
    """

    number: int
    table: int | None
    chair: str
    companions: tuple[Companion, ...]
    points: int | None
    closed: bool
    exempt: bool
    over: bool
    chair_index: int | None = None
    adjusted: bool = False


@dataclass(frozen=True)
class OwnTournament:
    """A tournament as I live it; `rounds` begin with the latest, `rule` has its first position."""

    registration: Registration
    rounds: tuple[OwnRound, ...]
    line: Line | None
    ranked: int
    rule: tuple[int, Movement] | None = None

    @property
    def now(self) -> OwnRound | None:
        """Where I have to be: my first round that is not over, or a later one that has begun; all may be drawn."""
        if not self.rounds:
            return None
        waiting = [round_ for round_ in self.rounds if not round_.over]
        begun = [round_ for round_ in self.rounds if round_.points is not None]
        return max([*waiting[-1:], *begun[:1]], key=lambda round_: round_.number) if waiting else self.rounds[0]

    @property
    def movement(self) -> str:
        """How to go from the table of `now` to the next one by the rule of the draw; nothing when it does not hold."""
        if self.rule is None or self.now is None:
            return ""
        first, movement = self.rule
        path = {
            round_.number: (round_.table, round_.chair_index)
            for round_ in self.rounds
            if round_.table and round_.chair_index is not None
        }
        return next_move(movement, path, first, self.now.number)


@dataclass(frozen=True)
class Own:
    running: tuple[OwnTournament, ...]
    coming: tuple[Registration, ...]
    past: tuple[OwnTournament, ...]


def entries(player: Player) -> list[Registration]:
    """Return what a player is entered in, the latest first: what is open, and the last that are over."""
    registrations = (
        player.registrations.filter(is_shown("tournament__"))
        .select_related("tournament__club", "player")
        .order_by("-tournament__date", "-tournament_id")
    )
    is_open = registrations.exclude(tournament__state__in=OVER)
    is_over = registrations.filter(tournament__state__in=OVER)
    return [*is_open, *is_over[:PAST]]


def own(registrations: list[Registration]) -> Own:
    """Return a player's evenings from his entries: five queries."""
    standings_by_id = standings_of(registration.tournament for registration in registrations)
    mine = {registration.pk for registration in registrations}
    at_my_tables = Q(registration__in=mine) | Q(table__seats__registration__in=mine)
    seats = (
        Seat.objects.filter(at_my_tables, round__tournament__state=TournamentState.RUNNING)
        .annotate(round_open=Exists(Table.objects.filter(round=OuterRef("round"), closed_at=None)))
        .distinct()
        .select_related("round", "table", "result", "registration__player")
        .order_by("-round__number", "chair")
    )
    people = list(seats)
    rounds: dict[int, list[OwnRound]] = defaultdict(list)
    for seat in people:
        if seat.registration_id in mine:
            rounds[seat.registration_id].append(_round(seat, people))
    running = [entry.tournament_id for entry in registrations if entry.tournament.state == TournamentState.RUNNING]
    rules = published_movements(running)
    by_state: dict[str, list[OwnTournament]] = defaultdict(list)
    for registration in registrations:
        standings = standings_by_id[registration.tournament_id]
        line = standings.line_of(registration.pk)
        by_state[registration.tournament.state].append(
            OwnTournament(
                registration=registration,
                rounds=tuple(_counted(round_, line) for round_ in rounds[registration.pk]),
                line=line,
                ranked=len(standings.ranked),
                rule=rules.get(registration.tournament_id),
            )
        )
    return Own(
        running=tuple(by_state[TournamentState.RUNNING]),
        coming=tuple(event.registration for state in BEFORE_PLAY for event in by_state[state]),
        past=tuple(event for state in OVER for event in by_state[state]),
    )


def _counted(round_: OwnRound, line: Line | None) -> OwnRound:
    """Return a round with what it counts for, where an arbiter put a score in place of what the sheet gives."""
    changed = dict(line.adjusted_rounds) if line is not None else {}
    mark = changed.get(round_.number)
    return round_ if mark is None else replace(round_, points=mark.points, adjusted=True, exempt=False)


def _round(seat: Seat, people: Sequence[Seat]) -> OwnRound:
    """My table is for me alone, and still only those who consented have a name there."""
    points = seat.result.points if hasattr(seat, "result") else None
    closed = seat.table is not None and seat.table.closed_at is not None
    return OwnRound(
        number=seat.round.number,
        table=seat.table.number if seat.table is not None else None,
        chair=seat.name,
        companions=tuple(
            Companion(
                chair=other.name,
                letter=other.letter,
                name=seat.registration.player.full_name if other.pk == seat.pk else public_name(other.registration),
                is_me=other.pk == seat.pk,
            )
            for other in people
            if seat.table_id is not None and other.table_id == seat.table_id
        ),
        points=points,
        closed=closed,
        exempt=seat.table_id is None and points is None,
        over=closed or not seat.round_open,  # type: ignore[attr-defined]
        chair_index=seat.chair,
    )
