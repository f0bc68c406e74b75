"""
What deleting or undoing something changes, and what forbids it: read before it is confirmed, and again under locks.

What was played or paid stays: a result, a sheet, a penalty, a payment. So does any row of a model not in `REMOVABLE`
that points at the deleted row, and a model added later.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, Model, OuterRef, ProtectedError, Q, QuerySet, RestrictedError
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import BEFORE_PLAY, EntryState, JobState, TournamentState
from tournaments.mail_labels import MailKind, MailState
from tournaments.models import (
    Account,
    Document,
    Draw,
    Entry,
    Job,
    JournalEntry,
    League,
    Payment,
    Player,
    Prize,
    Qualifying,
    Rating,
    Registration,
    Round,
    Season,
    Seat,
    SeatChange,
    Team,
    Tournament,
    WishPlayer,
)
from tournaments.models.rounds import HAS_A_SCORE

# What is deleted with a tournament in which nothing was played; the journal stays with the club, ratings are counted.
REMOVABLE = (Document, Draw, JournalEntry, Rating, Registration, Round, Seat, SeatChange, Team, WishPlayer)
NAMED = 5  # names in a sentence; the others are counted


@dataclass(frozen=True)
class Consequences:
    """What would change and what forbids it, in sentences. `seen` is their digest, for the form that confirms."""

    touches: tuple[str, ...]
    refusals: tuple[str, ...] = ()

    @property
    def seen(self) -> str:
        return hashlib.sha256(repr((self.touches, self.refusals)).encode()).hexdigest()[:16]


def deleting_tournament(tournament: Tournament) -> Consequences:
    """Return what is deleted with a tournament. Refused if anything was played, or while a job waits or runs."""
    refusals = []
    if has_lasting_rows(Tournament.objects.filter(pk=tournament.pk)):
        refusals.append(
            _(
                "Quelque chose y a été saisi (un résultat, une feuille, une pénalité, un paiement) : "
                "ce qui est joué ne s’efface pas."
            )
        )
        refusals.append(
            _("Archivez-le : il quitte les listes.")
            if tournament.is_trial or tournament.is_finished
            else _("Terminez-le, puis archivez-le : il quittera les listes.")
        )
    refusals += work_under_way(tournament) + untold(tournament)
    rounds, entries = tournament.rounds.count(), tournament.registrations.count()
    wishes, documents = tournament.wishes.filter(cancelled_at=None).count(), tournament.documents.count()
    teams = tournament.teams.count()
    templates, from_home = tournament.templates.count(), tournament.entries.count()
    rates, prizes = tournament.rates.count(), Prize.objects.filter(plan__tournament=tournament).count()
    counted = [
        (entries, ngettext("%(n)d inscription", "%(n)d inscriptions", entries)),
        (from_home, ngettext("%(n)d inscription en ligne", "%(n)d inscriptions en ligne", from_home)),
        (rounds, ngettext("%(n)d position tirée, non jouée", "%(n)d positions tirées, non jouées", rounds)),
        (teams, ngettext("%(n)d équipe", "%(n)d équipes", teams)),
        (wishes, ngettext("%(n)d souhait", "%(n)d souhaits", wishes)),
        (rates, ngettext("%(n)d tarif", "%(n)d tarifs", rates)),
        (prizes, ngettext("%(n)d prix", "%(n)d prix", prizes)),
        (documents, ngettext("%(n)d document", "%(n)d documents", documents)),
        (templates, ngettext("%(n)d modèle", "%(n)d modèles", templates)),
    ]
    touches = [_("Supprimé : « %(name)s », %(day)s.") % {"name": tournament.name, "day": _day(tournament)}]
    touches += [_("Avec lui : %(what)s.") % {"what": words % {"n": count}} for count, words in counted if count]
    touches += _led_from(tournament.qualifyings.select_related("final"), tournament.name)
    if tournament.sources.exists():
        sentence = _("Ce qui y qualifie (combien de joueurs, de quels classements, qui ne vient pas) part avec lui.")
        touches.append(sentence)
    if tournament.season is not None:
        touches.append(
            _("Il quitte le championnat « %(season)s », où il n’a rapporté de points à personne.")
            % {"season": tournament.season}
        )
    if tournament.is_public:
        touches.append(_("Sa page publique disparaît : qui en a l’adresse ne trouvera plus rien."))
    touches.append(_("Les joueurs du club ne changent pas. Le journal du club garde ce qui a été fait."))
    return Consequences(tuple(touches), tuple(refusals))


def live_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Entry]:
    """
    Return the entries from home that have a place or wait for one, in those of these tournaments which everybody
    expects: public, to come, not called off.
    """
    coming = tournaments.filter(state__in=BEFORE_PLAY, is_trial=False, called_off="", date__gte=timezone.localdate())
    expected = coming.exclude(state=TournamentState.DRAFT)
    return Entry.objects.filter(tournament__in=expected, state__in=[EntryState.CONFIRMED, EntryState.WAITING])


def untold(tournament: Tournament) -> list[str]:
    """
    Return [a sentence] while people who entered from home do not know that a tournament is not held; else [].

    It is then neither deleted nor hidden: only calling it off tells them.
    """
    if entries := live_entries(Tournament.objects.filter(pk=tournament.pk)).count():
        sentence = ngettext(
            "%(n)d inscription en ligne compte sur cette soirée : annulez-la d’abord (« Annuler la soirée… », sur sa "
            "page), et qui s’est inscrit le lit, ou vous est nommé pour être appelé.",
            "%(n)d inscriptions en ligne comptent sur cette soirée : annulez-la d’abord (« Annuler la soirée… », sur "
            "sa page), et qui s’est inscrit le lit, ou vous est nommé pour être appelé.",
            entries,
        )
        return [sentence % {"n": entries}]
    if not tournament.is_public or tournament.date < timezone.localdate():
        return []
    if waiting := tournament.mails.filter(kind=MailKind.CALLED_OFF, state=MailState.WAITING).count():
        sentence = ngettext(
            "%(n)d message attend de dire que cette soirée est annulée : laissez-le partir d’abord. « Qui est "
            "prévenu » (sur sa page) le montre.",
            "%(n)d messages attendent de dire que cette soirée est annulée : laissez-les partir d’abord. « Qui est "
            "prévenu » (sur sa page) les montre.",
            waiting,
        )
        return [sentence % {"n": waiting}]
    return []


def deleting_registration(registration: Registration) -> Consequences:
    """Return what is deleted with a registration made by mistake. Refused if anything refers to it."""
    values = {"who": str(registration), "tournament": registration.tournament.name}
    refusals = []
    if registration.tournament.is_finished:
        refusals.append(_("Le tournoi « %(tournament)s » est terminé : ses inscriptions ne changent plus.") % values)
    if registration.team is not None:
        refusals.append(
            _("%(who)s est de l’équipe « %(team)s » : sortez-le d’abord de cette équipe.")
            % (values | {"team": registration.team.name})
        )
    if hangs_on(registration):
        refusals.append(
            _(
                "%(who)s a une place, un souhait, une pénalité ou un paiement dans « %(tournament)s ». "
                "Ce qui est écrit reste : pointez-le « retiré », ou remplacez-le par un autre."
            )
            % values
        )
    touches = [_("%(who)s n’est plus inscrit à « %(tournament)s ». Il reste joueur de son club.") % values]
    if registration.entry_rows.exists() or registration.entrypartner_rows.exists():
        touches.append(
            _("Son inscription en ligne reste, avec sa place : s’il ne vient pas, annulez-la et dites-le-lui.")
        )
    if draws_with(registration):
        touches.append(_("Le tirage qui attend d’être publié sera à relancer."))
    return Consequences(tuple(touches), tuple(refusals))


def deleting_season(season: Season) -> Consequences:
    """Return what is deleted with a season made by mistake. Refused if it has tournaments."""
    evenings = list(season.tournaments.order_by("date", "pk"))
    refusals = []
    if evenings:
        refusals.append(
            ngettext(
                "La saison « %(season)s » additionne %(n)d soirée, %(which)s : "
                "son championnat reste tant qu’elle y est.",
                "La saison « %(season)s » additionne %(n)d soirées, %(which)s : "
                "son championnat reste tant qu’elles y sont.",
                len(evenings),
            )
            % {"season": season.name, "n": len(evenings), "which": tournament_names(evenings)}
        )
        refusals.append(_("Une soirée mise là par erreur change de saison dans ses réglages, même terminée."))
    if Payment.objects.filter(fee__season=season).exists():
        refusals.append(fees_stay(season))
    if hers := season.leagues.exclude(committee=None).values_list("name", flat=True):
        sentence = _(
            "Un championnat du comité a les jours de cette saison : %(leagues)s. Elle reste tant qu’il existe."
        )
        refusals.append(sentence % {"leagues": ", ".join(hers)})
    if season.jobs.filter(state__in=[JobState.QUEUED, JobState.RUNNING]).exists():
        refusals.append(_("Le championnat en PDF est en cours de calcul : attendez sa fin, ou annulez-le."))
    touches = [_("Supprimée : la saison « %(season)s ».") % {"season": season.name}]
    documents = season.documents.count()
    if documents:
        words = ngettext("Avec elle : %(n)d document.", "Avec elle : %(n)d documents.", documents)
        touches.append(words % {"n": documents})
    touches.append(_("La page de son championnat disparaît : qui en a l’adresse ne trouvera plus rien."))
    return Consequences(tuple(touches), tuple(refusals))


def fees_stay(season: Season) -> str:
    """Return a sentence that says why a season with paid fees is not deleted."""
    sentence = _("Des membres ont payé leur cotisation pour la saison « %(season)s » : elle reste, avec ses comptes.")
    return sentence % {"season": season.name}


def deleting_league(league: League) -> Consequences:
    """Return what is deleted with a league. Refused for the main league, which the season's page shows."""
    refusals = []
    if league.is_main:
        refusals.append(_("La page de la saison montre ce championnat : changez sa règle plutôt que de le supprimer."))
    touches = [_("Supprimé : le championnat « %(name)s ». Ses soirées restent.") % {"name": league.name}]
    published = league.publications.count()
    if published:
        words = ngettext("Avec lui : %(n)d publication.", "Avec lui : %(n)d publications.", published)
        touches.append(words % {"n": published})
    touches += _led_from(league.qualifyings.select_related("final"), league.name)
    touches.append(_("Sa page disparaît : qui en a l’adresse ne trouvera plus rien."))
    return Consequences(tuple(touches), tuple(refusals))


