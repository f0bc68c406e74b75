"""The penalties of a tournament or a table, on whom they fall and in which round; and the incidents."""

import uuid
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F, Min, Prefetch, QuerySet, Sum

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.marque import Camp
from scoring.models import Incident, IncidentPlayer, Penalty, PenaltyKind, PenaltyShare, SheetLine, SheetTotal
from scoring.queries.table.sheets import subject_of_sheet
from tournaments.models import Account, Registration, Table, Tournament
from tournaments.queries.standings.standings import Rounds, tells_taken_later
from tournaments.subjects import Subject, subject_of

SAME_DEED = timedelta(minutes=10)  # within which two arbiters may have seen the same one


def with_members(penalties: QuerySet[Penalty]) -> QuerySet[Penalty]:
    """Return penalties with what a page needs loaded: the fault, the player, and everyone on whom each falls."""
    shares = PenaltyShare.objects.select_related("registration__player").order_by("registration__start_number")
    return penalties.select_related("kind", "registration__player").prefetch_related(
        Prefetch("shares", queryset=shares)
    )


def penalties_at(table: Table) -> QuerySet[Penalty]:
    """Return the penalties about a table, in force or cancelled, the oldest first."""
    return with_members(Penalty.objects.filter(table=table)).order_by("pk")


def decisions_of(registrations: Iterable[int]) -> QuerySet[Penalty]:
    """
    Return the decisions in force about these players, the latest first, here and in other tournaments of the club.

    `fell_on` is the id of the player. A decision about several of them is returned once for each.
    """
    chosen = Registration.objects.filter(pk__in=registrations)
    same_players = Registration.objects.filter(
        player__in=chosen.values("player"), tournament__club__in=chosen.values("tournament__club")
    )
    return (
        with_members(Penalty.objects.filter(shares__registration__in=same_players, cancelled_at=None))
        .select_related("tournament", "table__round")
        .annotate(fell_on=F("shares__registration__player"))
        .order_by("-given_at", "-pk")
    )


def same_in_force(penalty: Penalty) -> Penalty | None:
    """Return a decision in force with the same terms as this cancelled one, None without one."""
    return with_members(_same_as(penalty)).first()


def given_by_another(penalty: Penalty, *, by: Account, at: datetime) -> Penalty | None:
    """Return the decision with the same terms that somebody else gave minutes ago: both may be about the same act."""
    return _same_as(penalty).filter(given_at__gt=at - SAME_DEED).exclude(given_by=by).first()


def _same_as(penalty: Penalty) -> QuerySet[Penalty]:
    fields = ("sanction", "target", "registration", "table", "donne", "camp", "points", "basis", "assigned", "prime")
    said = {name: getattr(penalty, name) for name in fields}
    # The fault may have a row in a later edition of the catalogue.
    return penalty.tournament.penalties.filter(kind__code=penalty.kind.code, cancelled_at=None, **said)


def exclusions_beside(penalty: Penalty) -> QuerySet[Penalty]:
    """Return the other exclusions in force of the same player, the oldest first."""
    same = Penalty.objects.filter(registration=penalty.registration, sanction=Sanction.EXCLUSION, cancelled_at=None)
    return same.exclude(pk=penalty.pk).order_by("pk")


def times_before(registration: Registration, code: str, *, but: uuid.UUID | None = None) -> int:
    """Return how often a player committed this fault in this tournament, by decisions in force except the key `but`."""
    decisions = Penalty.objects.filter(registration=registration, kind__code=code, cancelled_at=None)
    return (decisions if but is None else decisions.exclude(key=but)).count()


def step_due(kind: PenaltyKind, times: int) -> PenaltyKind:
    """Return the catalogue's row for a fault committed `times` times before; its last row beyond that."""
    steps = PenaltyKind.objects.filter(club=kind.club_id, edition=kind.edition_id, code=kind.code)
    return steps.filter(step__lte=times + 1).order_by("-step").first() or kind


def penalty_points_of(registration_ids: list[int]) -> dict[int, int]:
    """Return registration id → sum of penalties in force, 0 included."""
    sums = (
        PenaltyShare.objects.filter(registration__in=registration_ids, penalty__cancelled_at=None)
        .values("registration_id")
        .annotate(total=Sum("points"))
    )
    return dict.fromkeys(registration_ids, 0) | {row["registration_id"]: row["total"] for row in sums}


