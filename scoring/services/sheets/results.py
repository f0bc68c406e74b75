"""The results of sheets: counted again when a line changes, and stored figures recounted to be checked."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.labels import HAS_A_RESULT, Outcome, PenaltyTarget, Sanction
from scoring.marque import Bareme, Facts, ImpossibleDonne, Variant, score_facts
from scoring.marque.facts import NAMES, SEATED, facts_of
from scoring.models import Penalty, PenaltyShare, SheetLine, SheetTotal
from scoring.queries.desk.donne_scores import adjusted_at, shifts_at
from scoring.queries.desk.penalties import falls_on, subject_of_penalty, with_members
from scoring.queries.rules.baremes import bareme_of, variant_of
from scoring.queries.table.boards import donne_alone
from scoring.queries.table.sheets import marks_of, seated
from scoring.services.sheets.lines import score_line
from tournaments.comparison import HANDS
from tournaments.kit.text import signed
from tournaments.labels import SEAT_LETTERS
from tournaments.models import BoardResult, Job, Registration, Season, Seat, SeatChange, SeatResult, Table, Tournament
from tournaments.queries.standings.league_events import events_of
from tournaments.refusals import Refusal
from tournaments.seating import Monitor
from tournaments.services.locks import lock_tournament
from tournaments.services.results import BoardMark, Result, clear_results, set_results
from tournaments.subjects import tell

Figures = tuple[int, int, int | None]  # of a result: points, donnes, contracts made
CHAIRS = tuple("01234567")  # as in the scores that a line keeps
COLUMNS = [f"{name}__chair" if name in SEATED else name for name in NAMES]


def differences(tournament: Tournament) -> list[str]:
    """
    Return a sentence for each stored figure of a tournament that does not follow from its sheets.

    A figure that differs is counted again while nobody can write: a donne saved between two readings is no difference.
    """
    if not any(_differences(tournament)):
        return []
    with transaction.atomic():
        lock_tournament(tournament.pk)
        return list(_differences(tournament))


def _differences(tournament: Tournament) -> Iterator[str]:
    yield from _wrong_marks(tournament)
    yield from _wrong_results(tournament)
    yield from _wrong_boards(tournament)
    yield from _wrong_shares(tournament)
    yield from _wrong_penalties(tournament)
    yield from _wrong_adjustments(tournament)
    yield from _wrong_adjusted_boards(tournament)


def figures_of(tournament: Tournament) -> int:
    """Return how many stored figures `differences` checks."""
    return (
        SheetLine.objects.filter(table__round__tournament=tournament, current=True, outcome=Outcome.PLAYED).count()
        + SeatResult.objects.filter(seat__round__tournament=tournament).count()
        + (BoardResult.objects.filter(seat__round__tournament=tournament).count() if tournament.is_duplicate else 0)
        + PenaltyShare.objects.filter(penalty__tournament=tournament).count()
        + tournament.registrations.count()
    )


def _wrong_marks(tournament: Tournament) -> Iterator[str]:
    """Yield differences of played donnes: each is scored again, by the edition that its tournament keeps."""
    lines = SheetLine.objects.select_related("table__round", "taker", "partner", "sits_out")
    lines = lines.prefetch_related("table__seats")
    doubtful = lines.in_bulk(doubtful_lines(tournament)).values()
    for line in sorted(doubtful, key=lambda line: (line.table_id, line.number)):
        seats = sorted(line.table.seats.all(), key=lambda seat: seat.chair_index)
        try:
            scored = score_line(line.facts, place=seated(line.table, seats, tournament), number=line.number)
        except Refusal as refusal:
            yield _("%(place)s, %(donne)s : elle est impossible. %(why)s") % {
                "place": _place(tournament, line.table),
                "donne": donne_alone(line.table, line.number),
                "why": refusal,
            }
            continue
        stored_marks, marks = marks_of(line, len(seats)), marks_of(scored, len(seats))
        if marks != stored_marks:
            yield _("%(place)s, %(donne)s : la marque gardée est %(kept)s, la donne vaut %(counted)s.") % {
                "place": _place(tournament, line.table),
                "donne": donne_alone(line.table, line.number),
                "kept": _listed(stored_marks),
                "counted": _listed(marks),
            }


def _wrong_results(tournament: Tournament) -> Iterator[str]:
    """Yield differences of seats: recounted from the sheet, or from the balance of a seat without a table."""
    seats = Seat.objects.filter(round__tournament=tournament).select_related("registration__player", "round", "table")
    seats = seats.order_by("round__number", "table__number", "chair")
    stored = {
        result.seat_id: (result.points, result.donnes, result.contracts)
        for result in SeatResult.objects.filter(seat__round__tournament=tournament)
    }
    written = _written(tournament)
    balances = _balances(Q(seat__round__tournament=tournament))
    # Without a table there is only the balance; at a table, what its sheet says.
    counted: dict[int, Figures] = {
        seat.pk: balances[seat.pk] for seat in seats if seat.table_id is None and seat.pk in balances
    }
    for table in Table.objects.filter(round__tournament=tournament).prefetch_related("seats"):
        chairs = sorted(table.seats.all(), key=lambda seat: seat.chair_index)
        for result in count_sheet(table, written[table.pk], balances, chairs):
            counted[result.seat.pk] = (result.points, result.donnes, result.contracts)
    for seat in seats:
        if not _agree(stored.get(seat.pk), counted.get(seat.pk)):
            yield _("%(place)s, %(player)s : le résultat gardé est %(kept)s, la feuille donne %(counted)s.") % {
                "place": _place(tournament, seat.table) if seat.table else f"{tournament}, {seat.round}",
                "player": seat.registration,
                "kept": _result(stored.get(seat.pk)),
                "counted": _result(counted.get(seat.pk)),
            }


def _written(tournament: Tournament) -> dict[int, list[SheetLine]]:
    """Return the current lines by the id of their table."""
    written: dict[int, list[SheetLine]] = defaultdict(list)
    current = SheetLine.objects.filter(table__round__tournament=tournament, current=True)
    for line in current.only("number", "turn", "marque", "outcome", "taker_id", "sits_out_id", "table_id"):
        written[line.table_id].append(line)
    return written


def _wrong_boards(tournament: Tournament) -> Iterator[str]:
    """Yield differences of what each board brought each player, in duplicate."""
    if not tournament.is_duplicate:
        return
    written = _written(tournament)
    stored: dict[int, dict[int, BoardMark]] = defaultdict(dict)  # seat → board → mark
    for row in BoardResult.objects.filter(seat__round__tournament=tournament, points__isnull=False):
        assert row.points is not None
        stored[row.seat_id][row.board] = BoardMark(row.board, row.hand, row.points, is_taker=row.is_taker)
    seats = Seat.objects.filter(round__tournament=tournament, table__isnull=False)
    for seat in seats.select_related("registration__player", "round", "table").order_by(
        "round__number", "table__number", "chair"
    ):
        counted = {mark.board: mark for mark in board_marks(written[seat.seated_at.pk], seat, seat.chair_index)}
        kept = stored[seat.pk]
        for board in sorted(counted.keys() | kept.keys()):
            if counted.get(board) != kept.get(board):
                yield _(
                    "%(place)s, étui %(board)d, %(player)s : le résultat gardé est %(kept)s, la feuille donne "
                    "%(counted)s."
                ) % {
                    "place": _place(tournament, seat.seated_at),
                    "board": board,
                    "player": seat.registration,
                    "kept": _mark(kept.get(board)),
                    "counted": _mark(counted.get(board)),
                }


def _mark(mark: BoardMark | None) -> str:
    """Return what a board brought: « +198 (main S, preneur) »."""
    if mark is None:
        return _("absent")
    hand = _("main %(hand)s") % {"hand": SEAT_LETTERS[mark.hand]}
    return f"{signed(mark.points)} ({', '.join([hand, *([_('preneur')] if mark.is_taker else [])])})"


def _wrong_shares(tournament: Tournament) -> Iterator[str]:
    """Yield differences between each penalty and its shares, and between these players and those it should fall on."""
    penalties = with_members(tournament.penalties.select_related("table__round"))
    for penalty in penalties.order_by("pk"):
        for share in penalty.shares.all():
            if share.points != penalty.points:
                yield _("%(tournament)s, %(player)s : « %(kind)s » lui retire %(kept)s au lieu de %(given)s.") % {
                    "tournament": tournament,
                    "player": share.registration,
                    "kind": penalty.kind,
                    "kept": signed(share.points),
                    "given": signed(penalty.points),
                }
        if penalty.cancelled_at is None:
            yield from _wrongly_hit(tournament, penalty)


def _wrongly_hit(tournament: Tournament, penalty: Penalty) -> Iterator[str]:
    """Yield a sentence for each player on whom a penalty falls wrongly, or should fall and does not."""
    borne = {share.registration_id: share.registration for share in penalty.shares.all()}
    expected = set(falls_on(penalty))
    if penalty.target == PenaltyTarget.TABLE and len(expected) == len(borne) and _was_exchanged(penalty):
        return  # it stays with those who sat there when it was given
    for registration in Registration.objects.filter(pk__in=expected ^ set(borne)).select_related("player"):
        sentence = (
            _("%(tournament)s, %(player)s : « %(kind)s » (%(place)s) tombe sur ce joueur et ne le devrait pas.")
            if registration.pk in borne
            else _("%(tournament)s, %(player)s : « %(kind)s » (%(place)s) devrait tomber sur ce joueur.")
        )
        yield sentence % {
            "tournament": tournament,
            "player": registration,
            "kind": penalty.kind,
            "place": tell(subject_of_penalty(penalty)),
        }


def _was_exchanged(penalty: Penalty) -> bool:
    """Return whether players changed places in the round of a penalty's table since it was given."""
    assert penalty.table is not None  # called only for penalties of a table
    round_ = penalty.table.round
    changes = SeatChange.objects.filter(tournament=round_.tournament_id)
    return changes.filter(
        Q(made_at__gte=penalty.given_at) | Q(undone_at__gte=penalty.given_at), number__lte=round_.number
    ).exists()


