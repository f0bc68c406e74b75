"""The words of a season's books, and whom a rate of an evening or of a season may be for."""

from django.utils.translation import gettext_lazy as _

from tournaments.labels import Codes, RateCode

OF_A_SEASON = (RateCode.ADULT, RateCode.COUPLE, RateCode.YOUTH, RateCode.STUDENT, RateCode.FREE, RateCode.OTHER)
OF_AN_EVENING = (RateCode.MEMBER, RateCode.LICENSED, RateCode.VISITOR, RateCode.STUDENT, RateCode.OTHER)


class MoneyKind(Codes):
    """What money in a season's books was for."""

    FEES = "cotisations", _("Cotisations")
    EVENINGS = "soirees", _("Soirées")
    REFUNDS = "rendu", _("Remboursements")
    PRIZES = "prix", _("Prix remis")
