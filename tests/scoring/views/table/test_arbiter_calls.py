"""A table calls from its page; the arbiter sees it, goes, and settles it."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.labels import CallAbout
from scoring.models import ArbiterCall, ChelemCall
from tests.factories import TournamentFactory, arbiter, logged_in
from tests.scoring.sheets import EST, SUD, record, seated
from tests.scoring.views.tables import PhoneAt, read
from tournaments.labels import TournamentState
from tournaments.models import Account, Table, Tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def somebody(table: Table) -> Account:
    return arbiter(table.round.of_tournament.club)


@pytest.fixture
def desk(somebody: Account) -> Client:
    return logged_in(somebody)


def desk_page(table: Table) -> str:
    return reverse("desk_round", args=[table.round.tournament_id, 1])


def called(phone: PhoneAt, **said: object) -> ArbiterCall:
    answer = phone.post("table_call", {"key": str(uuid.uuid4()), **said})
    assert answer.status_code == 303
    return ArbiterCall.objects.get(settled_at=None)


def test_a_tap_calls_and_the_desk_reads_it_within_its_next_poll(table: Table, desk: Client, somebody: Account) -> None:
    phone = PhoneAt(table, EST)
    seen = {"vu": desk.get(desk_page(table)).context["mark"]}
    assert desk.get(desk_page(table), seen, headers=HTMX).status_code == 204

    call = called(phone, about="faute", reason="renonce ?")

    page = desk.get(desk_page(table), seen, headers=HTMX)
    assert page.status_code == 200
    assert "1 table appelle" in read(page)
    assert "<b>Une faute</b>" in read(page)
    assert "« renonce ? »" in read(page)
    assert "L’arbitre est appelé." in phone.text()

    desk.post(reverse("go_to_table", args=[table.round.tournament_id, call.pk]))
    assert f"{somebody} arrive." in phone.text()
    page = read(desk.get(desk_page(table)))
    assert (f"{somebody} y va" in page, "1 table appelle" in page) == (True, False)

    sheet = desk.post(
        reverse("settle_call", args=[table.round.tournament_id, call.pk]), {"de": "feuille", "answer": "expliqué"}
    )
    assert sheet.url == reverse("sheet", args=[table.round.tournament_id, 1, 1])
    call.refresh_from_db()
    assert (call.answer, call.settled_by) == ("expliqué", somebody)
    assert "L’arbitre est appelé" not in phone.text() + read(desk.get(desk_page(table)))


def test_a_call_at_another_position_is_marked_by_the_next_poll(table: Table, desk: Client) -> None:
    later = seated(Tournament.objects.get(), tables=1, round_number=2)[0]
    page = reverse("desk_round", args=[table.round.tournament_id, 2])
    first = desk.get(page)
    assert " · appel" not in read(first)
    called(PhoneAt(table), about="faute")

    poll = read(desk.get(page, {"vu": first.context["mark"]}, headers=HTMX))

    assert 'id="desk-rounds" aria-label="Positions" hx-swap-oob="true"' in poll
    assert (poll.count(" · appel"), poll.count("une table appelle l’arbitre")) == (1, 1)
    whole = read(desk.get(page))
    assert (whole.count('id="desk-rounds"'), "hx-swap-oob" in whole) == (1, False)
    assert later.round.number == 2


@pytest.mark.parametrize(("minutes", "told"), [(0, "à l’instant"), (3, "(il y a 3 minutes)")])
def test_the_table_reads_since_when_it_waits(table: Table, minutes: int, told: str) -> None:
    phone = PhoneAt(table, EST)
    called(phone, about="faute")
    ArbiterCall.objects.update(at=timezone.now() - timedelta(minutes=minutes))
    assert "il y a 0" not in phone.text()
    assert told in phone.text()


def test_a_poll_without_news_costs_the_same_for_30_tables(desk: Client, django_assert_num_queries: object) -> None:
    table = seated(Tournament.objects.get(), tables=30, round_number=2)[0]
    for other in Table.objects.filter(round=table.round).select_related("round__tournament"):
        called_at = PhoneAt(other)
        called_at.post("table_call", {"key": str(uuid.uuid4()), "about": "question"})
    page = reverse("desk_round", args=[table.round.tournament_id, 2])
    seen = {"vu": desk.get(page).context["mark"]}
    with django_assert_num_queries(8):  # type: ignore[operator]
        answer = desk.get(page, seen, headers=HTMX)
    assert answer.status_code == 204
    with django_assert_num_queries(20):  # type: ignore[operator]
        assert desk.get(page).context["console"].waiting == 30


def test_a_chelem_leads_to_its_form_with_what_the_table_said(table: Table, desk: Client, somebody: Account) -> None:
    record(table, 1, somebody)
    phone = PhoneAt(table, SUD)
    asked = read(phone.client.get(phone.address("table_call") + "?motif=chelem"))
    assert "Qui l’annonce ?" in asked
    call = called(phone, about="chelem", chair=EST)
    assert (call.number, call.seat and call.seat.chair) == (2, EST)

    link = f"{reverse('chelem_calls', args=[table.round.tournament_id])}?position=1&table=1&donne=2&annonce=1"
    assert link.replace("&", "&amp;") in desk.get(desk_page(table)).content.decode()
    form = desk.get(link).context["form"]
    assert (form["number"].value(), form["caller"].value()) == (2, EST)

    said = {"caller": EST, "number": 2, "announced": "avant_carte", "outcome": "en_attente"}
    desk.post(link, {"key": str(form["key"].value()), **said})
    assert ChelemCall.objects.get().number == 2
    assert not ArbiterCall.objects.filter(settled_at=None).exists()


@pytest.mark.parametrize("told", ["donne=x&annonce=9", "donne=9999999999999&annonce=²", "donne=&annonce="])
def test_what_cannot_be_read_is_not_told(table: Table, desk: Client, told: str) -> None:
    page = reverse("chelem_calls", args=[table.round.tournament_id]) + f"?position=1&table=1&{told}"
    assert desk.get(page).context["form"]["number"].value() == 1


def test_a_second_call_is_refused_with_a_sentence_and_what_was_typed(table: Table) -> None:
    phone = PhoneAt(table, EST)
    called(phone, about="question")
    answer = phone.post("table_call", {"key": str(uuid.uuid4()), "about": "autre", "reason": "77 cartes"})
    assert answer.status_code == 422
    assert "L’arbitre est déjà appelé depuis" in read(answer)
    assert "77 cartes" in read(answer)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"about": "autre"}, "Dites à l’arbitre pourquoi vous l’appelez, en quelques mots."),
        ({"about": "incendie"}, "Touchez pourquoi vous appelez l’arbitre."),
        ({}, "Touchez pourquoi vous appelez l’arbitre."),
    ],
)
def test_a_call_says_why(table: Table, said: dict[str, str], sentence: str) -> None:
    answer = PhoneAt(table).post("table_call", {"key": str(uuid.uuid4()), **said})
    assert (answer.status_code, sentence in read(answer)) == (422, True)


def test_the_table_says_that_it_is_settled(table: Table) -> None:
    phone = PhoneAt(table, EST)
    call = called(phone, about="garde")
    assert "C’est réglé" in phone.text()
    assert phone.post("table_settle", {}).status_code == 303
    call.refresh_from_db()
    assert (call.settled_by, call.settled_by_name.endswith("téléphone de la table 1")) == (None, True)
    assert phone.post("table_settle", {}).status_code == 303


def test_a_call_of_another_tournament_is_not_there(table: Table, desk: Client) -> None:
    other = seated(TournamentFactory(state=TournamentState.RUNNING))[0]
    call = called(PhoneAt(other), about=CallAbout.FAULT)
    for name in ("go_to_table", "settle_call"):
        assert desk.post(reverse(name, args=[table.round.tournament_id, call.pk])).status_code == 404
