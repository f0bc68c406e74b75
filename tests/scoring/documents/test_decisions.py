"""Decisions on paper: one to be signed, or the book of a tournament."""

import uuid

import pytest
from django.urls import reverse

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyKind
from scoring.services.decisions.incidents import cancel_incident, note_incident
from scoring.services.decisions.penalties import ask_decisions, cancel_penalty
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, seat, seated
from tests.texts import NO_BREAK
from tests.tournaments.documents.printing import made, pages
from tournaments.models import Account, Job, Tournament

pytestmark = pytest.mark.django_db


def printed(tournament: Tournament, penalty: Penalty | None, language: str = "fr") -> str:
    asked = ask_decisions(tournament=tournament, penalty=penalty, language=language, by=None, at=NOW)
    return " ".join(" ".join(pages(made(asked))).translate(NO_BREAK).split())


@pytest.fixture
def late(tournament: Tournament, the_arbiter: Account) -> Penalty:
    (table,) = seated(tournament)
    kind = PenaltyKind.objects.get(club=None, code="renonce")
    where = {"registration": seat(table, 1).registration, "table": table, "donne": 3}
    return a_penalty(tournament, the_arbiter, kind=kind, reason="cœur sur carreau", **where)


def test_one_decision_says_all_of_it_and_is_signed(tournament: Tournament, late: Penalty) -> None:
    page = printed(tournament, late)
    assert late.registration is not None
    name = late.registration.player.full_name
    assert f"Renonce Règlement FFT 2012, l’arbitre points · −20 {name} (position 1, table 1, donne 3)" in page
    assert f"Motif : cœur sur carreau Donnée par {late.given_by_name} le 21 novembre 2026 à 21 h 00." in page
    assert "L’arbitre Le joueur" in page


@pytest.mark.parametrize(("language", "told"), [("fr", "points · −20 chacun toute la table"), ("en", "−20 each")])
def test_what_falls_on_several_is_taken_from_each(
    tournament: Tournament, late: Penalty, the_arbiter: Account, language: str, told: str
) -> None:
    given = a_penalty(tournament, the_arbiter, kind=late.kind, target=PenaltyTarget.TABLE, table=late.table)
    assert told in printed(tournament, given, language)


def test_the_book_has_what_was_cancelled_and_the_incidents(
    tournament: Tournament, late: Penalty, the_arbiter: Account
) -> None:
    cancel_penalty(penalty=late, reason="mauvais joueur", by=the_arbiter, at=NOW)
    assert late.table is not None
    incident = note_incident(
        tournament=tournament, text="Bruit.", table=late.table, key=uuid.uuid4(), by=the_arbiter, at=NOW
    )
    cancel_incident(incident=incident, reason="autre salle", by=the_arbiter, at=NOW)
    asked = {"target": PenaltyTarget.TABLE, "table": late.table, "sanction": Sanction.WARNING, "points": 0}
    a_penalty(tournament, the_arbiter, kind=late.kind, reason="", **asked)

    page = printed(tournament, None)

    assert f"Annulée par {the_arbiter} le 21 novembre 2026 à 21 h 00 : « mauvais joueur »" in page
    assert "avertissement toute la table (position 1, table 1)" in page
    assert "Incidents Bruit. position 1, table 1" in page
    assert "« autre salle »" in page
    assert "L’arbitre Le joueur" not in page


def test_a_decision_that_is_no_more_is_not_printed(tournament: Tournament, late: Penalty) -> None:
    gone = Penalty(pk=late.pk + 1000, tournament=tournament)
    assert refusal_of(printed, tournament, gone).code == "decision_gone"


def test_in_english_too(tournament: Tournament, late: Penalty) -> None:
    page = printed(tournament, late, "en")
    assert "Reason: cœur sur carreau" in page


def test_the_page_asks_for_it_and_for_none_of_another_tournament(as_arbiter, tournament, late) -> None:
    address = reverse("make_decisions", args=[tournament.pk])
    assert as_arbiter.post(address, {"penalty": str(late.pk)}).status_code == 303
    assert Job.objects.get().wanted == {"penalty": late.pk, "language": "fr"}
    for wrong in ("x", "99999", "9" * 30):
        assert as_arbiter.post(address, {"penalty": wrong}).status_code == 404
