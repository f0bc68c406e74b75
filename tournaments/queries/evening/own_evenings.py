"""A player's own evening (« my » is his): his table and the way to it, his path, his place and the nearest ones."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.kit.text import Total
from tournaments.labels import BEFORE_PLAY, OVER, TournamentState
from tournaments.models import Club, Player, Registration, Seat, Table, Tournament, is_shown
from tournaments.queries.draws.movements import next_move, published_movements, walk
from tournaments.queries.people.names import names_apart, public_name
from tournaments.queries.standings.lines import Line, Standings
from tournaments.queries.standings.public import public_standings_of
from tournaments.queries.standings.teams import TeamLine, cached_team_standings, team_of
from tournaments.seating import Movement
from tournaments.standings import difference

PAST = 10


@dataclass(frozen=True)
class Companion:
    """A player at my table, or myself, in playing order."""

    chair: str
    letter: str
    name: str
    is_me: bool


@dataclass(frozen=True)
class OwnRound:
    """
    My place in a round, my companions, and my points; `table` is None if I am exempt.

    `over` means that my sheet is closed or, if I am exempt, that all sheets are.
    """

    number: int
    table: int | None
    chair: str
    companions: tuple[Companion, ...]
    points: Total | None
    closed: bool
    exempt: bool
    over: bool
    chair_index: int | None = None
    adjusted: bool = False

    @property
    def others(self) -> str:
        return ", ".join(other.name for other in self.companions if not other.is_me)


@dataclass(frozen=True)
class Gap:
    """The nearest place before mine or after it: the points between the two totals, never negative."""

    place: int
    name: str
    points: Total


@dataclass(frozen=True)
class OwnTournament:
    """
    My tournament; `rounds` begin with the latest, `rule` is (its first round, movement).

    `first_sheet` is the first round in which I had a table, if the tournament is over: its page leads to the others.
    `team` is the line of my team, once one of its members has one.
    """

    registration: Registration
    rounds: tuple[OwnRound, ...]
    line: Line | None
    ranked: int
    rule: tuple[int, Movement] | None = None
    ahead: Gap | None = None
    behind: Gap | None = None
    first_sheet: int | None = None
    team: TeamLine | None = None

    @property
    def now(self) -> OwnRound | None:
        """My round now: the first that is not over, or a later one that has begun; None without rounds."""
        if not self.rounds:
            return None
        waiting = [round_ for round_ in self.rounds if not round_.over]
        begun = [round_ for round_ in self.rounds if round_.points is not None]
        return max([*waiting[-1:], *begun[:1]], key=lambda round_: round_.number) if waiting else self.rounds[0]

    @property
    def way(self) -> str:
        """The way to my table of `now` from my table before, in words; "" once something is written there."""
        before = next((earlier for earlier in self.rounds if self.now and earlier.number < self.now.number), None)
        if self.now is None or before is None or self.now.over or self.now.points is not None:
            return ""
        return walk(_place(before), _place(self.now))

    @property
    def after(self) -> OwnRound | None:
        """My round after `now`, if it is drawn already."""
        later = [round_ for round_ in self.rounds if self.now and round_.number > self.now.number]
        return later[-1] if later else None

    @property
    def movement(self) -> str:
        """The way from my table of `now` to the next, in words: by the draw's rule, if it holds for me."""
        if self.now is None:
            return ""
        if self.rule is not None:
            first_round, movement = self.rule
            path = {round_.number: place for round_ in self.rounds if (place := _place(round_)) is not None}
            words = next_move(movement, path, first_round, self.now.number)
            if words:
                return words
        if self.after is not None and self.after.exempt:
            return _("Ensuite, vous êtes exempt.")
        return walk(None, _place(self.after), is_next=True)


@dataclass(frozen=True)
class OwnEvenings:
    """The tournaments of a player; only the first of `past` has rounds, if it is the latest of all."""

    running: tuple[OwnTournament, ...]
    coming: tuple[Registration, ...]
    past: tuple[OwnTournament, ...]

    @property
    def is_cut(self) -> bool:
        """True if `past` has reached its limit: older tournaments are on a page of their own."""
        return len(self.past) >= PAST


def entries(player: Player, *among: Q) -> list[Registration]:
    """Return a player's registrations, the latest first: the open ones, the last ten that are over; `among` filters."""
    is_open = _entered(player).exclude(tournament__state__in=OVER)
    return [*is_open.filter(*among), *past_entries(player).filter(*among)[:PAST]]


def past_entries(player: Player) -> QuerySet[Registration]:
    """Return all of a player's registrations in tournaments that are over, the latest first."""
    return _entered(player).filter(tournament__state__in=OVER)


def entries_at(club: Club, player: Player) -> QuerySet[Registration]:
    """Return a player's registrations at one club, the latest first."""
    return _entered(player).filter(tournament__club=club)


def _entered(player: Player) -> QuerySet[Registration]:
    registrations = player.registrations.filter(is_shown("tournament__"))
    whole = registrations.select_related("tournament__club", "player", "team").prefetch_related("team__members__player")
    return whole.order_by("-tournament__date", "-tournament_id")


