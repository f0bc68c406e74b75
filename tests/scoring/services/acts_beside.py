"""
What else may be done to any evening: paper sheets, replaced players, donnes card by card, a table of five.

Rules for `AnyEvening` of `test_evening_machine.py`, whose `evening`, `world` and `said` they use.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from scoring.models import DonneRecord
from scoring.queries.table.cards import example
from scoring.queries.table.sheets import seated
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.paper import record_paper, withdraw_typing
from scoring.services.sheets.records import attach_record, withdraw_record
from tests.factories import PlayerFactory, RegistrationFactory
from tests.scoring.attached import COMMENTED_LINE
from tests.scoring.evenings import Evening, pick
from tests.scoring.sheets import facts
from tests.services.calls import World
from tournaments.labels import Keeps, Status
from tournaments.models import Registration, Seat, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.draws.replacements import replace_player
from tournaments.services.people.players import PlayerFacts

whiches = st.sampled_from([0, 0, 1, 2, 5])
tables = st.sampled_from([0, 0, 0, 1, 2, 3])
chairs = st.integers(0, 3)
seldom = st.sampled_from([False, False, True])
reasons = st.sampled_from(["erreur", "erreur", "erreur", " "])
typed = st.builds(
    facts,
    taker=chairs,
    contract=st.sampled_from(["prise", "garde"]),
    bouts=st.integers(0, 2),
    points=st.sampled_from(["36", "49"]),
)
FIVE = 5

keeps_donnes = precondition(lambda self: self.keeps == Keeps.DONNES)


class ActsBeside:
    evening: Evening
    world: World
    keeps: Keeps
    said: dict[str, Any]

    @initialize(five=st.booleans(), twice=st.booleans())
    def begins(self, five, twice) -> None:
        """One more comes, and sits as the fifth at the first table; sheets are typed by two."""
        Tournament.objects.update(double_entry=twice)
        if five:
            table = Table.objects.filter(round__tournament=self.world.tournament).earliest("round__number", "number")
            player = PlayerFactory(club=self.world.club, last_name="NOM9", first_name="Ada", licence="P9")
            entry = RegistrationFactory(tournament=self.world.tournament, player=player, start_number=9)
            Seat.objects.create(round=table.round, table=table, chair=FIVE - 1, registration=entry)
        self.evening.read()

    @keeps_donnes
    @rule(at=tables, number=st.integers(1, 3), mort=st.integers(0, 4), taker=st.integers(0, 4), desk=st.booleans())
    def enter_with_a_mort(self, at, number, mort, taker, desk) -> None:
        table = self.evening.table(at)
        if table.seats.count() < FIVE:
            return
        current = table.lines.filter(number=number, current=True).first()
        asked = {"entry": facts(taker=taker, mort=mort, contract="garde", bouts=1, points="49")}
        asked |= {"key": self.evening.key(), "replaces": current.pk if current else None, "confirmed": None}
        asked |= {"reason": "erreur"} | (
            self.said if desk else {"by": self.evening.phone(table, taker), "at": self.said["at"]}
        )
        self.evening.act(lambda: record_donne(SentDonne(table=table, number=number, **asked)), keyed=True)

    # Paper

    @keeps_donnes
    @rule(at=tables, number=st.integers(1, 2), entry=typed, other=st.booleans(), settles=st.booleans())
    def type_paper(self, at, number, entry, other, settles) -> None:
        table = self.evening.table(at)
        number = self.evening.number(table, number)
        seats = list(table.seats.select_related("registration__player").order_by("chair"))
        tournament = self.evening.tournament
        try:
            line = score_line(entry, place=seated(table, seats, tournament), number=number)
        except Refusal:
            return  # the grid says so; nothing is sent
        asked = {"lines": {number: line}, "key": self.evening.key(), "confirmed": frozenset(), "settles": settles}
        asked |= self.said | ({"by": self.world.arbiter} if other else {})
        self.evening.act(lambda: record_paper(table=table, **asked), keyed=True)

    @rule(at=tables, really=seldom)
    def withdraw_paper(self, at, really) -> None:
        table, said = self.evening.table(at), self.said
        if really:
            self.evening.act(lambda: withdraw_typing(table=table, **said), late=True)

    # Card by card

    @keeps_donnes
    @rule(at=tables, reason=reasons, really=seldom)
    def write_cards(self, at, reason, really) -> None:
        """The donne that is written card by card is entered, and its cards are attached or replaced."""
        table = self.evening.table(at)
        if not really:
            return
        number = self.evening.number(table, 1)
        if not table.lines.filter(number=number, current=True).exists():
            written = {"entry": COMMENTED_LINE, "key": self.evening.key(), "replaces": None, "confirmed": None}
            written |= self.said
            self.evening.act(lambda: record_donne(SentDonne(table=table, number=number, **written)), keyed=True)
        current = table.records.filter(number=number, current=True).first()
        asked = {"record": example(), "first": None, "key": self.evening.key(), "reason": reason}
        asked |= {"replaces": current.pk if current else None} | self.said
        self.evening.act(lambda: attach_record(table=table, number=number, **asked), keyed=True, late=True)

    @precondition(lambda self: bool(self.evening.rows[DonneRecord]))
    @rule(which=whiches, reason=reasons)
    def withdraw_cards(self, which, reason) -> None:
        said = self.said
        if record := pick(DonneRecord.objects.select_related("table__round"), which):
            self.evening.act(lambda: withdraw_record(record=record, reason=reason, **said), late=True)

    # Somebody leaves, and somebody takes his places

    @rule(who=st.integers(0, 7), number=st.integers(1, 2), at_the_door=st.booleans(), which=whiches, reason=reasons)
    def replace(self, who, number, at_the_door, which, reason) -> None:
        name = f"NEUF{self.evening.steps}"
        comer: Any = PlayerFacts(last_name=name, first_name="Ada")
        if not at_the_door:
            there = Registration.objects.filter(tournament=self.world.tournament).exclude(status=Status.PRESENT)
            if (found := pick(there, which)) is None:
                return
            comer = found.pk
        asked = {"leaver": self.world.entries[who].pk, "comer": comer, "number": number, "key": self.evening.key()}
        asked |= {"reason": reason} | self.said
        self.evening.act(lambda: replace_player(tournament=self.world.tournament, **asked), keyed=True)
