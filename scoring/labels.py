"""Stored code → words shown, for what happens at a table."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.labels import Codes


class Outcome(Codes):
    """What became of a donne."""

    PLAYED = "jouee", _("jouée")
    PASSED = "passee", _("passée (personne n’a pris)")
    PETIT_SEC = "petit_sec", _("annulée : petit sec")
    MISDEAL = "fausse_donne", _("annulée : fausse donne")
    ANNULLED = "annulee", _("annulée par l’arbitre")


class ContractChoice(Codes):
    PRISE = "prise", _("prise")
    POUSSE = "pousse", _("pousse")
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


class MisereChoice(Codes):
    """What a player showed to have none of, before his first card."""

    ATOUT = "atout", _("d’atout")
    TETE = "tete", _("de figure")


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


# The catalogue that every club starts with, by the names under which a migration wrote it. A club adds its own.
FAULTS = (
    gettext_noop("Fausse donne"),
    gettext_noop("Carte exposée"),
    gettext_noop("Coupe irrégulière"),
    gettext_noop("Cartes relevées avant la fin de la donne"),
    gettext_noop("Petit sec non déclaré"),
    gettext_noop("Faux écart"),
    gettext_noop("Écart consulté ou changé après « jeu »"),
    gettext_noop("Jeu hors tour"),
    gettext_noop("Renonce"),
    gettext_noop("Nombre de cartes faux"),
    gettext_noop("Poignée montrée trop tard"),
    gettext_noop("Garde sans, garde contre ou chelem sans appel de l’arbitre"),
    gettext_noop("Hésitation injustifiée"),
    gettext_noop("Maniérisme"),
    gettext_noop("Propos ou comportement déplacés"),
    gettext_noop("Retard"),
    gettext_noop("Arbitre non appelé"),
    gettext_noop("Autre faute"),
)
