"""A table agrees upon its sheet: the other camp confirms, everybody signs, and reads where he goes next."""

from typing import Any

import pytest

from scoring.models import Confirmation, Phone, SheetLine, Signature
from scoring.queries.table.agreements import agreement_of, next_places
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.phones import revoke_codes, take_seat
from tests.factories import NOW, TournamentFactory, arbiter
from tests.refusals import refused
from tests.scoring.sheets import EST, FIFTH, NORD, OUEST, SUD, garde, phone_of, record, seat, seated, void
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1))[0]


def confirm(line: SheetLine, chair: int, by: Phone | None = None) -> Confirmation:
    return confirm_line(line=line, seat=seat(line.table, chair), by=by or phone_of(line.table, chair), at=NOW)


def may(table: Table, number: int = 1) -> list[int | None]:
    agreement = agreement_of(sheet_of(Table.objects.select_related("round__tournament").get(pk=table.pk)))
    return [one.chair for one in agreement.lines[number].may_confirm]


@pytest.mark.parametrize(
    ("chair", "confirms"),
    [(SUD, [EST, NORD, OUEST]), (EST, [SUD]), (OUEST, [SUD]), (None, [EST, NORD, OUEST])],
)
def test_the_camp_opposed_to_the_writer_confirms(table: Table, chair: int | None, confirms: list[int]) -> None:
    line = record(table, 1, phone_of(table, chair))
    assert may(table) == confirms
    assert confirm(line, confirms[0]).by_name == seat(table, confirms[0]).registration.player.full_name
    assert may(table) == []


@pytest.mark.parametrize("chair", [SUD, EST, FIFTH])
def test_the_mort_is_of_no_camp(chair: int) -> None:
    table = seated(TournamentFactory(state=TournamentState.RUNNING), chairs=5)[0]
    record(table, 1, phone_of(table, chair), garde(mort=FIFTH), confirmed=None)
    assert may(table) == {SUD: [EST, NORD, OUEST], EST: [SUD], FIFTH: [SUD, EST, NORD, OUEST]}[chair]


def test_anybody_else_confirms_a_donne_that_was_not_played(table: Table) -> None:
    record(table, 1, phone_of(table, EST), void("passee"))
    assert may(table) == [SUD, NORD, OUEST]


def test_what_an_arbiter_wrote_needs_nobody(table: Table) -> None:
    wrote = arbiter(table.round.of_tournament.club)
    line = record(table, 1, wrote)
    assert may(table) == []
    said = ("own_line", "La donne 1 a été saisie par l’arbitre : elle n’a pas à être confirmée.")
    assert refused(confirm_line, line=line, seat=seat(table, EST), by=phone_of(table, EST), at=NOW) == said
    assert refused(confirm_line, line=line, seat=None, by=wrote, at=NOW) == said


def test_a_closed_sheet_is_neither_confirmed_nor_signed(table: Table) -> None:
    line = record(table, 1, phone_of(table, EST))
    seen = agreement_of(sheet_of(table)).version
    Table.objects.filter(pk=table.pk).update(closed_at=NOW)
    said = {"seat": seat(table, SUD), "by": phone_of(table, SUD), "at": NOW}
    assert refused(confirm_line, line=line, **said)[0] == "sheet_closed"
    assert refused(sign_sheet, table=table, seen=seen, **said)[0] == "sheet_closed"
    assert (Confirmation.objects.count(), Signature.objects.count()) == (0, 0)


@pytest.mark.parametrize("chair", [EST, NORD, None])
def test_nobody_confirms_for_his_own_camp(table: Table, chair: int | None) -> None:
    line = record(table, 1, phone_of(table, EST))
    who = None if chair is None else seat(table, chair)
    code, sentence = refused(confirm_line, line=line, seat=who, by=phone_of(table, chair), at=NOW)
    name = seat(table, SUD).registration.player.full_name
    assert code == "own_line"
    assert sentence.endswith(f": {name}.")
    assert Confirmation.objects.count() == 0


def test_a_phone_that_is_handed_over_confirms_for_who_holds_it(table: Table) -> None:
    phone = phone_of(table, EST)
    line = record(table, 1, phone)
    assert confirm(line, SUD, phone).phone == phone


def test_who_says_afterwards_that_he_is_another_does_not_confirm_what_he_wrote(table: Table) -> None:
    phone = phone_of(table, EST)
    line = record(table, 1, phone)
    take_seat(phone=phone, seat=seat(table, SUD))
    assert may(table) == [SUD]
    take_seat(phone=phone, seat=None)
    assert may(table) == [SUD]
    assert refused(confirm_line, line=line, seat=seat(table, EST), by=phone, at=NOW)[0] == "own_line"


def test_confirming_twice_is_once(table: Table) -> None:
    line = record(table, 1, phone_of(table, SUD))
    assert confirm(line, EST) == confirm(line, NORD)
    assert list(Confirmation.objects.values_list("seat__chair", flat=True)) == [EST]
    assert JournalEntry.objects.filter(action="donne confirmée").count() == 1


def test_an_arbiter_confirms_whatever_he_saw(table: Table) -> None:
    by = arbiter(table.round.of_tournament.club)
    line = record(table, 1, phone_of(table, SUD))
    confirmation = confirm_line(line=line, seat=None, by=by, at=NOW)
    assert (confirmation.by, confirmation.by_name, confirmation.phone) == (by, str(by), None)


