"""Tokens: whose, for what, and what is kept of their secret."""

import hashlib
import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, ClubFactory, TournamentFactory, arbiter, organiser
from tests.refusals import refusal_of
from tests.tournaments.tokens import a_token
from tournaments.labels import RoleName, Scope
from tournaments.models import Account, Appointment, Token, Tournament
from tournaments.queries.clubs.tokens import drafts_read_with, token_with, tokens_of, tournaments_run_by
from tournaments.refusals import Refusal
from tournaments.services.clubs.tokens import MOST_TOKENS, make_token, token_used, withdraw_token

pytestmark = pytest.mark.django_db


def test_of_a_secret_only_the_digest_and_its_beginning_are_kept(the_arbiter: Account) -> None:
    token, secret = a_token(the_arbiter, Scope.CLOSE, Scope.READ)
    assert (secret[:3], len(secret)) == ("tc_", 46)
    assert token.digest == hashlib.sha256(secret.encode()).hexdigest()
    assert token.start == secret[:8]
    assert [value for value in Token.objects.values().get().values() if secret in str(value)] == []
    assert token.scopes == ["lire", "clore"]
    assert token_with(secret) == token
    assert token_with(secret[:-1]) is None
    assert a_token(the_arbiter).secret != secret


def test_a_form_sent_twice_makes_one_token(the_arbiter: Account) -> None:
    key = uuid.uuid4()

    def make() -> object:
        return make_token(account=the_arbiter, name="PC", scopes=[Scope.READ], tournament=None, key=key, at=NOW)

    make()
    assert refusal_of(make).code == "token_made"
    assert Token.objects.count() == 1


def test_a_token_is_for_something_and_where_its_account_holds_a_role(the_arbiter: Account) -> None:
    elsewhere = TournamentFactory(club=ClubFactory())
    for scopes, tournament, code in (((), None, "token_for_nothing"), ((Scope.READ,), elsewhere, "token_elsewhere")):
        with pytest.raises(Refusal) as refused:
            make_token(account=the_arbiter, name="PC", scopes=scopes, tournament=tournament, key=uuid.uuid4(), at=NOW)
        assert refused.value.code == code
    with pytest.raises(IntegrityError), transaction.atomic():
        Token.objects.create(
            account=the_arbiter, name="PC", scopes=[], key=uuid.uuid4(), digest="0" * 64, start="tc_", made_at=NOW
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Token.objects.create(
            account=the_arbiter, name="PC", scopes=["lire"], key=uuid.uuid4(), digest="tc_x", start="tc_", made_at=NOW
        )


def test_an_account_has_so_many_tokens_and_one_more_once_it_withdrew_one(the_arbiter: Account) -> None:
    first = a_token(the_arbiter).token
    for _other in range(MOST_TOKENS - 1):
        a_token(the_arbiter)
    with pytest.raises(Refusal, match="20 jetons"):
        a_token(the_arbiter)
    withdraw_token(token_id=first.pk, account=the_arbiter, at=NOW)
    newest = a_token(the_arbiter).token
    assert tokens_of(the_arbiter)[0] == newest
    assert tokens_of(the_arbiter)[-1] == first


def test_a_token_is_withdrawn_by_whose_it_is_and_stays_withdrawn(the_arbiter: Account, the_organiser: Account) -> None:
    token, _secret = a_token(the_arbiter)
    assert refusal_of(withdraw_token, token_id=token.pk, account=the_organiser, at=NOW).code == "token_unknown"
    withdraw_token(token_id=token.pk, account=the_arbiter, at=NOW)
    withdraw_token(token_id=token.pk, account=the_arbiter, at=NOW + timedelta(days=1))
    assert Token.objects.get().withdrawn_at == NOW


def test_a_use_is_written_down_once_a_minute(the_arbiter: Account) -> None:
    token, secret = a_token(the_arbiter)
    for seconds, written in ((0, 0), (59, 0), (60, 60)):
        token = token_with(secret) or token
        token_used(token, at=NOW + timedelta(seconds=seconds))
        assert Token.objects.get().last_used_at == NOW + timedelta(seconds=written)


def test_who_runs_what_by_his_roles(tournament: Tournament) -> None:
    other = TournamentFactory(club=tournament.club)
    elsewhere = TournamentFactory(club=ClubFactory())
    of_one: Account = arbiter(ClubFactory())
    of_one.appointments.all().delete()
    Appointment.objects.create(account=of_one, role=RoleName.ORGANISER, tournament=tournament)
    runs_all, arbitrates = organiser(tournament.club), arbiter(tournament.club)
    everything: Account = organiser(ClubFactory())
    everything.is_superuser = True
    assert set(tournaments_run_by(of_one)) == {tournament}
    assert set(tournaments_run_by(runs_all)) == {tournament, other}
    assert set(tournaments_run_by(arbitrates)) == {tournament, other}
    assert set(tournaments_run_by(arbitrates, RoleName.ORGANISER)) == set()
    assert set(tournaments_run_by(everything)) == {tournament, other, elsewhere}

    assert set(drafts_read_with(a_token(runs_all).token)) == {tournament, other}
    assert set(drafts_read_with(a_token(runs_all, tournament=other).token)) == {other}
    assert set(drafts_read_with(a_token(runs_all, Scope.RECORD).token)) == set()
    assert set(drafts_read_with(a_token(arbitrates).token)) == set()
