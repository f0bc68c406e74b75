"""The check-in at the door: in one step a player is registered, marked present, and given his rate and his payment."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.kit.text import fold
from tournaments.labels import Status
from tournaments.models import Account, Payment, Player, Registration, Seat, Tournament
from tournaments.queries.money.takings import due_of, paid_by
from tournaments.refusals import form_used
from tournaments.services.locks import lock_clubs_of, lock_tournament
from tournaments.services.money.payments import take_payment
from tournaments.services.money.rates import give_rate
from tournaments.services.people.players import PlayerFacts
from tournaments.services.people.registrations import register, set_status, set_waits, walk_in


@dataclass(frozen=True)
class Arrival:
    """A player who arrived: cents paid now, whether he was marked present before, and whether the club knew him."""

    registration: Registration
    paid: int = 0
    was_there: bool = False
    was_known: bool = True


@transaction.atomic
def arrive(
    *,
    tournament: Tournament,
    player: Player,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    rate: int | None = None,
    method: str = "",
) -> Arrival:
    """
    Mark a player of the club present, and register him if needed; `rate` (an id) gives him that rate.

    With a `method` he pays all that he still owes, which may be nothing: when two devices check in the same player, he
    pays once. Refuses what `register`, `give_rate` and `take_payment` refuse.
    """
    tournament = lock_tournament(tournament.pk)
    entry = tournament.registrations.filter(player=player).first()
    was_there = entry is not None and entry.status == Status.PRESENT
    if entry is None:
        (entry,) = register(tournament=tournament, players=[player], status=Status.PRESENT, by=by, at=at)
    elif not was_there:
        set_status(tournament=tournament, registrations=[entry.pk], status=Status.PRESENT, by=by, at=at)
    paid = _take_due(tournament, entry, rate, method, key, by, at)
    return Arrival(entry, paid, was_there)


@transaction.atomic
def come_unknown(
    *,
    tournament: Tournament,
    facts: PlayerFacts,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    rate: int | None = None,
    method: str = "",
    others: Collection[int] = (),
    same: int | None = None,
) -> Arrival:
    """
    Register a person whom the list did not show, mark him present, and store his rate and his payment.

    The same form sent twice (`key`) is one person: the second time returns him as present before, with what he paid.
    Refuses what `walk_in` refuses, and the `key` of another person.
    """
    lock_clubs_of(*filter(None, [same]), and_club=tournament.club)
    tournament = lock_tournament(tournament.pk)
    earlier = Registration.objects.select_related("player").filter(door_key=key).first()
    if earlier is not None:
        return _repeated_arrival(tournament, earlier, facts, key)
    walked_in = walk_in(tournament=tournament, facts=facts, by=by, at=at, others=others, same=same)
    tournament.registrations.filter(pk=walked_in.registration.pk).update(door_key=key)
    paid = _take_due(tournament, walked_in.registration, rate, method, key, by, at)
    return Arrival(walked_in.registration, paid, was_known=walked_in.was_known)


@transaction.atomic
def expect(*, tournament: Tournament, player: Player, waits: str, by: Account | None, at: datetime) -> Registration:
    """
    Note that a player of the club comes late or is a stand-in (`waits`), and register him if needed.

    A player who is marked present and has no place becomes registered only.
    """
    tournament = lock_tournament(tournament.pk)
    entry = tournament.registrations.filter(player=player).first()
    if entry is None:
        (entry,) = register(tournament=tournament, players=[player], by=by, at=at)
    elif entry.status == Status.PRESENT and not Seat.objects.filter(registration=entry).exists():
        set_status(tournament=tournament, registrations=[entry.pk], status=Status.REGISTERED, by=by, at=at)
    return set_waits(tournament=tournament, registration=entry.pk, waits=waits, by=by, at=at)


def _repeated_arrival(tournament: Tournament, entry: Registration, facts: PlayerFacts, key: uuid.UUID) -> Arrival:
    player = entry.player
    is_same = fold(player.last_name) == fold(facts.last_name) and fold(player.first_name) == fold(facts.first_name)
    if entry.tournament_id != tournament.pk or not is_same:
        raise form_used("stale_newcomer")
    paid = Payment.objects.filter(key=key, cancelled_at=None).first()
    return Arrival(entry, paid.amount if paid else 0, was_there=True)


def _take_due(
    tournament: Tournament,
    entry: Registration,
    rate: int | None,
    method: str,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
) -> int:
    """Give a present player his rate, take what he owes, and return the cents that he pays now."""
    if rate is not None:
        give_rate(tournament=tournament, registration=entry.pk, rate=rate, by=by, at=at)
    entry.refresh_from_db()
    paid = paid_by([entry.pk]).get(entry.pk, 0)
    if not method or due_of(entry.status, entry.rate.amount if entry.rate else None, paid) <= paid:
        return 0
    return take_payment(owed=entry, method=method, key=key, by=by, at=at).amount
