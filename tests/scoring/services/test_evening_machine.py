"""
Any evening: whatever people do at the tables and at the desk, in any order, what must always hold holds after each act.

Everything goes through the services, as pages call them. A `Refusal` is an answer, and writes nothing; anything else
that is raised is a bug. Each act is sent twice, and those whose form has a key once more much later (`Evening`). What
is done at the tables is in `tests/scoring/acts_at_tables.py`; `tests/scoring/recounted.py` recounts from the raw rows.
"""

from contextlib import suppress

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scoring.labels import (
    TAKES_POINTS,
    CallAbout,
    CalledWhen,
    CallOutcome,
    ExcusePlayed,
    Kept,
    PenaltyTarget,
    Prime,
    Sanction,
)
from scoring.models import ChelemCall, Incident, Penalty, PenaltyKind
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.calls import cancel_chelem_call, record_chelem_call
from scoring.services.decisions.effects import without_penalty
from scoring.services.decisions.incidents import cancel_incident, note_incident
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.undo.undoing import undo, undoing_of
from tests.scoring.acts_at_tables import (
    AtTables,
    a_begun_world,
    chairs,
    donnes,
    entries,
    keeps_donnes,
    reasons,
    seldom,
    tables,
    whiches,
)
from tests.scoring.evenings import pick
from tests.scoring.machines import play_a_few, when_there_is
from tests.scoring.recounted import figures
from tests.scoring.services.acts_beside import ActsBeside
from tests.scoring.services.acts_of_prizes import ActsOfPrizes
from tests.scoring.services.acts_waiting import ActsWaiting
from tests.scoring.sheets import facts
from tests.tournaments.rotations import redrawn
from tournaments.labels import Keeps, Status
from tournaments.models import JournalEntry, Registration, Round, SeatChange
from tournaments.queries.draws.seating import digest, places
from tournaments.queries.standings.standings import NOTHING, standings, standings_of
from tournaments.refusals import Refusal
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.seat_changes import swap_players, undo_swap
from tournaments.services.evening.tournaments import finish, reopen
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import set_status, walk_in
from tournaments.standings import Adjusted


