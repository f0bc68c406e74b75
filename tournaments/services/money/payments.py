"""
Payments for an evening or a season, what is given back of them, and cash counts. Amounts are in cents.

No result depends on money: payments and counts are allowed after a tournament is finished, and the rest of a fee is
taken after its season. A payment is cancelled, never deleted; what is given back is a line of its own.
"""

import uuid
from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day, french_hour
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, tidy
from tournaments.labels import PaymentMethod
from tournaments.models import Account, CashCount, Fee, Payment, Registration, Season, Tournament
from tournaments.models.cancelling import HandedOver
from tournaments.models.money import MOST_COUNTED
from tournaments.queries.money.takings import CashBox, cash_box, with_refunds
from tournaments.refusals import Refusal, missing_reason, refuse_without_reason, sent_before, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament
from tournaments.services.money.rates import entry_of
from tournaments.services.undo.undoing import as_it_is
from tournaments.subjects import subject_of

PIECES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)  # cents
MOST_PIECES = 10_000
YEAR = timedelta(days=366)
Owed = Registration | Fee  # what is paid: an evening, or a season


@transaction.atomic
def take_payment(
    *,
    owed: Owed,
    method: str,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    amount: int | None = None,
    paid_on: date | None = None,
) -> Payment:
    """
    Store a payment of what is `owed`, for an evening or a season; without an `amount` all that is still owed is paid.

    `paid_on` is the day of `at` if it is not said. The same tap sent twice (`key`) is one payment. Refuses a player
    without a rate, or who owes nothing (and says who took his money, and when), an amount below one cent or above what
    he owes, a day in the future or long before, and the `key` of another payment.
    """
    if method not in PaymentMethod.values:
        raise ValueError(f"{method} is no way to pay")
    owed = _locked(owed)
    if earlier := sent_before(Payment, key, code="stale_payment", **_columns(owed)):
        return earlier
    rest = _refuse_paid(owed)
    cents = rest if amount is None else amount
    wrong = [] if 0 < cents <= rest else [wrong_amount(owed.player.full_name, rest)]
    if wrong := wrong + wrong_day(owed, paid_on, at):
        raise together(wrong)
    payment = new_payment(owed, amount=cents, method=method, key=key, by=by, at=at, paid_on=paid_on)
    payment.save()
    _note_payment(gettext_noop("paiement"), payment, by=by, at=at)
    return payment


@transaction.atomic
def give_back(
    *,
    payment: Payment,
    reason: str,
    method: str,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    amount: int | None = None,
    paid_on: date | None = None,
) -> Payment:
    """
    Store that money of a payment was given back, and return this line; without an `amount`, all that is left of it.

    What was given back is owed again, unless another rate is chosen. The same form sent twice (`key`) is one refund.
    Refuses, all at once: no reason, more than is left of the payment, a day in the future or before the payment; and
    a payment that is cancelled, or is a refund.
    """
    if method not in PaymentMethod.values:
        raise ValueError(f"{method} is no way to pay")
    owed = _locked(payment.owed)
    if earlier := sent_before(Payment, key, code="stale_refund", refunds_id=payment.pk):
        return earlier
    payment = with_refunds(owed.payments.all()).get(pk=payment.pk)
    if payment.cancelled_at is not None or payment.refunds_id is not None:
        raise Refusal(_("Cette ligne est barrée, ou déjà un remboursement : rien n’en est rendu."), code="not_paid")
    left = payment.amount - payment.given_back  # type: ignore[attr-defined]
    if not left:
        raise Refusal(_("Tout ce paiement est déjà rendu."), code="given_back_already")
    cents, wrong = left if amount is None else amount, []
    if not reason.strip():
        wrong.append(missing_reason())
    if not 0 < cents <= left:
        sentence = _("Il reste %(left)s de ce paiement : écrivez un montant de %(least)s à %(left)s.")
        sentence %= {"least": euros(1, current_language()), "left": euros(left, current_language())}
        wrong.append(Refusal(sentence, code="wrong_amount", fields={"amount": [sentence]}))
    if wrong := wrong + wrong_day(owed, paid_on, at, after=payment.paid_on):
        raise together(wrong)
    line = new_payment(owed, amount=-cents, method=method, key=key, by=by, at=at, paid_on=paid_on)
    line.refunds, line.reason = payment, reason.strip()
    line.save()
    _note_payment(gettext_noop("remboursement"), line, by=by, at=at, reason=line.reason)
    return line


