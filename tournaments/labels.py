"""The words for stored codes: only here are words of the models translated, and no migration has words."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.comparison import Method
from tournaments.kit.sending import SendingProblem
from tournaments.seating import Remainder, Turns
from tournaments.standings import Adjusted, Missed, Tie, Unfinished

Words = Mapping[str, Promise]  # the words of each code of an enum of a pure package, which has none itself


class Codes(TextChoices):
    """Codes stored in a column; `offered` as a field's choices keeps the words out of migrations."""

    @classmethod
    def offered(cls) -> list[tuple[str, str]]:
        return cls.choices


def choices_of(words: Words) -> list[tuple[str, Promise]]:
    """Return (code, words) pairs, like the `choices` of `Codes`."""
    return [(str(code), text) for code, text in words.items()]


def values_of(codes: Iterable[StrEnum]) -> list[str]:
    """Return the codes as plain text, for a constraint."""
    return [code.value for code in codes]


class Category(Codes):
    """A player's age group, as clubs ask for it on an entry form."""

    SENIOR = "senior", _("senior")
    VETERAN = "veteran", _("vétéran")
    YOUTH = "jeune", _("jeune")


class Purpose(Codes):
    """What a player's data is used for beyond the event itself; he consents to each purpose separately."""

    RESULTS = "nom", _("nom dans les résultats")
    CARD = "fiche", _("fiche de joueur")
    SHARING = "tiers", _("transmission à des tiers")


class Sex(Codes):
    """What a federation's forms ask; prizes by category depend on it. Empty if unknown."""

    WOMAN = "F", _("femme")
    MAN = "M", _("homme")


class Group(Codes):
    """The groups with a ranking of their own: an age group, or the ladies."""

    LADIES = "dames", _("dames")
    SENIORS = "senior", _("seniors")
    VETERANS = "veteran", _("vétérans")
    YOUTHS = "jeune", _("jeunes")


class ImportKind(Codes):
    """What a spreadsheet contained."""

    PLAYERS = "joueurs", _("liste de joueurs")
    RESULTS = "resultats", _("résultats d’un concours")
    SEASON = "saison", _("saison passée")
    TABLE = "tableau", _("tableau de soirées")
    FAULTS = "fautes", _("catalogue de fautes")


class Grade(Codes):
    """What a player is to a club that knows him; only a member has a file there and owes a fee."""

    GUEST = "guest", _("invité")
    ASKED = "asked", _("adhésion demandée")
    MEMBER = "member", _("membre")


class EndReason(Codes):
    """Why somebody stopped being a member of a club."""

    LAPSED = "lapsed", _("n’a pas renouvelé")
    RESIGNED = "resigned", _("a démissionné")
    MOVED = "moved", _("est parti dans un autre club")
    DIED = "died", _("est décédé")
    EXCLUDED = "excluded", _("a été exclu")
    OTHER = "other", _("autre raison")


class RoleName(Codes):
    ORGANISER = "organiser", _("organisateur")
    ARBITER = "arbiter", _("arbitre")
    TREASURER = "treasurer", _("trésorier")
    DOOR = "door", _("accueil")
    COMMITTEE = "committee", _("responsable de comité")


IN_A_CLUB = (RoleName.ORGANISER, RoleName.ARBITER, RoleName.TREASURER, RoleName.DOOR)  # or in one of its tournaments


class Scope(Codes):
    """What a token lets a program do, within what its account may do."""

    READ = "lire", _("lire : feuilles, brouillons")
    RECORD = "saisir", _("saisir et corriger : donnes, bilans, appels de chelem")
    AGREE = "valider", _("confirmer, signer, contester, appeler l’arbitre, répondre aux tables")
    CLOSE = "clore", _("clore et rouvrir les feuilles, tenir l’horloge")
    PENALISE = "penaliser", _("donner et annuler des pénalités, noter des incidents")
    ENTER = "inscrire", _("lire les joueurs du club, en ajouter, inscrire, pointer")
    ORGANISE = "organiser", _("créer un tournoi, tirer et publier, imprimer, terminer")


