"""What a list of members says of their fees, told per line before it is noted. Amounts are in cents."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.imports.cells import NO, YES, day
from tournaments.imports.player_rows import PlayerRow
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, fold
from tournaments.labels import Category, PaymentMethod, RateCode
from tournaments.models import Account, Payment, Player, Season, SeasonRate
from tournaments.queries.money.fees import member_fees
from tournaments.services.money.fees import ListedFee, take_listed_fees
from tournaments.services.money.payments import wrong_day
from tournaments.services.people.players import PlayerFacts

AMOUNT = re.compile(r"(\d{1,3}(?:\s\d{3})+|\d+)(?:[.,](\d{1,2})0*)?\s*(?:€|euros?|eur)?", re.IGNORECASE)
PAID = YES | {"paye", "payee", "regle", "reglee", "a jour", "solde", "soldee", "paid", "fait"}
UNPAID = NO | {"non", "impaye", "impayee", "a payer", "du", "due", "non paye", "non payee", "non regle", "non reglee",
               "pas paye", "pas payee", "pas a jour", "unpaid"}  # fmt: skip
METHODS = {word: method for method, words in (
    (PaymentMethod.CASH, "especes espece esp liquide cash"),
    (PaymentMethod.CHEQUE, "cheque cheques chq chqe ch check"),
    (PaymentMethod.CARD, "carte cb card tpe bancaire"),
    (PaymentMethod.TRANSFER, "virement virements vir vrt transfer"),
    (PaymentMethod.OTHER, "autre autres other"),
) for word in words.split()}  # fmt: skip


@dataclass(frozen=True)
class FeeTold:
    """
    What a line brings for a season: the `rate` owed, the cents noted now and how (`amount`, 0 for nothing), `remarks`.

    `listed` is what is noted, without its player where the line makes one; None when nothing changes. `is_left` when
    the fee is left aside, and `remarks` say why and what to do.
    """

    line: int
    name: str
    rate: str = ""
    amount: int = 0
    paid_on: date | None = None
    method: str = ""
    remarks: tuple[str, ...] = ()
    listed: ListedFee | None = None
    is_left: bool = False

    @property
    def method_words(self) -> str:
        return str(dict(PaymentMethod.choices).get(self.method, ""))


@dataclass(frozen=True)
class _FeeAccount:
    """What a member owes and paid before the list; `player` is 0 for one whom the list makes."""

    rate: SeasonRate
    player: int = 0
    has_fee: bool = False
    paid: int = 0
    paid_on: date | None = None


def fees_told(
    season: Season | None, rows: Iterable[PlayerRow], people: Mapping[int, Player | PlayerFacts]
) -> list[FeeTold]:
    """
    Return what the lines bring for the fees of a season, by the `people` they mean: {line: a player, or a new one}.

    Nothing without a season or its rates. Three queries, whatever the size.
    """
    said = [row for row in rows if row.line in people and row.says_fee]
    rates = list(season.rates.all()) if season and said else []
    if season is None or not rates:
        return []
    by_pk = {rate.pk: rate for rate in rates}
    accounts = {
        player.pk: _FeeAccount(by_pk[player.rate_pk], player.pk, bool(player.fee_pk), player.paid, player.paid_on)
        for player in member_fees(season)
    }
    reader = _FeeReader(season, rates, said)
    told = []
    for row in said:
        who = people[row.line]
        account = accounts.get(who.pk) if isinstance(who, Player) else reader.account_of(who)
        told.append(reader.told(row, who.full_name, account))
    return [one for one in told if one.listed or one.remarks]


def note_fees(
    season: Season | None,
    rows: Iterable[PlayerRow],
    people: Iterable[tuple[int, Player | None]],
    *,
    by: Account | None,
    at: datetime,
) -> list[Payment]:
    """Note what the lines bring for people, who are in the club by now; return the payments that are new."""
    told = fees_told(season, rows, {line: player for line, player in people if player})
    listed = [fee.listed for fee in told if fee.listed]
    return take_listed_fees(season=season, listed=listed, by=by, at=at) if season and listed else []


class _FeeReader:
    """Reads lines by the rates of a season."""

    def __init__(self, season: Season, rates: list[SeasonRate], rows: Collection[PlayerRow]) -> None:
        self.season, self.rates, self.now = season, rates, timezone.now()
        self.by_label = {fold(rate.label): rate for rate in reversed(rates)} | {rate.label: rate for rate in rates}
        self.has_days = any(row.fee_paid_on for row in rows)

    def account_of(self, new: PlayerFacts) -> _FeeAccount | None:
        """Return the account of a person who is no member yet, as `member_fees` will propose it."""
        if new.home_club:
            return None
        young = [rate for rate in self.rates if rate.code == RateCode.YOUTH and new.category == Category.YOUTH]
        return _FeeAccount([*young, *self.rates][0])

    def told(self, row: PlayerRow, name: str, account: _FeeAccount | None) -> FeeTold:
        try:
            if account is not None:
                return self._told(row, name, account)
            why = _("il ne paie pas de cotisation à ce club : vérifiez son club d’origine.")
        except ValueError as error:
            why = str(error)
        return FeeTold(row.line, name, remarks=(why,), is_left=True)

    def _told(self, row: PlayerRow, name: str, account: _FeeAccount) -> FeeTold:
        """Return what a line brings. Raises ValueError, with a sentence, when its fee is left aside."""
        cents, rate = _cents(row.fee or ""), self._rate(row, account)
        pays, paid_on = self._paid(row, cents)
        remarks: list[str] = []
        if not pays and cents and self.has_days and not row.fee_paid_on:
            remarks.append(_("la case « payé le » est vide : aucun paiement n’est noté."))
        total = 0 if not pays else rate.amount if cents is None else cents
        if pays and (wrong := wrong_day(self.season, paid_on, self.now)):
            raise ValueError(str(wrong[0]))
        self._refuse_amount(row, total, rate, account)
        amount = max(0, total - account.paid)
        changes = (
            amount
            or (bool(row.fee_rate or rate != account.rate) and not account.has_fee)
            or (account.has_fee and rate != account.rate)
        )
        if changes and not account.has_fee and self.season.ends_on < timezone.localdate(self.now):
            sentence = _("la saison est finie, et il n’y a pas de cotisation : choisissez la saison en cours.")
            raise ValueError(sentence)
        method, unknown = _method(row.fee_method or "")
        if amount:
            remarks += self._remarks(row, rate.amount - total, paid_on, is_unknown=unknown)
        elif pays:
            remarks.append(_already(account))
        elif changes:
            remarks.append(_("tarif noté, rien n’est encore payé."))
        listed = ListedFee(account.player, rate.pk, total, method, paid_on) if changes else None
        day_noted = paid_on or timezone.localdate(self.now)
        return FeeTold(
            row.line, name, rate.label, amount, day_noted if amount else None, method if amount else "",
            tuple(remarks), listed,
        )  # fmt: skip

    def _rate(self, row: PlayerRow, account: _FeeAccount) -> SeasonRate:
        """Return the rate that a line says by its name or its amount, else the one that the member has."""
        words, cents = fold(row.fee_rate or ""), _cents(row.fee_rate or "")
        if words:
            named = self.by_label.get(row.fee_rate or "") or self.by_label.get(words)
            named = named or next((rate for rate in self.rates if rate.amount == cents), None)
            if named is None:
                raise ValueError(self._not_a_rate(row.fee_rate or "", _("n’est pas un tarif de la saison")))
            return named
        if named := self.by_label.get(fold(row.fee or "")):
            return named
        cents = _cents(row.fee or "")
        same = [rate for rate in self.rates if rate.amount == cents]
        if same and cents and not account.has_fee and account.rate not in same:
            return same[0]
        return account.rate

    def _paid(self, row: PlayerRow, cents: int | None) -> tuple[bool, date | None]:
        """Return whether a line says that its fee is paid, and on which day, if it says so."""
        fee, mark = _word(row.fee), _word(row.fee_paid_on)
        if fee and cents is None and fee not in PAID | UNPAID and fold(row.fee or "") not in self.by_label:
            raise ValueError(self._not_a_rate(row.fee or "", _("n’est ni un montant, ni « payée », ni un tarif")))
        if fee in UNPAID or mark in UNPAID or cents == 0:
            return False, None
        paid_on = day(row.fee_paid_on) if row.fee_paid_on and mark not in PAID else ()
        is_said = bool(mark) or bool(row.fee_method) or (fee in PAID and cents is None)
        return is_said or (bool(cents) and not self.has_days), (paid_on or (None,))[0]

    def _refuse_amount(self, row: PlayerRow, total: int, rate: SeasonRate, account: _FeeAccount) -> None:
        words = {
            "rate": rate.label,
            "due": euros(rate.amount, current_language()),
            "amount": euros(max(total, account.paid), current_language()),
        }
        if account.has_fee and rate != account.rate and account.paid > rate.amount:
            sentence = _(
                "%(amount)s sont déjà payés, et le tarif « %(rate)s » est de %(due)s : rendez d’abord la différence "
                "sur la page de sa cotisation."
            )
            raise ValueError(sentence % words)
        if total > rate.amount and total > account.paid:
            sentence = _(
                "%(amount)s, c’est plus que le tarif « %(rate)s » (%(due)s) : corrigez le montant, ou écrivez son "
                "tarif sous « tarif »."
            )
            raise ValueError(sentence % words)

    def _remarks(self, row: PlayerRow, rest: int, paid_on: date | None, *, is_unknown: bool) -> list[str]:
        remarks = []
        if rest > 0:
            remarks.append(_("il reste %(rest)s à payer.") % {"rest": euros(rest, current_language())})
        if paid_on is None:
            remarks.append(_("le jour n’est pas dit : noté aujourd’hui."))
        if is_unknown and row.fee_method:
            words = {"said": row.fee_method[:40]}
            remarks.append(_("« %(said)s » n’est pas un moyen connu : noté « autre moyen ».") % words)
        elif is_unknown:
            remarks.append(_("le moyen n’est pas dit : noté « autre moyen »."))
        return remarks

    def _not_a_rate(self, cell: str, why: str) -> str:
        rates = ", ".join(f"{rate.label} {euros(rate.amount, current_language())}" for rate in self.rates)
        return _("« %(cell)s » %(why)s (%(rates)s).") % {"cell": cell[:40], "why": why, "rates": rates}


def _already(account: _FeeAccount) -> str:
    if not account.paid:
        return _("ce tarif est gratuit.")
    words = {"amount": euros(account.paid, current_language()), "day": french_day(account.paid_on)}
    return _("déjà payé le %(day)s (%(amount)s).") % words


def _word(cell: str | None) -> str:
    return fold(cell or "").strip(" .!")


def _cents(cell: str) -> int | None:
    """Return the amount of a cell, « 7,50 » or « 30 € »; None when it is no amount."""
    found = AMOUNT.fullmatch(cell.strip())
    if found is None:
        return None
    return int(re.sub(r"\s", "", found[1])) * 100 + int((found[2] or "").ljust(2, "0"))


def _method(cell: str) -> tuple[str, bool]:
    """Return how a cell says that money was paid, and whether it does not say it."""
    known = [METHODS[word] for word in re.findall(r"\w+", fold(cell)) if word in METHODS]
    return (str(known[0]), False) if known else (str(PaymentMethod.OTHER), True)
