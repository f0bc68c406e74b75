"""Codes stored about a table, each with the words shown."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.marque import Camp, Contract, MisereKind, PoigneeSize
from tournaments.labels import Codes, Words, choices_of


class Outcome(Codes):
    """What became of a donne: it was played, or why not."""

    PLAYED = "jouee", _("jouée")
    PASSED = "passee", _("passée (personne n’a pris)")
    PETIT_SEC = "petit_sec", _("annulée : petit sec")
    MISDEAL = "fausse_donne", _("annulée : fausse donne")
    ANNULLED = "annulee", _("annulée par l’arbitre")


HAS_A_RESULT = (Outcome.PLAYED, Outcome.PASSED)  # on a board: passed, it is 0 for everybody
# What can become of a board: with a petit sec or a misdeal it is dealt again before anybody else holds it.
OF_A_BOARD = (*HAS_A_RESULT, Outcome.ANNULLED)
# By how many chairs the étui lay turned on the table → words.
TURNED = {
    0: _("posé droit"),
    1: _("tourné d’une place"),
    2: _("tourné de deux places"),
    3: _("tourné de trois places"),
}


CONTRACT_WORDS: Words = {
    Contract.PRISE: _("prise"),
    Contract.POUSSE: _("pousse"),
    Contract.GARDE: _("garde"),
    Contract.GARDE_SANS: _("garde sans le chien"),
    Contract.GARDE_CONTRE: _("garde contre le chien"),
}
CAMP_WORDS: Words = {Camp.ATTAQUE: _("attaque"), Camp.DEFENSE: _("défense")}
POIGNEE_WORDS: Words = {
    PoigneeSize.SIMPLE: _("simple"),
    PoigneeSize.DOUBLE: _("double"),
    PoigneeSize.TRIPLE: _("triple"),
}
MISERE_WORDS: Words = {MisereKind.ATOUT: _("d’atout"), MisereKind.TETE: _("de figure")}


def miseres() -> list[tuple[str, Promise]]:
    return choices_of(MISERE_WORDS)


def contracts() -> list[tuple[str, Promise]]:
    return choices_of(CONTRACT_WORDS)


def camps() -> list[tuple[str, Promise]]:
    return choices_of(CAMP_WORDS)


class CalledWhen(Codes):
    """When a chelem was announced."""

    BEFORE_CARD = "avant_carte", _("après le contrat, avant la première carte")
    LATE = "tardif", _("après la première carte (hors délai)")


class CallOutcome(Codes):
    PENDING = "en_attente", _("donne en cours")
    MADE = "reussi", _("réussi")
    FAILED = "chute", _("chuté")
    INFLICTED = "inflige", _("infligé par la défense")


class ProtestAbout(Codes):
    """What a table contests."""

    SEATS = "places", _("les places")
    DONNE = "donne", _("une donne")
    SHEET = "feuille", _("la feuille")


class ExcusePlayed(Codes):
    """Which camp had the Excuse in a donne with an announced chelem, and when the attack played it."""

    LAST = "derniere", _("à l’attaque, jouée à la dernière levée")
    EARLIER = "avant", _("à l’attaque, jouée avant la dernière levée")
    DEFENCE = "defense", _("à la défense")


class Kept(Codes):
    """Which of two versions of a donne an arbiter kept."""

    STANDING = "inscrite", _("celle de la feuille")
    OTHER = "autre", _("l’autre version")


class CallAbout(Codes):
    """The reasons for which a table calls the arbiter."""

    QUESTION = "question", _("une question")
    FAULT = "faute", _("une faute")
    CHELEM = "chelem", _("un chelem annoncé")
    GARDE = "garde", _("garde sans ou garde contre")
    SHEET = "feuille", _("une erreur sur la feuille")
    OTHER = "autre", _("autre chose")


# Announcements: they belong to one donne, and the arbiter wants to know who made them.
ANNOUNCED = (CallAbout.CHELEM, CallAbout.GARDE)


class PenaltyTarget(Codes):
    """On whom or on what a decision falls."""

    PLAYER = "joueur", _("un joueur")
    CAMP = "camp", _("un camp")
    TABLE = "table", _("toute la table")
    DONNE = "donne", _("la donne")


class Sanction(Codes):
    """What a decision does. Of the sanctions only `POINTS` and `TOTAL` take points."""

    WARNING = "avertissement", _("avertissement")
    REDEAL = "redonne", _("nouvelle donne par le même donneur")
    DEALER_BARRED = "donneur_exclu", _("nouvelle donne par le même donneur, qui n’enchérit pas")
    PRIME_CANCELLED = "prime_annulee", _("prime annulée")
    POINTS = "points", _("points")
    TOTAL = "points_total", _("points sur le total")
    ADJUSTED = "score_ajuste", _("score ajusté")
    DONNE_SCORE = "score_donne", _("score ajusté d’une donne")
    EXCLUSION = "exclusion", _("exclusion")
    FEDERATION = "federation", _("signalement à la fédération")


class Prime(Codes):
    """Which prime of a donne a decision cancels. Of a chelem or a petit chelem it cancels only the announcement."""

    PETIT = "petit_au_bout", _("petit au bout")
    ATTACK_POIGNEE = "poignee_attaque", _("poignée de l’attaque")
    DEFENCE_POIGNEE = "poignee_defense", _("poignée de la défense")
    CHELEM = "chelem", _("annonce du chelem")
    PETIT_CHELEM = "petit_chelem", _("annonce du petit chelem")
    MISERE = "misere", _("misère")


TAKES_POINTS = (Sanction.POINTS, Sanction.TOTAL)
# Sanctions about one donne, which must be named.
OF_A_DONNE = (Sanction.REDEAL, Sanction.DEALER_BARRED, Sanction.PRIME_CANCELLED)
REDEALS = (Sanction.REDEAL, Sanction.DEALER_BARRED)


# The catalogue that every club starts with, by the names under which a migration wrote it. A club adds its own.
FAULTS = (
    gettext_noop("Fausse donne"),
    gettext_noop("Carte retournée en donnant"),
    gettext_noop("Première ou dernière carte mise au chien"),
    gettext_noop("Carte exposée"),
    gettext_noop("Coupe irrégulière"),
    gettext_noop("Cartes relevées avant la fin de la donne"),
    gettext_noop("Petit sec non déclaré"),
    gettext_noop("Faux écart"),
    gettext_noop("Roi, bout ou atout écarté sans droit"),
    gettext_noop("Écart consulté ou changé après « jeu »"),
    gettext_noop("Jeu hors tour"),
    gettext_noop("Renonce"),
    gettext_noop("Nombre de cartes faux"),
    gettext_noop("Main mal remise dans l’étui"),
    gettext_noop("Poignée montrée trop tard"),
    gettext_noop("Garde sans, garde contre ou chelem sans appel de l’arbitre"),
    gettext_noop("Hésitation injustifiée"),
    gettext_noop("Maniérisme"),
    gettext_noop("Propos ou comportement déplacés"),
    gettext_noop("Retard"),
    gettext_noop("Arbitre non appelé"),
    gettext_noop("Autre faute"),
)
# Where the règlement speaks of them, as a migration wrote it.
REFERENCES = (
    gettext_noop("Règlement FFT 2012, la distribution"),
    gettext_noop("Règlement FFT 2012, le petit sec"),
    gettext_noop("Règlement FFT 2012, le chien et l’écart"),
    gettext_noop("Règlement FFT 2012, les poignées"),
    gettext_noop("Règlement FFT 2012, le chelem"),
    gettext_noop("Règlement FFT 2012, l’arbitre"),
)
