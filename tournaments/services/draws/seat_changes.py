"""Seats changed by hand after a draw: two players exchanged in a round, and the exchange undone."""

import uuid
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.db.models.deletion import Collector
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import SeatChangeKind
from tournaments.models import Account, Registration, Round, Seat, SeatChange, Table, Tournament
from tournaments.queries.draws.boards_met import boards_met_again, swapped_tables
from tournaments.queries.draws.seating import digest, places
from tournaments.queries.evening.stages import begun_rounds
from tournaments.refusals import SEATS_FINISHED, Refusal, refuse_if_finished, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import Subject, subject_of


@transaction.atomic
def swap_players(
    *,
    tournament: Tournament,
    number: int,
    one: int,
    other: int,
    seen: str,
    key: uuid.UUID,
    reason: str,
    by: Account,
    at: datetime,
) -> SeatChange:
    """
    Exchange the places of two registrations (ids) in a round that is not begun, and return the change.

    `seen` is the digest of all places on the page that showed the cost of the exchange: refuses when any place has
    changed since. The same form sent twice (`key`) is one change. Refuses a round that is begun or not published, a
    player without a place in it, one who would play boards a second time, and an empty reason.
    """
    tournament = lock_tournament(tournament.pk)
    said: dict[str, Any] = {"tournament": tournament, "kind": SeatChangeKind.SWAP, "number": number}
    said |= {"one_id": one, "other_id": other}
    if earlier := sent_before(SeatChange, key, code="stale_change", **said):
        return earlier
    refuse_if_finished(tournament, SEATS_FINISHED)
    refuse_in_matches(tournament)
    round_ = _open_round(tournament, number)
    _refuse_changed_since(tournament, seen)
    seats = _seats(round_, one, other)
    _refuse_between_trios(tournament, seats)
    refuse_boards_again(swapped_tables(*seats))
    change = SeatChange(**said, round=round_, key=key, reason=refuse_without_reason(reason))
    _exchange(*seats)
    write_change(change, action=gettext_noop("places échangées"), details=_places(seats), by=by, at=at)
    raise_revision(tournament)
    return change


def write_change(change: SeatChange, *, action: str, details: dict[str, Any], by: Account, at: datetime) -> None:
    """Save a new change of seats, with its line of the journal."""
    change.made_by, change.made_by_name, change.made_at = by, str(by), at
    change.save()
    log(
        action=action,
        subject=_subject(change),
        by=by,
        at=at,
        tournament=change.tournament,
        reason=change.reason,
        details=details,
    )


def write_undone(change: SeatChange, *, action: str, details: dict[str, Any], by: Account, at: datetime) -> None:
    """Note that a change of seats was undone, with its line of the journal."""
    SeatChange.objects.filter(pk=change.pk).update(undone_at=at, undone_by=by, undone_by_name=str(by))
    log(action=action, subject=_subject(change), by=by, at=at, tournament=change.tournament, details=details)


@transaction.atomic
def undo_swap(*, change: SeatChange, by: Account, at: datetime) -> None:
    """
    Give two players whose places were exchanged their places back. Idempotent.

    Refuses when the round is begun or was drawn again since, and when a later change moved one of the two: the latest
    change is undone first.
    """
    tournament = lock_tournament(change.tournament_id)
    change = SeatChange.objects.select_related("round", "one__player", "other__player").get(pk=change.pk)
    if change.undone_at is not None:
        return
    refuse_if_finished(tournament, SEATS_FINISHED)
    if change.round is None or change.round.tournament_id is None:
        raise Refusal(
            _("La position %(number)d a été tirée à nouveau depuis cet échange : il n’y a plus rien à défaire.")
            % {"number": change.number},
            code="round_drawn_since",
        )
    round_ = _open_round(tournament, change.number)
    people = (change.one_id, change.other_id)
    refuse_moved_since(round_.seat_changes.all(), change, people)
    seats = _seats(round_, *people)
    refuse_boards_again(swapped_tables(*seats))
    _exchange(*seats)
    write_undone(change, action=gettext_noop("échange défait"), details=_places(seats), by=by, at=at)
    raise_revision(tournament)


def refuse_boards_again(taken: Iterable[tuple[Registration, Table]]) -> None:
    """Refuse that somebody sits at a table whose boards he plays in another round too."""
    if sentences := boards_met_again(taken):
        raise Refusal(" ".join(sentences), code="boards_met_again")


