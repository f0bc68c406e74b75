"""Who wrote another version of a donne and then confirms the one on the sheet withdraws his: nobody settles it."""

import uuid

import pytest
from django.urls import reverse

from scoring.labels import Kept
from scoring.models import Conflict, Phone, SheetLine
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW, TournamentFactory, organiser
from tests.scoring.api.programs import TableProgram
from tests.scoring.services.sheets.test_conflicts import STALE
from tests.scoring.sheets import EST, NORD, SUD, garde, record, seat, seated
from tests.scoring.views.tables import PhoneAt, typed
from tests.texts import NO_BREAK
from tournaments.labels import TournamentState
from tournaments.models import ByLink, JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
MINE = garde(points="51")


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2, needs_confirmation=True)
    return seated(tournament)[0]


def phone_of(table: Table, chair: int | None) -> Phone:
    phone = come_in(table=table, key=uuid.uuid4(), at=NOW)
    take_seat(phone=phone, seat=None if chair is None else seat(table, chair))
    return phone


@pytest.fixture
def line(table: Table) -> SheetLine:
    """What Sud wrote, who took; Est, of the other camp, sent another version."""
    return record(table, 1, phone_of(table, SUD))


def sent(table: Table, phone: Phone) -> Conflict:
    beside = keep_beside(SentDonne(table, 1, MINE, uuid.uuid4(), phone, NOW), refusal=STALE)
    assert isinstance(beside, Conflict)
    return beside


def waiting() -> int:
    return Conflict.objects.filter(settled_at=None).count()


def test_his_own_version_is_withdrawn_and_the_journal_says_so(table: Table, line: SheetLine) -> None:
    est = phone_of(table, EST)
    mine, other = sent(table, est), sent(table, phone_of(table, NORD))
    before = Tournament.objects.get().revision
    confirm_line(line=line, seat=seat(table, EST), by=est, at=NOW)
    done = Conflict.objects.get(pk=mine.pk)
    assert (done.kept, done.settled_at, done.settled_by_name) == (Kept.STANDING, NOW, str(est))
    assert done.settle_reason == "version retirée par qui l’avait saisie"
    assert list(Conflict.objects.filter(settled_at=None)) == [other]
    assert Tournament.objects.get().revision > before
    entry = JournalEntry.objects.get(action="version d’une donne retirée")
    assert (entry.by_name, entry.details) == (str(est), {"key": str(mine.key), "kept": "inscrite"})
    assert SheetLine.objects.get() == line


def test_on_a_phone_handed_over_only_who_confirms_withdraws_his(table: Table, line: SheetLine) -> None:
    est = phone_of(table, EST)
    sent(table, est)
    confirm_line(line=line, seat=seat(table, NORD), by=est, at=NOW)
    assert waiting() == 1
    take_seat(phone=est, seat=seat(table, NORD))  # what Est sent is still his
    confirm_line(line=line, seat=seat(table, NORD), by=est, at=NOW)
    assert waiting() == 1


def test_the_second_of_a_camp_withdraws_his_too(table: Table, line: SheetLine) -> None:
    est = phone_of(table, EST)
    sent(table, est)
    confirm_line(line=line, seat=seat(table, NORD), by=phone_of(table, NORD), at=NOW)
    before = Tournament.objects.get().revision
    confirm_line(line=line, seat=seat(table, EST), by=est, at=NOW)
    assert waiting() == 0
    assert Tournament.objects.get().revision == before + 1  # the desk, which asks again, has it go


def test_by_his_link_and_by_a_program_for_his_chair(table: Table, line: SheetLine) -> None:
    sent(table, phone_of(table, EST))
    player = seat(table, EST).registration.player
    confirm_line(line=line, seat=seat(table, EST), by=ByLink(player), at=NOW)
    assert waiting() == 0
    second = record(table, 2, phone_of(table, SUD))
    keep_beside(SentDonne(table, 2, MINE, uuid.uuid4(), phone_of(table, NORD), NOW), refusal=STALE)
    program = TableProgram.of(table, organiser(table.round.of_tournament.club))
    asked = {"if_match": str(second.pk)}
    assert program.ask("POST", "donnes/2/confirmation/", {"chair": NORD}, **asked).status_code == 200
    assert waiting() == 0
    assert program.ask("GET", "versions/", of_tournament=True).json() == []


def test_an_arbiter_who_confirms_leaves_the_versions_of_the_players(table: Table, line: SheetLine) -> None:
    sent(table, phone_of(table, EST))
    sent(table, phone_of(table, None))
    confirm_line(line=line, seat=None, by=organiser(table.round.of_tournament.club), at=NOW)
    assert waiting() == 2
    sent(table, phone_of(table, None))  # nobody confirmed on that phone either
    assert waiting() == 3


def test_what_still_waited_on_his_phone_when_he_confirmed_is_withdrawn_when_it_comes(
    table: Table, line: SheetLine
) -> None:
    est = PhoneAt(table, EST)
    confirmed = est.post("table_confirm", {"chair": EST, "line": line.pk}, number=1)
    assert confirmed.status_code == 303
    answer = est.post("table_donne", typed(points="51", garde="1"), number=1, json=True)
    assert (answer.status_code, answer.json()["kept"]) == (409, True)
    (told,) = answer.json()["sentences"]
    assert told.translate(NO_BREAK).endswith(
        "a gardé celle de la feuille (« version retirée par qui l’avait saisie »)."
    )
    assert (Conflict.objects.count(), waiting()) == (1, 0)


def test_who_sends_what_the_sheet_says_withdraws_what_he_sent_before(table: Table, line: SheetLine) -> None:
    est = PhoneAt(table, EST)
    for later in ("1", ""):
        est.post("table_donne", typed(points="51", garde="1"), number=1, json=True)
        assert waiting() == 1
        again = typed(**({"garde": later} if later else {}))
        assert est.post("table_donne", again, number=1, json=True).json()["state"] == "same"
        assert waiting() == 0


def test_the_console_counts_it_no_more(table: Table, line: SheetLine, client) -> None:  # type: ignore[no-untyped-def]
    by = organiser(table.round.of_tournament.club)
    client.force_login(by, backend="allauth.account.auth_backends.AuthenticationBackend")
    desk = reverse("desk_round", args=[table.round.tournament_id, 1])
    est = phone_of(table, EST)
    sent(table, est)
    assert "1 donne en deux versions" in client.get(desk).content.decode().replace("\xa0", " ")
    confirm_line(line=line, seat=seat(table, EST), by=est, at=NOW)
    assert "en deux versions" not in client.get(desk).content.decode().replace("\xa0", " ")
