"""Who a program is by its token, and where the token ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import ClubFactory, TournamentFactory, arbiter, rewrite
from tests.factories import organiser as organiser_of
from tests.scoring.api.programs import TableProgram, check
from tests.scoring.sheets import seated
from tests.tournaments.tokens import Program, a_token
from tournaments.api import guarded, tokens
from tournaments.kit.throttle import RateLimit
from tournaments.labels import Scope, TournamentState
from tournaments.models import Account, Table, Token, Tournament
from tournaments.services.clubs.tokens import withdraw_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament: Tournament) -> Table:
    rewrite(tournament, state=TournamentState.RUNNING)
    return seated(tournament)[0]


def told(program: TableProgram) -> tuple[int, str]:
    answer = program.ask("GET", "sheet/")
    return answer.status_code, answer.json().get("code", "")


def test_a_token_does_what_its_account_may_and_no_more(table: Table, the_arbiter: Account) -> None:
    assert told(TableProgram.of(table, the_arbiter)) == (200, "")
    assert told(TableProgram.of(table, arbiter(ClubFactory()))) == (403, "permission_denied")
    other = TournamentFactory(club=table.round.of_tournament.club)
    assert told(TableProgram.of(table, the_arbiter, tournament=other)) == (403, "token_elsewhere")
    assert told(TableProgram.of(table, the_arbiter, tournament=table.round.tournament)) == (200, "")

    program = TableProgram.of(table, the_arbiter)
    the_arbiter.appointments.all().delete()
    assert told(program) == (403, "permission_denied")
    Account.objects.filter(pk=the_arbiter.pk).update(is_active=False)
    assert told(program) == (401, "token_unknown")


def test_without_a_token_with_a_wrong_one_and_with_one_withdrawn(table: Table, the_arbiter: Account) -> None:
    nobody = TableProgram(table)
    assert told(nobody) == (401, "not_authenticated")
    assert nobody.ask("GET", "sheet/").headers["WWW-Authenticate"] == 'Bearer realm="Tarot Club"'
    token, secret = a_token(the_arbiter)
    assert told(TableProgram(table, Program(secret[:-1]))) == (401, "token_unknown")
    assert told(TableProgram(table, Program(token.digest))) == (401, "token_unknown")
    assert told(TableProgram(table, Program(secret))) == (200, "")
    assert timezone.now() - Token.objects.get().last_used_at < timedelta(minutes=1)
    withdraw_token(token_id=token.pk, account=the_arbiter, at=timezone.now())
    assert told(TableProgram(table, Program(secret))) == (401, "token_withdrawn")


def test_who_guesses_and_who_never_stops_is_told_to_wait(
    table: Table, the_arbiter: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "WRONG", RateLimit("wrong-tokens", 2, 60))
    monkeypatch.setattr(guarded, "REQUESTS", RateLimit("programs", 3, 60))
    wrong = TableProgram(table, Program("tc_wrong"))
    assert [told(wrong)[0] for _time in range(3)] == [401, 401, 429]
    one, other = (TableProgram.of(table, the_arbiter) for _token in range(2))
    assert told(TableProgram.of(table, the_arbiter))[0] == 200  # from the address that is told to wait
    one.program.client.defaults["REMOTE_ADDR"] = other.program.client.defaults["REMOTE_ADDR"] = "10.0.0.9"
    assert [told(one)[0] for _time in range(4)] == [200, 200, 200, 429]
    assert int(one.ask("GET", "sheet/").headers["Retry-After"]) > 0
    assert told(other)[0] == 200


def test_what_is_answered_to_a_token_is_kept_by_no_cache(table: Table, the_arbiter: Account) -> None:
    assert "no-store" in TableProgram.of(table, the_arbiter).ask("GET", "sheet/").headers["Cache-Control"]


def test_a_draft_is_read_with_an_organisers_token_alone(
    tournament: Tournament, the_organiser: Account, the_arbiter: Account
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.DRAFT)
    seated(tournament)
    elsewhere = TournamentFactory(club=tournament.club)
    own = f"/api/v1/tournaments/{tournament.pk}/"
    paths = [own, f"{own}rounds/", f"{own}rounds/1/", f"{own}standings/"]

    def statuses(program: Program) -> list[int]:
        answers = [program.get(path) for path in paths]
        for path, answer in zip(paths, answers, strict=True):
            check(answer, "GET", path)
        return [answer.status_code for answer in answers]

    organiser = Program(a_token(the_organiser).secret)
    assert statuses(organiser) == [200] * 4
    assert statuses(Program(a_token(the_organiser, tournament=tournament).secret)) == [200] * 4
    others = [
        Program(),
        Program(a_token(the_arbiter).secret),
        Program(a_token(the_organiser, Scope.RECORD).secret),
        Program(a_token(the_organiser, tournament=elsewhere).secret),
        Program(a_token(organiser_of(ClubFactory())).secret),
    ]
    assert [statuses(program) for program in others] == [[404] * 4] * 5
    assert statuses(Program("tc_wrong")) == [401] * 4

    listed = "/api/v1/tournaments/"
    shown = {program.secret: [one["id"] for one in program.get(listed).json()["results"]] for program in others[:2]}
    assert list(shown.values()) == [[elsewhere.pk]] * 2
    assert {one["id"] for one in organiser.get(listed).json()["results"]} == {tournament.pk, elsewhere.pk}
    assert "no-store" in organiser.get(own).headers["Cache-Control"]


def test_what_is_public_is_the_same_with_a_token_and_costs_everybody_no_more(
    table: Table, the_organiser: Account, django_assert_num_queries: Any
) -> None:
    path = f"/api/v1/tournaments/{table.round.tournament_id}/"
    with django_assert_num_queries(1):
        public = Program().get(path)
    assert Program(a_token(the_organiser).secret).get(path).json() == public.json()
    assert "no-store" not in public.headers.get("Cache-Control", "")