class AnyEvening(ActsBeside, ActsOfPrizes, ActsWaiting, AtTables):
    """And at whose desk anything may be decided, undone and ended."""

    # What an arbiter decides

    @keeps_donnes
    @rule(
        at=tables,
        number=donnes,
        chair=chairs,
        announced=st.sampled_from([CalledWhen.BEFORE_CARD, CalledWhen.BEFORE_CARD, CalledWhen.LATE]),
        outcome=st.sampled_from([CallOutcome.PENDING, CallOutcome.PENDING, CallOutcome.MADE]),
        led=st.sampled_from([None, True, False]),
        excuse=st.sampled_from(["", "", *ExcusePlayed.values]),
    )
    def call(self, at, number, chair, **seen) -> None:
        table = self.evening.table(at)
        number = self.evening.number(table, number)
        asked = {"caller": self.evening.seat(table, chair), "key": self.evening.key()} | seen | self.said
        self.evening.act(lambda: record_chelem_call(table=table, number=number, **asked), keyed=True)

    @when_there_is(ChelemCall)
    @rule(which=whiches, reason=reasons)
    def cancel_call(self, which, reason) -> None:
        said = self.said
        if call := pick(ChelemCall.objects.select_related("table__round__tournament", "line_met"), which):
            self.evening.act(lambda: cancel_chelem_call(call=call, reason=reason, **said))

    @rule(
        at=tables,
        chair=chairs,
        donne=donnes,
        upon=st.sampled_from([PenaltyTarget.CAMP, *PenaltyTarget.values]),
        sanction=st.sampled_from(["", "", "", Sanction.ADJUSTED, Sanction.ADJUSTED, *Sanction.values]),
        points=st.sampled_from([-10, -20, 0]),
        camp=st.sampled_from(["attaque", "defense"]),
        basis=st.sampled_from(Adjusted),
        prime=st.sampled_from([Prime.PETIT, *Prime]),
    )
    def penalise(self, at, chair, donne, upon, sanction, points, camp, **said) -> None:
        table, of_donne = self.evening.table(at), sanction == Sanction.DONNE_SCORE
        donne = self.evening.number(table, donne)
        asked = {
            "registration": self.evening.seat(table, chair).registration if upon == PenaltyTarget.PLAYER else None,
            "table": table,
            "donne": donne if upon in {PenaltyTarget.CAMP, PenaltyTarget.DONNE} or of_donne else None,
            "kind": PenaltyKind.objects.get(code="retard-x"),
            "points": points if sanction in {"", *TAKES_POINTS} else 0,
            "assigned": 50 if said["basis"] == Adjusted.ASSIGNED or of_donne else None,
            "key": self.evening.key(),
        }
        asked |= {"target": upon, "sanction": sanction, "camp": camp, "reason": "dit"} | {"prime": Prime.PETIT} | said
        asked |= self.said
        self.evening.act(lambda: give_penalty(tournament=self.world.tournament, **asked), keyed=True)

    @when_there_is(Penalty)
    @rule(which=whiches, reason=reasons)
    def cancel_decision(self, which, reason) -> None:
        said = self.said
        if penalty := pick(Penalty.objects.select_related("kind", "registration__player", "table__round"), which):
            only = {"tournament_finished", "cancelling_without_reason", "sheet_closed"}
            self.foretells(
                lambda: without_penalty(penalty) if penalty.cancelled_at is None else NOTHING,
                lambda: cancel_penalty(penalty=penalty, reason=reason, **said),
                only=only,
            )

    def foretells(self, change, do, **how) -> bool:
        """Do something and return whether it was done; what is said before of who moves is what comes of it."""
        tournament, said = self.evening.tournament, None
        with suppress(Refusal):
            said = ranked(standings_of([tournament], {tournament.pk: change()})[tournament.pk])
        is_done = bool(self.evening.act(lambda: do() or True, **how))
        assert not is_done or said == ranked(standings(self.evening.tournament))
        return is_done

    @rule(at=tables)
    def note(self, at) -> None:
        asked = {"tournament": self.world.tournament, "table": self.evening.table(at), "key": self.evening.key()}
        asked |= {"text": "bruit"} | self.said
        self.evening.act(lambda: note_incident(**asked), keyed=True, late=True)

    @when_there_is(Incident)
    @rule(which=whiches)
    def cancel_note(self, which) -> None:
        said = self.said
        if incident := pick(Incident.objects.all(), which):
            self.evening.act(lambda: cancel_incident(incident=incident, reason="erreur", **said), late=True)

    # Undone, and sent again

    @when_there_is(JournalEntry)
    @rule(which=whiches, reason=reasons)
    def undo_one(self, which, reason) -> None:
        if entry := pick(JournalEntry.objects.filter(tournament=self.world.tournament), which):
            asked = {"key": self.evening.key()} | self.said
            self.foretells(
                lambda: undoing_of(self.evening.tournament, entry).change,
                lambda: undo(entry=entry, reason=reason, **asked),
                keyed=True,
            )

    @precondition(lambda self: self.evening.last is not None)
    @rule()
    def undo_the_last(self) -> None:
        """What the latest act changed is as it was before."""
        last, asked = self.evening.last, {"key": self.evening.key()} | self.said
        entry = JournalEntry.objects.get(pk=last.entry)

        if self.foretells(
            lambda: undoing_of(self.evening.tournament, entry).change,
            lambda: undo(entry=entry, reason="erreur", **asked),
            keyed=True,
        ):
            assert figures(self.evening.rows) == last.before

    @precondition(lambda self: self.evening.sent)
    @rule(which=whiches)
    def send_again(self, which) -> None:
        self.evening.send_again(self.evening.sent[-1 - which % len(self.evening.sent)])

    # People and positions

    @rule(number=st.integers(0, 8), status=st.sampled_from(Status.values))
    def point(self, number, status) -> None:
        numbers = list(Registration.objects.order_by("start_number").values_list("pk", flat=True))
        asked = {"registrations": [numbers[number % len(numbers)]], "status": status} | self.said
        self.evening.act(lambda: set_status(tournament=self.world.tournament, **asked))

    @rule(licence=st.sampled_from(["Z1", "Z2"]))
    def come_late(self, licence) -> None:
        asked = {"facts": PlayerFacts(last_name=f"ZIMMER{licence}", first_name="Zoé", licence=licence)} | self.said
        self.evening.act(lambda: walk_in(tournament=self.world.tournament, **asked))

    @rule(number=st.integers(1, 2), one=st.integers(0, 7), other=st.integers(0, 7))
    def exchange(self, number, one, other) -> None:
        asked = {"number": number, "one": self.world.entries[one].pk, "other": self.world.entries[other].pk}
        asked |= {"seen": digest(places(self.evening.tournament)), "key": self.evening.key()} | self.said
        if one != other:
            self.evening.act(lambda: swap_players(tournament=self.world.tournament, reason="dit", **asked), keyed=True)

    @when_there_is(SeatChange)
    @rule(which=whiches)
    def exchange_back(self, which) -> None:
        said = self.said
        if change := pick(SeatChange.objects.all(), which):
            self.evening.act(lambda: undo_swap(change=change, **said))

    @rule(number=st.integers(1, 2), seed=st.integers(1, 3), really=seldom)
    def draw_again(self, number, seed, really) -> None:
        def draw(said=self.said) -> None:
            publish_draw(draw=redrawn(self.evening.tournament, number, self.world.by, seed=seed), **said)

        if really:
            self.evening.act(draw, again=False)

    @rule(number=st.integers(1, 2), reason=reasons, really=seldom)
    def set_aside(self, number, reason, really) -> None:
        if not really:
            return
        round_ = Round.objects.filter(tournament=self.world.tournament, number=number).first()
        asked = {"number": number, "seen": seen_in(round_) if round_ else "", "reason": reason} | self.said
        only = {"tournament_finished", "no_such_round", "cancelling_without_reason"}
        self.evening.act(lambda: cancel_round(tournament=self.world.tournament, **asked), only=only)

    @precondition(lambda self: any(row["tournament_id"] is None for row in self.evening.rows[Round].values()))
    @rule(which=whiches, reason=reasons)
    def put_back(self, which, reason) -> None:
        said = self.said
        if round_ := pick(Round.objects.filter(tournament=None), which):
            asked = {"round_": round_, "reason": reason} | said
            only = {"tournament_finished", "round_replaced", "restoring_without_reason"}
            self.evening.act(lambda: restore_round(tournament=self.world.tournament, **asked), only=only)

    # The end

    @rule(really=seldom)
    def end(self, really) -> None:
        said = self.said
        if really:
            self.evening.act(lambda: finish(tournament=self.world.tournament, **said), late=True)

    @precondition(lambda self: self.evening.tournament.is_finished)
    @rule(reason=reasons)
    def begin_again(self, reason) -> None:
        asked = {"reason": reason} | self.said
        self.evening.act(lambda: reopen(tournament=self.world.tournament, **asked), late=True)

    @precondition(lambda self: self.keeps == Keeps.DONNES and self.evening.tournament.is_finished)
    @rule(at=tables, number=donnes, entry=entries, reason=reasons)
    def correct_late(self, at, number, entry, reason) -> None:
        table, said = self.evening.table(at), self.said
        number = self.evening.number(table, number)
        current = table.lines.filter(number=number, current=True).first()
        asked = {"key": self.evening.key(), "replaces": current.pk if current else None, "confirmed": None} | said

        def corrects() -> object:
            return correct_after_end(
                tournament=self.world.tournament,
                subject=subject_of_sheet(table, number),
                reason=reason,
                act=lambda: record_donne(SentDonne(table=table, number=number, entry=entry, reason="erreur", **asked)),
                tables=[table],
                **said,
            )

        self.evening.act(corrects, keyed=True, late=True)


