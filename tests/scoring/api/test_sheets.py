"""Sheets for programs: what a page shows, with the privacy of that page."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.cards.reading import read
from scoring.models import SheetLine
from scoring.queries.table.agreements import version_of
from scoring.queries.table.cards import example
from scoring.queries.table.records import stored_record
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.records import attach_record, withdraw_record
from tests.factories import NOW, AccountFactory, ClubFactory, SeasonFactory, arbiter, logged_in
from tests.scoring.api.programs import TableProgram, check, the_schema
from tests.scoring.attached import attach
from tests.scoring.sheets import ODD, garde, looked_at, record, seat, void
from tournaments.labels import JobKind, JobState
from tournaments.models import Account, Document, Job, Player, Table, Team

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table: Table, the_arbiter: Account) -> Table:
    record(table, 1, the_arbiter)
    record(table, 1, the_arbiter, garde(points="46", poignees=((1, "simple"),)))
    record(table, 2, the_arbiter, void("passee"))
    return table


def at(table: Table, name: str = "api_sheet") -> str:
    place = [table.round.tournament_id, table.round.number]
    return reverse(name, args=place + ([table.number] if name == "api_sheet" else []))


def player_on(table: Table, chair: int) -> Client:
    return logged_in(AccountFactory(player=seat(table, chair).registration.player))


def test_an_arbiter_reads_each_donne_with_its_parts_and_why(table: Table, as_arbiter: Client) -> None:
    answer = as_arbiter.get(at(table))
    sheet = answer.json()
    names = [seat(table, chair).registration.player.full_name for chair in range(4)]
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert [player["name"] for player in sheet["players"]] == names
    first = {"chair": "Sud", "chair_label": "Sud", "name": names[0], "start_number": 1, "total": 240}
    assert sheet["players"][0] == first
    assert {key: sheet[key] for key in ("round", "table", "bareme", "closed", "complete")} == {
        "round": 1, "table": 1, "bareme": "fft-2012", "closed": False, "complete": False,
    }  # fmt: skip
    first, passed, missing = sheet["donnes"][:3]
    why = first["marque"].pop("why")
    assert first.pop("id") == SheetLine.objects.get(table=table, number=1, current=True).pk
    assert (sheet["version"], sheet["signed"], sheet["unconfirmed"]) == (version_of(sheet_of(table)), [], [])
    assert first == {
        "number": 1,
        "outcome": "jouee",
        "taker": 0,
        "partner": None,
        "sits_out": None,
        "contract": "garde",
        "bouts": 2,
        "points": 46,
        "petit_au_bout": None,
        "marks": [240, -80, -80, -80],
        "marque": {
            "per_defender": 80,
            "won": True,
            "parts": [
                {"reason": "contract", "points": 60, "text": "(25 + 5) × 2"},
                {"reason": "poignee", "points": 20, "text": "poignée simple"},
            ],
        },
        "confirmed": [],
        "corrections": 1,
        "record": None,
    }
    assert why[0].startswith(f"{names[0]} a demandé une garde")
    assert (passed["outcome"], passed["marks"], passed["marque"]) == ("passee", [0, 0, 0, 0], None)
    assert (missing["outcome"], missing["marks"], missing["marque"]) == (None, [], None)


def test_a_donne_card_by_card_reads_back_as_what_was_attached(
    table: Table, the_arbiter: Account, as_arbiter: Client
) -> None:
    kept = attach(table, the_arbiter)
    sheet = as_arbiter.get(at(table)).json()
    names = [player["name"] for player in sheet["players"]]
    told = sheet["donnes"][0]["record"]
    assert (told["players"], told["taker"]) == (names, names[2])
    assert read(told) == stored_record(kept, names)
    assert [list(trick) for trick in read(told).tricks] == [list(trick) for trick in stored_record(kept, names).tricks]
    assert sheet["donnes"][1]["record"] is None

    withdraw_record(record=kept, reason="mauvaise table", by=the_arbiter, at=NOW)
    assert as_arbiter.get(at(table)).json()["donnes"][0]["record"] is None


def test_a_player_reads_a_record_under_the_names_of_his_sheet(table: Table, the_arbiter: Account) -> None:
    attach(table, the_arbiter)
    hidden = seat(table, 1).registration
    Player.objects.filter(pk=hidden.player_id).update(consent=False, last_name="Secret")
    answer = player_on(table, 0).get(at(table, "api_own_sheet"))
    sheet = answer.json()
    assert sheet["donnes"][0]["record"]["players"] == [player["name"] for player in sheet["players"]]
    assert "Secret" not in answer.content.decode()


def test_records_cost_one_query_however_many(
    table: Table, the_arbiter: Account, as_arbiter: Client, django_assert_num_queries
) -> None:
    record(table, 3, the_arbiter)
    with CaptureQueriesContext(connection) as without:
        as_arbiter.get(at(table))
    attach(table, the_arbiter)
    with django_assert_num_queries(len(without) + 1):
        as_arbiter.get(at(table))
    attach_record(
        table=table, number=3, record=example(), first=None, key=uuid.uuid4(), replaces=None, by=the_arbiter, at=NOW
    )
    with django_assert_num_queries(len(without) + 1):
        as_arbiter.get(at(table))


def test_it_speaks_english_when_asked(table: Table, as_arbiter: Client) -> None:
    sheet = as_arbiter.get(at(table), headers={"accept-language": "en"}).json()
    assert sheet["donnes"][0]["marque"]["parts"][1]["text"] == "simple poignée"


def test_what_was_looked_at_again_is_named(table: Table, the_arbiter: Account, as_arbiter: Client) -> None:
    record(table, 3, the_arbiter, ODD, confirmed=looked_at(table, ODD))
    donne = as_arbiter.get(at(table)).json()["donnes"][2]
    assert donne["confirmed"] == sorted(looked_at(table, ODD))
    warned = {warning["code"] for warning in donne["marque"]["warnings"]}
    assert warned == looked_at(table, ODD) - {"chelem_without_call"}  # that one is the arbiter's, not the cards'


def test_a_player_reads_his_own_sheet_and_the_others_as_they_consented(table: Table) -> None:
    hidden = seat(table, 1).registration
    Player.objects.filter(pk=hidden.player_id).update(consent=False)
    client = player_on(table, 0)
    answer = client.get(at(table, "api_own_sheet"))
    assert answer.status_code == 200
    assert answer.json()["table"] == 1
    assert answer.json()["players"][1]["name"] == f"Joueur n°\N{NO-BREAK SPACE}{hidden.start_number}"
    assert hidden.player.last_name not in answer.content.decode()
    assert client.get(at(table)).status_code == 403


def test_a_player_who_withheld_his_name_reads_it_on_his_own_sheet(table: Table) -> None:
    entry = seat(table, 1).registration
    Player.objects.filter(pk=entry.player_id).update(consent=False)
    sheet = player_on(table, 1).get(at(table, "api_own_sheet")).json()
    assert sheet["players"][1]["name"] == entry.player.full_name


def test_strangers_and_others_are_refused_in_json(table: Table) -> None:
    for name in ("api_sheet", "api_own_sheet"):
        nobody = Client().get(at(table, name))
        assert (nobody.status_code, nobody.json()["code"]) == (401, "not_authenticated")
        elsewhere = logged_in(arbiter(ClubFactory())).get(at(table, name))
        assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "permission_denied")


def test_a_table_or_a_position_that_is_not_there(table: Table, as_arbiter: Client) -> None:
    for place in ([table.round.tournament_id, 1, 9], [table.round.tournament_id, 9, 1], [10**6, 1, 1]):
        answer = as_arbiter.get(reverse("api_sheet", args=place))
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    answer = player_on(table, 0).get(reverse("api_own_sheet", args=[table.round.tournament_id, 2]))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_it_only_reads(table: Table, as_arbiter: Client) -> None:
    for method in ("post", "put", "patch", "delete"):
        assert getattr(as_arbiter, method)(at(table)).status_code == 405


def test_every_answer_has_an_etag_and_a_304(table: Table, the_organiser: Account) -> None:
    """Of each address of the schema: what is there is read, then asked for again with the tag it came with."""
    season = SeasonFactory(club=table.round.of_tournament.club)
    program = TableProgram.of(table, the_organiser)
    kind = {"kind": JobKind.RANKING, "state": JobState.DONE, "asked_at": NOW, "ended_at": NOW}
    job = Job.objects.create(tournament=table.round.of_tournament, **kind)
    paper = {"title": "Classement", "filename": "c.pdf", "content": b"%PDF-", "size": 5, "made_at": NOW}
    document = Document.objects.create(job=job, tournament=job.tournament, **paper)
    there = {
        "job_id": job.pk,
        "document_id": document.pk,
        "club_id": season.club_id,
        "season_id": season.pk,
        "tournament_id": table.round.tournament_id,
    }
    there |= dict.fromkeys(("round_number", "table_number", "number", "team_number"), 1)
    Team.objects.create(tournament=job.tournament, number=1, name="Les Bouts", key=uuid.uuid4())
    read = 0
    for path, operations in the_schema()["paths"].items():
        if "get" not in operations or path.endswith(("/own-sheet/", "/teams/", "/matches/", "/qualified/")):
            continue
        address = path.format(**there)
        answer = program.program.get(address)
        check(answer, "GET", address)
        again = program.program.get(address, if_none_match=answer["ETag"])
        assert (answer.status_code, again.status_code, again.content) == (200, 304, b""), path
        assert program.program.get(address, if_none_match='"other"').status_code == 200
        read += 1
    assert read > 20