def _wrong_penalties(tournament: Tournament) -> Iterator[str]:
    """Yield differences of players' stored sums of the penalties in force."""
    sums = dict(
        PenaltyShare.objects.filter(Q(penalty__cancelled_at=None), registration__tournament=tournament)
        .values_list("registration_id")
        .annotate(total=Sum("points"))
    )
    for registration in Registration.objects.filter(tournament=tournament).select_related("player"):
        counted = sums.get(registration.pk, 0)
        if registration.penalty_points != counted:
            yield _("%(tournament)s, %(player)s : %(kept)s points de pénalité gardés, %(counted)s en vigueur.") % {
                "tournament": tournament,
                "player": registration,
                "kept": signed(registration.penalty_points),
                "counted": signed(counted),
            }


def _wrong_adjustments(tournament: Tournament) -> Iterator[str]:
    """Yield differences between adjusted scores and the decisions that set them."""
    shares = PenaltyShare.objects.filter(
        penalty__tournament=tournament, penalty__cancelled_at=None, penalty__sanction=Sanction.ADJUSTED
    )
    expected = {
        (round_, registration): (basis, assigned)
        for round_, registration, basis, assigned in shares.values_list(
            "penalty__table__round", "registration", "penalty__basis", "penalty__assigned"
        )
    }
    scored = Penalty.objects.filter(tournament=tournament, cancelled_at=None, sanction=Sanction.DONNE_SCORE)
    shifts = {
        (table.round_id, registration): more
        for table in Table.objects.filter(pk__in=scored.values("table"), round__tournament=tournament)
        if not table.boards
        for registration, more in shifts_at(table).items()
    }
    seats = Seat.objects.filter(round__tournament=tournament).select_related("registration__player", "round")
    for seat in seats.order_by("round__number", "pk"):
        stored = (seat.adjusted, seat.adjusted_points) if seat.adjusted else None
        more = shifts.get((seat.round_id, seat.registration_id), 0)
        if stored != expected.get((seat.round_id, seat.registration_id)) or seat.donne_adjustment != more:
            yield _("%(tournament)s, %(round)s, %(player)s : le score ajusté n’est pas celui d’une décision.") % {
                "tournament": tournament,
                "round": seat.round,
                "player": seat.registration,
            }


