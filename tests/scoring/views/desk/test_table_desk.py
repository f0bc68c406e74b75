"""The arbiter sees what a table has not agreed upon, confirms, answers, and shows how phones come in."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import ProtestAbout
from scoring.models import Confirmation, Protest, SheetLine
from tests.factories import NOW, TournamentFactory, arbiter, logged_in, organiser
from tests.scoring.sheets import EST, NORD, SUD, garde, record, seat, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=2)[0]


@pytest.fixture
def desk(table: Table) -> Client:
    return logged_in(arbiter(table.round.of_tournament.club))


def place(table: Table) -> dict[str, int]:
    return {"tournament_id": table.round.tournament_id, "round_number": 1, "table_number": table.number}


def page(desk: Client, name: str, **values: int) -> str:
    return read(desk.get(reverse(name, kwargs=values)))


def test_what_waits_for_the_other_camp_is_marked_on_the_sheet_and_at_the_desk(table: Table, desk: Client) -> None:
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    round_ = {"tournament_id": table.round.tournament_id, "round_number": 1}
    assert "1 donne à confirmer" not in page(desk, "desk_round", **round_)
    Tournament.objects.update(needs_confirmation=True)
    assert "1 donne à confirmer" in page(desk, "desk_round", **round_)
    assert '<span class="badge warn">à confirmer</span>' in page(desk, "sheet", **place(table))
    PhoneAt(table, EST).post("table_confirm", {"line": SheetLine.objects.get().pk, "chair": EST}, number=1)
    assert "1 donne à confirmer" not in page(desk, "desk_round", **round_)
    name = seat(table, EST).registration.player.full_name
    assert f"confirmée par {name}" in page(desk, "sheet", **place(table))


OWN_PHONE = "tout confirmé par le téléphone qui saisit"
CONFIRMED_THERE = "Toutes les confirmations viennent du téléphone qui a saisi les donnes."
SIGNED_THERE = ", sur un seul téléphone"


def confirmed_on(table: Table, phone: PhoneAt, number: int = 1) -> None:
    line = SheetLine.objects.get(number=number)
    phone.post("table_confirm", {"line": line.pk, "chair": EST}, number=number)


def test_the_arbiter_sees_that_everything_was_confirmed_on_the_phone_that_wrote_it(table: Table, desk: Client) -> None:
    Tournament.objects.update(needs_confirmation=True)
    round_ = {"tournament_id": table.round.tournament_id, "round_number": 1}
    phone = PhoneAt(table, SUD)
    phone.post("table_donne", typed(), number=1)
    phone.post("table_donne", typed(), number=2)
    assert CONFIRMED_THERE not in page(desk, "sheet", **place(table))
    confirmed_on(table, phone)
    assert OWN_PHONE not in page(desk, "desk_round", **round_)
    confirmed_on(table, phone, number=2)
    assert page(desk, "desk_round", **round_).count(OWN_PHONE) == 1
    assert CONFIRMED_THERE in page(desk, "sheet", **place(table))


def test_one_confirmation_on_another_phone_is_enough(table: Table, desk: Client) -> None:
    Tournament.objects.update(needs_confirmation=True)
    phone = PhoneAt(table, SUD)
    for number, confirming in ((1, phone), (2, PhoneAt(table, EST))):
        phone.post("table_donne", typed(), number=number)
        confirmed_on(table, confirming, number=number)
    assert OWN_PHONE not in page(desk, "desk_round", tournament_id=table.round.tournament_id, round_number=1)
    assert CONFIRMED_THERE not in page(desk, "sheet", **place(table))


def test_the_sheet_says_that_all_signed_on_one_phone(table: Table, desk: Client) -> None:
    Tournament.objects.update(donnes_per_round=1)
    phone, other = PhoneAt(table, SUD), PhoneAt(table, EST)
    phone.post("table_donne", typed(), number=1)
    told = []
    for signing, chair in ((phone, SUD), (phone, NORD), (other, EST)):
        signing.post("table_sign", {"chair": chair, "seen": signing.get().context["agreement"].version})
        told.append(SIGNED_THERE in page(desk, "sheet", **place(table)))
    assert told == [False, True, False]


def test_a_desk_that_asks_again_learns_of_a_confirmation(table: Table, desk: Client) -> None:
    Tournament.objects.update(needs_confirmation=True)
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    seen = Tournament.objects.get().revision
    PhoneAt(table, EST).post("table_confirm", {"line": SheetLine.objects.get().pk, "chair": EST}, number=1)
    assert Tournament.objects.get().revision == seen + 1


def test_an_arbiter_confirms_the_line_he_read_and_no_other(table: Table, desk: Client) -> None:
    phone = PhoneAt(table, SUD)
    phone.post("table_donne", typed(), number=1)
    line = SheetLine.objects.get()
    address = reverse("confirm_donne", kwargs=place(table) | {"number": 1})
    answer = desk.post(address, {"line": line.pk}, follow=True)
    assert "Donne 1 confirmée." in read(answer)
    assert Confirmation.objects.get().by is not None
    record(table, 1, phone.row(), garde(points="60"))
    text = read(desk.post(address, {"line": line.pk}, follow=True))
    assert "La donne 1 a été changée entre-temps. Relisez-la, puis confirmez." in text
    assert Confirmation.objects.count() == 1


def a_protest(table: Table) -> Protest:
    return Protest.objects.create(
        table=table,
        about=ProtestAbout.DONNE,
        number=1,
        reason="40 et non 49",
        key=uuid.uuid4(),
        by_name="DUPONT Jean",
        at=NOW,
    )


def test_a_protest_is_seen_at_the_desk_and_answered(table: Table, desk: Client) -> None:
    record(table, 1, PhoneAt(table, SUD).row())
    protest = a_protest(table)
    assert "conteste" in page(desk, "desk_round", tournament_id=table.round.tournament_id, round_number=1)
    text = page(desk, "sheet", **place(table))
    assert "« 40 et non 49 »" in text
    address = reverse("answer_protest", args=[table.round.tournament_id, protest.pk])
    assert f'href="{address}"' in text
    asked = read(desk.get(address))
    assert "« 40 et non 49 »" in asked
    assert "Ce qui est maintenant enregistré : <b>Garde de" in asked
    assert '49 points</b> — <span class="num">+198</span>' in asked
    answered = desk.post(address, {"upheld": "0", "answer": "Recompté : 49."}, follow=True)
    assert "Réponse envoyée à la table 1." in read(answered)
    protest.refresh_from_db()
    assert (protest.upheld, protest.answer) == (False, "Recompté : 49.")
    assert "conteste" not in page(desk, "desk_round", tournament_id=table.round.tournament_id, round_number=1)
    assert "Répondre</button>" not in read(desk.get(address))
    again = desk.post(address, {"upheld": "1", "answer": "non"})
    assert again.status_code == 422
    assert "a déjà répondu : « Recompté : 49. »." in read(again)


@pytest.mark.parametrize(
    ("typed_in", "sentence"),
    [
        ({"answer": "oui"}, "Dites si la table a raison."),
        ({"upheld": "1", "answer": " "}, "Écrivez votre réponse : la table la lit."),
    ],
)
def test_an_answer_says_something(table: Table, desk: Client, typed_in: dict[str, str], sentence: str) -> None:
    protest = a_protest(table)
    answer = desk.post(reverse("answer_protest", args=[table.round.tournament_id, protest.pk]), typed_in)
    assert answer.status_code == 422
    assert sentence in read(answer)
    assert Protest.objects.get().answered_at is None


def test_a_table_says_how_its_phones_come_in_and_which_are_in(table: Table, desk: Client, settings: object) -> None:
    settings.PUBLIC_ADDRESS = "https://club.example"
    phone = PhoneAt(table, EST)
    text = page(desk, "table_code", **place(table))
    assert f'alt="Code QR : https://club.example{phone.address("table_page")}"' in text
    assert table.round.of_tournament.entry_code in text
    assert seat(table, EST).registration.player.full_name in text
    assert "Révoquer ce code" not in text  # an organiser does


def test_an_organiser_revokes_a_code_and_the_old_one_opens_nothing(table: Table) -> None:
    club = table.round.of_tournament.club
    office, phone = logged_in(organiser(club)), PhoneAt(table)
    old, other = phone.address("table_page"), PhoneAt(Table.objects.get(number=2)).address("table_page")
    address = reverse("revoke_table_code", kwargs=place(table))
    assert office.post(address, {"reason": " "}).status_code == 422
    assert phone.client.get(old).status_code == 200
    assert office.post(address, {"reason": "carte perdue"}).status_code == 303
    assert phone.client.get(old).status_code == 410
    assert phone.client.get(other).status_code == 200
    assert phone.get().status_code == 200  # by the new code
    all_of_them = reverse("revoke_all_codes", args=[table.round.tournament_id])
    assert office.post(all_of_them, {"reason": "fin"}).status_code == 303
    assert phone.client.get(other).status_code == 410
    reasons = JournalEntry.objects.filter(action="codes des tables révoqués").order_by("pk")
    assert list(reasons.values_list("reason", flat=True)) == ["carte perdue", "fin"]
