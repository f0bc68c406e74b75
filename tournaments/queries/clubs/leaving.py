"""
What belongs to one club only, on a site of several clubs: its rows of every model, its players, its accounts.

Django lists the models, so that a new model is included; a row is the club's if a key leads to the club. A club's file
is imported elsewhere by `manage.py take_club`. A player whom another club knows stays: a club of which he is a member
keeps his file; without one nobody keeps it (`without_keeper_since`), and he is hidden.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import JobState
from tournaments.mail_labels import MailState
from tournaments.models import (
    Account,
    Appointment,
    Club,
    Declined,
    Job,
    LeagueGuest,
    Mail,
    Membership,
    Player,
    PublishedLine,
    Qualifying,
    Registration,
    Token,
    Tournament,
)
from tournaments.queries.privacy.club_texts import APPS, OWN, ways_to_club
from tournaments.queries.standings.qualifying import ROWS
from tournaments.queries.undo.consequences import Consequences, is_under_way, live_entries

# Where the text search of the erasure looks by the person, and a row is the club's by its league, season or tournament.
WAYS: dict[type[Model], tuple[str, ...]] = {
    Appointment: ("club", "tournament__club"),
    Declined: ("qualifying__final__club", "qualifying__league__season__club", "qualifying__source__club"),
    LeagueGuest: ("league__season__club", "season__club"),
    PublishedLine: ("publication__league__season__club",),
    Qualifying: ("final__club", "league__season__club", "source__club"),
    Token: ("tournament__club",),
}
# Where somebody plays, is a member, or is named by a league.
TIES = {
    Registration: ("tournament__club",),
    PublishedLine: WAYS[PublishedLine],
    Declined: WAYS[Declined],
}


def rows_of(club: Club) -> Iterator[tuple[type[Model], "QuerySet[Model]"]]:
    """Yield each model with the club's rows of it, in an order for deleting: no later row points at an earlier one."""
    models = [model for model in apps.get_models() if model._meta.app_label in APPS and model not in OWN]
    for model in sorted(models, key=lambda model: (model is Club, -_depth(model))):
        condition = Q()
        for way in _ways(model):
            condition |= Q(**{way: club.pk})
        yield model, model._base_manager.filter(condition)


def _ways(model: type[Model]) -> tuple[str, ...]:
    return WAYS.get(model) or ways_to_club(model)


def _depth(model: type[Model]) -> int:
    return max(way.count("__") for way in _ways(model))


def people_of(club: Club) -> "QuerySet[Player]":
    """Return every player whom a row of the club names: present and former members, guests, and doubles."""
    named = Q(club=club) | Q(pk__in=club.memberships.values("player"))
    for model, ways in TIES.items():
        for way in ways:
            named |= Q(pk__in=model._base_manager.filter(**{way: club}).values("player"))
    return Player.rows.filter(named)


def also_elsewhere(club: Club) -> "QuerySet[Player]":
    """Return the club's players whom another club has, or had, among its own, or who entered one of its tournaments."""
    members = Membership.objects.exclude(club=club)
    entered = Registration.objects.exclude(tournament__club=club)
    known = Q(pk__in=members.values("player")) | Q(pk__in=entered.values("player"))
    return people_of(club).filter(known | Q(pk__in=entered.values("player__double_of")))


def named_elsewhere(club: Club) -> "QuerySet[Player]":
    """Return the club's players whom another club knows only by its published leagues: they lose their names there."""
    published = PublishedLine.objects.exclude(publication__league__season__club=club)
    return people_of(club).filter(pk__in=published.values("player")).exclude(pk__in=also_elsewhere(club).values("pk"))


def accounts_of(club: Club) -> "QuerySet[Account]":
    """Return the accounts that log in for this club only: without a role or file elsewhere, not the administrator."""
    elsewhere = Appointment.objects.exclude(Q(club=club) | Q(tournament__club=club))
    here = Q(appointments__club=club) | Q(appointments__tournament__club=club) | Q(player__in=people_of(club))
    accounts = Account.objects.filter(here, is_superuser=False).exclude(pk__in=elsewhere.values("account"))
    return accounts.exclude(player__in=also_elsewhere(club)).distinct()


