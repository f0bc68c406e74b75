"""Donnes and balances written by programs: what is written, by whom, and everything that is not."""

import uuid
from typing import Any

import pytest
from django.test import Client

from scoring.models import SheetLine, SheetTotal
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW
from tests.scoring.api.programs import GARDE, NEW, TableProgram
from tests.scoring.sheets import record, seat, with_boards
from tournaments.labels import Keeps
from tournaments.models import Account, JournalEntry, SeatResult, Table, Tournament

pytestmark = pytest.mark.django_db


def test_a_donne_is_written_counted_and_told_to_the_journal_under_the_name_of_the_token(
    program: TableProgram, table: Table, the_arbiter: Account
) -> None:
    revision = Tournament.objects.get().revision
    answer = program.donne(1, GARDE | {"poignees": [{"player": 1, "size": "simple"}]}, **NEW)
    line = SheetLine.objects.get()
    told = answer.json()
    assert answer.status_code == 200
    assert answer.headers["ETag"] == f'"{line.pk}"'
    assert told["state"] == "saved"
    wrote = told["line"]
    assert (wrote["id"], wrote["key"], wrote["by"]) == (line.pk, str(line.key), str(the_arbiter))
    assert (wrote["points"], wrote["marks"]) == (46, [-80, 240, -80, -80])
    assert wrote["poignees"] == [{"position": 1, "size": "simple"}]
    results = SeatResult.objects.filter(seat__table=table).order_by("seat__chair")
    assert list(results.values_list("points", flat=True)) == [-80, 240, -80, -80]
    entry = JournalEntry.objects.get(action="donne saisie")
    assert (entry.by, entry.device) == (the_arbiter, "jeton « Tablette »")
    assert Tournament.objects.get().revision > revision


def test_what_was_read_is_what_is_corrected(program: TableProgram) -> None:
    program.donne(1, GARDE, **NEW)
    read = program.ask("GET", "donnes/1/")
    answer = program.donne(1, GARDE | {"points": "50,0", "reason": "recompté"}, if_match=read.headers["ETag"])
    assert answer.status_code == 200
    assert (answer.json()["line"]["points"], answer.json()["line"]["marks"]) == (50, [-68, 204, -68, -68])
    assert [(line.current, line.reason) for line in SheetLine.objects.order_by("pk")] == [
        (False, ""),
        (True, "recompté"),
    ]
    shown = program.sheet()["donnes"][0]
    assert (shown["id"], shown["corrections"]) == (answer.json()["line"]["id"], 1)


def test_the_same_key_has_the_same_answer_and_writes_once(program: TableProgram) -> None:
    key = uuid.uuid4()
    first, again = (program.donne(1, GARDE, key, **NEW) for _time in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert SheetLine.objects.count() == JournalEntry.objects.filter(action="donne saisie").count() == 1

    other = program.donne(1, GARDE | {"bouts": 1}, key, **NEW)
    assert (other.status_code, other.json()["code"]) == (409, "stale_line")
    elsewhere = program.donne(2, GARDE, key, **NEW)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "stale_line")
    assert "Idempotency-Key" in elsewhere.json()["message"]
    assert SheetLine.objects.count() == 1


def test_of_two_who_differ_the_second_is_told_both_versions(program: TableProgram, the_organiser: Account) -> None:
    record(program.table, 1, the_organiser)
    answer = program.donne(1, GARDE, **NEW)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (409, "stale_line")
    assert told["line"]["by"] == str(the_organiser)
    assert (told["sent"]["taker"], told["sent"]["id"]) == (1, None)
    assert SheetLine.objects.count() == 1


def test_of_two_who_agree_the_second_is_told_that_it_stands(program: TableProgram) -> None:
    first = program.donne(1, GARDE, **NEW).json()
    answer = program.donne(1, GARDE, **NEW)
    assert (answer.status_code, answer.json()) == (200, {"state": "same", "line": first["line"]})


WRONG: list[tuple[Any, list[str]]] = [
    (GARDE | {"points": 92, "bouts": 4}, ["bouts"]),
    (GARDE | {"points": "beaucoup"}, ["points"]),
    (GARDE | {"taker": 4}, ["taker"]),
    (GARDE | {"taker": "Sud"}, ["taker"]),
    (GARDE | {"taker": True}, ["taker"]),
    (GARDE | {"partner": 2}, ["partner"]),
    (GARDE | {"petit_aubout": "attaque"}, ["petit_aubout"]),
    (GARDE | {"poignees": [{"player": 9, "size": "simple"}]}, ["poignees.0.player"]),
    (GARDE | {"petit_chelem": {"announced": True}}, ["petit_chelem_announced"]),
    ({"outcome": "passee", "taker": 1}, ["taker"]),
    ({"outcome": "jouee"}, ["bouts", "contract", "points", "taker"]),
    ({"taker": 1}, ["outcome"]),
    ([], [""]),
    (GARDE | {"reason": "\x00"}, ["reason"]),
    (GARDE | {"reason": "\ud800"}, ["reason"]),
    (GARDE | {"reason": "x" * 501}, ["reason"]),
]


@pytest.mark.parametrize(("body", "fields"), WRONG, ids=[str(fields) + str(n) for n, (_b, fields) in enumerate(WRONG)])
def test_what_cannot_be_is_refused_with_every_sentence_at_its_key(
    program: TableProgram, body: Any, fields: list[str]
) -> None:
    answer = program.donne(1, body, **NEW)
    told = answer.json()
    assert answer.status_code == 422
    assert sorted(told["fields"]) == fields
    assert all(text for texts in told["fields"].values() for text in texts)
    assert told["message"]
    assert SheetLine.objects.count() == 0


