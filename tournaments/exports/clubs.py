"""What the organisers of a club see of it as a whole: evenings, who may do what, dates, what came from files."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.results import stem_of
from tournaments.exports.tables import ExportTable, cells_of
from tournaments.labels import Publication, Scope
from tournaments.models import Appointment, Club, Import, Invitation, Series, Token, Webhook
from tournaments.queries.clubs import ClubOffice
from tournaments.queries.series import SeriesDate


def offices_table(offices: Iterable[ClubOffice]) -> ExportTable:
    """Return one's clubs with the tournaments shown there; a club that shows none has a row too."""
    columns = [_("Club"), _("Joueurs"), _("Date"), _("Tournoi"), _("État")]
    rows = []
    for office in offices:
        head = [office.club.name, office.players if office.organises else None]
        events = [*office.open, *office.finished]
        rows += [[*head, event.date, event.name, event.get_state_display()] for event in events]
        rows += [[*head, None, None, None]] if not events else []
    return ExportTable(_("Organisation"), "organisation", columns, cells_of(rows))


def access_table(club: Club, appointments: Iterable[Appointment], invitations: Iterable[Invitation]) -> ExportTable:
    """Return who may do what, then who was asked and has not answered."""
    columns = [_("Personne"), _("Identifiant"), _("Rôle"), _("Où"), _("Réponse")]
    rows = [
        [str(one.account), one.account.username, one.get_role_display(), one.tournament or _("tout le club"), None]
        for one in appointments
    ]
    rows += [
        [None, one.username, one.get_role_display(), one.tournament or _("tout le club"), _("sans réponse")]
        for one in invitations
    ]
    return ExportTable(_("Organisateurs et arbitres"), stem_of("acces", club), columns, cells_of(rows))


def dates_table(club: Club, series: Iterable[tuple[Series, Iterable[SeriesDate]]]) -> ExportTable:
    """Return the next dates of each series, with the tournament that is opened for it."""
    columns = [_("Série"), _("Date"), _("Heure"), _("Tournoi"), _("État")]
    rows = [
        [
            one.name,
            each.date,
            f"{one.starts_at:%H:%M}" if one.starts_at else None,
            each.tournament and each.tournament.name,
            each.tournament.get_state_display() if each.tournament else _("sans soirée") if each.is_skipped else None,
        ]
        for one, coming in series
        for each in coming
    ]
    return ExportTable(_("Dates"), stem_of("dates", club), columns, cells_of(rows))


def tokens_table(tokens: Iterable[Token]) -> ExportTable:
    """Return the tokens of an account, never their secrets."""
    columns = [_("Jeton"), _("Début"), _("Portée"), _("Où"), _("Servi le"), _("Retiré le")]
    rows = cells_of(
        (
            token.name,
            token.start,
            ", ".join(str(Scope(code).label) for code in token.scopes if code in Scope),
            token.tournament or _("partout où j’ai un rôle"),
            token.last_used_at,
            token.withdrawn_at,
        )
        for token in tokens
    )
    return ExportTable(_("Jetons"), "jetons", columns, rows)


def imports_table(club: Club, imports: Iterable[Import]) -> ExportTable:
    """Return what came from files, what was undone with when."""
    columns = [_("Import"), _("Fichier"), _("Quand"), _("Par"), _("Défait le")]
    rows = [
        [made.get_kind_display(), made.source, made.at, made.by and str(made.by), made.undone_at] for made in imports
    ]
    return ExportTable(_("Imports"), stem_of("imports", club), columns, cells_of(rows))


def webhooks_table(club: Club, webhooks: Iterable[Webhook]) -> ExportTable:
    """Return which addresses are told what; never the secrets."""
    columns = [_("Adresse"), _("Annonces"), _("Depuis"), _("Par")]
    rows = [
        [one.url, ", ".join(str(Publication(code).label) for code in one.events), one.made_at, one.made_by]
        for one in webhooks
    ]
    return ExportTable(_("Adresses prévenues"), stem_of("annonces", club), columns, cells_of(rows))
