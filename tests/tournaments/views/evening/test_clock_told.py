"""What the end of time asks is read where people look: the table, the public page, the big screen, the desk."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory, arbiter, logged_in, organiser
from tests.scoring.sheets import record, seated
from tests.scoring.views.tables import PhoneAt, read
from tournaments.labels import Pace, TimeUp, TournamentState
from tournaments.models import Clock, Table, Tournament

pytestmark = pytest.mark.django_db

ONE_MORE = "À la fin du temps : on finit la donne en cours, puis une dernière."


@pytest.fixture
def table() -> Table:
    timed = TournamentFactory(
        state=TournamentState.RUNNING,
        pace=Pace.MINUTES,
        minutes_per_round=45,
        donnes_per_round=None,
        at_time_up=TimeUp.ONE_MORE,
    )
    return seated(timed)[0]


@pytest.fixture
def desk(table: Table) -> Client:
    return logged_in(arbiter(table.round.of_tournament.club))


def of(name: str, table: Table) -> str:
    return reverse(name, args=[table.round.tournament_id])


def test_it_is_read_everywhere(table: Table, desk: Client) -> None:
    pages = [read(desk.get(of(name, table))) for name in ("tournament", "screen", "desk")] + [PhoneAt(table).text()]
    assert [ONE_MORE in page for page in pages] == [True] * 4
    Tournament.objects.update(pace=Pace.DONNES, minutes_per_round=None, donnes_per_round=4)
    pages = [read(desk.get(of(name, table))) for name in ("tournament", "screen", "desk")] + [PhoneAt(table).text()]
    assert [ONE_MORE in page for page in pages] == [False] * 4


def test_a_button_calls_time_and_the_table_reads_it(table: Table, desk: Client) -> None:
    phone = PhoneAt(table)
    assert "Le temps est annoncé." not in phone.text()
    clock = reverse("change_clock", args=[table.round.tournament_id, 1])
    desk.post(clock, {"horloge": "lancer"})
    assert "Annoncer la fin du temps" in read(desk.get(of("desk", table)))
    desk.post(clock, {"horloge": "annoncer"})
    assert Clock.objects.get().called_at is not None
    assert "Le temps est annoncé." in phone.text()
    assert "Reprendre l’horloge" in read(desk.get(of("desk", table)))


def test_minutes_of_a_table_are_given_on_a_page_and_read_at_the_table(table: Table, desk: Client) -> None:
    page = reverse("extra_minutes", args=[table.round.tournament_id, 1, 1])
    assert page in desk.get(reverse("sheet", args=[table.round.tournament_id, 1, 1])).content.decode()
    refused = desk.post(page, {"minutes": "7", "reason": ""})
    assert (refused.status_code, "Dites pourquoi" in read(refused)) == (422, True)
    assert desk.post(page, {"minutes": "beaucoup", "reason": "retard"}).status_code == 422
    assert desk.post(page, {"minutes": "7", "reason": "attente de l’arbitre"}).status_code == 303
    assert "Votre table a 7 minutes de plus : attente de l’arbitre." in PhoneAt(table).text()
    assert "+7 min" in read(desk.get(of("desk", table)))


def test_a_tournament_that_counts_donnes_has_no_minutes_to_give(table: Table, desk: Client) -> None:
    Tournament.objects.update(pace=Pace.DONNES, minutes_per_round=None, donnes_per_round=4)
    page = reverse("extra_minutes", args=[table.round.tournament_id, 1, 1])
    assert "n’a pas d’horloge" in read(desk.get(page))
    assert desk.post(page, {"minutes": "7", "reason": "retard"}).status_code == 422


def test_a_closed_sheet_shows_no_clock(table: Table) -> None:
    phone, by = PhoneAt(table), arbiter(table.round.of_tournament.club)
    record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    assert ONE_MORE not in phone.text()


def test_the_arbiter_is_called_by_a_table_whose_time_is_over(table: Table) -> None:
    Clock.objects.create(round=table.round, called_at=NOW)
    phone = PhoneAt(table)
    phone.post("table_call", {"key": str(uuid.uuid4()), "about": "question"})
    assert "L’arbitre est appelé." in phone.text()


def test_the_organiser_changes_it_between_two_rounds_and_nothing_else_changes_it(table: Table) -> None:
    tournament = table.round.of_tournament
    client = logged_in(organiser(tournament.club))
    page = reverse("tournament_settings", args=[tournament.pk])
    form = client.get(page).context["form"]
    assert 'name="at_time_up"' in client.get(page).content.decode()
    sent = {name: form[name].value() for name in ("name", "date", "rounds_planned", "season")}
    sent = {name: value for name, value in sent.items() if value is not None}
    assert client.post(page, sent).status_code == 303
    assert Tournament.objects.get().at_time_up == TimeUp.ONE_MORE
    assert client.post(page, sent | {"at_time_up": "arreter"}).status_code == 303
    assert Tournament.objects.get().at_time_up == TimeUp.STOP