def refuse_moved_since(changes: QuerySet[SeatChange], change: SeatChange, people: Collection[int]) -> None:
    """Refuse to undo a change when a later one of `changes` moved one of these `people` (ids of registrations)."""
    later = changes.filter(pk__gt=change.pk, undone_at=None)
    if later.filter(Q(one__in=people) | Q(other__in=people)).exists():
        raise Refusal(
            _("L’un des deux a encore changé de place depuis : défaites d’abord le changement le plus récent."),
            code="swapped_again_since",
        )


def refuse_in_matches(tournament: Tournament) -> None:
    """Refuse to change a place by hand where line-ups of teams give them."""
    if tournament.plays_matches:
        raise Refusal(
            _(
                "Dans un match c’est la composition de l’équipe qui place chacun : changez-la sous « Matchs », puis "
                "publiez la position à nouveau."
            ),
            code="plays_matches",
        )


def _refuse_between_trios(tournament: Tournament, seats: tuple[Seat, Seat]) -> None:
    """Refuse to exchange two players of two teams of three: a team takes, defends or waits whole."""
    if tournament.plays_trios and len({seat.registration.team_id for seat in seats}) > 1:
        raise Refusal(
            _(
                "Par triplettes une équipe entière prend, défend ou attend : échangez deux joueurs d’une même équipe, "
                "ou remplacez qui s’en va."
            ),
            code="two_trios",
        )


def has_records(tables: Iterable[Table]) -> bool:
    """
    Return whether one of these tables or their seats has records: a line, a balance, a call, a penalty.

    Sheets belong to another app: Django says whether rows of another app prevent the deletion of a table.
    """
    tables = list(tables)
    try:
        Collector(using=Table.objects.db).collect(tables)
    except ProtectedError:
        return True
    return False


def _refuse_changed_since(tournament: Tournament, seen: str) -> None:
    if seen != digest(places(tournament)):
        raise Refusal(
            _(
                "Des places ont changé pendant que vous regardiez : ce que l’échange coûte n’est plus le même. "
                "Regardez de nouveau, puis confirmez."
            ),
            code="seats_changed_since",
        )


def _open_round(tournament: Tournament, number: int) -> Round:
    """Return a published round that is not begun; refuses any other. Called under the tournament's lock."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise Refusal(
            _("La position %(number)d n’est pas publiée : choisissez-en une qui l’est.") % {"number": number},
            code="no_such_round",
        )
    if number <= begun_rounds(tournament):
        raise Refusal(
            _("La position %(number)d est commencée : ses places ne changent plus.") % {"number": number},
            code="round_begun",
        )
    return round_


def _seats(round_: Round, one: int, other: int) -> tuple[Seat, Seat]:
    """Return the seats of two different players of a round. Refuses a table with records, and two exempt players."""
    seat_of = {
        seat.registration_id: seat
        for seat in round_.seats.filter(registration__in=(one, other)).select_related(
            "table__round", "registration__player"
        )
    }
    if len(seat_of) != 2:
        raise Refusal(
            _("Choisissez deux joueurs différents qui ont tous deux une place à la position %(number)d.")
            % {"number": round_.number},
            code="not_in_round",
        )
    seats = seat_of[one], seat_of[other]
    if seats[0].table_id is None and seats[1].table_id is None:
        raise Refusal(
            _("Tous deux sont exempts à la position %(number)d : il n’y a rien à échanger.")
            % {"number": round_.number},
            code="both_exempt",
        )
    if has_records(seat.table for seat in seats if seat.table is not None):
        raise Refusal(
            _(
                "Un appel de chelem, une pénalité ou une donne est déjà attaché à la table de l’un des deux : "
                "annulez-le d’abord, ou choisissez un autre joueur."
            ),
            code="table_has_records",
        )
    return seats


def _exchange(first: Seat, second: Seat) -> None:
    """Exchange two places; the first player has no chair for one statement, because a chair is unique."""
    Seat.objects.filter(pk=first.pk).update(table=None, chair=None)
    Seat.objects.filter(pk=second.pk).update(table=first.table, chair=first.chair)
    Seat.objects.filter(pk=first.pk).update(table=second.table, chair=second.chair)


def _subject(change: SeatChange) -> Subject:
    code = "exchange" if change.kind == SeatChangeKind.SWAP else "replacement"
    return subject_of(code, number=change.number, one=change.one, other=change.other)


def _places(seats: tuple[Seat, Seat]) -> dict[str, list[int | None]]:
    """Return, for the journal, the place that each of the two had before, by start number: [table number, chair]."""
    return {
        str(seat.registration.start_number): [seat.table.number if seat.table else None, seat.chair] for seat in seats
    }
