"""The journal of a tournament for its arbiters, and the pages to undo its last acts."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.desk.sheets import UndoForm
from scoring.labels import CallOutcome
from scoring.models import ChelemCall, Penalty, SheetLine
from scoring.queries.desk.journal import Ruling, lines_of_entries
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.undo.base import Undoing
from scoring.services.undo.undoing import (
    UNDONE_BY,
    WHILE_IT_RUNS,
    restore_version,
    restoring_of,
    sheets_written_by,
    undo,
    undoing_of,
)
from scoring.tables import TournamentJournalFilter, TournamentJournalTable
from scoring.templatetags.donnes import donne_text_with_marks
from scoring.templatetags.penalties import penalty_text
from scoring.views.desk.addresses import address, staff_names
from scoring.views.desk.after_end import corrected, corrects_after_end
from tournaments.exports.results import stem_of
from tournaments.exports.tables import MOST_ROWS, of_list
from tournaments.kit.days import french_hour
from tournaments.models import JournalEntry, Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.place_changes import place_changes
from tournaments.refusals import Refusal
from tournaments.tables import page
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file

BATCH = 500  # how many entries are read together for a file


@require_safe
@requires(Action.READ_JOURNAL)
def journal(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show who did what in this tournament, the values before, and what may be undone."""
    narrowed = TournamentJournalFilter(request.GET, tournament=tournament)
    table = page(request, TournamentJournalTable(narrowed.qs))
    if wants_file(request):
        entries = list(narrowed.qs[:MOST_ROWS])
        for start in range(0, len(entries), BATCH):
            table.facts = {**table.facts, **lines_of_entries(tournament, entries[start : start + BATCH])}
        return file_of(request, lambda: of_list(table, title=_("Journal"), stem=stem_of("journal", tournament)))
    table.facts = lines_of_entries(tournament, [row.record for row in table.paginated_rows])
    if tournament.is_finished:
        table.undone = UNDONE_BY.keys() - WHILE_IT_RUNS if corrects_after_end(request, tournament) else frozenset()
    context = {"tournament": tournament, "club": tournament.club, "filter": narrowed, "table": table}
    return render(request, "tournaments/office/journal.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def undo_entry(request: MemberRequest, *, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Show what undoing an act would restore and who changes place, ask for a reason, then undo it."""
    entry = get_object_or_404(JournalEntry, pk=entry_id, tournament=tournament)
    form = UndoForm(request.POST or None)
    after_end = corrects_after_end(request, tournament) and entry.action not in WHILE_IT_RUNS
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            act = partial(undo, entry=entry, by=request.user, at=timezone.now(), **form.cleaned_data)
            if after_end:
                tables = sheets_written_by(tournament, entry)
                subject, reason = entry.written_subject, form.cleaned_data["reason"]
                corrected(request, tournament, act, subject=subject, reason=reason, tables=tables)
            else:
                act()
            messages.success(
                request,
                _("Défait : %(action)s, %(subject)s.") % {"action": _(entry.action), "subject": entry.sentence},
            )
            return see_other("journal", tournament_id=tournament.pk)
    at = timezone.localtime(entry.at)
    sentence = _("%(action)s, %(subject)s, par %(by)s le %(day)s à %(time)s.") % {
        "day": date_format(at, "j F"),
        "time": french_hour(at),
        "action": _(entry.action).capitalize(),
        "subject": entry.sentence,
        "by": entry.by_name or _("le programme"),
    }
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "title": _("Défaire"),
        "what": sentence,
        "after_end": after_end,
        "verb": _("Défaire"),
        "back": reverse("journal", args=[tournament.pk]),
    }
    try:
        context |= _effects_of(tournament, undoing_of(tournament, entry, after_end=after_end))
    except Refusal as refusal:
        context["refused"] = str(refusal)
    return form_page(request, "scoring/reason.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def restore_line(request: MemberRequest, *, tournament: Tournament, line_id: int) -> HttpResponse:
    """Show an old version of a donne, the current line and who changes place; ask for a reason, then write it again."""
    lines = SheetLine.objects.select_related("table__round__tournament", "taker", "partner", "sits_out")
    line = get_object_or_404(lines, pk=line_id, table__round__tournament=tournament)
    place = address(line.table)
    form, after_end = UndoForm(request.POST or None), corrects_after_end(request, tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            corrected(
                request,
                tournament,
                partial(restore_version, line=line, by=request.user, at=timezone.now(), **form.cleaned_data),
                subject=subject_of_sheet(line.table, line.number),
                reason=form.cleaned_data["reason"],
                tables=[line.table],
            )
            messages.success(
                request,
                _("Donne %(number)s, table %(table)d : la version choisie est rétablie.")
                % {"number": number_told(line.table, line.number), "table": line.table.number},
            )
            return see_other("sheet", **place)
    values = {"number": number_told(line.table, line.number), "table": line.table.number}
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "title": _("Rétablir une version de la donne %(number)s, table %(table)d") % values,
        "what": _("Ce qui est écrit maintenant reste dans l’historique."),
        "after_end": after_end,
        "verb": _("Rétablir cette version"),
        "place": place,
        "back": reverse("sheet", kwargs=place),
    }
    try:
        context |= _effects_of(tournament, restoring_of(tournament, line, after_end=after_end))
    except Refusal as refusal:
        context["refused"] = str(refusal)
    return form_page(request, "scoring/reason.html", context)


def _effects_of(tournament: Tournament, undoing: Undoing) -> dict[str, Any]:
    """Return what undoing an act changes, for the page: the lines before and after, and who changes place."""
    effects = []
    if undoing.table is not None:
        names = _names(undoing.table)
        if undoing.old is not None:
            effects.append(_("Maintenant : %(line)s") % {"line": donne_text_with_marks(undoing.old, names)})
        if undoing.new is not None:
            effects.append(_("Ensuite : %(line)s") % {"line": donne_text_with_marks(undoing.new, names)})
        elif undoing.old is not None:
            effects.append(_("Ensuite : à saisir de nouveau."))
    if undoing.ruling is not None:
        effects.append(_ruled_again(*undoing.ruling))
    is_counted = undoing.change.points or undoing.change.penalties
    return {
        "effects": effects,
        "effect": place_changes(tournament, undoing.change) if is_counted else None,
        "warning": _same_stands(undoing.same) if undoing.same else "",
    }


def _ruled_again(call: ChelemCall, ruling: Ruling) -> str:
    return _("Issue du chelem : de nouveau « %(then)s », comme %(by)s l’a enregistrée, au lieu de « %(now)s ».") % {
        "then": CallOutcome(ruling.outcome).label,
        "by": ruling.by or call.recorded_by_name,
        "now": call.get_ruling_display(),
    }


def _same_stands(same: Penalty) -> str:
    given_at = timezone.localtime(same.given_at)
    return _(
        "La même décision est déjà en vigueur (%(decision)s ; donnée par %(by)s le %(day)s à %(time)s) : celle-ci "
        "compterait en plus."
    ) % {
        "decision": penalty_text(same),
        "by": same.given_by_name,
        "day": date_format(given_at, "j F"),
        "time": french_hour(given_at),
    }


def _names(table: Table) -> list[str]:
    return staff_names(tuple(table.seats.select_related("registration__player").order_by("chair")))