@transaction.atomic
def give_all_back(
    *,
    tournament: Tournament,
    payments: Collection[int],
    reason: str,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    method: str = "",
    paid_on: date | None = None,
) -> list[Payment]:
    """
    Give back all that is left of these payments (ids) of an evening, and return the lines: one for each, or none.

    Without a `method` each is given back as it was paid. Those of which nothing is left are passed over. The same form
    sent twice (`key`) is one refund of each. Refuses what `give_back` refuses; and when nothing is left of any.
    """
    lock_tournament(tournament.pk)
    rows = Payment.objects.filter(registration__tournament=tournament, cancelled_at=None, refunds=None, pk__in=payments)
    ticked: list[Any] = list(with_refunds(rows).select_related("registration__tournament").order_by("pk"))
    keys = {payment.pk: uuid.uuid5(key, str(payment.pk)) for payment in ticked}
    sent = set(Payment.objects.filter(key__in=keys.values()).values_list("refunds", flat=True))
    left = [payment for payment in ticked if payment.pk in sent or payment.amount > payment.given_back]
    if payments and not left:
        sentence = _("Tout est déjà rendu, ou barré : il ne reste rien de ces paiements.")
        raise Refusal(sentence, code="given_back_already")
    said: dict[str, Any] = {"reason": reason, "by": by, "at": at, "paid_on": paid_on}
    return [give_back(payment=each, method=method or each.method, key=keys[each.pk], **said) for each in left]


@transaction.atomic
def cancel_payment(*, payment: Payment, reason: str, by: Account, at: datetime) -> Payment:
    """Cancel a payment or a refund that was a mistake. Idempotent. Refuses a payment of which money was given back."""
    owed = _locked(payment.owed)
    reason = refuse_without_reason(reason)
    row = with_refunds(owed.payments.all()).get(pk=payment.pk)
    if row.cancelled_at is not None:
        return row
    if row.given_back:  # type: ignore[attr-defined]
        sentence = _("De l’argent de ce paiement a été rendu : annulez d’abord ce remboursement.")
        raise Refusal(sentence, code="given_back_already")
    write_taken_back(row, reason=reason, by=by, at=at)
    _note_payment(gettext_noop("paiement annulé"), row, by=by, at=at, reason=reason)
    return row


def new_payment(
    owed: Owed, *, amount: int, method: str, key: uuid.UUID, by: Account | None, at: datetime, paid_on: date | None
) -> Payment:
    """Return a payment that is not saved yet."""
    day = paid_on or timezone.localdate(at)
    return Payment(
        **_columns(owed), key=key, amount=amount, method=method, paid_on=day, at=at, by=by, by_name=str(by or "")
    )


def wrong_amount(player: str, rest: int) -> Refusal:
    """Return the refusal of an amount that is not between one cent and the rest."""
    sentence = _("%(player)s doit encore %(left)s : écrivez un montant de %(least)s à %(left)s.") % {
        "player": player,
        "least": euros(1, current_language()),
        "left": euros(rest, current_language()),
    }
    return Refusal(sentence, code="wrong_amount", fields={"amount": [sentence]})


