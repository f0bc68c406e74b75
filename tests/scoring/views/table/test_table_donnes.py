"""A donne is entered on a phone at its table, by the form of the desk, and every answer has one shape."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Confirmation, Conflict, SheetLine
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, AccountFactory, TournamentFactory
from tests.scoring.sheets import EST, SUD, duplicate, garde, record, results, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tests.texts import plain
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Account, Club, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=2)[0]


def line() -> SheetLine:
    return SheetLine.objects.get(current=True)


def test_a_table_enters_its_donne_and_comes_back_to_its_sheet(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    answer = phone.post("table_donne", typed(), number=1)
    assert (answer.status_code, answer.url) == (303, phone.address("table_page"))
    assert results(table) == [198, -66, -66, -66]
    assert line().phone == phone.row()
    assert "Donne 1 enregistrée." in phone.text()


def test_the_points_of_the_defence_are_those_of_the_attack_told_from_the_other_side(table: Table) -> None:
    PhoneAt(table).post("table_donne", typed(counted_by="defense", points="42"), number=1)
    assert line().half_points == 98
    assert results(table) == [198, -66, -66, -66]


def test_its_marks_are_told_before_it_is_saved_and_why(table: Table) -> None:
    phone = PhoneAt(table)
    answer = phone.post("table_preview", typed(), number=1)
    names = [seat.registration.player.last_name for seat in table.seats.order_by("chair")]
    text = read(answer)
    assert [f"<i>{name}</i> <b" in text for name in names] == [True] * 4
    assert text.count("−66</b>") == 3
    assert "en fallait 41" in text
    assert SheetLine.objects.count() == 0


def test_two_of_the_same_name_are_told_in_full(table: Table) -> None:
    players = [seat.registration.player for seat in table.seats.order_by("chair")]
    for player, first_name in zip(players, ("Ada", "Béa", "Cid", "Dan"), strict=True):
        player.last_name, player.first_name = "DUPONT", first_name
        player.save()
    text = read(PhoneAt(table).post("table_preview", typed(), number=1))
    assert "<i>DUPONT Ada</i>" in text


def test_what_is_impossible_is_said_at_once_and_what_was_typed_is_still_there(table: Table) -> None:
    phone = PhoneAt(table)
    answer = phone.post("table_donne", typed(bouts="", points="95"), number=1)
    assert answer.status_code == 422
    text = read(answer)
    assert "Indiquez le nombre de bouts de l’attaque, de 0 à 3." in text
    assert 'value="95"' in text
    assert SheetLine.objects.count() == 0


def test_without_scripts_a_button_shows_the_marks(table: Table) -> None:
    answer = PhoneAt(table).post("table_donne", typed(preview="1"), number=1)
    assert answer.status_code == 200
    assert "−66</b>" in read(answer)
    assert SheetLine.objects.count() == 0


def test_a_donne_written_meanwhile_is_shown_beside_the_one_typed(table: Table) -> None:
    phone = PhoneAt(table, EST)
    record(table, 1, AccountFactory(username="arbitre"))
    answer = phone.post("table_donne", typed(points="60"), number=1)
    assert answer.status_code == 422
    text = read(answer)
    assert "a déjà été saisie par arbitre" in text
    assert "Ce qui est maintenant enregistré" in text
    assert 'value="60"' in text


def test_what_an_arbiter_wrote_is_his_to_correct(table: Table) -> None:
    written = record(table, 1, AccountFactory())
    phone = PhoneAt(table, SUD)
    assert phone.get("table_donne", number=1).url == phone.address("table_page")
    answer = phone.post("table_donne", typed(points="60", replaces=written.pk, reason="mal lue"), number=1)
    assert answer.status_code == 422
    assert "La donne 1 a été écrite par l’arbitre : lui seul la corrige. Appelez-le." in read(answer)
    assert line() == written


def test_a_table_corrects_its_own_donne_and_says_why(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    phone.post("table_donne", typed(), number=1)
    first = line()
    assert phone.post("table_donne", typed(points="60", replaces=first.pk), number=1).status_code == 422
    answer = phone.post("table_donne", typed(points="60", replaces=first.pk, reason="mal lue"), number=1)
    assert answer.status_code == 303
    assert (line().supersedes, line().reason) == (first, "mal lue")


def test_a_slip_of_ones_own_that_nobody_confirmed_has_its_reason_already(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    phone.post("table_donne", typed(), number=1)
    slip, own = 'name="reason" value="faute de saisie"', phone.get("table_donne", number=1)
    assert slip in read(own)
    assert slip not in read(PhoneAt(table, EST).get("table_donne", number=1))  # he says why he changes another's
    Confirmation.objects.create(line=line(), seat=None, by_name="X", at=NOW)
    assert slip not in read(phone.get("table_donne", number=1))
    answer = phone.post("table_donne", typed(points="60", replaces=line().pk, reason="faute de saisie"), number=1)
    assert (answer.status_code, line().reason) == (303, "faute de saisie")


def test_where_the_other_camp_confirms_a_writer_says_who_he_is(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=True)
    answer = PhoneAt(table).post("table_donne", typed(), number=1)
    assert answer.status_code == 422
    assert "Dites d’abord qui vous êtes : l’autre camp doit confirmer la donne." in read(answer)
    assert PhoneAt(table, SUD).post("table_donne", typed(), number=1).status_code == 303


def test_a_sheet_that_is_closed_takes_nothing_and_says_so(table: Table) -> None:
    by = AccountFactory()
    record(table, 1, by)
    phone = PhoneAt(table)
    record(table, 2, by)
    close_sheet(table=table, by=by, at=NOW)
    assert phone.get("table_donne", number=1).url == phone.address("table_page")
    answer = phone.post("table_donne", typed(), number=1)
    assert answer.status_code == 422
    assert "La feuille de la table 1 (position 1) est close :" in read(answer)


def test_where_balances_are_kept_there_is_no_donne_to_enter(table: Table) -> None:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    phone = PhoneAt(table)
    assert phone.get("table_donne", number=1).url == phone.address("table_page")
    assert phone.get().status_code == 200


def test_there_is_no_donne_beyond_the_last(table: Table) -> None:
    assert PhoneAt(table).get("table_donne", number=3).status_code == 404


def test_another_phone_says_who_writes_until_it_is_saved(table: Table) -> None:
    writes, looks = PhoneAt(table, SUD), PhoneAt(table, EST)
    writes.get("table_donne", number=1)
    name = table.seats.get(chair=SUD).registration.player.full_name
    told = f"{name} saisit la donne 1."
    assert told in looks.text()
    assert f"{name} saisit la donne 1." in looks.text("table_donne", number=1)
    assert told not in writes.text()
    writes.post("table_donne", typed(), number=1)
    assert told not in looks.text()


# The answers to a script


def test_a_script_is_answered_in_one_shape_and_the_same_key_alike(table: Table) -> None:
    phone, donne = PhoneAt(table, SUD), typed()
    first = phone.post("table_donne", donne, json=True, number=1)
    again = phone.post("table_donne", donne, json=True, number=1)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    saved = line()
    assert first.json() == {
        "state": "saved",
        "sentences": [],
        "fields": {},
        "line": {
            "id": saved.pk,
            "number": 1,
            "key": donne["key"],
            "outcome": "jouee",
            "taker": 0,
            "partner": None,
            "sits_out": None,
            "contract": "garde",
            "bouts": 2,
            "half_points": 98,
            "petit_au_bout": "",
            "poignees": [],
            "chelem_announced": False,
            "chelem_made": "",
            "petit_chelem_announced": False,
            "petit_chelem_made": False,
            "miseres": [],
            "marks": [198, -66, -66, -66],
            "by": saved.written_by_name,
            "at": saved.written_at.isoformat(),
        },
        "revision": Tournament.objects.get().revision,
        "next": phone.address("table_page"),
    }


def test_two_phones_that_agree_are_one_donne(table: Table) -> None:
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    answer = PhoneAt(table, EST).post("table_donne", typed(), json=True, number=1)
    assert (answer.status_code, answer.json()["state"]) == (200, "same")
    assert SheetLine.objects.count() == 1


def test_two_phones_that_differ_are_told_both_versions(table: Table) -> None:
    PhoneAt(table, SUD).post("table_donne", typed(), number=1)
    answer = PhoneAt(table, EST).post("table_donne", typed(points="60"), json=True, number=1)
    told = answer.json()
    assert (answer.status_code, told["state"]) == (409, "stale")
    assert (told["line"]["half_points"], told["sent"]["half_points"]) == (98, 120)
    assert told["line"]["id"] == line().pk
    assert "a déjà été saisie par" in told["sentences"][0]


def test_a_script_is_told_every_reason_at_its_field(table: Table) -> None:
    told = PhoneAt(table).post("table_donne", typed(bouts="", points="abc"), json=True, number=1)
    assert (told.status_code, told.json()["state"]) == (422, "refused")
    assert sorted(told.json()["fields"]) == ["bouts", "points"]


def test_a_script_is_told_that_the_sheet_is_closed(table: Table) -> None:
    Table.objects.update(closed_at=NOW)
    told = PhoneAt(table).post("table_donne", typed(), json=True, number=1)
    assert (told.status_code, told.json()["state"]) == (403, "closed")


def statements(phone: PhoneAt, number: int) -> int:
    phone.get("table_donne", number=number)
    with CaptureQueriesContext(connection) as queries:
        assert phone.post("table_donne", typed(), number=number).status_code == 303
    return len(queries)


def test_a_donne_is_saved_by_at_most_fifteen_statements(table: Table) -> None:
    phone = PhoneAt(table, SUD)
    assert statements(phone, 1) == statements(phone, 2) == 15


def test_a_form_costs_the_same_on_a_full_sheet(table: Table) -> None:
    Tournament.objects.update(donnes_per_round=20)
    phone = PhoneAt(table, SUD)
    counts = []
    for number in (1, 12):
        for each in range(1, number):
            if not table.lines.filter(number=each).exists():
                record(table, each, phone.row(), garde(bouts=each % 4))
        with CaptureQueriesContext(connection) as queries:
            phone.get("table_donne", number=number)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_phone_is_told_nobody_else_s_place_nor_name(table: Table) -> None:
    """Who moves by a correction names everybody in full: that is for those who run the event."""
    phone = PhoneAt(table, SUD)
    phone.post("table_donne", typed(), number=1)
    change = typed(points="60", replaces=str(line().pk), reason="mal lu")
    answers = [
        phone.post("table_preview", change, number=1),
        phone.post("table_donne", change | {"preview": "1"}, number=1),
        phone.post("table_donne", change | {"reason": ""}, number=1),
        phone.post("table_donne", change | {"replaces": ""}, number=1),
    ]
    assert ["who-moves" in read(answer) for answer in answers] == [False] * 4
    assert [answer.context["preview"]["effect"] for answer in answers] == [None] * 4


def test_what_another_phone_writes_is_told_until_it_is_there_or_the_sheet_is_closed(
    table: Table, the_arbiter: Account
) -> None:
    PhoneAt(table, SUD).get("table_donne", number=1)
    looks = PhoneAt(table, EST)
    assert "saisit la donne 1" in looks.text()
    Table.objects.filter(pk=table.pk).update(closed_at=NOW)
    assert "saisit la donne 1" not in looks.text()
    Table.objects.filter(pk=table.pk).update(closed_at=None)
    record(table, 1, the_arbiter, at=timezone.now())  # by somebody else than the phone that began it
    assert "saisit la donne 1" not in looks.text()


def test_who_differs_says_that_the_sheet_is_right_or_carries_it_to_the_arbiter(table: Table) -> None:
    first, second = PhoneAt(table, SUD), PhoneAt(table, EST)
    first.post("table_donne", typed(), number=1)
    refused = second.post("table_donne", typed(points="52"), number=1)
    assert plain(refused.content.decode()).count("Porter chez l’arbitre") == 1
    assert not Conflict.objects.exists()

    form = refused.context["form"]
    values = typed(points="52") | {"key": str(form["key"].value()), "replaces": form["replaces"].value(), "garde": "1"}
    told = second.post("table_donne", values, number=1)

    assert told.status_code == 303
    assert Conflict.objects.get().facts["half_points"] == 104
    assert SheetLine.objects.get(current=True).half_points != 104


def test_a_table_enters_the_board_that_it_holds_with_its_dealer_told(club: Club) -> None:
    (table,) = duplicate(club, boards=range(5, 9))
    phone = PhoneAt(table, SUD)
    page = read(phone.get("table_donne", number=6))
    assert "· étui 6" in page
    assert ">Est</span>" in page
    assert "Étui tourné" not in page
    assert "Fausse donne" not in page
    assert phone.post("table_donne", typed(turn="1"), number=6).status_code == 303
    assert (line().number, line().turn) == (6, 0)
    assert "Donne de l’étui 6 enregistrée." in phone.text()
    assert "Saisir la donne de l’étui 5" in phone.text()

    refused = phone.post("table_donne", typed(), number=12, json=True)
    assert refused.status_code == 422
    assert "elle joue les étuis 5 à 8" in refused.json()["sentences"][0]
