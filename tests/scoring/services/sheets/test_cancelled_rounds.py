"""A round cancelled: its results count no more, those of the others stay, nothing is lost; and it can come back."""

import uuid
from datetime import timedelta

import pytest

from scoring.labels import PenaltyTarget, Sanction
from scoring.marque import Camp
from scoring.models import Penalty, SheetLine
from scoring.queries.desk.cancelled_rounds import forecast, seen_in, standings_with, stored_round
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.moves import empty_donne
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import GARDE, a_penalty, garde, record, results, seat, seated, totals
from tests.tournaments.rotations import redrawn
from tournaments.labels import Status
from tournaments.models import Account, Registration, Round, SeatResult, Table, Tournament
from tournaments.queries.evening.stages import begun_rounds
from tournaments.queries.standings.standings import standings
from tournaments.services.draws.publishing import publish_draw


@pytest.fixture
def tables(tournament: Tournament, the_arbiter: Account) -> list[Table]:
    """Two rounds of two tables, a donne written at each table: first a garde, then a bigger one."""
    rewrite(tournament, donnes_per_round=1)
    first, second = (seated(tournament, tables=2, round_number=number) for number in (1, 2))
    for table in first:
        record(table, 1, the_arbiter)
    for table in second:
        record(table, 1, the_arbiter, garde(taker=1, points="60"))
    return first + second


def cancel(tournament: Tournament, number: int, **changes: object) -> None:
    """Cancel a round as the page does that was shown a moment ago."""
    round_ = tournament.rounds.filter(number=number).first()
    asked = {
        "seen": seen_in(round_) if round_ else "",
        "reason": "mauvais étuis",
        "by": Account.objects.first(),
        "at": NOW,
    } | changes
    cancel_round(tournament=tournament, number=number, **asked)


def code_of(*args: object, **kwargs: object) -> str:
    return refusal_of(cancel, *args, **kwargs).code


def restore(tournament: Tournament, round_: Round, **changes: object) -> None:
    asked = {"reason": "annulée par erreur", "by": Account.objects.first(), "at": NOW} | changes
    restore_round(tournament=tournament, round_=round_, **asked)


def penalty(table: Table, target: str, by: Account, **more: object) -> Penalty:
    return a_penalty(table.round.tournament, by, target=target, table=table, **more)


def test_its_results_count_no_more_and_the_others_stay(tournament: Tournament, tables: list[Table]) -> None:
    # Round 1: a garde made by 8, 33 × 2 from each of three; round 2 is another matter.
    cancel(tournament, 2)
    assert totals(tournament) == {1: 198, 2: -66, 3: -66, 4: -66, 5: 198, 6: -66, 7: -66, 8: -66}
    assert standings(tournament).rounds == (1,)
    assert list(differences(tournament)) == []


def test_nothing_of_it_is_lost_or_changed(tournament: Tournament, tables: list[Table], the_arbiter: Account) -> None:
    lines = list(SheetLine.objects.values())
    marks = list(SeatResult.objects.values())
    cancel(tournament, 2, by=the_arbiter)
    assert list(SheetLine.objects.values()) == lines
    assert list(SeatResult.objects.values()) == marks
    gone = Round.objects.get(number=2)
    assert (gone.tournament, gone.cancelled_from, gone.cancel_reason) == (None, tournament, "mauvais étuis")
    assert (gone.cancelled_at, gone.cancelled_by_name) == (NOW, str(the_arbiter))
    entry = tournament.journal.first()
    assert (entry.action, entry.subject, entry.reason) == ("position annulée", "position 2", "mauvais étuis")
    assert sum(entry.details["results"].values()) == 0
    assert len(entry.details["results"]) == 8


def somebody_leaves(tournament: Tournament, rule: dict[str, object]) -> None:
    """Have the best player leave, who has nothing from the first round, in a tournament that ranks by a rule."""
    rewrite(tournament, **rule)
    best = standings(tournament).lines[0].registration_id
    Registration.objects.filter(pk=best).update(status=Status.WITHDRAWN)
    SeatResult.objects.filter(seat__registration=best, seat__round__number=1).delete()
    Table.objects.filter(round__number=1).update(closed_at=NOW)


RULES = [
    {},
    {"unfinished_rule": "out", "missed_counts": "fixed", "missed_points": 25},
    {"unfinished_rule": "minimum", "minimum_rounds": 1, "missed_counts": "average"},
]


