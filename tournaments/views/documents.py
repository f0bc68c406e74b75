"""Documents: asked for, listed, fetched."""

from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournaments.forms.draws import PrintForm
from tournaments.labels import JobKind
from tournaments.languages import current_language
from tournaments.models import Club, Document, Job, Season, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.rotation import printable
from tournaments.services import jobs
from tournaments.services.documents import ask_print
from tournaments.services.purges import DAYS_OF_A_DOCUMENT, DAYS_OF_A_JOB
from tournaments.tables import DocumentFilter, DocumentTable, page
from tournaments.views.answers import file_answer, follow, refusals_told, see_other, tell_errors

KEPT = {"days_of_a_document": DAYS_OF_A_DOCUMENT, "days_of_a_draft": DAYS_OF_A_JOB}


@require_POST
@requires(Action.PRINT)
def make_ranking(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Have the standings as they are now made into a PDF."""
    return follow(_ask(request, JobKind.RANKING, tournament=tournament))


@require_POST
@requires(Action.PRINT)
def make_league(request: MemberRequest, season: Season) -> HttpResponse:
    """Have the league as it is now made into a PDF."""
    return follow(_ask(request, JobKind.LEAGUE, season=season))


def _ask(request: MemberRequest, kind: JobKind, **owner: Any) -> Job:
    """Return the job that makes a document in the language of who asks."""
    language = current_language()
    return jobs.ask(
        kind=kind, by=request.user, at=timezone.now(), about=language, wanted={"language": language}, **owner
    )


@require_POST
@requires(Action.PRINT)
def make_print(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Have a document about the published rotation made into a PDF."""
    form = PrintForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        return see_other("documents", tournament_id=tournament.pk)
    with refusals_told(request):
        job = ask_print(
            tournament=tournament,
            language=current_language(),
            by=request.user,
            at=timezone.now(),
            kind=form.cleaned_data["kind"],
            round_number=form.cleaned_data["position"],
            paper=form.cleaned_data["paper"],
        )
        return follow(job)
    return see_other("documents", tournament_id=tournament.pk)


@requires(Action.PRINT)
def documents(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The documents made so far, the newest first; their bytes stay in the database."""
    narrowed = DocumentFilter(request.GET, queryset=tournament.documents.defer("content"))
    table = page(request, DocumentTable(narrowed.qs))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "filter": narrowed,
        "table": table,
        "printable": printable(tournament),
        **KEPT,
    }
    return render(request, "tournaments/office/documents.html", context)


@requires(Action.MANAGE_CLUB)
def club_documents(request: MemberRequest, club: Club) -> HttpResponse:
    """All documents of a club: those of its tournaments and those of its leagues."""
    of_the_club = Document.objects.filter(Q(tournament__club=club) | Q(season__club=club)).defer("content")
    narrowed = DocumentFilter(request.GET, queryset=of_the_club)
    table = page(request, DocumentTable(narrowed.qs))
    return render(
        request, "tournaments/office/documents.html", {"club": club, "filter": narrowed, "table": table, **KEPT}
    )


@requires(Action.PRINT)
def document(request: MemberRequest, document: Document) -> HttpResponse:  # noqa: ARG001 - the guard's shape
    return file_answer(bytes(document.content), document.filename, content_type="application/pdf", as_attachment=False)
