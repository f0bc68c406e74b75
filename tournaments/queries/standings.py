"""Who leads a tournament: one shape for the page, the PDF, the API and the big screen."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Exists, OuterRef, Q

from tournaments.labels import Group, Status
from tournaments.models import Registration, Round, Seat, Tournament
from tournaments.queries.groups import groups_of, lines_of_group
from tournaments.queries.names import public_club, public_groups, public_name
from tournaments.queries.ranking_words import adjusted, arrived, left, out
from tournaments.standings import Adjusted, Away, Brought, Row, Rule, Sheet, adjusted_score, rank

# Who has one of these takes part in no further round.
GONE = (Status.WITHDRAWN, Status.ABSENT)


@dataclass(frozen=True)
class Mark:
    """
    What a round brought: points of one's own, or None with the reason when there is one.

    `given` is what the rule of the tournament gives for a round exempt or missed, once it has begun. `adjusted` says
    where `points` come from when an arbiter put them in place of what the sheet gives, which is `written`.
    """

    points: int | None = None
    donnes: int = 0
    exempt: bool = False
    missed: bool = False
    given: int = 0
    adjusted: str = ""
    written: int | None = None

    @property
    def brought(self) -> Brought:
        if self.points is not None:
            return self.points
        if self.exempt:
            return Away.EXEMPT
        return Away.MISSED if self.missed else None


@dataclass(frozen=True)
class Change:
    """
    What would be otherwise in a tournament, before anything is written.

    `points` are what a round would bring, by (registration id, round number): whole, None where it would bring nothing.
    `penalties` are whole points to be added to those in force, by registration id: negative for one more.
    `adjusted` are the scores that stand in place of what a round brings: what they rest on, empty for none any more,
    and the points that were assigned.
    """

    points: Mapping[tuple[int, int], int | None] = field(default_factory=dict)
    penalties: Mapping[int, int] = field(default_factory=dict)
    adjusted: Mapping[tuple[int, int], tuple[str, int | None]] = field(default_factory=dict)


NOTHING = Change()


@dataclass(frozen=True)
class Line:
    """
    One player's line; `name`, `club` and `groups` are fit for everyone.

    `place` is None for who is out of the ranking. `overall` is his place among everybody, in a ranking of one group.
    `arrived_at` is the round he came for, when others had played before; `left_after` the last he took part in (0 is
    none) when he left before the end. `attended` counts the rounds he took part in, exempt ones too, and `required` is
    how many it takes to be ranked; `total` has what the rule gave.
    """

    tournament: Tournament
    place: int | None
    shared: bool
    registration_id: int
    player_id: int
    start_number: int
    name: str
    is_named: bool
    club: str
    marks: tuple[Mark, ...]
    penalties: int
    total: int
    attended: int = 0
    required: int = 0
    arrived_at: int | None = None
    left_after: int | None = None
    is_gone: bool = False
    groups: frozenset[Group] = frozenset()
    overall: int | None = None
    adjusted_rounds: tuple[tuple[int, Mark], ...] = ()

    @property
    def is_ranked(self) -> bool:
        return self.place is not None

    @property
    def remarks(self) -> list[str]:
        """What is to be said of who did not play all of it, in words."""
        return [
            *([arrived(self.tournament, self.arrived_at)] if self.arrived_at is not None else []),
            *([left(self.tournament, self.left_after)] if self.left_after is not None else []),
            *(adjusted(self.tournament, number, mark.adjusted) for number, mark in self.adjusted_rounds),
            *([] if self.is_ranked else [out(self.tournament, self.attended, self.required)]),
        ]

    @property
    def donnes(self) -> int:
        return sum(mark.donnes for mark in self.marks)

    @property
    def rounds_played(self) -> int:
        return sum(mark.points is not None for mark in self.marks)

    @property
    def counts(self) -> bool:
        """Whether anything happened yet: a player who only has a chair in the first round is no result."""
        return self.rounds_played > 0 or self.penalties < 0 or any(mark.given for mark in self.marks)

    @property
    def sheet(self) -> Sheet:
        """What the line is counted from; keys are start numbers."""
        return Sheet(self.start_number, tuple(mark.brought for mark in self.marks), self.penalties, self.is_gone)


@dataclass(frozen=True)
class Standings:
    """
    The ranking of a tournament as it stands, from the first place to the last; who is out of it stands last.

    `required` is how many rounds one has to take part in to be ranked. `group` says whose ranking it is, None for
    everybody's.
    """

    tournament: Tournament
    rounds: tuple[int, ...]
    lines: tuple[Line, ...]
    required: int = 0
    group: Group | None = None

    @property
    def ranked(self) -> tuple[Line, ...]:
        """The lines that have a place: podiums and prizes are theirs."""
        return tuple(line for line in self.lines if line.is_ranked)

    @property
    def has_penalties(self) -> bool:
        return any(line.penalties for line in self.lines)

    @property
    def has_unranked(self) -> bool:
        return any(not line.is_ranked for line in self.lines)

    @property
    def has_late(self) -> bool:
        return any(line.arrived_at is not None for line in self.lines)

    @property
    def has_left(self) -> bool:
        return any(line.left_after is not None for line in self.lines)

    @property
    def has_marks(self) -> bool:
        """Whether a legend is needed: of who is out of the ranking, came late or left."""
        return self.has_unranked or self.has_late or self.has_left

    @property
    def groups(self) -> list[Group]:
        """The groups to choose from; none when everybody who is named is in the same."""
        return groups_of(self.lines)

    @property
    def has_several_clubs(self) -> bool:
        return len({line.club for line in self.lines if line.club}) > 1

    @property
    def rounds_begun(self) -> int:
        """How many rounds have brought somebody points."""
        return sum(
            any(line.marks[index].points is not None for line in self.lines) for index in range(len(self.rounds))
        )

    def line_of(self, registration_id: int) -> Line | None:
        return next((line for line in self.lines if line.registration_id == registration_id), None)

    def of_group(self, group: Group | None) -> "Standings":
        """Return the ranking of one group, with places of its own; everybody's for None."""
        return self if group is None else replace(self, lines=lines_of_group(self.lines, group), group=group)