class Publication(Codes):
    """What a webhook receives. Programs read the codes: English, like the keys of the API."""

    ANNOUNCED = "tournament_announced", _("un tournoi est annoncé")
    DRAW = "draw_published", _("un tirage est publié")
    CLOSED = "round_closed", _("les feuilles d’une position sont toutes closes")
    FINISHED = "tournament_finished", _("un tournoi est terminé, son classement est définitif")
    RELEASED = "standings_released", _("le classement gardé pour la remise des prix est publié")
    CORRECTED = "tournament_corrected", _("un tournoi terminé est corrigé")
    REOPENED = "tournament_reopened", _("un tournoi terminé est rouvert")
    TEST = "test", _("essai")


# Why a message did not arrive.
PROBLEM_WORDS: Words = {
    SendingProblem.ADDRESS: _("adresse illisible"),
    SendingProblem.UNKNOWN: _("nom inconnu"),
    SendingProblem.INTERNAL: _("adresse d’un réseau privé : rien n’est envoyé"),
    SendingProblem.SILENT: _("pas de réponse"),
    SendingProblem.CERTIFICATE: _("certificat refusé"),
    SendingProblem.NO_HTTP: _("réponse illisible"),
}
# What an organiser may tick; a test is sent to whoever asks for one.
PUBLICATIONS = tuple(event for event in Publication if event is not Publication.TEST)


class Status(Codes):
    """The status of a registration."""

    REGISTERED = "inscrit", _("inscrit")
    PRESENT = "present", _("présent")
    ABSENT = "absent", _("absent")
    WITHDRAWN = "retire", _("retiré")
    EXCLUDED = "exclu", _("exclu")  # by an arbiter's decision, which alone takes it back


class EntryState(Codes):
    """The state of an entry from home."""

    CONFIRMED = "confirmee", pgettext_lazy("inscription en ligne", "confirmée")
    WAITING = "attente", _("en liste d’attente")
    TO_CONFIRM = "confirmer", _("adresse à confirmer")
    CANCELLED = "annulee", pgettext_lazy("inscription en ligne", "annulée")


# Those of players who take part in no further round.
HAVE_LEFT = (Status.WITHDRAWN, Status.EXCLUDED)
AWAY = (Status.ABSENT, *HAVE_LEFT)


class Waits(Codes):
    """Why a registered player is not there to play; the draw does not wait for him."""

    LATE = "retard", _("en retard")
    STAND_IN = "remplacant", _("remplaçant")


class TournamentState(Codes):
    """The states of a tournament, in order; everybody may read it once it is announced."""

    DRAFT = "brouillon", _("brouillon")
    ANNOUNCED = "annonce", _("annoncé")
    OPEN = "ouvert", _("inscriptions ouvertes")
    RUNNING = "en_cours", _("en cours")
    FINISHED = "termine", _("terminé")
    ARCHIVED = "archive", _("archivé")


CALLED_OFF = _("annulé")  # shown instead of its state while a tournament is called off
BEFORE_PLAY = (TournamentState.DRAFT, TournamentState.ANNOUNCED, TournamentState.OPEN)
OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED)


class Pace(Codes):
    """What ends a round."""

    DONNES = "donnes", _("nombre de donnes fixé")
    MINUTES = "minutes", _("durée fixée")


class TimeUp(Codes):
    """What a table does when the time of a round is over."""

    FINISH = "finir", _("on finit la donne en cours")
    ONE_MORE = "encore_une", _("on finit la donne en cours, puis une dernière")
    STOP = "arreter", _("on s’arrête : la donne en cours ne compte pas")


class Keeps(Codes):
    """What a sheet stores: every donne, or only each player's balance."""

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
    """
    How the rounds are drawn: all at once, or one at a time.

    Matches of teams are drawn apart (`services/draws/matches.py`): `of_players` are the modes that seat people.
    """

    ROTATION = "rotation", _("rotation sans répétition")
    RANDOM = "hasard", _("au hasard, position par position")
    SWISS = "suisse", _("selon le classement (système suisse)")
    DANISH = "danois", _("selon le classement, revanches permises (danois)")
    MATCHES = "matchs", _("par matchs d’équipes")

    @classmethod
    def of_players(cls) -> list[tuple[str, str]]:
        return [(code, str(words)) for code, words in cls.choices if code != cls.MATCHES]

    @property
    def one_by_one(self) -> bool:
        return self is not DrawMode.ROTATION

    @property
    def by_standings(self) -> bool:
        return self in (DrawMode.SWISS, DrawMode.DANISH)


