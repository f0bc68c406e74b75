"""An evening on which people count is called off before it goes: nobody comes to one that is deleted or hidden."""

import ast
import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.services.test_rows import functions
from tests.texts import plain
from tournaments.labels import TournamentState
from tournaments.models import FromHome, Tournament
from tournaments.queries.clubs.leaving import leaving
from tournaments.queries.undo.consequences import deleting_registration, deleting_tournament, untold
from tournaments.services.evening.calling_off import call_off
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.states import set_state
from tournaments.services.evening.tournaments import change_settings
from tournaments.services.people.entries import EntryFacts, cancel_entry, enter, take_in
from tournaments.services.people.players import PlayerFacts
from tournaments.services.undo.undoing import delete_registration, delete_tournament
from tournaments.tasks import send_mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    return TournamentFactory(
        club=ClubFactory(name="Les Bouts"), name="Coupe", date=NOW.date() + timedelta(days=7),
        state=TournamentState.OPEN, entries_open=True, entries_confirmed=False,
    )  # fmt: skip


def entered(tournament: Tournament, name: str, email: str = "") -> None:
    facts = EntryFacts(last_name=name, email=email)
    enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=NOW)


def deleted(tournament: Tournament) -> None:
    delete_tournament(tournament=tournament, by=None, at=NOW)


def hidden(tournament: Tournament) -> None:
    set_state(tournament=tournament, state=TournamentState.DRAFT, by=None, at=NOW)


def made_a_trial(tournament: Tournament) -> None:
    wanted = replace(Settings.of(tournament), is_trial=True)
    change_settings(tournament=tournament, settings=wanted, by=None, at=NOW)


WAYS = pytest.mark.parametrize("away", [deleted, hidden, made_a_trial])


@WAYS
def test_who_entered_from_home_is_told_before_an_evening_goes(
    evening: Tournament, away: Callable[[Tournament], None]
) -> None:
    entered(evening, "UN", "un@example.org")
    entered(evening, "DEUX")
    send_mails()
    mail.outbox.clear()
    refusal = refusal_of(lambda: away(evening))
    told = plain(str(refusal))
    assert told.startswith("2 inscriptions en ligne comptent sur cette soirée : annulez-la d’abord")
    assert "« Annuler la soirée… »" in told

    evening = call_off(tournament=evening, reason="La salle est prise.", by=None, at=NOW)
    assert "1 message attend de dire que cette soirée est annulée" in plain(str(refusal_of(lambda: away(evening))))
    send_mails()
    assert [message.to for message in mail.outbox] == [["un@example.org"]]
    away(evening)
    shown = Tournament.objects.filter(pk=evening.pk, is_trial=False).exclude(state=TournamentState.DRAFT)
    assert not shown.exists()


@WAYS
def test_an_evening_goes_on_which_nobody_counts(evening: Tournament, away: Callable[[Tournament], None]) -> None:
    entered(evening, "UN", "un@example.org")
    cancel_entry(entry=evening.entries.get(), by=FromHome("UN"), at=NOW)
    RegistrationFactory(tournament=evening, player=PlayerFactory(club=evening.club))
    assert untold(evening) == []
    away(evening)


@pytest.mark.parametrize("columns", [{"state": TournamentState.DRAFT}, {"is_trial": True}, {"date": NOW.date()}])
def test_nobody_counts_on_one_that_is_hidden_or_past(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch, columns: dict[str, object]
) -> None:
    entered(evening, "UN")
    assert deleting_tournament(evening).refusals
    Tournament.objects.update(**columns)
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(days=2))
    evening.refresh_from_db()
    assert deleting_tournament(evening).refusals == ()


def test_a_club_that_leaves_reads_who_counts_on_it_and_what_is_not_sent(evening: Tournament) -> None:
    entered(evening, "UN", "un@example.org")
    told = plain(" ".join(leaving(evening.club).touches))
    assert "1 inscription en ligne compte sur une soirée à venir" in told
    assert "1 message attend d’être envoyé : il ne partira pas." in told
    send_mails()
    evening = call_off(tournament=evening, reason="Nous partons.", by=None, at=NOW)
    send_mails()
    told = plain(" ".join(leaving(evening.club).touches))
    assert ("inscription en ligne" in told, "message" in told) == (False, False)


def test_who_is_deleted_from_the_list_has_his_entry_from_home_still(evening: Tournament) -> None:
    by_hand = RegistrationFactory(tournament=evening, player=PlayerFactory(club=evening.club))
    entered(evening, "UN")
    accepted = take_in(entry=evening.entries.get(), place=0, facts=PlayerFacts("UN"), by=None, at=NOW)
    told = [plain(" ".join(deleting_registration(one).touches)) for one in (accepted, by_hand)]
    assert ["Son inscription en ligne reste" in each for each in told] == [True, False]
    delete_registration(registration=accepted, by=None, at=NOW)
    assert evening.entries.get().has_place


# What deletes tournaments or hides them, and why nobody then waits for one.
TAKE_AWAY = re.compile(r"remove_tournament\(|Tournament\.objects\.filter\(pk=tournament\.pk\)\.delete|_write_state\(")
ASKED = {
    "delete_tournament": "`deleting_tournament` asks `untold`",
    "remove_tournament": "called by those that ask",
    "_remove_results": "an import: evenings that were played elsewhere",
    "set_state": "asks `untold`",
    "_write_state": "called by those that ask",
    "archive": "of what is over, or a trial; its public page stays",
    "take_out": "shows it again",
}


def test_whatever_takes_an_evening_away_asks_who_counts_on_it() -> None:
    taking = {name for (_module, name), node in functions() if TAKE_AWAY.search(ast.unparse(node))}
    assert taking == ASKED.keys()
