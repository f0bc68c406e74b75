"""
Money at the door: payments and cash counts. Amounts are in cents.

No result depends on money: payments and counts are allowed after a tournament is finished. A payment is cancelled,
never deleted.
"""

import uuid
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_hour
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, tidy
from tournaments.labels import PaymentMethod
from tournaments.models import Account, CashCount, Payment, Registration, Tournament
from tournaments.models.cancelling import HandedOver
from tournaments.models.money import MOST_COUNTED
from tournaments.queries.money.takings import CashBox, cash_box, paid_by
from tournaments.refusals import Refusal, refuse_without_reason, sent_before, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament
from tournaments.services.money.rates import entry_of
from tournaments.subjects import subject_of

PIECES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)  # cents
MOST_PIECES = 10_000


@transaction.atomic
def take_payment(
    *,
    tournament: Tournament,
    registration: int,
    method: str,
    key: uuid.UUID,
    by: Account | None,
    at: datetime,
    amount: int | None = None,
) -> Payment:
    """
    Store a payment of a player; without an `amount` he pays all that he still owes.

    The same tap sent twice (`key`) is one payment. Refuses a player without a rate, or who owes nothing (and says who
    took his money, and when), an amount below one cent or above what he owes, and the `key` of another player's
    payment.
    """
    if method not in PaymentMethod.values:
        raise ValueError(f"{method} is no way to pay")
    tournament = lock_tournament(tournament.pk)
    if earlier := sent_before(Payment, key, code="stale_payment", registration_id=registration):
        return earlier
    entry = entry_of(tournament, registration)
    owed = _refuse_paid(entry)
    cents = owed if amount is None else amount
    if not 0 < cents <= owed:
        sentence = _("%(player)s doit encore %(left)s : écrivez un montant de %(least)s à %(left)s.") % {
            "player": entry.player.full_name,
            "least": euros(1, current_language()),
            "left": euros(owed, current_language()),
        }
        raise Refusal(sentence, code="wrong_amount", fields={"amount": [sentence]})
    payment = Payment.objects.create(
        key=key, registration=entry, amount=cents, method=method, at=at, by=by, by_name=str(by or "")
    )
    _note_payment(gettext_noop("paiement"), payment, by=by, at=at)
    return payment


@transaction.atomic
def cancel_payment(*, tournament: Tournament, payment: int, reason: str, by: Account, at: datetime) -> Payment:
    """Cancel a payment that was given back, or entered by mistake. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason)
    row = Payment.objects.select_related("registration__player", "registration__tournament").get(
        pk=payment, registration__tournament=tournament
    )
    if row.cancelled_at is not None:
        return row
    write_taken_back(row, reason=reason, by=by, at=at)
    _note_payment(gettext_noop("paiement annulé"), row, by=by, at=at, reason=reason)
    return row


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
    plus payments in cash, minus prizes given in cash. The same form sent twice (`key`) is one count. Refuses impossible
    amounts, all at once, and an `opening` too small for the prizes that were paid.
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


def _refuse_paid(entry: Registration) -> int:
    """Return the cents that a player still owes. Refuses a player without a rate, and a player who owes nothing."""
    values = {"player": entry.player.full_name}
    if entry.rate is None:
        raise Refusal(_("Choisissez d’abord le tarif de %(player)s.") % values, code="without_a_rate")
    owed = entry.rate.amount - paid_by([entry.pk]).get(entry.pk, 0)
    if owed > 0:
        return owed
    last_payment = entry.payments.filter(cancelled_at=None).last()
    if last_payment is None:
        raise Refusal(
            _("%(player)s ne doit rien : le tarif « %(rate)s » est gratuit.") % (values | {"rate": entry.rate.label}),
            code="owes_nothing",
        )
    raise Refusal(
        _("%(player)s a déjà payé %(paid)s (%(method)s, %(time)s, %(by)s) : rien de plus n’est encaissé.")
        % {
            **values,
            "paid": euros(last_payment.amount, current_language()),
            "method": last_payment.get_method_display(),
            "time": french_hour(last_payment.at),
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
    log(
        action=action,
        subject=subject_of("money", who=str(payment.registration), amount=euros(payment.amount, "fr")),
        by=by,
        at=at,
        tournament=payment.registration.tournament,
        reason=reason,
        details={"payment": payment.pk, "amount": payment.amount, "method": payment.method},
    )