def _wrong_adjusted_boards(tournament: Tournament) -> Iterator[str]:
    """Yield differences between adjusted results of boards and the decisions that set them."""
    stored: dict[int, dict[tuple[int, int], int | None]] = defaultdict(dict)
    rows = BoardResult.objects.filter(seat__round__tournament=tournament).exclude(adjusted=None)
    for pk, registration, board, adjusted in rows.values_list("seat__table", "seat__registration", "board", "adjusted"):
        stored[pk][registration, board] = adjusted
    scored = Penalty.objects.filter(tournament=tournament, cancelled_at=None, sanction=Sanction.DONNE_SCORE)
    tables = Table.objects.filter(Q(pk__in=stored) | Q(pk__in=scored.values("table")), first_board__isnull=False)
    for table in tables.filter(round__tournament=tournament).select_related("round"):
        if stored[table.pk] != adjusted_at(table):
            yield _("%(place)s : un résultat ajusté d’étui n’est pas celui d’une décision.") % {
                "place": _place(tournament, table)
            }


def _place(tournament: Tournament, table: Table) -> str:
    return f"{tournament}, {table.round}, {table}"


def _agree(stored: Figures | None, counted: Figures | None) -> bool:
    """Return whether a stored result equals the counted one. Contracts that were never counted are no difference."""
    if stored is None or counted is None:
        return stored is counted
    return stored[:2] == counted[:2] and stored[2] in (None, counted[2])


