"""Writes a donne on a table's sheet, or corrects it."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.labels import Outcome
from scoring.marque import Facts
from scoring.models import ChelemCall, Phone, SheetLine, Writer
from scoring.queries.desk.donne_decisions import decisions_in_force
from scoring.queries.rules.baremes import rules_of
from scoring.queries.table.boards import board_not_here, number_told
from scoring.queries.table.lines import OF_ITS_ENTRY, codes_of, line_text, odd_about, taken_off
from scoring.queries.table.sheets import (
    DonnePlace,
    Sheet,
    TableState,
    calls_in_force,
    expected_donnes,
    has_stopped,
    place_of_donne,
    subject_of_sheet,
    with_seats,
)
from scoring.queries.table.turns import odd_here
from scoring.services.decisions.penalty_shares import spread_camp_penalties
from scoring.services.sheets.agreed_versions import agree_with, close_versions
from scoring.services.sheets.lines import (
    LineRefused,
    agree_with_call,
    agree_with_decisions,
    figures_of_line,
    says_the_same,
    score_line,
    write_line,
)
from scoring.services.sheets.results import count_lines
from scoring.services.sheets.sheets import refuse_unless_open
from tournaments.labels import Keeps
from tournaments.models import Table, Tournament
from tournaments.refusals import Refusal, form_used, missing_reason, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.results import set_results
from tournaments.subjects import Subject

MOST_DONNES = 60  # of a sheet
MOST_NUMBER = 9_999  # of a donne: a board's counts on through the event


class Recorded(NamedTuple):
    """The current line of a donne, and the sheet of its table as it is after writing, under the lock."""

    line: SheetLine
    sheet: Sheet


@dataclass(frozen=True)
class SentDonne:
    """
    Donne `number` of a table, as somebody sends it to be written.

    `entry` are the facts of a played donne, or the outcome of a donne not played; the table gives the variant. `key` is
    made where the form is shown. `replaces` is the id of the line that the writer saw there, None for an empty place.
    `confirmed` are the codes of odd facts that he looked at again (None: he looked at all of them). `repeats` is the
    line that an arbiter writes again with his ruling; the rest still needs the confirmation of the other camp.
    `is_copied` from paper means that the time of typing says nothing about the donne. `turn` is by how many chairs the
    étui was turned, in duplicate; None where nobody was asked: as it was written, or not turned.
    """

    table: Table
    number: int
    entry: Facts | Outcome
    key: uuid.UUID
    by: Writer
    at: datetime
    replaces: int | None = None
    reason: str = ""
    confirmed: frozenset[str] | None = frozenset()
    repeats: SheetLine | None = None
    is_copied: bool = False
    turn: int | None = None

    @property
    def subject(self) -> Subject:
        return subject_of_sheet(self.table, self.number)

    @property
    def told(self) -> str:
        """What follows « la donne » in a sentence about it."""
        return number_told(self.table, self.number)


@transaction.atomic
def record_donne(sent: SentDonne) -> Recorded:
    """
    Write a donne of a table, or correct it, and return its line with the sheet as it is then.

    The same form sent twice (its key) writes once and returns the same line; sent again with other values (the
    browser's « back »), it is refused as stale. When another line than `replaces` stands there, nothing is written; but
    when that line says the same, two people agree and it is returned. A correction needs a reason. A donne that is
    possible but odd needs all its warnings confirmed; the line keeps them. What follows from the line changes in the
    same transaction: marks, penalties of camps, the outcome of a chelem call, equal versions from other devices, the
    revision.

    Refuses an impossible donne with all its reasons, an odd one not confirmed, a closed sheet, a finished tournament, a
    donne that the table does not have. The donne is scored at most once; a refusal after that is a `LineRefused`.
    """
    tournament = lock_tournament(sent.table.round.tournament_id)
    place = place_of_donne(sent.table, sent.number)
    if isinstance(sent.by, Phone) and sent.by.sits_among(place.seats) is None:
        sent.by.is_said_to_be_of(None)  # his place was given to somebody since his request came
    sheet, own_line = _sheet_and_own_line(sent, tournament, place)
    score = partial(score_line, sent.entry, place=sheet, number=sent.number, turn=_turn(sent, sheet))
    if own_line is not None:
        _refuse_other_than(own_line, sent, score)
        return Recorded(own_line, sheet)
    _refuse_unless_kept(tournament, sent.table, place)
    _refuse_turned(sent)
    current = sheet.lines.get(sent.number)
    if current is None:
        if sent.repeats is not None:  # it stood here before, so it was played: the table stopped after it
            after = len(sheet.lines) + 1 if sent.table.boards else sent.number
            Table.objects.filter(pk=sent.table.pk, stopped_after__lt=after).update(stopped_after=after)
        else:
            refuse_stopped(sent.table, sent.number, place.state, lines=len(sheet.lines))
        refuse_wrong_number(sent.table, tournament, sent.number, len(sheet.seats), void=sheet.void)
    elif sent.replaces != current.pk:
        if says_the_same(current, sent.entry, sent.turn):
            agree_with(line=current, tournament=tournament, by=sent.by, at=sent.at)
            return Recorded(current, sheet)
        raise LineRefused(_stale(sent, current), score())
    line = _line_to_write(sent, sheet, current, score, is_decided=place.is_decided)
    sheet = _write(sent, line, sheet, place)
    _tell(sent, line, current, tournament)
    return Recorded(line, sheet)


def _sheet_and_own_line(sent: SentDonne, tournament: Tournament, place: DonnePlace) -> tuple[Sheet, SheetLine | None]:
    """
    Return the current sheet of a table, and the line that this form already wrote at any place, None without one.

    One query for the lines: a sheet is short, and all of it is needed.
    """
    table, seats = sent.table, tuple(place.seats)
    found = SheetLine.objects.filter(Q(table=table, current=True) | Q(key=sent.key)).order_by()
    rows = list(with_seats(found, seats))
    lines = {line.number: line for line in rows if line.current and line.table_id == table.pk}
    calls = calls_in_force(table) if place.has_calls else {}
    sheet = Sheet(table, tournament, seats, rules_of(tournament, len(seats)), lines, calls)
    return sheet, next((line for line in rows if line.key == sent.key), None)


def _refuse_unless_kept(tournament: Tournament, table: Table, place: DonnePlace) -> None:
    """Refuse to write on a sheet that is not open, or in a tournament that keeps only balances."""
    refuse_unless_open(tournament, table, place.state)
    if tournament.keeps == Keeps.TOTALS:
        raise Refusal(
            _("Ce tournoi ne garde que le bilan de chaque joueur : saisissez les bilans de la table, pas les donnes."),
            code="balances_only",
        )


def _turn(sent: SentDonne, sheet: Sheet) -> int:
    """Return by how many chairs the étui was turned."""
    if sent.turn is not None:
        return sent.turn
    written = sheet.lines.get(sent.number) or sent.repeats
    return written.turn if written is not None else 0


def _refuse_turned(sent: SentDonne) -> None:
    """Refuse a turned étui at a table that has none: nobody else plays its donne."""
    if sent.turn and not sent.table.boards:
        sentence = _("Cette soirée se joue sans étuis : rien n’y est tourné. Laissez « posé droit ».")
        raise Refusal(sentence, code="no_etui", fields={"turn": [sentence]})


def _line_to_write(
    sent: SentDonne,
    sheet: Sheet,
    current: SheetLine | None,
    score: Callable[[], SheetLine],
    *,
    is_decided: bool,
) -> SheetLine:
    """Return the scored line. Refuses what `record_donne` refuses of a line: impossible, odd, no reason, a ruling."""
    lacks_reason = current is not None and not sent.reason.strip()
    line = _line_or_every_reason(score, _reason_wanted(sent) if lacks_reason else None)
    call = sheet.calls.get(sent.number)
    try:
        # A phone, and who is asked nothing, cannot say that the arbiter's ruling no longer holds.
        agree_with_decisions(line, current, decisions_in_force(sent.table, sent.number) if is_decided else ())
        agree_with_call(line, call, is_asked=sent.confirmed is not None and not isinstance(sent.by, Phone))
        _confirm_odd(line, sent, sheet, call)
    except Refusal as refusal:
        raise LineRefused(refusal, line) from refusal
    return line


def _write(sent: SentDonne, line: SheetLine, sheet: Sheet, place: DonnePlace) -> Sheet:
    """Write a line and everything that follows from it. Return the sheet with the line."""
    current, by, at = sheet.lines.get(sent.number), sent.by, sent.at
    if current is not None:
        SheetLine.objects.filter(pk=current.pk).update(current=False)
    call = sheet.calls.get(sent.number)
    reason = sent.reason.strip()
    replaced = current or (taken_off(sent.repeats, sent.table, sent.number) if reason else None)
    write_line(line, call, supersedes=replaced, key=sent.key, reason=reason, by=by, at=at, repeats=sent.repeats)
    sheet = replace(sheet, lines={**sheet.lines, sent.number: line})
    set_results(count_lines(sheet.table, sheet.lines.values(), sheet.seats))
    if place.is_penalised:
        spread_camp_penalties(tournament=sheet.tournament, table=sent.table, number=sent.number)
    if place.in_two_versions:
        close_versions(line=line, entry=sent.entry, seats=sheet.seats, tournament=sheet.tournament, by=by, at=at)
    return sheet


def _tell(sent: SentDonne, line: SheetLine, current: SheetLine | None, tournament: Tournament) -> None:
    """Write the journal, and raise the revision so that pages read the sheet again."""
    log(
        action=gettext_noop("donne corrigée") if current else gettext_noop("donne saisie"),
        subject=sent.subject,
        by=sent.by,
        at=sent.at,
        tournament=tournament,
        reason=line.reason,
        details={
            "line": str(line.key),
            "new": figures_of_line(line),
            **({"old": figures_of_line(current)} if current else {}),
            **({"confirmed": line.confirmed} if line.confirmed else {}),
        },
    )
    raise_revision(tournament)


def refuse_wrong_number(
    table: Table, tournament: Tournament, number: int, chairs: int, *, void: int | None = None
) -> None:
    """
    Refuse a donne that the table does not have: a typing mistake must not lengthen its sheet.

    `void` is the number of its donnes that were not played; None means that it is counted here.
    """
    if refusal := refusal_of_number(table, number):
        raise refusal
    if table.boards:
        return
    if void is None:
        void = table.lines.filter(current=True).exclude(outcome=Outcome.PLAYED).count()
    last = expected_donnes(tournament, chairs, void) or MOST_DONNES
    if not 1 <= number <= last:
        raise _no_such_donne(table, number, last)


def refusal_of_number(table: Table, number: int, field: str = "") -> Refusal | None:
    """
    Return why no donne of a table has this number, None when one may have it; `field` is where it was typed.

    In duplicate its table does not play that board; in libre no sheet is so long.
    """
    if table.boards:
        if number in table.boards:
            return None
        sentence = board_not_here(table, number)
        return Refusal(sentence, code="board_not_here", fields={field: [sentence]} if field else None)
    return None if number <= MOST_DONNES else _no_such_donne(table, number, MOST_DONNES, field)


def _no_such_donne(table: Table, number: int, last: int, field: str = "") -> Refusal:
    sentence = _("La %(table)s n’a pas de donne %(number)d : cette position en compte %(last)d.") % {
        "table": table,
        "number": number,
        "last": last,
    }
    return Refusal(sentence, code="no_such_donne", fields={field: [sentence]} if field else None)


def refuse_stopped(table: Table, number: int, state: TableState, *, lines: int | None = None) -> None:
    """
    Refuse a donne after the last one that a table played, when an arbiter said that the table stops there.

    `lines` is how many lines its sheet has, which counts in duplicate; None means that they are counted here.
    """
    if state.stopped_after is None:
        return
    if table.boards:
        is_after = has_stopped(
            state.stopped_after, table.lines.filter(current=True).count() if lines is None else lines
        )
    else:
        is_after = number > state.stopped_after
    if is_after:
        raise Refusal(
            _(
                "L’arbitre a dit que la %(table)s s’arrête après %(donnes)s : la donne %(number)s n’y est plus "
                "attendue. Si elle reprend, il le dit d’abord sur sa feuille."
            )
            % {
                "table": table,
                "number": number_told(table, number),
                "donnes": ngettext("%(count)d donne", "%(count)d donnes", state.stopped_after)
                % {"count": state.stopped_after},
            },
            code="table_stopped",
        )


def _refuse_other_than(own_line: SheetLine, sent: SentDonne, score: Callable[[], SheetLine]) -> None:
    """Refuse a form sent again that says something else than its line, or whose line was taken off since."""
    if (own_line.table_id, own_line.number) != (sent.table.pk, sent.number):  # who wrote it there is not told here
        raise LineRefused(form_used("stale_line"), score())
    if own_line.cancelled_at is not None:
        raise _taken_off(sent)
    if not says_the_same(own_line, sent.entry, sent.turn):
        raise LineRefused(_stale(sent, own_line), score())


def _line_or_every_reason(score: Callable[[], SheetLine], reason_wanted: Refusal | None) -> SheetLine:
    """Return the scored line. Refuses an impossible donne and a missing reason together."""
    try:
        line = score()
    except Refusal as refusal:
        raise together([refusal, reason_wanted] if reason_wanted else [refusal]) from refusal
    if reason_wanted:
        raise LineRefused(reason_wanted, line)
    return line


def _reason_wanted(sent: SentDonne) -> Refusal:
    return missing_reason(
        _("Donne %(number)s, %(table)s : dites pourquoi vous la corrigez (par exemple « points mal recopiés »).")
        % {"number": sent.told, "table": sent.table},
        code="correction_without_reason",
        at_field=_("Dites pourquoi vous corrigez cette donne."),
    )


def _taken_off(sent: SentDonne) -> Refusal:
    """Return the refusal of a form sent again whose line was taken off since."""
    return Refusal(
        _(
            "La donne %(number)s de la %(table)s a été vidée ou déplacée depuis que vous l’avez saisie. Rien n’a été "
            "changé. Si elle se joue bien ici, enregistrez-la de nouveau."
        )
        % {"number": sent.told, "table": sent.table},
        code="stale_line",
    )


def _stale(sent: SentDonne, line: SheetLine) -> Refusal:
    if line.is_an_arbiters:  # the table cannot correct it
        sentence = _(
            "La donne %(number)s de la %(table)s a déjà été saisie par %(by)s à %(time)s. Comparez avec votre "
            "feuille ; si elle est fausse, l’arbitre la corrige. Rien n’a été changé."
        )
    else:
        sentence = _(
            "La donne %(number)s de la %(table)s a déjà été saisie par %(by)s à %(time)s. Comparez avec votre "
            "feuille ; si elle est fausse, corrigez-la. Rien n’a été changé."
        )
    return Refusal(
        sentence
        % {
            "number": sent.told,
            "table": sent.table,
            "by": line.written_by_name,
            "time": date_format(timezone.localtime(line.written_at), _("G \\h i")),
        },
        code="stale_line",
    )


def _confirm_odd(line: SheetLine, sent: SentDonne, sheet: Sheet, call: ChelemCall | None) -> None:
    """Store in a line the codes of what is odd about it. Refuses, with every sentence, until all are confirmed."""
    names, current = sheet.rules.names, sheet.lines.get(sent.number)
    is_timed = current is None and sent.confirmed is not None and not sent.is_copied
    here = odd_here(line, sheet, names=names, at=sent.at if is_timed else None)
    codes = {*codes_of(line, call), *(oddity.code for oddity in here)}
    before = sent.repeats or current
    kept = OF_ITS_ENTRY & set(before.confirmed) if before is not None and line.outcome == Outcome.PLAYED else set()
    line.confirmed = sorted(codes | kept)
    if sent.confirmed is not None and not sent.confirmed.issuperset(codes):
        odd = (*odd_about(line_text(line, tournament=sheet.tournament, names=names), line, call), *here)
        sentences = [oddity.sentence for oddity in odd]
        raise Refusal(
            _("Donne %(number)s, %(table)s : elle est possible, mais rare. %(why)s Vérifiez, puis confirmez.")
            % {"number": sent.told, "table": line.table, "why": " ".join(sentences)},
            code="donne_to_confirm",
            fields={"confirmed": sentences},
        )