def test_what_is_odd_is_written_once_it_was_looked_at_again(program: TableProgram) -> None:
    odd = GARDE | {"chelem": {"announced": False, "made": "attaque"}, "bouts": 3, "points": 91}
    asked = program.donne(1, odd, **NEW)
    told = asked.json()
    assert (asked.status_code, told["code"]) == (422, "donne_to_confirm")
    assert told["fields"]["confirmed"]
    assert program.donne(1, odd | {"confirmed": told["odd"]}, **NEW).status_code == 200
    assert SheetLine.objects.get().confirmed == told["odd"]


def test_a_key_and_a_version_are_wanted(program: TableProgram) -> None:
    version = program.donne(1, GARDE)
    assert (version.status_code, version.json()["code"]) == (428, "version_wanted")
    key = program.ask("PUT", "donnes/1/", GARDE, **NEW)
    assert (key.status_code, sorted(key.json()["fields"])) == (422, ["Idempotency-Key"])
    garbled = program.donne(1, GARDE, if_match='"douze"')
    assert (garbled.status_code, sorted(garbled.json()["fields"])) == (422, ["If-Match"])
    assert SheetLine.objects.count() == 0


def test_a_body_that_is_no_json_or_too_long_or_says_a_key_twice_is_not_read(program: TableProgram) -> None:
    path = program.path("donnes/1/")
    sent = {
        "if-none-match": "*",
        "idempotency-key": str(uuid.uuid4()),
        "authorization": f"Bearer {program.program.secret}",
    }
    statuses = {}
    for body, kind in ((b"{", "json"), (b" " * 20_000, "json"), (b'{"taker": 1, "taker": 2}', "json"), (b"x", "xml")):
        answer = Client().put(path, body, content_type=f"application/{kind}", headers=sent)
        statuses[body[:20]] = answer.status_code
    assert list(statuses.values()) == [400, 413, 422, 415]


def test_a_line_written_on_a_phone_is_confirmed_for_a_player_of_the_other_camp(program: TableProgram) -> None:
    table = program.table
    phone = come_in(table=table, key=uuid.uuid4(), at=NOW)
    take_seat(phone=phone, seat=seat(table, 0))
    line = record(table, 1, phone)
    assert program.ask("POST", "donnes/1/confirmation/", {}).status_code == 428
    own = program.ask("POST", "donnes/1/confirmation/", {"chair": 0}, if_match=f'"{line.pk}"')
    assert (own.status_code, own.json()["code"]) == (422, "own_line")
    empty = program.ask("POST", "donnes/1/confirmation/", {"chair": 4}, if_match=f'"{line.pk}"')
    assert (empty.status_code, sorted(empty.json()["fields"])) == (422, ["chair"])
    answers = [program.ask("POST", "donnes/1/confirmation/", {"chair": 2}, if_match=f'"{line.pk}"') for _time in "12"]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["by"] == seat(table, 2).registration.player.full_name
    stale = program.ask("POST", "donnes/1/confirmation/", {"chair": 2}, if_match='"1234567"')
    assert (stale.status_code, stale.json()["line"]["id"]) == (409, line.pk)


def test_balances_are_written_corrected_and_told_in_both_versions(program: TableProgram) -> None:
    Tournament.objects.update(keeps=Keeps.TOTALS)

    def send(balances: list[int], key: uuid.UUID | None = None, **more: str) -> Any:
        reason = more.pop("reason", "")
        return program.ask(
            "PUT",
            "balances/",
            {"balances": balances, "reason": reason},
            idempotency_key=str(key or uuid.uuid4()),
            **more,
        )

    assert program.ask("GET", "balances/").json() == {"version": None, "balances": None}
    key = uuid.uuid4()
    first, again = (send([240, -80, -80, -80], key, **NEW) for _time in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert first.json()["balances"] == [240, -80, -80, -80]
    assert SheetTotal.objects.count() == 4
    assert send([1, 2, 3, 4], **NEW).json()["code"] == "balances_not_zero"
    assert send([240, -80, -160], **NEW).json()["code"] == "balance_missing"
    stale = send([0, 0, 0, 0], **NEW)
    assert (stale.status_code, stale.json()["standing"], stale.json()["sent"]) == (409, first.json(), [0, 0, 0, 0])
    tag = first.headers["ETag"]
    assert sorted(send([0, 0, 0, 0], if_match=tag).json()["fields"]) == ["reason"]
    corrected = send([0, 0, 0, 0], if_match=tag, reason="mal lu")
    assert corrected.json()["balances"] == [0, 0, 0, 0]
    assert send([0, 0, 0, 0], if_match="x").status_code == 422
    assert send([0, 0, 0, 0]).status_code == 428


def test_a_board_is_sent_by_its_number_with_how_its_etui_lay(program: TableProgram, table: Table) -> None:
    Tournament.objects.update(compared_by="matchpoints", void_donnes_count=True)
    with_boards([table], range(101, 105))
    answer = program.donne(103, GARDE | {"turn": 2}, **NEW)
    assert (answer.status_code, answer.json()["line"]["turn"]) == (200, 2)
    assert [(donne["number"], donne.get("turn")) for donne in program.sheet()["donnes"]] == [
        (101, None),
        (102, None),
        (103, 2),
        (104, None),
    ]
    again = program.donne(103, GARDE | {"points": 50, "reason": "recompté"}, if_match=answer.headers["ETag"])
    assert again.json()["line"]["turn"] == 2
    assert program.donne(101, {"outcome": "passee", "turn": 1}, **NEW).status_code == 200
    for number, sent, code in (
        (105, GARDE, "board_not_here"),
        (102, {"outcome": "petit_sec"}, "dealt_anew"),
        (102, GARDE | {"turn": 4}, "invalid"),
    ):
        refused = program.donne(number, sent, **NEW)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
