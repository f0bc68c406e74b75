"""A score that an arbiter adjusts for one donne: counted, told with its reason, recounted, and taken back."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import Outcome, PenaltyTarget, Sanction
from scoring.models import Penalty
from scoring.queries.desk.cancelled_rounds import forecast, seen_in, standings_with
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.effects import with_lines, with_penalty, without_penalty
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.moves import empty_donne
from scoring.services.sheets.results import differences
from scoring.services.undo.undoing import undo
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, garde, record, results, seat, seated, totals, void
from tests.scoring.views.tables import read
from tests.texts import plain
from tournaments.models import Account, JournalEntry, Seat, Table, Tournament
from tournaments.queries.evening.own_evenings import own_evenings
from tournaments.queries.standings.standings import standings, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament: Tournament, the_arbiter: Account) -> Table:
    """Two donnes: 198 for Sud and −66 for each other, then −264 and 88."""
    table = Table.objects.select_related("round__tournament").get(pk=seated(tournament)[0].pk)
    record(table, 1, the_arbiter)
    record(table, 2, the_arbiter, garde(points="30", bouts=2))
    return table


def score(table: Table, by: Account, assigned: int | None = 40, **changes: Any) -> Penalty:
    asked = {"target": PenaltyTarget.PLAYER, "registration": seat(table, 0).registration, "points": 0}
    asked |= {"sanction": Sanction.DONNE_SCORE, "donne": 1, "assigned": assigned, "reason": "donne injouable"}
    if changes.get("target") not in (None, PenaltyTarget.PLAYER):
        asked["registration"] = None
    return a_penalty(table.round.of_tournament, by, table=table, **asked | changes)


def shown(tournament: Tournament) -> list[int]:
    return [points for _number, points in sorted(totals(tournament).items())]


SECOND = [-216, 72, 72, 72]  # (25 + 11) × 2 for each defender


@pytest.mark.parametrize(
    ("upon", "first"),
    [
        ({}, [40, -66, -66, -66]),
        ({"target": PenaltyTarget.CAMP, "camp": "attaque"}, [40, -66, -66, -66]),
        ({"target": PenaltyTarget.CAMP, "camp": "defense"}, [198, 40, 40, 40]),
        ({"target": PenaltyTarget.TABLE}, [40, 40, 40, 40]),
        ({"target": PenaltyTarget.TABLE, "assigned": 0}, [0, 0, 0, 0]),
    ],
)
def test_it_stands_in_place_of_what_the_donne_brings(
    tournament: Tournament, table: Table, the_arbiter: Account, upon: dict[str, Any], first: list[int]
) -> None:
    before, of_sheet = shown(tournament), results(table)
    assert of_sheet == [198 + SECOND[0], *(-66 + points for points in SECOND[1:])]

    penalty = score(table, the_arbiter, **upon)

    assert shown(tournament) == [one + two for one, two in zip(first, SECOND, strict=True)]
    assert results(table) == of_sheet  # the sheet stays as it is written, and sums to 0
    assert list(differences(tournament)) == []
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=NOW)
    assert shown(tournament) == before
    undo(
        entry=JournalEntry.objects.get(action="pénalité annulée"),
        key=uuid.uuid4(),
        reason="si",
        by=the_arbiter,
        at=NOW,
    )
    assert shown(tournament) == [one + two for one, two in zip(first, SECOND, strict=True)]


def test_each_side_has_its_own(tournament: Tournament, table: Table, the_arbiter: Account) -> None:
    score(table, the_arbiter, 60, target=PenaltyTarget.CAMP, camp="attaque")
    score(table, the_arbiter, -10, target=PenaltyTarget.CAMP, camp="defense")
    assert shown(tournament) == [60 + SECOND[0], *(-10 + points for points in SECOND[1:])]


def test_it_stays_whatever_the_donne_says_later(tournament: Tournament, table: Table, the_arbiter: Account) -> None:
    score(table, the_arbiter)
    score(table, the_arbiter, -5, target=PenaltyTarget.CAMP, camp="defense", donne=2)
    expected = [40 + SECOND[0], *[-66 - 5] * 3]
    assert shown(tournament) == expected
    record(table, 1, the_arbiter, garde(points="60"))
    assert shown(tournament) == [expected[0], *[-88 - 5] * 3]
    record(table, 2, the_arbiter, garde(points="30", bouts=2, taker=1))
    assert shown(tournament) == [40 - 5, -88 - 216, -88 - 5, -88 - 5]  # the camp is another one
    record(table, 2, the_arbiter, void(Outcome.ANNULLED))
    line = table.lines.get(number=1, current=True)
    empty_donne(line=line, reason="à revoir", by=the_arbiter, at=NOW)
    assert shown(tournament) == [40, 0, 0, 0]
    assert list(differences(tournament)) == []


def test_who_moves_is_told_before_it_is_given_cancelled_or_its_donne_corrected(
    tournament: Tournament, table: Table, the_arbiter: Account
) -> None:
    def then(change: Any) -> list[int]:
        lines = standings_of([tournament], {tournament.pk: change})[tournament.pk].lines
        return [line.total for line in sorted(lines, key=lambda line: line.start_number)]

    before = shown(tournament)
    penalty = score(table, the_arbiter, target=PenaltyTarget.CAMP, camp="attaque")
    after = shown(tournament)
    assert then(without_penalty(penalty)) == before
    corrected = score_line(garde(points="60", taker=1), place=sheet_of(table), number=1)
    forecast_then = then(with_lines((table, 1, corrected)))
    record(table, 1, the_arbiter, garde(points="60", taker=1))
    assert shown(tournament) == forecast_then
    record(table, 1, the_arbiter)
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=NOW)
    again = Penalty(**{name: getattr(penalty, name) for name in ("tournament", "kind", "target", "table", "donne")})
    again.sanction, again.assigned, again.camp, again.points = Sanction.DONNE_SCORE, 40, "attaque", 0
    assert then(with_penalty(again)) == after


def test_it_is_told_with_its_reason(
    tournament: Tournament, table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    score(table, the_arbiter)
    (line,) = [line for line in standings(tournament).lines if line.start_number == 1]
    assert [plain(remark) for remark in line.remarks] == ["position 1 : score de donne ajusté (−158)"]
    page = read(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))
    assert "score de la donne ajusté : +40" in page
    assert "donne injouable" in page
    player = seat(table, 0).registration.player
    mine = own_evenings(list(player.registrations.select_related("tournament", "player"))).running[0]
    assert [(own.points, own.adjusted) for own in mine.rounds] == [(40 + SECOND[0], True)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"target": PenaltyTarget.DONNE}, "adjusted_for_nobody"),
        ({"donne": None}, "sanction_of_a_donne"),
        ({"assigned": None}, "adjusted_score_unsaid"),
        ({"assigned": 10_000_000}, "adjusted_score_unsaid"),
        ({"donne": 3}, "donne_not_entered"),
        ({"points": -20}, "sanction_takes_no_points"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, the_arbiter: Account, changes: dict[str, Any], code: str) -> None:
    assert refusal_of(score, table, the_arbiter, **changes).code == code
    assert not Penalty.objects.exists()


def test_one_score_for_a_player_at_a_donne(table: Table, the_arbiter: Account) -> None:
    score(table, the_arbiter)
    assert refusal_of(score, table, the_arbiter, target=PenaltyTarget.TABLE).code == "adjusted_already"
    score(table, the_arbiter, donne=2)
    whole = {"sanction": Sanction.ADJUSTED, "basis": "attribue", "donne": None, "registration": None}
    a = seat(table, 1).registration
    score(table, the_arbiter, **whole | {"registration": a})
    assert refusal_of(score, table, the_arbiter, registration=a).code == "adjusted_already"


def test_a_cancelled_round_takes_it_along_and_brings_it_back(
    tournament: Tournament, table: Table, the_arbiter: Account
) -> None:
    score(table, the_arbiter)
    before = shown(tournament)
    said = {"tournament": tournament, "reason": "erreur", "by": the_arbiter, "at": NOW}
    assert forecast(tournament, table.round) is not None
    cancel_round(number=1, seen=seen_in(table.round), **said)
    assert set(Seat.objects.values_list("donne_adjustment", flat=True)) == {0}
    round_ = tournament.cancelled_rounds.get()
    told = standings_with(tournament, round_)
    restore_round(round_=round_, **said)
    assert shown(tournament) == before
    assert [line.total_after for line in sorted(told, key=lambda line: line.start_number)] == before
    assert list(differences(tournament)) == []


def test_the_check_finds_one_that_no_decision_gave(tournament: Tournament, table: Table) -> None:
    Seat.objects.filter(pk=seat(table, 2).pk).update(donne_adjustment=7)
    (told,) = differences(tournament)
    assert "le score ajusté n’est pas celui d’une décision" in told
