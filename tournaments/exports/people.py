"""The members of a club and the players of an evening, by their full names: for organisers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exports.results import named, stem_of
from tournaments.exports.tables import Cell, ExportTable, cell_of, cells_of, euros_of
from tournaments.imports.player_columns import FEE_COLUMNS, MEMBER_SINCE, headings
from tournaments.labels import EndReason, PaymentMethod
from tournaments.models import Club, Player, Registration, Season, Tournament
from tournaments.queries.money.fees import PaidFee, fees_by_player
from tournaments.queries.people.entries import ListedEntry
from tournaments.queries.people.files import seen_by
from tournaments.queries.people.lookalikes import Pair
from tournaments.queries.people.names import category_of, keeps_birth_years
from tournaments.queries.people.reach import Reached
from tournaments.queries.people.teams import TeamBook
from tournaments.queries.standings.known_leagues import KnownLeague
from tournaments.queries.standings.qualifying import FinalStage
from tournaments.queries.standings.words import unnamed_text
from tournaments.services.people.players import FIELDS


def columns_kept(club: Club) -> list[str]:
    """Return the columns of a list that the club stores: a birth year only where a club uses it."""
    return [name for name in FIELDS if name != "birth_year" or keeps_birth_years(club)]


def players_table(club: Club, players: Iterable[Player], columns: Sequence[str] = FIELDS) -> ExportTable:
    """Return the players under the headings that an import recognises."""
    names = headings()
    rows = [[cell_of(_player_cell(player, name)) for name in columns] for player in players]
    return ExportTable(_("Joueurs"), stem_of("joueurs", club), [names[name] for name in columns], rows)


def members_table(club: Club, players: Sequence[Player], season: Season | None = None) -> ExportTable:
    """
    Return members, present or former, as `players_table` and with the days of their last membership (annotated by
    `with_last_period`); with a `season` that has rates, also with what each paid for it, as an import reads it.
    """
    table = players_table(club, seen_by(club.pk, players))
    named, since = headings(), MEMBER_SINCE
    columns = [*table.columns, named[since], _("membre jusqu’au"), _("pourquoi")]
    reasons = dict(EndReason.choices)
    rows: list[Any] = [
        [*row, *map(cell_of, (one.since, one.until, reasons.get(one.reason, "")))]  # type: ignore[attr-defined]
        for row, one in zip(table.rows, players, strict=True)
    ]
    if season is not None and season.rates.exists():
        columns += [named[column.name] for column in FEE_COLUMNS]
        paid = fees_by_player(season)
        rows = [[*row, *_fee_cells(paid.get(one.pk))] for row, one in zip(rows, players, strict=True)]
    return replace(table, columns=columns, rows=rows)


def _fee_cells(listed: PaidFee | None) -> list[Cell]:
    """Return the rate of a fee, what was paid of it, when and how; nothing of a fee that nobody has noted."""
    if listed is None:
        return [None] * len(FEE_COLUMNS)
    means = dict(PaymentMethod.choices).get(listed.method, "")
    paid = [euros_of(listed.paid), listed.paid_on, str(means)] if listed.paid else [None] * 3
    return [cell_of(cell) for cell in (listed.rate, *paid)]


def _player_cell(player: Player, name: str) -> object:
    return player.get_category_display() if name == "category" else getattr(player, name)


def qualified_table(stage: FinalStage, names: Mapping[int, str]) -> ExportTable:
    """
    Return the qualified players of a final, the reserves in order, and the players who do not come.

    For a player who is not in `names`: the public name and the club, without place and total.
    """
    parts = [
        (word, source.title, lines)
        for source in stage.sources
        for word, lines in (
            (_("finale"), source.going),
            (_("réserve"), source.reserves),
            (_("quota de son club atteint"), source.over),
        )
    ]
    parts += [
        (word, stage.by_key[one.key][0].title, (one,))
        for word, lines in ((_("ne vient pas"), stage.declined), (_("retiré"), stage.left))
        for one in lines
    ]
    rows = [
        [
            cell_of(cell)
            for cell in (
                (word, title, line.place, names[line.id], line.total)
                if line.id in names
                else (word, title, None, f"{line.name} · {line.club}", None)
            )
        ]
        for word, title, lines in parts
        for line in lines
    ]
    columns = [_("Va en"), _("Classement"), _("Place"), _("Équipe") if stage.of_teams else _("Joueur"), _("Total")]
    league = stage.sources[0].row.league
    if stage.final is not None:
        title, stem = stage.final.name, stem_of("finale", stage.final)
    else:
        assert league is not None  # a source without a final is a league
        title, stem = named(league), stem_of("finale", league.season)
    return ExportTable(f"{_('Finale')}, {title}", stem, columns, rows)


def known_league_table(known: KnownLeague) -> ExportTable:
    """Return a league with its true places, and full names of the players of the club's own evenings."""
    rows = [
        [cell_of(cell) for cell in (place, name, line.total, line.played)] for place, _shared, line, name in known.lines
    ]
    if known.unknown:
        rows.append([cell_of(cell) for cell in (None, unnamed_text(known.unknown), None, None)])
    columns = [_("Place"), _("Joueur"), _("Total"), _("Joués")]
    league = known.standings.league
    title = f"{named(league)}, {_('Classement complet')}"
    return ExportTable(title, stem_of("championnat-complet", league.season), columns, rows)


