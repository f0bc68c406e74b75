"""Stored code → words shown, for what happens at a table."""

from django.utils.translation import gettext_lazy as _

from tournaments.labels import Codes


class Outcome(Codes):
    """What became of a donne."""

    PLAYED = "jouee", _("jouée")
    PASSED = "passee", _("passée (quatre passes)")
    PETIT_SEC = "petit_sec", _("annulée : petit sec")
    MISDEAL = "fausse_donne", _("annulée : fausse donne")
    ANNULLED = "annulee", _("annulée par l’arbitre")


class ContractChoice(Codes):
    PRISE = "prise", _("prise")
    GARDE = "garde", _("garde")
    GARDE_SANS = "garde_sans", _("garde sans le chien")
    GARDE_CONTRE = "garde_contre", _("garde contre le chien")


class CampChoice(Codes):
    ATTACK = "attaque", _("attaque")
    DEFENCE = "defense", _("défense")


class PoigneeChoice(Codes):
    SIMPLE = "simple", _("simple")
    DOUBLE = "double", _("double")
    TRIPLE = "triple", _("triple")


class CalledWhen(Codes):
    """When a chelem was announced."""

    BEFORE_CARD = "avant_carte", _("après le contrat, avant la première carte")
    LATE = "tardif", _("après la première carte (hors délai)")


class CallOutcome(Codes):
    PENDING = "en_attente", _("donne en cours")
    MADE = "reussi", _("réussi")
    FAILED = "chute", _("chuté")
    INFLICTED = "inflige", _("infligé par la défense")


class PenaltyTarget(Codes):
    PLAYER = "joueur", _("un joueur")
    CAMP = "camp", _("un camp")
    TABLE = "table", _("toute la table")
