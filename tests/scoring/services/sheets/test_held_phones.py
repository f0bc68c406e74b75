"""A phone is of the player who said so, and not of his chair: who sits there next is somebody else."""

import uuid
from importlib import import_module

import pytest
from django.apps import apps

from scoring.labels import CallAbout, ProtestAbout
from scoring.models import Confirmation, Phone, Protest
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.phones import gone_from, held_elsewhere, phones_at, who_writes
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.arbiter_calls import call_arbiter
from scoring.services.decisions.protests import contest
from scoring.services.sheets.confirmations import sign_sheet
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.phones import begin_writing, come_in, look_in, phone_of, take_seat
from tests.factories import NOW, RegistrationFactory, TournamentFactory, organiser
from tests.refusals import refusal_of
from tests.scoring.sheets import EST, GARDE, NORD, SUD, named, record, seat, seated
from tests.scoring.sheets import phone_of as phone_at
from tournaments.labels import Keeps, Status, TournamentState
from tournaments.models import Account, JournalEntry, Registration, Round, Seat, SeatChange, Table, Tournament
from tournaments.queries.draws.seating import digest, places
from tournaments.queries.pages.personal_links import evening_code
from tournaments.services.draws.replacements import replace_player, undo_replacement
from tournaments.services.draws.seat_changes import swap_players

pytestmark = pytest.mark.django_db
NAMES = ("MARTIN Ada", "BERNARD Béa", "PETIT Cid", "DURAND Dan")
UNNAMED = "téléphone de la table 1"


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2, rounds_planned=2)
    table = seated(tournament, tables=2)[0]
    named(table, NAMES)
    return table


@pytest.fixture
def boss(table: Table) -> Account:
    return organiser(table.round.of_tournament.club)


def replaced(table: Table, boss: Account, chair: int = EST) -> SeatChange:
    """Have ROY Zoé take the place of whoever sits on a chair."""
    comer = RegistrationFactory(tournament=table.round.of_tournament, player__last_name="ROY", player__first_name="Zoé")
    leaver = seat(table, chair).registration.pk
    asked = {"number": 1, "key": uuid.uuid4(), "reason": "malade", "by": boss, "at": NOW}
    return replace_player(tournament=table.round.of_tournament, leaver=leaver, comer=comer.pk, **asked)


