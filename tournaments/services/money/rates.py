"""What people pay to enter a tournament or for a season: its rates, and the rate of each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, fold
from tournaments.labels import RateCode
from tournaments.models import Account, Rate, Registration, Season, SeasonRate, Tournament
from tournaments.models.money import MOST_CENTS
from tournaments.queries.money.fees import unasked_fees
from tournaments.queries.money.takings import paid_by, paid_for_fees
from tournaments.refusals import Refusal, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament, raise_revision
from tournaments.services.undo.undoing import as_it_is
from tournaments.subjects import subject_of

MOST_RATES = 8
LONGEST_LABEL = 40


@dataclass(frozen=True)
class RateFacts:
    """The values that a rate gets, in cents; `pk` is the id of the row to change, None for a new rate."""

    label: str
    amount: int
    code: str = RateCode.OTHER
    pk: int | None = None


@transaction.atomic
def set_rates(*, of: Tournament | Season, rates: Sequence[RateFacts], by: Account | None, at: datetime) -> list[Any]:
    """
    Make these the rates of a tournament or a season, in this order, and return them (`Rate`, `SeasonRate`). Nothing is
    written when nothing changes.

    Refuses, all at once (fields are `label_0`, `amount_0`, … by the index in `rates`): a label that is empty or twice
    in the list, an amount below zero or above 1,000 €, to remove a rate that somebody has, and to lower a rate below
    what somebody has paid for it.
    """
    if isinstance(of, Season):
        lock_club(of.club)
    else:
        of = lock_tournament(of.pk)
    before: dict[int, Any] = {rate.pk: rate for rate in of.rates.all()}
    _refuse_rates(of, rates, before)
    new_rates = _rows(of, rates)
    if [_as_facts(rate) for rate in new_rates] == [_as_facts(rate) for rate in before.values()]:
        return list(before.values())
    remaining_ids = {facts.pk for facts in rates if facts.pk is not None}
    if isinstance(of, Season):  # a rate stays while one of these has it
        unasked_fees(of).exclude(rate__in=remaining_ids).delete()
    of.rates.exclude(pk__in=remaining_ids).delete()
    # Two rates may exchange their labels, which are unique: each gets a temporary one first.
    for pk in remaining_ids:
        of.rates.filter(pk=pk).update(label=f"#{pk}")
    for rate in new_rates:
        rate.save(force_insert=rate.pk is None)
    if isinstance(of, Tournament):
        raise_revision(of)  # the club's page tells what an evening costs
    log(
        action=gettext_noop("tarifs") if isinstance(of, Tournament) else gettext_noop("tarifs de la saison"),
        subject=subject_of("rates", count=len(new_rates)),
        by=by,
        at=at,
        tournament=of if isinstance(of, Tournament) else None,
        club=of.club,
        details={
            "before": {rate.label: rate.amount for rate in before.values()},
            "rates": {rate.label: rate.amount for rate in new_rates},
        },
    )
    return new_rates


def _rows(of: Tournament | Season, rates: Sequence[RateFacts]) -> list[Any]:
    """Return the rates of a tournament or a season as rows that are not saved."""
    own: Any = of.rates
    whose = {own.field.name: of}
    return [
        own.model(**whose, pk=facts.pk, code=facts.code, label=facts.label, amount=facts.amount, place=place)
        for place, facts in enumerate(rates, start=1)
    ]


def rates_of(of: Tournament | Season, *, as_new: bool = False) -> list[RateFacts]:
    """Return the rates of a tournament or a season; `as_new` leaves out their ids, to copy them to another."""
    rates: Any = of.rates.all()
    return [RateFacts(rate.label, rate.amount, rate.code, None if as_new else rate.pk) for rate in rates]


def carry_rates(
    *, source: Tournament, tournament: Tournament, entries: Mapping[int, int], by: Account | None, at: datetime
) -> int:
    """
    Copy the rates of a tournament and the rate of each player to a new one; return how many rates there are.

    `entries` maps ids of registrations to those of the new tournament. Called under the club's lock.
    """
    rates = rates_of(source, as_new=True)
    if not rates:
        return 0
    rate_by_label = {rate.label: rate for rate in set_rates(of=tournament, rates=rates, by=by, at=at)}
    for rate in source.rates.all():
        entry_ids = [entries[entry] for entry in rate.registrations.values_list("pk", flat=True) if entry in entries]
        tournament.registrations.filter(pk__in=entry_ids).update(rate=rate_by_label[rate.label])
    return len(rate_by_label)


@transaction.atomic
def give_rate(
    *, tournament: Tournament, registration: int, rate: int | None, by: Account | None, at: datetime
) -> Registration:
    """
    Give a player a rate (an id); None means that his rate is unknown. Nothing is written when he has this rate already.

    Refuses a rate of another tournament, and a rate below what he has already paid.
    """
    tournament = lock_tournament(tournament.pk)
    entry = entry_of(tournament, registration)
    if entry.rate_id == rate:
        return entry
    new_rate = _rate(tournament, rate) if rate is not None else None
    paid = paid_by([entry.pk]).get(entry.pk, 0)
    if paid > (new_rate.amount if new_rate else 0):
        raise Refusal(
            _(
                "%(player)s a déjà payé %(paid)s : c’est plus que ce tarif. "
                "Rendez-lui d’abord cette somme à la caisse, puis changez le tarif."
            )
            % {"player": entry.player.full_name, "paid": euros(paid, current_language())},
            code="paid_more",
        )
    entry.rate = new_rate
    entry.save(update_fields=["rate"])
    log(
        action=gettext_noop("tarif donné"),
        subject=subject_of("rate", who=str(entry), rate=new_rate.label if new_rate else "–"),
        by=by,
        at=at,
        tournament=tournament,
        details={"amount": new_rate.amount if new_rate else None},
    )
    return entry


def entry_of(tournament: Tournament, registration: int) -> Registration:
    """Return a registration of this tournament. Refuses another tournament's, and one that was deleted meanwhile."""
    return as_it_is(tournament.registrations.select_related("player", "rate", "tournament"), registration)