def _led_from(rows: QuerySet[Qualifying], name: str) -> list[str]:
    """Return [a sentence] that names the finals to which a tournament or a league leads no more; else []."""
    finals = [row.final for row in rows if row.final is not None]
    if not finals:
        return []
    sentence = _("« %(name)s » ne qualifie plus personne pour %(finals)s.")
    return [sentence % {"name": name, "finals": tournament_names(finals)}]


def with_use(entries: QuerySet[Registration]) -> QuerySet[Registration]:
    """Annotate `is_used`: whether anything refers to a registration, so that pages do not offer to delete it."""
    own = {"registration": OuterRef("pk")}
    rows = Exists(Seat.objects.filter(**own)) | Exists(Payment.objects.filter(**own))
    wishes = Exists(WishPlayer.objects.filter(**own))
    return entries.annotate(is_used=rows | wishes | Q(penalty_points__lt=0) | Q(team__isnull=False))


def is_played(tournament: Tournament) -> bool:
    """Return whether a result, a penalty or a payment was written: then pages do not offer to delete it. One query."""
    scores = Seat.objects.filter(HAS_A_SCORE, registration=OuterRef("pk"))
    payments = Payment.objects.filter(registration=OuterRef("pk"))
    return tournament.registrations.filter(Exists(scores) | Exists(payments) | Q(penalty_points__lt=0)).exists()


