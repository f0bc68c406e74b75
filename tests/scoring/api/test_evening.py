"""A whole evening by a client that is generated from the schema, sent again from anywhere; and what is refused."""

import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.factories import DAY, ClubFactory, PlayerFactory, SeasonFactory, at_the_door, organiser
from tests.scoring.api.generated import GeneratedClient
from tests.tournaments.tokens import Program, a_token
from tournaments.labels import JobKind, Scope, Status, TournamentState
from tournaments.models import (
    Account,
    Club,
    Document,
    Draw,
    Job,
    JournalEntry,
    Membership,
    Player,
    Registration,
    Tournament,
)
from tournaments.seating import Remainder
from tournaments.services.results import set_penalty_points

pytestmark = pytest.mark.django_db
NAMES = ["ARNAUD", "BERNARD", "CHEVALIER", "DUMAS", "ETIENNE", "FONTAINE", "GARNIER"]
EVENING = {"name": "Soirée des programmes", "date": "2026-11-27", "starts_at": "20:30", "rounds_planned": 2}
GARDE = {"outcome": "jouee", "taker": 1, "contract": "garde", "bouts": 2, "points": 46}


def client_of(account: Account, *scopes: Scope, **token: Any) -> GeneratedClient:
    return GeneratedClient(Program(a_token(account, *scopes, **token).secret, Client()))


@pytest.fixture
def client(the_organiser: Account) -> GeneratedClient:
    return client_of(the_organiser)


@pytest.fixture
def made(client: GeneratedClient, club: Club) -> dict[str, int]:
    """Return the arguments of an evening that was created, open to entries."""
    told = client.answers(
        "clubs_tournaments_create",
        EVENING | {"state": TournamentState.OPEN.value, "donnes_per_round": 1},
        club_id=club.pk,
    )
    return {"tournament_id": told["id"]}


def done(job: dict[str, Any], client: GeneratedClient, evening: dict[str, int]) -> dict[str, Any]:
    told: dict[str, Any] = client.answers("tournaments_jobs_retrieve", job_id=job["id"], **evening)
    assert told["state"] == "fait", told
    return told


def made_by(answer: Any) -> Any:
    """Return what an answer is about: the id of one thing, or the numbers of those who are entered."""
    if isinstance(answer, list):
        return [(one["start_number"], one["player"]) for one in answer]
    return answer.get("id") or answer.get("start_number") or answer


class Cut(Exception):
    """The program stops here: nothing that it did after that is sent."""


def play(
    client: GeneratedClient,
    club: Club,
    at_once: DjangoCaptureOnCommitCallbacks,
    *,
    acts: int = 1_000,
) -> dict[str, Any]:
    """Play an evening from the list of the club to its end, or its first `acts`; return all that was answered."""
    told: dict[str, Any] = {}

    def act(operation: str, body: Any = None, **arguments: Any) -> Any:
        if len(told) == acts:
            raise Cut
        with at_once(execute=True):
            told[f"{len(told)} {operation}"] = answer = client.answers(operation, body, **arguments)
        return answer

    people = [
        act("clubs_players_create", {"last_name": name, "licence": f"60{number}", "consent": True}, club_id=club.pk)
        for number, name in enumerate(NAMES)
    ]
    opened = EVENING | {"donnes_per_round": 1, "needs_confirmation": False}
    evening = {"tournament_id": act("clubs_tournaments_create", opened, club_id=club.pk)["id"]}
    act("tournaments_state_create", {"state": TournamentState.OPEN.value}, **evening)
    entries = act("tournaments_entries_create", {"players": [one["id"] for one in people]}, **evening)
    numbers = [one["start_number"] for one in entries]
    act("tournaments_check_in_create", {"start_numbers": numbers, "status": "present"}, **evening)
    act("tournaments_newcomers_create", {"last_name": "HUBERT", "first_name": "Luc"}, **evening)
    draw = act("tournaments_draws_create", {}, **evening)
    done(draw, client, evening)
    act("tournaments_jobs_publish_create", job_id=draw["id"], **evening)
    paper = act("tournaments_documents_create", {"kind": JobKind.BLANK_SHEETS.value, "round": 1}, **evening)
    done(paper, client, evening)
    for number in (1, 2):
        seating = client.answers("tournaments_rounds_retrieve", number=number, **evening)
        for seated in seating["tables"]:
            place = {"round_number": number, "table_number": seated["number"], **evening}
            act("tournaments_rounds_tables_donnes_update", GARDE, number=1, if_none_match="*", **place)
            version = client.answers("tournaments_rounds_tables_sheet_retrieve", **place)["version"]
            act("tournaments_rounds_tables_close_create", if_match=version, **place)
    act("tournaments_finish_create", **evening)
    done(act("tournaments_documents_create", {"kind": JobKind.RANKING.value}, **evening), client, evening)
    return told


