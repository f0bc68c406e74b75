"""
What users of other systems complain of, about entry, corrections, penalties and devices: here it does not happen.

Rows 1, 3 to 6, 11, 12 and 15 of the workshop's list (`PEERS.md`) are here. Those that another test holds are there:

- 2, a cancelled position leaves no result, nor what was decided about its tables: `test_cancelled_rounds.py`.
- 9, the network that goes: `tests/journeys/test_no_network.py`; what it left in two versions: `test_conflicts.py`,
  `test_withdrawn_versions.py`.
- 10, two devices on one table: `tests/scoring/views/table/test_table_donnes.py` says who writes, and whose an
  arbiter's is.
- 13, the cost of a donne late in the evening: `tests/scoring/test_cost_of_entry.py`.
- A fault that comes again: `tests/scoring/views/desk/test_penalties.py`. The journal that lets one delegate:
  `tests/scoring/views/desk/test_journal.py`, `test_undoing.py`. Big buttons and few taps:
  `tests/journeys/test_tables.py`.
- Of the features: the other camp confirms (`test_confirmations.py`), who moves before it is saved (`test_effects.py`),
  the catalogue (`test_catalogues.py`), a late or silent table, a call, minutes of its own (`test_arbiter_calls.py`,
  `tests/journeys/test_console.py`), the paper typed twice (`tests/scoring/views/desk/test_paper.py`).
"""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Penalty, PenaltyKind, SheetLine
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.phones import come_in, take_seat
from scoring.services.sheets.rounds_of_sheets import close_complete_sheets
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from scoring.services.undo.undoing import undo
from tests.factories import NOW
from tests.scoring.sheets import EST, SUD, a_penalty, garde, record, results, seat, seated
from tests.scoring.views.typed import at
from tests.texts import plain, text
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.queries.draws.drafts import ranking_of
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.draws.seating import digest, places
from tournaments.queries.standings.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tournament: Tournament, the_arbiter: Account) -> list[Table]:
    """The tables of two positions, one table each, with one donne at the first."""
    tables = [seated(tournament)[0], seated(tournament, round_number=2)[0]]
    record(tables[0], 1, the_arbiter)
    return tables


def penalised(table: Table, by: Account, points: int = -500) -> Penalty:
    kind = PenaltyKind.objects.create(code="EXCLU", name="Faute grave", points=points)
    registration = seat(table, 0).registration
    return a_penalty(table.round.of_tournament, by, kind=kind, registration=registration, points=points)


def totals(tournament: Tournament) -> dict[int, int]:
    return {line.registration_id: line.total for line in standings(tournament).lines}