class WishKind(Codes):
    """The kinds of wishes for a draw."""

    APART = "separer", _("joueurs à séparer")
    CLUB = "club", _("joueurs d’un même club")
    TEAM = "equipe", _("équipe")
    PLACE = "place", _("table ou place fixe")
    SECTOR = "secteur", _("secteur de la salle")


class SeatChangeKind(Codes):
    """The kinds of changes made by hand after a draw."""

    SWAP = "echange", _("échange de places")
    REPLACEMENT = "remplacement", _("remplacement")


class Carried(Codes):
    """What a copy of a tournament takes from it, besides its settings and its barème."""

    PEOPLE = "habitues", _("ceux qui viennent chaque fois")
    TEAMS = "equipes", _("les équipes, de ceux qui reviennent")
    WISHES = "souhaits", _("les souhaits : places fixes, joueurs à séparer, équipes, secteurs")
    RATES = "tarifs", _("les tarifs, et celui de chacun")
    PRIZES = "prix", _("la liste des prix")
    SOURCES = "qualifications", _("d’où viennent les qualifiés, et combien")


class Every(Codes):
    """How often a series is held."""

    WEEK = "semaine", _("chaque semaine")
    TWO_WEEKS = "quinzaine", _("toutes les deux semaines")
    MONTH = "mois", _("chaque mois, le même jour (par exemple le 2e vendredi)")


class JobKind(Codes):
    DRAW = "tirage", _("tirage des tables")
    # A draw of one round: the same work under another name, here and in the lines of the journal.
    REDRAW = "tirage_position", _("tirage d’une position")
    RANKING = "classement_pdf", _("classement en PDF")
    LEAGUE = "championnat_pdf", _("championnat en PDF")
    LEAGUE_POSTER = "podium_pdf", _("palmarès du championnat en PDF")
    STAGES = "etapes_pdf", _("palmarès des étapes en PDF")
    YEAR_REPORT = "bilan_pdf", _("bilan de la saison en PDF")
    RECOUNT = "recompte", _("recompte des feuilles")
    SHEETS = "feuilles_pdf", _("feuilles en PDF")
    SEATING_PLAN = "plan_pdf", _("plan des tables en PDF")
    POSTER = "affiche_pdf", _("affiche des tables en PDF")
    PLAYER_CARDS = "fiches_pdf", _("fiches des joueurs en PDF")
    TENT_CARDS = "chevalets_pdf", _("chevalets en PDF")
    TABLE_LISTS = "listes_pdf", _("listes des tables en PDF")
    CERTIFICATE = "certificat_pdf", _("certificat du tirage en PDF")
    RECEIPTS = "recus_pdf", _("reçus en PDF")
    FEE_RECEIPTS = "recus_annee_pdf", _("reçus des cotisations en PDF")
    FEE_LETTERS = "lettres_annee_pdf", _("lettres des cotisations en PDF")
    BLANK_SHEETS = "vierges_pdf", _("feuilles à remplir en PDF")
    NOTICE = "avis_pdf", _("avis à afficher en PDF")
    PAPERS = "papiers_pdf", _("tous les papiers en PDF")
    PRIZES = "prix_pdf", _("palmarès en PDF")
    PRIZE_RECEIPTS = "recus_prix_pdf", _("reçus des prix en PDF")
    DECISIONS = "decisions_pdf", _("décisions en PDF")
    SET_CARDS = "jeux_pdf", _("fiches des étuis en PDF")
    BOARD_SLIPS = "bulletins_pdf", _("bulletins des étuis en PDF")
    BOARD_RECAP = "recapitulatif_pdf", _("récapitulatif des étuis en PDF")
    MATCH_PLAN = "plan_matchs_pdf", _("plan des matchs en PDF")
    MATCH_SHEETS = "feuilles_match_pdf", _("feuilles de match en PDF")
    HAND_CARDS = "mains_pdf", _("fiches de main en PDF")
    BOARD_LIST = "etuis_pdf", _("liste de préparation des étuis en PDF")
    HAND_RECORDS = "donnes_pdf", _("donnes d’une position en PDF")
    RATING = "cote", _("cote du club")
    BACKUP = "sauvegarde", _("sauvegarde du site")


