"""Lists for the organiser: money, wishes, changed seats, prizes."""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.exports.results import stem_of
from tournaments.exports.tables import ExportTable, cells_of, euros_of
from tournaments.models import Payment, Player, Rate, Season, SeasonRate, SeatChange, Tournament
from tournaments.queries.draws.seat_changes import in_force
from tournaments.queries.draws.wishes import WishBook
from tournaments.queries.evening.round_names import round_word
from tournaments.queries.money.books import MoneyMoved
from tournaments.queries.money.prizes import PrizeList
from tournaments.queries.money.takings import Debt


def payments_table(tournament: Tournament, payments: Iterable[Payment]) -> ExportTable:
    """Return the payments; a cancelled one with its reason."""
    columns = [
        _("Quand"),
        _("N°"),
        _("Joueur"),
        _("Montant (€)"),
        _("Moyen"),
        _("Encaissé par"),
        _("Pourquoi"),
        _("Annulé"),
        _("Motif"),
    ]
    rows = cells_of(
        (
            payment.at,
            entry.start_number,
            entry.player.full_name,
            euros_of(payment.amount),
            payment.get_method_display(),
            payment.by_name,
            payment.reason,
            payment.cancelled_at,
            payment.cancel_reason,
        )
        for payment in payments
        if (entry := payment.registration)
    )
    return ExportTable(_("Paiements"), stem_of("paiements", tournament), columns, rows)


def fee_payments_table(season: Season, player: Player, payments: Iterable[Payment]) -> ExportTable:
    """Return each payment and refund of a member's fee; a cancelled one with its reason."""
    columns = [
        *(_("Jour"), _("Montant (€)"), _("Moyen"), _("Encaissé par"), _("Noté le"), _("Pourquoi")),
        *(_("Annulé"), _("Motif")),
    ]
    rows = cells_of(
        (
            payment.paid_on,
            euros_of(payment.amount),
            payment.get_method_display(),
            payment.by_name,
            payment.at,
            payment.reason,
            payment.cancelled_at,
            payment.cancel_reason,
        )
        for payment in payments
    )
    title = _("Cotisation de %(player)s") % {"player": player.full_name}
    return ExportTable(title, stem_of("cotisation", season), columns, rows)


def books_table(season: Season, movements: Iterable[MoneyMoved]) -> ExportTable:
    """Return a season's movements, a line each, as an accountant opens them."""
    columns = [
        *(_("Jour"), _("Nature"), _("Qui"), _("Pour"), _("Moyen"), _("Entrée (€)"), _("Sortie (€)")),
        _("Noté par"),
    ]
    rows = cells_of(
        (
            line.day,
            line.kind.label,
            line.who,
            line.what,
            line.method,
            euros_of(line.cents) if line.cents > 0 else None,
            euros_of(-line.cents) if line.cents < 0 else None,
            line.by_name,
        )
        for line in movements
    )
    return ExportTable(_("Comptes de la saison"), stem_of("comptes", season), columns, rows)


def rates_table(tournament: Tournament | Season, rates: Iterable[Rate] | Iterable[SeasonRate]) -> ExportTable:
    """Return the rates: what each kind of player pays."""
    columns = [_("Tarif"), _("Pour qui"), _("Montant (€)")]
    rows = cells_of((rate.label, rate.get_code_display(), euros_of(rate.amount)) for rate in rates)
    return ExportTable(_("Tarifs"), stem_of("tarifs", tournament), columns, rows)


def debts_table(tournament: Tournament, debts: Iterable[Debt]) -> ExportTable:
    """Return the players who still owe money."""
    columns = [_("N°"), _("Joueur"), _("Tarif"), _("Dû (€)"), _("Payé (€)"), _("Reste (€)")]
    rows = cells_of(
        (
            debt.registration.start_number,
            debt.registration.player.full_name,
            debt.registration.rate.label if debt.registration.rate else "",
            euros_of(debt.due),
            euros_of(debt.paid),
            euros_of(debt.owed),
        )
        for debt in debts
    )
    return ExportTable(_("Restes à payer"), stem_of("restes-a-payer", tournament), columns, rows)


def wishes_table(tournament: Tournament, book: WishBook) -> ExportTable:
    """Return the wishes in force, then the cancelled ones."""
    columns = [_("Souhait"), _("Joueurs"), _("Tables"), _("Pourquoi"), _("Noté par"), _("Noté le"), _("Retiré le")]
    rows = cells_of(
        (
            wish_shown.text,
            ", ".join(map(str, wish_shown.names)),
            wish_shown.tables,
            wish_shown.wish.reason,
            wish_shown.wish.added_by_name,
            wish_shown.wish.added_at,
            wish_shown.wish.cancelled_at,
        )
        for wish_shown in (*book.in_force, *book.taken_back)
    )
    return ExportTable(_("Souhaits"), stem_of("souhaits", tournament), columns, rows)


def seat_changes_table(tournament: Tournament, changes: Iterable[SeatChange]) -> ExportTable:
    """Return the seats that were changed by hand after a draw."""
    columns = [
        capfirst(round_word(tournament)),
        _("Changement"),
        _("Joueur"),
        _("Avec"),
        _("Pourquoi"),
        _("Fait par"),
        _("Fait le"),
        _("En vigueur"),
    ]
    rows = cells_of(
        (
            change.number,
            change.get_kind_display(),
            change.one.player.full_name,
            change.other.player.full_name,
            change.reason,
            change.made_by_name,
            change.made_at,
            in_force(change),
        )
        for change in changes
    )
    return ExportTable(_("Changements de places"), stem_of("places", tournament), columns, rows)


def prizes_table(tournament: Tournament, prizes: PrizeList) -> ExportTable:
    """Return the prizes with their winners in the present ranking; winners with the same total have a row each."""
    columns = [_("Classement"), _("Place"), _("Lot"), _("Montant (€)"), _("Gagnant"), _("Total"), _("Remis"), _("Payé")]
    rows = cells_of(
        (
            line.prize.get_group_display(),
            line.prize.place,
            line.prize.lot,
            euros_of(line.amount) if line.amount else None,
            (winner.team or winner.registration.player.full_name) if winner else None,
            winner.total if winner else None,
            winner.prize_given is not None if winner else None,
            winner.prize_given.get_method_display() if winner and winner.prize_given else None,
        )
        for line in prizes.lines
        for winner in line.winners or (None,)
    )
    return ExportTable(_("Prix"), stem_of("prix", tournament), columns, rows)