def doubles_table(club: Club, pairs: Iterable[Pair]) -> ExportTable:
    """Return the pairs of players who may be one person."""
    columns = [_("Joueur"), _("Licence"), _("Peut-être le même"), _("Licence du second"), _("Pourquoi")]
    columns += [_("Se sont rencontrés")]
    rows = cells_of(
        (
            *(pair.keep.full_name, pair.keep.licence, pair.drop.full_name, pair.drop.licence),
            *(pair.why, pair.where),
        )
        for pair in pairs
    )
    return ExportTable(_("Doublons"), stem_of("doublons", club), columns, rows)


def entries_table(tournament: Tournament, listed: Iterable[ListedEntry]) -> ExportTable:
    """Return the entries from home with all that was typed: a row for each person."""
    columns = [_("Inscription"), _("Nom"), _("Prénom"), _("Licence"), _("Club"), _("État"), _("Liste d’attente")]
    columns += [_("Adresse électronique"), _("Téléphone"), _("Nom affiché"), _("Message"), _("Inscrit le"), _("N°")]
    columns.append(_("Équipe"))
    rows: list[list[object]] = []
    for one in listed:
        entry = one.entry
        for each in one.people:
            is_own, registration = each.place == 0, each.person.registration
            own = [entry.licence, entry.home_club] if is_own else [None] * 2
            typed = [entry.email, entry.phone, entry.consent, entry.message] if is_own else [None] * 4
            rows.append(
                [
                    *(entry.number, each.person.last_name, each.person.first_name, *own, entry.get_state_display()),
                    *(one.line or None, *typed, entry.entered_at, registration and registration.start_number),
                    entry.team_name,
                ]
            )
    return ExportTable(
        _("Inscriptions en ligne"), stem_of("inscriptions-en-ligne", tournament), columns, cells_of(rows)
    )


def to_call_table(tournament: Tournament, people: Iterable[Reached]) -> ExportTable:
    """Return who of an evening is sent no message, with his telephone number: the list to call from."""
    columns = [_("Nom"), _("Téléphone"), _("Inscrit par")]
    rows = cells_of((one.name, one.phone, one.through) for one in people)
    return ExportTable(_("À prévenir par téléphone"), stem_of("a-prevenir", tournament), columns, rows)


def teams_table(tournament: Tournament, book: TeamBook) -> ExportTable:
    """Return the teams, a row for each member; then who is in none."""
    columns = [_("N°"), _("Équipe"), _("N° du joueur"), _("Joueur"), _("Capitaine")]
    in_teams = [(each.team, entry) for each in book.teams for entry, _name in each.members]
    rows = cells_of(
        (
            team and team.number,
            team and team.name,
            entry.start_number,
            entry.player.full_name,
            _("oui") if entry.is_captain else "",
        )
        for team, entry in [*in_teams, *((None, entry) for entry, _name in book.alone)]
    )
    return ExportTable(_("Équipes"), stem_of("equipes", tournament), columns, rows)


def registrations_table(
    tournament: Tournament, entries: Iterable[Registration], owed: Mapping[int, int] | None
) -> ExportTable:
    """
    Return the registrations; `owed` is {registration id: cents still owed}, None where nobody pays.

    Select `player`, `rate` and, where there are teams, `team` with the entries: each row reads them.
    """
    columns = [_("N°"), _("Joueur"), _("Licence"), _("Catégorie"), _("Sexe"), _("Club"), _("Pointage"), _("Tarif")]
    columns += [_("Tarif (€)"), *([] if owed is None else [_("Reste à payer (€)")])]
    columns += [_("Équipe"), _("Capitaine")] if tournament.has_teams else []
    rows = cells_of(
        (
            entry.start_number,
            entry.player.full_name,
            entry.player.licence,
            str(category_of(entry.player, tournament.ages).label),
            entry.player.get_sex_display(),
            entry.player.home_club,
            entry.get_waits_display() if entry.waits else entry.get_status_display(),
            entry.rate.label if entry.rate else "",
            euros_of(entry.rate.amount) if entry.rate else None,
            *([] if owed is None else [euros_of(owed.get(entry.pk, 0))]),
            *([entry.team and entry.team.name, _("oui") if entry.is_captain else ""] if tournament.has_teams else []),
        )
        for entry in entries
    )
    return ExportTable(_("Inscrits"), stem_of("inscrits", tournament), columns, rows)
