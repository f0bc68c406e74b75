"""Tables with players on their chairs, and donnes as people write them."""

import datetime
import hashlib
import json
import uuid
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet

from scoring.labels import CalledWhen, CallOutcome, Outcome, PenaltyTarget
from scoring.marque import (
    Camp,
    Chelem,
    Contract,
    Facts,
    Misere,
    MisereKind,
    PetitChelem,
    Poignee,
    PoigneeSize,
)
from scoring.marque.fields import half_points_in
from scoring.models import ChelemCall, ClubBareme, Penalty, PenaltyKind, Phone, SheetLine, SheetTotal, Writer
from scoring.queries.table.lines import codes_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.calls import record_chelem_call
from scoring.services.decisions.penalties import give_penalty
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.phones import come_in, take_seat
from tests.factories import NOW, TournamentFactory, registered
from tournaments.comparison import Method
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, Player, Round, Seat, SeatResult, Table, Tournament
from tournaments.queries.standings.standings import standings

SUD, EST, NORD, OUEST, FIFTH = range(5)


def seated(tournament: Tournament, *, chairs: int = 4, tables: int = 1, round_number: int = 1) -> list[Table]:
    """Return the tables of a new round, everyone on a chair; the same players come back in every round."""
    round_ = Round.objects.create(tournament=tournament, number=round_number, published_at=NOW)
    players = list(tournament.registrations.order_by("start_number"))
    players += registered(tournament, range(len(players) + 1, tables * chairs + 1))
    made = Table.objects.bulk_create(Table(round=round_, number=number) for number in range(1, tables + 1))
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, chair=chair, registration=players[index * chairs + chair])
        for index, table in enumerate(made)
        for chair in range(chairs)
    )
    return made


def seat(table: Table, chair: int) -> Seat:
    return table.seats.get(chair=chair)


def named(table: Table, names: Iterable[str], **changes: object) -> None:
    """Give the players of a table these names, as « DUPONT Jean », from the first chair on."""
    for chair, name in enumerate(names):
        last_name, _space, first_name = name.rpartition(" ")
        Player.objects.filter(registrations__seats=seat(table, chair)).update(
            last_name=last_name, first_name=first_name, **changes
        )


def phone_of(table: Table, chair: int | None = None, *, at: datetime.datetime = NOW) -> Phone:
    """Return a phone that came in at a table, of whoever sits on a chair or of nobody in particular."""
    phone = come_in(table=table, key=uuid.uuid4(), at=at)
    if chair is not None:
        take_seat(phone=phone, seat=seat(table, chair))
    return phone


def facts(
    *,
    taker: int | None = None,
    partner: int | None = None,
    mort: int | None = None,
    contract: str = "",
    bouts: int | None = None,
    points: str = "",
    petit_au_bout: str = "",
    poignees: tuple[tuple[int, str], ...] = (),
    chelem_announced: bool = False,
    chelem_made: str = "",
    petit_chelem_announced: bool = False,
    petit_chelem_made: bool = False,
    miseres: tuple[tuple[int, str], ...] = (),
) -> Facts:
    """Return the facts of a donne from what people write: chairs, codes, and a count as « 40,5 »."""
    return Facts(
        taker=taker,
        partner=partner,
        sits_out=() if mort is None else (mort,),
        contract=Contract(contract) if contract else None,
        bouts=bouts,
        half_points=half_points_in(points or None, []),
        petit_au_bout=Camp(petit_au_bout) if petit_au_bout else None,
        poignees=tuple(Poignee(chair, PoigneeSize(size)) for chair, size in poignees),
        chelem=Chelem(chelem_announced, Camp(chelem_made) if chelem_made else None),
        petit_chelem=PetitChelem(petit_chelem_announced, petit_chelem_made),
        miseres=tuple(Misere(chair, MisereKind(kind)) for chair, kind in miseres),
    )


def garde(**changes: object) -> Facts:
    plain: dict[str, object] = {"taker": 0, "contract": "garde", "bouts": 2, "points": "49"}
    return facts(**plain | changes)


# R, example 1: garde, 2 bouts, 49 points: (25 + 8) × 2 for each defender.
GARDE = garde()
# Possible, and so odd that a person has to look: the taker announced a chelem and the defence made it.
ODD = garde(bouts=0, points="10", chelem_announced=True, chelem_made="defense")