def leaving(club: Club) -> Consequences:
    """Return what is deleted with a club and what stays. A running job forbids it."""
    stay = also_elsewhere(club).filter(double_of=None).count()
    go = people_of(club).filter(double_of=None).count() - stay
    events, accounts = club.tournaments.count(), accounts_of(club).count()
    own = {"league__season__club": club, "league__committee": None}
    guests = LeagueGuest.objects.filter(season__club=club, agreed_at__isnull=False).exclude(**own)
    counted = [
        (events, ngettext("%(n)d tournoi, avec ses feuilles", "%(n)d tournois, avec leurs feuilles", events)),
        (go, ngettext("%(n)d joueur", "%(n)d joueurs", go)),
        (accounts, ngettext("%(n)d accès qui ne sert qu’ici", "%(n)d accès qui ne servent qu’ici", accounts)),
    ]
    touches = [_("« %(club)s » quitte ce site, avec tout ce qui n’est qu’à lui.") % {"club": club.name}]
    touches += [_("Avec lui : %(what)s.") % {"what": words % {"n": count}} for count, words in counted if count]
    touches.append(_("Avec eux : saisons, championnats, cotes, documents, cotisations, journal, jetons et annonces."))
    if stay:
        sentence = ngettext(
            "%(n)d personne est aussi d’un autre club ou y a joué : elle reste, ses soirées d’ici partent.",
            "%(n)d personnes sont aussi d’un autre club ou y ont joué : elles restent, leurs soirées d’ici partent.",
            stay,
        )
        touches.append(sentence % {"n": stay})
    touches += _promised(club)
    touches += [
        _("Le championnat « %(league)s » de « %(host)s » ne compte plus ses soirées.")
        % {"league": guest.league.title, "host": guest.league.holder}
        for guest in guests.select_related("league__season__club", "league__committee")
    ]
    elsewhere = Qualifying.objects.filter(Q(source__club=club) | Q(league__season__club=club))
    touches += [
        _("« %(source)s » ne qualifie plus personne pour « %(final)s », de « %(host)s ».")
        % {"source": row.title, "final": row.final, "host": row.final.club}
        for row in elsewhere.exclude(final=None).exclude(final__club=club).select_related(*ROWS)
        if row.final is not None
    ]
    touches.append(_("Ce qui fut fait dans d’autres clubs reste à leur journal."))
    touches.append(_("Les sauvegardes du site l’ont encore, aussi longtemps qu’elles sont gardées."))
    condition = Q(tournament__club=club) | Q(season__club=club) | Q(whole_club=club)
    return Consequences(tuple(touches), tuple(is_under_way(Job.objects.filter(condition, state=JobState.RUNNING))))


def _promised(club: Club) -> list[str]:
    """Return sentences about people who count on something that this site no longer does once a club has left."""
    entries = live_entries(Tournament.objects.filter(club=club)).count()
    messages = Mail.objects.filter(mailbox__club=club, state=MailState.WAITING).count()
    counted = [
        (
            entries,
            ngettext(
                "%(n)d inscription en ligne compte sur une soirée à venir : sa page disparaît, et nul ne le lui dit. "
                "Annulez cette soirée d’abord, ou dites où elle se trouve désormais.",
                "%(n)d inscriptions en ligne comptent sur des soirées à venir : leurs pages disparaissent, et nul ne "
                "le leur dit. Annulez ces soirées d’abord, ou dites où elles se trouvent désormais.",
                entries,
            ),
        ),
        (
            messages,
            ngettext(
                "%(n)d message attend d’être envoyé : il ne partira pas.",
                "%(n)d messages attendent d’être envoyés : ils ne partiront pas.",
                messages,
            ),
        ),
    ]
    return [sentence % {"n": count} for count, sentence in counted if count]