def falls_on(penalty: Penalty) -> list[int]:
    """Return the registration ids on whom a penalty falls, by the current seats and lines."""
    if penalty.registration_id is not None:
        return [penalty.registration_id]
    if penalty.target == PenaltyTarget.DONNE:
        return []
    assert penalty.table is not None  # the database requires a table for all but a player's penalty
    if penalty.target == PenaltyTarget.TABLE:
        return list(penalty.table.seats.order_by("chair").values_list("registration_id", flat=True))
    line = penalty.table.lines.filter(number=penalty.donne or 0, current=True, outcome=Outcome.PLAYED).first()
    return camp_of(line, penalty.camp) if line is not None else []  # without a line there is no camp


def camp_of(line: SheetLine, camp: str) -> list[int]:
    """Return the registration ids of one camp of a played donne, from a line saved or not. The mort is in no camp."""
    attack = {line.taker_id, line.partner_id}
    return [
        seat.registration_id
        for seat in line.table.seats.order_by("chair")
        if seat.pk != line.sits_out_id and (seat.pk in attack) == (camp == Camp.ATTAQUE)
    ]


def subject_of_penalty(penalty: Penalty) -> Subject | str:
    """Return on whom or where a penalty was given, as a subject of the journal."""
    if penalty.target == PenaltyTarget.PLAYER and penalty.registration is not None:
        return str(penalty.registration)
    assert penalty.table is not None  # the database requires a table for all but a player's penalty
    subject = subject_of_sheet(penalty.table)
    if penalty.target == PenaltyTarget.DONNE:
        return subject_of_sheet(penalty.table, penalty.donne)
    if penalty.target == PenaltyTarget.CAMP:
        code = "camp.etui" if penalty.table.boards else "camp"
        subject |= subject_of(code, donne=penalty.donne, camp=subject_of(f"camp.{penalty.camp}"))
    return subject


# When something was first written in each round: tournament id → round number → time.
Begun = dict[int, dict[int, datetime]]


@tells_taken_later
def taken_after(rounds: Rounds) -> dict[int, int]:
    """
    Return registration id → points that penalties took after these rounds: one query, three when a penalty has no
    table.

    A penalty belongs to the round of its table. Without a table, it belongs to the latest round in which something had
    been written when it was given; later corrections do not change that.
    """
    shares = PenaltyShare.objects.filter(
        points__lt=0, penalty__cancelled_at=None, penalty__tournament__in=list(rounds)
    ).values_list(
        *("registration_id", "points", "penalty__tournament_id", "penalty__given_at", "penalty__table__round__number")
    )
    rows = list(shares)
    begun = _begun(pk for _registration, _points, pk, _at, number in rows if number is None)
    taken: dict[int, int] = defaultdict(int)
    for registration, points, tournament, at, of_table in rows:
        number = of_table or max((number for number, since in begun[tournament].items() if since <= at), default=0)
        if number > rounds[tournament]:
            taken[registration] += points
    return dict(taken)


def _begun(tournaments: Iterable[int]) -> Begun:
    begun: Begun = defaultdict(dict)
    tournament_ids = set(tournaments)
    if not tournament_ids:
        return begun
    lines = SheetLine.objects.filter(table__round__tournament__in=tournament_ids).order_by()
    totals = SheetTotal.objects.filter(seat__round__tournament__in=tournament_ids).order_by()
    for tournament, number, since in (
        *lines.values_list("table__round__tournament_id", "table__round__number").annotate(Min("written_at")),
        *totals.values_list("seat__round__tournament_id", "seat__round__number").annotate(Min("written_at")),
    ):
        begun[tournament][number] = min(since, begun[tournament].get(number, since))
    return begun


def incidents_of(tournament: Tournament) -> QuerySet[Incident]:
    """Return the incidents of a tournament, the latest first, also cancelled ones, with their players."""
    players = IncidentPlayer.objects.select_related("registration__player")
    return (
        tournament.incidents.select_related("table__round", "cancelled_by")
        .prefetch_related(Prefetch("players", queryset=players))
        .order_by("-pk")
    )
