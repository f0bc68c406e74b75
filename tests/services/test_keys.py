"""The key of a form belongs to what it wrote: sent for something else, elsewhere too, it writes and returns nothing."""

import ast
import inspect
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from scoring.imports.past_evenings import import_past_evenings
from scoring.imports.past_results import PastConcours, import_past_results
from scoring.imports.past_seasons import import_past_seasons
from scoring.labels import CallAbout, PenaltyTarget, ProtestAbout
from scoring.models import PenaltyKind, SheetTotal
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.arbiter_calls import call_arbiter
from scoring.services.decisions.incidents import note_incident
from scoring.services.decisions.penalties import give_penalty
from scoring.services.decisions.protests import contest
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.imported_totals import correct_imported
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.moves import move_donne
from scoring.services.sheets.paper import record_paper
from tests.factories import (
    DAY,
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
)
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.imports.files import read_evening_table, read_past_results, read_season_file
from tests.scoring.sheets import GARDE, chelem_called, record, seat, seated
from tests.services.rows import CALLS
from tests.services.test_rows import called_in
from tests.tournaments.rounds import evening
from tournaments.labels import ImportKind, Keeps, PaymentMethod, Publication, Status, TournamentState
from tournaments.models import (
    Account,
    BoardResult,
    Committee,
    Import,
    JournalEntry,
    Match,
    Payment,
    Rate,
    Registration,
    Table,
    Team,
    Tournament,
)
from tournaments.queries.draws.seating import digest, places
from tournaments.refusals import Refusal
from tournaments.services.clubs.leagues import publish_league
from tournaments.services.clubs.webhooks import add_webhook
from tournaments.services.draws.matches import seal_line_up
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.evening.check_in import come_unknown
from tournaments.services.fouled_boards import rule_fouled
from tournaments.services.money.payments import count_cash, give_back, take_payment
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.suspensions import SuspensionFacts, suspend
from tournaments.services.people.teams import make_team

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
    return take_payment(owed=entry, method=PaymentMethod.CASH, key=key, by=place.by, at=NOW)


def refund(place: Place, key: uuid.UUID) -> object:
    entry = seat(place.tables[0], 0).registration
    paid = {"registration": entry, "amount": 500, "method": PaymentMethod.CASH, "paid_on": NOW.date()}
    payment = entry.payments.first() or Payment.objects.create(**paid, key=uuid.uuid4(), at=NOW)
    said = {"amount": 200, "reason": "parti", "method": PaymentMethod.CASH}
    return give_back(payment=payment, **said, key=key, by=place.by, at=NOW)


def cash(place: Place, key: uuid.UUID) -> object:
    return count_cash(tournament=place.tournament, opening=0, counted=0, key=key, by=place.by, at=NOW)


def past_results(place: Place, key: uuid.UUID) -> object:
    file = read_past_results("joueur;rang;séquence 1;total\nDUPONT Jean;1;40;40\nDURAND Luc;2;-40;-40\n".encode())
    past = PastConcours(name="Carbay", date=DAY)
    return import_past_results(club=place.tournament.club, past=past, file=file, key=key, by=place.by, at=NOW)


def imported_result(place: Place, key: uuid.UUID) -> object:
    Tournament.objects.update(keeps=Keeps.TOTALS)
    one = seat(place.tables[0], 0)
    by_file = Import.objects.create(club=place.tournament.club, kind=ImportKind.RESULTS, at=NOW)
    Registration.objects.filter(pk=one.registration_id).update(imported_by=by_file)
    total, _new = SheetTotal.objects.get_or_create(
        seat=one, current=True, defaults={"points": 20, "key": uuid.uuid4(), "written_at": NOW}
    )
    return correct_imported(
        tournament=place.tournament, registration=one.registration_id, points={1: 30}, player=None, key=key,
        replaces=[total.pk], reason="mal recopié", by=place.by, at=NOW,
    )  # fmt: skip


def past_evenings(place: Place, key: uuid.UUID) -> object:
    table = read_evening_table(b"joueur;09/03/2026;16/03/2026\nDUPONT Jean;40;5\nDURAND Luc;-40;-5\n")
    said: dict[str, Any] = {"days": {0: DAY}, "season": None, "key": key, "by": place.by, "at": NOW}
    return import_past_evenings(club=place.tournament.club, table=table, **said)


def past_seasons(place: Place, key: uuid.UUID) -> object:
    file = read_season_file(b"date;preneur;contrat;fait;Anne;Bob;Zoe\n2021-03-09;Anne;garde;1;100;-50;-50\n")
    return import_past_seasons(club=place.tournament.club, file=file, name="2021", key=key, by=place.by, at=NOW)


def protest(place: Place, key: uuid.UUID) -> object:
    return contest(
        table=place.tables[0], about=ProtestAbout.SHEET, seat=None, reason="total faux", key=key, by=place.by, at=NOW
    )


def publication(place: Place, key: uuid.UUID) -> object:
    season = SeasonFactory(club=place.tournament.club)
    evening(season, 1, {PlayerFactory(club=season.club): 10})
    return publish_league(league=season.main_league, key=key, by=place.by, at=NOW)


def incident(place: Place, key: uuid.UUID) -> object:
    return note_incident(tournament=place.tournament, table=place.tables[0], text="bruit", key=key, by=place.by, at=NOW)


