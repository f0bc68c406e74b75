"""Lists of a whole club for its organisers: evenings, roles, dates, tokens, imports, webhooks."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.results import stem_of
from tournaments.exports.tables import ExportTable, cells_of
from tournaments.labels import Publication, Scope
from tournaments.models import Appointment, Club, Committee, Import, Invitation, Series, Token, Webhook
from tournaments.queries.clubs.committees import ListedArbiter, MemberClub
from tournaments.queries.clubs.directory import ClubOffice
from tournaments.queries.clubs.series import SeriesDate


def offices_table(offices: Iterable[ClubOffice]) -> ExportTable:
    """Return the clubs in which a person has a role, with the tournaments shown there; a row for a club without one."""
    columns = [_("Club"), _("Joueurs"), _("Date"), _("Tournoi"), _("État")]
    rows = []
    for office in offices:
        head = [office.club.name, office.players if office.organises else None]
        events = [*office.open, *office.finished]
        rows += [[*head, event.date, event.name, event.get_state_display()] for event in events]
        rows += [[*head, None, None, None]] if not events else []
    return ExportTable(_("Organisation"), "organisation", columns, cells_of(rows))


def committee_table(committee: Committee, clubs: Iterable[MemberClub], *, with_players: bool = False) -> ExportTable:
    """Return the clubs of a comité with their leagues; with `with_players` also the number of players."""
    columns = [_("Club"), _("Ville"), *([_("Joueurs")] if with_players else []), _("Tournois"), _("Championnats")]
    rows = [
        [
            each.club.name,
            each.club.town,
            *([each.players] if with_players else []),
            each.evenings,
            ", ".join(season.name for season in each.seasons),
        ]
        for each in clubs
    ]
    return ExportTable(committee.name, f"comite-{committee.slug}", columns, cells_of(rows))


def arbiters_table(committee: Committee, arbiters: Iterable[ListedArbiter]) -> ExportTable:
    """Return the arbiters whom clubs let their comité read, with their clubs and the evenings they are named for."""
    columns = [_("Arbitre"), _("Clubs"), _("Arbitre du comité"), _("Soirées à venir")]
    rows = [
        [
            str(each.account),
            ", ".join(each.clubs),
            each.is_named,
            ", ".join(f"{evening.name} ({evening.date:%d/%m/%Y})" for evening in each.evenings),
        ]
        for each in arbiters
    ]
    return ExportTable(_("Arbitres"), f"arbitres-{committee.slug}", columns, cells_of(rows))


def access_table(club: Club, appointments: Iterable[Appointment], invitations: Iterable[Invitation]) -> ExportTable:
    """Return the people with a role, then the people invited who have not answered."""
    columns = [_("Personne"), _("Identifiant"), _("Rôle"), _("Où"), _("Réponse")]
    rows = [
        [
            str(appointment.account),
            appointment.account.username,
            appointment.get_role_display(),
            appointment.tournament or _("tout le club"),
            None,
        ]
        for appointment in appointments
    ]
    rows += [
        [
            None,
            invitation.username,
            invitation.offered,
            invitation.tournament or _("tout le club"),
            _("sans réponse"),
        ]
        for invitation in invitations
    ]
    return ExportTable(_("Rôles"), stem_of("acces", club), columns, cells_of(rows))


def dates_table(club: Club, series: Iterable[tuple[Series, Iterable[SeriesDate]]]) -> ExportTable:
    """Return the next dates of each series, each with its tournament if there is one."""
    columns = [_("Série"), _("Date"), _("Heure"), _("Tournoi"), _("État")]
    rows = [
        [
            club_series.name,
            coming.date,
            f"{club_series.starts_at:%H:%M}" if club_series.starts_at else None,
            coming.tournament and coming.tournament.name,
            _date_state(coming),
        ]
        for club_series, next_dates in series
        for coming in next_dates
    ]
    return ExportTable(_("Dates"), stem_of("dates", club), columns, cells_of(rows))


def _date_state(coming: SeriesDate) -> str | None:
    if coming.tournament is not None:
        return coming.tournament.get_state_display()
    return _("sans soirée") if coming.is_skipped else None


def tokens_table(tokens: Iterable[Token]) -> ExportTable:
    """Return the tokens of an account, without their secrets."""
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
    """Return the imports from files, and when an import was undone."""
    columns = [_("Import"), _("Fichier"), _("Quand"), _("Par"), _("Défait le")]
    rows = [
        [import_.get_kind_display(), import_.source, import_.at, import_.by and str(import_.by), import_.undone_at]
        for import_ in imports
    ]
    return ExportTable(_("Imports"), stem_of("imports", club), columns, cells_of(rows))


def webhooks_table(club: Club, webhooks: Iterable[Webhook]) -> ExportTable:
    """Return the webhooks: each address with its events, without the secrets."""
    columns = [_("Adresse"), _("Annonces"), _("Depuis"), _("Par")]
    rows = [
        [
            webhook.url,
            ", ".join(str(Publication(code).label) for code in webhook.events),
            webhook.made_at,
            webhook.made_by,
        ]
        for webhook in webhooks
    ]
    return ExportTable(_("Adresses prévenues"), stem_of("annonces", club), columns, cells_of(rows))
