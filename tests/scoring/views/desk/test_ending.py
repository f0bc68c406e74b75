"""Whoever ends a tournament reads before what still waits, where it is, and what becomes of it."""

import datetime
import re
import uuid

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.labels import CallAbout, ProtestAbout
from scoring.models import ArbiterCall, Conflict, Phone, Protest, SheetTotal
from scoring.queries.desk.console import console, open_call_at
from scoring.queries.desk.desk import rounds_of
from scoring.queries.desk.ending import what_waits
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.arbiter_calls import call_arbiter, settle_call
from scoring.services.decisions.protests import contest
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW, rewrite
from tests.scoring.api.programs import TableProgram
from tests.scoring.services.sheets.test_conflicts import STALE
from tests.scoring.sheets import EST, SUD, balanced, garde, record, seat, seated
from tests.texts import NO_BREAK, words
from tournaments.labels import Keeps, Pace
from tournaments.models import Account, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.evening.tournaments import finish, reopen

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tournament: Tournament) -> list[Table]:
    rewrite(tournament, donnes_per_round=2, needs_confirmation=True, rounds_planned=1)
    return seated(tournament, tables=3)


def phone_of(table: Table, chair: int) -> Phone:
    phone = come_in(table=table, key=uuid.uuid4(), at=NOW)
    take_seat(phone=phone, seat=seat(table, chair))
    return phone


def all_that_waits(table: Table) -> None:
    """One donne by a phone that nobody confirmed, another version of it, a protest, and a call."""
    record(table, 1, phone_of(table, SUD))
    est = phone_of(table, EST)
    keep_beside(SentDonne(table, 1, garde(points="51"), uuid.uuid4(), est, NOW), refusal=STALE)
    why = {"about": ProtestAbout.DONNE, "number": 1, "reason": "petit oublié"}
    contest(table=table, seat=None, key=uuid.uuid4(), by=est, at=NOW, **why)  # type: ignore[arg-type]
    call_arbiter(
        table=table, about=CallAbout.FAULT, number=None, seat=None, reason="renonce", key=uuid.uuid4(), by=est, at=NOW
    )


def parts(client: Client, tournament: Tournament) -> dict[str, str]:
    """Return the parts of the page by their id, with their links."""
    page = client.get(reverse("finish_tournament", args=[tournament.pk])).content.decode().translate(NO_BREAK)
    found = re.findall(r'<section class="still-waits" id="([\w-]+)">(.*?)</section>', page, re.DOTALL)
    return {name: " ".join(text.split()) for name, text in found} | {"": " ".join(page.split())}


def test_everything_that_waits_is_said_with_its_link_and_what_becomes_of_it(
    tournament: Tournament, tables: list[Table], as_organiser: Client
) -> None:
    all_that_waits(tables[0])
    shown = parts(as_organiser, tournament)
    sheet = f'<a href="{reverse("sheet", args=[tournament.pk, 1, 1])}">position 1, table 1</a>'
    assert sorted(shown) == ["", "a-confirmer", "appels", "contestations", "deux-versions", "feuilles-ouvertes"]
    assert "3 feuilles ne sont pas closes" in shown["feuilles-ouvertes"]
    link = f'<a class="button small" href="{reverse("sheet", args=[tournament.pk, 1, 1])}">Table 1</a>'
    assert f"{link} <small> il manque 1 donne </small>" in shown["feuilles-ouvertes"]
    assert shown["feuilles-ouvertes"].count("il manque 2 donnes") == 2
    assert "ce qui manque comptera pour zéro" in shown["feuilles-ouvertes"]
    assert f"{sheet} <small>1 donne à confirmer</small>" in shown["a-confirmer"]
    assert "personne ne pourra plus les confirmer" in shown["a-confirmer"]
    conflict, protest = Conflict.objects.get(), Protest.objects.get()
    assert reverse("settle_conflict", args=[tournament.pk, conflict.pk]) in shown["deux-versions"]
    assert "Ce que dit la feuille comptera." in shown["deux-versions"]
    assert reverse("answer_protest", args=[tournament.pk, protest.pk]) in shown["contestations"]
    assert "position 1, table 1, donne 1" in shown["contestations"]
    assert "« petit oublié »" in shown["contestations"]
    assert "Un arbitre pourra encore répondre après la fin" in shown["contestations"]
    assert reverse("desk_round", args=[tournament.pk, 1]) in shown["appels"]
    assert "Terminer quand même" in shown[""]


def test_what_it_says_of_a_call_is_what_happens(
    tournament: Tournament, tables: list[Table], the_arbiter: Account, as_organiser: Client
) -> None:
    all_that_waits(tables[0])
    assert as_organiser.post(reverse("finish_tournament", args=[tournament.pk])).status_code == 303
    with pytest.raises(Refusal):
        settle_call(call=ArbiterCall.objects.get(), by=the_arbiter, at=NOW)


