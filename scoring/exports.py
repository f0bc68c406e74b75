"""What happened at the tables, taken away: a position, a sheet donne by donne, decisions, what was corrected."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst, slugify
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from scoring.labels import POIGNEE_WORDS, Outcome, Sanction
from scoring.models import ChelemCall, Incident, Penalty, PenaltyKind, SheetLine
from scoring.queries.console import Console
from scoring.queries.own_corrections import OwnCorrections
from scoring.queries.rounds import KeptRound
from scoring.templatetags.donnes import told_with_marks
from scoring.templatetags.penalties import whom
from tournaments.exports.results import stem_of
from tournaments.exports.tables import ExportTable, cell_of, cells_of
from tournaments.models import Club, Table, Tournament
from tournaments.queries.round_names import round_name, round_title, round_word
from tournaments.text import points_text


def desk_table(tournament: Tournament, console: Console) -> ExportTable:
    """Return the tables of a position as the desk orders them, with what is missing and what waits on each."""
    columns = [_("Table"), _("Joueurs"), _("Saisies"), _("Attendues"), _("Donnes qui manquent"), _("Complète")]
    columns += [_("Close"), _("Chelems"), _("Pénalités"), _("Appel"), _("Attend depuis (min)")]
    columns += [_("Contestations"), _("En deux versions"), _("À confirmer"), _("En retard"), _("Téléphone muet depuis")]
    rows = cells_of(
        (
            table.seen.number,
            ", ".join(table.seen.names),
            table.seen.entered,
            table.seen.expected,
            ", ".join(map(str, table.seen.missing)),
            table.seen.complete,
            table.seen.closed,
            table.seen.calls,
            table.seen.penalties,
            table.call and table.call.get_about_display(),
            table.waits if table.call else None,
            table.seen.protests,
            table.seen.conflicts,
            table.seen.unconfirmed,
            table.is_late,
            table.silent_since,
        )
        for table in console.tables
    )
    number = console.view.round.number
    return ExportTable(round_title(tournament, number), _stem(tournament, number), columns, rows)


def cancelled_round_table(tournament: Tournament, kept: KeptRound) -> ExportTable:
    """Return who sat where in a cancelled position and what it had brought; the exempts at the end."""
    columns = [_("Table"), _("Place"), _("Joueur"), _("Points"), _("Donnes"), _("Close")]
    rows: list[tuple[object, ...]] = [
        (each.table.number, chair, name, points, each.donnes, each.table.closed_at is not None)
        for each in kept.tables
        for name, chair, points in each.seats
    ]
    rows += [(_("exempt"), None, name, None, None, None) for name in kept.exempts]
    stem = _stem(tournament, kept.round.number, "-annulee")
    return ExportTable(round_title(tournament, kept.round.number), stem, columns, cells_of(rows))


def sheet_table(table: Table, tournament: Tournament, shown: Mapping[str, Any]) -> ExportTable:
    """Return a sheet donne by donne, its sum at the foot; `shown` is what its page is laid out from."""
    names: Sequence[str] = shown["names"]
    columns = [_("Donne"), _("Preneur"), _("Appelé"), _("Contrat"), _("Bouts"), _("Points"), _("Petit au bout")]
    columns += [_("Poignées"), _("Chelem"), *names]
    rows = cells_of(
        (
            row["number"],
            *_told(row["line"], names),
            *([mark for mark, _sum in row["marks"]] if row["marks"] else [None] * len(names)),
        )
        for row in shown["rows"]
        if not shown["keeps_totals"]
    )
    totals: list[Any] = [_("Bilan") if shown["keeps_totals"] else _("Total"), *[None] * 8]
    totals += [
        None if shown["keeps_totals"] and not column["balance"] else column["total"] for column in shown["columns"]
    ]
    place = _("%(round)s, table %(table)d") % {
        "round": round_title(tournament, table.round.number),
        "table": table.number,
    }
    stem = _stem(tournament, table.round.number, f"-table-{table.number}")
    return ExportTable(place, stem, columns, [*rows, [cell_of(value) for value in totals]])


def _stem(tournament: Tournament, round_number: int, place: str = "") -> str:
    return stem_of(f"{slugify(round_name(tournament, round_number))}{place}", tournament)


def _told(line: SheetLine | None, names: Sequence[str]) -> tuple[Any, ...]:
    """Return the facts of a line, each in its column; a donne that was not played says why in the first."""
    if line is None:
        return (None,) * 8
    if line.outcome != Outcome.PLAYED:
        return line.get_outcome_display(), *(None,) * 7
    chelem = [line.get_chelem_made_display()] if line.chelem_made else []
    return (
        names[line.attacker.chair_index],
        names[line.partner.chair_index] if line.partner else None,
        line.get_contract_display(),
        line.bouts,
        points_text(line.half_points or 0),
        line.get_petit_au_bout_display() if line.petit_au_bout else None,
        ", ".join(f"{POIGNEE_WORDS[shown['size']]} ({names[shown['position']]})" for shown in line.poignees),
        ", ".join([*([_("annoncé")] if line.chelem_announced else []), *chelem]),
    )


def penalties_table(tournament: Tournament, penalties: Iterable[Penalty]) -> ExportTable:
    """Return the penalties, those taken back with why; their shares and tables are read with them."""
    columns = [_("Faute"), _("Référence"), _("Sanction"), _("Points"), _("Sur qui")]
    columns += [capfirst(round_word(tournament)), _("Table"), _("Donne"), _("Pourquoi")]
    columns += [_("Donnée par"), _("Donnée le"), _("Annulée le"), _("Motif")]
    rows = cells_of(
        (
            str(penalty.kind),
            penalty.kind.told_reference,
            penalty.does or penalty.get_sanction_display(),
            penalty.points,
            whom(penalty),
            penalty.table.round.number if penalty.table else None,
            penalty.table.number if penalty.table else None,
            penalty.donne,
            penalty.reason,
            penalty.given_by_name,
            penalty.given_at,
            penalty.cancelled_at,
            penalty.cancel_reason,
        )
        for penalty in penalties
    )
    return ExportTable(_("Pénalités"), stem_of("penalites", tournament), columns, rows)


def faults_table(club: Club, faults: Iterable[PenaltyKind]) -> ExportTable:
    """Return a catalogue of faults under the headings by which it comes in again."""
    columns = [_("Code"), _("Faute"), _("Référence"), _("Porte sur"), _("Fois"), _("Sanction"), _("Points")]
    rows = cells_of(
        (
            fault.code,
            gettext(fault.name),
            fault.told_reference,
            fault.get_target_display(),
            fault.step,
            Sanction(fault.proposed).label if fault.proposed else None,
            fault.points,
        )
        for fault in faults
    )
    return ExportTable(_("Fautes et sanctions"), f"fautes-{club.slug}", columns, rows)


def incidents_table(tournament: Tournament, incidents: Iterable[Incident]) -> ExportTable:
    """Return the incident book, struck out rulings with why; its tables and players are read with it."""
    columns = [_("Incident"), _("Position"), _("Table"), _("Donne"), _("Joueurs")]
    columns += [_("Noté par"), _("Noté le"), _("Annulé le"), _("Motif")]
    rows = cells_of(
        (
            incident.text,
            incident.table.round.number if incident.table else None,
            incident.table.number if incident.table else None,
            incident.donne,
            ", ".join(player.registration.player.full_name for player in incident.players.all()),
            incident.noted_by_name,
            incident.noted_at,
            incident.cancelled_at,
            incident.cancel_reason,
        )
        for incident in incidents
    )
    return ExportTable(_("Incidents"), stem_of("incidents", tournament), columns, rows)


def calls_table(tournament: Tournament, calls: Iterable[ChelemCall]) -> ExportTable:
    """Return the chelem calls, those taken back with why; their tables and callers are read with them."""
    columns = [capfirst(round_word(tournament)), _("Table"), _("Donne"), _("Annoncé par"), _("Quand"), _("Résultat")]
    columns.append(_("Ce qui a été vu"))
    columns += [_("Noté par"), _("Noté le"), _("Annulé le"), _("Motif")]
    rows = cells_of(
        (
            call.table.round.number,
            call.table.number,
            call.number,
            call.caller.registration.player.full_name,
            call.get_announced_display(),
            call.get_outcome_display(),
            ", ".join(call.seen),
            call.recorded_by_name,
            call.recorded_at,
            call.cancelled_at,
            call.cancel_reason,
        )
        for call in calls
    )
    return ExportTable(_("Chelems annoncés"), stem_of("chelems", tournament), columns, rows)


def baremes_table(club: Club, rows: Iterable[Mapping[str, Any]]) -> ExportTable:
    """Return the barèmes of a club, each with what it changes of the règlement; `rows` as its page has them."""
    columns = [_("Barème"), _("Ce qui change"), _("Retiré le")]
    cells = [
        [cell_of(str(row["bareme"])), cell_of(" · ".join(row["departures"])), cell_of(row["bareme"].archived_at)]
        for row in rows
    ]
    return ExportTable(_("Barèmes"), stem_of("baremes", club), columns, cells)


def own_corrections_table(tournament: Tournament, corrections: OwnCorrections) -> ExportTable:
    """Return what was changed of a player's own scores: his donnes, his balances, his penalties."""
    columns = [_("Quoi"), capfirst(round_word(tournament)), _("Table"), _("Donne"), _("Avant"), _("Après")]
    columns += [_("Par"), _("Le"), _("Motif"), _("Annulée le")]
    rows: list[tuple[object, ...]] = [
        (
            *(_("donne"), donne.table.round.number, donne.table.number, donne.number),
            *(told_with_marks(line, donne.names) if line else None for line in (change.old, change.new)),
            *(change.by, change.at, change.reason, None),
        )
        for donne in corrections.donnes
        for change in donne.changes
    ]
    rows += [
        (
            *(_("bilan"), balance.table.round.number, balance.table.number, None, balance.before),
            *(balance.total.points, balance.by, balance.total.written_at, balance.total.reason, None),
        )
        for balance in corrections.balances
    ]
    for penalty in corrections.penalties:
        given = penalty.share.penalty
        where = (given.table.round.number, given.table.number) if given.table else (None, None)
        what = (str(given.kind), *where, given.donne, None, given.points or given.does)
        rows.append((*what, penalty.by, given.given_at, given.reason, given.cancelled_at))
    return ExportTable(_("Corrections"), stem_of("corrections", tournament), columns, cells_of(rows))
