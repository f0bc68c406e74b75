"""A table's sheet: open for writing, closed when everybody signed it, opened again, printed."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.models import SheetLine, Writer
from scoring.queries.desk.contradictions import Against, contradictions_of, lines_to_rule
from scoring.queries.desk.donne_decisions import to_apply
from scoring.queries.table.agreements import version_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheet_texts import tables_to_print
from scoring.queries.table.sheets import Sheet, TableState, missing_text, sheet_of, state_of, subject_of_sheet
from tournaments.labels import JobKind, Keeps, Publication
from tournaments.models import Account, Job, Round, Seat, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason
from tournaments.services.boards import free_boards
from tournaments.services.clubs.webhooks import announce
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.work import jobs

Returned = TypeVar("Returned")


def refuse_if_redrawn(table: Table, state: TableState | None = None) -> None:
    """
    Refuse to write at a table that was drawn again or cancelled meanwhile. Call it under the lock.

    `state` is the state of the table just read by the caller; None means that it is read here.
    """
    if (state or state_of(table)).is_gone:
        raise Refusal(
            _(
                "La position %(round)d vient d’être tirée à nouveau ou annulée. Rien n’a été enregistré. "
                "Regardez le nouveau plan, puis ouvrez la feuille de la table qui s’y trouve."
            )
            % {"round": table.round.number},
            code="table_redrawn",
        )


def refuse_seated_elsewhere(table: Table, seat: Seat | None) -> None:
    """Refuse a player who does not sit at this table, or whose place somebody else got since the page was shown."""
    if seat is not None and not table.seats.filter(pk=seat.pk, registration=seat.registration_id).exists():
        raise Refusal(_("Ce joueur n’est pas à cette table."), code="not_at_this_table")


def refuse_unless_open(tournament: Tournament, table: Table, state: TableState | None = None) -> None:
    """Refuse to write on a closed sheet or in a finished tournament. Call it under the lock; `state` as above."""
    refuse_if_finished(tournament)
    state = state or state_of(table)  # the page may be older than the closing
    refuse_if_redrawn(table, state)
    if state.is_closed:
        raise Refusal(
            _(
                "La feuille de la table %(table)d (position %(round)d) est close : rien n’a été enregistré. Pour la "
                "corriger, l’arbitre la rouvre en disant pourquoi."
            )
            % {"table": table.number, "round": table.round.number},
            code="sheet_closed",
        )


@transaction.atomic
def close_sheet(*, table: Table, seen: str | None = None, by: Writer, at: datetime) -> None:
    """
    Close a table's sheet that everybody signed. Idempotent.

    `seen` is the version of the sheet that was read (`version_of`), None when a person looks at it. Refuses a sheet
    changed since, donnes missing, a decision to apply, a donne against a ruling, a finished tournament, and a table
    drawn again or cancelled meanwhile.
    """
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_redrawn(table)
    sheet = sheet_of(Table.objects.select_related("round__tournament").get(pk=table.pk))
    if sheet.table.closed_at:
        return
    refuse_if_finished(tournament)
    _refuse_unless_ready(sheet, tournament, seen)
    Table.objects.filter(pk=table.pk).update(closed_at=at)
    log(
        action=gettext_noop("feuille close"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
    )
    raise_revision(tournament)
    tell_if_round_is_closed(table.round, tournament=tournament, at=at)


def _refuse_unless_ready(sheet: Sheet, tournament: Tournament, seen: str | None) -> None:
    """Refuse to close a sheet that changed since it was read, lacks donnes, or does not follow an arbiter's ruling."""
    table = sheet.table
    if seen is not None and seen != version_of(sheet):
        raise Refusal(
            _("La feuille a changé depuis que vous l’avez lue. Relisez-la, puis closez-la."), code="stale_sheet"
        )
    if tournament.keeps == Keeps.TOTALS and not sheet.is_complete:
        raise Refusal(
            _("%(table)s : les bilans ne sont pas saisis. Saisissez-les avant de clore la feuille.")
            % {"table": str(table).capitalize()},
            code="sheet_incomplete",
        )
    if sheet.missing:
        sentence = _missing_text(len(sheet.missing), is_stopped=table.stopped_after is not None) % {
            "table": str(table).capitalize(),
            "missing": missing_text(sheet.missing, table),
        }
        if table.boards:
            sentence += " " + _(
                "Un étui commencé sans être fini s’enregistre annulé : l’arbitre lui donne alors un résultat ajusté, "
                "page « Pénalités »."
            )
        raise Refusal(
            sentence,
            code="sheet_incomplete",
        )
    if tournament.keeps == Keeps.DONNES and not sheet.rows and table.stopped_after is None:
        raise Refusal(
            _(
                "%(table)s : aucune donne n’est saisie. Saisissez-les ou, si rien ne s’y est joué, dites que la table "
                "s’arrête là, puis closez la feuille."
            )
            % {"table": str(table).capitalize()},
            code="sheet_empty",
        )
    if decision := next(iter(to_apply(Q(table=table))), None):
        raise Refusal(
            _(
                "%(table)s : la décision « %(sanction)s » n’est pas appliquée à la donne %(number)s. Corrigez la donne "
                "ou videz-la, dites que c’est déjà fait, ou annulez la décision ; puis closez la feuille."
            )
            % {
                "table": str(table).capitalize(),
                "sanction": decision.does,
                "number": number_told(table, decision.donne),
            },
            code="decision_to_apply",
        )
    _refuse_against_ruling(table)


