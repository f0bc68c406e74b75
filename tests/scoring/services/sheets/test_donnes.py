"""A donne is written once with its marks, corrected with a reason, and refused with everything that is wrong."""

import re
import uuid

import pytest

from scoring.labels import CONTRACT_WORDS, Outcome
from scoring.models import SheetLine
from scoring.queries.table.sheets import expected_donnes, sheet_of
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import GARDE, facts, garde, played, record, results, seat, seated, void
from tournaments.labels import Keeps, Pace
from tournaments.models import JournalEntry, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def test_a_donne_is_written_with_its_marque_and_the_results_follow(table, the_arbiter):
    line = record(table, 1, the_arbiter, garde(poignees=((0, "simple"),), petit_au_bout="attaque"))

    assert line.marque["scores"] == {"0": 318, "1": -106, "2": -106, "3": -106}  # the first example of the règlement
    assert [part["points"] for part in line.marque["parts"]] == [66, 20, 20]
    assert line.half_points == 98
    assert results(table) == [318, -106, -106, -106]
    assert played(table) == [1, 1, 1, 1]


def test_what_became_of_a_donne_is_one_of_what_can_become_of_it(table, the_arbiter):
    for outcome in (Outcome.PLAYED, "perdue"):  # a played one has its figures
        refusal = refusal_of(record, table, 1, the_arbiter, outcome)
        assert (refusal.code, [*refusal.fields]) == ("unknown_outcome", ["outcome"])
    assert not SheetLine.objects.exists()


def test_a_contract_counts_for_who_took_and_made_it(table, the_arbiter):
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter, garde(taker=3))
    record(table, 3, the_arbiter, garde(taker=3))
    record(table, 4, the_arbiter, garde(taker=1, points="20"))  # failed

    assert [seat(table, chair).result.contracts for chair in range(4)] == [1, 0, 0, 2]


def test_the_marks_of_a_sheet_sum_to_zero(table, the_arbiter):
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter, garde(taker=3, contract="garde_contre", bouts=1, points="20"))
    record(table, 3, the_arbiter, garde(taker=1, bouts=1, points="51", petit_au_bout="defense"))

    assert sum(results(table)) == 0
    assert sum(sheet_of(table).totals) == 0


def test_the_same_form_sent_twice_is_one_line(table, the_arbiter):
    key = uuid.uuid4()

    first = record(table, 1, the_arbiter, key=key)
    again = record(table, 1, the_arbiter, key=key, replaces=None, reason="")

    assert again == first
    assert SheetLine.objects.count() == 1
    assert JournalEntry.objects.count() == 1


def test_the_same_key_with_other_values_is_stale_and_loses_nothing(table, the_arbiter):
    key = uuid.uuid4()
    record(table, 1, the_arbiter, key=key)

    with refused("stale_line"):
        record(table, 1, the_arbiter, garde(points="50"), key=key, replaces=None)

    assert SheetLine.objects.get().half_points == 98


def test_two_arbiters_on_one_donne_the_second_is_told(table, the_arbiter, the_organiser):
    record(table, 1, the_organiser)

    with refused("stale_line") as caught:
        record(table, 1, the_arbiter, garde(points="50"), replaces=None)

    assert str(the_organiser) in str(caught.value)
    assert SheetLine.objects.get().half_points == 98


def test_a_correction_from_an_old_page_is_stale(table, the_arbiter):
    seen = record(table, 1, the_arbiter)
    record(table, 1, the_arbiter, garde(points="50"))

    with refused("stale_line"):
        record(table, 1, the_arbiter, garde(points="51"), replaces=seen.pk)


def test_a_correction_supersedes_with_its_reason(table, the_arbiter):
    wrong = record(table, 1, the_arbiter)

    right = record(table, 1, the_arbiter, garde(points="46"), reason=" points mal recopiés ")

    wrong.refresh_from_db()
    assert (wrong.current, right.current) == (False, True)
    assert right.supersedes == wrong
    assert right.reason == "points mal recopiés"
    assert wrong.half_points == 98  # what was written stays as it was written
    assert results(table) == [180, -60, -60, -60]
    entry = JournalEntry.objects.first()
    assert entry.reason == "points mal recopiés"
    assert (entry.details["old"]["half_points"], entry.details["new"]["half_points"]) == (98, 92)


def test_a_correction_asks_why(table, the_arbiter):
    record(table, 1, the_arbiter)

    with refused("correction_without_reason") as caught:
        record(table, 1, the_arbiter, garde(points="46"), reason="  ")

    assert list(caught.value.fields) == ["reason"]
    assert results(table) == [198, -66, -66, -66]


def test_an_impossible_donne_is_refused_with_all_its_reasons(table, the_arbiter):
    with refused("donne_impossible") as caught:
        record(
            table,
            1,
            the_arbiter,
            facts(
                taker=0,
                partner=1,
                contract="garde",
                bouts=0,
                points="91,5",
                petit_au_bout="attaque",
                poignees=((1, "triple"), (2, "double")),
            ),
        )

    assert sorted(caught.value.fields) == ["partner", "petit_au_bout", "poignees", "points"]
    assert SheetLine.objects.count() == 0
    assert JournalEntry.objects.count() == 0