def standings(tournament: Tournament) -> Standings:
    """Return the standings of a tournament: three queries, whatever its size."""
    return standings_of([tournament])[tournament.pk]


def standings_of(
    tournaments: Iterable[Tournament], changes: Mapping[int, Change] | None = None
) -> dict[int, Standings]:
    """
    Return the standings of several tournaments by their ids: three queries in all.

    `changes` by tournament ids are counted as if they had been written.
    """
    changes = changes or {}
    wanted = {tournament.pk: tournament for tournament in tournaments}
    rounds: dict[int, list[int]] = defaultdict(list)
    for tournament_id, number in (
        Round.objects.filter(tournament__in=wanted).order_by("number").values_list("tournament_id", "number")
    ):
        rounds[tournament_id].append(number)
    marks: dict[int, dict[int, Mark]] = defaultdict(dict)
    begun: dict[int, set[int]] = defaultdict(set)
    changed: list[Adjustment] = []
    entered_in: dict[int, int] = {}
    for tournament_id, registration_id, number, table_id, closed_at, written, donnes, *stored in (
        Seat.objects.filter(round__tournament__in=wanted)
        .order_by()
        .values_list(
            *("round__tournament_id", "registration_id", "round__number"),
            *("table_id", "table__closed_at", "result__points", "result__donnes"),
            *("adjusted", "adjusted_points"),
        )
    ):
        change = changes.get(tournament_id, NOTHING)
        points = change.points.get((registration_id, number), written)
        basis, assigned = change.adjusted.get((registration_id, number), stored)
        entered_in[registration_id] = tournament_id
        if basis:
            changed.append(Adjustment(tournament_id, registration_id, number, basis, assigned))
            marks[registration_id][number] = Mark(points, donnes or 0, written=points)
            begun[tournament_id].add(number)
            continue
        is_over = closed_at is not None or wanted[tournament_id].is_finished
        exempt = table_id is None and points is None
        marks[registration_id][number] = Mark(points, donnes or 0, exempt, not exempt and points is None and is_over)
        if points is not None:
            begun[tournament_id].add(number)
    _adjust(marks, changed, entered_in)
    registrations: dict[int, list[Registration]] = defaultdict(list)
    for registration in (
        Registration.objects.filter(tournament__in=wanted)
        .filter(
            Exists(Seat.objects.filter(registration=OuterRef("pk"), round__tournament=OuterRef("tournament")))
            | Q(penalty_points__lt=0)
            | Q(pk__in=[pk for change in changes.values() for pk in change.penalties])
        )
        .select_related("player__club")
    ):
        change = changes.get(registration.tournament_id, NOTHING)
        registration.penalty_points += change.penalties.get(registration.pk, 0)
        registrations[registration.tournament_id].append(registration)
    return {
        pk: _standings(tournament, rounds[pk], registrations[pk], marks, begun[pk]) for pk, tournament in wanted.items()
    }