def record(table: Table, number: int, by: Writer, entry: Facts | Outcome = GARDE, **changes: object) -> SheetLine:
    """Write a donne as its form would: a new key, in place of whatever is there, with a reason if it corrects."""
    current = table.lines.filter(number=number, current=True).first()
    asked = {
        "key": uuid.uuid4(),
        "replaces": current.pk if current else None,
        "reason": "mal recopiée" if current else "",
        "at": NOW,
    } | changes
    return record_donne(SentDonne(table=table, number=number, entry=entry, by=by, **asked)).line


def balanced(table: Table, by: Writer, *points: int, **changes: object) -> None:
    """Write the balances of a table from its first chair on, with a reason in place of those that are there."""
    current = list(SheetTotal.objects.filter(seat__table=table, current=True).values_list("pk", flat=True))
    asked = {"key": uuid.uuid4(), "replaces": current, "reason": "mal recopiés" if current else "", "at": NOW} | changes
    record_balances(table=table, balances=dict(enumerate(points)), by=by, **asked)


def corrected_after_end(table: Table, by: Account, act: Callable[[], Any], **changes: object) -> Any:
    """Do something at a table of a tournament that is over, as an organiser does with a reason."""
    asked = {"subject": "x", "reason": "essai", "at": NOW} | changes
    return correct_after_end(tournament=table.round.of_tournament, act=act, by=by, tables=[table], **asked)


def looked_at(table: Table, entry: Facts | Outcome) -> frozenset[str]:
    """Return the codes a person confirms who looked at everything that is odd about a donne."""
    line = score_line(entry, place=sheet_of(table), number=1)
    return frozenset(codes_of(line, None))


def chelem_called(table: Table, by: Account, number: int = 1, chair: int = 0, **changes: object) -> ChelemCall:
    """Record a chelem call as its form would: in time, and what came of it still to be seen."""
    asked = {
        "announced": CalledWhen.BEFORE_CARD,
        "outcome": CallOutcome.PENDING,
        "key": uuid.uuid4(),
        "caller": seat(table, chair),
        "at": NOW,
    } | changes
    return record_chelem_call(table=table, number=number, by=by, **asked)


def a_penalty(tournament: Tournament, by: Account, **changes: object) -> Penalty:
    """Give a penalty as its form would: 20 points taken from a player for coming late."""
    late = {"target": PenaltyTarget.PLAYER, "points": -20, "reason": "retard"}
    asked = late | {"key": uuid.uuid4(), "at": NOW} | changes
    kind = asked.pop("kind", None) or PenaltyKind.objects.get(club=None, code="retard")
    return give_penalty(tournament=tournament, kind=kind, by=by, **asked)


def played_by(tournament: Tournament, **house: object) -> None:
    """Have a tournament played by the règlement and these house rules, as if its club had composed them."""
    rules = {"house": house}
    edition = f"club-{hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:12]}"
    ClubBareme.objects.create(club=tournament.club, edition=edition, name=edition, rules=rules, created_at=NOW)
    Tournament.objects.filter(pk=tournament.pk).update(bareme=edition, bareme_name=edition)
    tournament.refresh_from_db()


def void(outcome: str) -> Outcome:
    return Outcome(outcome)


def results(table: Table) -> list[int]:
    """Return what the standings know of each chair of a table."""
    return [result.points for result in _kept(table)]


def totals(tournament: Tournament) -> dict[int, int]:
    """Return the total of each player by his start number."""
    return {line.start_number: line.total for line in standings(tournament).lines}


def played(table: Table) -> list[int]:
    """Return how many donnes the standings count for each chair of a table."""
    return [result.donnes for result in _kept(table)]


def _kept(table: Table) -> QuerySet[SeatResult]:
    return SeatResult.objects.filter(seat__table=table).order_by("seat__chair")


def duplicate(club: Club, *, tables: int = 1, round_number: int = 1, boards: range = range(5, 9)) -> list[Table]:
    """Return the tables of a round of a duplicate tournament that runs: all of them play these boards."""
    tournament = TournamentFactory(
        club=club,
        state=TournamentState.RUNNING,
        compared_by=Method.MATCHPOINTS,
        void_donnes_count=True,
        donnes_per_round=len(boards),
    )
    return with_boards(seated(tournament, tables=tables, round_number=round_number), boards)


def with_boards(tables: Iterable[Table], boards: range) -> list[Table]:
    """Return these tables, which play these boards."""
    tables = list(tables)
    for table in tables:
        table.first_board, table.last_board = boards[0], boards[-1]
    Table.objects.bulk_update(tables, ["first_board", "last_board"])
    return tables
