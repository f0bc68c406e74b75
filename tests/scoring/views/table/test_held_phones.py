"""What the phone of a player who was moved or replaced reads at its table, by every door that it has there."""

import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import ArbiterCall, Phone, Protest, SheetLine
from tests.factories import RegistrationFactory, TournamentFactory, logged_in, organiser
from tests.scoring.services.sheets.test_held_phones import NAMES, UNNAMED, exchanged, replaced
from tests.scoring.sheets import EST, NORD, OUEST, SUD, named, seat, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tournaments.labels import TournamentState
from tournaments.models import Account, Seat, Table, Tournament

pytestmark = pytest.mark.django_db
IS_OF_NOBODY = (
    "Ce téléphone était celui de BERNARD Béa. ROY Zoé a maintenant cette place : dites qui tient le téléphone."
)
NOT_THIS_ONE = (
    "ROY Zoé a cette place depuis que vous avez ouvert la page. Relisez qui est à la table, puis touchez le nom."
)


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1, rounds_planned=2)
    table = seated(tournament, tables=2)[0]
    named(table, NAMES, consent=False)
    return table


@pytest.fixture
def boss(table: Table) -> Account:
    return organiser(table.round.of_tournament.club)


def touched(seat: Seat) -> str:
    return f"{seat.chair}.{seat.registration_id}"


def test_the_phone_of_a_replaced_player_is_told_and_asked_who_holds_it(table: Table, boss: Account) -> None:
    phone = PhoneAt(table, EST)
    assert "Je ne suis pas BERNARD Béa" in phone.text()
    replaced(table, boss)
    text = phone.text()
    assert IS_OF_NOBODY in text
    assert "Est-ce bien cela ?" in text
    assert "Je ne suis pas" not in text
    assert "déjà sur un téléphone" not in PhoneAt(table).text()
    place = {"tournament_id": table.round.tournament_id, "round_number": 1, "table_number": 1}
    at_desk = read(logged_in(boss).get(reverse("table_code", kwargs=place)))
    assert [word in at_desk for word in ("BERNARD Béa", "ROY Zoé", "sans nom")] == [False, False, True]
    phone.post("table_seat", {"chair": touched(seat(table, EST))})
    assert "Je ne suis pas ROY Zoé" in (text := phone.text())
    assert "Ce téléphone était celui de" not in text


def test_the_phone_of_a_moved_player_is_told_where_his_place_is(table: Table, boss: Account) -> None:
    other = Table.objects.get(round=table.round, number=2)
    phone = PhoneAt(table, EST)
    exchanged(seat(table, EST), seat(other, NORD), boss)
    told = (
        "BERNARD Béa n’est plus à cette table : sa place est à la table 2, Nord. Photographiez là-bas le QR code de la "
        "table."
    )
    assert told in phone.text()
    there = PhoneAt(other, client=phone.client)
    assert "est celui de" not in there.text()
    there.post("table_seat", {"chair": NORD})
    assert "n’est plus à cette table" not in there.text()


def test_who_is_exempt_by_now_reads_it(table: Table, boss: Account) -> None:
    phone = PhoneAt(table, EST)
    exempt = Seat.objects.create(
        round=table.round, registration=RegistrationFactory(tournament=table.round.of_tournament)
    )
    exchanged(exempt, seat(table, EST), boss)
    assert "BERNARD Béa n’est plus à cette table : exempt à cette position." in phone.text()


def test_a_place_that_is_there_no_more_is_told_too(table: Table) -> None:
    phone = PhoneAt(table, EST)
    Seat.objects.filter(pk=seat(table, EST).pk).delete()
    told = "Ce téléphone était celui de BERNARD Béa, qui n’est plus à cette table : dites qui le tient."
    assert told in phone.text()


