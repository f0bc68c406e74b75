"""A replacement: from a round on, another player takes the seats of one who leaves. Each keeps his own results."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import MOST_IN_TEAM, SeatChangeKind, Status, Waits
from tournaments.models import Account, Player, Registration, Seat, SeatChange, Tournament
from tournaments.queries.evening.stages import begun_rounds
from tournaments.queries.undo.consequences import draws_with, undeletable
from tournaments.refusals import SEATS_FINISHED, Refusal, refuse_if_finished, refuse_without_reason, sent_before
from tournaments.services.draws.seat_changes import (
    has_records,
    refuse_boards_again,
    refuse_in_matches,
    refuse_moved_since,
    write_change,
    write_undone,
)
from tournaments.services.draws.wishes import hand_over
from tournaments.services.locks import lock_clubs_of, lock_tournament, raise_revision
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import register, set_status, set_waits, walk_in
from tournaments.services.undo.undoing import delete_registration


@transaction.atomic
def replace_player(
    *,
    tournament: Tournament,
    leaver: int,
    comer: int | Player | PlayerFacts,
    number: int,
    key: uuid.UUID,
    reason: str,
    by: Account,
    at: datetime,
    wishes: Collection[int] = (),
    others: Collection[int] = (),
    same: int | None = None,
) -> SeatChange:
    """
    Give a newcomer every place that the `leaver` (a registration id) has from round `number` on, and return the change.

    `comer` is the id of a registration without a place in those rounds, a player of the club, or the facts of a person
    at the door (`others` and `same` as in `add_player`); a player or a person is registered in the same transaction.
    The leaver is withdrawn, and keeps his results and penalties. The newcomer begins at zero, and takes over the
    leaver's wishes whose ids are in `wishes`. In a tournament by teams he plays for the leaver's team: who is of
    another one is refused, who is of none joins it. The same form sent twice (`key`) is one replacement. Refuses a
    round that is over, a table of the leaver with records, and a newcomer who has a place in those rounds.
    """
    if not isinstance(comer, int):
        lock_clubs_of(*filter(None, [same]), and_club=tournament.club)
    tournament = lock_tournament(tournament.pk)
    said = dict[str, Any](tournament=tournament, kind=SeatChangeKind.REPLACEMENT, number=number, one_id=leaver)
    if earlier := sent_before(SeatChange, key, code="stale_change", **said):
        return earlier
    refuse_if_finished(tournament, SEATS_FINISHED)
    refuse_in_matches(tournament)
    _refuse_over(tournament, number)
    outgoing = _registered(tournament, {"pk": leaver})
    seats = _seats_to_take(outgoing, number)
    change = SeatChange(**said, key=key, reason=refuse_without_reason(reason), other_was="")
    if isinstance(comer, PlayerFacts):
        incoming = walk_in(tournament=tournament, facts=comer, by=by, at=at, others=others, same=same).registration
    elif isinstance(comer, Player) and not tournament.registrations.filter(player=comer).exists():
        (incoming,) = register(tournament=tournament, players=[comer], status=Status.PRESENT, by=by, at=at)
    else:
        incoming = _registered(tournament, {"player": comer} if isinstance(comer, Player) else {"pk": comer})
        change.other_was = incoming.waits or incoming.status
    change.one, change.other = outgoing, incoming
    change.joined_team = _play_for(outgoing, incoming)
    _give_seats(seats, incoming)
    if outgoing.status != Status.EXCLUDED:
        set_status(tournament=tournament, registrations=[outgoing.pk], status=Status.WITHDRAWN, by=by, at=at)
    set_status(tournament=tournament, registrations=[incoming.pk], status=Status.PRESENT, by=by, at=at)
    write_change(change, action=gettext_noop("joueur remplacé"), details=_places(seats), by=by, at=at)
    hand_over(tournament=tournament, wishes=wishes, outgoing=outgoing, incoming=incoming, by=by, at=at)
    raise_revision(tournament)
    return change


@transaction.atomic
def undo_replacement(*, change: SeatChange, by: Account, at: datetime) -> None:
    """
    Give the leaver his places and his wishes back, and the newcomer the status that he had before. Idempotent.

    A newcomer whom the replacement registered is removed; if anything else refers to him, he is marked absent instead.
    Refuses what `replace_player` refuses, with the two players exchanged, and a newcomer whom a later change moved: the
    latest change is undone first.
    """
    tournament = lock_tournament(change.tournament_id)
    found = SeatChange.objects.select_related("one__player", "one__team", "other__player").filter(
        pk=change.pk, undone_at=None
    )
    if (change_in_force := found.first()) is None:
        return
    change, back, away = change_in_force, change_in_force.one, change_in_force.other
    refuse_if_finished(tournament, SEATS_FINISHED)
    refuse_moved_since(tournament.seat_changes.all(), change, [away.pk])
    _refuse_over(tournament, change.number)
    seats = _seats_to_take(away, change.number)
    _give_seats(seats, back)
    if back.status != Status.EXCLUDED:  # it was an excluded player who was replaced
        set_status(tournament=tournament, registrations=[back.pk], status=Status.PRESENT, by=by, at=at)
    handed = tournament.wishes.filter(members__registration=away, added_at=change.made_at)
    hand_over(
        tournament=tournament,
        wishes=list(handed.values_list("pk", flat=True)),
        outgoing=away,
        incoming=back,
        by=by,
        at=at,
    )
    if change.joined_team:
        Registration.objects.filter(pk=away.pk, team=back.team).update(team=None, is_captain=False)
    write_undone(change, action=gettext_noop("remplacement défait"), details=_places(seats), by=by, at=at)
    _as_before(change, by, at)
    raise_revision(tournament)


def _play_for(outgoing: Registration, incoming: Registration) -> bool:
    """
    Let the newcomer play for the team of the leaver, and return whether he joined it by that.

    Refuses a newcomer of another team, and a seventh member.
    """
    team = outgoing.team
    if incoming.team_id == outgoing.team_id:
        return False
    if incoming.team is not None:
        raise Refusal(
            _(
                "%(player)s est de l’équipe « %(team)s » : il ne remplace que quelqu’un de son équipe. Choisissez "
                "quelqu’un d’autre, ou sortez-le d’abord de cette équipe."
            )
            % {"player": incoming.player.full_name, "team": incoming.team},
            code="other_team",
        )
    assert team is not None
    if team.members.count() >= MOST_IN_TEAM:
        raise Refusal(
            _(
                "L’équipe « %(team)s » a déjà ses %(most)d joueurs : remplacez par l’un d’eux, ou sortez d’abord "
                "quelqu’un de l’équipe."
            )
            % {"team": team, "most": MOST_IN_TEAM},
            code="team_full",
        )
    Registration.objects.filter(pk=incoming.pk).update(team=team)
    return True


def _as_before(change: SeatChange, by: Account, at: datetime) -> None:
    """Give the newcomer of an undone replacement his former status; one whom it registered is removed if possible."""
    tournament, comer = change.tournament, change.other
    status = Status.REGISTERED if change.other_was in Waits.values else change.other_was or Status.ABSENT
    set_status(tournament=tournament, registrations=[comer.pk], status=status, by=by, at=at)
    if change.other_was in Waits.values:
        set_waits(tournament=tournament, registration=comer.pk, waits=change.other_was, by=by, at=at)
    pointing = undeletable(Registration.objects.filter(pk=comer.pk))
    is_drawn = any(draw.published_at is not None for draw in draws_with(comer))
    if not change.other_was and pointing == [change] and not is_drawn:
        change.delete()
        delete_registration(registration=comer, by=by, at=at)


def _places(seats: list[Seat]) -> dict[str, dict[str, list[int | None]]]:
    """Return, for the journal, the places that changed hands: {"places": {round number: [table number, chair]}}."""
    places = {str(seat.round.number): [seat.table.number if seat.table else None, seat.chair] for seat in seats}
    return {"places": places}


def _refuse_over(tournament: Tournament, number: int) -> None:
    if number < begun_rounds(tournament):
        raise Refusal(
            _("La position %(number)d est jouée : elle reste à qui l’a jouée. Remplacez à partir d’une suivante.")
            % {"number": number},
            code="round_is_over",
        )


def _registered(tournament: Tournament, who: dict[str, Any]) -> Registration:
    registered = tournament.registrations.select_related("player", "team").filter(**who).first()
    if registered is None:
        raise Refusal(
            _("Ce joueur n’est pas inscrit à ce tournoi : choisissez-le dans la liste."), code="not_registered"
        )
    return registered


def _seats_to_take(outgoing: Registration, number: int) -> list[Seat]:
    """Return the seats of a registration from a round on, by round. Refuses no seat at all, and tables with records."""
    in_order = Seat.objects.select_related("round", "table__round").order_by("round__number")
    of_tournament = {"round__tournament": outgoing.tournament_id, "round__number__gte": number}
    seats = list(in_order.filter(registration=outgoing, **of_tournament))
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
    return seats


def _give_seats(seats: list[Seat], incoming: Registration) -> None:
    """
    Give these seats to a registration. Refuses one that has a place of its own in one of these rounds, or played boards
    of theirs in another.
    """
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
    refuse_boards_again((incoming, seat.table) for seat in seats if seat.table is not None)
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(registration=incoming)