def _refuse_rates(of: Tournament | Season, rates: Sequence[RateFacts], before: Mapping[int, Rate]) -> None:
    wrong = [refusal for place, facts in enumerate(rates) for refusal in _wrong_with(place, facts, before)]
    rows = [facts.pk for facts in rates if facts.pk is not None]
    if len(rows) != len(set(rows)):  # both would write the same row
        wrong.append(Refusal(_("Ce tarif n’existe plus. Rechargez la page."), code="rate_is_gone"))
    labels: set[str] = set()
    for place, facts in enumerate(rates):
        if facts.label and fold(facts.label) in labels:
            sentence = _("Le tarif « %(label)s » est là deux fois : donnez un autre nom à l’un des deux.") % {
                "label": facts.label
            }
            wrong.append(Refusal(sentence, code="rate_twice", fields={f"label_{place}": [sentence]}))
        labels.add(fold(facts.label))
    if len(rates) > max(MOST_RATES, len(before)):
        wrong.append(Refusal(_("Il y a %(most)d tarifs au plus.") % {"most": MOST_RATES}, code="too_many_rates"))
    wrong += _below_what_was_paid(of, rates, before)
    remaining_ids = {facts.pk for facts in rates}
    for rate in before.values():
        people = _who_pay(of).filter(rate=rate).count() if rate.pk not in remaining_ids else 0
        if people:
            sentence = ngettext(
                "Le tarif « %(label)s » est celui de %(count)d joueur : donnez-lui-en un autre, puis retirez ce tarif.",
                "Le tarif « %(label)s » est celui de %(count)d joueurs : "
                "donnez-leur-en un autre, puis retirez ce tarif.",
                people,
            ) % {"label": rate.label, "count": people}
            wrong.append(Refusal(sentence, code="rate_in_use"))
    if wrong:
        raise together(wrong)


def _who_pay(of: Tournament | Season) -> QuerySet[Any]:
    """Return who may have a rate: the registrations of a tournament, the fees of a season that somebody reads."""
    if isinstance(of, Season):
        return of.fees.exclude(pk__in=unasked_fees(of).values("pk"))
    return of.registrations.all()


def _below_what_was_paid(
    of: Tournament | Season, rates: Sequence[RateFacts], before: Mapping[int, Rate]
) -> list[Refusal]:
    """Return a refusal for each rate below what one of its players has paid: he would get money back."""
    cheaper = {
        facts.pk: (place, facts)
        for place, facts in enumerate(rates)
        if facts.pk is not None and facts.pk in before and facts.amount < before[facts.pk].amount
    }
    if not cheaper:
        return []
    entries = dict(_who_pay(of).filter(rate__in=cheaper).values_list("pk", "rate"))
    paid = paid_for_fees(entries) if isinstance(of, Season) else paid_by(entries)
    wrong = []
    for pk, (place, facts) in cheaper.items():
        overpaid = sum(rate == pk and paid.get(entry, 0) > facts.amount for entry, rate in entries.items())
        if overpaid:
            sentence = ngettext(
                "%(count)d joueur a déjà payé plus de %(amount)s pour ce tarif : rendez-lui d’abord la différence, "
                "ou ajoutez un autre tarif pour ceux qui viennent ensuite.",
                "%(count)d joueurs ont déjà payé plus de %(amount)s pour ce tarif : rendez-leur d’abord la "
                "différence, ou ajoutez un autre tarif pour ceux qui viennent ensuite.",
                overpaid,
            ) % {"count": overpaid, "amount": euros(facts.amount, current_language())}
            wrong.append(Refusal(sentence, code="paid_more", fields={f"amount_{place}": [sentence]}))
    return wrong


def _wrong_with(place: int, facts: RateFacts, before: Mapping[int, Rate]) -> list[Refusal]:
    wrong = []
    if facts.pk is not None and facts.pk not in before:
        wrong.append(Refusal(_("Ce tarif n’existe plus. Rechargez la page."), code="rate_is_gone"))
    if not 0 < len(facts.label) <= LONGEST_LABEL:
        sentence = _("Écrivez le nom du tarif, en %(most)d caractères au plus.") % {"most": LONGEST_LABEL}
        wrong.append(Refusal(sentence, code="rate_without_a_name", fields={f"label_{place}": [sentence]}))
    if not 0 <= facts.amount <= MOST_CENTS:
        sentence = _("Un tarif va de 0 € à %(most)s.") % {"most": euros(MOST_CENTS, current_language())}
        wrong.append(Refusal(sentence, code="wrong_amount", fields={f"amount_{place}": [sentence]}))
    return wrong


def _as_facts(rate: Rate | SeasonRate) -> RateFacts:
    return RateFacts(rate.label, rate.amount, rate.code, rate.pk)


def _rate(tournament: Tournament, rate: int) -> Rate:
    row = tournament.rates.filter(pk=rate).first()
    if row is None:
        raise Refusal(_("Ce tarif n’existe plus. Rechargez la page."), code="rate_is_gone")
    return row
