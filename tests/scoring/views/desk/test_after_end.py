"""A tournament that is over, corrected by its organiser in one screen with one reason, in public; it stays over."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import PenaltyKind, SheetLine, SheetTotal
from scoring.services.sheets.results import differences
from tests.factories import NOW, SeasonFactory
from tests.scoring.sheets import balanced, corrected_after_end, garde, record, results, seated
from tests.scoring.views.typed import at, sheet, typed
from tests.texts import text
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Player, Table, Tournament
from tournaments.queries.standings.leagues import league_standings
from tournaments.refusals import Refusal
from tournaments.services.evening.states import archive
from tournaments.services.journal import log

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tournament, table, the_arbiter):
    """A closed sheet with one donne, of a tournament of a season that is over."""
    record(table, 1, the_arbiter)
    return over(tournament, table)


def over(tournament, table):
    Table.objects.update(closed_at=NOW)
    season = SeasonFactory(club=tournament.club)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED, season=season)
    return Table.objects.select_related("round__tournament__season").get(pk=table.pk)


def correction(table, **changes):
    return typed(points="60", replaces=str(table.lines.get(current=True).pk), reason="points mal lus") | changes


def standings_page(tournament, **headers):
    return Client().get(reverse("standings", args=[tournament.pk]), headers=headers)


def test_while_it_runs_its_organiser_is_told_of_no_end(tournament, table, as_organiser):
    """He is the one who corrects after the end: each page of the desk is as the arbiter's until then."""
    said = [text(as_organiser.get(page)) for page in (sheet(table), at(table))]
    assert all("Ce tournoi est terminé" in page for page in said)
    Tournament.objects.update(state=TournamentState.RUNNING)
    Table.objects.update(closed_at=None)
    said = [text(as_organiser.get(page)) for page in (sheet(table), at(table))]
    assert not any("Ce tournoi est terminé" in page for page in said)


def test_one_screen_and_one_reason(tournament, table, as_organiser):
    assert text(as_organiser.get(sheet(table))).count(at(table)) == 1
    page = as_organiser.get(at(table))
    assert "Ce tournoi est terminé et le reste" in text(page)
    assert page.content.count(b'name="reason"') == 1
    first = standings_page(tournament)

    response = as_organiser.post(at(table), correction(table))

    assert (response.status_code, response.url) == (303, sheet(table))
    assert results(table) == [264, -88, -88, -88]
    state, closed_at = Tournament.objects.get().state, Table.objects.get(pk=table.pk).closed_at
    assert (state, closed_at) == (TournamentState.FINISHED, NOW)
    assert league_standings(table.round.of_tournament.season.main_league).lines[0].total == 264
    public = standings_page(tournament, **{"if-none-match": first["ETag"]})
    assert public.status_code == 200
    assert "points mal lus (position 1, table 1, donne 1)" in " ".join(text(public).split())
    actions = tournament.journal.order_by("pk").values_list("action", "reason")
    assert list(actions)[1:] == [("donne corrigée", "points mal lus"), ("corrigé après la fin", "points mal lus")]
    assert list(differences(tournament)) == []


def test_a_double_click_corrects_once(tournament, table, as_organiser):
    form = correction(table)
    for _time in range(2):
        assert as_organiser.post(at(table), form).status_code == 303
    assert (SheetLine.objects.count(), tournament.journal.filter(action="corrigé après la fin").count()) == (2, 1)


def test_one_in_the_archives_stays_there(tournament, table, the_organiser, as_organiser):
    archive(tournament=tournament, by=the_organiser, at=NOW)
    assert as_organiser.post(at(table), correction(table)).status_code == 303
    assert results(table) == [264, -88, -88, -88]
    (state,) = Tournament.objects.values_list("state", "archived_from")
    assert state == (TournamentState.ARCHIVED, TournamentState.FINISHED)


def test_without_a_reason_nothing_is_corrected(tournament, table, as_organiser):
    response = as_organiser.post(at(table), correction(table, reason=" "))
    assert (response.status_code, SheetLine.objects.count()) == (422, 1)
    assert "Tout le monde lira ce motif" in text(response)
    assert (Tournament.objects.get().state, Table.objects.get(pk=table.pk).closed_at) == (TournamentState.FINISHED, NOW)


