"""A donne after the time of its table, or with a mort whose turn it was not, is asked about and marked."""

import datetime
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import Outcome
from scoring.models import SheetLine
from scoring.queries.table.lines import line_text
from scoring.queries.table.sheets import sheet_of
from scoring.queries.table.turns import morts_told
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.moves import move_donne
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import GARDE, garde, phone_of, record, seat, seated, void
from tests.scoring.views.tables import read
from tournaments.labels import Pace, Status, TimeUp
from tournaments.models import Account, Clock, Registration, Table, Tournament

pytestmark = pytest.mark.django_db
LATER = NOW + datetime.timedelta(minutes=3)


def timed(tournament: Tournament, at_time_up: TimeUp = TimeUp.STOP, **clock: Any) -> Table:
    """Return a table whose time was called now."""
    of_pace = {"pace": Pace.MINUTES, "donnes_per_round": None, "minutes_per_round": 60}
    Tournament.objects.update(at_time_up=at_time_up, **of_pace)
    table = Table.objects.select_related("round__tournament").get(pk=seated(tournament)[0].pk)
    Clock.objects.create(round=table.round, **{"called_at": NOW} | clock)
    return table


@pytest.mark.parametrize("is_at_table", [True, False])
def test_a_donne_entered_after_the_time_is_asked_about_and_marked(
    tournament: Tournament, the_arbiter: Account, is_at_table: bool
) -> None:
    table = timed(tournament)
    writer = phone_of(table, 0) if is_at_table else the_arbiter
    refused = refusal_of(record, table, 1, writer, at=LATER)
    assert refused.code == "donne_to_confirm"
    assert "Le temps est fini et la donne en cours ne compte pas" in refused.message
    line = record(table, 1, writer, at=LATER, confirmed=frozenset({"after_the_time"}))
    assert line.confirmed == ["after_the_time"]
    told = line_text(line, tournament=tournament, names=sheet_of(table).rules.names)
    assert told.confirmed == ("saisie après la fin du temps",)

    corrected = record(table, 1, writer, garde(points="50"), at=LATER)
    assert corrected.confirmed == ["after_the_time"]  # asked once, and still so
    moved = {"table": table, "number": 2, "reason": "décalée", "key": uuid.uuid4()}
    assert move_donne(line=corrected, by=the_arbiter, at=LATER, **moved).confirmed == ["after_the_time"]


@pytest.mark.parametrize(
    ("at_time_up", "clock", "extra"),
    [
        (TimeUp.FINISH, {}, 0),
        (TimeUp.ONE_MORE, {}, 0),
        (TimeUp.STOP, {"called_at": None, "running_since": NOW}, 0),
        (TimeUp.STOP, {"called_at": None}, 0),
        (TimeUp.STOP, {}, 5),
    ],
)
def test_before_the_end_or_where_the_donne_is_finished_nothing_is_asked(
    tournament: Tournament, the_arbiter: Account, at_time_up: TimeUp, clock: dict[str, Any], extra: int
) -> None:
    table = timed(tournament, at_time_up, **clock)
    Table.objects.filter(pk=table.pk).update(extra_minutes=extra, extra_reason="arbitre" if extra else "")
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    assert record(table, 1, the_arbiter, at=LATER).confirmed == []


def test_a_clock_that_ran_out_ends_the_time_like_a_call(tournament: Tournament, the_arbiter: Account) -> None:
    table = timed(tournament, called_at=None, running_since=NOW - datetime.timedelta(hours=2))
    assert refusal_of(record, table, 1, the_arbiter, at=LATER).code == "donne_to_confirm"


def test_what_is_void_corrected_or_copied_from_paper_was_played_before(
    tournament: Tournament, the_arbiter: Account
) -> None:
    table = timed(tournament)
    assert record(table, 1, the_arbiter, void(Outcome.PASSED), at=LATER).confirmed == []
    assert record(table, 1, the_arbiter, at=LATER).confirmed == []
    assert record(table, 2, the_arbiter, at=LATER, confirmed=None).confirmed == []
    sent = SentDonne(table, 3, GARDE, uuid.uuid4(), the_arbiter, LATER, is_copied=True)
    assert record_donne(sent).line.confirmed == []