def exchanged(one: Seat, other: Seat, boss: Account) -> None:
    """Have two players exchange their places before anything is played."""
    tournament = Tournament.objects.get()
    asked = {"seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "vue", "by": boss, "at": NOW}
    of_whom = {"one": one.registration_id, "other": other.registration_id}
    swap_players(tournament=tournament, number=1, **of_whom, **asked)


def again(phone: Phone) -> Phone:
    """Return a phone as its next request finds it."""
    found = phone_of(key=phone.key, table=Table.objects.select_related("round__tournament").get(pk=phone.table_id))
    assert found is not None
    return found


def sent(phone: Phone, number: int = 1) -> SentDonne:
    return SentDonne(phone.table, number, GARDE, uuid.uuid4(), phone, NOW)


def test_whoever_takes_the_place_takes_no_phone(table: Table, boss: Account) -> None:
    phone = phone_at(table, EST)
    begin_writing(phone, 1, at=NOW)
    change = replaced(table, boss)
    phone = again(phone)
    assert (phone.sits_at, str(phone)) == (None, UNNAMED)
    assert [held.sits_at for held in phones_at(table)] == [None]
    (writing,) = who_writes(phones_at(table), sheet_of(phone.table), NOW)
    assert writing.who == ""
    assert str(enter_donne(sent(phone)).line.written_by_name) == UNNAMED
    take_seat(phone=phone, seat=seat(table, EST))  # handed over to who came
    assert str(again(phone)) == f"ROY Zoé, {UNNAMED}"
    assert change.one.player.full_name == NAMES[EST]


def test_where_the_other_camp_confirms_it_is_asked_who_holds_it(table: Table, boss: Account) -> None:
    Tournament.objects.update(needs_confirmation=True)
    phone = phone_at(table, EST)
    replaced(table, boss)
    assert refusal_of(enter_donne, sent(again(phone))).code == "writer_unknown"
    take_seat(phone=(phone := again(phone)), seat=seat(table, EST))
    assert enter_donne(sent(phone)).line.writer == seat(table, EST)


def test_who_was_excluded_writes_nothing_once_somebody_has_his_place(table: Table, boss: Account) -> None:
    phone = phone_at(table, EST)
    change = replaced(table, boss)
    Registration.objects.filter(pk=change.one_id).update(status=Status.EXCLUDED)
    refusal = refusal_of(enter_donne, sent(again(phone)))
    assert refusal.code == "excluded"
    assert NAMES[EST] in str(refusal)


def test_the_place_given_back_is_again_that_of_his_phone(table: Table, boss: Account) -> None:
    phone, comers = phone_at(table, EST), phone_at(table, NORD)
    change = replaced(table, boss)
    take_seat(phone=comers, seat=seat(table, EST))
    undo_replacement(change=change, by=boss, at=NOW)
    assert str(again(phone)) == f"{NAMES[EST]}, {UNNAMED}"
    assert str(again(comers)) == UNNAMED


def test_a_place_that_is_given_while_a_donne_is_on_its_way_is_not_its_writers(table: Table, boss: Account) -> None:
    Tournament.objects.update(needs_confirmation=True)
    phone = phone_at(table, EST)
    replaced(table, boss)  # after this request had read who holds the phone
    line = enter_donne(sent(phone)).line
    assert (line.writer, line.written_by_name) == (None, UNNAMED)
    assert JournalEntry.objects.latest("pk").by_name == UNNAMED


def test_nobody_contests_calls_or_signs_for_who_took_his_place_meanwhile(table: Table, boss: Account) -> None:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    phone, seen = phone_at(table, EST), seat(table, EST)
    assert phone.sits_at is not None
    replaced(table, boss)
    said = {"table": table, "key": uuid.uuid4(), "by": phone, "at": NOW}
    about_places = {"about": ProtestAbout.SEATS, "reason": "mal assis"}
    doors = {
        "contest": lambda: contest(seat=phone.sits_at, **about_places, **said),
        "call": lambda: call_arbiter(about=CallAbout.CHELEM, number=1, seat=seen, **said),
        "sign": lambda: sign_sheet(table=table, seat=seen, seen="", by=phone, at=NOW),
    }
    assert {door: refusal_of(act).code for door, act in doors.items()} == dict.fromkeys(doors, "not_at_this_table")
    phone = again(phone)
    unnamed = contest(seat=phone.sits_at, **about_places, **said | {"by": phone})
    assert (unnamed.seat, unnamed.by_name, Protest.objects.count()) == (None, UNNAMED, 1)


def test_a_confirmation_stays_with_who_made_it_and_no_phone_of_before_lent_it(table: Table, boss: Account) -> None:
    """A table that has a donne keeps its players: what is exchanged before changes no name on the sheet."""
    of_leaver = phone_at(table, EST)
    replaced(table, boss)
    line = record(table, 1, phone_at(table, SUD))
    Confirmation.objects.create(line=line, seat=seat(table, NORD), phone=of_leaver, by_name=NAMES[NORD], at=NOW)
    (told,) = agreement_of(sheet_of(again(of_leaver).table)).lines.values()
    assert (told.confirmed_by, told.lent_by) == (NAMES[NORD], "")


def test_a_phone_with_his_link_is_his_until_somebody_has_his_place(table: Table, boss: Account) -> None:
    phone = come_in(table=table, key=uuid.uuid4(), at=NOW, link=evening_code(seat(table, EST).registration))
    assert str(again(phone)) == f"{NAMES[EST]}, {UNNAMED}"
    replaced(table, boss)
    assert str(again(phone)) == UNNAMED


def test_it_is_told_where_he_sits_now_or_who_has_his_place(table: Table, boss: Account) -> None:
    other = Table.objects.get(round=table.round, number=2)
    phone, unnamed = phone_at(table, EST), phone_at(table)
    assert [gone_from(phone), gone_from(unnamed)] == [None, None]
    exchanged(seat(table, EST), seat(other, NORD), boss)
    gone = gone_from(again(phone))
    assert gone is not None
    assert (gone.who, gone.seat, gone.replaced_by) == (NAMES[EST], seat(other, NORD), "")
    exchanged(seat(table, EST), seat(other, NORD), boss)
    assert gone_from(again(phone)) is None
    leaver = replaced(table, boss).one
    later = Round.objects.create(tournament=table.round.of_tournament, number=2, published_at=NOW)
    Seat.objects.create(round=later, registration=leaver)  # of another position
    gone = gone_from(again(phone))
    assert gone is not None
    assert (gone.who, gone.seat, gone.replaced_by) == (NAMES[EST], None, "ROY Zoé")
    Seat.objects.filter(pk=seat(table, EST).pk).delete()
    gone = gone_from(again(phone))
    assert gone is not None
    assert (gone.seat, gone.replaced_by) == (None, "")


def test_who_was_moved_is_not_sent_back_to_his_old_table(table: Table, boss: Account) -> None:
    other = Table.objects.get(round=table.round, number=2)
    phone = phone_at(table, EST)
    there = come_in(table=other, key=phone.key, at=NOW)
    assert held_elsewhere(there, other) == phone
    exchanged(seat(table, EST), seat(other, NORD), boss)
    assert held_elsewhere(there, other) is None


def test_after_the_end_a_phone_that_only_reads_is_whose_it_was(table: Table, boss: Account) -> None:
    phone, lost = phone_at(table, SUD), phone_at(table, EST)
    replaced(table, boss)
    Tournament.objects.update(state=TournamentState.FINISHED)
    table = again(phone).table
    assert look_in(table=table, key=phone.key, at=NOW).sits_at == seat(table, SUD)
    assert look_in(table=table, key=lost.key, at=NOW).sits_at is None


def test_the_phones_of_before_are_of_who_sits_there_unless_the_place_was_given_since(
    table: Table, boss: Account
) -> None:
    phones = {chair: phone_at(table, chair) for chair in (SUD, EST, NORD)}
    unnamed = phone_at(table)
    replaced(table, boss)
    undo_replacement(change=replaced(table, boss, NORD), by=boss, at=NOW)
    late = phone_at(table, EST, at=NOW.replace(year=NOW.year + 1))
    Phone.objects.update(holder=None)
    assert [again(phone).sits_at for phone in phones.values()] == [None] * 3
    import_module("scoring.migrations.0008_a_phone_knows_its_player").who_sits_there(apps, None)
    known = {chair: again(phone).holder for chair, phone in phones.items()}
    assert known == {SUD: seat(table, SUD).registration, EST: None, NORD: None}
    assert again(late).sits_at == seat(table, EST)
    assert again(unnamed).holder is None
