"""What people do in an evening, at random: much of it is right, some of it is refused, some is sent twice."""

from collections.abc import Callable
from dataclasses import replace

from scoring.labels import CalledWhen, CallOutcome, Outcome, PenaltyTarget, Sanction
from scoring.models import ChelemCall, Penalty, PenaltyKind, SheetLine
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.decisions.calls import cancel_chelem_call, record_chelem_call
from scoring.services.decisions.penalties import cancel_penalty, give_penalty
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.donnes import SentDonne, record_donne
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from scoring.services.undo.undoing import restore_version, undo
from tarot_club.demo.playing import plausible
from tests.evenings.world import World
from tournaments.labels import Status
from tournaments.models import Registration, Round
from tournaments.queries.draws.seating import digest, places
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.evening.tournaments import finish, reopen
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import set_status, walk_in

Act = Callable[[World], None]
ACTS: dict[str, tuple[Act, int]] = {}
MOST_NUMBER = 6  # of a donne that is entered: beyond those there are, it is refused


def act(weight: int) -> Callable[[Act], Act]:
    def listed(function: Act) -> Act:
        ACTS[function.__name__] = (function, weight)
        return function

    return listed


def current_lines(world: World) -> list[SheetLine]:
    rows = SheetLine.objects.filter(table__round__tournament=world.tournament, current=True)
    rows = rows.select_related("table__round__tournament", "taker", "partner", "sits_out").prefetch_related(
        "table__seats"
    )
    return list(rows.order_by("table_id", "number"))


@act(30)
def enters_a_donne(world: World) -> None:
    table = world.table()
    numbers = [number for number in range(1, MOST_NUMBER) if (table.pk, number) not in world.written]
    number = numbers[0] if world.rng.random() < 0.9 else world.rng.randrange(1, MOST_NUMBER)
    sent = SentDonne(table, number, plausible(world.rng), world.key, world.by, world.at)
    _record(world, sent)


@act(10)
def corrects_a_donne(world: World) -> None:
    lines = current_lines(world)
    if not lines:
        return
    line = world.rng.choice(lines)
    replaces = line.pk if world.rng.random() < 0.9 else line.pk + 1  # of somebody who saw another one
    reason = "mal recopiée" if world.rng.random() < 0.9 else ""
    entry = plausible(world.rng)
    _record(world, SentDonne(line.table, line.number, entry, world.key, world.by, world.at, replaces, reason))


def _record(world: World, sent: SentDonne) -> None:
    sent = replace(sent, confirmed=None if world.rng.random() < 0.9 else frozenset())
    before = SheetLine.objects.count()
    record_donne(sent)
    world.lines += SheetLine.objects.count() - before
    world.written[sent.table.pk, sent.number] = sent.entry
    world.sent.append(lambda: record_donne(sent))


@act(6)
def sends_again(world: World) -> None:
    """What was acknowledged comes once more, as after a lost answer: nothing changes, whatever happened since."""
    if world.sent:
        world.rng.choice(world.sent)()


@act(4)
def empties_a_donne(world: World) -> None:
    if lines := current_lines(world):
        line = world.rng.choice(lines)
        empty_donne(line=line, reason="mauvaise table", by=world.by, at=world.at)
        del world.written[line.table_id, line.number]


@act(4)
def moves_a_donne(world: World) -> None:
    if lines := current_lines(world):
        line, table, number = world.rng.choice(lines), world.table(), world.rng.randrange(1, MOST_NUMBER)
        move_donne(
            line=line, table=table, number=number, reason="mauvaise table", key=world.key, by=world.by, at=world.at
        )
        world.written[table.pk, number] = world.written.pop((line.table_id, line.number))
        world.lines += 1


@act(8)
def closes_a_sheet(world: World) -> None:
    close_sheet(table=world.table(), by=world.by, at=world.at)


@act(4)
def reopens_a_sheet(world: World) -> None:
    reopen_sheet(table=world.table(), reason="oubli", by=world.by, at=world.at)


@act(5)
def gives_a_penalty(world: World) -> None:
    kind = PenaltyKind.objects.filter(club=None, code="retard").first()
    points = -10 * world.rng.randrange(0, 5)
    to_table = world.rng.random() < 0.3
    registration = None if to_table else world.rng.choice(list(world.tournament.registrations.all()))
    penalty = give_penalty(
        tournament=world.tournament,
        kind=kind,
        target=PenaltyTarget.TABLE if to_table else PenaltyTarget.PLAYER,
        table=world.table() if to_table else None,
        registration=registration,
        sanction=Sanction.POINTS if points else Sanction.WARNING,
        points=points,
        reason="retard",
        key=world.key,
        by=world.by,
        at=world.at,
    )
    world.penalties[penalty.pk] = points


@act(3)
def cancels_a_penalty(world: World) -> None:
    if world.penalties:
        pk = world.rng.choice(sorted(world.penalties))
        cancel_penalty(penalty=Penalty.objects.get(pk=pk), reason="erreur", by=world.by, at=world.at)
        del world.penalties[pk]


