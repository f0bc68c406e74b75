"""At the tables of a match: who takes is prescribed, and the second table begins with the second half."""

import uuid

import pytest

from scoring.forms.desk.donnes import DonneForm
from scoring.labels import Outcome
from scoring.queries.table.boards import half_time_told
from scoring.queries.table.sheets import missing_text, sheet_of
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.lines import score_line
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.duplicates import tables_of
from tests.scoring.sheets import chelem_called, garde, record, seat
from tests.texts import plain
from tests.tournaments.matches import matches_published, of_matches
from tournaments.models import Account, Club, Table, Tournament
from tournaments.queries.standings.matches import match_scores
from tournaments.queries.standings.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def one_match(club: Club) -> Tournament:
    return matches_published(of_matches(club, 2, rounds_planned=1), 1)


def sent(table: Table, board: int, entry: object, by: Account) -> SentDonne:
    return SentDonne(table, board, entry, uuid.uuid4(), by, NOW)  # type: ignore[arg-type]


def test_another_taker_and_a_passed_donne_are_refused_with_a_sentence(
    one_match: Tournament, the_organiser: Account
) -> None:
    table = tables_of(one_match, 1)[0]
    other = refusal_of(record_donne, sent(table, 1, garde(taker=2), the_organiser))
    assert other.code == "taker_prescribed"
    assert other.fields == {"taker": [str(other)]}
    assert table.seats.get(chair=0).registration.player.full_name in str(other)

    passed = refusal_of(record_donne, sent(table, 1, Outcome.PASSED, the_organiser))
    assert (passed.code, list(passed.fields)) == ("taker_prescribed", ["outcome"])
    assert not table.lines.exists()
    record(table, 1, the_organiser, Outcome.ANNULLED)


def test_nobody_but_sud_announces_a_chelem(one_match: Tournament, the_organiser: Account) -> None:
    table = tables_of(one_match, 1)[0]
    refusal = refusal_of(chelem_called, table, the_organiser, caller=seat(table, 1))
    assert (refusal.code, list(refusal.fields)) == ("taker_prescribed", ["caller"])
    chelem_called(table, the_organiser, caller=seat(table, 0))


def test_the_form_offers_sud_alone_and_not_that_all_passed(one_match: Tournament) -> None:
    form = DonneForm(sheet=sheet_of(tables_of(one_match, 1)[0]), number=1)
    assert [chair for chair, _name in form.fields["taker"].choices] == ["0"]
    assert form["taker"].value() == 0
    assert Outcome.PASSED not in [code for code, _words in form.fields["outcome"].choices]


def test_the_second_table_is_offered_the_second_half_first(one_match: Tournament, the_organiser: Account) -> None:
    first, second = tables_of(one_match, 1)
    for table, order in ((first, [1, 2, 3, 4]), (second, [3, 4, 1, 2])):
        assert [row.number for row in sheet_of(table).rows] == order
        for board in order:
            assert sheet_of(table).next_number == board
            record(table, board, the_organiser, garde())
        assert sheet_of(table).missing == ()
    assert missing_text(sheet_of(first).missing, first) == ""
    assert plain(half_time_told(first)) == "Étuis 1 à 2, puis échange avec la table 2 : étuis 3 à 4."
    assert plain(half_time_told(second)) == "Étuis 3 à 4, puis échange avec la table 1 : étuis 1 à 2."


def test_what_is_missing_is_told_by_number_whatever_the_order(one_match: Tournament, the_organiser: Account) -> None:
    second = tables_of(one_match, 1)[1]
    record(second, 3, the_organiser, garde())
    sheet = sheet_of(second)
    assert sheet.missing == (4, 1, 2)
    assert missing_text(sheet.missing, second) == "il manque les donnes des étuis 1, 2 et 4"


def test_a_correction_moves_both_teams_of_the_match_before_it_is_saved(
    one_match: Tournament, the_organiser: Account
) -> None:
    first, second = tables_of(one_match, 1)
    record(first, 1, the_organiser, garde(points="51"))
    record(second, 1, the_organiser, garde(points="51"))
    (score,) = match_scores(one_match)
    assert score.boards[0].one.points == 0

    corrected = score_line(garde(points="61"), place=sheet_of(second), number=1)
    then = standings_of([one_match], {one_match.pk: with_lines((second, 1, corrected))})[one_match.pk]
    by_team = {True: set(), False: set()}
    own = set(first.seats.filter(chair=0).values_list("registration__team", flat=True))
    for line in then.lines:
        team = one_match.registrations.get(pk=line.registration_id).team_id
        by_team[team in own].add(line.total)
    ((theirs,), (ours,)) = by_team[False], by_team[True]
    assert (theirs > 0, ours == -theirs) == (True, True)


def test_a_turned_etui_makes_two_hands_of_one_board_and_each_has_the_average(
    one_match: Tournament, the_organiser: Account
) -> None:
    first, second = tables_of(one_match, 1)
    record(first, 1, the_organiser, garde(points="61"))
    record(second, 1, the_organiser, garde(points="40"), turn=1)
    (score,) = match_scores(one_match)
    assert [(board.one.points, board.other.points) for board in score.boards] == [(0, 0)]
