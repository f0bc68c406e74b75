"""Undoes what was done to a donne: entered, corrected, taken off, moved."""

from dataclasses import replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.labels import REDEALS, Outcome
from scoring.marque import Facts
from scoring.models import ChelemCall, SheetLine
from scoring.queries.desk.donne_decisions import decisions_in_force
from scoring.queries.desk.journal import NO_KEY, Ruling, key_in, overruled_by, rulings_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import call_of, call_outcome_of, contradicts_ruling, line_at
from scoring.queries.table.sheets import seated
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.donnes import Recorded, SentDonne, record_donne
from scoring.services.sheets.lines import rule_otherwise, says_the_same, score_line
from scoring.services.sheets.moves import empty_donne, move_donne, refuse_place
from scoring.services.undo.base import Doing, Undoing, not_from_here
from tournaments.models import JournalEntry, Tournament
from tournaments.refusals import Refusal

CHAIRS = ("taker", "partner", "sits_out")


def write_again(line: SheetLine, standing: SheetLine | None) -> Undoing:
    """
    Return the undoing that writes a line again at its place, with the arbiter's ruling of that time about its chelem.

    Refuses a line that says of a chelem what no arbiter ever ruled.
    """
    table = line.table
    _refuse_dealt_again(line)
    scored = score_again(line, line.entry)
    ruling = _ruling_with(scored)

    def act(doing: Doing) -> Recorded:
        _rule_again(ruling, doing)
        sent = SentDonne(table, line.number, line.entry, doing.key, doing.by, doing.at, repeats=line, turn=line.turn)
        # What is odd about it was looked at when it was written first.
        return record_donne(
            replace(sent, replaces=standing.pk if standing else None, reason=doing.reason, confirmed=None)
        )

    change = with_lines((table, line.number, scored))
    return Undoing(act, change, table, standing, scored, sheets=(table,), ruling=ruling)


def entered(tournament: Tournament, entry: JournalEntry) -> Undoing:
    line, standing = _standing(tournament, entry)
    call = call_of(line.table, line.number)
    before = overruled_by(line, call) if call is not None else None
    ruling = (call, before) if call is not None and before is not None else None

    def act(doing: Doing) -> None:
        _rule_again(ruling, doing)
        empty_donne(line=standing, reason=doing.reason, by=doing.by, at=doing.at)

    change = with_lines((line.table, line.number, None))
    return Undoing(act, change, line.table, standing, sheets=(line.table,), ruling=ruling)


def corrected(tournament: Tournament, entry: JournalEntry) -> Undoing:
    line, standing = _standing(tournament, entry)
    old = _replaced(tournament, line)
    return write_again(old, standing)


def emptied(tournament: Tournament, entry: JournalEntry) -> Undoing:
    line = _line(tournament, entry)
    if line_at(line.table, line.number) is not None:
        raise _moved_on(line)
    return write_again(line, None)


def moved(tournament: Tournament, entry: JournalEntry) -> Undoing:
    line, standing = _standing(tournament, entry)
    old = _replaced(tournament, line)
    seats = refuse_place(tournament, standing, old.table, old.number)
    place = seated(old.table, seats, tournament)
    moved_back = score_line(standing.entry, place=place, number=old.number, turn=standing.turn)

    def act(doing: Doing) -> SheetLine:
        return move_donne(
            line=standing,
            table=old.table,
            number=old.number,
            reason=doing.reason,
            key=doing.key,
            by=doing.by,
            at=doing.at,
        )

    change = with_lines((line.table, line.number, None), (old.table, old.number, moved_back))
    return Undoing(act, change, old.table, None, moved_back, sheets=(line.table, old.table))


def score_again(line: SheetLine, entry: Facts | Outcome) -> SheetLine:
    """Return an unsaved, scored line with this entry, at the place of `line`."""
    place = seated(line.table, line.table.seats.order_by("chair"))
    return score_line(entry, place=place, number=line.number, turn=line.turn)


def _ruling_with(line: SheetLine) -> tuple[ChelemCall, Ruling] | None:
    """Return the call and the ruling under which a line was written, when another ruling is in force now; else None."""
    call = call_of(line.table, line.number)
    if call is None or not contradicts_ruling(line, call):
        return None
    for ruling in rulings_of(call):
        if ruling.outcome == call_outcome_of(line):
            return call, ruling
    raise Refusal(
        _(
            "%(by)s, arbitre, a enregistré depuis ce chelem « %(ruling)s » et cette version le dit « %(said)s » : "
            "corrigez la donne sur sa feuille, où l’on vous demandera laquelle des deux vaut, ou annulez l’appel."
        )
        % {"by": call.ruler, "ruling": call.get_ruling_display(), "said": call_outcome_of(line).label},
        code="chelem_ruled",
    )


def _refuse_dealt_again(line: SheetLine) -> None:
    """Refuse to write again a line from before its donne was dealt again: that decision has to be undone instead."""
    if line.outcome != Outcome.PLAYED:
        return
    redeals = decisions_in_force(line.table, line.number).filter(sanction__in=REDEALS)
    decision = redeals.filter(line_met__isnull=False, given_at__gte=line.written_at).first()
    if decision is not None:
        raise Refusal(
            _(
                "%(by)s, arbitre, a décidé une nouvelle donne à la donne %(number)s : celle d’avant ne compte plus. "
                "Annulez d’abord cette décision."
            )
            % {"by": decision.given_by_name, "number": number_told(line.table, line.number)},
            code="donne_decided",
        )


def _rule_again(ruling: tuple[ChelemCall, Ruling] | None, doing: Doing) -> None:
    if ruling is not None:
        rule_otherwise(*ruling, line=doing.key, by=doing.by, at=doing.at)


def _lines(tournament: Tournament) -> QuerySet[SheetLine]:
    lines = SheetLine.objects.filter(table__round__tournament=tournament)
    return lines.select_related("table__round__tournament", *CHAIRS)


def _line(tournament: Tournament, entry: JournalEntry) -> SheetLine:
    """Return the line of a journal entry, as it was then."""
    line = _lines(tournament).filter(key=key_in(entry, "line") or NO_KEY).first()
    if line is None:
        raise not_from_here()
    return line


def _replaced(tournament: Tournament, line: SheetLine) -> SheetLine:
    """Return the line that this line replaced or was moved from."""
    replaced = _lines(tournament).filter(pk=line.supersedes_id or 0).first()
    if replaced is None:  # its position was cancelled
        raise not_from_here()
    return replaced


def _standing(tournament: Tournament, entry: JournalEntry) -> tuple[SheetLine, SheetLine]:
    """Return the line of a journal entry, and the current line of its place, which must say the same."""
    line = _line(tournament, entry)
    standing = line_at(line.table, line.number)
    if standing is None or not says_the_same(standing, line.entry, line.turn):
        raise _moved_on(line)
    standing.table = line.table
    return line, standing


def _moved_on(line: SheetLine) -> Refusal:
    return Refusal(
        _(
            "La donne %(number)s de la %(table)s a été changée depuis. Défaites d’abord ce qui a suivi, ou "
            "rétablissez une version dans l’historique de la feuille."
        )
        % {"number": number_told(line.table, line.number), "table": line.table},
        code="followed_by_another",
    )
