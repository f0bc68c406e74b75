"""The journal of a tournament for its arbiters: lines of sheets before and after, and what is still in force."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from scoring.models import ChelemCall, SheetLine, SheetTotal
from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import key_of_balance
from tournaments.models import JournalEntry, Registration, Seat, Table, Tournament

CHAIRS = ("taker", "partner", "sits_out")
RULED_OTHERWISE = "issue du chelem changée"
# What was done to a whole sheet: which of (closed_at, stopped_at) it wrote, and whether it set or emptied it.
SHEET_ACTS = {
    "feuille close": (0, True),
    "feuille rouverte": (0, False),
    "table arrêtée": (1, True),
    "table reprise": (1, False),
}
NO_KEY = uuid.UUID(int=0)  # no row has this key


@dataclass(frozen=True)
class NamedLine:
    """A line of a sheet, with the full names of its table's players by chair."""

    line: SheetLine
    names: tuple[str, ...]


@dataclass(frozen=True)
class EntryLines:
    """
    The lines of a journal entry before and after; None when there is none, or the entry has no key.

    `stands` says that nothing changed since, so that the act may be undone.
    """

    old: NamedLine | None = None
    new: NamedLine | None = None
    stands: bool = False


class Ruling(NamedTuple):
    """What an arbiter said became of a chelem (a `CallOutcome`); `by` is empty for whoever recorded the call."""

    outcome: str
    by: str


def key_in(entry: JournalEntry, name: str) -> uuid.UUID | None:
    """Return a key stored in an entry: of a line, a penalty, a call or balances. Old entries have none."""
    try:
        return uuid.UUID(str(entry.details.get(name)))
    except ValueError:
        return None


def outcomes_in(entry: JournalEntry) -> tuple[str, str]:
    """
    Return the codes of what an arbiter said became of a chelem, before and after an act; "" when the entry has none.

    An old entry has it in words, in its reason.
    """
    if "call" not in entry.details or entry.reason:
        return "", ""
    old, new = (entry.details.get(name) or {} for name in ("old", "new"))
    return old.get("outcome", ""), new.get("outcome", "")


def rulings_of(call: ChelemCall) -> list[Ruling]:
    """Return the rulings of arbiters about a chelem, the latest first; empty when no ruling was ever changed."""
    sides = (details[name] for details in _rulings(call) for name in ("new", "old"))
    return [Ruling(side["outcome"], side.get("by", "")) for side in sides]


def _rulings(call: ChelemCall, **more: str) -> QuerySet[JournalEntry, dict[str, Any]]:
    """Return the details of the entries that changed the ruling of a call, the latest first."""
    entries = call.table.round.of_tournament.journal.filter(action=RULED_OTHERWISE, details__call=str(call.key), **more)
    return entries.order_by("-pk").values_list("details", flat=True)


def overruled_by(line: SheetLine, call: ChelemCall) -> Ruling | None:
    """Return the ruling in force before this line contradicted it; None when it did not."""
    details = _rulings(call, details__of_line=str(line.key)).first()
    if details is None or details["new"]["outcome"] != call.ruling:
        return None
    return Ruling(details["old"]["outcome"], details["old"]["by"])


def about_player(registration: Registration) -> Q:
    """Return the filter for entries about a player: entries that name him, and those of his tables. One query."""
    seats = Seat.objects.filter(registration=registration, table__isnull=False).order_by()
    condition = Q(subject__contains=str(registration))
    for round_number, number in seats.values_list("round__number", "table__number").distinct():
        condition |= Q(words__round=round_number, words__table=number)
    return condition


def lines_of_entries(tournament: Tournament, entries: Collection[JournalEntry]) -> dict[int, EntryLines]:
    """Return entry id → its lines. Seven queries, nine with a cancelled decision, however many entries."""
    lines = _lines(tournament, _keys(entries, "line"))
    tables = {line.table_id for line in lines.values()}
    names = _names(tables | {line.supersedes.table_id for line in lines.values() if line.supersedes})
    current = SheetLine.objects.filter(table__in=tables, current=True).select_related(*CHAIRS)
    standing = {(line.table_id, line.number): line for line in current}
    unchanged = _decisions(tournament, entries) | _sheets(tournament, entries) | _balances(tournament, entries)
    facts: dict[int, EntryLines] = {}
    for entry in entries:
        key = key_in(entry, "line")
        line = lines.get(key) if key else None
        if line is None:
            facts[entry.pk] = EntryLines(stands=entry.pk in unchanged)
            continue
        current_line, named_line = standing.get((line.table_id, line.number)), NamedLine(line, names[line.table_id])
        if entry.action == "donne vidée":
            facts[entry.pk] = EntryLines(named_line, None, current_line is None)
        else:
            old = line.supersedes
            before = None if old is None else NamedLine(old, names[old.table_id])
            facts[entry.pk] = EntryLines(
                before, named_line, current_line is not None and current_line.entry == line.entry
            )
    return facts


