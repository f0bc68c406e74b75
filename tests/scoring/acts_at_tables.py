"""
What is done at the tables of any evening, in any order: donnes, balances, and what a table agrees upon.

After each act what must always hold is recounted (`Evening.hold`). What the desk does is in
`tests/scoring/services/test_evening_machine.py`, with the runs.
"""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from scoring.labels import (
    Outcome,
    ProtestAbout,
)
from scoring.models import PenaltyKind, Protest, SheetLine, SheetTotal
from scoring.queries.table.agreements import version_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.protests import answer_protest, contest
from scoring.services.sheets.balances import empty_balances, record_balances
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from scoring.services.sheets.stops import resume_table, stop_table
from scoring.services.undo.undoing import restore_version
from tests.scoring.evenings import STALE, Evening, pick
from tests.scoring.machines import TakenBack, when_there_is
from tests.scoring.recounted import Rows
from tests.scoring.sheets import facts
from tests.services.calls import World, a_world
from tournaments.labels import Keeps, PrizeGroup
from tournaments.models import Prize, PrizePlan, Tournament

# Things happen at the same places again and again, or nothing would follow from anything.
whiches = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 5, 8])  # of the latest rows, the last first
chairs = st.integers(0, 3)
phones = st.integers(0, 4)  # the fifth is nobody's in particular
tables = st.sampled_from([0, 0, 0, 0, 1, 1, 2, 3, STALE])  # of two positions, and a page that was opened long ago
seldom = st.sampled_from([False, False, False, True])
donnes = st.sampled_from([1, 1, 1, 2, 2, 3])
turns = st.sampled_from([0, 0, 0, 0, 1, 3])  # of an étui, in duplicate
reasons = st.sampled_from(["erreur", "erreur", "erreur", " "])
plain = st.builds(
    facts,
    taker=chairs,
    contract=st.sampled_from(["prise", "garde", "garde_sans", "garde_contre"]),
    bouts=st.integers(0, 2),
    points=st.sampled_from(["36", "40,5", "49", "56"]),
    petit_au_bout=st.sampled_from(["", "", "attaque", "defense"]),
)
slams = st.builds(
    facts,
    taker=chairs,
    contract=st.just("garde"),
    bouts=st.just(3),
    points=st.sampled_from(["91", "91", "60"]),
    chelem_announced=st.booleans(),
    chelem_made=st.sampled_from(["attaque", "attaque", ""]),
)
entries = st.one_of(plain, plain, slams, st.sampled_from([Outcome.PASSED, Outcome.ANNULLED]))

keeps_donnes = precondition(lambda self: self.keeps == Keeps.DONNES)
keeps_totals = precondition(lambda self: self.keeps == Keeps.TOTALS)


def a_begun_world() -> World:
    """Return the world of an evening of which two positions are drawn, with three prizes."""
    world = a_world()
    PenaltyKind.objects.create(club=world.club, code="retard-x", name="Retard")
    world.tables(1)
    world.tables(2)
    plan = PrizePlan.objects.create(tournament=world.tournament, one_each=False)
    for number, (group, place) in enumerate(
        [(PrizeGroup.EVERYBODY, 1), (PrizeGroup.EVERYBODY, 2), (PrizeGroup.LAST, 1)], 1
    ):
        Prize.objects.create(plan=plan, number=number, group=group, place=place, amount=3000)
    return world


