"""
Who runs a duplicate and plays it reads no board that he has still to meet.

Every address that he may open is read twice, in two evenings that differ in what another table made of the boards of a
round that is not over. The answers must be the same to the letter, unless he lifted it.
"""

import re
import uuid
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from scoring.labels import Outcome, ProtestAbout
from scoring.models import Conflict, Incident, Penalty, Protest
from scoring.services.decisions.incidents import note_incident
from scoring.services.decisions.protests import contest
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, organiser
from tests.one_of_everything import NO_FACTS
from tests.scoring.sheets import record
from tests.scoring.views.test_no_board_is_told import PLAYS, evening, play
from tests.scoring.views.test_nothing_hidden import Evening, letters
from tests.services.test_public import BACKEND
from tests.test_urls import ALL
from tests.texts import plain
from tournaments.labels import JobKind, JobState
from tournaments.models import Account, Document, Job, JournalEntry, Prize, PrizePlan, Table, Tournament
from tournaments.permissions import LIFTED, Action, read_until
from tournaments.queries.standings.cached import cached_lines, cached_results, cached_standings
from tournaments.queries.standings.podiums import cached_podiums
from tournaments.services.boards import lift_secrecy

__all__ = ["evening"]

pytestmark = pytest.mark.django_db

Answers = dict[tuple[str, str], tuple[int, bytes]]
# Read with what comes after it, too.
QUERIES = {"desk_round": ("", "?format=csv", "?ordre=numero"), "standings": ("", "?format=json")}
POLL = re.compile(rb"vu=[^&\"]*")  # what the desk shows, and the minute
RANDOM = {"new_tournament"}  # the number of its draw
# What tells of boards to somebody who runs the evening, once he lifted it.
TOLD = {
    "sheet",
    "donne",
    "penalties",
    "journal",
    "whole_ranking",
    "answer_protest",
    "incidents",
    "document",
    "api_sheet",
}


@pytest.fixture
def playing(evening: Evening) -> Account:
    """An organiser, whose doors are an arbiter's too, who sits at the first table; its second sheet is closed."""
    account = organiser(evening.world.club)
    Account.objects.filter(player=evening.world.entries[0].player).update(player=None)
    Account.objects.filter(pk=account.pk).update(player=evening.world.entries[0].player)
    return Account.objects.get(pk=account.pk)


def happen(evening: Evening, facts: dict[str, object]) -> dict[str, object]:
    """Do at the other table all that may happen to a board, and return what addresses then name."""
    world, why = evening.world, str(facts["why"])
    play(evening, **facts)  # type: ignore[arg-type]
    number = evening.values["number"]
    about = {"table": evening.other, "about": ProtestAbout.DONNE, "number": number, "seat": None, "reason": why}
    protest = contest(**about, key=uuid.uuid4(), by=world.by, at=NOW)  # type: ignore[arg-type]
    note_incident(tournament=world.tournament, table=evening.other, text=why, key=uuid.uuid4(), by=world.by, at=NOW)
    plan = PrizePlan.objects.create(tournament=world.tournament)
    for number in (1, 2):
        Prize.objects.create(plan=plan, number=number, place=number, lot="jambon")
    done = {"kind": JobKind.RANKING, "state": JobState.DONE, "asked_at": NOW, "ended_at": NOW}
    job = Job.objects.create(tournament=world.tournament, result={"why": why}, **done)
    document = Document.objects.create(
        job=job, tournament=world.tournament, title="Classement", filename="c.pdf", content=why.encode(), size=3,
        made_at=NOW,
    )  # fmt: skip
    return {
        "protest_id": protest.pk,
        "penalty_id": Penalty.objects.latest("pk").pk,
        "incident_id": Incident.objects.latest("pk").pk,
        "line_id": evening.other.lines.earliest("pk").pk,
        "entry_id": JournalEntry.objects.filter(action="donne saisie").latest("pk").pk,
        "job_id": job.pk,
        "document_id": document.pk,
    }


