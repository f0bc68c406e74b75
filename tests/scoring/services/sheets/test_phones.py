"""Who writes at a table has no account: his name, his place and his phone stand on the sheet and in the journal."""

import datetime
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Phone
from scoring.services.sheets.phones import SEEN_EVERY, come_in, take_seat
from tests.factories import NOW, TournamentFactory, arbiter
from tests.scoring.sheets import EST, record, seat, seated
from tests.whole_database import digests
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Player, Seat, Table, Tournament
from tournaments.queries.pages.table_codes import token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    table = seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=2), tables=2)[1]
    Player.objects.filter(registrations__seats=seat(table, EST)).update(last_name="DUPONT", first_name="Jean")
    return table


def a_phone(table: Table, held_by: Seat | None = None) -> Phone:
    phone = come_in(table=table, key=uuid.uuid4(), at=NOW)
    take_seat(phone=phone, seat=held_by)
    return phone


def test_a_line_says_on_which_phone_and_by_whom_it_was_written(table: Table) -> None:
    named, unnamed = a_phone(table, seat(table, EST)), a_phone(table)
    first, second = record(table, 1, named), record(table, 2, unnamed)
    assert (first.written_by, first.phone, first.written_by_name) == (
        None,
        named,
        "DUPONT Jean, téléphone de la table 2",
    )
    assert (second.written_by, second.phone, second.written_by_name) == (None, unnamed, "téléphone de la table 2")
    entries = JournalEntry.objects.order_by("pk").values_list("by", "by_name", "device")
    assert list(entries) == [
        (None, "DUPONT Jean, téléphone de la table 2", "téléphone de la table 2"),
        (None, "téléphone de la table 2", "téléphone de la table 2"),
    ]


def test_who_was_given_another_table_no_longer_signs_here(table: Table) -> None:
    phone = a_phone(table, seat(table, EST))
    elsewhere = Table.objects.exclude(pk=table.pk).get()
    Seat.objects.filter(table=elsewhere, chair=EST).delete()
    Seat.objects.filter(pk=phone.seat_id).update(table=elsewhere)
    phone = Phone.objects.get()
    assert (phone.sits_at, str(phone)) == (None, "téléphone de la table 2")


def test_a_phone_is_written_down_once_and_not_at_every_look(table: Table) -> None:
    key = uuid.uuid4()
    assert come_in(table=table, key=key, at=NOW) == come_in(table=table, key=key, at=NOW + SEEN_EVERY / 2)
    assert Phone.objects.get().last_seen == NOW
    come_in(table=table, key=key, at=NOW + datetime.timedelta(minutes=3))
    assert Phone.objects.get().last_seen == NOW + datetime.timedelta(minutes=3)
    assert Phone.objects.get().first_seen == NOW


def test_a_link_of_an_evening_that_is_over_writes_nothing_at_all(table: Table) -> None:
    """Not even which phones read: whoever has the link of an old evening could add a row with every look."""
    known = a_phone(table, seat(table, EST))
    Tournament.objects.update(state=TournamentState.FINISHED)
    before = digests()
    for client in (Client(), Client()):
        page = reverse("table_page", args=[token_of(table, table.round.of_tournament)])
        assert client.get(page).status_code == 200
        assert client.post(f"{page}moi/", {"chair": EST}).status_code == 303
    table.round.of_tournament.refresh_from_db()
    again = come_in(table=table, key=known.key, at=NOW + datetime.timedelta(days=1))
    take_seat(phone=again, seat=None)
    assert str(again) == "téléphone de la table 2"
    assert digests() == before


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36", "Chrome"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge"),
        ("Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15", "Safari"),
        ("curl/8.0", ""),
    ],
)
def test_the_journal_says_in_which_browser_somebody_at_the_desk_wrote(table: Table, agent: str, device: str) -> None:
    record(table, 1, arbiter(table.round.of_tournament.club))
    record(table, 2, arbiter(table.round.of_tournament.club))
    desk = Client(headers={"user-agent": agent})
    by = arbiter(table.round.of_tournament.club)
    desk.force_login(by, backend="allauth.account.auth_backends.AuthenticationBackend")
    place = {"tournament_id": table.round.tournament_id, "round_number": 1, "table_number": 2}
    assert desk.post(reverse("close_sheet", kwargs=place)).status_code == 303
    entry = JournalEntry.objects.order_by("pk").last()
    assert (entry.action, entry.by, entry.device) == ("feuille close", by, device)