def _result(figures: Figures | None) -> str:
    if figures is None:
        return _("absent")
    points, donnes, contracts = figures
    words = ngettext("%(points)s en %(donnes)d donne", "%(points)s en %(donnes)d donnes", donnes)
    in_words = words % {"points": signed(points), "donnes": donnes}
    if contracts is None:
        return in_words
    contracts_made = ngettext("%(count)d contrat réussi", "%(count)d contrats réussis", contracts) % {
        "count": contracts
    }
    return f"{in_words}, {contracts_made}"


def _listed(marks: list[int]) -> str:
    return " / ".join(signed(mark) for mark in marks)


def doubtful_lines(tournament: Tournament) -> list[int]:
    """Return the ids of played lines whose donne is impossible today, or has another worth than the line keeps."""
    bareme = bareme_of(tournament)
    tables = Table.objects.filter(round__tournament=tournament).annotate(chairs=Count("seats"))
    chairs = dict(tables.values_list("pk", "chairs"))
    variants = {number: variant_of(tournament, number) for number in set(chairs.values())}
    lines = SheetLine.objects.filter(table__round__tournament=tournament, current=True, outcome=Outcome.PLAYED)
    return [
        pk
        for pk, table, marque, *columns in lines.values_list("pk", "table", "marque", *COLUMNS).iterator()
        if not is_as_kept(_facts_at(variants[chairs[table]], columns), marque, bareme)
    ]


def _facts_at(variant: Variant | None, columns: list[Any]) -> Facts:
    return facts_of(dict(zip(NAMES, columns, strict=True)), variant=variant)


