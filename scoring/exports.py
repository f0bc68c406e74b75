"""Lists of what happened at the tables, as exports: a position, a sheet, decisions, corrections."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.text import capfirst, slugify
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext as _

from scoring.labels import POIGNEE_WORDS, TURNED, Outcome, Sanction
from scoring.models import ChelemCall, Incident, Penalty, PenaltyKind, SheetLine
from scoring.queries.boards import PublicBoard
from scoring.queries.desk.cancelled_rounds import StoredRound
from scoring.queries.desk.console import Console
from scoring.queries.player.own_sheets import OwnCorrections
from scoring.templatetags.donnes import donne_text_with_marks, house_primes, told
from scoring.templatetags.penalties import whom
from tournaments.exports.results import stem_of
from tournaments.exports.tables import ExportTable, cell_of, cells_of
from tournaments.models import Club, Table, Tournament
from tournaments.queries.evening.round_names import round_name, round_title, round_word
from tournaments.templatetags.marks import hands_changed


def desk_table(tournament: Tournament, console: Console) -> ExportTable:
    """Return the tables of a position in the desk's order, with the donnes that are missing and what waits on each."""
    columns = [_("Table"), _("Joueurs"), _("Saisies"), _("Attendues"), _("Donnes qui manquent"), _("Complète")]
    columns += [pgettext("d’une feuille", "Close"), _("Chelems"), _("Pénalités"), _("Appel"), _("Attend depuis (min)")]
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


def board_table(tournament: Tournament, board: PublicBoard) -> ExportTable:
    """Return a board, a row for each hand of each table: who held it, its marks, what it brought."""
    columns = [
        *(_("Position"), _("Table"), _("Donne"), _("Jeu"), _("Joueur"), _("Marque"), _("Apporte"), _("Remarque")),
    ]
    rows = [
        [
            *(at.table.round.number, at.table.number),
            told(at.line, at.names) if at.line else _("pas joué"),
            *(name, held.name, held.marks, held.told, hands_changed(held)),
        ]
        for at in board.tables
        for name, held in zip(board.hands, at.hands, strict=False)
    ]
    title = _("Étui %(number)d") % {"number": board.number}
    return ExportTable(title, stem_of(f"etui-{board.number}", tournament), columns, cells_of(rows))


def cancelled_round_table(tournament: Tournament, round_as_left: StoredRound) -> ExportTable:
    """Return who sat where in a cancelled position and their points (whole); exempt players at the end."""
    columns = [_("Table"), _("Place"), _("Joueur"), _("Points"), _("Donnes"), pgettext("d’une feuille", "Close")]
    rows: list[tuple[object, ...]] = [
        (table.table.number, chair, name, points, table.donnes, table.table.closed_at is not None)
        for table in round_as_left.tables
        for name, chair, points in table.seats
    ]
    rows += [(_("exempt"), None, name, None, None, None) for name in round_as_left.exempts]
    stem = _stem(tournament, round_as_left.round.number, "-annulee")
    return ExportTable(round_title(tournament, round_as_left.round.number), stem, columns, cells_of(rows))


def sheet_table(table: Table, tournament: Tournament, page: Mapping[str, Any]) -> ExportTable:
    """Return a sheet as one row a donne, with the totals last; `page` is the template context of the sheet's page."""
    names: Sequence[str] = page["names"]
    columns = [
        _("Étui") if table.boards else _("Donne"),
        _("Preneur"),
        _("Appelé"),
        _("Contrat"),
        _("Bouts"),
        _("Points"),
        _("Petit au bout"),
    ]
    columns += [_("Poignées"), _("Chelem"), _("Mort"), _("Hors règlement")]
    facts = len(columns) - 1
    of_board = [_("Étui tourné")] if table.boards else []
    columns += [*of_board, *names]
    rows = cells_of(
        (
            row["number"],
            *_facts_of_line(row["line"], names, facts),
            *(TURNED[row["line"].turn] if row["line"] and row["line"].turn else None for _column in of_board),
            *([mark for mark, _sum in row["marks"]] if row["marks"] else [None] * len(names)),
        )
        for row in page["rows"]
        if not page["keeps_totals"]
    )
    totals: list[Any] = [_("Bilan") if page["keeps_totals"] else _("Total"), *[None] * (facts + len(of_board))]
    totals += [
        None if page["keeps_totals"] and not column["balance"] else column["total"] for column in page["columns"]
    ]
    place = _("%(round)s, table %(table)d") % {
        "round": round_title(tournament, table.round.number),
        "table": table.number,
    }
    stem = _stem(tournament, table.round.number, f"-table-{table.number}")
    return ExportTable(place, stem, columns, [*rows, [cell_of(value) for value in totals]])


