"""Adjusted results of boards: an arbiter puts a share of what a board can bring in place of a result."""

import uuid
from fractions import Fraction

import pytest

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyKind
from scoring.services.decisions.effects import with_penalty, without_penalty
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.duplicates import an_evening, play, tables_of
from tests.scoring.sheets import record
from tournaments.kit.text import Percent
from tournaments.models import Account, BoardResult, Club, Registration, Table, Tournament
from tournaments.queries.standings.standings import standings, standings_of
from tournaments.standings import Adjusted

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    tournament = an_evening(club, the_organiser)
    play(tournament, 1, the_organiser, closes=False)
    return tournament


def sud_of(table: Table) -> Registration:
    return table.seats.get(chair=0).registration


def share_of(tournament: Tournament, registration: Registration) -> object:
    line = standings(tournament).line_of(registration.pk)
    assert line is not None
    return line.total


def adjust(table: Table, board: int, share: int, by: Account, **said: object) -> Penalty:
    who = {"target": PenaltyTarget.PLAYER, "registration": sud_of(table)} | said
    return give_penalty(
        tournament=table.round.of_tournament,
        kind=PenaltyKind.objects.filter(club=None).first(),
        sanction=Sanction.DONNE_SCORE,
        table=table,
        donne=board,
        assigned=share,
        points=0,
        reason="étui mal remis",
        key=uuid.uuid4(),
        by=by,
        at=NOW,
        **who,
    )


def results_of(evening: Tournament, registration: Registration) -> dict[int, tuple[int | None, int | None]]:
    rows = BoardResult.objects.filter(seat__registration=registration, seat__round__tournament=evening)
    return {row.board: (row.points, row.adjusted) for row in rows}


def test_a_share_counts_in_place_of_a_result_and_is_compared_with_nothing(
    evening: Tournament, the_organiser: Account
) -> None:
    table, *others = tables_of(evening, 1)
    before = {other.pk: share_of(evening, sud_of(other)) for other in others}
    adjust(table, 1, 60, the_organiser)
    adjust(table, 2, 45, the_organiser)
    assert results_of(evening, sud_of(table))[1][1] == 60
    assert differences(evening) == []
    assert share_of(evening, sud_of(table)) == Percent(Fraction(60 + 45, 2))
    assert any(share_of(evening, sud_of(other)) != before[other.pk] for other in others)


def test_cancelled_it_gives_the_result_back(evening: Tournament, the_organiser: Account) -> None:
    table = tables_of(evening, 1)[0]
    before = share_of(evening, sud_of(table))
    penalty = adjust(table, 1, 60, the_organiser)
    cancel_penalty(penalty=penalty, reason="erreur", by=the_organiser, at=NOW)
    assert share_of(evening, sud_of(table)) == before
    assert results_of(evening, sud_of(table))[1][1] is None
    assert differences(evening) == []


def test_a_board_that_was_not_played_brings_the_share_to_both_camps(
    evening: Tournament, the_organiser: Account
) -> None:
    """Nobody's fault: the average; and no other result of the board changes."""
    table = tables_of(evening, 1)[0]
    record(table, 1, the_organiser, Outcome.ANNULLED)
    adjust(table, 1, 50, the_organiser, target=PenaltyTarget.TABLE, registration=None)
    assert {row.adjusted for row in BoardResult.objects.filter(seat__table=table, board=1)} == {50}
    assert {row.points for row in BoardResult.objects.filter(seat__table=table, board=1)} == {None}
    assert differences(evening) == []
    record(table, 1, the_organiser)
    assert {row.adjusted for row in BoardResult.objects.filter(seat__table=table, board=1)} == {50}
    assert differences(evening) == []


def test_what_would_change_is_what_changes(evening: Tournament, the_organiser: Account) -> None:
    table = tables_of(evening, 1)[0]
    asked = Penalty(
        tournament=evening,
        kind=PenaltyKind.objects.filter(club=None).first(),
        sanction=Sanction.DONNE_SCORE,
        target=PenaltyTarget.PLAYER,
        registration=sud_of(table),
        table=table,
        donne=1,
        assigned=80,
        points=0,
    )
    foretold = standings_of([evening], {evening.pk: with_penalty(asked)})[evening.pk]
    before = standings(evening)
    given = adjust(table, 1, 80, the_organiser)
    now = standings(evening)
    assert {line.registration_id: line.total for line in foretold.lines} == {
        line.registration_id: line.total for line in now.lines
    }
    back = standings_of([evening], {evening.pk: without_penalty(given)})[evening.pk]
    assert {line.registration_id: line.total for line in back.lines} == {
        line.registration_id: line.total for line in before.lines
    }


@pytest.mark.parametrize("share", [-1, 101])
def test_a_share_is_a_percentage(evening: Tournament, the_organiser: Account, share: int) -> None:
    refused = refusal_of(adjust, tables_of(evening, 1)[0], 1, share, the_organiser)
    assert refused.code == "adjusted_score_unsaid"
    assert "de 0 à 100" in str(refused)


def test_a_whole_position_is_not_adjusted_in_duplicate(evening: Tournament, the_organiser: Account) -> None:
    table = tables_of(evening, 1)[0]
    refused = refusal_of(
        give_penalty,
        tournament=evening,
        kind=PenaltyKind.objects.filter(club=None).first(),
        sanction=Sanction.ADJUSTED,
        target=PenaltyTarget.TABLE,
        table=table,
        basis=Adjusted.EVENT,
        points=0,
        reason="retard",
        key=uuid.uuid4(),
        by=the_organiser,
        at=NOW,
    )
    assert refused.code == "adjusted_by_board"


def test_by_the_mean_a_share_is_in_points(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser, compared_by="mean")
    play(evening, 1, the_organiser, closes=False)
    table = tables_of(evening, 1)[0]
    adjust(table, 1, 300, the_organiser)
    adjust(table, 2, -20, the_organiser)
    assert share_of(evening, sud_of(table)) == 300 - 20


def test_a_board_that_was_begun_and_not_finished_is_annulled_and_then_adjusted(
    club: Club, the_organiser: Account
) -> None:
    evening = an_evening(club, the_organiser)
    table = tables_of(evening, 1)[0]
    record(table, 1, the_organiser)
    refusal = refusal_of(close_sheet, table=table, by=the_organiser, at=NOW)
    assert "s’enregistre annulé" in str(refusal)
    assert refusal_of(adjust, table, 2, 60, the_organiser).code == "donne_not_entered"
    record(table, 2, the_organiser, Outcome.ANNULLED)
    adjust(table, 2, 60, the_organiser)
    assert results_of(evening, sud_of(table))[2] == (None, 60)
    close_sheet(table=table, by=the_organiser, at=NOW)
    assert differences(evening) == []
