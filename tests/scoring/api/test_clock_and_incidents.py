"""The clock of a timed round, the minutes of a table and the incident book, by programs."""

import pytest

from scoring.models import Incident
from tests.factories import rewrite
from tests.scoring.api.programs import TableProgram, new_key
from tests.scoring.sheets import seated
from tournaments.labels import Pace
from tournaments.models import Clock, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament: Tournament) -> Table:
    timed = {"pace": Pace.MINUTES, "minutes_per_round": 40, "donnes_per_round": None}
    rewrite(tournament, **timed)
    return seated(tournament)[0]


def test_the_clock_is_started_once_and_called(program: TableProgram) -> None:
    place = {"what": "rounds/1/clock/", "of_tournament": True}
    read = program.ask("GET", **place)
    assert (read.json()["left"], read["ETag"]) == (2400, f'"{read.json()["version"]}"')
    for _time in "12":  # what is so already is not done again, whatever was read
        started = program.ask("POST", body={"act": "start"}, if_match=read["ETag"], **place)
        assert (started.status_code, started.json()["left"]) == (200, None)
    assert JournalEntry.objects.filter(action="horloge lancée").count() == 1

    stale = program.ask("POST", body={"act": "call"}, if_match=read["ETag"], **place)
    assert (stale.status_code, stale.json()["code"], stale.json()["sent"]) == (409, "stale_clock", {"act": "call"})
    assert stale.json()["standing"]["version"] == started.json()["version"]
    assert Clock.objects.get().called_at is None
    called = program.ask("POST", body={"act": "call"}, if_match=started["ETag"], **place)
    assert called.json()["called_at"] is not None
    assert program.ask("POST", body={"act": "start"}, **place).status_code == 428
    assert program.ask("POST", body={"act": "lancer"}, if_match=called["ETag"], **place).status_code == 422


@pytest.mark.parametrize("act", ["pause", "reset"])
def test_the_clock_is_paused_and_set_back_as_it_was_read(program: TableProgram, act: str) -> None:
    place = {"what": "rounds/1/clock/", "of_tournament": True}
    first = program.ask("GET", **place)
    started = program.ask("POST", body={"act": "start"}, if_match=first["ETag"], **place)
    assert program.ask("POST", body={"act": act}, if_match=first["ETag"], **place).status_code == 409
    done = program.ask("POST", body={"act": act}, if_match=started["ETag"], **place)
    assert (done.status_code, done.json()["ends_at"]) == (200, None)


def test_a_round_that_is_not_timed_has_no_clock(program: TableProgram) -> None:
    Tournament.objects.update(pace=Pace.DONNES, minutes_per_round=None, donnes_per_round=4)
    place = {"what": "rounds/1/clock/", "of_tournament": True}
    read = program.ask("GET", **place).json()
    assert (read["left"], read["ends_at"], read["called_at"]) == (None, None, None)
    answer = program.ask("POST", body={"act": "start"}, if_match='"x"', **place)
    assert (answer.status_code, answer.json()["code"]) == (422, "round_is_not_timed")


def test_a_table_is_given_minutes_as_they_were_read(program: TableProgram) -> None:
    read = program.ask("GET", "extra-minutes/")
    assert read.json() == {"minutes": 0, "reason": ""}
    five = {"minutes": 5, "reason": "donne refaite"}
    for _time in "12":
        given = program.ask("PUT", "extra-minutes/", five, if_match=read["ETag"])
        assert (given.status_code, given.json()) == (200, five)
    stale = program.ask("PUT", "extra-minutes/", {"minutes": 8, "reason": "autre"}, if_match=read["ETag"])
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_minutes")
    assert (stale.json()["standing"], stale.json()["sent"]["minutes"]) == (five, 8)
    assert Table.objects.get().extra_minutes == 5
    assert program.ask("PUT", "extra-minutes/", {"minutes": 8}, if_match=given["ETag"]).status_code == 422
    lost = program.ask("PUT", "extra-minutes/", {"minutes": 0, "reason": "finie"}, if_match=given["ETag"])
    assert (lost.status_code, sorted(lost.json()["fields"])) == (422, ["reason"])
    assert program.ask("PUT", "extra-minutes/", {"minutes": 0}, if_match=given["ETag"]).json()["minutes"] == 0


def test_an_incident_is_noted_once_and_cancelled(program: TableProgram) -> None:
    body = {"text": "Bruit : rappel fait.", "round": 1, "table": 1, "donne": 2, "start_numbers": [1, 3]}
    key = new_key()
    first, again = (program.ask("POST", "incidents/", body, of_tournament=True, **key) for _time in "12")
    assert (first.status_code, first.json()) == (200, again.json())
    assert (first.json()["table"], first.json()["start_numbers"]) == (1, [1, 3])
    used = program.ask("POST", "incidents/", body | {"text": "autre"}, of_tournament=True, **key)
    assert (used.status_code, used.json()["code"]) == (409, "incident_noted")
    place = f"incidents/{first.json()['id']}/cancel/"
    assert program.ask("POST", place, {}, of_tournament=True).status_code == 422
    for _time in "12":
        gone = program.ask("POST", place, {"reason": "noté deux fois"}, of_tournament=True)
        assert gone.json()["cancelled_at"] is not None
    (told,) = program.ask("GET", "incidents/", of_tournament=True).json()
    assert told == gone.json()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"table": 9}, "table"),
        ({"round": 1}, "round"),
        ({"start_numbers": [99]}, "start_numbers"),
        ({"text": " "}, "text"),
        ({"x": 1}, "x"),
    ],
)
def test_an_incident_that_cannot_be_says_why(program: TableProgram, wrong: dict[str, object], field: str) -> None:
    answer = program.ask("POST", "incidents/", {"text": "bruit"} | wrong, of_tournament=True, **new_key())
    assert (answer.status_code, sorted(answer.json()["fields"])) == (422, [field])
    assert Incident.objects.count() == 0
