"""What waited on a device comes in: answered in words, kept beside its sheet, compared and settled by the arbiter."""

import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.labels import CallOutcome
from scoring.models import Conflict, SheetLine
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory, arbiter, logged_in
from tests.scoring.sheets import EST, SUD, chelem_called, record, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tests.texts import plain
from tournaments.labels import TournamentState
from tournaments.models import Account, Table

pytestmark = pytest.mark.django_db
LATER = {"garde": "1"}


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2))[0]


@pytest.fixture
def judge(table: Table) -> Account:
    return arbiter(table.round.of_tournament.club)


@pytest.fixture
def desk(judge: Account) -> Client:
    return logged_in(judge)


def at_desk(table: Table, name: str, **more: int) -> str:
    where = {"tournament_id": table.round.tournament_id, "round_number": 1, "table_number": table.number}
    return reverse(name, kwargs=where | more)


def sentences(answer: HttpResponse) -> list[str]:
    return [plain(sentence) for sentence in answer.json()["sentences"]]


def two_versions(table: Table) -> HttpResponse:
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    phone = PhoneAt(table, EST)
    phone.get("table_donne", number=1)
    return phone.post("table_donne", typed(points="51") | LATER, json=True, number=1)


def test_a_donne_that_waited_is_written_and_nobody_is_told_on_the_next_page(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    answer = phone.post("table_donne", typed() | LATER, json=True, number=1)
    assert (answer.status_code, answer.json()["state"], "next" in answer.json()) == (200, "saved", False)
    assert "Donne 1 enregistrée." not in phone.text()
    assert SheetLine.objects.get().number == 1


def test_who_disagrees_is_told_that_the_arbiter_has_both(table: Table) -> None:
    answer = two_versions(table)
    told = answer.json()
    assert (answer.status_code, told["state"], told["kept"]) == (409, "stale", True)
    assert sentences(answer) == [
        "Donne 1 : la feuille dit autre chose et ne change pas. L’arbitre a les deux versions, il tranche."
    ]
    assert told["line"]["half_points"] == 98
    assert Conflict.objects.get().facts["half_points"] == 102
    assert "saisit la donne 1" not in PhoneAt(table).text()  # who sent it writes it no more


def test_who_looks_at_both_keeps_nothing_beside(table: Table) -> None:
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    answer = PhoneAt(table, EST).post("table_donne", typed(points="51"), json=True, number=1)
    assert (answer.status_code, "kept" in answer.json()) == (409, False)
    assert Conflict.objects.count() == 0


@pytest.mark.parametrize("count", [10, pytest.param(200, marks=pytest.mark.product)])
def test_donnes_after_the_closing_are_each_answered(table: Table, judge: Account, count: int) -> None:
    phone = PhoneAt(table, SUD)
    record(table, 1, judge)
    record(table, 2, judge)
    close_sheet(table=table, by=judge, at=NOW)
    sent = [typed(points=str(50 + number % 30)) | LATER for number in range(count)]
    for number, donne in enumerate(sent):
        answer = phone.post("table_donne", donne, json=True, number=1 + number % 2)
        assert (answer.status_code, answer.json()["kept"]) == (403, True)
        told = f"Donne {1 + number % 2} : arrivée après la clôture de la feuille ou l’arrêt de la table."
        assert sentences(answer) == [f"{told} L’arbitre l’a reçue, il tranche."]
    assert Conflict.objects.filter(late=True, settled_at=None).count() == count
    again = phone.post("table_donne", sent[0], json=True, number=1)
    assert (again.status_code, Conflict.objects.count()) == (403, count)


def test_what_is_impossible_is_refused_in_words_and_kept_on_the_phone(table: Table) -> None:
    answer = PhoneAt(table, SUD).post("table_donne", typed(points="95") | LATER, json=True, number=1)
    assert (answer.status_code, answer.json()["state"], Conflict.objects.count()) == (422, "refused", 0)
    assert answer.json()["sentences"] != []


def test_the_desk_answers_a_script_as_a_table_does(table: Table, desk: Client) -> None:
    script = {"accept": "application/json"}
    here, donne = at_desk(table, "donne", number=1), typed()
    first = desk.post(here, donne, headers=script)
    assert (first.status_code, first.json()["state"], first.json()["next"]) == (
        200,
        "saved",
        at_desk(table, "donne", number=2),
    )
    assert "Donne 1, table 1 enregistrée" in read(desk.get(first.json()["next"]))
    later = desk.post(here, donne | LATER, headers=script)
    assert (later.json()["state"], "next" in later.json()) == ("saved", False)
    other = desk.post(here, typed(points="51") | LATER, headers=script)
    assert (other.status_code, other.json()["kept"]) == (409, True)
    assert Conflict.objects.get().by_name != ""
    wrong = desk.post(here, typed(bouts="") | LATER, headers=script)
    assert wrong.status_code == 422
    desk.logout()
    assert desk.post(here, typed() | LATER, headers=script).status_code == 401


def test_a_token_is_fresh_and_says_who_is_there(desk: Client, judge: Account) -> None:
    there, nobody = desk.get(reverse("fresh_token")), Client().get(reverse("fresh_token"))
    assert there.json()["who"] == str(judge.pk)
    assert nobody.json()["who"] == ""
    assert len(nobody.json()["token"]) == 64
    assert "no-store" in there["Cache-Control"]


def test_the_form_that_is_kept_for_later_does_not_say_that_somebody_writes(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    kept = phone.client.get(phone.address("table_donne", number=1) + "?garde=1")
    assert 'data-missing="1 2"' in read(kept)
    assert phone.row().writes_donne is None
    phone.get("table_donne", number=1)
    assert phone.row().writes_donne == 1


def test_the_worker_reaches_the_tables_only_and_changes_with_its_files() -> None:
    answer = Client().get(reverse("worker"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert reverse("worker") == "/t/travail.js"
    assert answer["Cache-Control"] == "no-cache"
    first = answer.content.decode().splitlines()[0]
    assert first.startswith('const VERSION = "')
    assert len(first) == len('const VERSION = "";') + 12


# The arbiter


def test_the_desk_and_the_sheet_say_that_a_donne_is_there_twice(table: Table, desk: Client) -> None:
    two_versions(table)
    here = reverse("desk_round", args=[table.round.tournament_id, 1])
    assert "1 donne en deux versions" in read(desk.get(here))
    sheet = read(desk.get(at_desk(table, "sheet")))
    assert f"Donne 1 : {Conflict.objects.get().by_name} a envoyé une autre version" in sheet
    assert reverse("settle_conflict", args=[table.round.tournament_id, Conflict.objects.get().pk]) in sheet


def test_both_versions_stand_side_by_side_and_one_tap_settles(table: Table, desk: Client) -> None:
    two_versions(table)
    conflict, line = Conflict.objects.get(), SheetLine.objects.get()
    here = reverse("settle_conflict", args=[table.round.tournament_id, conflict.pk])
    page = read(desk.get(here))
    for words in (
        "2 bouts, <mark>49 points</mark>",
        "2 bouts, <mark>51 points</mark>",
        "vérifié avec la table",
        'class="who-moves"',
    ):
        assert page.count(words) == 1, words
    for total in ("+198", "+210"):  # of the version, and of who would move by the other one
        assert page.count(total) == 2, total
    answer = desk.post(here, {"kept": "autre", "seen": line.pk, "reason": "vu avec la table"})
    assert (answer.status_code, answer.url) == (303, at_desk(table, "sheet") + "#donne-1")
    assert SheetLine.objects.get(current=True).half_points == 102
    sheet = read(desk.get(at_desk(table, "sheet")))
    assert "a envoyé une autre version" not in sheet
    assert "a gardé l’autre version : « vu avec la table »" in read(desk.get(here))


def test_what_came_after_the_closing_is_settled_in_one_act(table: Table, desk: Client) -> None:
    for number in (1, 2):
        record(table, number, arbiter(table.round.of_tournament.club))
    close_sheet(table=table, by=arbiter(table.round.of_tournament.club), at=NOW)
    PhoneAt(table, EST).post("table_donne", typed(points="51") | LATER, json=True, number=1)
    here = reverse("settle_conflict", args=[table.round.tournament_id, Conflict.objects.get().pk])
    page = read(desk.get(here))
    assert 'class="who-moves"' in page
    assert "elle est corrigée et close de nouveau en même temps" in page
    line = SheetLine.objects.get(number=1)
    assert desk.post(here, {"kept": "autre", "seen": line.pk, "reason": "vu avec la table"}).status_code == 303
    table.refresh_from_db()
    assert SheetLine.objects.get(number=1, current=True).half_points == 102
    assert table.closed_at > NOW


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"reason": "vu"}, "Touchez la version qui est juste."),
        ({"kept": "les deux", "reason": "vu"}, "Touchez la version qui est juste."),
        ({"kept": "autre", "reason": ""}, "Dites pourquoi : le journal en garde la trace."),
        ({"kept": "autre", "reason": "vu", "seen": "999999"}, "La donne 1 a changé sur la feuille entre-temps."),
    ],
)
def test_what_settles_nothing_is_said(table: Table, desk: Client, sent: dict[str, str], told: str) -> None:
    two_versions(table)
    here = reverse("settle_conflict", args=[table.round.tournament_id, Conflict.objects.get().pk])
    answer = desk.post(here, {"seen": SheetLine.objects.get().pk} | sent)
    assert answer.status_code == 422
    assert told in read(answer)
    assert Conflict.objects.get().settled_at is None


