"""Pages to correct a result that came in from a file: who is meant, then his totals or his name, with a reason."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.desk.imported import ImportedResultForm
from scoring.queries.desk.imported import imported_entries
from scoring.services.decisions.effects import with_totals
from scoring.services.sheets.imported_totals import correct_imported
from scoring.views.desk.after_end import corrected, corrects_after_end, too_late
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.place_changes import Effect, place_changes
from tournaments.templatetags.marks import signed
from tournaments.views.answers import form_page, refusals_on, see_other


@require_safe
@requires(Action.RECORD)
def imported_results(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show whose results came in from a file, each leading to its correction."""
    entries = imported_entries(tournament)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "entries": entries,
        "sum": sum(entry.points for entry in entries),
        "too_late": too_late(request, tournament),
    }
    return render(request, "scoring/imported_results.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def imported_result(request: MemberRequest, *, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Show the totals of one entry, or correct them; in a tournament that is over, in public."""
    registration = get_object_or_404(tournament.registrations, pk=registration_id)
    entry = next(iter(imported_entries(tournament, registration.pk)), None)
    if entry is None:
        return see_other("imported_results", tournament_id=tournament.pk)
    form = ImportedResultForm(request.POST or None, tournament=tournament, entry=entry)
    effect = _effect(tournament, form) if "preview" in request.POST else None  # the button for browsers without scripts
    if request.method == "POST" and "preview" not in request.POST and form.is_valid():
        with refusals_on(form):
            act = partial(
                correct_imported, tournament=tournament, by=request.user, at=timezone.now(), **form.arguments()
            )
            reason = form.cleaned_data["reason"]
            said = corrected(request, tournament, act, subject=tournament.name, reason=reason)
            (now,) = imported_entries(tournament, said.pk)
            words = {"name": said.player.full_name, "points": signed(now.points)}
            if (said.player_id, now.totals) == (registration.player_id, entry.totals):
                messages.info(request, _("%(name)s : %(points)s, c’était déjà écrit ainsi.") % words)
            else:
                messages.success(request, _("%(name)s : %(points)s, corrigé.") % words)
            return see_other("imported_results", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "entry": entry,
        "effect": effect,
        "after_end": corrects_after_end(request, tournament),
        "too_late": too_late(request, tournament),
    }
    return form_page(request, "scoring/imported_result.html", context)


@require_POST
@requires(Action.RECORD)
def imported_effect(request: MemberRequest, *, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Show who changes place by what is being typed; empty while it is not valid. Saves nothing."""
    registration = get_object_or_404(tournament.registrations, pk=registration_id)
    entry = next(iter(imported_entries(tournament, registration.pk)), None)
    form = None if entry is None else ImportedResultForm(request.POST, tournament=tournament, entry=entry)
    effect = None if form is None else _effect(tournament, form)
    return render(request, "scoring/place_changes.html", {"effect": effect})


def _effect(tournament: Tournament, form: ImportedResultForm) -> Effect | None:
    """Return who moves in the tournament and in its leagues by a correction, None while it is not valid."""
    if not form.is_valid():
        return None
    said = form.arguments()
    return place_changes(tournament, with_totals(said["registration"], said["points"], said["player"]))