def is_as_kept(facts: Facts, marque: dict[str, Any], bareme: Bareme) -> bool:
    """Return whether a played donne has by this barème the worth that its line keeps. Makes no query."""
    try:
        scored = score_facts(facts, CHAIRS, bareme)
    except ImpossibleDonne:
        return False
    return scored.scores == marque.get("scores")


def recount_table(table: Table, seats: list[Seat]) -> None:
    """Write the results of a table's seats from its current lines or balances; without any, delete the results."""
    lines = list(
        table.lines.filter(current=True).only("number", "turn", "marque", "outcome", "taker_id", "sits_out_id")
    )
    balances = _balances(Q(seat__in=seats))
    if counted := count_sheet(table, lines, balances, seats):
        set_results(counted)
    else:
        clear_results(seats)


def _balances(condition: Q) -> dict[int, Figures]:
    """Return the current balances by seat id."""
    totals = SheetTotal.objects.filter(condition, current=True)
    rows = totals.values_list("seat_id", "points", "donnes", "contracts")
    return {seat: (points, donnes, contracts) for seat, points, donnes, contracts in rows}


def count_sheet(
    table: Table, lines: Collection[SheetLine], balances: Mapping[int, Figures], seats: list[Seat]
) -> list[Result]:
    """
    Return the result of each seat of a table from these current lines, or from these balances by seat id, if there are
    any.
    """
    results = [Result(seat, *balances[seat.pk]) for seat in seats if seat.pk in balances]
    return results or count_lines(table, lines, seats)


def count_lines(table: Table, lines: Collection[SheetLine], seats: Sequence[Seat]) -> list[Result]:
    """Return the result of each seat of a table from these current lines; `seats` are all its seats, by chair."""
    if not lines:
        return []
    marks = [marks_of(line, len(seats)) for line in lines]
    is_duplicate = bool(table.boards)
    played = [line for line in lines if line.outcome == Outcome.PLAYED]
    return [
        Result(
            seat,
            sum(line_marks[index] for line_marks in marks),
            donnes=sum(line.sits_out_id != seat.pk for line in played),
            contracts=sum(line.taker_id == seat.pk and line.marque["won"] for line in played),
            boards=board_marks(lines, seat, index) if is_duplicate else None,
        )
        for index, seat in enumerate(seats)
    ]


def board_marks(lines: Iterable[SheetLine], seat: Seat, chair: int) -> tuple[BoardMark, ...]:
    """Return what each board of a sheet brought a seat: zero where all passed, nothing where it was not played."""
    return tuple(
        BoardMark(
            line.number,
            (chair + line.turn) % len(HANDS),
            marks_of(line, len(HANDS))[chair],
            is_taker=line.taker_id == seat.pk,
        )
        for line in lines
        if line.outcome in HAS_A_RESULT
    )


MOST_TOLD = 20  # sentences


def recount(job: Job, monitor: Monitor) -> dict[str, Any]:
    """
    Compare every figure of a tournament, or of the evenings in the leagues of a season, a comité’s left out, with its
    sheet.

    Return `{"evenings", "figures", "wrong"}`: two numbers, and the first sentences about differences. It changes
    nothing: a person has to look at a difference. Raises Cancelled when somebody stops the job.
    """
    figures, wrong = 0, list[str]()
    evenings = [job.tournament] if job.tournament is not None else _evenings_that_count(job.of_season)
    for done, evening in enumerate(evenings, 1):
        figures += figures_of(evening)
        wrong += differences(evening)
        monitor.report(done * 100 // len(evenings))
    return {"evenings": len(evenings), "figures": figures, "wrong": wrong[:MOST_TOLD]}


def _evenings_that_count(season: Season) -> list[Tournament]:
    own = season.leagues.filter(committee=None)
    counted = {pk for league in own for pk in events_of(league).values_list("pk", flat=True)}
    return list(Tournament.objects.filter(pk__in=counted).order_by("date", "pk"))
