"""Duplicate: which boards each round plays, and from when everybody may read what was marked on them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import OVER
from tournaments.models import Account, Table, Tournament
from tournaments.permissions import read_until
from tournaments.refusals import refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import subject_of


def boards_of_tables(
    tournament: Tournament, sets: Mapping[int, Sequence[int]], replaced: Mapping[int, range]
) -> dict[tuple[int, int], range]:
    """
    Return the boards of each new table by its round and number; none in libre.

    `sets` are those of the tables of each round, in their order, from 1: where all tables of a round play the same
    boards, all have the same. `replaced` are the boards of rounds that nobody has begun, by number: such a round drawn
    again keeps them. All others are boards that no round had, a cancelled one included: somebody has seen those.
    """
    count = tournament.donnes_per_round or 0
    if not tournament.is_duplicate or not count:
        return {}
    of_it = Q(round__tournament=tournament) | Q(round__cancelled_from=tournament)
    last = Table.objects.filter(of_it).aggregate(last=Max("last_board"))["last"] or 0
    last = max([last, *(before[-1] for before in replaced.values())])
    boards: dict[tuple[int, int], range] = {}
    for number, of_tables in sets.items():
        before = replaced[number].start - 1 if number in replaced else last
        for table, held in enumerate(of_tables, start=1):
            boards[number, table] = range(before + (held - 1) * count + 1, before + held * count + 1)
        if not tournament.boards_travel:
            last = max(last, before + count)
    return boards


def ends_of(boards: range) -> dict[str, int]:
    """Return the columns of a table that plays these boards."""
    return {"first_board": boards[0], "last_board": boards[-1]} if boards else {}


def free_boards(tournament: Tournament) -> None:
    """
    Count again how many of the first rounds everybody may read: those whose sheets are all closed.

    A round of which another tournament of the same étuis has still to play a board is not: one to come has all of them
    before it; what those others held back for this one is free then, once this transaction has ended. What is free
    stays so when a sheet is reopened. Called under the lock after a sheet was closed, a round was cancelled or
    restored, or the tournament ended; makes no query in libre.
    """
    if not tournament.is_duplicate:
        return
    _count_free(tournament)
    for other in _others(tournament):
        transaction.on_commit(partial(_free_later, other.pk), robust=True)


@transaction.atomic
def _free_later(pk: int) -> None:
    """Count the free rounds of another tournament of the same étuis, under its own lock."""
    tournament = lock_tournament(pk)
    if _count_free(tournament):
        raise_revision(tournament)


def _count_free(tournament: Tournament) -> bool:
    """Write how many rounds are free, and return whether more are than before."""
    to_play, before = _first_to_play_elsewhere(tournament), tournament.free_rounds
    rounds = tournament.rounds.order_by("number").annotate(
        open_sheets=Count("tables", filter=Q(tables__closed_at=None)), last=Max("tables__last_board")
    )
    travels_on = _first_still_travelling(tournament)
    highest = 0  # of the boards of the rounds up to this one: each round's are beyond those before, or the same
    for number, open_sheets, last in rounds.values_list("number", "open_sheets", "last"):
        highest = max(highest, last or 0)
        if number > tournament.free_rounds:
            is_over = tournament.is_finished or not open_sheets
            if not is_over or (to_play is not None and highest >= to_play):
                break
            if travels_on is not None and highest >= travels_on:
                continue  # it is free with a later round
        tournament.free_rounds = max(tournament.free_rounds, number)  # a cancelled round leaves its number out
    else:
        if tournament.is_finished:
            # It ended earlier than planned: nothing is left to hide.
            tournament.free_rounds = max(tournament.free_rounds, tournament.rounds_planned)
    Tournament.objects.filter(pk=tournament.pk, free_rounds__lt=tournament.free_rounds).update(
        free_rounds=tournament.free_rounds
    )
    return tournament.free_rounds > before


def _first_still_travelling(tournament: Tournament) -> int | None:
    """
    Return the first board of a table whose sheet is open, where boards travel: no round that has it is free.

    A cancelled round counts too, for it may be put back and played, unless another one has its number. None without an
    open sheet, where boards do not travel, and at the end.
    """
    if not tournament.boards_travel or tournament.is_finished:
        return None
    in_force = tournament.rounds.values("number")
    cancelled = Q(round__cancelled_from=tournament) & ~Q(round__number__in=in_force)
    still_open = Table.objects.filter(Q(round__tournament=tournament) | cancelled, closed_at=None)
    first: int | None = still_open.aggregate(first=Min("first_board"))["first"]
    return first


@transaction.atomic
def lift_secrecy(*, tournament: Tournament, reason: str, by: Account, at: datetime) -> None:
    """
    Let somebody who runs a duplicate and plays it read all boards drawn until now; the journal says why. Idempotent.

    What is drawn later is shut to him again. Refuses an empty `reason`.
    """
    tournament = lock_tournament(tournament.pk)
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    until = read_until(by, tournament)
    if until is None or until >= last:
        return
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous lisez ces étuis avant de les jouer : les organisateurs liront ce motif.")
    )
    log(
        action=gettext_noop("secret des étuis levé"),
        subject=subject_of("round", number=last),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"until": last},
    )


def hide_boards_from(tournament: Tournament, number: int) -> None:
    """Hide what is marked from this round on: it is drawn anew, with boards that nobody has played."""
    Tournament.objects.filter(pk=tournament.pk, free_rounds__gte=number).update(free_rounds=number - 1)


def _others(tournament: Tournament) -> QuerySet[Tournament]:
    """Return the other tournaments of the same étuis."""
    if tournament.board_deal_id is None:
        return Tournament.objects.none()
    return Tournament.objects.filter(board_deal=tournament.board_deal_id).exclude(pk=tournament.pk)


def _first_to_play_elsewhere(tournament: Tournament) -> int | None:
    """Return the first board that another tournament of the same étuis has still to play; None without one."""
    others = _others(tournament).exclude(state__in=OVER)
    ends = others.annotate(
        first_open=Min("rounds__tables__first_board", filter=Q(rounds__tables__closed_at=None)),
        last=Max("rounds__tables__last_board"),
    ).values_list("first_open", "last")
    return min((first_open or (last or 0) + 1 for first_open, last in ends), default=None)