def test_the_conflict_of_another_tournament_is_not_there(table: Table, desk: Client) -> None:
    two_versions(table)
    other = TournamentFactory(club=table.round.of_tournament.club)
    here = reverse("settle_conflict", args=[other.pk, Conflict.objects.get().pk])
    assert desk.get(here).status_code == 404


def test_a_phone_that_asks_again_is_told_what_was_decided(table: Table, desk: Client) -> None:
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    phone, donne = PhoneAt(table, EST), typed(points="51", key=str(uuid.uuid4())) | LATER
    phone.post("table_donne", donne, json=True, number=1)
    here = reverse("settle_conflict", args=[table.round.tournament_id, Conflict.objects.get().pk])
    desk.post(here, {"kept": "inscrite", "seen": SheetLine.objects.get().pk, "reason": "vu"})
    again = phone.post("table_donne", donne, json=True, number=1)
    assert sentences(again) == [
        f"Donne 1 : {Conflict.objects.get().settled_by_name} a gardé celle de la feuille (« vu »)."
    ]


@pytest.mark.parametrize("ruled", [CallOutcome.MADE, CallOutcome.INFLICTED])
def test_a_chelem_that_the_arbiter_ruled_otherwise_waits_for_him_beside_his_ruling(
    table: Table, judge: Account, desk: Client, ruled: CallOutcome
) -> None:
    call = chelem_called(table, judge, outcome=ruled)
    phone, donne = PhoneAt(table, SUD), typed(chelem_announced="on", points="60")
    ruling = f"{judge}, arbitre, a enregistré ce chelem « {ruled.label} » et cette saisie le dit « chuté »"
    refused = read(phone.post("table_donne", donne, number=1))
    assert ruling in refused
    assert 'type="checkbox" name="confirmed"' not in refused
    answer = phone.post("table_donne", donne | LATER, json=True, number=1)
    assert (answer.status_code, answer.json()["kept"]) == (409, True)
    assert sentences(answer) == [
        f"Donne 1 : {judge} a enregistré ce chelem « {ruled.label} ». L’arbitre a reçu la vôtre, il tranche."
    ]
    assert not SheetLine.objects.exists()
    conflict = Conflict.objects.get()
    assert (conflict.call, conflict.line, conflict.late) == (call, None, False)
    here = reverse("settle_conflict", args=[table.round.tournament_id, conflict.pk])
    assert ruling in read(desk.get(here))

    colleague = arbiter(table.round.of_tournament.club)
    desk.force_login(colleague)
    assert desk.post(here, {"kept": "autre", "seen": "", "reason": "revu"}).status_code == 303
    call.refresh_from_db()
    assert (call.outcome, call.ruling, call.ruled_by_name) == (CallOutcome.FAILED, CallOutcome.FAILED, str(colleague))
    calls = read(desk.get(reverse("chelem_calls", args=[table.round.tournament_id])))
    assert f"Issue changée par {colleague}." in calls