class AtTables(TakenBack):
    """An evening at whose tables anything may be done."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.evening, self.world, self.keeps = Evening(world), world, Keeps.DONNES

    def teardown(self) -> None:
        try:
            self.evening.hold_the_end()
        finally:
            super().teardown()

    @property
    def rows(self) -> Rows:
        return self.evening.rows

    @property
    def said(self) -> dict[str, object]:
        """Who acts, and when."""
        return {"by": self.world.by, "at": self.evening.next}

    @initialize(
        keeps=st.sampled_from([Keeps.DONNES, Keeps.DONNES, Keeps.DONNES, Keeps.TOTALS]),
        needs_confirmation=st.booleans(),
        closes_itself=st.booleans(),
    )
    def says(self, keeps: str, needs_confirmation: bool, closes_itself: bool) -> None:
        self.keeps = Keeps(keeps)
        Tournament.objects.update(
            keeps=keeps, needs_confirmation=needs_confirmation, closes_itself=closes_itself, donnes_per_round=2
        )
        self.evening.read()

    @invariant()
    def all_is_recounted(self) -> None:
        self.evening.hold()

    # Donnes

    @keeps_donnes
    @rule(
        at=tables,
        number=donnes,
        entry=entries,
        chair=phones,
        desk=st.booleans(),
        stale=st.booleans(),
        why=reasons,
        turn=turns,
    )
    def enter(self, at, number, entry, chair, desk, stale, why, turn=0) -> None:
        table = self.evening.table(at)
        number = self.evening.number(table, number)
        current = table.lines.filter(number=number, current=True).first()
        asked = {
            "table": table,
            "number": number,
            "entry": entry,
            "key": self.evening.key(),
            "replaces": current.pk if current and not stale else None,
            "reason": why if current else "",
            "turn": turn,
            "confirmed": frozenset({"chelem_without_call", "chelem_not_made"}),
        }
        if desk:
            asked |= self.said | {"confirmed": None}
            self.evening.act(lambda: record_donne(SentDonne(**asked)), keyed=True)
        else:
            asked |= {"by": self.evening.phone(table, chair), "at": self.said["at"]}
            self.evening.act(lambda: enter_donne(SentDonne(**asked)), keyed=True)

    @keeps_donnes
    @rule(at=tables, chair=phones, first=plain, second=plain)
    def play(self, at, chair, first, second) -> None:
        """The table plays the position: what is not written yet of its two donnes is entered on a phone."""
        table = self.evening.table(at)
        for number, entry in enumerate((first, second), start=self.evening.number(table, 1)):
            phone = self.evening.phone(table, chair)
            sent = SentDonne(table, number, entry, self.evening.key(), phone, self.said["at"])
            self.evening.act(lambda sent=sent: enter_donne(sent))

    @when_there_is(SheetLine)
    @rule(which=whiches, reason=reasons)
    def empty(self, which, reason) -> None:
        if line := self.a_line(which):
            said = self.said
            self.evening.act(lambda: empty_donne(line=line, reason=reason, **said))

    @when_there_is(SheetLine)
    @rule(which=whiches, to=tables, number=donnes, reason=reasons)
    def move(self, which, to, number, reason) -> None:
        if line := self.a_line(which):
            table = self.evening.table(to)
            asked = {"table": table, "number": self.evening.number(table, number), "key": self.evening.key()}
            asked |= self.said
            self.evening.act(lambda: move_donne(line=line, reason=reason, **asked), keyed=True)

    @when_there_is(SheetLine)
    @rule(which=whiches, reason=reasons)
    def go_back_to(self, which, reason) -> None:
        if line := self.a_line(which):
            asked = {"key": self.evening.key()} | self.said
            self.evening.act(lambda: restore_version(line=line, reason=reason, **asked), keyed=True)

    def a_line(self, which: int) -> SheetLine | None:
        lines = SheetLine.objects.select_related("table__round__tournament", "taker", "partner", "sits_out")
        return pick(lines, which)

    @keeps_totals
    @rule(at=tables, marks=st.lists(st.sampled_from([0, 10, -40, 30]), min_size=3, max_size=3), why=reasons)
    def balance(self, at, marks, why) -> None:
        table = self.evening.table(at)
        replaces = list(SheetTotal.objects.filter(seat__table=table, current=True).values_list("pk", flat=True))
        asked = {"balances": dict(enumerate([*marks, -sum(marks)])), "replaces": replaces, "key": self.evening.key()}
        asked |= {"reason": why if replaces else ""} | self.said
        self.evening.act(lambda: record_balances(table=table, **asked), keyed=True)

    @keeps_totals
    @rule(at=tables, reason=reasons)
    def take_balances_off(self, at, reason) -> None:
        table, said = self.evening.table(at), self.said
        replaces = list(SheetTotal.objects.filter(seat__table=table, current=True).values_list("pk", flat=True))
        self.evening.act(lambda: empty_balances(table=table, replaces=replaces, reason=reason, **said))

    # What a table agrees upon

    @when_there_is(SheetLine)
    @rule(which=whiches, chair=phones)
    def confirm(self, which, chair) -> None:
        line, said = self.a_line(which), self.said
        if line is None or (chair < 4 and line.table.round.tournament is None):
            return  # nobody comes to a table that was set aside
        if chair == 4:  # the arbiter
            self.evening.act(lambda: confirm_line(line=line, seat=None, **said))
            return
        phone = self.evening.phone(line.table, chair)
        self.evening.act(lambda: confirm_line(line=line, seat=phone.seat, by=phone, at=said["at"]))

    @rule(at=tables, who=st.sets(chairs, min_size=1))
    def sign(self, at, who) -> None:
        table = self.evening.table(at)
        seen = version_of(sheet_of(table))
        for chair in sorted(who):
            seat = self.evening.seat(table, chair)
            phone, when = self.evening.phone(table, chair), self.said["at"]

            def signs(seat=seat, phone=phone, when=when) -> bool:
                sign_sheet(table=table, seat=seat, seen=seen, by=phone, at=when)
                return True

            if self.evening.act(signs):
                self.evening.sign(seat)

    @rule(at=tables, chair=chairs, about=st.sampled_from(ProtestAbout.values), reason=reasons)
    def protest(self, at, chair, about, reason) -> None:
        table = self.evening.table(at)
        phone, key, when = self.evening.phone(table, chair), self.evening.key(), self.said["at"]
        number = self.evening.number(table, 1)
        asked = {"about": about, "number": number, "seat": phone.seat, "key": key, "by": phone, "at": when}
        self.evening.act(lambda: contest(table=table, reason=reason, **asked), keyed=True, late=True)

    @when_there_is(Protest)
    @rule(which=whiches, upheld=st.booleans(), answer=reasons)
    def answer(self, which, upheld, answer) -> None:
        said = self.said
        if found := pick(Protest.objects.select_related("table__round"), which):
            self.evening.act(lambda: answer_protest(protest=found, answer=answer, upheld=upheld, **said), late=True)

    @rule(at=tables)
    def close(self, at) -> None:
        table, said = self.evening.table(at), self.said
        self.evening.act(lambda: close_sheet(table=table, **said))

    @rule(at=tables, reason=reasons)
    def stop(self, at, reason) -> None:
        table, said = self.evening.table(at), self.said
        self.evening.act(lambda: stop_table(table=table, reason=reason, **said))

    @rule(at=tables, reason=reasons)
    def play_on(self, at, reason) -> None:
        table, said = self.evening.table(at), self.said
        self.evening.act(lambda: resume_table(table=table, reason=reason, **said))

    @rule(at=tables, reason=reasons)
    def open_again(self, at, reason) -> None:
        table, said = self.evening.table(at), self.said
        self.evening.act(lambda: reopen_sheet(table=table, reason=reason, **said))