def ranked(shown) -> list[tuple[object, ...]]:
    return [(line.registration_id, line.place, line.total) for line in shown.lines]


@pytest.mark.django_db
def test_one_evening_keeps_what_must_always_hold() -> None:
    """What chance may leave out of a short run: each thing that something else has to follow."""
    evening = AnyEvening(a_begun_world())
    garde, other = (facts(taker=taker, contract="garde", bouts=2, points="49") for taker in (0, 1))
    petit = facts(taker=0, contract="garde", bouts=2, points="49", petit_au_bout="attaque")
    slam = facts(taker=0, contract="garde", bouts=3, points="91", chelem_announced=True, chelem_made="attaque")
    written = {"at": 0, "number": 1, "chair": 0, "stale": False, "why": "erreur"}
    given = {"at": 0, "chair": 0, "donne": 1, "camp": "attaque", "basis": Adjusted.ASSIGNED}
    asked = {"at": 0, "number": 1, "chair": 0, "outcome": CallOutcome.PENDING, "led": True, "excuse": ""}
    steps = [
        lambda: evening.says(Keeps.DONNES, needs_confirmation=True, closes_itself=True),
        lambda: evening.enter(**written, entry=garde, desk=False),
        lambda: evening.confirm(which=0, chair=1),
        lambda: evening.penalise(**given, upon=PenaltyTarget.CAMP, sanction="", points=-20),
        lambda: evening.enter(**written, entry=other, desk=True),
        evening.undo_the_last,
        lambda: evening.penalise(**given, upon=PenaltyTarget.PLAYER, sanction=Sanction.DONNE_SCORE, points=0),
        lambda: evening.penalise(**given, upon=PenaltyTarget.DONNE, sanction=Sanction.REDEAL, points=0),
        evening.undo_the_last,
        lambda: evening.cancel_decision(which=1, reason="erreur"),
        lambda: evening.penalise(**given, upon=PenaltyTarget.PLAYER, sanction=Sanction.ADJUSTED, points=0),
        lambda: evening.cancel_decision(which=0, reason="erreur"),
        evening.undo_the_last,
        lambda: evening.cancel_decision(which=0, reason="erreur"),
        lambda: evening.penalise(**given, upon=PenaltyTarget.CAMP, sanction=Sanction.DONNE_SCORE, points=0),
        lambda: evening.enter(**written | {"why": "autre"}, entry=garde, desk=True),
        lambda: evening.cancel_decision(which=0, reason="erreur"),
        evening.undo_the_last,
        lambda: evening.call_for_an_arbiter(at=0, chair=0, about=CallAbout.FAULT),
        lambda: evening.go(which=0),
        lambda: evening.settle_the_call(which=0),
        lambda: evening.send_late(at=0, number=1, chair=1, entry=other),
        lambda: evening.settle_versions(which=0, kept=Kept.STANDING, reason="vu", was_seen=True),
        lambda: evening.empty(which=0, reason="erreur"),
        lambda: evening.enter(**written, entry=petit, desk=True),
        lambda: evening.penalise(**given, upon=PenaltyTarget.DONNE, sanction=Sanction.PRIME_CANCELLED, points=0),
        evening.undo_the_last,
        lambda: evening.penalise(**given, upon=PenaltyTarget.PLAYER, sanction=Sanction.EXCLUSION, points=0),
        evening.undo_the_last,
        lambda: evening.stop(at=0, reason="erreur"),
        evening.undo_the_last,
        lambda: evening.stop(at=0, reason="erreur"),
        lambda: evening.play_on(at=0, reason="erreur"),
        lambda: evening.empty(which=0, reason="erreur"),
        lambda: evening.call(**asked, announced=CalledWhen.BEFORE_CARD),
        lambda: evening.enter(**written, entry=slam, desk=True),
        evening.undo_the_last,
        lambda: evening.set_aside(number=1, reason="erreur", really=True),
        lambda: evening.put_back(which=0, reason="erreur"),
        lambda: evening.end(really=True),
        lambda: evening.correct_late(at=0, number=1, entry=slam, reason="erreur"),
        lambda: evening.correct_late(at=0, number=2, entry=garde, reason="erreur"),
        lambda: evening.send_late(at=0, number=2, chair=1, entry=other),
        lambda: evening.settle_versions(which=0, kept=Kept.OTHER, reason="vu", was_seen=True),
        lambda: evening.hand_over(which=0, whom=4),
        evening.hand_all_over,
        lambda: evening.correct_late(at=0, number=2, entry=garde, reason="erreur"),
        lambda: evening.take_prize_back(which=0, reason="erreur"),
    ]
    try:
        for step in steps:
            before = evening.evening.rows
            step()
            assert evening.evening.rows != before
            evening.all_is_recounted()
            evening.what_waits_is_told_once()
            evening.no_prize_brings_more_than_it_is_worth()
    finally:
        evening.teardown()


@pytest.mark.slow
@pytest.mark.django_db
def test_any_evening_keeps_what_must_always_hold() -> None:
    world = a_begun_world()
    play_a_few(lambda: AnyEvening(world))