def wrong_day(owed: Owed | Season, paid_on: date | None, at: datetime, *, after: date | None = None) -> list[Refusal]:
    """
    Return [the refusal] of a day on which nothing can have been paid, else [].

    It is in the future, before the payment that is given back (`after`), or more than a year before a season.
    """
    if paid_on is None:
        return []
    season = owed.season if isinstance(owed, Fee) else owed if isinstance(owed, Season) else None
    words = {"day": french_day(paid_on)}
    sentence = ""
    if paid_on > timezone.localdate(at):
        sentence = _("Le %(day)s n’est pas encore venu : écrivez le jour où l’argent a été remis.")
    elif after is not None and paid_on < after:
        words["first"] = french_day(after)
        sentence = _("L’argent a été reçu le %(first)s : écrivez le jour où il a été rendu, ce jour-là ou après.")
    elif season is not None and paid_on < season.starts_on - YEAR:
        words |= {"season": season.name, "first": french_day(season.starts_on - YEAR)}
        sentence = _(
            "Le %(day)s est plus d’un an avant la saison « %(season)s » : écrivez un jour à partir du %(first)s, "
            "ou choisissez la saison de ce jour."
        )
    if not sentence:
        return []
    return [Refusal(sentence % words, code="wrong_day", fields={"paid_on": [sentence % words]})]


def _locked(owed: Owed) -> Owed:
    """Lock the tournament, or the club of the season, and return what is owed as it is now."""
    if isinstance(owed, Registration):
        return entry_of(lock_tournament(owed.tournament_id), owed.pk)
    lock_club(owed.season.club)
    return as_it_is(Fee.objects.select_related("membership__player", "season__club", "rate"), owed.pk)


def _columns(owed: Owed) -> dict[str, int]:
    return {"fee_id" if isinstance(owed, Fee) else "registration_id": owed.pk}


def write_taken_back(handed_over: HandedOver, *, reason: str, by: Account, at: datetime) -> None:
    """Note who took a payment or a prize back, when and why. Called under the tournament's lock."""
    handed_over.cancelled_at, handed_over.cancelled_by, handed_over.cancelled_by_name, handed_over.cancel_reason = (
        at,
        by,
        str(by),
        reason,
    )
    handed_over.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_by_name", "cancel_reason"])


@transaction.atomic
def count_cash(
    *,
    tournament: Tournament,
    opening: int,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    counted: int = 0,
    pieces: Mapping[int, int] | None = None,
    remark: str = "",
) -> CashCount:
    """
    Store what was counted in the cash box: the sum `counted`, or `pieces` of coins and notes ({cents: how many}).

    `opening` is the cash that was in the box before the first payment. The expected amount is stored too: the opening,
    plus payments in cash, minus refunds and prizes in cash. The same form sent twice (`key`) is one count. Refuses
    impossible amounts, all at once, and an `opening` too small for the prizes and refunds that were paid.
    """
    tournament = lock_tournament(tournament.pk)
    if earlier := sent_before(CashCount, key, code="stale_count", tournament_id=tournament.pk):
        return earlier
    pieces = {piece: count for piece, count in (pieces or {}).items() if count}
    _refuse_count(opening, counted, pieces)
    total = sum(piece * count for piece, count in pieces.items()) if pieces else counted
    box = cash_box(tournament)
    expected = opening + box.moved
    if expected < 0:
        raise _prizes_above_the_box(box, opening)
    count = CashCount.objects.create(
        key=key,
        tournament=tournament,
        opening=opening,
        counted=total,
        expected=expected,
        pieces={str(piece): number for piece, number in pieces.items()},
        remark=tidy(remark)[:200],
        at=at,
        by=by,
        by_name=str(by or ""),
    )
    _log_count(count, box.prizes)
    return count


def _log_count(count: CashCount, prizes: int) -> None:
    log(
        action=gettext_noop("caisse comptée"),
        subject=subject_of("cash", counted=euros(count.counted, "fr"), expected=euros(count.expected, "fr")),
        by=count.by,
        at=count.at,
        tournament=count.tournament,
        reason=count.remark,
        details={
            "opening": count.opening,
            "counted": count.counted,
            "expected": count.expected,
            "prizes": prizes,
            "pieces": count.pieces,
        },
    )


def _refuse_paid(owed: Owed) -> int:
    """Return the cents that a player still owes. Refuses a player without a rate, and a player who owes nothing."""
    if owed.rate is None:
        sentence = _("Choisissez d’abord le tarif de %(player)s.") % {"player": owed.player.full_name}
        raise Refusal(sentence, code="without_a_rate")
    paid = owed.payments.filter(cancelled_at=None).aggregate(cents=Sum("amount"))["cents"] or 0
    if owed.rate.amount > paid:
        return owed.rate.amount - paid
    raise owes_nothing(owed)