def of_five(tournament: Tournament) -> Table:
    return Table.objects.select_related("round__tournament").get(pk=seated(tournament, chairs=5)[0].pk)


def with_mort(mort: int, **changes: Any) -> Any:
    return garde(mort=mort, taker=(mort + 1) % 5, **changes)


def test_each_of_five_is_mort_in_turn(tournament: Tournament, the_arbiter: Account) -> None:
    table = of_five(tournament)
    assert record(table, 1, phone_of(table, 1), with_mort(0)).confirmed == []
    record(table, 2, the_arbiter, void(Outcome.PASSED))  # the same deals again
    assert record(table, 3, the_arbiter, with_mort(1)).confirmed == []
    refused = refusal_of(record, table, 4, the_arbiter, with_mort(1))
    assert refused.code == "donne_to_confirm"
    assert "Le mort de la donne 4 est Est, et c’était le tour de Nord" in refused.message

    line = record(table, 4, the_arbiter, with_mort(1), confirmed=frozenset({"other_mort"}))

    assert line.confirmed == ["other_mort"]
    sheet = sheet_of(table)
    assert [told[:24] for told in morts_told(sheet, sheet.rules.names)] == ["Le mort de la donne 4 es"]
    told = line_text(line, tournament=tournament, names=sheet.rules.names)
    assert told.confirmed == ("un autre mort que celui dont c’était le tour",)
    assert record(table, 4, the_arbiter, with_mort(2)).confirmed == []
    moved = {"table": table, "number": 6, "reason": "décalée", "key": uuid.uuid4()}
    there = move_donne(line=SheetLine.objects.get(current=True, number=4), by=the_arbiter, at=NOW, **moved)
    assert there.confirmed == ["other_mort"]


def test_an_excluded_player_is_the_mort_from_then_on(
    tournament: Tournament, the_arbiter: Account, as_arbiter: Client
) -> None:
    table = of_five(tournament)
    record(table, 1, the_arbiter, with_mort(0))
    Registration.objects.filter(seats=seat(table, 3)).update(status=Status.EXCLUDED)
    for number in (2, 3):
        assert sheet_of(table).mort_offered(number) == 3
        assert record(table, number, the_arbiter, with_mort(3)).confirmed == []
    refused = refusal_of(record, table, 4, the_arbiter, with_mort(1))
    assert "a été exclu" in refused.message
    assert "c’était le tour de Ouest" in refused.message
    sheet = sheet_of(table)
    assert list(morts_told(sheet, sheet.rules.names)) == []
    page = as_arbiter.get(reverse("donne", args=[tournament.pk, 1, 1, 4]))
    assert page.context["form"]["mort"].value() == 3


def test_a_mort_out_of_his_turn_is_told_on_the_sheet_and_when_it_is_closed(
    tournament: Tournament, the_arbiter: Account, as_arbiter: Client
) -> None:
    table = of_five(tournament)
    for number, mort in enumerate((0, 1, 1, 3, 4), 1):
        record(table, number, the_arbiter, with_mort(mort), confirmed=None)
    sheet = reverse("sheet", args=[tournament.pk, 1, 1])
    assert "Le mort de la donne 3 est" in read(as_arbiter.get(sheet))
    closed = read(as_arbiter.post(f"{sheet}clore/", follow=True))
    assert "Le mort de la donne 3 est" in closed
    assert "close" in closed


def test_the_page_of_a_donne_asks_for_both(tournament: Tournament, the_arbiter: Account, as_arbiter: Client) -> None:
    table = timed(tournament)
    address = reverse("donne", args=[tournament.pk, 1, 1, 1])
    typed = {"outcome": "jouee", "taker": 0, "contract": "garde", "bouts": 2, "points": "49", "key": uuid.uuid4()}
    asked = as_arbiter.post(address, typed)
    assert "Le temps est fini et la donne en cours ne compte pas" in read(asked)
    box = asked.context["form"].confirmation.value
    as_arbiter.post(address, typed | {"confirmed": box})
    assert SheetLine.objects.get(table=table).confirmed == ["after_the_time"]