def _keys(entries: Iterable[JournalEntry], name: str) -> set[uuid.UUID]:
    return {key for entry in entries if (key := key_in(entry, name))}


def _lines(tournament: Tournament, keys: set[uuid.UUID]) -> dict[uuid.UUID, SheetLine]:
    """Return key → line, in rounds that are in force, each with the line it replaced."""
    lines = SheetLine.objects.filter(key__in=keys, table__round__tournament=tournament)
    lines = lines.select_related(*CHAIRS, "supersedes", *(f"supersedes__{chair}" for chair in CHAIRS))
    return {line.key: line for line in lines}


def _names(tables: set[int]) -> dict[int, tuple[str, ...]]:
    at_table: dict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=tables).select_related("registration__player").order_by("chair")
    for seat in seats:
        at_table[seat.table_id or 0].append(seat)
    return {table: tuple(names_read_by(people, None)) for table, people in at_table.items()}


def _decisions(tournament: Tournament, entries: Iterable[JournalEntry]) -> set[int]:
    """Return the ids of entries whose penalty or chelem call has not changed since."""
    penalties, calls = _keys(entries, "penalty"), _keys(entries, "call")
    in_force = set(tournament.penalties.filter(key__in=penalties, cancelled_at=None).values_list("key", flat=True))
    in_force |= set(
        ChelemCall.objects.filter(key__in=calls, cancelled_at=None, table__round__tournament=tournament).values_list(
            "key", flat=True
        )
    )
    cancelled = [entry for entry in entries if entry.action == "pénalité annulée"]
    back = stand_again(tournament, _keys(cancelled, "penalty"))
    unchanged = set()
    for entry in entries:
        key = key_in(entry, "penalty") or key_in(entry, "call")
        if key is not None and (key in in_force) == (entry.action in {"pénalité donnée", "appel de chelem"}):
            unchanged.add(entry.pk)
    return unchanged - {entry.pk for entry in cancelled if key_in(entry, "penalty") in back}


def stand_again(tournament: Tournament, cancelled: set[uuid.UUID]) -> set[uuid.UUID]:
    """
    Return the keys of those cancelled decisions that were given again and are in force.

    The journal keeps which decision each one repeats, so a decision cancelled and given again several times is
    followed.
    """
    if not cancelled:
        return set()
    first: dict[str, str] = {}  # a decision given again → the one that was given first
    again = tournament.journal.filter(action="pénalité donnée", details__has_key="again").order_by("pk")
    for details in again.values_list("details", flat=True):
        first[details["penalty"]] = first.get(details["again"], details["again"])
    in_force = tournament.penalties.filter(key__in=first, cancelled_at=None).values_list("key", flat=True)
    standing = {first[str(key)] for key in in_force}
    return {key for key in cancelled if first.get(str(key), str(key)) in standing}


def _sheets(tournament: Tournament, entries: Iterable[JournalEntry]) -> set[int]:
    """Return the ids of entries whose sheet is still in the state (closed, stopped, open) that they set."""
    relevant = [entry for entry in entries if entry.action in SHEET_ACTS]
    tables = Table.objects.filter(
        round__tournament=tournament, round__number__in={entry.words.get("round") for entry in relevant}
    )
    rows = tables.values_list("round__number", "number", "closed_at", "stopped_at")
    since = {(number, table): (closed_at, stopped_at) for number, table, closed_at, stopped_at in rows}
    return {
        entry.pk
        for entry in relevant
        if since.get((entry.words.get("round"), entry.words.get("table")), (None, None))[SHEET_ACTS[entry.action][0]]
        == (entry.at if SHEET_ACTS[entry.action][1] else None)
    }


def _balances(tournament: Tournament, entries: Iterable[JournalEntry]) -> set[int]:
    """Return the ids of entries whose balances are still current."""
    first = {key_of_balance(key, 0): entry.pk for entry in entries if (key := key_in(entry, "balances"))}
    totals = SheetTotal.objects.filter(key__in=first, current=True, seat__round__tournament=tournament)
    return {first[key] for key in totals.values_list("key", flat=True)}