def _missing_text(count: int, *, is_stopped: bool) -> str:
    """Return why a sheet that lacks donnes stays open. Donnes after a table stopped are not expected."""
    if is_stopped:
        return ngettext(
            "%(table)s : %(missing)s. Saisissez-la, ou enregistrez-la comme annulée si elle n’a pas été "
            "jouée, puis closez la feuille.",
            "%(table)s : %(missing)s. Saisissez-les, ou enregistrez-les comme annulées si elles n’ont "
            "pas été jouées, puis closez la feuille.",
            count,
        )
    return ngettext(
        "%(table)s : %(missing)s. Saisissez-la ou, si elle ne se joue plus, dites que la table s’arrête là, "
        "puis closez la feuille.",
        "%(table)s : %(missing)s. Saisissez-les ou, si elles ne se jouent plus, dites que la table s’arrête "
        "là, puis closez la feuille.",
        count,
    )


def _refuse_against_ruling(table: Table) -> None:
    """Refuse to close a sheet with donnes that contradict an arbiter's ruling; all of them are named."""
    lines = contradictions_of(lines_to_rule(SheetLine.objects.filter(table=table)))
    if told := [
        _("donne %(number)s, %(against)s") % {"number": number_told(line.table, line.number), "against": against.label}
        for line, against in lines
        if against is not Against.UNCALLED
    ]:
        raise Refusal(
            _("%(table)s : %(told)s. Corrigez la donne, ou annulez l’appel s’il est faux ; puis closez la feuille.")
            % {"table": str(table).capitalize(), "told": " ; ".join(told)},
            code="line_against_ruling",
        )


def tell_if_round_is_closed(round_: Round, *, tournament: Tournament, at: datetime) -> None:
    """
    Announce that all sheets of a round are closed, free its boards, and ask for a recount. Call it after closing some.

    A worker finds the job of the recount by itself.
    """
    if not Table.objects.filter(round=round_, closed_at=None).exists():
        free_boards(tournament)
        announce(Publication.CLOSED, tournament=tournament, at=at, rounds=[round_.number])
        jobs.ask(kind=JobKind.RECOUNT, tournament=tournament, about=str(round_.number), by=None, at=at)


@transaction.atomic
def reopen_sheet(*, table: Table, reason: str, by: Account, at: datetime) -> None:
    """
    Open a closed sheet again, so that it can be corrected. Idempotent.

    Refuses an empty `reason`, a finished tournament, and a table that was drawn again or cancelled meanwhile.
    """
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_finished(tournament)
    refuse_if_redrawn(table)
    reason = refuse_without_reason(
        reason,
        _("%(table)s : dites pourquoi vous rouvrez cette feuille.") % {"table": str(table).capitalize()},
        code="reopening_without_reason",
        at_field=_("Dites pourquoi vous rouvrez cette feuille."),
    )
    if not Table.objects.filter(pk=table.pk, closed_at__isnull=False).update(closed_at=None):
        return
    log(
        action=gettext_noop("feuille rouverte"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    raise_revision(tournament)


@contextmanager
def as_if_open(tables: Collection[Table]) -> Iterator[None]:
    """Let a service write on closed sheets, under the lock. They are as before when the transaction ends."""
    closed = dict(Table.objects.filter(pk__in=[table.pk for table in tables]).values_list("pk", "closed_at"))
    Table.objects.filter(pk__in=closed).update(closed_at=None)
    yield
    for pk, closed_at in closed.items():
        Table.objects.filter(pk=pk).update(closed_at=closed_at)


@transaction.atomic
def correct_closed_sheet(
    *, table: Table, reason: str, act: Callable[[], Returned], by: Writer, at: datetime
) -> Returned:
    """
    Correct a table's sheet through one service (`act`), and return its result. A closed sheet is closed again `at`.

    Nobody else sees it open, and all other rules of the service hold. The journal has the act and the closing, with the
    `reason` of the service. When the service writes nothing, the sheet stays closed as it was.
    """
    tournament = lock_tournament(table.round.tournament_id)
    if not Table.objects.filter(pk=table.pk, closed_at__isnull=False).exists():
        return act()
    before = tournament.journal.count()
    with as_if_open([table]):
        returned = act()
    if tournament.journal.count() > before:
        Table.objects.filter(pk=table.pk).update(closed_at=at)  # the table may contest what was corrected
        log(
            action=gettext_noop("feuille corrigée, close de nouveau"),
            subject=subject_of_sheet(table),
            by=by,
            at=at,
            tournament=tournament,
            reason=reason,
        )
        raise_revision(tournament)
        tell_if_round_is_closed(table.round, tournament=tournament, at=at)
    return returned


def ask_sheets(
    *,
    tournament: Tournament,
    round_number: int,
    table_number: int | None,
    language: str,
    by: Account | None,
    at: datetime,
    cancelled: int | None = None,
) -> Job:
    """
    Return the job that prints the sheet of a table or, without a table, all sheets of a position.

    `cancelled` is the id of a cancelled round to print, else None. Refuses a position or a table at which nobody sat.
    The caller then calls `tasks.enqueue(job.pk)`.
    """
    tables = tables_to_print(tournament, round_number, cancelled)
    if not tables.exists():
        raise Refusal(
            _("La position %(position)d n’a pas de table : choisissez une position de la liste.")
            % {"position": round_number},
            code="position_without_tables",
        )
    if table_number is not None and not tables.filter(number=table_number).exists():
        raise Refusal(
            _("La position %(position)d n’a pas de table %(table)d : choisissez une autre table.")
            % {"position": round_number, "table": table_number},
            code="table_unknown",
        )
    return jobs.ask(
        kind=JobKind.SHEETS,
        tournament=tournament,
        about=f"{f'annulée {cancelled}/' if cancelled else ''}{round_number}/{table_number or 'toutes'}/{language}",
        wanted={"position": round_number, "table": table_number, "language": language, "cancelled": cancelled},
        by=by,
        at=at,
    )
