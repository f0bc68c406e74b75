"""A protest about a donne of a closed sheet that is right: the answer leads to the form, and saving closes it again."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import ProtestAbout
from scoring.models import Protest, SheetLine
from scoring.services.decisions.protests import contest
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, AccountFactory, TournamentFactory, arbiter, logged_in, organiser
from tests.scoring.sheets import EST, SUD, phone_of, record, seated
from tests.scoring.views.tables import PhoneAt, read
from tests.scoring.views.tables import typed as typed_on_phone
from tests.scoring.views.typed import at, sheet, typed
from tournaments.labels import Pace, TournamentState
from tournaments.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
ANSWER = "Oui, 40 points."
CLOSED = "La feuille de la table 1 (position 1) est close : rien n’a été enregistré."
BEFORE = "La feuille est close : si vous dites « oui », vous corrigez la donne aussitôt"
NOTICE = "Cette feuille est close : elle est corrigée et close de nouveau en même temps"


@pytest.fixture
def table() -> Table:
    """Return a table of two donnes, closed, that says since that the first is wrong."""
    table = seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=2)[0]
    by = arbiter(table.round.of_tournament.club)
    for number in (1, 2):
        record(table, number, by)
    close_sheet(table=table, by=by, at=NOW)
    return table


@pytest.fixture
def protest(table: Table) -> Protest:
    return contested(table, ProtestAbout.DONNE, 1)


@pytest.fixture
def desk(client: Client, table: Table) -> Client:
    client.force_login(arbiter(table.round.of_tournament.club))
    return client


def contested(table: Table, about: ProtestAbout, number: int | None) -> Protest:
    said = {"about": about, "number": number, "seat": None, "reason": "40 et non 49", "key": uuid.uuid4()}
    return contest(table=table, by=phone_of(table, EST), at=NOW, **said)


def answered(desk: Client, protest: Protest, upheld: str = "1") -> str:
    """Answer a protest, and return where that leads."""
    page = reverse("answer_protest", args=[protest.table.round.tournament_id, protest.pk])
    answer = desk.post(page, {"upheld": upheld, "answer": ANSWER})
    assert answer.status_code == 303
    return answer.url


def form_of(desk: Client, page: str) -> dict[str, str]:
    """Return what the form of a page would send, had nobody touched it."""
    form = desk.get(page).context["form"]
    return typed(**{name: str(form[name].value()) for name in ("key", "replaces", "reason")})


def corrected_there(desk: Client, table: Table) -> list[int]:
    """Return the donnes that the sheet of a table offers to correct."""
    text = read(desk.get(sheet(table)))
    return [number for number in (1, 2) if f'class="correct" href="{at(table, number)}"' in text]


def journal() -> list[tuple[str, str]]:
    return list(JournalEntry.objects.filter(at__gt=NOW).order_by("pk").values_list("action", "reason"))


def test_from_yes_to_the_corrected_sheet_is_two_forms_and_one_reason(
    table: Table, protest: Protest, desk: Client
) -> None:
    asked = desk.get(reverse("answer_protest", args=[table.round.tournament_id, protest.pk]))
    assert BEFORE in read(asked)
    page = answered(desk, protest)  # « oui », the answer, « Répondre »
    assert page == at(table)
    assert NOTICE in read(desk.get(page))
    saved = desk.post(page, form_of(desk, page) | {"points": "40"})  # the points, « Corriger la donne »
    assert (saved.status_code, saved.url) == (303, sheet(table))
    line = SheetLine.objects.get(number=1, current=True)
    closed_at = Table.objects.get(pk=table.pk).closed_at
    assert (line.half_points, line.supersedes is not None, closed_at > NOW) == (80, True, True)
    assert journal() == [
        ("contestation jugée", ANSWER),
        ("donne corrigée", ANSWER),
        ("feuille corrigée, close de nouveau", ANSWER),
    ]


def test_the_correction_made_ends_what_the_answer_opened(table: Table, protest: Protest, desk: Client) -> None:
    page = answered(desk, protest)
    first, second = form_of(desk, page), form_of(desk, page)  # two tabs
    for _time in range(2):  # a double click corrects once
        assert desk.post(page, first | {"points": "40"}).status_code == 303
    late = desk.post(page, second | {"points": "60"})
    assert late.status_code == 422
    assert CLOSED in read(late)
    assert 'value="60"' in read(late)
    assert CLOSED in read(desk.get(page, follow=True))
    assert corrected_there(desk, table) == []
    assert [action for action, _reason in journal()].count("donne corrigée") == 1


def test_the_sheet_leads_back_to_the_donne_that_was_found_wrong_and_to_no_other(
    table: Table, protest: Protest, desk: Client
) -> None:
    assert corrected_there(desk, table) == []
    answered(desk, protest)
    assert corrected_there(desk, table) == [1]
    assert CLOSED in read(desk.get(at(table, 2), follow=True))
    other = typed(replaces=str(SheetLine.objects.get(number=2).pk), points="40", reason=ANSWER)
    refused = desk.post(at(table, 2), other)
    assert (refused.status_code, CLOSED in read(refused)) == (422, True)
    assert not SheetLine.objects.filter(current=False).exists()


def test_what_cannot_be_done_on_a_closed_sheet_is_not_offered(table: Table, protest: Protest, desk: Client) -> None:
    text = read(desk.get(answered(desk, protest)))
    assert at(table, 1, "move_donne") not in text
    assert at(table, 1, "empty_donne") not in text


@pytest.mark.parametrize(
    ("about", "number", "upheld"),
    [
        (ProtestAbout.DONNE, 1, "0"),  # the table is wrong
        (ProtestAbout.DONNE, 3, "1"),  # no such donne on the sheet
        (ProtestAbout.SHEET, None, "1"),  # no donne is named
    ],
)
def test_any_other_answer_leads_to_the_sheet_which_stays_closed(
    table: Table, desk: Client, about: ProtestAbout, number: int | None, upheld: str
) -> None:
    assert answered(desk, contested(table, about, number), upheld) == sheet(table)
    assert corrected_there(desk, table) == []
    assert CLOSED in read(desk.get(at(table), follow=True))


def test_a_second_protest_that_is_wrong_leads_to_the_sheet(table: Table, protest: Protest, desk: Client) -> None:
    answered(desk, protest)
    assert answered(desk, contested(table, ProtestAbout.DONNE, 1), "0") == sheet(table)


def test_a_donne_that_was_never_written_is_not_added(table: Table, desk: Client) -> None:
    Tournament.objects.update(pace=Pace.MINUTES, donnes_per_round=None, minutes_per_round=30)  # it may take a third
    assert answered(desk, contested(table, ProtestAbout.DONNE, 3)) == sheet(table)
    assert CLOSED.replace("position", "séquence") in read(desk.get(at(table, 3), follow=True))


def test_an_answer_before_the_closing_opens_nothing(table: Table, protest: Protest, desk: Client) -> None:
    Table.objects.update(closed_at=None)
    assert BEFORE not in read(desk.get(reverse("answer_protest", args=[table.round.tournament_id, protest.pk])))
    assert answered(desk, protest) == sheet(table)  # open: the table may correct it itself
    Table.objects.update(closed_at=Protest.objects.get().answered_at)
    assert CLOSED in read(desk.get(at(table), follow=True))


def test_a_phone_of_the_table_and_who_only_reads_correct_nothing(table: Table, protest: Protest, desk: Client) -> None:
    answered(desk, protest)
    phone = PhoneAt(table, SUD)
    line = SheetLine.objects.get(number=1)
    sent = typed_on_phone(replaces=str(line.pk), points="40", reason=ANSWER)
    assert phone.post("table_donne", sent, number=1).status_code == 422
    reader = logged_in(AccountFactory())
    assert reader.get(at(table)).status_code == 403
    assert reader.post(at(table), typed(replaces=str(line.pk), points="40", reason=ANSWER)).status_code == 403
    assert SheetLine.objects.get(number=1) == line


def test_without_its_reason_nothing_is_saved(table: Table, protest: Protest, desk: Client) -> None:
    page = answered(desk, protest)
    refused = desk.post(page, form_of(desk, page) | {"points": "40", "reason": " "})
    assert refused.status_code == 422
    assert NOTICE in read(refused)
    assert Table.objects.get(pk=table.pk).closed_at == NOW


def test_once_it_is_over_the_arbiter_answers_and_the_organiser_corrects(
    table: Table, protest: Protest, desk: Client
) -> None:
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert answered(desk, protest) == sheet(table)
    assert "Ce tournoi est terminé" in read(desk.get(sheet(table)))
    assert corrected_there(desk, table) == []
    refused = desk.post(at(table), typed(replaces=str(SheetLine.objects.get(number=1).pk), reason="x", points="40"))
    assert refused.status_code == 422
    desk.force_login(organiser(table.round.of_tournament.club))
    text = read(desk.get(at(table)))
    assert NOTICE not in text
    assert ANSWER not in text  # everybody reads the reason of a correction after the end: it is written for them