@pytest.mark.parametrize("rule", RULES)
def test_what_the_standings_will_say_is_told_beforehand(
    tournament: Tournament, tables: list[Table], the_arbiter: Account, rule: dict[str, object]
) -> None:
    somebody_leaves(tournament, rule)
    penalty(tables[2], PenaltyTarget.TABLE, the_arbiter)
    penalty(tables[2], PenaltyTarget.PLAYER, the_arbiter, registration=tables[2].seats.get(chair=3).registration)
    told = forecast(tournament, tables[2].round)
    assert (told.sheets, told.donnes, told.results, told.penalties, told.kept) == (2, 2, 8, 1, 1)
    assert None not in {line.place_before for line in told.lines} or rule["unfinished_rule"] == "out"
    before = totals(tournament)
    assert {line.start_number: line.total_before for line in told.lines} == before
    cancel(tournament, 2)
    after = standings(tournament).lines
    assert [(line.start_number, line.place if line.counts else None, line.total) for line in after] == [
        (line.start_number, line.place_after, line.total_after) for line in told.lines
    ]


def test_what_was_decided_of_a_table_falls_and_what_was_decided_of_a_player_stays(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    of_table, of_camp = (
        penalty(tables[2], PenaltyTarget.TABLE, the_arbiter),
        penalty(tables[2], PenaltyTarget.CAMP, the_arbiter, donne=1, camp=Camp.ATTAQUE),
    )
    elsewhere = penalty(tables[0], PenaltyTarget.TABLE, the_arbiter)
    of_player = penalty(
        tables[2], PenaltyTarget.PLAYER, the_arbiter, registration=tables[2].seats.get(chair=3).registration
    )
    cancel(tournament, 2)
    in_force = set(Penalty.objects.filter(cancelled_at=None))
    assert in_force == {elsewhere, of_player}
    of_table.refresh_from_db()
    assert of_table.cancel_reason == "La position 2 est annulée\u00a0: mauvais étuis"
    assert totals(tournament)[4] == -66 - 20 - 20
    assert of_camp not in in_force
    assert list(differences(tournament)) == []


def test_twice_is_once(tournament: Tournament, tables: list[Table]) -> None:
    cancel(tournament, 2)
    cancel(tournament, 2)
    assert tournament.journal.filter(action="position annulée").count() == 1


def test_what_was_written_meanwhile_stops_it(tournament: Tournament, tables: list[Table], the_arbiter: Account) -> None:
    before = seen_in(tables[2].round)
    close_sheet(table=tables[2], by=the_arbiter, at=NOW)
    assert code_of(tournament, 2, seen=before) == "round_changed_since"
    closed = seen_in(tables[2].round)
    penalty(tables[3], PenaltyTarget.TABLE, the_arbiter)
    assert code_of(tournament, 2, seen=closed) == "round_changed_since"
    assert tournament.rounds.count() == 2


def test_no_reason_and_no_such_round_are_refused(tournament: Tournament, tables: list[Table]) -> None:
    assert code_of(tournament, 2, reason="  ") == "cancelling_without_reason"
    assert code_of(tournament, 3) == "no_such_round"
    assert tournament.rounds.count() == 2


def test_a_page_left_open_writes_nothing_in_a_cancelled_round(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    table = tables[2]
    assert table.round.tournament_id == tournament.pk
    cancel(tournament, 2)
    assert refusal_of(record_donne, SentDonne(table, 1, GARDE, uuid.uuid4(), the_arbiter, NOW)).code == "table_redrawn"
    signed = {"table": table, "seat": seat(table, 0), "seen": "", "by": the_arbiter, "at": NOW}
    assert refusal_of(sign_sheet, **signed).code == "table_redrawn"
    assert SheetLine.objects.count() == 4


def test_it_is_drawn_again_under_its_number_and_played(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    cancel(tournament, 1)
    assert begun_rounds(tournament) == 2
    publish_draw(draw=redrawn(tournament, 1, the_arbiter), by=the_arbiter, at=NOW)
    assert sorted(tournament.rounds.values_list("number", flat=True)) == [1, 2]
    again = Table.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=1, number=1
    )
    record(again, 1, the_arbiter)
    cancel(tournament, 1)
    assert tournament.cancelled_rounds.count() == 2
    assert SheetLine.objects.count() == 5


def test_restored_it_counts_as_if_it_had_never_been_cancelled(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    of_table = penalty(tables[2], PenaltyTarget.TABLE, the_arbiter)
    of_camp = penalty(tables[2], PenaltyTarget.CAMP, the_arbiter, donne=1, camp=Camp.ATTAQUE)
    before, lines = totals(tournament), list(SheetLine.objects.values())
    as_it_was = Round.objects.filter(number=2).values().get()
    cancel(tournament, 2)
    gone = tournament.cancelled_rounds.get()
    assert [
        line.total_after for line in sorted(standings_with(tournament, gone), key=lambda one: one.start_number)
    ] == [before[number] for number in sorted(before)]
    restore(tournament, gone)
    restore(tournament, gone)
    assert totals(tournament) == before
    assert list(SheetLine.objects.values()) == lines
    assert Round.objects.filter(number=2).values().get() == as_it_was
    in_force = Penalty.objects.filter(cancelled_at=None)
    assert {(one.target, one.points, one.reason, one.table_id, one.donne, one.camp) for one in in_force} == {
        (one.target, one.points, one.reason, one.table_id, one.donne, one.camp) for one in (of_table, of_camp)
    }
    assert not in_force.filter(pk__in=[of_table.pk, of_camp.pk]).exists()
    entry = tournament.journal.filter(action="position rétablie").get()
    assert (entry.subject, entry.reason, entry.details["penalties"]) == ("position 2", "annulée par erreur", 2)
    assert list(differences(tournament)) == []
    close_sheet(table=Table.objects.select_related("round").get(pk=tables[3].pk), by=the_arbiter, at=NOW)


@pytest.mark.parametrize("rule", RULES)
def test_what_the_standings_will_say_with_it_is_told_beforehand(
    tournament: Tournament, tables: list[Table], the_arbiter: Account, rule: dict[str, object]
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**rule)
    Registration.objects.filter(start_number=1).update(status=Status.WITHDRAWN)
    tournament.refresh_from_db()
    penalty(tables[2], PenaltyTarget.TABLE, the_arbiter)
    for number in (1, 2):
        cancel(tournament, number)
    gone = tournament.cancelled_rounds.get(number=2)
    told = standings_with(tournament, gone)
    assert {line.place_before for line in told} == {None}
    assert {line.total_before for line in told} == {0}
    restore(tournament, gone)
    assert [(line.start_number, line.place, line.total) for line in standings(tournament).lines] == [
        (line.start_number, line.place_after, line.total_after) for line in told
    ]


def test_a_round_comes_back_with_the_penalty_of_a_camp_whose_donne_was_taken_off(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    table = tables[0]
    penalty(table, PenaltyTarget.CAMP, the_arbiter, donne=1, camp=Camp.ATTAQUE.value)
    line = SheetLine.objects.select_related("table__round").get(table=table, number=1, current=True)
    empty_donne(line=line, reason="mauvaise table", by=the_arbiter, at=NOW)
    round_ = table.round
    cancel(tournament, round_.number)

    restore(tournament, round_)

    again = Penalty.objects.get(cancelled_at=None)
    assert again.shares.count() == 0
    record(table, 1, the_arbiter)
    assert again.shares.count() == 1
    assert list(differences(tournament)) == []


def test_a_round_comes_back_with_a_cancelled_prime_that_was_taken_off_its_donne(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    table = tables[0]
    record(table, 1, the_arbiter, garde(petit_au_bout="attaque"))
    penalty(
        table,
        PenaltyTarget.DONNE,
        the_arbiter,
        donne=1,
        points=0,
        sanction=Sanction.PRIME_CANCELLED,
        prime="petit_au_bout",
    )
    without = results(table)
    cancel(tournament, 1)

    restore(tournament, table.round)

    assert Penalty.objects.get(cancelled_at=None).sanction == Sanction.PRIME_CANCELLED
    assert results(table) == without


def test_a_penalty_taken_back_before_the_round_was_cancelled_does_not_return(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    early = penalty(tables[2], PenaltyTarget.TABLE, the_arbiter)
    cancel_penalty(penalty=early, reason="à l’heure", by=the_arbiter, at=NOW - timedelta(minutes=5))
    cancel(tournament, 2)
    restore(tournament, tournament.cancelled_rounds.get())
    assert not Penalty.objects.filter(cancelled_at=None).exists()


def test_a_round_that_was_replaced_does_not_come_back_until_the_other_is_cancelled(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    cancel(tournament, 2)
    gone = tournament.cancelled_rounds.get()
    publish_draw(draw=redrawn(tournament, 2, the_arbiter), by=the_arbiter, at=NOW)
    assert stored_round(tournament, gone).replaced
    assert refusal_of(restore, tournament, gone).code == "round_replaced"
    cancel(tournament, 2)
    restore(tournament, gone)
    assert totals(tournament)[2] != 0


def test_nothing_is_restored_without_a_reason(tournament: Tournament, tables: list[Table]) -> None:
    cancel(tournament, 2)
    gone = tournament.cancelled_rounds.get()
    assert refusal_of(restore, tournament, gone, reason="  ").code == "restoring_without_reason"
    assert tournament.cancelled_rounds.exists()