DRAWS = (JobKind.DRAW, JobKind.REDRAW)
OF_MATCHES = (JobKind.MATCH_PLAN, JobKind.MATCH_SHEETS)
OF_DUPLICATE = (JobKind.SET_CARDS, JobKind.BOARD_SLIPS, JobKind.BOARD_RECAP, *OF_MATCHES)  # which libre has not
OF_BOARDS = (JobKind.HAND_CARDS, JobKind.BOARD_LIST, JobKind.HAND_RECORDS)
WITH_HANDS_TO_PLAY = (JobKind.HAND_CARDS, JobKind.BOARD_LIST)  # which nobody reads who plays them
# What is printed or counted of what was played: nobody reads it who has still to play boards of it.
OF_PLAY = (
    *(JobKind.RANKING, JobKind.SHEETS, JobKind.PRIZES, JobKind.PRIZE_RECEIPTS, JobKind.DECISIONS),
    *(JobKind.RECOUNT, *WITH_HANDS_TO_PLAY),
)
OF_FEES = (JobKind.FEE_RECEIPTS, JobKind.FEE_LETTERS)  # who pays what: for who holds the club's money alone
ABOUT_MONEY = (JobKind.RECEIPTS, JobKind.PRIZES, JobKind.PRIZE_RECEIPTS, *OF_FEES)  # what is printed about money


class JobState(Codes):
    QUEUED = "en_attente", _("en attente")
    RUNNING = "en_cours", _("en cours")
    DONE = "fait", pgettext_lazy("travail", "terminé")
    FAILED = "echec", _("échoué")
    CANCELLED = "annule", pgettext_lazy("travail", "annulé")


SEAT_NAMES = [_("Sud"), _("Est"), _("Nord"), _("Ouest"), _("5e joueur")]
# What programs read of a chair, whatever the language.
CHAIRS = ("Sud", "Est", "Nord", "Ouest", "5e joueur")
SEAT_LETTERS = [_("S"), _("E"), _("N"), _("O"), _("5")]


def chair_code(chair: int | None) -> str:
    """Return the code of a chair (from 0) for programs; "" for an exempt player."""
    return "" if chair is None else CHAIRS[chair]


def table_sizes() -> list[tuple[int, str]]:
    return [(4, str(_("4 joueurs"))), (3, str(_("3 joueurs"))), (5, str(_("5 joueurs, roi appelé")))]


TEAM_SIZES = range(2, 7)  # how many of a team play
MOST_IN_TEAM = 6  # with its stand-ins


def team_sizes() -> list[tuple[int, str]]:
    """Return how many of each team play, with the words that the settings offer; 0 without teams."""
    return [
        (0, str(_("chacun pour soi"))),
        (2, str(_("par paires"))),
        (3, str(_("par équipes de trois"))),
        (4, str(_("par équipes de quatre"))),
        (5, str(_("par équipes de cinq"))),
        (6, str(_("par équipes de six"))),
    ]


# The editions of the règlement by the code that a tournament keeps; a club's own barème carries its name itself.
OFFICIAL_BAREME = "fft-2012"
OFFICIAL_BAREMES = {OFFICIAL_BAREME: _("règlement FFT 2012")}


def bareme_label(edition: str) -> str:
    """Return the name of an official edition; without one, its code."""
    return str(OFFICIAL_BAREMES.get(edition, edition))


# Money: rates, how a payment is made, how a prize is handed over and among whom it is won.