def test_a_wrong_result_is_corrected_and_the_next_position_stays_as_it_was_drawn(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    """Row 1: elsewhere everything is paired again, or results are final."""
    later = digest(places(tournament))
    record(tables[0], 1, the_arbiter, garde(points="60"))
    assert results(tables[0]) == [264, -88, -88, -88]
    assert digest(places(tournament)) == later
    assert tournament.rounds.count() == 2


def test_what_was_closed_is_opened_by_an_arbiter_and_undone(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    """Row 3: elsewhere the last round cannot be taken back before it is approved."""
    Tournament.objects.update(donnes_per_round=1)
    table = Table.objects.select_related("round__tournament").get(pk=tables[0].pk)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    reopen_sheet(table=table, reason="erreur", by=the_arbiter, at=NOW)
    entry = tournament.journal.get(action="donne saisie")
    undo(entry=entry, key=uuid.uuid4(), reason="erreur", by=the_arbiter, at=NOW)
    assert results(tables[0]) == []


def test_a_penalty_survives_every_recount_and_goes_when_it_was_wrong(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    """Row 4: at any moment, whatever is recounted, and taken back."""
    penalty = penalised(tables[0], the_arbiter)
    punished = penalty.registration_id
    assert totals(tournament)[punished] == 198 - 500
    record(tables[0], 1, the_arbiter, garde(points="60"))
    record(tables[0], 2, the_arbiter)
    assert totals(tournament)[punished] == 264 + 198 - 500
    cancel_penalty(penalty=penalty, reason="à tort", by=the_arbiter, at=NOW)
    assert totals(tournament)[punished] == 264 + 198


def test_marks_sum_to_zero_and_totals_to_the_penalties_that_are_listed(
    tournament: Tournament, tables: list[Table], the_arbiter: Account, as_arbiter: Client
) -> None:
    """Row 5: elsewhere the sum of a table cannot be checked, because penalties are not listed."""
    penalty = penalised(tables[0], the_arbiter)
    assert sum(results(tables[0])) == 0
    assert sum(totals(tournament).values()) == penalty.points == -500
    assert "−500" in text(as_arbiter.get(reverse("penalties", args=[tournament.pk])))
    assert "Somme des joueurs : 0" in text(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))


def test_who_draws_by_the_standings_knows_the_penalties(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    """Row 6: elsewhere seating forgets them."""
    players = list(Seat.objects.filter(table=tables[0]).order_by("chair").values_list("registration", flat=True))
    assert ranking_of(tournament, players)[0] == players[0]
    penalised(tables[0], the_arbiter)
    assert ranking_of(tournament, players)[-1] == players[0]


def test_a_line_is_opened_for_correction_with_what_it_says(tables: list[Table], as_arbiter: Client) -> None:
    """Row 11: elsewhere looking at a score to edit it sets it to zero."""
    form = as_arbiter.get(at(tables[0])).context["form"]
    said = {name: str(form[name].value()) for name in ("outcome", "taker", "contract", "bouts", "points")}
    assert said == {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
    assert (SheetLine.objects.count(), results(tables[0])) == (1, [198, -66, -66, -66])


def test_whoever_follows_sees_what_was_undone(
    tournament: Tournament, tables: list[Table], the_arbiter: Account
) -> None:
    """Row 12: elsewhere devices go on showing what was taken back."""
    page = reverse("standings", args=[tournament.pk])
    seen = Client().get(page)
    assert Client().get(page, headers={"if-none-match": seen["ETag"]}).status_code == 304
    entry = tournament.journal.get(action="donne saisie")
    undo(entry=entry, key=uuid.uuid4(), reason="erreur", by=the_arbiter, at=NOW)
    assert Client().get(page, headers={"if-none-match": seen["ETag"]}).status_code == 200


def test_a_position_is_not_drawn_by_standings_on_a_donne_that_nobody_confirmed(
    tournament: Tournament, the_arbiter: Account
) -> None:
    """Row 15: elsewhere a round is paired on results that are missing or that nobody agreed to."""
    Tournament.objects.update(donnes_per_round=1, needs_confirmation=True)
    (table,) = seated(Tournament.objects.get())
    phone = come_in(table=table, key=uuid.uuid4(), at=NOW)
    take_seat(phone=phone, seat=seat(table, SUD))
    line = record(table, 1, phone)
    close_all = {"tournament": tournament, "round_number": 1, "numbers": [1], "by": the_arbiter, "at": NOW}
    assert close_complete_sheets(**close_all) == ([], [1])
    assert plain(forecast(Tournament.objects.get()).waited_for) == "position 1, table 1"
    confirm_line(line=line, seat=seat(table, EST), by=phone, at=NOW)
    assert close_complete_sheets(**close_all) == ([1], [])
    assert forecast(Tournament.objects.get()).waited_for == ""


def test_the_sheet_of_the_desk_is_for_who_arbitrates(tables: list[Table]) -> None:
    """Elsewhere the screen on which an arbiter overrides a result asks for no login."""
    answer = Client().post(at(tables[0]), {"outcome": "passee"})
    assert (answer.status_code, SheetLine.objects.count()) == (302, 1)
    assert "/comptes/login/" in answer.url
