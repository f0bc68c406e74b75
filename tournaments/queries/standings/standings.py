"""The standings of a tournament: one shape for the page, the PDF, the API and the big screen."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db.models import Exists, ExpressionWrapper, IntegerField, OuterRef, Q, QuerySet

from tournaments.labels import AWAY, Status
from tournaments.models import Registration, Round, Seat, Tournament
from tournaments.queries.people.entered import CountedEntry, Entered, Person, counted_entries, entered
from tournaments.queries.people.names import (
    is_shared,
    public_club,
    public_club_id,
    public_groups,
    public_name,
    same_named,
    unsaid_groups,
)
from tournaments.queries.standings.boards import MARKS, BoardPoints, BoardRow, Unit, board_rows, unit_of, won_by_round
from tournaments.queries.standings.lines import Line, Mark, PlayerResult, Span, Standings, sheet_of_marks
from tournaments.queries.standings.words import ruled_by
from tournaments.standings import (
    Adjusted,
    PlayerPoints,
    RankedRow,
    Ranking,
    Rule,
    Tie,
    Unfinished,
    adjusted_score,
    rank,
)

# Whether a table is open, as a number: reading `closed_at` would make a datetime for every seat of an event.
IS_OPEN = ExpressionWrapper(Q(table__closed_at__isnull=True), output_field=IntegerField())


@dataclass(frozen=True)
class StandingsChange:
    """
    What a change that is not written yet would alter in a tournament.

    `points` are a round's points, by (registration id, round number): whole, None for no result. `penalties` are whole
    points to add to those in force, by registration id; one more penalty is negative. `adjusted` are adjusted scores,
    by the same keys as `points`: (code, "" for none; assigned points or None). `shifts` are whole points to add to
    those of adjusted donnes, by the same keys. `statuses` are new statuses, by registration id; `players` are those of
    whom a registration becomes, by its id. `rule` are columns of the ranking rule. `boards` are the results of a
    table's boards that count in place of those stored, by table id. `fouled` are the rulings that count about the hands
    of boards, by (table id, board): 0 for none.
    """

    points: Mapping[tuple[int, int], int | None] = field(default_factory=dict)
    penalties: Mapping[int, int] = field(default_factory=dict)
    adjusted: Mapping[tuple[int, int], tuple[str, int | None]] = field(default_factory=dict)
    shifts: Mapping[tuple[int, int], int] = field(default_factory=dict)
    statuses: Mapping[int, str] = field(default_factory=dict)
    players: Mapping[int, Person] = field(default_factory=dict)
    rule: Mapping[str, Any] = field(default_factory=dict)
    boards: Mapping[int, tuple[BoardRow, ...]] = field(default_factory=dict)
    fouled: Mapping[tuple[int, int], int] = field(default_factory=dict)


NOTHING = StandingsChange()
AnyEntry = TypeVar("AnyEntry", Entered, CountedEntry)


@lru_cache(maxsize=4096)
def _mark(
    points: int | None,
    donnes: int,
    exempt: bool,  # noqa: FBT001
    missed: bool,  # noqa: FBT001
    table: int | None,
    contracts: int | None,
) -> Mark:
    """Return a mark, the same object for equal arguments: the 8,000 marks of a page are some hundreds of objects."""
    return Mark(points, donnes, exempt, missed, table=table, contracts=contracts)


def standings(tournament: Tournament, span: Span | None = None) -> Standings:
    """
    Return the standings of a tournament for those who run it, of a `span` of rounds or of all. Three queries.

    `public_standings` is for everybody: it leaves out the hidden rounds.
    """
    return standings_of([tournament], spans=None if span is None else {tournament.pk: span})[tournament.pk]


def standings_of(
    tournaments: Iterable[Tournament],
    changes: Mapping[int, StandingsChange] | None = None,
    spans: Mapping[int, Span] | None = None,
) -> dict[int, Standings]:
    """
    Return the standings of several tournaments, by tournament id. Three queries in all.

    `changes`, by tournament id, count as if they were written. A span counts its rounds only, and the penalties given
    up to its last round.
    """
    read = _read(tournaments, changes or {}, spans or {}, entered)
    return {event.tournament.pk: _standings(event) for event in read}


def results_of(
    tournaments: Iterable[Tournament],
    changes: Mapping[int, StandingsChange] | None = None,
    spans: Mapping[int, Span] | None = None,
) -> dict[int, tuple[PlayerResult, ...]]:
    """
    Return the results in `standings_of` these tournaments that count, without doubles and names. Three queries in all.

    Two hundred evenings of a comité take a third of the time: nobody reads all their names.
    """
    read = _read(tournaments, changes or {}, spans or {}, counted_entries)
    return {event.tournament.pk: tuple(_results(event)) for event in read}


@dataclass(frozen=True)
class _Event(Generic[AnyEntry]):
    """What the ranking of a tournament is counted from; `drawn` and `begun` are numbers of rounds."""

    tournament: Tournament
    drawn: list[int]
    entries: list[AnyEntry]
    marks: Mapping[int, Mapping[int, Mark]]
    begun: Collection[int]
    span: Span | None
    unit: Unit

    @property
    def rounds(self) -> list[int]:
        span = self.span
        return self.drawn if span is None else [number for number in self.drawn if span.first <= number <= span.last]


def _read(
    tournaments: Iterable[Tournament],
    changes: Mapping[int, StandingsChange],
    spans: Mapping[int, Span],
    read_entries: Callable[[QuerySet[Registration]], Iterator[AnyEntry]],
) -> Iterator[_Event[AnyEntry]]:
    """Yield what each ranking is counted from."""
    by_id = {
        tournament.pk: ruled_by(tournament, changes.get(tournament.pk, NOTHING).rule) for tournament in tournaments
    }
    rounds: dict[int, list[int]] = defaultdict(list)
    for tournament_id, number in (
        Round.objects.filter(tournament__in=by_id).order_by("number").values_list("tournament_id", "number")
    ):
        rounds[tournament_id].append(number)
    boards = _boards(by_id.values(), changes, spans)
    marks, begun = _marks(by_id, changes, spans, {pk: won_by_round(by_id[pk], rows) for pk, rows in boards.items()})
    entries = _entries(by_id, changes, spans, marks.keys(), read_entries)
    for pk, tournament in by_id.items():
        unit = unit_of(tournament, boards[pk]) if pk in boards else MARKS
        yield _Event(tournament, rounds[pk], entries[pk], marks, begun[pk], spans.get(pk), unit)


def _boards(
    tournaments: Iterable[Tournament], changes: Mapping[int, StandingsChange], spans: Mapping[int, Span]
) -> dict[int, list[BoardRow]]:
    """Return the results of boards that count, by id of a duplicate tournament. Two queries, none in libre."""
    ruled = {place: ruling for change in changes.values() for place, ruling in change.fouled.items()}
    boards = board_rows(tournaments, {pk: change.boards for pk, change in changes.items() if change.boards}, ruled)
    for pk, span in spans.items():
        if pk in boards:
            boards[pk] = [row for row in boards[pk] if span.first <= row.round <= span.last]
    return boards


def _marks(
    by_id: Mapping[int, Tournament],
    changes: Mapping[int, StandingsChange],
    spans: Mapping[int, Span],
    won: Mapping[int, Mapping[tuple[int, int], BoardPoints]],
) -> tuple[dict[int, dict[int, Mark]], dict[int, set[int]]]:
    """
    Return the marks by registration id and round number, and the begun rounds by tournament id. One query.

    `won` is what each player won in each round of a duplicate tournament, by tournament id.
    """
    marks: dict[int, dict[int, Mark]] = defaultdict(dict)
    begun: dict[int, set[int]] = defaultdict(set)
    adjustments: list[Adjustment] = []
    entered_in: dict[int, int] = {}
    ties = {pk: tournament.ranking_rule.ties for pk, tournament in by_id.items()}
    finished = {pk for pk, tournament in by_id.items() if tournament.is_finished}
    for tournament_id, registration_id, number, table_id, is_open, written, donnes, contracts, shift, *stored in (
        Seat.objects.filter(round__tournament__in=by_id)
        .order_by()
        .values_list(
            *("round__tournament_id", "registration_id", "round__number"),
            *("table_id", IS_OPEN, "result__points", "result__donnes"),
            *("result__contracts", "donne_adjustment", "adjusted", "adjusted_points"),
        )
    ):
        if tournament_id in spans and not spans[tournament_id].first <= number <= spans[tournament_id].last:
            continue
        points, (basis, assigned) = written, stored
        if change := changes.get(tournament_id):
            points = change.points.get((registration_id, number), written)
            basis, assigned = change.adjusted.get((registration_id, number), stored)
            shift += change.shifts.get((registration_id, number), 0)  # noqa: PLW2901
        entered_in[registration_id] = tournament_id
        if tournament_id in won:
            brought = won[tournament_id].get((registration_id, number))
            is_over = not is_open or tournament_id in finished
            marks[registration_id][number] = _mark_won(brought, donnes or 0, table_id, is_over=is_over)
            if brought is not None:
                begun[tournament_id].add(number)
            continue
        table = table_id if Tie.DIRECT in ties[tournament_id] else None
        counted_contracts = contracts if Tie.CONTRACTS in ties[tournament_id] else None
        of_sheet, points = points, (points or 0) + shift if shift else points
        if basis:
            adjustments.append(Adjustment(tournament_id, registration_id, number, basis, assigned))
            marks[registration_id][number] = Mark(
                points, donnes or 0, written=of_sheet, table=table, contracts=counted_contracts
            )
            begun[tournament_id].add(number)
            continue
        is_over = not is_open or tournament_id in finished
        exempt = table_id is None and points is None
        missed = not exempt and points is None and is_over
        mark = _mark(points, donnes or 0, exempt, missed, table, counted_contracts)
        marks[registration_id][number] = replace(mark, written=of_sheet, shift=shift) if shift else mark
        if points is not None:
            begun[tournament_id].add(number)
    _adjust(marks, adjustments, entered_in)
    return marks, begun


def _mark_won(won: BoardPoints | None, donnes: int, table: int | None, *, is_over: bool) -> Mark:
    """Return the mark of a round of duplicate; `won` is None for who has no result in it."""
    if won is None:
        return Mark(donnes=donnes, exempt=table is None, missed=table is not None and is_over)
    return Mark(won.told, donnes, won=won.points, possible=won.weight)


def _entries(
    tournaments: Mapping[int, Tournament],
    changes: Mapping[int, StandingsChange],
    spans: Mapping[int, Span],
    seated_ids: Collection[int],
    read_entries: Callable[[QuerySet[Registration]], Iterator[AnyEntry]],
) -> dict[int, list[AnyEntry]]:
    """Return the registrations of each ranking, by tournament id; `seated_ids` had a seat in the rounds that count."""
    registrations: dict[int, list[AnyEntry]] = defaultdict(list)
    later = taken_later({pk: span.last for pk, span in spans.items() if not span.is_one_round})
    for registration in read_entries(
        Registration.objects.filter(tournament__in=tournaments).filter(
            Exists(Seat.objects.filter(registration=OuterRef("pk"), round__tournament=OuterRef("tournament")))
            | Q(penalty_points__lt=0)
            | Q(pk__in=[pk for change in changes.values() for pk in change.penalties])
        )
    ):
        if span := spans.get(registration.tournament_id):
            until_then = 0 if span.is_one_round else registration.penalty_points - later.get(registration.pk, 0)
            registration = registration._replace(penalty_points=until_then)  # noqa: PLW2901
            if registration.pk not in seated_ids and not registration.penalty_points:
                continue  # he only sat in other rounds
        change = changes.get(registration.tournament_id, NOTHING)
        if extra_points := change.penalties.get(registration.pk):
            registration = registration._replace(penalty_points=registration.penalty_points + extra_points)  # noqa: PLW2901
        if status := change.statuses.get(registration.pk):
            registration = registration._replace(status=status)  # noqa: PLW2901
        if player := change.players.get(registration.pk):
            registration = _of_player(registration, player)  # noqa: PLW2901
        registrations[registration.tournament_id].append(registration)
    return registrations


@dataclass(frozen=True)
class Adjustment:
    """A score that an arbiter put in place of what a round brings."""

    tournament_id: int
    registration_id: int
    number: int
    basis: str
    assigned: int | None


def _adjust(marks: dict[int, dict[int, Mark]], adjustments: list[Adjustment], tournament_of: Mapping[int, int]) -> None:
    """
    Put adjusted scores in their places; averages count the rounds that are not adjusted.

    `tournament_of` is {registration id: tournament id}.
    """
    if not adjustments:
        return
    adjusted_seats = {(adjustment.registration_id, adjustment.number) for adjustment in adjustments}
    own = {
        registration: [
            mark.points
            for number, mark in by_number.items()
            if isinstance(mark.points, int) and (registration, number) not in adjusted_seats
        ]
        for registration, by_number in marks.items()
    }
    everybody: dict[int, list[int]] = defaultdict(list)
    for registration, points in own.items():
        everybody[tournament_of[registration]].extend(points)
    for adjustment in adjustments:
        score = adjusted_score(
            Adjusted(adjustment.basis),
            assigned=adjustment.assigned,
            own=own[adjustment.registration_id],
            everybody=everybody[adjustment.tournament_id],
        )
        mark = marks[adjustment.registration_id][adjustment.number]
        marks[adjustment.registration_id][adjustment.number] = replace(mark, points=score, adjusted=adjustment.basis)


def _of_player(entry: AnyEntry, player: Person) -> AnyEntry:
    """Return an entry as that of another player."""
    if isinstance(entry, Entered):
        return entry._replace(player=player)
    return entry._replace(player_id=player.pk, double_of_id=player.double_of_id)


def ranked_by(tournament: Tournament, span: Span | None = None) -> tuple[Rule, int | None]:
    """
    Return what `rank` needs of a tournament: its rule, and how many rounds are planned (None once it is over).

    Some of the rounds are ranked as they were then, whatever came later; in one round alone, all players are ranked.
    """
    if span is None:
        return tournament.ranking_rule, None if tournament.is_finished else tournament.rounds_planned
    if span.is_one_round:
        return replace(tournament.ranking_rule, unfinished=Unfinished.RANKED, minimum=None), 1
    return tournament.ranking_rule, tournament.rounds_planned


def _ranked(event: _Event[AnyEntry]) -> tuple[Ranking, dict[int, AnyEntry], dict[int, tuple[Mark, ...]]]:
    """Return the ranking, whose rows are counted by start number, and by that number each entry and its marks."""
    rounds = event.rounds
    absent = {number: Mark(missed=number in event.begun) for number in rounds}
    by_number = {entry.start_number: entry for entry in event.entries}
    marks_by_number = {
        number: tuple(event.marks[entry.pk].get(round_number, absent[round_number]) for round_number in rounds)
        for number, entry in by_number.items()
    }
    rule, planned = ranked_by(event.tournament, event.span)
    ranking = rank(
        (_sheet(entry, marks_by_number[number], event.unit) for number, entry in by_number.items()),
        rule,
        planned=planned,
    )
    return ranking, by_number, marks_by_number


def _results(event: _Event[CountedEntry]) -> Iterator[PlayerResult]:
    """Yield the results that count, as `Line.counts` and its other columns say."""
    ranking, by_number, marks_by_number = _ranked(event)
    rounds = event.rounds
    for row in ranking:
        entry = by_number[row.sheet.key]
        marks = marks_by_number[entry.start_number]
        has_result = any(mark.points is not None for mark in marks) or entry.penalty_points < 0 or any(row.given)
        if has_result and entry.double_of_id is None:
            here = _presence(row, rounds)
            yield PlayerResult(entry.player_id, row.place, row.shared, event.unit.told(row.total), *here)


def _presence(row: RankedRow, rounds: list[int]) -> tuple[int | None, int | None]:
    """Return `arrived_at` and `left_after` of a line."""
    presence = row.presence
    last_round = 0 if presence.last is None else rounds[presence.last]
    return None if presence.arrived is None else rounds[presence.arrived], last_round if presence.left else None


def _standings(event: _Event[Entered]) -> Standings:
    """Return the ranking, its rows joined with names."""
    ranking, by_number, marks_by_number = _ranked(event)
    tournament, rounds = event.tournament, event.rounds
    lines = tuple(
        _line(tournament, row, by_number[row.sheet.key], marks_by_number[row.sheet.key], rounds, event.unit)
        for row in ranking
    )
    if any(row.sheet.is_out for row in ranking):
        lines = _with_doubles(lines, by_number)
    if same := same_named(lines):
        lines = tuple(replace(line, is_namesake=True) if line.start_number in same else line for line in lines)
    required = ranking[0].required if ranking else 0
    return Standings(tournament, tuple(rounds), lines, required, drawn=tuple(event.drawn), span=event.span)


def _sheet(entry: Entered | CountedEntry, marks: tuple[Mark, ...], unit: Unit) -> PlayerPoints:
    return sheet_of_marks(
        entry.start_number,
        marks,
        entry.penalty_points,
        unit,
        is_gone=entry.status in AWAY,
        is_out=is_out(entry.status, entry.double_of_id)
        or (bool(unit.whole) and not any(mark.possible for mark in marks)),
    )


def is_out(status: str, double_of: int | None) -> bool:
    """Return whether a player has no place whatever the rule: a double (`double_of` another), or excluded."""
    return double_of is not None or status == Status.EXCLUDED


def _with_doubles(lines: tuple[Line, ...], by_number: Mapping[int, Entered]) -> tuple[Line, ...]:
    """Return the lines; each double's line gets the start number under which the person is ranked."""
    number_of = {entry.player_id: number for number, entry in by_number.items()}
    double_of = {number: entry.player.double_of_id for number, entry in by_number.items()}
    return tuple(
        line
        if (player := double_of[line.start_number]) is None
        else replace(line, double_of=number_of.get(player, 0), arrived_at=None, left_after=None)
        for line in lines
    )


