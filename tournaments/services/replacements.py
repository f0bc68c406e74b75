"""A replacement: a player leaves and another takes his seats from a round on. Results stay with their player."""

import uuid
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import SeatChangeKind, Status
from tournaments.models import Account, Registration, Seat, SeatChange, Tournament
from tournaments.queries.evening import begun_rounds
from tournaments.refusals import SEATS_FINISHED, Refusal, form_used, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.players import PlayerFacts, lock_club
from tournaments.services.registrations import set_status, walk_in
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.services.seat_changes import has_records
from tournaments.services.wishes import hand_over
from tournaments.subjects import subject_of


@transaction.atomic
def replace_player(
    *,
    tournament: Tournament,
    leaver: int,
    comer: int | PlayerFacts,
    number: int,
    key: uuid.UUID,
    reason: str,
    by: Account,
    at: datetime,
    wishes: Collection[int] = (),
) -> SeatChange:
    """
    Give every place that a registration has from round `number` on to `comer`, and return the change.

    `comer` is a registration without a place in those rounds, or the facts of somebody at the door, who is registered
    in the same transaction. The leaver is withdrawn and keeps his marks and penalties; the comer begins at zero and
    takes over those of the leaver's wishes whose ids are in `wishes`. The same form sent twice (`key`) is one
    replacement. Refuses a round that is over, a table of the leaver that has records, and a comer with a place there.
    """
    if isinstance(comer, PlayerFacts):
        lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    earlier = SeatChange.objects.filter(key=key).first()
    if earlier is not None:
        request = (tournament.pk, SeatChangeKind.REPLACEMENT, number, leaver)
        if (earlier.tournament_id, earlier.kind, earlier.number, earlier.one_id) != request:
            raise form_used("stale_change")
        return earlier
    refuse_if_finished(tournament, SEATS_FINISHED)
    if number < begun_rounds(tournament):
        raise Refusal(
            _("La position %(number)d est jouée : elle reste à qui l’a jouée. Remplacez à partir d’une suivante.")
            % {"number": number},
            code="round_is_over",
        )
    outgoing = _registered(tournament, leaver)
    seats = list(
        Seat.objects.filter(registration=outgoing, round__tournament=tournament, round__number__gte=number)
        .select_related("round", "table")
        .order_by("round__number")
    )
    _refuse_seats(outgoing, seats, number)
    reason = refuse_without_reason(reason)
    if isinstance(comer, PlayerFacts):
        incoming = walk_in(tournament=tournament, facts=comer, by=by, at=at).registration
    else:
        incoming = _registered(tournament, comer)
    _refuse_seated(incoming, seats)
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(registration=incoming)
    set_status(tournament=tournament, registrations=[outgoing.pk], status=Status.WITHDRAWN, by=by, at=at)
    set_status(tournament=tournament, registrations=[incoming.pk], status=Status.PRESENT, by=by, at=at)
    change = SeatChange.objects.create(
        tournament=tournament,
        kind=SeatChangeKind.REPLACEMENT,
        number=number,
        one=outgoing,
        other=incoming,
        reason=reason,
        key=key,
        made_by=by,
        made_by_name=str(by),
        made_at=at,
    )
    log(
        action=gettext_noop("joueur remplacé"),
        subject=subject_of("replacement", one=outgoing, other=incoming, number=number),
        by=by,
        at=at,
        tournament=tournament,
        reason=change.reason,
        details={
            "places": {
                str(seat.round.number): [seat.table.number if seat.table else None, seat.chair] for seat in seats
            }
        },
    )
    hand_over(tournament=tournament, wishes=wishes, outgoing=outgoing, incoming=incoming, by=by, at=at)
    raise_revision(tournament)
    return change


def _registered(tournament: Tournament, registration: int) -> Registration:
    registered = tournament.registrations.select_related("player").filter(pk=registration).first()
    if registered is None:
        raise Refusal(
            _("Ce joueur n’est pas inscrit à ce tournoi : choisissez-le dans la liste."), code="not_registered"
        )
    return registered


def _refuse_seats(outgoing: Registration, seats: list[Seat], number: int) -> None:
    """Refuse when there is no place to take, or when the table of one has records."""
    if not seats:
        raise Refusal(
            _("%(player)s n’a aucune place à partir de la position %(number)d : il n’y a rien à reprendre.")
            % {"player": outgoing.player, "number": number},
            code="no_place_left",
        )
    for seat in seats:
        if seat.table is not None and (seat.table.closed_at is not None or has_records([seat.table])):
            raise Refusal(
                _(
                    "Position %(number)d : quelque chose est déjà saisi à la table %(table)d de %(player)s. "
                    "Ce qui y est joué reste à lui ; remplacez-le à partir de la position %(next)d."
                )
                % {
                    "number": seat.round.number,
                    "table": seat.table.number,
                    "player": outgoing.player,
                    "next": seat.round.number + 1,
                },
                code="table_has_records",
            )


def _refuse_seated(incoming: Registration, seats: list[Seat]) -> None:
    """Refuse somebody who has a place of his own in one of these rounds."""
    own_seat = (
        Seat.objects.filter(registration=incoming, round__in=[seat.round_id for seat in seats])
        .select_related("round")
        .order_by("round__number")
        .first()
    )
    if own_seat is not None:
        raise Refusal(
            _("%(player)s a déjà une place à la position %(number)d : choisissez quelqu’un qui n’en a pas.")
            % {"player": incoming.player, "number": own_seat.round.number},
            code="already_seated",
        )
