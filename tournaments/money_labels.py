"""Words of money: rates, how a payment is made, how a prize is handed over and among whom it is won."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.labels import Codes, Group


class RateCode(Codes):
    """Whom a rate is for; the door proposes it by this code."""

    MEMBER = "membre", _("adhérent")
    LICENSED = "licencie", _("licencié")
    VISITOR = "visiteur", _("visiteur")
    STUDENT = "etudiant", _("étudiant")
    OTHER = "autre", _("autre")


class PaymentMethod(Codes):
    CASH = "especes", _("espèces")
    CHEQUE = "cheque", _("chèque")
    CARD = "carte", _("carte")
    TRANSFER = "virement", _("virement")


class PrizeMethod(Codes):
    """How a prize was handed over: what is paid in cash leaves the cash box."""

    CASH = "especes", _("en espèces")
    CHEQUE = "cheque", _("par chèque")
    TRANSFER = "virement", _("par virement")
    KIND = "nature", _("en nature")


class PrizeGroup(Codes):
    """
    The group in which a place wins a prize, besides those that have a ranking (`Group`): see `prize_groups`.

    `LAST` counts from the end: the « lanterne rouge ».
    """

    EVERYBODY = "tous", _("classement général")
    VISITORS = "visiteur", _("joueurs d’un autre club")
    UNLICENSED = "non_licencie", _("joueurs sans licence")
    LAST = "dernier", _("depuis la fin (lanterne rouge)")


def prize_groups() -> list[tuple[str, str | Promise]]:
    """Return every group in which there is something to win, in the order of a form."""
    everybody, *others = PrizeGroup.choices
    return [everybody, *Group.choices, *others]


PRIZE_GROUPS = [code for code, _words in prize_groups()]
