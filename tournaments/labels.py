"""Stored code → words shown: the only place where the words of the models are translated; words never migrate."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.seating import Remainder, Turns

Words = Mapping[str, Promise]  # of each code of an enum that a pure package owns: it has no words of its own


class Codes(TextChoices):
    """Codes kept in a column; `offered` as a field's choices keeps the words out of the migrations."""

    @classmethod
    def offered(cls) -> list[tuple[str, str]]:
        return cls.choices


def choices_of(words: Words) -> list[tuple[str, Promise]]:
    """Return (code, its words) as the `choices` of `Codes` are."""
    return [(str(code), text) for code, text in words.items()]


def values_of(codes: Iterable[StrEnum]) -> list[str]:
    """Return the codes as plain text, which is what a constraint names."""
    return [code.value for code in codes]


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


REMAINDER_WORDS: Words = {
    Remainder.SMALLER: _("des tables plus petites"),
    Remainder.LARGER: _("des tables plus grandes"),
    Remainder.EXEMPT: _("des exempts à tour de rôle"),
}
TURNS_WORDS: Words = {
    Turns.FIRST: _("des passages égaux d’abord"),
    Turns.LAST: _("peu de répétitions d’abord"),
}


def remainders() -> list[tuple[str, Promise]]:
    return choices_of(REMAINDER_WORDS)


def turns() -> list[tuple[str, Promise]]:
    return choices_of(TURNS_WORDS)


class DrawMode(Codes):
    """How the rounds are drawn: all at once, or one at a time."""

    ROTATION = "rotation", _("rotation sans répétition")
    RANDOM = "hasard", _("au hasard, position par position")
    SWISS = "suisse", _("selon le classement (système suisse)")
    DANISH = "danois", _("selon le classement, revanches permises (danois)")

    @property
    def one_by_one(self) -> bool:
        return self is not DrawMode.ROTATION

    @property
    def by_standings(self) -> bool:
        return self in (DrawMode.SWISS, DrawMode.DANISH)


class WishKind(Codes):
    """What somebody may ask of a draw."""

    APART = "separer", _("joueurs à séparer")
    CLUB = "club", _("joueurs d’un même club")
    TEAM = "equipe", _("équipe")
    PLACE = "place", _("table ou place fixe")
    SECTOR = "secteur", _("secteur de la salle")


class SeatChangeKind(Codes):
    """What was changed by hand after a draw."""

    SWAP = "echange", _("échange de places")
    REPLACEMENT = "remplacement", _("remplacement")


class JobKind(Codes):
    DRAW = "tirage", _("tirage des tables")
    # A draw of one round alone, the same work: only for its words, here and in the lines of the journal.
    REDRAW = "tirage_position", _("tirage d’une position")
    RANKING = "classement_pdf", _("classement en PDF")
    LEAGUE = "championnat_pdf", _("championnat en PDF")
    SHEETS = "feuilles_pdf", _("feuilles en PDF")
    SEATING_PLAN = "plan_pdf", _("plan des tables en PDF")
    POSTER = "affiche_pdf", _("affiche des tables en PDF")
    PLAYER_CARDS = "fiches_pdf", _("fiches des joueurs en PDF")
    TENT_CARDS = "chevalets_pdf", _("chevalets en PDF")
    TABLE_LISTS = "listes_pdf", _("listes des tables en PDF")
    CERTIFICATE = "certificat_pdf", _("certificat du tirage en PDF")


DRAWS = (JobKind.DRAW, JobKind.REDRAW)


class JobState(Codes):
    QUEUED = "en_attente", _("en attente")
    RUNNING = "en_cours", _("en cours")
    DONE = "fait", pgettext_lazy("travail", "terminé")
    FAILED = "echec", _("échoué")
    CANCELLED = "annule", pgettext_lazy("travail", "annulé")


# What is printed of a rotation, and what of it is about one position rather than about all of them.
PRINTS_OF_A_ROUND = (JobKind.SEATING_PLAN, JobKind.POSTER)
PRINTS = (*PRINTS_OF_A_ROUND, JobKind.PLAYER_CARDS, JobKind.TENT_CARDS, JobKind.TABLE_LISTS, JobKind.CERTIFICATE)


class Paper(Codes):
    A4 = "A4", "A4"
    A3 = "A3", "A3"


SEAT_NAMES = [_("Sud"), _("Est"), _("Nord"), _("Ouest"), _("5e joueur")]
SEAT_LETTERS = [_("S"), _("E"), _("N"), _("O"), _("5")]


def table_sizes() -> list[tuple[int, str]]:
    return [(4, str(_("4 joueurs"))), (3, str(_("3 joueurs"))), (5, str(_("5 joueurs, roi appelé")))]


# The editions of the règlement by the code that a tournament keeps; a club's own barème carries its name itself.
OFFICIAL_BAREME = "fft-2012"
OFFICIAL_BAREMES = {OFFICIAL_BAREME: _("règlement FFT 2012")}


def bareme_label(edition: str) -> str:
    """Return how an official edition is called, or its code when it has no words."""
    return str(OFFICIAL_BAREMES.get(edition, edition))