def test_a_correction_is_to_be_confirmed_again(table: Table) -> None:
    line = record(table, 1, phone_of(table, SUD))
    confirm(line, EST)
    record(table, 1, phone_of(table, SUD), garde(points="60"))
    assert may(table) == [EST, NORD, OUEST]
    code, sentence = refused(confirm_line, line=line, seat=seat(table, EST), by=phone_of(table, EST), at=NOW)
    assert (code, sentence) == (
        "stale_line",
        "La donne 1 a été changée entre-temps. Relisez-la, puis confirmez.",
    )


def seen(table: Table) -> str:
    return agreement_of(sheet_of(Table.objects.select_related("round__tournament").get(pk=table.pk))).version


def sign(table: Table, chair: int, **changes: Any) -> bool:
    wanted = {"seat": seat(table, chair), "seen": seen(table), "by": phone_of(table, chair), "at": NOW} | changes
    return sign_sheet(table=table, **wanted)


def is_closed(table: Table) -> bool:
    return Table.objects.get(pk=table.pk).closed_at is not None


def test_a_sheet_that_everybody_signed_closes_where_the_tournament_says_so(table: Table) -> None:
    Tournament.objects.update(closes_itself=True)
    record(table, 1, phone_of(table, SUD))
    assert [sign(table, chair) for chair in (SUD, EST, NORD, OUEST)] == [False, False, False, True]
    assert is_closed(table)
    actions = list(JournalEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["donne saisie", *["feuille signée"] * 4, "feuille close"]


def test_a_chelem_that_waits_for_the_arbiter_keeps_it_open(table: Table) -> None:
    Tournament.objects.update(closes_itself=True)
    record(table, 1, phone_of(table, SUD), garde(points="60", chelem_announced=True), confirmed=None)
    assert [sign(table, chair) for chair in (SUD, EST, NORD, OUEST)] == [False] * 4


def test_elsewhere_the_arbiter_closes_it(table: Table) -> None:
    record(table, 1, phone_of(table, SUD))
    assert [sign(table, chair) for chair in range(4)] == [False] * 4
    assert not is_closed(table)


def test_signing_twice_is_once(table: Table) -> None:
    record(table, 1, phone_of(table, SUD))
    sign(table, SUD)
    sign(table, SUD)
    assert Signature.objects.count() == 1
    assert JournalEntry.objects.filter(action="feuille signée").count() == 1


def test_a_sheet_that_changes_is_signed_again_by_everybody(table: Table) -> None:
    Tournament.objects.update(closes_itself=True)
    record(table, 1, phone_of(table, SUD))
    for chair in (SUD, EST, NORD):
        sign(table, chair)
    old = seen(table)
    record(table, 1, phone_of(table, SUD), garde(points="60"))
    assert not sign(table, OUEST)
    assert refused(sign, table=table, chair=SUD, seen=old)[0] == "stale_sheet"
    assert [sign(table, chair) for chair in (SUD, EST, NORD)] == [False, False, True]


def test_a_sheet_is_signed_when_it_is_complete_and_confirmed(table: Table) -> None:
    Tournament.objects.update(needs_confirmation=True)
    assert refused(sign, table=table, chair=SUD)[0] == "sheet_incomplete"
    line = record(table, 1, phone_of(table, SUD))
    assert refused(sign, table=table, chair=SUD) == (
        "sheet_unconfirmed",
        "L’autre camp n’a pas encore confirmé : donne 1. Faites confirmer, puis signez.",
    )
    confirm(line, EST)
    assert not sign(table, SUD)


def test_who_sits_elsewhere_signs_nothing_here(table: Table) -> None:
    record(table, 1, phone_of(table, SUD))
    other = seated(table.round.of_tournament, round_number=2)[0]
    assert refused(sign, table=table, chair=SUD, seat=seat(other, SUD))[0] == "not_at_this_table"


def test_everybody_reads_where_he_goes_next(table: Table) -> None:
    tournament = table.round.of_tournament
    assert next_places(sheet_of(table), 2) == []
    (there,) = seated(tournament, round_number=2)
    there.seats.filter(chair=OUEST).update(table=None, chair=None)
    assert [(place.table, place.chair) for place in next_places(sheet_of(table), 2)] == [
        (1, "Sud"),
        (1, "Est"),
        (1, "Nord"),
        (None, ""),
    ]


def test_codes_are_revoked_for_one_table_or_for_all_with_a_trace(table: Table) -> None:
    tournament = table.round.of_tournament
    by, letters = arbiter(tournament.club), tournament.entry_code
    revoke_codes(tournament=tournament, table=table, reason=" carte perdue ", by=by, at=NOW)
    table.refresh_from_db()
    tournament.refresh_from_db()
    assert (table.entry_version, tournament.entry_version, tournament.entry_code) == (2, 1, letters)
    revoke_codes(tournament=tournament, reason="code affiché dehors", by=by, at=NOW)
    tournament.refresh_from_db()
    assert tournament.entry_version == 2
    assert tournament.entry_code != letters
    assert refused(revoke_codes, tournament=tournament, reason="", by=by, at=NOW)[0] == "revoking_without_reason"
    assert JournalEntry.objects.filter(action="codes des tables révoqués").count() == 2
