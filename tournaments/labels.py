"""Stored code → words shown: the only place where the words of the models are translated; words never migrate."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Codes(TextChoices):
    """Codes kept in a column; `offered` as a field's choices keeps the words out of the migrations."""

    @classmethod
    def offered(cls) -> list[tuple[str, str]]:
        return cls.choices


class Category(Codes):
    """A player's age group, as clubs ask for it on an entry form."""

    SENIOR = "senior", _("senior")
    VETERAN = "veteran", _("vétéran")
    YOUTH = "jeune", _("jeune")


class RoleName(Codes):
    ORGANISER = "organiser", _("organisateur")
    ARBITER = "arbiter", _("arbitre")


class Status(Codes):
    """Where a registration stands."""

    REGISTERED = "inscrit", _("inscrit")
    PRESENT = "present", _("présent")
    ABSENT = "absent", _("absent")
    WITHDRAWN = "retire", _("retiré")


class TournamentState(Codes):
    PREPARING = "preparation", _("en préparation")
    RUNNING = "en_cours", _("en cours")
    FINISHED = "termine", _("terminé")


class Pace(Codes):
    """What ends a round."""

    DONNES = "donnes", _("nombre de donnes fixé")
    MINUTES = "minutes", _("durée fixée")


class Keeps(Codes):
    """What a sheet keeps: every donne, or only each player's balance."""

    DONNES = "donnes", _("chaque donne")
    TOTALS = "totaux", _("le bilan de chaque joueur")


class RemainderChoice(Codes):
    """What to do with a number of players that is not a multiple of the table size."""

    SMALLER = "smaller", _("des tables plus petites")
    LARGER = "larger", _("des tables plus grandes")
    EXEMPT = "exempt", _("des exempts à tour de rôle")


class JobKind(Codes):
    DRAW = "tirage", _("tirage des tables")
    RANKING = "classement_pdf", _("classement en PDF")
    LEAGUE = "championnat_pdf", _("championnat en PDF")


class JobState(Codes):
    QUEUED = "en_attente", _("en attente")
    RUNNING = "en_cours", _("en cours")
    DONE = "fait", pgettext_lazy("travail", "terminé")
    FAILED = "echec", _("échoué")
    CANCELLED = "annule", pgettext_lazy("travail", "annulé")


SEAT_NAMES = [_("Sud"), _("Est"), _("Nord"), _("Ouest"), _("5e joueur")]
SEAT_LETTERS = [_("S"), _("E"), _("N"), _("O"), _("5")]


def table_sizes() -> list[tuple[int, str]]:
    return [(4, _("4 joueurs")), (3, _("3 joueurs")), (5, _("5 joueurs, roi appelé"))]