def test_a_generated_client_plays_an_evening(
    client: GeneratedClient, club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    play(client, club, django_capture_on_commit_callbacks)
    tournament = Tournament.objects.get()
    assert (tournament.state, str(tournament.starts_at), tournament.name) == (
        TournamentState.FINISHED, "20:30:00", EVENING["name"],
    )  # fmt: skip
    standings = client.answers("tournaments_standings_retrieve", tournament_id=tournament.pk)
    assert len(standings["lines"]) == len(NAMES) + 1
    assert sum(line["total"] for line in standings["lines"]) == 0
    assert {line["name"] for line in standings["lines"]} > {"ARNAUD"}
    group = client.answers(
        "tournaments_documents_create", {"kind": JobKind.RANKING.value, "group": "dames"}, tournament_id=tournament.pk
    )
    assert Job.objects.get(pk=group["id"]).wanted["group"] == "dames"
    ranking, paper = client.answers("tournaments_documents_list", tournament_id=tournament.pk)
    assert ranking["filename"].startswith("classement")
    pdf = client.tournaments_documents_retrieve(document_id=paper["id"], tournament_id=tournament.pk)
    assert (pdf["Content-Type"], pdf.content[:5], len(pdf.content)) == ("application/pdf", b"%PDF-", paper["size"])
    lines = JournalEntry.objects.filter(tournament=tournament)
    assert set(lines.values_list("device", flat=True)) == {"", "jeton « Tablette »"}
    assert lines.filter(action="tirage publié").count() == 1


@pytest.mark.parametrize("acts", [9, *(pytest.param(acts, marks=pytest.mark.product) for acts in (12, 13, 14))])
def test_an_evening_that_was_cut_is_sent_again_from_the_start(
    client: GeneratedClient,
    club: Club,
    acts: int,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Half made and sent again, then once more after its end: nothing is written twice."""
    with pytest.raises(Cut):
        play(client, club, django_capture_on_commit_callbacks, acts=acts)
    before = JournalEntry.objects.count()
    client.from_the_start()
    with pytest.raises(Cut):
        play(client, club, django_capture_on_commit_callbacks, acts=acts)
    assert JournalEntry.objects.count() == before
    client.from_the_start()
    first = play(client, club, django_capture_on_commit_callbacks)
    before = JournalEntry.objects.count()
    client.from_the_start()
    again = play(client, club, django_capture_on_commit_callbacks)
    assert [made_by(answer) for answer in again.values()] == [made_by(answer) for answer in first.values()]
    assert JournalEntry.objects.count() == before
    assert (Draw.objects.count(), Document.objects.count(), Player.objects.count()) == (1, 2, len(NAMES) + 1)
    assert Tournament.objects.get().state == TournamentState.FINISHED


def test_hidden_rounds_are_read_by_those_who_run_it_released_hidden_again_and_corrected(
    client: GeneratedClient, club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    play(client, club, django_capture_on_commit_callbacks)
    evening = {"tournament_id": Tournament.objects.get().pk}
    Tournament.objects.update(hidden_rounds=1)

    def rounds(operation: str = "tournaments_standings_retrieve") -> int:
        return len(client.answers(operation, **evening)["lines"][0]["marks"])

    assert (rounds(), rounds("tournaments_standings_whole_retrieve")) == (1, 2)
    door = client_of(at_the_door(club))
    assert door.tournaments_standings_whole_retrieve(**evening).status_code == 403
    assert client.answers("tournaments_release_create", {"released": True}, **evening)["id"] == evening["tournament_id"]
    assert rounds() == 2
    client.answers("tournaments_release_create", {"released": False}, **evening)
    assert rounds() == 1
    Tournament.objects.update(hidden_rounds=0, released_at=None)
    refused = client.tournaments_release_create({"released": True}, **evening)
    assert (refused.status_code, refused.json()["code"]) == (422, "nothing_hidden")

    unsaid = client.tournaments_reopen_create({"reason": " "}, **evening)
    assert (unsaid.status_code, list(unsaid.json()["fields"])) == (422, ["reason"])
    key = str(uuid.uuid4())
    for _time in range(2):  # sent again it writes nothing more
        told = client.answers("tournaments_reopen_create", {"reason": "mal lue"}, idempotency_key=key, **evening)
        assert told["state"] == TournamentState.RUNNING
    assert JournalEntry.objects.filter(action="tournoi rouvert").count() == 1
    set_penalty_points({Registration.objects.earliest("start_number").pk: -40})
    client.answers("tournaments_finish_create", **evening)
    (correction,) = client.answers("tournaments_standings_retrieve", **evening)["corrections"]
    assert correction["reason"] == "mal lue"


OPERATIONS = {
    "clubs_players_list": Scope.ENTER,
    "clubs_players_create": Scope.ENTER,
    "clubs_tournaments_create": Scope.ORGANISE,
    "tournaments_state_create": Scope.ORGANISE,
    "tournaments_entries_list": Scope.ENTER,
    "tournaments_entries_create": Scope.ENTER,
    "tournaments_check_in_create": Scope.ENTER,
    "tournaments_newcomers_create": Scope.ENTER,
    "tournaments_draws_create": Scope.ORGANISE,
    "tournaments_documents_list": Scope.ORGANISE,
    "tournaments_documents_create": Scope.ORGANISE,
    "tournaments_finish_create": Scope.ORGANISE,
    "tournaments_reopen_create": Scope.ORGANISE,
    "tournaments_release_create": Scope.ORGANISE,
}
BODIES = {
    "clubs_players_create": {"last_name": "ARNAUD"},
    "clubs_tournaments_create": EVENING,
    "tournaments_state_create": {"state": TournamentState.ANNOUNCED.value},
    "tournaments_entries_create": {"players": [1]},
    "tournaments_check_in_create": {"start_numbers": [1], "status": Status.PRESENT.value},
    "tournaments_newcomers_create": {"last_name": "ARNAUD"},
    "tournaments_draws_create": {},
    "tournaments_documents_create": {"kind": JobKind.BLANK_SHEETS.value},
    "tournaments_reopen_create": {"reason": "oubli"},
    "tournaments_release_create": {"released": True},
}


def codes_of(client: GeneratedClient, made: dict[str, int], club: Club) -> dict[str, tuple[int, str]]:
    """Return the status and the code of each operation, asked in order."""
    told = {}
    for operation in OPERATIONS:
        place = {"club_id": club.pk} if operation.startswith("clubs_") else made
        answer = getattr(client, operation)(BODIES.get(operation), **place)
        body = answer.json()
        told[operation] = answer.status_code, body.get("code", "") if isinstance(body, dict) else ""
    return told


def test_each_operation_asks_for_its_scope(made: dict[str, int], club: Club, the_organiser: Account) -> None:
    for scope in (Scope.ENTER, Scope.ORGANISE):
        told = codes_of(client_of(the_organiser, *(one for one in Scope if one != scope)), made, club)
        lacking = {operation for operation, (_status, code) in told.items() if code == "scope_missing"}
        assert lacking == {operation for operation, wanted in OPERATIONS.items() if wanted == scope}


def test_each_operation_asks_for_the_role_of_its_page(made: dict[str, int], club: Club, the_arbiter: Account) -> None:
    stranger = codes_of(client_of(organiser(ClubFactory())), made, club)
    assert set(stranger.values()) == {(403, "permission_denied")}
    refused = {
        who: {operation for operation, (status, _code) in codes_of(client_of(who), made, club).items() if status == 403}
        for who in (the_arbiter, at_the_door(club))
    }
    prints = {"tournaments_documents_list", "tournaments_documents_create"}
    lets_in = {"tournaments_check_in_create", "tournaments_newcomers_create"}
    assert [*refused.values()] == [OPERATIONS.keys() - prints, OPERATIONS.keys() - lets_in]


def test_a_token_of_one_tournament_is_for_nothing_of_its_club(
    made: dict[str, int], club: Club, the_organiser: Account
) -> None:
    bound = client_of(the_organiser, tournament=Tournament.objects.get())
    told = codes_of(bound, made, club)
    elsewhere = {operation for operation, (_status, code) in told.items() if code == "token_elsewhere"}
    assert elsewhere == {operation for operation in OPERATIONS if operation.startswith("clubs_")}
    assert "un tournoi. Créez-en" in bound.clubs_players_list(club_id=club.pk).json()["message"]


def test_a_key_that_said_something_else_is_refused(client: GeneratedClient, made: dict[str, int], club: Club) -> None:
    said = {
        "clubs_players_create": ({"last_name": "ARNAUD"}, {"last_name": "BERNARD"}, {"club_id": club.pk}),
        "clubs_tournaments_create": (
            EVENING | {"name": "Autre"},
            EVENING | {"name": "Une autre"},
            {"club_id": club.pk},
        ),
        "tournaments_newcomers_create": ({"last_name": "DUMAS"}, {"last_name": "ETIENNE"}, made),
    }
    for operation, (first, other, place) in said.items():
        client.answers(operation, first, **place)
        client.acts -= 1
        answer = getattr(client, operation)(other, **place)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale_act")
        assert "Idempotency-Key" in answer.json()["message"]
    assert (Player.objects.count(), Tournament.objects.count(), Registration.objects.count()) == (2, 2, 1)


def test_who_may_be_known_is_asked_about(client: GeneratedClient, club: Club) -> None:
    known = PlayerFactory(club=club, last_name="ARNAUD", first_name="Luc", licence="")
    asked = client.clubs_players_create({"last_name": "ARNAUD", "first_name": "Luc"}, club_id=club.pk)
    told = asked.json()
    assert (asked.status_code, told["code"]) == (409, "namesake")
    assert told["people"] == [{"id": known.pk, "name": "ARNAUD Luc"}]
    his = {"last_name": "ARNAUD", "first_name": "Luc"}
    assert client.answers("clubs_players_create", his | {"who": known.pk}, club_id=club.pk)["id"] == known.pk
    other = client.answers("clubs_players_create", his | {"others": [known.pk]}, club_id=club.pk)
    assert other["id"] != known.pk
    listed = client.answers("clubs_players_list", club_id=club.pk)
    assert [(one["id"], one["last_name"]) for one in listed["results"]] == [
        (known.pk, "ARNAUD"),
        (other["id"], "ARNAUD"),
    ]


def test_who_was_said_to_be_somebody_who_is_gone_is_made_nobody(
    client: GeneratedClient, made: dict[str, int], club: Club
) -> None:
    his = {"last_name": "ARNAUD", "first_name": "Luc", "who": PlayerFactory().pk}  # of another club
    for operation, place in (("clubs_players_create", {"club_id": club.pk}), ("tournaments_newcomers_create", made)):
        asked = getattr(client, operation)(his, **place)
        assert (asked.status_code, asked.json()["code"], asked.json()["people"]) == (409, "person_gone", [])
    assert (club.known.count(), Registration.objects.count()) == (0, 0)
    new = {name: text for name, text in his.items() if name != "who"}
    assert client.answers("clubs_players_create", new | {"others": [his["who"]]}, club_id=club.pk)


def test_what_a_club_may_not_read_is_not_told(client: GeneratedClient, club: Club) -> None:
    elsewhere = PlayerFactory(last_name="LOIN", licence="770001", public_name="Surnom", home_club="Là-bas")
    coming = {"last_name": "LOIN", "first_name": elsewhere.first_name, "licence": "770001"}
    asked = client.clubs_players_create(coming, club_id=club.pk)
    assert (asked.status_code, asked.json()["code"]) == (409, "held_elsewhere")
    assert [one["name"] for one in asked.json()["people"]] == [str(elsewhere)]
    guest = client.answers("clubs_players_create", coming | {"who": elsewhere.pk}, club_id=club.pk)
    assert (guest["licence"], guest["public_name"], guest["home_club"]) == ("770001", "", "")


def test_what_the_forms_refuse_is_told_at_its_key(client: GeneratedClient, made: dict[str, int], club: Club) -> None:
    wrong = [
        ("clubs_players_create", {"last_name": "  "}, {"club_id": club.pk}, "last_name"),
        ("clubs_players_create", {"last_name": "A", "card_consent": True}, {"club_id": club.pk}, "card_consent"),
        ("clubs_tournaments_create", EVENING, {"club_id": club.pk}, "name"),
        (
            "clubs_tournaments_create",
            EVENING | {"name": "B", "rounds_planned": 31},
            {"club_id": club.pk},
            "rounds_planned",
        ),
        (
            "clubs_tournaments_create",
            EVENING | {"name": "B", "missed_points": 0},
            {"club_id": club.pk},
            "missed_points",
        ),
        (
            "clubs_tournaments_create",
            EVENING | {"name": "B", "pace": "minutes", "donnes_per_round": 4},
            {"club_id": club.pk},
            "donnes_per_round",
        ),
        ("tournaments_entries_create", {"players": [10**9]}, made, "players"),
        ("tournaments_check_in_create", {"start_numbers": [99], "status": "present"}, made, "start_numbers"),
        ("tournaments_draws_create", {"anyway": True}, made, "anyway"),
        ("tournaments_documents_create", {"kind": JobKind.CERTIFICATE.value, "message": "x"}, made, "message"),
        ("tournaments_documents_create", {"kind": JobKind.CERTIFICATE.value, "group": "dames"}, made, "group"),
        ("tournaments_documents_create", {"kind": JobKind.RANKING.value, "round": 1}, made, "round"),
    ]
    for operation, body, place, field in wrong:
        answer = getattr(client, operation)(body, **place)
        assert (answer.status_code, sorted(answer.json()["fields"])) == (422, [field]), answer.json()
    assert (Tournament.objects.count(), Player.objects.count(), Job.objects.count()) == (1, 0, 0)


def test_a_text_is_no_number(the_organiser: Account, club: Club) -> None:
    program = Program(a_token(the_organiser).secret, Client())
    address, key = f"/api/v1/clubs/{club.pk}/players/", str(uuid.uuid4())
    for licence in (123456, 1.5, True):
        body = {"last_name": "A", "licence": licence}
        told = program.send("POST", address, body, idempotency_key=key)
        assert (told.status_code, list(told.json()["fields"])) == (422, ["licence"])
    assert program.send("POST", address, body | {"licence": "0123456"}, idempotency_key=key).status_code == 200
    assert Player.objects.get().licence == "0123456"


def test_a_key_has_the_same_answer_though_it_would_be_refused_by_now(
    client: GeneratedClient,
    made: dict[str, int],
    club: Club,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    guest = PlayerFactory(club=club)
    for name in NAMES[:6]:
        client.answers("tournaments_newcomers_create", {"last_name": name}, **made)
    entered = {"players": [guest.pk], "present": True}, {"idempotency_key": str(uuid.uuid4()), **made}
    drawn = {"remainder": Remainder.SMALLER.value}, {"idempotency_key": str(uuid.uuid4()), **made}
    with django_capture_on_commit_callbacks(execute=True):
        entries = client.answers("tournaments_entries_create", entered[0], **entered[1])
        draw = client.answers("tournaments_draws_create", drawn[0], **drawn[1])
    Membership.objects.filter(player=guest).update(until=DAY)
    client.answers("tournaments_check_in_create", {"start_numbers": [1, 2], "status": "absent"}, **made)
    for operation, (body, place) in (("entries", entered), ("draws", drawn)):
        new_key = getattr(client, f"tournaments_{operation}_create")(body, **made)
        assert new_key.status_code == 422, operation
        again = client.answers(f"tournaments_{operation}_create", body, **place)
        assert made_by(again) == made_by(entries if operation == "entries" else draw)


def test_what_a_key_wrote_may_be_gone(client: GeneratedClient, club: Club) -> None:
    client.answers("clubs_tournaments_create", EVENING, club_id=club.pk)
    JournalEntry.objects.update(tournament=None)  # as its deletion leaves them
    Tournament.objects.get().delete()
    client.from_the_start()
    gone = client.clubs_tournaments_create(EVENING, club_id=club.pk)
    assert (gone.status_code, gone.json()["code"]) == (409, "act_gone")


def test_a_draw_that_no_longer_fits_is_a_conflict(
    client: GeneratedClient, made: dict[str, int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    for name in NAMES[:5]:
        client.answers("tournaments_newcomers_create", {"last_name": name}, **made)
    with django_capture_on_commit_callbacks(execute=True):
        draw = client.answers("tournaments_draws_create", {"seed": 7}, **made)
    assert Draw.objects.get().seed == 7
    client.answers("tournaments_check_in_create", {"start_numbers": [5], "status": "absent"}, **made)
    late = client.tournaments_jobs_publish_create(job_id=draw["id"], **made)
    assert (late.status_code, late.json()["code"]) == (409, "players_changed_since")
    assert client.tournaments_jobs_publish_create(job_id=draw["id"] + 1, **made).status_code == 404
    Job.objects.update(kind=JobKind.RANKING)
    nothing = client.tournaments_jobs_publish_create(job_id=draw["id"], **made)
    assert (nothing.status_code, nothing.json()["code"]) == (422, "not_a_draw")


def test_the_smallest_change_of_a_draw_is_asked_for_alone(
    client: GeneratedClient, made: dict[str, int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    for name in NAMES[:5]:
        client.answers("tournaments_newcomers_create", {"last_name": name}, **made)
    with django_capture_on_commit_callbacks(execute=True):
        draw = client.answers("tournaments_draws_create", {"remainder": Remainder.EXEMPT.value}, **made)
    client.answers("tournaments_jobs_publish_create", job_id=draw["id"], **made)
    assert client.tournaments_draws_create({"smallest_change": True}, **made).json()["code"] == "everybody_is_seated"
    client.answers("tournaments_check_in_create", {"start_numbers": [5], "status": "absent"}, **made)
    wrong = client.tournaments_draws_create({"smallest_change": True, "seed": 3}, **made)
    assert (wrong.status_code, sorted(wrong.json()["fields"])) == (422, ["seed"])
    with django_capture_on_commit_callbacks(execute=True):
        small = client.answers("tournaments_draws_create", {"smallest_change": True}, **made)
    client.answers("tournaments_jobs_publish_create", job_id=small["id"], **made)
    assert Draw.objects.get(job=small["id"]).moved is not None
    seating = client.answers("tournaments_rounds_retrieve", number=1, **made)
    assert sorted(seat["start_number"] for seat in seating["tables"][0]["seats"]) == [1, 2, 3, 4]


def test_the_season_of_its_day_is_the_one_it_counts_in(client: GeneratedClient, club: Club) -> None:
    season = SeasonFactory(club=club)
    told = client.answers("clubs_tournaments_create", EVENING, club_id=club.pk)
    assert (told["season"], told["starts_at"], told["unfinished_rule"]) == (season.pk, "20:30:00", "minimum")
    without = EVENING | {"season": None, "name": "Hors saison"}
    assert client.answers("clubs_tournaments_create", without, club_id=club.pk)["season"] is None
    other = EVENING | {"season": SeasonFactory().pk, "name": "D’un autre"}
    assert client.clubs_tournaments_create(other, club_id=club.pk).status_code == 422


def test_a_tournament_of_matches_says_what_a_match_brings(client: GeneratedClient, club: Club) -> None:
    matches = {"compared_by": "mean", "plays_matches": True}
    scale = {
        "victory_scale": "0 : 10\n20 : 14 – 6",
        "victory_scale_name": "du comité",
        "victory_scale_on": "2026-09-01",
    }
    usual = client.answers("clubs_tournaments_create", EVENING | matches | {"victory_by": "result"}, club_id=club.pk)
    assert (usual["team_size"], usual["plays_matches"]) == (4, True)
    assert [usual[f"victory_{end}"] for end in ("win", "draw", "loss")] == [2, 1, 0]
    by_scale = client.answers(
        "clubs_tournaments_create",
        EVENING | matches | scale | {"name": "Par table", "victory_by": "scale", "bye_points": 12},
        club_id=club.pk,
    )
    assert (by_scale["victory_by"], by_scale["bye_points"]) == ("scale", 12)
    assert by_scale["victory_scale"].replace("\N{NO-BREAK SPACE}", " ") == "0 : 10\n20 : 14 – 6"
    for lost, beside in (
        ({"victory_win": 3}, {}),
        ({"victory_by": "result"}, {"plays_matches": False}),
        (scale, {"victory_by": "result"}),
    ):
        refused = client.clubs_tournaments_create(
            EVENING | {"name": "Autre"} | matches | beside | lost, club_id=club.pk
        )
        assert refused.status_code == 422
        assert next(iter(lost)) in refused.json()["fields"]