def fouled_board(place: Place, key: uuid.UUID) -> object:
    Tournament.objects.filter(pk=place.tournament.pk).update(compared_by="mean", void_donnes_count=True)
    Table.objects.filter(round__tournament=place.tournament).update(first_board=1, last_board=4)
    BoardResult.objects.get_or_create(seat=seat(place.tables[0], 0), board=1, hand=0, points=90)
    asked = {"tournament": place.tournament, "board": 1, "tables": place.tables[:1], "reason": "paquet mélangé"}
    return rule_fouled(**asked, key=key, by=place.by, at=NOW)


def arbiter_call(place: Place, key: uuid.UUID) -> object:
    return call_arbiter(table=place.tables[0], about=CallAbout.FAULT, reason="renonce ?", key=key, by=place.by, at=NOW)


def typing(place: Place, key: uuid.UUID) -> object:
    Tournament.objects.update(double_entry=True)
    table = Table.objects.get(pk=place.tables[0].pk)
    lines = {1: score_line(GARDE, place=sheet_of(table), number=1)}
    return record_paper(table=table, lines=lines, key=key, confirmed=frozenset(), by=place.by, at=NOW)


def entry_from_home(place: Place, key: uuid.UUID) -> object:
    tournament = TournamentFactory(club=place.tournament.club, state=TournamentState.OPEN, entries_open=True)
    return enter(tournament=tournament, facts=EntryFacts(last_name="ZIMMER", first_name="Zoé"), key=key, at=NOW)


def newcomer(place: Place, key: uuid.UUID) -> object:
    facts = PlayerFacts(last_name="ZIMMER", first_name="Zoé")
    return come_unknown(tournament=place.tournament, facts=facts, key=key, by=place.by, at=NOW)


def suspension(place: Place, key: uuid.UUID) -> object:
    committee = Committee.objects.create(name=f"Comité {place.by.pk}", slug=f"comite-{place.by.pk}")
    player, facts = PlayerFactory(club=place.tournament.club), SuspensionFacts(DAY, None, "bagarre")
    return suspend(committee=committee, player=player, facts=facts, key=key, by=place.by, at=NOW)


def team(place: Place, key: uuid.UUID) -> object:
    Tournament.objects.update(team_size=2)
    members = [seat(place.tables[0], chair).registration_id for chair in (0, 1)]
    return make_team(
        tournament=place.tournament, name="Les Bouts", members=members, captain=members[0], key=key, by=place.by, at=NOW
    )


def a_line_up(place: Place, key: uuid.UUID) -> object:
    tournament = place.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        compared_by="mean", void_donnes_count=True, team_size=4, plays_matches=True
    )
    teams = []
    for number, table in enumerate(place.tables, 1):
        said = {"tournament": tournament, "number": number, "name": f"Équipe {number}"}
        team, _new = Team.objects.get_or_create(**said, defaults={"key": uuid.uuid4()})
        tournament.registrations.filter(seats__table=table).update(team=team)
        teams.append(team)
    match, _new = Match.objects.get_or_create(
        tournament=tournament, round_number=2, number=1, one=teams[0], other=teams[1]
    )
    four = list(teams[0].members.values_list("pk", flat=True))
    return seal_line_up(match=match, team=teams[0], taker=four[0], defence=four[1:], key=key, by=place.by, at=NOW)


def webhook(place: Place, key: uuid.UUID) -> object:
    return add_webhook(
        club=place.tournament.club, url="https://exemple.fr/", events=[Publication.DRAW], key=key, by=place.by, at=NOW
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
    refund,
    cash,
    past_results,
    past_evenings,
    imported_result,
    past_seasons,
    protest,
    publication,
    incident,
    fouled_board,
    arbiter_call,
    typing,
    entry_from_home,
    newcomer,
    suspension,
    team,
    a_line_up,
    webhook,
]
ELSEWHERE = {  # services whose key belongs to what is said of them, tried beside them
    "arrive": "its payment's: `take_payment`",
    "correct_upheld": "its line's: `record_donne`",
    "give_all_back": "its refunds': `give_back`, a key for each payment is made of it",
    "keep_beside": "tests/scoring/services/sheets/test_conflicts.py",
    "publish_leagues": "its publications': `publish_league`, a key for each league is made of it",
    "restore_version": "tests/scoring/services/undo",
    "take_fees": "tests/tournaments/services/money/test_fees.py: a key for each member is made of it",
    "undo": "tests/scoring/services/undo",
}


def test_every_service_with_a_key_is_tried() -> None:
    """Found by what they take: a key, or a donne as it is sent with one."""
    takes_one = {
        call.service.__name__
        for call in CALLS
        if {"key", "sent"} & {*inspect.signature(call.service, follow_wrapped=True).parameters}
    }
    called = called_in(ast.parse(inspect.getsource(sys.modules[__name__])))
    by_helpers = {"record_donne", "attach_record", "record_chelem_call"}
    assert takes_one - called - by_helpers == ELSEWHERE.keys()


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


@pytest.mark.parametrize(
    "send", [donne, move, card_record, balances, call, replacement, payment, protest, arbiter_call, typing]
)
def test_a_key_of_other_tables_of_the_same_tournament_neither(send: Send) -> None:
    here, key = a_place(), uuid.uuid4()
    turned = Place([here.tables[1], here.tables[0]], here.by)
    send(here, key)
    prepared = PREPARED.get(send, 0)
    before, after = before_and_after(send, turned, key)
    assert after - before == prepared
