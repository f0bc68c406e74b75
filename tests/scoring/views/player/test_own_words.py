"""What a player says on his own page: that a donne is right, that it is not; and who holds a phone at a table."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.labels import CallAbout, ProtestAbout
from scoring.models import Confirmation, Protest, SheetLine
from scoring.queries.player.own_data import data_of
from scoring.services.decisions.arbiter_calls import call_arbiter
from scoring.services.decisions.protests import answer_protest, contest
from tests.factories import NOW, TournamentFactory, arbiter, organiser
from tests.scoring.services.sheets.test_held_phones import replaced
from tests.scoring.sheets import EST, NORD, OUEST, SUD, named, record, seat, seated
from tests.scoring.views.tables import PhoneAt, read, typed
from tests.tournaments.links import phone_of
from tests.tournaments.rotations import swap
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Player, Table, Tournament
from tournaments.services.draws.replacements import undo_replacement

pytestmark = pytest.mark.django_db
NAMES = ("MARTIN Ada", "BERNARD Béa", "PETIT Cid", "DURAND Dan")


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2, needs_confirmation=True)
    table = seated(tournament, tables=2)[0]
    named(table, NAMES, consent=False)
    return table


def player(table: Table, chair: int) -> Player:
    return Player.objects.get(registrations__seats=seat(table, chair))


def sheet(table: Table, page: str = "own_sheet") -> str:
    return reverse(page, args=[table.round.tournament_id, table.round.number])


def written_by(table: Table, chair: int) -> SheetLine:
    """Have the player of a chair write that Sud took: at the table, on a phone of his own."""
    PhoneAt(table, chair).post("table_donne", typed(), number=1)
    return SheetLine.objects.get(current=True)


def test_what_waits_for_him_is_confirmed_by_his_link(table: Table) -> None:
    line, phone = written_by(table, SUD), phone_of(player(table, EST))
    evening = read(phone.get("/moi/?fragment"))
    assert "Donne 1, table 1" in evening
    assert "Garde de Joueur n° 1" in evening
    assert [name in evening for name in NAMES] == [False, True, False, False]
    answer = phone.post(sheet(table), {"line": line.pk, "de": "soiree"})
    assert (answer.status_code, answer["Location"]) == (303, "/moi/")
    confirmation = Confirmation.objects.get()
    assert (confirmation.line, confirmation.seat, confirmation.phone, confirmation.by) == (
        line,
        seat(table, EST),
        None,
        None,
    )
    entry = JournalEntry.objects.get(action="donne confirmée")
    assert (entry.by_name, entry.device) == ("BERNARD Béa", "par son lien")
    assert "C’est juste" not in read(phone.get("/moi/?fragment"))
    assert "confirmée" in read(phone.get(sheet(table)))


def test_a_protest_begins_with_the_donne_that_the_address_names(table: Table) -> None:
    written_by(table, SUD)
    phone, page = phone_of(player(table, EST)), sheet(table, "own_protest")
    forms = [phone.get(page, {"donne": asked}).context["form"] for asked in ("1", "9", "x")]
    begun = [(form["about"].value(), form["number"].value()) for form in forms]
    assert begun == [(ProtestAbout.DONNE, 1), (None, None), (None, None)]


def test_what_his_own_camp_wrote_waits_for_others(table: Table) -> None:
    line = written_by(table, EST)
    for chair in (EST, NORD, OUEST):
        phone = phone_of(player(table, chair))
        assert "C’est juste" not in read(phone.get("/moi/?fragment"))
        text = read(phone.post(sheet(table), {"line": line.pk}, follow=True))
        assert "La donne 1 n’attend pas votre accord" in text
        assert NAMES[SUD] not in text
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("line", ["", "0", "x", "²", "9" * 40])
def test_a_line_that_is_not_on_the_sheet_is_not_confirmed(table: Table, line: str) -> None:
    written_by(table, SUD)
    answer = phone_of(player(table, EST)).post(sheet(table), {"line": line}, follow=True)
    assert "Cette donne a été changée entre-temps." in read(answer)
    assert not Confirmation.objects.exists()


def test_a_line_of_another_table_is_not_confirmed(table: Table) -> None:
    other = Table.objects.get(round=table.round, number=2)
    line = written_by(other, SUD)
    phone_of(player(table, EST)).post(sheet(table), {"line": line.pk})
    assert not Confirmation.objects.exists()


def test_where_nothing_has_to_be_confirmed_nobody_is_asked(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=False)
    written_by(table, SUD)
    assert "C’est juste" not in read(phone_of(player(table, EST)).get("/moi/?fragment"))


def test_of_a_closed_sheet_nobody_is_asked(table: Table) -> None:
    written_by(table, SUD)
    phone = phone_of(player(table, EST))
    assert "C’est juste" in read(phone.get("/moi/?fragment"))
    Table.objects.update(closed_at=NOW)
    assert "C’est juste" not in read(phone.get("/moi/?fragment"))


def test_his_protest_reaches_the_arbiter_and_the_answer_comes_back(table: Table) -> None:
    written_by(table, SUD)
    phone, page = phone_of(player(table, EST)), sheet(table, "own_protest")
    form = phone.get(page, {"donne": 1}).context["form"]
    assert (form["about"].value(), form["number"].value()) == (ProtestAbout.DONNE, 1)
    sent = {"key": str(uuid.uuid4()), "about": "donne", "number": "1", "reason": "48 points"}
    for _twice in range(2):
        assert phone.post(page, sent).status_code == 303
    protest = Protest.objects.get()
    assert (protest.seat, protest.number, protest.phone, protest.by_name) == (
        seat(table, EST),
        1,
        None,
        "BERNARD Béa",
    )
    assert "L’arbitre est prévenu : « 48 points »" in read(phone.get("/moi/?fragment"))
    boss = arbiter(table.round.of_tournament.club)
    answer_protest(protest=protest, answer="Recompté : 49.", upheld=False, by=boss, at=NOW)
    for text in (read(phone.get("/moi/?fragment")), read(phone.get(sheet(table)))):
        assert "Vous : « 48 points » L’arbitre : « Recompté : 49. »" in text
    assert "48 points" not in read(phone_of(player(table, NORD)).get(sheet(table)))


def test_what_he_said_at_a_place_that_another_was_given_stays_his(table: Table) -> None:
    ada, boss = player(table, SUD), organiser(table.round.of_tournament.club)
    said = {"table": table, "seat": seat(table, SUD), "by": boss, "at": NOW - timedelta(minutes=2)}
    contest(about=ProtestAbout.SEATS, reason="mal assis", key=uuid.uuid4(), **said)
    call_arbiter(about=CallAbout.CHELEM, number=1, reason="dit trop tard", key=uuid.uuid4(), **said)

    def reads(who: Player) -> list[bool]:
        pages = [phone_of(who).get("/moi/?fragment")]
        pages += [phone_of(who).get(sheet(table))] if who.registrations.get().seats.exists() else []
        data = data_of(who)
        return [*("mal assis" in read(page) for page in pages), bool(data["protests"]), bool(data["arbiter_calls"])]

    change = replaced(table, boss, SUD)
    zoe = player(table, SUD)
    assert (reads(ada), reads(zoe)) == ([True] * 3, [False] * 4)
    contest(
        about=ProtestAbout.SHEET, reason="illisible", key=uuid.uuid4(), **said | {"seat": seat(table, SUD), "at": NOW}
    )
    assert [row["reason"] for row in data_of(zoe)["protests"]] == ["illisible"]
    undo_replacement(change=change, by=boss, at=NOW + timedelta(minutes=1))
    assert reads(ada) == [True] * 4
    assert [[row["reason"] for row in data_of(who)["protests"]] for who in (ada, zoe)] == [["mal assis"], ["illisible"]]


def test_a_protest_without_a_word_is_asked_for_one(table: Table) -> None:
    answer = phone_of(player(table, EST)).post(sheet(table, "own_protest"), {"key": "x", "about": "feuille"})
    assert answer.status_code == 422
    assert not Protest.objects.exists()


def test_after_the_end_his_sheets_are_read_and_nothing_is_said(table: Table) -> None:
    line, phone = written_by(table, SUD), phone_of(player(table, EST))
    Tournament.objects.update(state=TournamentState.FINISHED)
    text = read(phone.get(sheet(table)))
    assert "C’est juste" not in text
    assert "Contester, prévenir" not in text
    phone.post(sheet(table), {"line": line.pk})
    sent = {"key": str(uuid.uuid4()), "about": "donne", "number": "1", "reason": "48 points"}
    assert phone.post(sheet(table, "own_protest"), sent).status_code == 422
    phone.post(reverse("own_leaving", args=[table.round.tournament_id]))
    assert not Confirmation.objects.exists()
    assert not Protest.objects.exists()
    assert not JournalEntry.objects.filter(action="retrait par le joueur").exists()
    assert "Mon parcours" in read(phone.get("/moi/"))


def test_who_plays_finishes_before_he_leaves(table: Table) -> None:
    record(table, 1, arbiter(table.round.of_tournament.club))
    phone = phone_of(player(table, EST))
    page = reverse("own_leaving", args=[table.round.tournament_id])
    assert "Vous jouez à la table 1 : finissez-y d’abord." in read(phone.post(page, follow=True))
    Table.objects.update(closed_at=NOW)
    assert "Vous êtes retiré de ce tournoi." in read(phone.post(page, follow=True))


def test_who_was_given_another_chair_reads_it_at_once(table: Table) -> None:
    tournament, phone = table.round.of_tournament, phone_of(player(table, EST))
    there = seat(Table.objects.get(round=table.round, number=2), NORD).registration
    before = phone.get("/moi/?fragment")
    assert "Table 1, <span>Est</span>" in read(before)
    swap(tournament, 1, seat(table, EST).registration, there, by=arbiter(tournament.club))
    after = phone.get("/moi/?fragment", headers={"if-none-match": before["ETag"]})
    assert "Table 2, <span>Nord</span>" in read(after)


# At the table


def test_who_came_by_his_link_need_not_say_his_name_at_the_table(table: Table) -> None:
    phone = PhoneAt(table, client=phone_of(player(table, EST)))
    text = phone.text()
    assert "Est-ce bien cela ?" not in text
    assert "Je ne suis pas BERNARD Béa" in text
    phone.post("table_seat", {"chair": ""})  # it was handed over
    assert phone.row().seat is None
    assert "Est-ce bien cela ?" in phone.text()


def test_at_a_table_where_he_does_not_sit_he_is_asked_as_everybody(table: Table) -> None:
    other = Table.objects.get(round=table.round, number=2)
    phone = PhoneAt(other, client=phone_of(player(table, EST)))
    assert "Est-ce bien cela ?" in phone.text()


@pytest.mark.parametrize("cookie", ["", "x", "1-1-1-000000000000"])
def test_a_forged_link_holds_no_phone(table: Table, cookie: str) -> None:
    client = Client()
    client.cookies["joueur"] = cookie
    assert "Est-ce bien cela ?" in PhoneAt(table, client=client).text()


def test_a_withdrawn_link_holds_no_phone(table: Table) -> None:
    client = phone_of(player(table, EST))
    Player.objects.update(link_version=2)
    assert "Est-ce bien cela ?" in PhoneAt(table, client=client).text()