def test_an_incomplete_donne_says_everything_that_is_missing(table, the_arbiter):
    with refused("donne_incomplete") as caught:
        record(table, 1, the_arbiter, facts())

    assert list(caught.value.fields) == ["taker", "contract", "bouts", "points"]


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.PETIT_SEC, Outcome.MISDEAL, Outcome.ANNULLED])
def test_a_void_donne_is_recorded_marks_nothing_and_is_played_again(table, the_arbiter, outcome):
    record(table, 1, the_arbiter, void(outcome))

    sheet = sheet_of(table)
    assert sheet.rows[0].line.outcome == outcome
    assert (sheet.expected, sheet.missing) == (5, (2, 3, 4, 5))
    assert results(table) == [0, 0, 0, 0]
    assert played(table) == [0, 0, 0, 0]


def test_a_void_donne_counts_where_the_tournament_says_so(table, the_arbiter):
    Tournament.objects.update(void_donnes_count=True)
    table.refresh_from_db()
    record(table, 1, the_arbiter, void(Outcome.PASSED))

    assert sheet_of(table).expected == 4


def test_a_played_donne_becomes_annulled_and_its_marks_go(table, the_arbiter):
    record(table, 1, the_arbiter)

    record(table, 1, the_arbiter, void(Outcome.ANNULLED), reason="mauvaise donne")

    assert results(table) == [0, 0, 0, 0]


def test_a_donne_beyond_the_sheet_is_refused(table, the_arbiter):
    with refused("no_such_donne"):
        record(table, 5, the_arbiter)
    with refused("no_such_donne"):
        record(table, 0, the_arbiter)


def test_a_timed_round_takes_donnes_as_they_come(tournament, the_arbiter):
    rewrite(tournament, pace=Pace.MINUTES, donnes_per_round=None, minutes_per_round=60)
    table = seated(tournament)[0]
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter)

    sheet = sheet_of(table)
    assert (sheet.expected, sheet.missing, sheet.next_number, sheet.takes_another) == (None, (), 3, True)
    with refused("no_such_donne"):
        record(table, 61, the_arbiter)


def test_a_closed_sheet_takes_nothing(table, the_arbiter):
    for number in range(1, 5):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    with refused("sheet_closed"):
        record(table, 1, the_arbiter, garde(points="46"))

    assert SheetLine.objects.count() == 4


def test_where_only_balances_are_kept_a_donne_is_refused(table, the_arbiter):
    Tournament.objects.update(keeps=Keeps.TOTALS)

    with refused("balances_only"):
        record(table, 1, the_arbiter)


def test_a_saved_donne_raises_the_revision(table, the_arbiter, tournament):
    record(table, 1, the_arbiter)

    assert Tournament.objects.get(pk=tournament.pk).revision == tournament.revision + 1


def test_at_three_the_taker_is_paid_by_two(tournament, the_arbiter):
    table = seated(tournament, chairs=3)[0]

    record(table, 1, the_arbiter, garde(points="41"))

    assert results(table) == [100, -50, -50]


def test_half_points_go_to_the_winner_and_are_kept_as_written(tournament, the_arbiter):
    table = seated(tournament, chairs=3)[0]

    line = record(table, 1, the_arbiter, garde(points="40,5"))

    assert line.half_points == 81
    assert results(table) == [-104, 52, 52]  # 40½ with 2 bouts fails by 1


def test_with_a_called_king_the_partner_shares(tournament, the_arbiter):
    rewrite(tournament, table_size=5)
    table = seated(tournament, chairs=5)[0]

    line = record(table, 1, the_arbiter, garde(points="41", partner=2))
    record(table, 2, the_arbiter, garde(points="41"))

    assert line.partner == seat(table, 2)
    assert line.marque["scores"] == {"0": 100, "1": -50, "2": 50, "3": -50, "4": -50}
    assert results(table) == [300, -100, 0, -100, -100]


def test_at_five_with_a_mort_he_marks_nothing_and_the_donne_is_not_his(tournament, the_arbiter):
    table = seated(tournament, chairs=5)[0]

    line = record(table, 1, the_arbiter, garde(taker=1, points="41", mort=0))

    assert line.sits_out == seat(table, 0)
    assert results(table) == [0, 150, -50, -50, -50]
    assert played(table) == [0, 1, 1, 1, 1]


def test_at_five_the_mort_must_be_said_and_cannot_take(tournament, the_arbiter):
    table = seated(tournament, chairs=5)[0]

    with refused("donne_impossible") as unsaid:
        record(table, 1, the_arbiter, garde())
    with refused("donne_impossible") as taking:
        record(table, 1, the_arbiter, garde(mort=0))

    assert list(unsaid.value.fields) == ["mort"]
    assert list(taking.value.fields) == ["taker"]


@pytest.mark.parametrize(("donnes", "lines"), [(3, 5), (4, 5), (5, 5), (8, 10), (10, 10)])
def test_at_a_table_of_five_everyone_is_mort_as_often_as_the_others(tournament, donnes, lines):
    tournament.donnes_per_round = donnes

    assert expected_donnes(tournament, 5) == lines


def test_the_mort_turns(tournament):
    sheet = sheet_of(seated(tournament, chairs=5)[0])

    assert [sheet.expected_mort(number) for number in range(1, 7)] == [0, 1, 2, 3, 4, 0]


def test_every_sentence_names_the_table(table, the_arbiter):
    caught = refusal_of(record_donne, SentDonne(table, 9, GARDE, uuid.uuid4(), the_arbiter, NOW))

    assert re.search(r"table 1 .*donne 9", str(caught))


def test_contracts_are_the_words_of_the_sheet():
    assert str(CONTRACT_WORDS["garde_sans"]) == "garde sans le chien"