def read(evening: Evening, who: Account, facts: dict[str, object], before: Callable[[], object] = int) -> Answers:
    """Return what somebody reads at each guarded address after this happened, which is taken back."""
    with transaction.atomic():
        named = happen(evening, facts)
        before()
        for cached in (cached_lines, cached_podiums, cached_results, cached_standings, cache):
            cached.clear()
        client, found = Client(), {}
        client.force_login(who, backend=BACKEND)
        for table_number in (1, 2):
            values = evening.values | named | {"table_number": table_number}
            for address in ALL:
                if not isinstance(address.audience, Action) or address.arguments - values.keys():
                    continue
                name = address.pattern.name or ""
                if name in RANDOM:
                    continue
                for query in QUERIES.get(name, ("",)):
                    path = f"{address.at(values)}{query}"
                    answer = client.get(path)
                    if answer.status_code == 405:
                        with transaction.atomic():
                            answer = client.post(path)
                            transaction.set_rollback(True)
                    found[name, path] = (answer.status_code, POLL.sub(b"", letters(answer)))
        transaction.set_rollback(True)
    return found


def differing(evening: Evening, who: Account, before: Callable[[], object] = int) -> set[str]:
    one, other = (read(evening, who, facts, before) for facts in PLAYS)
    assert one.keys() == other.keys()
    assert max(status for status, _content in one.values()) < 500
    return {name for name, path in one if one[name, path] != other[name, path]}


@pytest.mark.skipif(connection.vendor == "postgresql", reason="the second time rows get other ids there")
def test_who_runs_it_and_plays_reads_no_board_that_he_has_still_to_meet(evening: Evening, playing: Account) -> None:
    assert sorted(differing(evening, playing)) == []


@pytest.mark.skipif(connection.vendor == "postgresql", reason="the second time rows get other ids there")
def test_he_reads_it_once_he_lifted_it(evening: Evening, playing: Account) -> None:
    def lifted() -> None:
        lift_secrecy(tournament=evening.world.tournament, reason="seul arbitre", by=playing, at=NOW)

    assert differing(evening, playing, lifted) >= TOLD


def at(evening: Evening, round_number: int, table_number: int) -> str:
    return f"/arbitrage/{evening.world.tournament.pk}/{round_number}/tables/{table_number}/"


def test_his_own_table_the_free_rounds_and_the_desk_stay_open(
    evening: Evening, playing: Account, client: Client
) -> None:
    """Where étuis travel no round is free before the end."""
    other_table = 403 if evening.world.tournament.boards_travel else 200
    client.force_login(playing, backend=BACKEND)
    answers = [client.get(at(evening, *place)).status_code for place in ((1, 1), (1, 2), (2, 1))]
    assert answers == [200, other_table, 200]
    shut = client.get(at(evening, 2, 2))
    assert shut.status_code == 403
    assert "Vous avez encore ces étuis à jouer" in plain(shut.content.decode())
    desk = client.get(f"/arbitrage/{evening.world.tournament.pk}/2/")
    assert desk.status_code == 200
    assert "ce qui est marqué ne se lit pas encore" in plain(desk.content.decode())


def test_a_correction_at_his_table_does_not_say_who_moves(evening: Evening, playing: Account, client: Client) -> None:
    """The totals would tell what the other tables made of the same boards."""
    line = evening.world.tournament.rounds.get(number=1).tables.get(number=1).lines.get(number=1, current=True)
    sent = {"key": str(uuid.uuid4()), "replaces": line.pk, "outcome": "jouee", "taker": 1, "contract": "garde"}
    sent |= {"bouts": 2, "points": "60", "petit_au_bout": "", "turn": 0, "reason": "mal lue"}
    client.force_login(evening.world.arbiter, backend=BACKEND)
    assert "who-moves" in client.post(f"{at(evening, 1, 1)}donnes/1/marque/", sent).content.decode()
    client.force_login(playing, backend=BACKEND)
    answer = client.post(f"{at(evening, 1, 1)}donnes/1/marque/", sent)
    assert answer.status_code == 200
    assert "who-moves" not in answer.content.decode()


