"""What every service refuses alike, and several refusals told as one."""

import pytest

from tests.refusals import refusal_of
from tests.texts import NO_BREAK
from tournaments.labels import TournamentState
from tournaments.models import Tournament
from tournaments.refusals import SEATS_FINISHED, Refusal, refuse_if_finished, refuse_without_reason, together


def test_several_refusals_are_one_that_says_them_all() -> None:
    said = together(
        [
            Refusal("Trop tôt.", code="early", fields={"number": ["Trop tôt."]}),
            Refusal("Trop haut.", code="high", fields={"number": ["Trop haut."], "points": ["Trop haut."]}),
            Refusal("Non.", code="no"),
            Refusal("Trop tôt.", code="early", fields={"number": ["Trop tôt."], "other": ["Trop tôt."]}),
        ]
    )
    assert (str(said), said.code) == ("Trop tôt. Trop haut. Non.", "early")
    assert said.fields == {"number": ["Trop tôt.", "Trop haut."], "points": ["Trop haut."], "other": ["Trop tôt."]}


def test_what_is_over_is_named_and_what_is_not_may_change() -> None:
    for state in set(TournamentState) - {TournamentState.FINISHED, TournamentState.ARCHIVED}:
        refuse_if_finished(Tournament(name="Coupe", state=state))
    with pytest.raises(Refusal) as refused:
        refuse_if_finished(Tournament(name="Coupe 100 %", state=TournamentState.FINISHED), SEATS_FINISHED)
    assert refused.value.code == "tournament_finished"
    assert str(refused.value).translate(NO_BREAK).startswith("Le tournoi « Coupe 100 % » est terminé : ses places")


def test_a_reason_is_more_than_spaces() -> None:
    assert refuse_without_reason(" étuis ") == "étuis"
    refused = refusal_of(refuse_without_reason, "  ", "Dites pourquoi.", code="why")
    assert (refused.code, refused.fields) == ("why", {"reason": ["Dites pourquoi."]})
