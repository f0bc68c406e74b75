"""Who leads a tournament: one shape for the page, the PDF, the API and the big screen."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Registration, Round, Seat, Tournament
from tournaments.queries.names import public_club, public_name
from tournaments.standings import Sheet, rank


@dataclass(frozen=True)
class Mark:
    """What a round brought: points, or None with the reason when there is one."""

    points: int | None = None
    donnes: int = 0
    exempt: bool = False


@dataclass(frozen=True)
class Line:
    """One player's line; `name` and `club` are fit for everyone."""

    place: int
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

    @property
    def donnes(self) -> int:
        return sum(mark.donnes for mark in self.marks)

    @property
    def rounds_played(self) -> int:
        return sum(mark.points is not None for mark in self.marks)

    @property
    def counts(self) -> bool:
        """Whether anything happened yet: a player who only has a chair in the first round is no result."""
        return self.rounds_played > 0 or self.penalties < 0


@dataclass(frozen=True)
class Standings:
    """The ranking of a tournament as it stands, from the first place to the last."""

    tournament: Tournament
    rounds: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def has_penalties(self) -> bool:
        return any(line.penalties for line in self.lines)

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


def standings(tournament: Tournament) -> Standings:
    """Return the standings of a tournament: three queries, whatever its size."""
    return standings_of([tournament])[tournament.pk]


def standings_of(tournaments: Iterable[Tournament]) -> dict[int, Standings]:
    """Return the standings of several tournaments by their ids: three queries in all."""
    wanted = {tournament.pk: tournament for tournament in tournaments}
    rounds: dict[int, list[int]] = defaultdict(list)
    for tournament_id, number in (
        Round.objects.filter(tournament__in=wanted).order_by("number").values_list("tournament_id", "number")
    ):
        rounds[tournament_id].append(number)
    marks: dict[int, dict[int, Mark]] = defaultdict(dict)
    for registration_id, number, table_id, points, donnes in (
        Seat.objects.filter(round__tournament__in=wanted)
        .order_by()
        .values_list("registration_id", "round__number", "table_id", "result__points", "result__donnes")
    ):
        exempt = table_id is None and points is None
        marks[registration_id][number] = Mark(points, donnes or 0, exempt)
    registrations: dict[int, list[Registration]] = defaultdict(list)
    for registration in (
        Registration.objects.filter(tournament__in=wanted)
        .filter(
            Exists(Seat.objects.filter(registration=OuterRef("pk"), round__tournament=OuterRef("tournament")))
            | Q(penalty_points__lt=0)
        )
        .select_related("player__club")
    ):
        registrations[registration.tournament_id].append(registration)
    return {
        pk: Standings(
            tournament=tournament,
            rounds=tuple(rounds[pk]),
            lines=_lines(registrations[pk], rounds[pk], marks),
        )
        for pk, tournament in wanted.items()
    }


def _lines(registrations: list[Registration], rounds: list[int], marks: dict[int, dict[int, Mark]]) -> tuple[Line, ...]:
    """Rank by start number and join what people read."""
    none = Mark()
    by_number = {registration.start_number: registration for registration in registrations}
    theirs = {
        number: tuple(marks[registration.pk].get(each, none) for each in rounds)
        for number, registration in by_number.items()
    }
    ranking = rank(
        Sheet(number, tuple(mark.points for mark in theirs[number]), registration.penalty_points)
        for number, registration in by_number.items()
    )
    return tuple(
        Line(
            place=row.place,
            shared=row.shared,
            registration_id=by_number[row.sheet.key].pk,
            player_id=by_number[row.sheet.key].player_id,
            start_number=row.sheet.key,
            name=public_name(by_number[row.sheet.key]),
            is_named=by_number[row.sheet.key].player.consent,
            club=public_club(by_number[row.sheet.key].player),
            marks=theirs[row.sheet.key],
            penalties=row.sheet.penalties,
            total=row.sheet.total,
        )
        for row in ranking
    )