@act(3)
def calls_a_chelem(world: World) -> None:
    table, before = world.table(), SheetLine.objects.count()
    record_chelem_call(
        table=table,
        number=world.rng.randrange(1, MOST_NUMBER),
        caller=table.seats.get(chair=world.rng.randrange(4)),
        announced=CalledWhen.BEFORE_CARD,
        outcome=CallOutcome.PENDING,
        key=world.key,
        by=world.by,
        at=world.at,
    )
    _read_again(world, before)  # the donne that is there says it from now on


@act(2)
def takes_a_call_back(world: World) -> None:
    calls = list(ChelemCall.objects.filter(table__round__tournament=world.tournament).order_by("pk"))
    if calls:
        before = SheetLine.objects.count()
        cancel_chelem_call(call=world.rng.choice(calls), reason="erreur", by=world.by, at=world.at)
        _read_again(world, before)


@act(8)
def undoes(world: World) -> None:
    entries = list(world.tournament.journal.order_by("-pk")[:12])
    if not entries:
        return
    before = SheetLine.objects.count()
    undo(entry=world.rng.choice(entries), key=world.key, reason="c’était juste", by=world.by, at=world.at)
    _read_again(world, before)


@act(3)
def restores_a_version(world: World) -> None:
    lines = SheetLine.objects.filter(table__round__tournament=world.tournament).order_by("pk")
    if lines:
        before = SheetLine.objects.count()
        line = world.rng.choice(list(lines))
        restore_version(line=line, key=world.key, reason="c’était juste", by=world.by, at=world.at)
        _read_again(world, before)


def _read_again(world: World, lines_before: int) -> None:
    """Take over what an undoing made of the places: which it touches is its own to know. The judge does the rest."""
    lines = current_lines(world)
    world.lines += SheetLine.objects.count() - lines_before
    world.written = {
        (line.table_id, line.number): line.facts if line.outcome == Outcome.PLAYED else Outcome(line.outcome)
        for line in lines
    }
    _read_penalties(world)


def _read_penalties(world: World) -> None:
    in_force = Penalty.objects.filter(tournament=world.tournament, cancelled_at=None)
    world.penalties = dict(in_force.values_list("pk", "points"))


@act(2)
def swaps_two_players(world: World) -> None:
    number = world.rng.choice((1, 2))
    one, other = world.rng.sample(list(world.tournament.registrations.values_list("pk", flat=True)), 2)
    swap_players(
        tournament=world.tournament,
        number=number,
        one=one,
        other=other,
        seen=digest(places(world.fresh())),
        reason="erreur de place",
        key=world.key,
        by=world.by,
        at=world.at,
    )


@act(2)
def replaces_a_player(world: World) -> None:
    leaver = world.rng.choice(list(world.tournament.registrations.values_list("pk", flat=True)))
    replace_player(
        tournament=world.tournament,
        number=world.rng.choice((1, 2)),
        leaver=leaver,
        comer=_newcomer(world),
        reason="malade",
        key=world.key,
        by=world.by,
        at=world.at,
    )


@act(2)
def comes_late(world: World) -> None:
    walk_in(tournament=world.tournament, facts=_newcomer(world), by=world.by, at=world.at)


def _newcomer(world: World) -> PlayerFacts:
    number = world.rng.randrange(10**6)
    return PlayerFacts(f"NEUF{number}", "Léa", licence=f"N{number}")


@act(3)
def leaves(world: World) -> None:
    entries: list[Registration] = list(world.tournament.registrations.all())
    status = world.rng.choice((Status.WITHDRAWN, Status.PRESENT, Status.ABSENT))
    chosen = [world.rng.choice(entries).pk]
    set_status(tournament=world.tournament, registrations=chosen, status=status, by=world.by, at=world.at)


@act(1)
def cancels_a_position(world: World) -> None:
    round_ = world.tournament.rounds.filter(number=2).first()
    seen = seen_in(round_) if round_ else ""
    cancel_round(tournament=world.tournament, number=2, seen=seen, reason="mauvais tirage", by=world.by, at=world.at)
    there = {table.pk for table in world.tables()}
    world.written = {place: entry for place, entry in world.written.items() if place[0] in there}
    _read_penalties(world)  # those of its tables go with it


@act(2)
def restores_a_position(world: World) -> None:
    cancelled = Round.objects.filter(cancelled_from=world.tournament).order_by("-pk").first()
    if cancelled is not None:
        before = SheetLine.objects.count()
        restore_round(tournament=world.tournament, round_=cancelled, reason="c’était le bon", by=world.by, at=world.at)
        _read_again(world, before)


@act(2)
def finishes(world: World) -> None:
    finish(tournament=world.tournament, by=world.by, at=world.at)


@act(2)
def reopens(world: World) -> None:
    reopen(tournament=world.tournament, reason="une feuille est retrouvée", by=world.by, at=world.at)
