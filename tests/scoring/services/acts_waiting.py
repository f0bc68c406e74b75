"""
What waits for an arbiter at any evening: a table that calls, a donne that comes in another version from a phone.

Rules for `AnyEvening` of `test_evening_machine.py`, whose `evening`, `world` and `said` they use.
"""

from dataclasses import replace
from typing import Any

from django.db.models import Q
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from scoring.labels import CallAbout, Kept
from scoring.models import ArbiterCall, ChelemCall, Conflict, Penalty, SheetLine
from scoring.queries.desk.contradictions import Against, contradictions_of, lines_to_rule
from scoring.queries.desk.donne_decisions import to_apply
from scoring.queries.table.lines import line_at
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.arbiter_calls import call_arbiter, go_to_table, settle_call
from scoring.services.sheets.conflicts import keep_beside, settle_conflict
from scoring.services.sheets.donnes import SentDonne, record_donne
from tests.scoring.acts_at_tables import chairs, donnes, entries, keeps_donnes, reasons, tables, whiches
from tests.scoring.evenings import Evening, pick
from tests.scoring.machines import when_there_is
from tests.services.calls import World
from tournaments.labels import Keeps
from tournaments.refusals import Refusal


class ActsWaiting:
    evening: Evening
    world: World
    keeps: Keeps
    said: dict[str, Any]

    # A table calls

    @rule(at=tables, chair=chairs, about=st.sampled_from([CallAbout.FAULT, CallAbout.QUESTION, CallAbout.OTHER]))
    def call_for_an_arbiter(self, at, chair, about) -> None:
        table = self.evening.table(at)
        asked = {"about": about, "by": self.evening.phone(table, chair), "key": self.evening.key()}
        asked |= {"at": self.said["at"], "reason": "litige"}
        # A form that finds the table calling is that call, and keeps no key of its own.
        is_new = not table.arbiter_calls.filter(settled_at=None).exists()
        self.evening.act(lambda: call_arbiter(table=table, **asked), keyed=is_new)

    @when_there_is(ArbiterCall)
    @rule(which=whiches)
    def go(self, which) -> None:
        said = self.said
        if call := pick(ArbiterCall.objects.select_related("table__round"), which):
            self.evening.act(lambda: go_to_table(call=call, **said))

    @when_there_is(ArbiterCall)
    @rule(which=whiches)
    def settle_the_call(self, which) -> None:
        said = self.said
        if call := pick(ArbiterCall.objects.select_related("table__round"), which):
            self.evening.act(lambda: settle_call(call=call, answer="vu", **said))

    # A donne that waited on a phone

    @keeps_donnes
    @rule(at=tables, number=donnes, chair=chairs, entry=entries)
    def send_late(self, at, number, chair, entry) -> None:
        """Typed where nothing stood; what stands there by now is not changed, and the other version is kept."""
        table = self.evening.table(at)
        phone, number = self.evening.phone(table, chair), self.evening.number(table, number)
        sent = SentDonne(table, number, entry, self.evening.key(), phone, self.said["at"])
        stood = line_at(table, number)

        def sends() -> object:
            try:
                return record_donne(replace(sent, confirmed=None))
            except Refusal as refusal:
                return keep_beside(sent, refusal=refusal)

        self.evening.act(sends, keyed=True, late=True)
        if stood is not None:
            assert line_at(table, number) == stood

    @when_there_is(Conflict)
    @rule(
        which=whiches, kept=st.sampled_from(Kept.values), reason=reasons, was_seen=st.sampled_from([True, True, False])
    )
    def settle_versions(self, which, kept, reason, was_seen) -> None:
        """By the line that stands there, or one that did; after the end by its organiser, in public where it counts."""
        conflict = pick(Conflict.objects.select_related("table__round__tournament"), which)
        standing, said = line_at(conflict.table, conflict.number), self.said
        seen = standing.pk if standing and was_seen else None
        asked = {"conflict": conflict, "kept": Kept(kept), "seen": seen, "reason": reason} | said

        def settles() -> object:
            return correct_after_end(
                tournament=self.world.tournament,
                subject=subject_of_sheet(conflict.table, conflict.number),
                reason=reason,
                act=lambda: settle_conflict(**asked),
                tables=[conflict.table],
                counts=lambda settled: settled.kept == Kept.OTHER,
                **said,
            )

        self.evening.act(settles, late=True)

    @precondition(lambda self: self.evening.different.intersection({ChelemCall, Penalty, SheetLine}))
    @invariant()
    def what_was_ruled_is_written(self) -> None:
        """No line contradicts a chelem call or a decision about its donne, whatever was written before or after."""
        told = contradictions_of(lines_to_rule())
        assert [line for line, against in told if against is not Against.UNCALLED] == []
        assert to_apply(Q()) == []

    @precondition(lambda self: self.evening.different.intersection({ArbiterCall, Conflict, SheetLine}))
    @invariant()
    def what_waits_is_told_once(self) -> None:
        kept = self.evening.rows
        open_calls = [row["table_id"] for row in kept[ArbiterCall].values() if row["settled_at"] is None]
        assert len(open_calls) == len(set(open_calls))
        keys = {row["key"] for row in kept[SheetLine].values()}
        for row in kept[Conflict].values():
            assert bool(row["kept"]) == (row["settled_at"] is not None)
            if row["kept"] != Kept.OTHER:  # what was not chosen is on no sheet
                assert row["key"] not in keys
