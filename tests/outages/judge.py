"""What must be true of an evening whatever broke: read from its rows, beside what its phones were told."""

from collections import Counter
from collections.abc import Iterator

from django.db.models.functions import Coalesce

from scoring.models import SheetLine
from scoring.services.sheets.results import differences
from tests.outages.hall import Donne, Hall
from tournaments.labels import JobState
from tournaments.models import Job, JournalEntry, Table, Tournament

WRITTEN = ("donne saisie", "donne corrigée")


def verdict(hall: Hall, tournament: Tournament, *, revision: int) -> Iterator[str]:
    """
    Tell everything that is wrong with an evening: lost, written twice, half written, never answered, told wrongly.

    `revision` is what the tournament had before anybody wrote.
    """
    yield from hall.wrong
    lines = {line.key: line for line in SheetLine.objects.filter(table__round__tournament=tournament)}
    unanswered = sum(not donne.told for phone in hall.phones for donne in phone.donnes)
    if unanswered:
        yield f"{unanswered} donnes were never answered"
    sent = {donne.key: donne for phone in hall.phones for donne in phone.donnes}
    for key, donne in sent.items():
        if donne.told and key not in lines:
            yield f"LOST: donne {donne.number}, acknowledged {donne.told} times"
        elif key in lines:
            yield from _otherwise(donne, lines[key])
    for key in lines.keys() - sent.keys():
        yield f"TWICE: a line that nobody sent, {key}"
    yield from _half_written(tournament, lines, revision)
    current = Counter((line.table_id, line.number) for line in lines.values() if line.current)
    first = Counter((line.table_id, line.number) for line in lines.values() if line.supersedes_id is None)
    places = {(line.table_id, line.number) for line in lines.values()}
    for place in places:
        if (current[place], first[place]) != (1, 1):
            yield f"TWICE: {current[place]} current and {first[place]} first lines at {place}"
    yield from differences(tournament)
    for job in Job.objects.filter(tournament__club=tournament.club) | Job.objects.filter(whole_club=tournament.club):
        if job.state != JobState.DONE:
            yield f"a job is not done: {job.kind}, {job.state}, {job.attempts} attempts, {job.message}"


def _otherwise(donne: Donne, line: SheetLine) -> Iterator[str]:
    replaced = donne.replaces.line if donne.replaces else None
    if (line.number, line.half_points, line.supersedes_id) != (donne.number, donne.half_points, replaced):
        yield f"HALF WRITTEN: donne {donne.number} stands otherwise than it was sent"


def _half_written(tournament: Tournament, lines: dict[object, SheetLine], revision: int) -> Iterator[str]:
    """A line, its journal and the revision are one transaction."""
    entries = JournalEntry.objects.filter(tournament=tournament, action__in=WRITTEN)
    told = Counter(str(details["line"]) for details in entries.values_list("details", flat=True))
    if told != Counter(str(key) for key in lines):
        yield f"HALF WRITTEN: {len(lines)} lines and {told.total()} entries of the journal"
    now = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    if now != revision + len(lines):
        yield f"HALF WRITTEN: {len(lines)} lines, and the revision went from {revision} to {now}"
    for table in Table.objects.filter(round__tournament=tournament):
        played = {*table.seats.values_list(Coalesce("result__donnes", 0), flat=True)}
        written = sum(line.table_id == table.pk and line.current for line in lines.values())
        if played != {written}:
            yield f"HALF WRITTEN: {written} donnes at table {table.number}, and results of {played}"
