"""Having a rotation printed: plan, posters, cards, certificate."""

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournaments.forms.draws import PrintForm
from tournaments.languages import current_language
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.services.documents import ask_print
from tournaments.tasks import enqueue
from tournaments.views.work import SeeOther


@require_POST
@requires(Action.PRINT)
def make_print(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Have a document about the published rotation made into a PDF."""
    documents = reverse("documents", kwargs={"tournament_id": tournament.pk})
    form = PrintForm(request.POST)
    if not form.is_valid():
        for sentences in form.errors.values():
            messages.error(request, str(sentences[0]))
        return SeeOther(documents)
    try:
        job = ask_print(
            tournament=tournament,
            language=current_language(),
            by=request.user,
            at=timezone.now(),
            **form.cleaned_data,
        )
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return SeeOther(documents)
    enqueue(job.pk)
    return SeeOther(reverse("job", kwargs={"job_id": job.pk}))