def test_after_the_end_no_card_tells_who_left(table: Table, boss: Account) -> None:
    phone = PhoneAt(table, EST)
    replaced(table, boss)
    Table.objects.update(closed_at=timezone.now())
    assert IS_OF_NOBODY in phone.text()
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert "Elle se conteste jusqu’à" in (text := phone.text())
    assert "BERNARD" not in text


@pytest.mark.parametrize("asks", [True, False])
def test_a_donne_that_waited_in_it_is_told_as_on_a_phone_without_a_name(
    table: Table, boss: Account, *, asks: bool
) -> None:
    Tournament.objects.update(needs_confirmation=asks)
    phone, unnamed = PhoneAt(table, EST), PhoneAt(table)
    replaced(table, boss)
    answers = [one.post("table_donne", typed(garde="1"), json=True, number=1) for one in (phone, unnamed)]
    if asks:
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(422, "writer_unknown")] * 2
        assert answers[0].json()["sentences"] == answers[1].json()["sentences"]
        assert not SheetLine.objects.exists()
        refused = phone.post("table_donne", typed(points="51"), number=1)
        assert (refused.status_code, 'value="51"' in refused.content.decode()) == (422, True)  # nothing typed is lost
    else:
        assert [answer.json()["state"] for answer in answers] == ["saved", "same"]
        line = SheetLine.objects.get()
        assert (line.writer, line.written_by_name) == (None, UNNAMED)


def test_it_contests_and_calls_in_nobodys_name(table: Table, boss: Account) -> None:
    phone = PhoneAt(table, EST)
    replaced(table, boss)
    phone.post("table_contest", {"key": uuid.uuid4(), "about": "places", "reason": "mal assis"})
    phone.post("table_call", {"key": uuid.uuid4(), "about": "autre", "reason": "venez"})
    protest, call = Protest.objects.get(), ArbiterCall.objects.get()
    assert (protest.seat, protest.by_name, call.by_name) == (None, UNNAMED, UNNAMED)


@pytest.mark.parametrize("door", ["table_seat", "table_confirm", "table_sign", "table_call"])
def test_a_name_touched_on_a_page_of_before_is_not_who_sits_there_now(table: Table, boss: Account, door: str) -> None:
    phone = PhoneAt(table, NORD)
    shown = touched(seat(table, EST))
    assert f'value="{shown}"' in PhoneAt(table).text()
    replaced(table, boss)
    place = {}
    sent = {"chair": shown, "key": uuid.uuid4(), "about": "chelem", "seen": "x"}
    if door == "table_confirm":
        PhoneAt(table, SUD).post("table_donne", typed(), number=1)
        sent["line"], place["number"] = SheetLine.objects.get().pk, 1
    answer = phone.client.post(phone.address(door, **place), sent, follow=True)
    assert NOT_THIS_ONE in read(answer)
    assert phone.row().sits_at == seat(table, NORD)
    assert not ArbiterCall.objects.exists()
    assert not hasattr(SheetLine.objects.first(), "confirmation")


def test_every_button_with_a_name_says_whose_it_was(table: Table) -> None:
    """A new page of a table whose buttons say a chair alone would give it to whoever sits there next."""
    Tournament.objects.update(needs_confirmation=True)
    phone, unnamed = PhoneAt(table, SUD), PhoneAt(table)
    asked = unnamed.get().content.decode()
    phone.post("table_donne", typed(), number=1)
    pages = [asked, unnamed.get().content.decode(), phone.get().content.decode()]
    PhoneAt(table, OUEST).post("table_confirm", {"line": SheetLine.objects.get().pk, "chair": EST}, number=1)
    pages += [
        phone.get().content.decode(),
        phone.client.get(f"{phone.address('table_call')}?motif=chelem").content.decode(),
    ]
    values = {part.split('"')[0] for page in pages for part in page.split('name="chair" value="')[1:]} - {""}
    assert values == {touched(one) for one in table.seats.all()}
    assert all(page.count('name="chair"') >= 1 for page in pages)
    assert Phone.objects.count() == 2
