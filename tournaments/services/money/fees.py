"""What members owe their club for a season, and what several of them pay at once. Amounts are in cents."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.labels import PaymentMethod
from tournaments.models import Account, Fee, Membership, Payment, Season, SeasonRate
from tournaments.queries.money.fees import member_fees
from tournaments.queries.money.takings import paid_for_fees
from tournaments.refusals import Refusal, form_used, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_club
from tournaments.services.money.payments import new_payment, owes_nothing, wrong_amount, wrong_day
from tournaments.subjects import Subject, subject_of


@dataclass(frozen=True)
class TakenFees:
    """Payments taken at once, and of each who owed nothing more, a sentence that says who took it and when."""

    payments: tuple[Payment, ...]
    paid_before: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListedFee:
    """What a list says of a member (an id): the rate he owes (an id), the cents he paid in all, and how and when."""

    player: int
    rate: int
    total: int = 0
    method: str = PaymentMethod.OTHER
    paid_on: date | None = None


@transaction.atomic
def owe_fees(
    *, season: Season, players: Collection[int], by: Account | None, at: datetime, rate: int | None = None
) -> list[Fee]:
    """
    Make members (ids of players) owe the fee of a season at a rate (an id); return the fees that are new or changed.

    Without a `rate`, each who has no fee yet owes the rate that is proposed to him. Idempotent. Refuses a season
    without rates, a rate that is gone, a new fee of a season that is over, and a rate below what somebody has paid.
    """
    lock_club(season.club)
    rates = _rates_of(season)
    if rate is not None and rate not in rates:
        raise Refusal(_("Ce tarif n’existe plus. Rechargez la page."), code="rate_is_gone")
    people: list[Any] = list(member_fees(season).filter(pk__in=players))
    new = {player.pk: rate or player.rate_pk for player in people if player.fee_pk is None}
    if new and season.ends_on < timezone.localdate(at):
        sentence = _(
            "La saison « %(season)s » est finie depuis le %(day)s : personne n’y est plus renouvelé. "
            "Choisissez la saison en cours."
        ) % {"season": season.name, "day": french_day(season.ends_on)}
        raise Refusal(sentence, code="season_is_over")
    changed = _changed(season, players, rates[rate]) if rate is not None else []
    made = [*changed, *_owe(season, new)]
    if made:
        names = {"season": season.name, "rate": rates[rate].label if rate is not None else ""}
        _note(gettext_noop("cotisation due"), made, names, by=by, at=at)
    return made


@transaction.atomic
def take_fees(
    *,
    season: Season,
    players: Collection[int],
    method: str,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    amount: int | None = None,
    paid_on: date | None = None,
) -> TakenFees:
    """
    Store that members (ids of players) paid, each this `amount`, or all that he still owes.

    Who has no fee yet owes the rate that is proposed to him. Who owes nothing more pays nothing, and is told. The same
    form sent twice (`key`) is one payment of each. Refuses, all at once: a season without rates, a day in the future
    or long before the season, an amount above what one of them owes; and when nobody owes anything more.
    """
    if method not in PaymentMethod.values:
        raise ValueError(f"{method} is no way to pay")
    lock_club(season.club)
    _rates_of(season)
    people: list[Any] = list(member_fees(season).filter(pk__in=players))
    owing = [player for player in people if player.rest]
    keys = {player.pk: uuid.uuid5(key, str(player.pk)) for player in people}
    if earlier := list(Payment.objects.filter(key__in=keys.values()).order_by("pk")):
        _refuse_other_form(earlier, {keys[player.pk] for player in owing}, amount)
        return TakenFees(tuple(earlier))
    wrong = wrong_day(season, paid_on, at)
    if amount is not None:
        wrong += [wrong_amount(who.full_name, who.rest) for who in owing if not 0 < amount <= who.rest]
    if wrong:
        raise together(wrong)
    _owe(season, {player.pk: player.rate_pk for player in owing if player.fee_pk is None})
    fees = {fee.player.pk: fee for fee in _fees_of(season, [player.pk for player in people])}
    paid_before = [owes_nothing(fee) for player, fee in fees.items() if player not in {who.pk for who in owing}]
    if paid_before and not owing:
        raise together(paid_before)
    said: dict[str, Any] = {"method": method, "by": by, "at": at, "paid_on": paid_on}
    payments = Payment.objects.bulk_create(
        new_payment(fees[who.pk], key=keys[who.pk], amount=amount or who.rest, **said) for who in owing
    )
    if payments:
        sums = {"season": season.name, "amount": sum(payment.amount for payment in payments), "method": method}
        days = {"paid_on": payments[0].paid_on.isoformat()}
        _note(gettext_noop("cotisation payée"), [fees[who.pk] for who in owing], sums | days, by=by, at=at)
    return TakenFees(tuple(payments), tuple(map(str, paid_before)))


@transaction.atomic
def take_listed_fees(
    *, season: Season, listed: Collection[ListedFee], by: Account | None, at: datetime
) -> list[Payment]:
    """
    Store what a list says that members owe and paid, and return the payments that are new.

    A total is what a member paid in all: only what is missing to it is paid now, so that the same list twice pays
    nothing twice. Who is no member is left out. Refuses what `owe_fees` refuses and, all at once, totals above what is
    owed and days on which nothing can have been paid.
    """
    if wrong_methods := {one.method for one in listed} - set(PaymentMethod.values):
        raise ValueError(f"{wrong_methods} are no ways to pay")
    lock_club(season.club)
    by_player = {one.player: one for one in listed}
    for rate in sorted({one.rate for one in listed}):
        players = [one.player for one in by_player.values() if one.rate == rate]
        owe_fees(season=season, players=players, rate=rate, by=by, at=at)
    fees = _fees_of(season, by_player)
    paid = paid_for_fees(fee.pk for fee in fees)
    paying, payments, wrong = [], [], []
    for fee in fees:
        one, before = by_player[fee.player.pk], paid.get(fee.pk, 0)
        if (cents := one.total - before) <= 0:
            continue
        if one.total > fee.rate.amount:
            wrong.append(wrong_amount(fee.player.full_name, fee.rate.amount - before))
        wrong += wrong_day(season, one.paid_on, at)
        said: dict[str, Any] = {"method": one.method, "paid_on": one.paid_on, "by": by, "at": at}
        payments.append(new_payment(fee, amount=cents, key=uuid.uuid4(), **said))
        paying.append(fee)
    if wrong:
        raise together(wrong)
    payments = Payment.objects.bulk_create(payments)
    if payments:
        sums = {"season": season.name, "amount": sum(payment.amount for payment in payments)}
        _note(gettext_noop("cotisation payée"), paying, sums, by=by, at=at)
    return payments


def _rates_of(season: Season) -> dict[int, SeasonRate]:
    rates = {rate.pk: rate for rate in season.rates.all()}
    if not rates:
        sentence = _("La saison « %(season)s » n’a pas de tarif : écrivez d’abord ce que chacun paie.")
        raise Refusal(sentence % {"season": season.name}, code="without_a_rate")
    return rates


def _owe(season: Season, rates: Mapping[int, int]) -> list[Fee]:
    """Store the fees of members who have none yet: their rates (ids) by player id."""
    memberships = Membership.objects.filter(club=season.club_id, player__in=rates).select_related("player")
    return Fee.objects.bulk_create(
        Fee(membership=membership, season=season, rate_id=rates[membership.player_id]) for membership in memberships
    )


def _fees_of(season: Season, players: Collection[int]) -> list[Fee]:
    fees = season.fees.filter(membership__player__in=players)
    return list(fees.select_related("membership__player", "season__club", "rate").order_by("pk"))


def _changed(season: Season, players: Collection[int], rate: SeasonRate) -> list[Fee]:
    """Give these members who have a fee already this rate, and return their fees. Refuses it below what one paid."""
    fees = [fee for fee in _fees_of(season, players) if fee.rate_id != rate.pk]
    paid = paid_for_fees(fee.pk for fee in fees)
    sentence = _(
        "%(player)s a déjà payé %(paid)s : c’est plus que ce tarif. Rendez d’abord la différence sur la page de sa "
        "cotisation, puis changez le tarif."
    )
    wrong = [
        Refusal(
            sentence % {"player": fee.player.full_name, "paid": euros(paid[fee.pk], current_language())},
            code="paid_more",
        )
        for fee in fees
        if paid.get(fee.pk, 0) > rate.amount
    ]
    if wrong:
        raise together(wrong)
    for fee in fees:
        fee.rate = rate
    Fee.objects.bulk_update(fees, ["rate"])
    return fees


def _refuse_other_form(earlier: Sequence[Payment], owing: set[uuid.UUID], amount: int | None) -> None:
    """Refuse a form whose key was used with other members or another amount."""
    others = owing - {payment.key for payment in earlier}
    if others or any(amount not in (None, payment.amount) for payment in earlier):
        raise form_used("stale_fees")


def _note(action: str, fees: Sequence[Fee], details: dict[str, Any], *, by: Account | None, at: datetime) -> None:
    one = fees[0]
    subject: Subject | str = subject_of("players", count=len(fees)) if len(fees) > 1 else one.player.full_name
    details |= {"players": [fee.player.pk for fee in fees]}
    log(action=action, subject=subject, by=by, at=at, club=one.season.club, details=details)
