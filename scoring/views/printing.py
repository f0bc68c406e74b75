"""Having sheets made into a PDF."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.forms.sheets import SheetsForm
from scoring.services.sheets import ask_sheets
from scoring.views.places import see
from tournaments.languages import current_language
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.tasks import enqueue


@require_POST
@requires(Action.PRINT)
def make_sheets(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Have the sheet of a table, or all those of a position, made into a PDF as they are now."""
    form = SheetsForm(request.POST)
    if not form.is_valid():
        for sentences in form.errors.values():
            messages.error(request, str(sentences[0]))
        return see("documents", tournament_id=tournament.pk)
    try:
        job = ask_sheets(
            tournament=tournament,
            round_number=form.cleaned_data["position"],
            table_number=form.cleaned_data["table"],
            cancelled=form.cleaned_data["cancelled"],
            language=current_language(),
            by=request.user,
            at=timezone.now(),
        )
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return see("documents", tournament_id=tournament.pk)
    enqueue(job.pk)
    return see("job", job_id=job.pk)
