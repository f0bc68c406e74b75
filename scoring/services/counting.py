"""From the lines of a sheet to the results of its seats: one count, used by every service and by the check."""

from collections.abc import Collection, Mapping

from scoring.labels import Outcome
from scoring.models import SheetLine, SheetTotal
from scoring.queries.sheets import marks_of
from tournaments.models import Seat, Table
from tournaments.services.results import Result, clear_results, set_results


def recount_table(table: Table, seats: list[Seat]) -> None:
    """Write the results of a table's seats afresh from its current lines and balances."""
    counted = count_table(table, seats)
    if counted:
        set_results(counted)
    else:
        clear_results(seats)


def count_table(table: Table, seats: list[Seat]) -> list[Result]:
    """Return what a sheet is worth to each seat; nothing while nothing is written on it."""
    lines = list(table.lines.filter(current=True).only("marque", "outcome", "sits_out_id"))
    balances = dict(SheetTotal.objects.filter(seat__in=seats, current=True).values_list("seat_id", "points"))
    return count_sheet(lines, balances, seats)


def count_sheet(lines: Collection[SheetLine], balances: Mapping[int, int], seats: list[Seat]) -> list[Result]:
    """Return what these current lines, or these balances by seat where some are kept, are worth to each seat."""
    kept = [Result(seat, balances[seat.pk], donnes=0) for seat in seats if seat.pk in balances]
    return kept or count_lines(lines, seats)


def count_lines(lines: Collection[SheetLine], seats: list[Seat]) -> list[Result]:
    """Return what these current lines of a sheet are worth to each of its seats (all of them, by position)."""
    if not lines:
        return []
    marks = [marks_of(line, len(seats)) for line in lines]
    played = [line for line in lines if line.outcome == Outcome.PLAYED]
    return [
        Result(
            seat,
            sum(line_marks[index] for line_marks in marks),
            donnes=sum(line.sits_out_id != seat.pk for line in played),
        )
        for index, seat in enumerate(seats)
    ]
