"""The key of a form belongs to what it wrote: sent for something else, elsewhere too, it writes and returns nothing."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from scoring.imports.past_results import PastConcours, import_past_results
from scoring.imports.past_seasons import import_past_seasons
from scoring.labels import PenaltyTarget, ProtestAbout
from scoring.models import PenaltyKind
from scoring.services.decisions.penalties import give_penalty
from scoring.services.decisions.protests import contest
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.moves import move_donne
from tests.factories import DAY, NOW, AccountFactory, ClubFactory, RegistrationFactory, TournamentFactory
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.imports.files import read_past_results, read_season_file
from tests.scoring.sheets import chelem_called, record, seat, seated
from tournaments.labels import Keeps, PaymentMethod, Status
from tournaments.models import Account, JournalEntry, Rate, Table, Tournament
from tournaments.queries.draws.seating import digest, places
from tournaments.refusals import Refusal
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.money.payments import count_cash, take_payment

pytestmark = pytest.mark.django_db


@dataclass
class Place:
    """Two tables of a tournament, and who runs it."""

    tables: list[Table]
    by: Account

    @property
    def tournament(self) -> Tournament:
        return self.tables[0].round.tournament


Send = Callable[[Place, uuid.UUID], object]


def donne(place: Place, key: uuid.UUID) -> object:
    return record(place.tables[0], 1, place.by, key=key)


def move(place: Place, key: uuid.UUID) -> object:
    line = record(place.tables[0], 2, place.by)
    return move_donne(line=line, table=place.tables[1], number=3, reason="table", key=key, by=place.by, at=NOW)


def card_record(place: Place, key: uuid.UUID) -> object:
    record(place.tables[0], 1, place.by, COMMENTED_LINE)
    return attach(place.tables[0], place.by, key=key)


def balances(place: Place, key: uuid.UUID) -> object:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = Table.objects.get(pk=place.tables[0].pk)
    even = {0: 30, 1: -10, 2: -10, 3: -10}
    return record_balances(table=table, balances=even, key=key, replaces=[], by=place.by, at=NOW)


def call(place: Place, key: uuid.UUID) -> object:
    return chelem_called(place.tables[0], place.by, key=key)


def penalty(place: Place, key: uuid.UUID) -> object:
    kind, _new = PenaltyKind.objects.get_or_create(code="RETARD-X", name="Retard", points=-10)
    return give_penalty(
        tournament=place.tournament, kind=kind, target=PenaltyTarget.PLAYER, points=-10, reason="retard", key=key,
        registration=seat(place.tables[0], 0).registration, by=place.by, at=NOW,
    )  # fmt: skip


def swap(place: Place, key: uuid.UUID) -> object:
    one, other = (seat(table, 0).registration_id for table in place.tables)
    return swap_players(
        tournament=place.tournament, number=1, one=one, other=other, seen=digest(places(place.tournament)),
        key=key, reason="genou", by=place.by, at=NOW,
    )  # fmt: skip


def replacement(place: Place, key: uuid.UUID) -> object:
    comer = RegistrationFactory(tournament=place.tournament, status=Status.PRESENT)
    leaver = seat(place.tables[0], 1).registration_id
    return replace_player(
        tournament=place.tournament, leaver=leaver, comer=comer.pk, number=1, key=key, reason="souffrant",
        by=place.by, at=NOW,
    )  # fmt: skip


def payment(place: Place, key: uuid.UUID) -> object:
    entry = seat(place.tables[0], 0).registration
    entry.rate, _new = Rate.objects.get_or_create(tournament=place.tournament, label="Entrée", amount=500, place=1)
    entry.save()
    return take_payment(
        tournament=place.tournament, registration=entry.pk, method=PaymentMethod.CASH, key=key, by=place.by, at=NOW
    )


def cash(place: Place, key: uuid.UUID) -> object:
    return count_cash(tournament=place.tournament, opening=0, counted=0, key=key, by=place.by, at=NOW)


def past_results(place: Place, key: uuid.UUID) -> object:
    file = read_past_results("joueur;rang;séquence 1;total\nDUPONT Jean;1;40;40\nDURAND Luc;2;-40;-40\n".encode())
    past = PastConcours(name="Carbay", date=DAY)
    return import_past_results(club=place.tournament.club, past=past, file=file, key=key, by=place.by, at=NOW)


def past_seasons(place: Place, key: uuid.UUID) -> object:
    file = read_season_file(b"date;preneur;contrat;fait;Anne;Bob;Zoe\n2021-03-09;Anne;garde;1;100;-50;-50\n")
    return import_past_seasons(club=place.tournament.club, file=file, name="2021", key=key, by=place.by, at=NOW)


def protest(place: Place, key: uuid.UUID) -> object:
    return contest(
        table=place.tables[0], about=ProtestAbout.SHEET, seat=None, reason="total faux", key=key, by=place.by, at=NOW
    )


PREPARED: dict[Send, int] = {move: 1, card_record: 1}  # lines of the journal: their donne is written first
SENDS = [
    donne,
    move,
    card_record,
    balances,
    call,
    penalty,
    swap,
    replacement,
    payment,
    cash,
    past_results,
    past_seasons,
    protest,
]


def a_place() -> Place:
    tournament = TournamentFactory(club=ClubFactory())
    return Place(seated(tournament, tables=2), AccountFactory())


def before_and_after(send: Send, place: Place, key: uuid.UUID) -> tuple[int, int]:
    """Return how many lines the journal has of that club before the form is sent there, and after it was refused."""
    journal = JournalEntry.objects.filter(club=place.tournament.club)
    before = journal.count()
    with pytest.raises(Refusal, match="déjà servi"):
        send(place, key)
    return before, journal.count()


@pytest.mark.parametrize("send", SENDS)
def test_a_key_of_another_tournament_writes_nothing_and_tells_nothing_of_it(send: Send) -> None:
    here, there, key = a_place(), a_place(), uuid.uuid4()
    send(here, key)
    prepared = PREPARED.get(send, 0)
    before, after = before_and_after(send, there, key)
    assert after - before == prepared


@pytest.mark.parametrize("send", [donne, move, card_record, balances, call, replacement, payment, protest])
def test_a_key_of_other_tables_of_the_same_tournament_neither(send: Send) -> None:
    here, key = a_place(), uuid.uuid4()
    turned = Place([here.tables[1], here.tables[0]], here.by)
    send(here, key)
    prepared = PREPARED.get(send, 0)
    before, after = before_and_after(send, turned, key)
    assert after - before == prepared
