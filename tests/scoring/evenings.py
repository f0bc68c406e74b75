"""An evening to which anything may be done: each act is tried, tried again, and held against what must always hold."""

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from scoring.labels import PenaltyTarget
from scoring.models import Confirmation, Penalty, Phone, Protest, SheetLine, SheetTotal, Signature
from scoring.services.sheets.phones import come_in, take_seat
from scoring.services.undo.undoing import UNDONE_BY
from tests.factories import NOW
from tests.scoring.machines import tell
from tests.scoring.recounted import (
    NO_FIGURE,
    TOLD,
    Rows,
    changed,
    figures,
    forgotten,
    hold_agreement,
    recount,
    recount_the_end,
    rows,
    what_stands,
)
from tests.services.calls import World
from tournaments.models import JournalEntry, Round, Seat, Table, Tournament
from tournaments.queries.standings.cached import cached_lines, cached_results
from tournaments.refusals import Refusal

KEYS = uuid.UUID("6f6a4e0e-0000-4000-8000-000000000000")
STALE = 4
Act = Callable[[], object]
# What a table agrees upon hangs on these.
AGREED = (SheetLine, SheetTotal, Confirmation, Signature, Round)


@dataclass(frozen=True)
class Done:
    """An act that may be undone: its line of the journal, and what stood there before it."""

    entry: int
    before: dict[str, Any]


