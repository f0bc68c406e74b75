"""The page of a table is opened by its code, and by nothing else: signed, revocable, dead when it should be."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Phone
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.table_access import ShutTable, access_of
from scoring.services.sheets.cancelled_rounds import cancel_round
from scoring.services.sheets.sheets import close_sheet
from scoring.views.table.tables import GUESSED_CODES
from tests.factories import NOW, AccountFactory, TournamentFactory
from tests.scoring.sheets import record, seated
from tests.texts import NO_BREAK
from tournaments.labels import TournamentState
from tournaments.models import Table, Tournament
from tournaments.queries.pages.table_codes import card_token_of, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1)
    return seated(tournament, tables=2)[0]


def token(table: Table) -> str:
    table.refresh_from_db()
    return token_of(table, Tournament.objects.get(pk=table.round.tournament_id))


def page(code: str, client: Client | None = None) -> tuple[int, str]:
    """Return the status and the text of the page that a code opens."""
    answer = (client or Client()).get(reverse("table_page", kwargs={"token": code}))
    return answer.status_code, answer.content.decode().translate(NO_BREAK)


def test_a_code_opens_its_table_and_names_who_sits_there(table: Table) -> None:
    status, text = page(token(table))
    assert status == 200
    assert [str(seat.registration.player.full_name) in text for seat in table.seats.all()] == [True] * 4
    other = Table.objects.get(round=table.round, number=2)
    assert [str(seat.registration.player.full_name) in text for seat in other.seats.all()] == [False] * 4


def test_what_a_code_opens_or_refuses_is_kept_by_no_cache(table: Table) -> None:
    for code in (token(table), "AAAA-AAAA"):
        answer = Client().get(reverse("table_page", kwargs={"token": code}))
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


def test_a_code_is_short_enough_for_a_small_qr_code(table: Table) -> None:
    assert len(token(table)) < 24


def card(table: Table) -> str:
    return card_token_of(Tournament.objects.get(pk=table.round.tournament_id), table.number)


def test_the_card_of_a_table_opens_what_is_played_there(table: Table) -> None:
    (later, _other) = seated(table.round.of_tournament, tables=2, round_number=2)
    assert access_of(card(table)).of_table == table
    assert access_of(card(table)).token == token(table)
    Table.objects.filter(pk=table.pk).update(closed_at=NOW)
    assert access_of(card(table)).of_table == later
    assert page(card(table))[0] == 200


def test_a_card_is_revoked_with_its_table_and_with_all(table: Table) -> None:
    code = card(table)
    other = card(Table.objects.get(round=table.round, number=2))
    revoked_for_the_table(table)
    assert (access_of(code).shut, access_of(other).shut) == (ShutTable.REVOKED, None)
    revoked_for_all(table)
    assert access_of(other).shut is ShutTable.REVOKED


def test_a_card_of_no_table_opens_nothing(table: Table) -> None:
    tournament = table.round.of_tournament
    assert access_of(card_token_of(tournament, 9)).shut is ShutTable.REDRAWN
    assert access_of(card(table).replace("0-", "0-9", 1)).shut is ShutTable.FORGED
    assert access_of(card(table)[2:]).shut is ShutTable.FORGED


def forged(table: Table) -> str:
    *said, signature = token(table).split("-", 3)  # a signature may hold dashes of its own
    return "-".join([*said, signature[::-1]])


def of_another_table(table: Table) -> str:
    other = Table.objects.get(round=table.round, number=2)
    return token(table).replace(token(table).split("-")[0], token(other).split("-")[0], 1)


@pytest.mark.parametrize("made", [forged, of_another_table, lambda _table: "1-1-1-abc", lambda _table: "é" * 300])
def test_a_code_that_nobody_made_opens_nothing(table: Table, made: Callable[[Table], str]) -> None:
    status, text = page(made(table))
    assert (status, access_of(made(table)).shut) == (404, ShutTable.FORGED)
    assert "Ce code n’ouvre aucune table." in text
    assert Phone.objects.count() == 0


def revoked_for_the_table(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(entry_version=2)


def revoked_for_all(table: Table) -> None:
    Tournament.objects.update(entry_version=2)


def switched_off(table: Table) -> None:
    Tournament.objects.update(entry_at_tables=False)


def drawn_again(table: Table) -> None:
    table.round.delete()


def cancelled(table: Table) -> None:
    record(table, 1, AccountFactory())
    cancel_round(
        tournament=table.round.of_tournament,
        number=1,
        seen=seen_in(table.round),
        reason="mauvais étuis",
        by=AccountFactory(),
        at=NOW,
    )


def still_a_draft(table: Table) -> None:
    Tournament.objects.update(state=TournamentState.DRAFT)


@pytest.mark.parametrize(
    ("happens", "shut", "sentence"),
    [
        (revoked_for_the_table, ShutTable.REVOKED, "Ce code ne vaut plus : l’organisateur l’a remplacé."),
        (revoked_for_all, ShutTable.REVOKED, "Ce code ne vaut plus : l’organisateur l’a remplacé."),
        (switched_off, ShutTable.OFF, "À ce tournoi, les feuilles sont saisies par l’arbitre : remettez-lui la vôtre."),
        (drawn_again, ShutTable.REDRAWN, "Cette position a été tirée à nouveau ou annulée"),
        (cancelled, ShutTable.REDRAWN, "Cette position a été tirée à nouveau ou annulée"),
        (still_a_draft, ShutTable.NOT_BEGUN, "Ce tournoi n’est pas encore annoncé."),
    ],
)
def test_a_code_that_no_longer_opens_says_why(
    table: Table, happens: Callable[[Table], None], shut: ShutTable, sentence: str
) -> None:
    code = token(table)
    happens(table)
    status, text = page(code)
    assert (status, access_of(code).shut) == (410, shut)
    assert sentence in text


def test_a_closed_sheet_is_read_and_takes_nothing_more(table: Table) -> None:
    by = AccountFactory()
    record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    status, text = page(token(table))
    assert status == 200
    assert "Cette feuille est close" in text


def says_nobody(code: str, client: Client) -> None:
    """Send the first thing that a phone sends: nobody in particular holds it."""
    page(code, client)
    assert client.post(reverse("table_seat", kwargs={"token": code}), {"chair": ""}).status_code == 303


def test_a_phone_keeps_its_key_and_is_in_once_at_a_table_from_what_it_sends_first(table: Table) -> None:
    client = Client()
    for _look in range(2):
        page(token(table), client)
    assert not Phone.objects.exists()
    says_nobody(token(table), client)
    says_nobody(token(table), client)
    says_nobody(token(Table.objects.get(round=table.round, number=2)), client)
    says_nobody(token(table), Client())
    phones = list(Phone.objects.order_by("pk"))
    assert [phone.table.number for phone in phones] == [1, 2, 1]
    assert phones[0].key == phones[1].key != phones[2].key


def test_a_key_that_somebody_wrote_himself_is_not_taken(table: Table) -> None:
    client = Client()
    says_nobody(token(table), client)
    stolen = Phone.objects.get()
    client.cookies["telephone"] = str(stolen.key)
    says_nobody(token(table), client)
    assert Phone.objects.count() == 2


def test_no_cache_keeps_what_a_table_reads(table: Table) -> None:
    answer = Client().get(reverse("table_page", kwargs={"token": token(table)}))
    assert "no-store" in answer.headers["Cache-Control"]


def find(code: str, number: int | str, client: Client | None = None) -> object:
    return (client or Client()).post(reverse("find_table"), {"code": code, "table": number})


def test_the_code_of_the_evening_leads_to_a_table(table: Table) -> None:
    code = table.round.of_tournament.entry_code
    for typed in (code, code.lower(), f" {code[:2]} {code[2:]}-"):
        answer = find(typed, 1)
        assert (answer.status_code, answer.url) == (303, reverse("table_page", kwargs={"token": token(table)}))


def test_it_leads_to_the_position_that_is_played(table: Table) -> None:
    tournament = table.round.of_tournament
    (later, _other) = seated(tournament, tables=2, round_number=2)
    assert find(tournament.entry_code, 1).url == reverse("table_page", kwargs={"token": token(table)})
    Table.objects.filter(pk=table.pk).update(closed_at=NOW)
    assert find(tournament.entry_code, 1).url == reverse("table_page", kwargs={"token": token(later)})
    Table.objects.filter(pk=later.pk).update(closed_at=NOW)
    assert find(tournament.entry_code, 1).url == reverse("table_page", kwargs={"token": token(later)})


def test_a_wrong_code_says_so_and_keeps_what_was_typed(table: Table) -> None:
    answer = find("ZZZZZ", 1)
    assert answer.status_code == 422
    text = answer.content.decode().translate(NO_BREAK)
    assert "Aucune table 1 ne répond à ce code." in text
    assert 'value="ZZZZZ"' in text


def test_one_joker_s_wrong_codes_are_stopped_and_keep_nobody_of_his_address_out(table: Table) -> None:
    for _attempt in range(40):
        assert find("ZZZZZ", 1).status_code == 422
    told = find("ZZZZZ", 1)
    assert told.status_code == 429
    assert 0 < int(told["Retry-After"]) <= 600
    assert find(table.round.of_tournament.entry_code, 1).status_code == 303


def test_whoever_guesses_codes_by_hundreds_learns_nothing_and_nobody_else_is_kept_out(table: Table) -> None:
    for _attempt in range(GUESSED_CODES.most):
        GUESSED_CODES.wait("127.0.0.1")
    code = table.round.of_tournament.entry_code
    told = find(code, 1)
    assert told.status_code == 429
    assert 0 < int(told["Retry-After"]) <= 600
    assert find(code, 1, Client(REMOTE_ADDR="192.0.2.7")).status_code == 303


def test_a_phone_that_was_at_a_table_is_counted_apart_from_those_of_its_address(table: Table) -> None:
    phone, looked = Client(), Client()
    page(token(table), looked)
    says_nobody(token(table), phone)
    for _attempt in range(GUESSED_CODES.most):
        GUESSED_CODES.wait("127.0.0.1")
    told = find(table.round.of_tournament.entry_code, 1, looked)
    assert told.status_code == 429
    assert "photographiez-le" in told.content.decode()
    assert find(table.round.of_tournament.entry_code, 1, phone).status_code == 303

    assert [find("ZZZZZ", 1, phone).status_code for _attempt in range(41)] == [422] * 40 + [429]
    for _attempt in range(GUESSED_CODES.most - 41):
        GUESSED_CODES.wait(str(Phone.objects.get().key))
    assert find(table.round.of_tournament.entry_code, 1, phone).status_code == 429


def test_two_evenings_never_have_the_same_code() -> None:
    codes = [TournamentFactory().entry_code for _tournament in range(30)]
    assert len(set(codes)) == 30
    assert {len(code) for code in codes} == {5}
    assert set("".join(codes)).isdisjoint("IOQ0123456789")
