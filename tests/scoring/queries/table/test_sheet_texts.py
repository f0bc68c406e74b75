"""A sheet row by row, as its pages, its paper and programs tell it."""

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.sheet_texts import sheet_text, tables_of
from scoring.services.sheets.cancelled_rounds import cancel_round
from scoring.services.sheets.moves import empty_donne
from tests.factories import NOW, rewrite
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.sheets import chelem_called, facts, garde, record, seated, void
from tournaments.models import Account, Tournament


def test_each_row_has_its_marks_and_where_they_lead_its_history_its_call_and_its_cards(
    tournament: Tournament, the_arbiter: Account
) -> None:
    rewrite(tournament, donnes_per_round=5)
    (table,) = seated(tournament)
    call = chelem_called(table, the_arbiter, number=3)
    record(table, 1, the_arbiter, garde(points="50"))
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter, facts(taker=1, contract="prise", bouts=3, points="26"))
    record(table, 4, the_arbiter, void("passee"))
    empty_donne(line=record(table, 5, the_arbiter), reason="mal placée", by=the_arbiter, at=NOW)

    first, second, third, fourth, fifth, *_rest = sheet_text(table).donnes

    assert first.marks == ((198, 198), (-66, -66), (-66, -66), (-66, -66))
    assert second.marks == ((35, 233), (-105, -171), (35, -31), (35, -31))
    assert fourth.marks == ((0, 233), (0, -171), (0, -31), (0, -31))
    assert [donne.number for donne in (first, second, third, fourth, fifth)] == [1, 2, 3, 4, 5]
    assert [(donne.call, len(donne.changes)) for donne in (first, second, fourth)] == [(None, 1), (None, 0), (None, 0)]
    assert (third.line, third.call, third.marks, third.changes) == (None, call, (), ())
    assert (fifth.line, fifth.call, fifth.record, len(fifth.changes)) == (None, None, None, 1)
    assert first.marque["scores"] == {"0": 198, "1": -66, "2": -66, "3": -66}
    assert any("49" in sentence for sentence in first.marque["why"])


def test_only_the_row_of_a_donne_that_was_written_card_by_card_shows_its_cards(
    tournament: Tournament, the_arbiter: Account
) -> None:
    (table,) = seated(tournament)
    record(table, 1, the_arbiter, COMMENTED_LINE)
    record(table, 2, the_arbiter)
    attached = attach(table, the_arbiter)
    first, second, *_rest = sheet_text(table).donnes
    assert first.record is not None
    assert len(first.record.tricks) == len(attached.record["tricks"])
    assert second.record is None


def test_the_sheets_of_a_cancelled_position_are_not_those_of_the_one_that_is_played_in_its_place(
    tournament: Tournament, the_arbiter: Account
) -> None:
    before = seated(tournament, tables=2)
    cancelled = before[0].round
    cancel_round(tournament=tournament, number=1, seen=seen_in(cancelled), reason="étuis", by=the_arbiter, at=NOW)
    assert tables_of(tournament, 1, None) == []
    after = seated(tournament, tables=2)
    assert tables_of(tournament, 1, None) == after
    assert tables_of(tournament, 1, None, cancelled.pk) == before
    assert tables_of(tournament, 1, 2, cancelled.pk) == before[1:]
    assert tables_of(tournament, 1, None, after[0].round_id) == []