def own_evenings(
    registrations: list[Registration],
    *,
    ranked: Callable[[Iterable[Tournament]], Mapping[int, Standings]] = public_standings_of,
) -> OwnEvenings:
    """
    Return a player's evenings from his registrations. Six queries, more for tournaments by teams that have changed.

    `ranked` is the function that reads the standings; `cached_standings` reads only those that have changed.
    """
    in_teams = [entry.tournament for entry in registrations if entry.team_id is not None]
    team_standings = cached_team_standings(in_teams) if in_teams else {}
    standings_by_id = ranked(registration.tournament for registration in registrations)
    seated = {entry.pk: entry.tournament_id for entry in _with_path(registrations)}
    rounds = _paths(seated)
    rules = published_movements(seated.values())
    sheets = _first_sheets(registrations)
    by_state: dict[str, list[OwnTournament]] = defaultdict(list)
    for registration in registrations:
        standings = standings_by_id[registration.tournament_id]
        line = standings.line_of(registration.pk)
        ahead, behind = _gaps(standings, line)
        by_state[registration.tournament.state].append(
            OwnTournament(
                registration=registration,
                rounds=tuple(_counted(round_, standings, line) for round_ in rounds[registration.pk]),
                line=line,
                ranked=len(standings.ranked),
                rule=rules.get(registration.tournament_id),
                ahead=ahead,
                behind=behind,
                first_sheet=sheets.get(registration.pk),
                team=team_of(team_standings.get(registration.tournament_id), registration.pk),
            )
        )
    return OwnEvenings(
        running=tuple(by_state[TournamentState.RUNNING]),
        coming=tuple(event.registration for state in BEFORE_PLAY for event in by_state[state]),
        past=tuple(event for state in OVER for event in by_state[state]),
    )


def _first_sheets(registrations: Iterable[Registration]) -> dict[int, int]:
    """Return, by registration id, the first round with a table in tournaments that are over. One query."""
    is_over = [entry.pk for entry in registrations if entry.tournament.state in OVER]
    seats = Seat.objects.filter(registration__in=is_over, table__isnull=False, round__tournament__isnull=False)
    return dict(seats.order_by().values_list("registration").annotate(Min("round__number")))


def _with_path(registrations: Iterable[Registration]) -> list[Registration]:
    """Return the registrations shown with their rounds: those being played, and the latest that is over."""
    listed = list(registrations)
    is_over = [entry for entry in listed if entry.tournament.state in OVER]
    return [entry for entry in listed if entry.tournament.state == TournamentState.RUNNING] + is_over[:1]


def _paths(registration_ids: Iterable[int]) -> dict[int, list[OwnRound]]:
    """Return the rounds of these registrations (ids), the latest first. One query."""
    registration_ids = set(registration_ids)
    own = Seat.objects.filter(registration__in=registration_ids).order_by()
    # Two indexes are read, one after the other: under an OR PostgreSQL reads every seat of the site.
    at_my_tables = own.values("pk").union(Seat.objects.filter(table__in=own.values("table")).order_by().values("pk"))
    seats = list(
        Seat.objects.filter(pk__in=at_my_tables, round__tournament__isnull=False)
        .annotate(round_open=Exists(Table.objects.filter(round=OuterRef("round"), closed_at=None)))
        .select_related("round", "table", "result", "registration__player")
        .order_by("-round__number", "chair")
    )
    rounds: dict[int, list[OwnRound]] = defaultdict(list)
    for seat in seats:
        if seat.registration_id in registration_ids:
            rounds[seat.registration_id].append(_round(seat, seats))
    return rounds


def _gaps(standings: Standings, line: Line | None) -> tuple[Gap | None, Gap | None]:
    """Return the gaps to the nearest places before and after a line; (None, None) if the line has no place."""
    if line is None or line.place is None or not line.counts:
        return None, None
    ahead = [other for other in standings.ranked if other.place < line.place]  # type: ignore[operator]
    behind = [other for other in standings.ranked if other.place > line.place]  # type: ignore[operator]
    return _gap(ahead[-1:], line), _gap(behind[:1], line)


def _gap(nearest: Sequence[Line], line: Line) -> Gap | None:
    return next(
        (Gap(neighbour.place or 0, neighbour.name, difference(neighbour.total, line.total)) for neighbour in nearest),
        None,
    )


def _place(round_: OwnRound | None) -> tuple[int, int] | None:
    """Return (table from 1, chair from 0) of a round; None if there is no table."""
    if round_ is None or round_.table is None or round_.chair_index is None:
        return None
    return round_.table, round_.chair_index


def _counted(round_: OwnRound, standings: Standings, line: Line | None) -> OwnRound:
    """
    Return a round with the adjusted score if an arbiter replaced the sheet's score.

    In duplicate it has what its boards won, and nothing while somebody has still to play them: its marks are no result.
    """
    if standings.tournament.is_duplicate:
        won = dict(zip(standings.rounds, line.marks, strict=True)).get(round_.number) if line is not None else None
        return replace(round_, points=None if won is None else won.points)
    changed = dict(line.adjusted_rounds) if line is not None else {}
    mark = changed.get(round_.number)
    return round_ if mark is None else replace(round_, points=mark.points, adjusted=True, exempt=False)


def _round(seat: Seat, seats: Sequence[Seat]) -> OwnRound:
    """Return my round: I have my full name, companions are named only if they consented."""
    points = seat.result.points if hasattr(seat, "result") else None
    at_table = [other for other in seats if seat.table_id is not None and other.table_id == seat.table_id]
    entries = [other.registration for other in at_table]
    names = names_apart(
        entries, (entry.player.full_name if entry == seat.registration else public_name(entry) for entry in entries)
    )
    closed = seat.table is not None and seat.table.closed_at is not None
    return OwnRound(
        number=seat.round.number,
        table=seat.table.number if seat.table is not None else None,
        chair=seat.name,
        companions=tuple(
            Companion(
                chair=other.name,
                letter=other.letter,
                name=name,
                is_me=other.pk == seat.pk,
            )
            for other, name in zip(at_table, names, strict=True)
        ),
        points=points,
        closed=closed,
        exempt=seat.table_id is None and points is None,
        over=closed or not seat.round_open,  # type: ignore[attr-defined]
        chair_index=seat.chair,
    )