def _stem(tournament: Tournament, round_number: int, place: str = "") -> str:
    return stem_of(f"{slugify(round_name(tournament, round_number))}{place}", tournament)


def _facts_of_line(line: SheetLine | None, names: Sequence[str], columns: int) -> tuple[Any, ...]:
    """Return the facts of a line in so many columns; a donne that was not played says why in the first."""
    if line is None:
        return (None,) * columns
    if line.outcome != Outcome.PLAYED:
        return line.get_outcome_display(), *(None,) * (columns - 1)
    chelem = [line.get_chelem_made_display()] if line.chelem_made else []
    return (
        names[line.attacker.chair_index],
        names[line.partner.chair_index] if line.partner else None,
        line.get_contract_display(),
        line.bouts,
        Decimal(line.half_points or 0) / 2,
        line.get_petit_au_bout_display() if line.petit_au_bout else None,
        ", ".join(f"{POIGNEE_WORDS[poignee['size']]} ({names[poignee['position']]})" for poignee in line.poignees),
        ", ".join([*([_("annoncé")] if line.chelem_announced else []), *chelem]),
        names[line.sits_out.chair_index] if line.sits_out else None,
        ", ".join(house_primes(line, names)),
    )


def penalties_table(tournament: Tournament, penalties: Iterable[Penalty]) -> ExportTable:
    """Return the penalties, cancelled ones with their reasons. The caller has loaded their shares and tables."""
    columns = [_("Faute"), _("Référence"), _("Sanction"), _("Points"), _("Sur qui")]
    columns += [capfirst(round_word(tournament)), _("Table"), _("Donne"), _("Pourquoi")]
    columns += [_("Donnée par"), _("Donnée le"), _("Annulée le"), _("Motif")]
    rows = cells_of(
        (
            str(penalty.kind),
            penalty.kind.reference_text,
            penalty.does or penalty.from_each(penalty.get_sanction_display()),
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
    """Return a catalogue of faults under the headings that the import of faults reads."""
    columns = [_("Code"), _("Faute"), _("Référence"), _("Porte sur"), _("Fois"), _("Sanction"), _("Points")]
    rows = cells_of(
        (
            fault.code,
            gettext(fault.name),
            fault.reference_text,
            fault.get_target_display(),
            fault.step,
            Sanction(fault.proposed).label if fault.proposed else None,
            fault.points,
        )
        for fault in faults
    )
    return ExportTable(_("Fautes et sanctions"), f"fautes-{club.slug}", columns, rows)


def incidents_table(tournament: Tournament, incidents: Iterable[Incident]) -> ExportTable:
    """Return all incidents, cancelled ones with their reasons. The caller has loaded their tables and players."""
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
    """Return the chelem calls, cancelled ones with their reasons. The caller has loaded their tables and callers."""
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
    """Return the barèmes of a club, each with what it changes of the règlement; `rows` come from the barèmes' page."""
    columns = [_("Barème"), _("Ce qui change"), _("Retiré le")]
    cells = [
        [cell_of(str(row["bareme"])), cell_of(" · ".join(row["departures"])), cell_of(row["bareme"].archived_at)]
        for row in rows
    ]
    return ExportTable(_("Barèmes"), stem_of("baremes", club), columns, cells)


def own_corrections_table(tournament: Tournament, corrections: OwnCorrections) -> ExportTable:
    """Return what was changed of one player's scores: his donnes, his balances, his penalties."""
    columns = [_("Quoi"), capfirst(round_word(tournament)), _("Table"), _("Donne"), _("Avant"), _("Après")]
    columns += [_("Par"), _("Le"), _("Motif"), _("Annulée le")]
    rows: list[tuple[object, ...]] = [
        (
            *(_("donne"), donne.table.round.number, donne.table.number, donne.number),
            *(donne_text_with_marks(line, donne.names) if line else None for line in (change.old, change.new)),
            *(change.by, change.at, change.reason, None),
        )
        for donne in corrections.donnes
        for change in donne.changes
    ]
    rows += [
        (
            *(_("bilan"), balance.table.round.number, balance.table.number, None, balance.before),
            *(balance.total.points, balance.by, balance.total.written_at, balance.reason, None),
        )
        for balance in corrections.balances
    ]
    for penalty in corrections.penalties:
        decision = penalty.share.penalty
        where = (decision.table.round.number, decision.table.number) if decision.table else (None, None)
        cells = (str(decision.kind), *where, decision.donne, None, decision.points or decision.does)
        rows.append((*cells, penalty.by, decision.given_at, penalty.reason, decision.cancelled_at))
    return ExportTable(_("Corrections"), stem_of("corrections", tournament), columns, cells_of(rows))