def owes_nothing(owed: Owed) -> Refusal:
    """Return the refusal of a payment of what is paid already, which says who took it and when, or is free."""
    values = {"player": owed.player.full_name, "rate": owed.rate.label if owed.rate else ""}
    last_payment = owed.payments.filter(cancelled_at=None, refunds=None).last()
    if last_payment is None:
        sentence = _("%(player)s ne doit rien : le tarif « %(rate)s » est gratuit.")
        return Refusal(sentence % values, code="owes_nothing")
    is_of_season = isinstance(owed, Fee)
    return Refusal(
        _("%(player)s a déjà payé %(paid)s (%(method)s, %(time)s, %(by)s) : rien de plus n’est encaissé.")
        % {
            **values,
            "paid": euros(last_payment.amount, current_language()),
            "method": last_payment.get_method_display(),
            "time": french_day(last_payment.paid_on) if is_of_season else french_hour(last_payment.at),
            "by": last_payment.by_name or "–",
        },
        code="paid_already",
    )


def _refuse_count(opening: int, counted: int, pieces: Mapping[int, int]) -> None:
    wrong = []
    for name, amount in (("opening", opening), ("counted", counted)):
        if not 0 <= amount <= MOST_COUNTED:
            sentence = _("Ce montant va de 0 € à %(most)s.") % {"most": euros(MOST_COUNTED, current_language())}
            wrong.append(Refusal(sentence, code="wrong_amount", fields={name: [sentence]}))
    for piece, count in pieces.items():
        if piece not in PIECES or not 0 <= count <= MOST_PIECES:
            sentence = _("Écrivez combien il y en a, de 0 à %(most)d.") % {"most": MOST_PIECES}
            wrong.append(Refusal(sentence, code="wrong_count", fields={f"piece_{piece}": [sentence]}))
    if not wrong and sum(piece * count for piece, count in pieces.items()) > MOST_COUNTED:
        sentence = _("La caisse ne peut pas contenir plus de %(most)s : vérifiez les nombres.") % {
            "most": euros(MOST_COUNTED, current_language())
        }
        wrong.append(Refusal(sentence, code="wrong_count"))
    if wrong:
        raise together(wrong)


def _prizes_above_the_box(box: CashBox, opening: int) -> Refusal:
    if opening + box.paid < 0:
        sentence = _(
            "Plus d’espèces ont été rendues ou remises en prix qu’il n’en est entré : écrivez dans le fond de caisse "
            "ce que le club y a ajouté, %(missing)s au moins en tout."
        ) % {"missing": euros(-box.moved, current_language())}
        return Refusal(sentence, code="given_back_above_the_box", fields={"opening": [sentence]})
    sentence = _(
        "Les prix payés en espèces font %(prizes)s, et il n’y avait que %(there)s : écrivez dans le fond de caisse ce "
        "que le club y a ajouté, %(missing)s au moins en tout."
    ) % {
        "prizes": euros(box.prizes, current_language()),
        "there": euros(opening + box.paid, current_language()),
        "missing": euros(-box.moved, current_language()),
    }
    return Refusal(sentence, code="prizes_above_the_box", fields={"opening": [sentence]})


def _note_payment(action: str, payment: Payment, *, by: Account | None, at: datetime, reason: str = "") -> None:
    details = {"payment": payment.pk, "amount": payment.amount, "method": payment.method}
    fee, entry = payment.fee, payment.registration
    if fee is not None:
        details |= {"season": fee.season.name, "paid_on": payment.paid_on.isoformat(), "id": fee.player.pk}
    who = str(entry) if fee is None else fee.player.full_name
    log(
        action=action,
        subject=subject_of("money", who=who, amount=euros(payment.amount, "fr")),
        by=by,
        at=at,
        tournament=entry.tournament if entry is not None else None,
        club=fee.season.club if fee is not None else None,
        reason=reason,
        details=details,
    )