def hangs_on(registration: Registration) -> bool:
    """Return whether anything refers to a registration: a place, a wish, a penalty, a payment, a published draw."""
    return bool(undeletable(Registration.objects.filter(pk=registration.pk))) or any(
        draw.published_at is not None for draw in draws_with(registration)
    )


def work_under_way(tournament: Tournament) -> list[str]:
    """Return [a sentence] while a job of the tournament waits or runs, which forbids deleting it; else []."""
    return is_under_way(Job.objects.filter(tournament=tournament))


def is_under_way(jobs: QuerySet[Job]) -> list[str]:
    """Return [a sentence] while one of these jobs waits or runs, which forbids deleting; else []."""
    if not jobs.filter(state__in=[JobState.QUEUED, JobState.RUNNING]).exists():
        return []
    return [_("Un tirage ou un document est en cours de calcul : attendez sa fin, ou annulez-le.")]


def draws_with(registration: Registration) -> list[Draw]:
    """Return the draws that contain a registration: published, computed, or being computed."""
    draws = registration.tournament.draws.select_related("job").defer("plan")
    return [draw for draw in draws if registration.pk in draw.players]


def has_lasting_rows(rows: QuerySet[Player] | QuerySet[Tournament]) -> bool:
    """Return whether a row that must stay points at these rows."""
    return any(not isinstance(row, REMOVABLE) for row in undeletable(rows))


def undeletable(rows: QuerySet[Player] | QuerySet[Tournament] | QuerySet[Registration]) -> list[Model]:
    """Return the protected rows that point at these rows, and so prevent their deletion."""
    try:
        Collector(using=rows.db, origin=rows).collect(rows)
    except ProtectedError as error:
        return list(error.protected_objects)
    except RestrictedError as error:
        return list(error.restricted_objects)
    return []


def login_goes(player: Player) -> list[str]:
    """Return a sentence about the login of a player who is deleted: it stays, without a player; [] without a login."""
    account = Account.objects.filter(player=player).first()
    if account is None:
        return []
    return [_("L’identifiant « %(username)s » ne mène plus à aucun joueur.") % {"username": account.username}]


def _day(tournament: Tournament) -> str:
    return date_format(tournament.date, "j F Y")


def tournament_names(tournaments: list[Tournament]) -> str:
    """Return the names and days of the first five of these tournaments, and how many others there are."""
    return first_names([f"« {tournament.name} » ({_day(tournament)})" for tournament in tournaments])


def first_names(names: Sequence[str]) -> str:
    """Return the first five of these names, and how many others there are."""
    first = list(names[:NAMED])
    more = len(names) - len(first)
    if more:
        first.append(ngettext("%(n)d autre", "%(n)d autres", more) % {"n": more})
    return ", ".join(first)