class RateCode(Codes):
    """The kind of people that a rate is for, of a tournament or of a season; a rate is proposed by this code."""

    MEMBER = "membre", _("adhérent")
    LICENSED = "licencie", _("licencié")
    VISITOR = "visiteur", _("visiteur")
    STUDENT = "etudiant", _("étudiant")
    ADULT = "adulte", _("adulte")
    COUPLE = "couple", _("couple")
    YOUTH = "jeune", _("jeune")
    FREE = "gratuit", _("gratuit")
    OTHER = "autre", _("autre")


class PaymentMethod(Codes):
    CASH = "especes", _("espèces")
    CHEQUE = "cheque", _("chèque")
    CARD = "carte", _("carte")
    TRANSFER = "virement", _("virement")
    OTHER = "autre", _("autre moyen")


class PrizeMethod(Codes):
    """How a prize was handed over; what is paid in cash leaves the cash box."""

    CASH = "especes", _("en espèces")
    CHEQUE = "cheque", _("par chèque")
    TRANSFER = "virement", _("par virement")
    KIND = "nature", _("en nature")


class PrizeGroup(Codes):
    """
    Groups that win prizes, besides those with a ranking (`Group`): see `prize_groups`.

    `LAST` counts places from the end: the « lanterne rouge ». `TEAMS` is the ranking of teams: the captain gets it.
    """

    EVERYBODY = "tous", _("classement général")
    VISITORS = "visiteur", _("joueurs d’un autre club")
    UNLICENSED = "non_licencie", _("joueurs sans licence")
    LAST = "dernier", _("depuis la fin (lanterne rouge)")
    TEAMS = "equipes", _("équipes")


def prize_groups() -> list[tuple[str, str | Promise]]:
    """Return (code, words) of every group that may win a prize, in the order of the form."""
    everybody, *others = PrizeGroup.choices
    return [everybody, *Group.choices, *others]


PRIZE_GROUPS = [code for code, _words in prize_groups()]


# A ranking: who counts in it, what a round without playing brings, what decides between equal totals.
UNFINISHED_WORDS: Words = {
    Unfinished.RANKED: _("classé, avec une marque"),
    Unfinished.MINIMUM: _("classé à partir d’un minimum de positions"),
    Unfinished.OUT: _("hors classement, à moins d’avoir tout joué"),
}
MISSED_WORDS: Words = {
    Missed.ZERO: _("rien : 0 point"),
    Missed.AVERAGE: _("la moyenne du joueur à ses autres positions"),
    Missed.FIXED: _("un nombre de points fixé"),
}
TIE_WORDS: Words = {
    Tie.POSITION: _("la meilleure position"),
    Tie.PENALTIES: _("le moins de pénalités"),
    Tie.CONTRACTS: _("le plus de contrats réussis"),
    Tie.DIRECT: _("les tables jouées ensemble"),
    Tie.LOTS: _("le sort"),
}
METHOD_WORDS: Words = {
    Method.MATCHPOINTS: _("duplicate, par rang : 2 points par résultat battu, 1 par résultat égal"),
    Method.MEAN: _("duplicate, par écart à la moyenne des autres résultats"),
    Method.SCALE: _("duplicate, par écart à travers une échelle que vous donnez"),
}
OFFERED_METHODS = tuple(Method)
BY_DIFFERENCE = (Method.MEAN, Method.SCALE)
ADJUSTED_WORDS: Words = {
    Adjusted.EVENT: _("moyenne de l’épreuve"),
    Adjusted.OWN: _("moyenne du joueur"),
    Adjusted.ASSIGNED: _("score attribué"),
}


def unfinished_rules() -> list[tuple[str, Promise]]:
    return choices_of(UNFINISHED_WORDS)


def missed_rules() -> list[tuple[str, Promise]]:
    return choices_of(MISSED_WORDS)


def methods() -> list[tuple[str, Promise]]:
    return choices_of({method: METHOD_WORDS[method] for method in OFFERED_METHODS})


def adjusted_choices() -> list[tuple[str, Promise]]:
    return choices_of(ADJUSTED_WORDS)