class Evening:
    """
    The tournament of a world, what people did to it, and what they must find there.

    `fell_on` is whom each penalty of a table fell on when it was given, `signed` what stood on the sheet of each seat
    that was signed for, `sent` the acts whose form has a key, `last` the latest act where it may be undone.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.steps = 0
        self.fell_on: dict[int, set[int]] = {}
        self.signed: dict[int, set[tuple[str, int]]] = {}
        self.sent: list[Act] = []
        self.last: Done | None = None
        self.rows = rows()
        self._tournament: Tournament | None = None
        self.pages = list(self.tables().order_by("pk"))
        self.different: set[type[Model]] = set(self.rows)
        cached_lines.clear()
        cached_results.clear()

    def read(self) -> None:
        """Take what stands there as how the evening begins."""
        self.rows, self._tournament = rows(), None

    @property
    def tournament(self) -> Tournament:
        """The tournament as the latest act left it."""
        if self._tournament is None:
            self._tournament = Tournament.objects.select_related("club").get(pk=self.world.tournament.pk)
        return self._tournament

    @property
    def now(self) -> datetime:
        """When the latest act was done."""
        return NOW + timedelta(minutes=self.steps)

    @property
    def next(self) -> datetime:
        """When the act is done that is made ready."""
        return NOW + timedelta(minutes=self.steps + 1)

    def key(self) -> uuid.UUID:
        """Return the key of a new form."""
        return uuid.uuid5(KEYS, str(self.steps))

    def tables(self) -> QuerySet[Table]:
        return Table.objects.select_related("round__tournament")

    def table(self, which: int) -> Table:
        """
        Return one of the tables in force. A page that was opened long ago still shows one that was set aside since: so
        does the last `which`, and all of them where no table is left.
        """
        found = list(self.tables().exclude(round__tournament=None).order_by("round__number", "number"))
        if not found or which == STALE:
            found = [page for page in self.pages if Table.objects.filter(pk=page.pk).exists()] or found
        return found[which % len(found)]

    @staticmethod
    def number(table: Table, donne: int) -> int:
        """Return the number of the first, second, third donne of a table: in duplicate, of its boards."""
        return (table.boards[0] if table.boards else 1) + donne - 1

    def seat(self, table: Table, chair: int) -> Seat:
        seats = list(table.seats.select_related("registration__player", "round").order_by("chair"))
        return seats[chair % len(seats)]

    def phone(self, table: Table, chair: int) -> Phone:
        """Return the phone of a chair; that of the fifth is nobody's in particular."""
        phone = come_in(table=table, key=uuid.uuid5(KEYS, f"{table.pk}/{chair}"), at=NOW)
        if chair < table.seats.count():
            take_seat(phone=phone, seat=self.seat(table, chair))
        return phone

    def act(
        self, do: Act, *, keyed: bool = False, again: bool = True, only: Iterable[str] | None = None, late: bool = False
    ) -> object:
        """
        Do something and return what came of it, None when it was refused.

        `keyed`: its form has a key, so that it is never done twice, whatever came after. `again`: done again at once it
        changes nothing. `only` are the codes it may be refused with. `late`: it may be done once all is over.
        """
        self.steps += 1
        before, was = self.rows, self.tournament
        self.different = set()
        try:
            with transaction.atomic():
                made = do()
        except Refusal as refusal:
            code = refusal.code
        else:
            code = ""
        self._tournament = None
        if code:
            tell(f"refused: {code}")
            assert only is None or code in only
            assert changed(before, rows()) == set()
            assert self.tournament.revision == was.revision
            return None
        self.rows = after = rows()
        self.different = changed(before, after)
        self._hold_act(before, after, was, late=late)
        self._remember(before, after)
        if again:
            self.send_again(do)
        if keyed:
            self.sent.append(do)
        return made

    def send_again(self, do: Act) -> None:
        """Send a form again that was sent before: nothing changes, whatever it answers."""
        revision = self.tournament.revision
        try:
            with transaction.atomic():
                do()
        except Refusal as refusal:
            tell(f"again: {refusal.code}")
        self._tournament = None
        assert changed(self.rows, rows()) == set()
        assert self.tournament.revision == revision

    def _hold_act(self, before: Rows, after: Rows, was: Tournament, *, late: bool) -> None:
        now = self.tournament
        different = self.different
        written = [row for pk, row in after[JournalEntry].items() if pk not in before[JournalEntry]]
        assert forgotten(before, after) == []
        assert bool(written) == bool(different)
        assert {(row["at"], row["tournament_id"] or now.pk) for row in written} <= {(self.now, now.pk)}
        told = different.intersection(TOLD) or (Confirmation in different and was.needs_confirmation)
        assert (now.revision > was.revision) == bool(told), f"{different} {now.revision - was.revision}"
        if was.is_finished and not late:
            assert different == set()
        if was.is_finished and now.is_finished and different.intersection(TOLD).difference(NO_FIGURE):
            assert written[-1]["action"] == "corrigé après la fin"
            assert before[Table] == after[Table]
        for pk in after[Confirmation].keys() - before[Confirmation].keys():
            assert SheetLine.objects.get(pk=after[Confirmation][pk]["line_id"]).current
        answered = [row for row in after[Protest].values() if row["answered_at"]]
        assert all(after[Protest].get(pk) == row for pk, row in before[Protest].items() if row in answered)

    def _remember(self, before: Rows, after: Rows) -> None:
        for pk in after[Penalty].keys() - before[Penalty].keys():
            row = after[Penalty][pk]
            if row["target"] == PenaltyTarget.TABLE:
                seats = Seat.objects.filter(table=row["table_id"])
                self.fell_on[pk] = set(seats.values_list("registration_id", flat=True))
        written = [row for pk, row in after[JournalEntry].items() if pk not in before[JournalEntry]]
        if written:
            first = written[0]
            is_one = all(not row["action"].startswith("position") for row in written)
            self.last = Done(first["id"], figures(before)) if is_one and first["action"] in UNDONE_BY else None

    def sign(self, seat: Seat) -> None:
        self.signed[seat.pk] = what_stands(self.rows, seat.seated_at.pk)

    def hold(self) -> None:
        """Hold all that is kept and shown against a recount of the raw rows."""
        if not self.different:
            return
        recount(self.rows, self.tournament, self.world.season, self.fell_on)
        if self.different.intersection(AGREED):
            for table in self.tables().filter(round__tournament=self.world.tournament):
                hold_agreement(self.rows, table, self.signed)

    def hold_the_end(self) -> None:
        recount_the_end(self.tournament, self.world.season)


def pick(found: QuerySet, which: int) -> Any:
    """Return one of the latest rows, counted from the last; None where there are none."""
    latest: list[Model] = list(found.order_by("-pk")[:12])
    return latest[which % len(latest)] if latest else None