def test_lifting_it_wants_a_reason_and_is_told_in_the_journal(
    evening: Evening, playing: Account, client: Client
) -> None:
    client.force_login(playing, backend=BACKEND)
    address = f"/organisation/tournois/{evening.world.tournament.pk}/etuis/lire/"
    assert client.post(address, {"reason": " "}).status_code == 422
    assert client.get(at(evening, 2, 2)).status_code == 403
    assert client.post(address, {"reason": "seul arbitre"}).status_code == 303
    assert client.get(at(evening, 2, 2)).status_code == 200
    line = JournalEntry.objects.get(action=LIFTED)
    assert (line.by, line.reason, line.sentence) == (playing, "seul arbitre", "position 2")
    assert client.post(address, {"reason": "encore"}).status_code == 303
    lift_secrecy(tournament=evening.world.tournament, reason="encore", by=playing, at=NOW)
    assert JournalEntry.objects.filter(action=LIFTED).count() == 1


def test_what_is_drawn_after_he_lifted_it_is_shut_to_him_again(evening: Evening, playing: Account) -> None:
    event = evening.world.tournament
    lift_secrecy(tournament=event, reason="seul arbitre", by=playing, at=NOW)
    assert read_until(playing, Tournament.objects.get(pk=event.pk)) is None
    Tournament.objects.filter(pk=event.pk).update(rounds_planned=3)
    assert read_until(playing, Tournament.objects.get(pk=event.pk)) == 2


def test_a_program_of_his_reads_no_more_than_he(evening: Evening, playing: Account, client: Client) -> None:
    client.force_login(playing, backend=BACKEND)
    sheets = f"/api/v1/tournaments/{evening.world.tournament.pk}/rounds/2/tables/{{}}/sheet/"
    shut = client.get(sheets.format(2))
    assert (shut.status_code, shut.json()["code"]) == (403, "plays_the_etuis")
    assert client.get(sheets.format(1)).status_code == 200


def test_who_does_not_play_or_has_nothing_left_to_play_reads_all(
    evening: Evening, playing: Account, client: Client
) -> None:
    client.force_login(evening.world.arbiter, backend=BACKEND)
    assert client.get(at(evening, 2, 2)).status_code == 200
    client.force_login(playing, backend=BACKEND)
    for table in Table.objects.filter(closed_at=None):
        record(table, table.boards[1], evening.world.arbiter)
        close_sheet(table=table, by=evening.world.by, at=NOW)
    assert client.get(at(evening, 2, 2)).status_code == 200


def protest_at(evening: Evening, round_number: int, table_number: int) -> Protest:
    table = Table.objects.get(
        round__tournament=evening.world.tournament, round__number=round_number, number=table_number
    )
    return Protest.objects.create(
        table=table, about=ProtestAbout.SHEET, reason="faux", key=uuid.uuid4(), by_name="Ada", at=NOW
    )


def test_a_protest_is_answered_where_its_round_is_free_or_its_table_his_own(
    evening: Evening, playing: Account, client: Client
) -> None:
    """As its sheet is read: there the answer lifts nothing."""
    free = 403 if evening.world.tournament.boards_travel else 200
    client.force_login(playing, backend=BACKEND)
    event = evening.world.tournament.pk
    for place, expected in {(1, 1): 200, (1, 2): free, (2, 1): 200, (2, 2): 403}.items():
        protest = protest_at(evening, *place)
        assert client.get(f"/arbitrage/{event}/contestations/{protest.pk}/").status_code == expected, place
        answered = client.post(
            f"/api/v1/tournaments/{event}/protests/{protest.pk}/answer/",
            {"answer": "vu", "upheld": False},
            content_type="application/json",
        )
        assert (answered.status_code, protest.answered_at) == (expected, None), place
        table = protest.table
        conflict = Conflict.objects.create(
            table=table,
            number=table.boards[0],
            late=True,
            outcome=Outcome.PASSED,
            facts=NO_FACTS,
            key=uuid.uuid4(),
            at=NOW,
        )
        assert client.get(f"/arbitrage/{event}/versions/{conflict.pk}/").status_code == expected, place
    assert not JournalEntry.objects.filter(action=LIFTED).exists()
    assert client.get(f"/arbitrage/{event}/contestations/0/").status_code == 403  # nothing is told of what is not there