def _line(
    tournament: Tournament,
    row: RankedRow,
    registration: Entered,
    marks: tuple[Mark, ...],
    rounds: list[int],
    unit: Unit,
) -> Line:
    arrived_at, left_after = _presence(row, rounds)
    return Line(
        tournament=tournament,
        place=row.place,
        shared=row.shared,
        registration_id=registration.pk,
        player_id=registration.player_id,
        start_number=registration.start_number,
        name=public_name(registration),
        is_named=registration.player.consent,
        is_shared=is_shared(registration.player),
        club=public_club(registration.player),
        club_id=public_club_id(registration.player),
        marks=marks
        if not any(row.given)
        else tuple(
            replace(mark, given=given_points) if given_points else mark
            for mark, given_points in zip(marks, row.given, strict=True)
        ),
        penalties=registration.penalty_points,
        total=unit.told(row.total),
        unit=unit,
        attended=row.presence.attended,
        required=row.required,
        arrived_at=arrived_at,
        left_after=left_after,
        is_gone=row.sheet.is_gone,
        is_excluded=registration.status == Status.EXCLUDED,
        groups=public_groups(registration.player, registration.ages),
        unsaid=unsaid_groups(registration.player, registration.ages),
        tried=row.tried,
        adjusted_rounds=tuple((number, mark) for number, mark in zip(rounds, marks, strict=True) if mark.is_adjusted),
    )


Rounds = Mapping[int, int]  # the number of a round, by tournament id
TakenLater = Callable[[Rounds], dict[int, int]]

_registered: list[TakenLater] = []


def tells_taken_later(query: TakenLater) -> TakenLater:
    """
    Register the function that `taken_later` calls: it returns whole points, negative, by registration id.

    Only the last registered function is used. It may leave out registrations without such a penalty.
    """
    _registered[:] = [query]
    return query


def taken_later(rounds: Rounds) -> dict[int, int]:
    """Return, by registration id, what penalties in force took after these rounds; {} without a registered function."""
    return _registered[0](rounds) if rounds and _registered else {}