def test_what_is_impossible_leaves_it_over(tournament, table, as_organiser):
    response = as_organiser.post(at(table), correction(table, points="95"))
    assert (response.status_code, SheetLine.objects.count()) == (422, 1)
    assert (Tournament.objects.get().state, Table.objects.get(pk=table.pk).closed_at) == (TournamentState.FINISHED, NOW)


def test_an_arbiter_corrects_nothing(tournament, table, as_arbiter):
    assert as_arbiter.get(at(table)).status_code == 303
    assert at(table) not in text(as_arbiter.get(sheet(table)))
    response = as_arbiter.post(at(table), correction(table))
    assert (response.status_code, SheetLine.objects.count()) == (422, 1)


def test_a_donne_that_was_forgotten_asks_why_too(tournament, table, as_organiser):
    asked = typed(reason="oubliée sur la feuille")
    assert as_organiser.post(at(table, 2), asked | {"reason": ""}).status_code == 422
    assert as_organiser.post(at(table, 2), asked).url == sheet(table)
    assert results(table) == [396, -132, -132, -132]


def test_balances_too(tournament, the_arbiter, as_organiser):
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = Table.objects.select_related("round__tournament").get(pk=seated(tournament)[0].pk)
    balanced(table, the_arbiter, 30, -30, 0, 0)
    over(tournament, table)
    place = [tournament.pk, 1, 1]
    replaces = ",".join(str(pk) for pk in SheetTotal.objects.values_list("pk", flat=True))
    form = {"chair_0": "-30", "chair_1": "30", "chair_2": "0", "chair_3": "0", "key": uuid.uuid4()}
    response = as_organiser.post(
        reverse("balances", args=place), form | {"replaces": replaces, "reason": "signe inversé"}
    )
    assert (response.status_code, results(table)) == (303, [-30, 30, 0, 0])
    assert "signe inversé (position 1, table 1)" in " ".join(text(standings_page(tournament)).split())


def test_a_penalty_names_nobody_in_public(tournament, table, as_organiser, as_arbiter):
    Player.objects.update(last_name="Secret", consent=False)
    form = {
        "kind": PenaltyKind.objects.get(code="retard").pk,
        "target": "joueur",
        "player": "1",
        "points": "20",
        "reason": "retard oublié",
        "key": uuid.uuid4(),
    }
    give = reverse("give_penalty", args=[tournament.pk])
    assert as_arbiter.post(give, form).status_code == 422
    assert as_organiser.post(give, form | {"reason": ""}).status_code == 422
    assert as_organiser.post(give, form).status_code == 303

    public = text(standings_page(tournament))
    assert "retard oublié" in public
    assert "secret" not in public.casefold()
    cancel = reverse("cancel_penalty", args=[tournament.pk, tournament.penalties.get().pk])
    assert as_arbiter.post(cancel, {"reason": "non"}).status_code == 422
    assert as_organiser.post(cancel, {"reason": "il était là"}).status_code == 303
    assert Tournament.objects.get().state == TournamentState.FINISHED
    assert text(standings_page(tournament)).index("il était là") < text(standings_page(tournament)).index("oublié")


def test_a_correction_about_a_person_is_told_without_him(tournament, table):
    log(
        action="corrigé après la fin", subject="n° 1 SECRET Ada", by=None, at=NOW, tournament=tournament, reason="oubli"
    )
    public = text(standings_page(tournament))
    assert ("oubli" in public, "SECRET" in public) == (True, False)


def test_one_opened_again_meanwhile_is_corrected_as_any_other(tournament, table, the_organiser):
    Tournament.objects.update(state=TournamentState.RUNNING)
    Table.objects.update(closed_at=None)
    line = corrected_after_end(table, the_organiser, lambda: record(table, 2, the_organiser, garde()), reason="")
    assert line.number == 2
    assert tournament.journal.filter(action="corrigé après la fin").count() == 0


def test_a_service_that_refuses_leaves_nothing(tournament, table, the_organiser):
    with pytest.raises(Refusal):
        corrected_after_end(table, the_organiser, lambda: record(table, 99, the_organiser))
    assert (Tournament.objects.get().state, Table.objects.get(pk=table.pk).closed_at) == (TournamentState.FINISHED, NOW)
    assert tournament.journal.count() == 1