@dataclass(frozen=True)
class Adjustment:
    """A score that an arbiter put in place of what a round brings."""

    tournament_id: int
    registration_id: int
    number: int
    basis: str
    assigned: int | None


def _adjust(marks: dict[int, dict[int, Mark]], changed: list[Adjustment], of: Mapping[int, int]) -> None:
    """
    Put adjusted scores in their places: averages are of the rounds that nobody adjusted.

    `of` says of which tournament each registration is.
    """
    if not changed:
        return
    is_changed = {(each.registration_id, each.number) for each in changed}
    own = {
        registration: [
            mark.points
            for number, mark in theirs.items()
            if mark.points is not None and (registration, number) not in is_changed
        ]
        for registration, theirs in marks.items()
    }
    everybody: dict[int, list[int]] = defaultdict(list)
    for registration, points in own.items():
        everybody[of[registration]].extend(points)
    for each in changed:
        score = adjusted_score(
            Adjusted(each.basis),
            assigned=each.assigned,
            own=own[each.registration_id],
            everybody=everybody[each.tournament_id],
        )
        mark = marks[each.registration_id][each.number]
        marks[each.registration_id][each.number] = replace(mark, points=score, adjusted=each.basis)


def ranked_by(tournament: Tournament) -> tuple[Rule, int | None]:
    """Return what `rank` asks of a tournament: its rule, and how many rounds are planned (None once it is over)."""
    return tournament.ranking_rule, None if tournament.is_finished else tournament.rounds_planned


def _standings(
    tournament: Tournament,
    rounds: list[int],
    registrations: list[Registration],
    marks: dict[int, dict[int, Mark]],
    begun: Collection[int],
) -> Standings:
    """Rank by start number and join what people read."""
    absent = {number: Mark(missed=number in begun) for number in rounds}
    by_number = {registration.start_number: registration for registration in registrations}
    theirs = {
        number: tuple(marks[registration.pk].get(each, absent[each]) for each in rounds)
        for number, registration in by_number.items()
    }
    rule, planned = ranked_by(tournament)
    ranking = rank(
        (
            Sheet(
                number,
                tuple(mark.brought for mark in theirs[number]),
                registration.penalty_points,
                registration.status in GONE,
            )
            for number, registration in by_number.items()
        ),
        rule,
        planned=planned,
    )
    lines = tuple(_line(tournament, row, by_number[row.sheet.key], theirs[row.sheet.key], rounds) for row in ranking)
    return Standings(tournament, tuple(rounds), lines, ranking[0].required if ranking else 0)


def _line(
    tournament: Tournament, row: Row, registration: Registration, marks: tuple[Mark, ...], rounds: list[int]
) -> Line:
    took = row.presence
    last = 0 if took.last is None else rounds[took.last]
    return Line(
        tournament=tournament,
        place=row.place,
        shared=row.shared,
        registration_id=registration.pk,
        player_id=registration.player_id,
        start_number=registration.start_number,
        name=public_name(registration),
        is_named=registration.player.consent,
        club=public_club(registration.player),
        marks=marks
        if not any(row.given)
        else tuple(replace(mark, given=given) if given else mark for mark, given in zip(marks, row.given, strict=True)),
        penalties=row.sheet.penalties,
        total=row.total,
        attended=took.attended,
        required=row.required,
        arrived_at=None if took.arrived is None else rounds[took.arrived],
        left_after=last if took.left else None,
        is_gone=row.sheet.is_gone,
        groups=public_groups(registration.player),
        adjusted_rounds=tuple((number, mark) for number, mark in zip(rounds, marks, strict=True) if mark.adjusted),
    )