def waiting_calls(tournament: Tournament, table: Table, program: TableProgram) -> list[int]:
    """Return how many calls each place counts as waiting: before the end, desk, console, tables, sheet, programs."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    rounds = rounds_of(tournament)
    shown = console(tournament, rounds[0], clock=None, at=NOW)
    return [
        len(what_waits(tournament, at=NOW).calls),
        sum(round_.calls for round_ in rounds),  # type: ignore[attr-defined]
        shown.waiting,
        sum(seen.is_calling for seen in shown.view.tables),
        int(open_call_at(table) is not None),
        len(program.ask("GET", "arbiter-calls/", of_tournament=True).json()),
    ]


def to_confirm(tournament: Tournament, table: Table, program: TableProgram) -> list[int]:
    """Return how many donnes each place counts as to be confirmed: desk, sheet, programs."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    return [
        console(tournament, rounds_of(tournament)[0], clock=None, at=NOW).unconfirmed,
        len(agreement_of(sheet_of(table)).unconfirmed),
        len(program.sheet()["unconfirmed"]),
    ]


def test_what_was_open_at_the_end_waits_nowhere_and_waits_again_once_it_is_reopened(
    tournament: Tournament, tables: list[Table], the_arbiter: Account, the_organiser: Account
) -> None:
    all_that_waits(tables[0])
    program = TableProgram.of(tables[0], the_arbiter)
    whole = [1] * 6, [1] * 3
    assert (waiting_calls(tournament, tables[0], program), to_confirm(tournament, tables[0], program)) == whole
    finish(tournament=tournament, by=the_organiser, at=NOW)
    nothing = [0] * 6, [0] * 3
    assert (waiting_calls(tournament, tables[0], program), to_confirm(tournament, tables[0], program)) == nothing
    assert ArbiterCall.objects.get().settled_at is None  # nobody settled it: it stays as it was
    reopen(tournament=tournament, reason="une feuille", by=the_organiser, at=NOW)
    assert (waiting_calls(tournament, tables[0], program), to_confirm(tournament, tables[0], program)) == whole


def test_no_page_but_the_desk_counts_a_call(tournament: Tournament, tables: list[Table], as_organiser: Client) -> None:
    """Neither what everybody reads of an evening nor the lists of who runs it say that a table called."""
    club = tournament.club
    of_club = [reverse("club", args=[club.slug]), reverse("club_desk", args=[club.pk])]
    of_evening = [reverse(name, args=[tournament.pk]) for name in ("tournament", "standings", "seating", "screen")]
    pages = {(client, address) for client in (Client(), as_organiser) for address in ("/", *of_club, *of_evening)}
    pages.add((as_organiser, reverse("organisation")))
    desk = as_organiser, reverse("desk", args=[tournament.pk])
    read = {page: words(page[0].get(page[1])) for page in (*pages, desk)}
    phone = phone_of(tables[0], SUD)
    call_arbiter(
        table=tables[0], about=CallAbout.FAULT, number=None, seat=None, reason="x", key=uuid.uuid4(), by=phone, at=NOW
    )

    cache.clear()
    changed = {page for page, before in read.items() if words(page[0].get(page[1])) != before}
    assert changed == {desk}


def test_where_nothing_waits_it_says_so(tournament: Tournament, tables: list[Table], as_organiser: Client) -> None:
    Table.objects.update(closed_at=NOW - datetime.timedelta(hours=5))
    shown = parts(as_organiser, tournament)
    assert sorted(shown) == [""]
    assert "Toutes les feuilles sont closes, et rien n’attend plus." in shown[""]
    assert "Terminer quand même" not in shown[""]


def test_a_closed_sheet_may_still_wait_for_a_confirmation_and_be_contested(
    tournament: Tournament, tables: list[Table]
) -> None:
    record(tables[0], 1, phone_of(tables[0], SUD))
    Table.objects.update(closed_at=NOW)
    waiting = what_waits(tournament, at=NOW + datetime.timedelta(minutes=tournament.protest_minutes))
    assert [(each.table.number, each.unconfirmed) for each in waiting.unconfirmed] == [(1, 1)]
    assert (waiting.open_sheets, waiting.contestable) == ((), 3)
    later = NOW + datetime.timedelta(minutes=tournament.protest_minutes, seconds=1)
    assert what_waits(tournament, at=later).contestable == 0
    Tournament.objects.update(needs_confirmation=False)
    assert what_waits(Tournament.objects.get(), at=later).is_anything is False


def test_of_balances_and_of_timed_sheets_it_counts_what_can_be_counted(
    tables: list[Table], the_arbiter: Account
) -> None:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    assert [each.missing for each in what_waits(Tournament.objects.get(), at=NOW).open_sheets] == [4, 4, 4]
    balanced(tables[0], the_arbiter, 10, -10, 0, 0)
    SheetTotal.objects.update(current=False)  # they were taken off
    assert [each.missing for each in what_waits(Tournament.objects.get(), at=NOW).open_sheets] == [4, 4, 4]
    Tournament.objects.update(keeps=Keeps.DONNES, pace=Pace.MINUTES, minutes_per_round=40, donnes_per_round=None)
    assert [each.missing for each in what_waits(Tournament.objects.get(), at=NOW).open_sheets] == [None] * 3


def test_it_costs_the_same_however_much_waits(
    tournament: Tournament, tables: list[Table], as_organiser: Client
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            as_organiser.get(reverse("finish_tournament", args=[tournament.pk]))
        return len(asked)

    all_that_waits(tables[0])
    cost()  # what a process reads once is read
    with_one = cost()
    for table in tables[1:]:
        all_that_waits(table)
    assert cost() == with_one
