"""
Whether an evening is what was acknowledged: recounted from the rows by another path than the services.

The marks are counted here from the règlement (R1 to R7), for four players: nothing of `scoring.marque` is asked.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from django.db.models import Q

from scoring.labels import Outcome
from scoring.marque import Camp, Contract, Facts, PoigneeSize
from scoring.models import Penalty, PenaltyShare, SheetLine
from scoring.services.sheets.results import differences
from tests.evenings.world import World
from tournaments.models import JournalEntry, Seat, SeatResult, Table, Tournament
from tournaments.queries.standings.standings import standings

REQUIRED = {0: 56, 1: 51, 2: 41, 3: 36}
TIMES = {Contract.PRISE: 1, Contract.GARDE: 2, Contract.GARDE_SANS: 4, Contract.GARDE_CONTRE: 6}
POIGNEE = {PoigneeSize.SIMPLE: 20, PoigneeSize.DOUBLE: 30, PoigneeSize.TRIPLE: 40}
CHELEM = {(True, True): 400, (True, False): -200, (False, True): 200}  # announced, made → for the taker
CHAIRS = 4


def judged(world: World) -> Iterator[str]:
    """Yield a sentence for whatever is not as it was acknowledged."""
    rounds = Q(round__tournament=world.tournament) | Q(round__cancelled_from=world.tournament)
    lines = SheetLine.objects.filter(table__in=Table.objects.filter(rounds))
    lines = lines.select_related("taker", "partner", "sits_out", "table__round")
    ever = list(lines)
    current = [line for line in ever if line.current and line.table.round.tournament_id == world.tournament.pk]
    told = {(line.table_id, line.number): _said(line) for line in current}
    if len(told) < len(current):
        yield "two lines stand at one place"
    for place in told.keys() | world.written.keys():
        if told.get(place) != world.written.get(place):
            yield f"{place}: {told.get(place)} stands, {world.written.get(place)} was acknowledged"
    if len(ever) != world.lines:
        yield f"{len(ever)} lines were ever written, {world.lines} acknowledged"
    seats = list(Seat.objects.filter(round__tournament=world.tournament).select_related("result"))
    points, donnes = _by_seat(current, seats)
    for seat in seats:
        result: SeatResult | None = getattr(seat, "result", None)
        stored = (result.points, result.donnes) if result else (0, 0)
        if stored != (points[seat.pk], donnes[seat.pk]):
            yield f"seat {seat.pk} has {stored}, its sheet gives {points[seat.pk], donnes[seat.pk]}"
    in_force = dict(Penalty.objects.filter(tournament=world.tournament, cancelled_at=None).values_list("pk", "points"))
    if in_force != world.penalties:
        yield f"penalties {in_force} are in force, {world.penalties} were acknowledged"
    yield from _ranking(world, seats, points)


def judged_at_the_end(world: World) -> Iterator[str]:
    """Yield what the product's own recount finds wrong once the evening is over."""
    yield from differences(world.fresh())


def _said(line: SheetLine) -> Facts | Outcome:
    return line.facts if line.outcome == Outcome.PLAYED else Outcome(line.outcome)


def _by_seat(lines: list[SheetLine], seats: list[Seat]) -> tuple[Counter[int], Counter[int]]:
    """Return what every seat marked, and how many donnes it played."""
    at = {(seat.table_id, seat.chair): seat.pk for seat in seats}
    points, donnes = Counter[int](), Counter[int]()
    for line in lines:
        if line.outcome != Outcome.PLAYED:
            continue
        for chair, mark in enumerate(marks(line.facts)):
            points[at[line.table_id, chair]] += mark
            donnes[at[line.table_id, chair]] += 1
    return points, donnes


def marks(facts: Facts) -> list[int]:
    """Return what a donne brings to each of four chairs. Four players: the points are whole (R8)."""
    taker, contract, bouts, half_points = facts.taker, facts.contract, facts.bouts, facts.half_points
    assert taker is not None, "a played donne has a taker"
    assert contract is not None, "and a contract"
    assert bouts is not None, "and bouts"
    assert half_points is not None, "and points"
    over = half_points / 2 - REQUIRED[bouts]
    sign = 1 if over >= 0 else -1
    each = sign * (25 + int(abs(over))) * TIMES[contract]
    if facts.petit_au_bout is not None:
        each += 10 * TIMES[contract] * (1 if facts.petit_au_bout == Camp.ATTAQUE else -1)
    each += sign * sum(POIGNEE[poignee.size] for poignee in facts.poignees)
    made = facts.chelem.made
    if made == Camp.DEFENSE:
        each += -200 * (1 + facts.chelem.announced)
    elif facts.chelem.announced or made:
        each += CHELEM[facts.chelem.announced, made == Camp.ATTAQUE]
    return [each * (CHAIRS - 1) if chair == taker else -each for chair in range(CHAIRS)]


def _ranking(world: World, seats: list[Seat], points: Counter[int]) -> Iterator[str]:
    """Add up the seats and the penalties of each player, and compare with the ranking and its order."""
    wanted = Counter[int]()
    for seat in seats:
        wanted[seat.registration_id] += points[seat.pk]
    shares = PenaltyShare.objects.filter(penalty__in=world.penalties)
    for registration, share in shares.values_list("registration", "points"):
        wanted[registration] += share
    lines = standings(world.fresh()).lines
    for line in lines:
        if line.total != wanted[line.registration_id]:
            yield f"n° {line.start_number} has {line.total} in the ranking, {wanted[line.registration_id]} by hand"
    ranked = [line for line in lines if line.place is not None]
    for before, after in pairwise(ranked):
        if before.total < after.total or (before.place or 0) > (after.place or 0):
            yield f"n° {after.start_number} with {after.total} is behind n° {before.start_number} with {before.total}"


def stored(world: World) -> tuple[object, ...]:
    """Return the state of the evening and the last line of its journal: whatever writes changes one of them."""
    columns = ("revision", "state", "places_taken")
    state = Tournament.objects.filter(pk=world.tournament.pk).values_list(*columns).get()
    return (
        *state,
        JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first(),
        SheetLine.objects.count(),
    )
