"""What is known of the place where a donne is written, and of the sheet it is on."""

import uuid

from scoring.labels import Kept, Outcome, PenaltyTarget
from scoring.models import Conflict
from scoring.queries.desk.desk import overview
from scoring.queries.table.boards import donne_title, donne_told
from scoring.queries.table.sheets import missing_text, place_of_donne, sheet_of
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.moves import empty_donne
from scoring.services.sheets.stops import stop_table
from tests.factories import NOW
from tests.scoring.sheets import a_penalty, chelem_called, duplicate, garde, phone_of, record, seated
from tournaments.models import Account, Club, Tournament
from tournaments.refusals import Refusal


def test_a_place_is_penalised_by_what_its_camp_was_given_alone(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    a_penalty(tournament, the_arbiter, registration=table.seats.get(chair=0).registration, table=table, donne=1)
    assert not place_of_donne(table, 1).is_penalised

    record(table, 2, the_arbiter)
    of_camp = a_penalty(
        tournament, the_arbiter, target=PenaltyTarget.CAMP, camp="attaque", table=table, donne=2, points=-20
    )
    assert place_of_donne(table, 2).is_penalised
    assert not place_of_donne(table, 3).is_penalised

    cancel_penalty(penalty=of_camp, reason="erreur", by=the_arbiter, at=NOW)
    assert not place_of_donne(table, 2).is_penalised


def test_a_donne_is_in_two_versions_until_an_arbiter_settles_it(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    record(table, 1, the_arbiter)
    other = SentDonne(table, 1, garde(points="51"), uuid.uuid4(), phone_of(table), NOW)
    keep_beside(other, refusal=Refusal("déjà saisie", code="stale_line"))
    assert place_of_donne(table, 1).in_two_versions
    assert not place_of_donne(table, 2).in_two_versions

    Conflict.objects.update(settled_at=NOW, kept=Kept.STANDING, settle_reason="vu à la table")
    assert not place_of_donne(table, 1).in_two_versions


def test_a_table_has_calls_while_one_is_in_force(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    call = chelem_called(table, the_arbiter, number=3)
    place = place_of_donne(table, 1)
    assert place.has_calls is True

    cancel_chelem_call(call=call, reason="mal entendu", by=the_arbiter, at=NOW)
    place = place_of_donne(table, 1)
    assert place.has_calls is False


def test_the_rows_of_a_duplicate_sheet_are_the_boards_of_its_table(club: Club, the_arbiter: Account) -> None:
    (table,) = duplicate(club, boards=range(5, 9))
    sheet = sheet_of(table)
    assert [row.number for row in sheet.rows] == [5, 6, 7, 8]
    assert (sheet.expected, sheet.missing, sheet.next_number, sheet.takes_another) == (4, (5, 6, 7, 8), 5, False)

    record(table, 6, the_arbiter)  # another one than the one that is offered
    record(table, 5, the_arbiter, Outcome.PASSED)
    sheet = sheet_of(table)
    assert (sheet.expected, sheet.missing, sheet.next_number, sheet.is_complete) == (4, (7, 8), 7, False)

    record(table, 8, the_arbiter, Outcome.ANNULLED)
    record(table, 7, the_arbiter)
    sheet = sheet_of(table)
    assert (sheet.missing, sheet.next_number, sheet.is_complete) == ((), 8, True)


def test_a_duplicate_table_that_stopped_misses_no_board(club: Club, the_arbiter: Account) -> None:
    (table,) = duplicate(club, boards=range(5, 9))
    record(table, 8, the_arbiter)
    line = record(table, 5, the_arbiter)
    assert stop_table(table=table, reason="il est tard", by=the_arbiter, at=NOW) == 2
    table.refresh_from_db()
    sheet = sheet_of(table)
    assert [row.number for row in sheet.rows] == [5, 8]
    assert (sheet.expected, sheet.missing, sheet.is_complete) == (2, (), True)

    empty_donne(line=line, reason="autre étui", by=the_arbiter, at=NOW)
    sheet = sheet_of(table)
    assert (sheet.missing, sheet.next_number) == ((5, 6, 7), 5)  # which one it was is not known


def test_the_desk_counts_the_boards_of_a_duplicate_table(club: Club, the_arbiter: Account) -> None:
    (table,) = duplicate(club, boards=range(5, 9))
    record(table, 6, the_arbiter)
    (view,) = overview(table.round.of_tournament, table.round).tables
    assert (view.entered, view.expected, view.missing) == (1, 4, (5, 7, 8))


def test_what_is_missing_is_told_by_etui(club: Club) -> None:
    (table,) = duplicate(club, boards=range(5, 9))
    assert missing_text((7,), table) == "il manque la donne de l’étui 7"
    assert missing_text((5, 7), table) == "il manque les donnes des étuis 5 et 7"
    assert missing_text((5, 6, 7, 8), table) == "il manque les donnes des étuis 5 à 8"
    assert donne_told(table, 7) == "étui 7, donneur Sud"
    assert [donne_title(table, board) for board in (5, 6, 8)] == [
        "Étui 5, donneur Nord",
        "Étui 6, donneur Est",
        "Étui 8, donneur Ouest",
    ]
