"""Pages of documents: ask for one, list them, download one."""

from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.exports.results import stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.draws.draws import PrintForm
from tournaments.forms.work.documents import GroupForm, RankingForm
from tournaments.kit.languages import current_language
from tournaments.labels import JobKind
from tournaments.models import Club, Document, Job, League, Season, Tournament
from tournaments.paper_labels import PAPERS
from tournaments.permissions import Action, MemberRequest, is_hidden_from, may_follow, requires
from tournaments.queries.draws.rotation import printable, usual_papers
from tournaments.queries.pages.addresses import public_site
from tournaments.queries.standings.unsaid import unsaid_in
from tournaments.services.work.documents import LONGEST_MESSAGE, ask_print, ask_ranking
from tournaments.services.work.purges import DAYS_OF_A_DOCUMENT, DAYS_OF_A_JOB
from tournaments.tables import DocumentFilter, DocumentTable, page
from tournaments.views.answers import file_answer, follow, refusals_told, see_other, tell_errors
from tournaments.views.exports import file_of, wants_file

KEPT = {"days_of_a_document": DAYS_OF_A_DOCUMENT, "days_of_a_draft": DAYS_OF_A_JOB}


@require_POST
@requires(Action.PRINT)
def make_ranking(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Enqueue a PDF of the present standings: all of them, or the part that the page shows."""
    form = RankingForm(request.POST, tournament=tournament)
    if not form.is_valid():
        tell_errors(request, form)
        return see_other("documents", tournament_id=tournament.pk)
    return follow(_ask(request, JobKind.RANKING, form.cleaned_data, tournament=tournament))


@require_POST
@requires(Action.PRINT_LEAGUE)
def make_league(request: MemberRequest, season: Season | None = None, league: League | None = None) -> HttpResponse:
    """Enqueue a PDF of a league as it stands now; of a season, that of its main league."""
    form = GroupForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        if league is not None:
            return see_other("edit_league", league_id=league.pk)
        return see_other("club_seasons", club_id=season.club_id if season else 0)
    return follow(_ask_league(request, JobKind.LEAGUE, season, league, **form.cleaned_data))


@require_POST
@requires(Action.PRINT_LEAGUE)
def make_league_poster(
    request: MemberRequest, season: Season | None = None, league: League | None = None
) -> HttpResponse:
    """Enqueue a poster (PDF) of a league's first places and honours; of a season, that of its main league."""
    return follow(_ask_league(request, JobKind.LEAGUE_POSTER, season, league))


@require_POST
@requires(Action.PRINT)
def make_stages(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Enqueue a PDF of a final and of the rankings that lead to it: who is qualified, or the ranking after it."""
    return follow(_ask(request, JobKind.STAGES, {}, tournament=tournament))


@require_POST
@requires(Action.PRINT)
def make_year_report(request: MemberRequest, season: Season) -> HttpResponse:
    """Enqueue a PDF report of a whole season: figures, podiums, honours, evenings; its books for who may read them."""
    choices = {"money": "1"} if Action.MANAGE_MONEY in request.actions else {}
    return follow(_ask(request, JobKind.YEAR_REPORT, choices, season=season))


def _ask_league(
    request: MemberRequest, kind: JobKind, season: Season | None, league: League | None, **choices: Any
) -> Job:
    """Return the job about a league, which it names unless that is the main one of its season."""
    if league is not None and not league.is_main:
        choices["league"] = league.pk
    return _ask(request, kind, choices, season=league.season if league else season)


def _ask(request: MemberRequest, kind: JobKind, choices: dict[str, Any], **owner: Any) -> Job:
    """Return the job that makes a ranking in the reader's language; `choices` narrow it, {} asks for everybody."""
    asked: dict[str, Any] = {"language": current_language(), "site": _site(request)}
    return ask_ranking(kind=kind, choices=choices, by=request.user, at=timezone.now(), **asked, **owner)


def _site(request: MemberRequest) -> str:
    """Return the site's address as phones reach it, for the QR codes on paper."""
    return public_site(request.build_absolute_uri("/"))


@require_POST
@requires(Action.PRINT)
def make_print(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Enqueue a PDF about the published rotation; with `usual`, the papers that the hall needs now."""
    form = PrintForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        return see_other("documents", tournament_id=tournament.pk)
    asked = form.cleaned_data
    if asked["usual"]:
        rotation = printable(tournament)
        asked |= {"position": rotation.current, "papers": usual_papers(rotation)}
    with refusals_told(request):
        job = ask_print(
            tournament=tournament,
            language=current_language(),
            by=request.user,
            at=timezone.now(),
            kind=asked["kind"],
            round_number=asked["position"],
            paper=asked["paper"],
            papers=asked["papers"],
            message=asked["message"],
            moved=asked["moved"],
            site=_site(request),
        )
        return follow(job)
    return see_other("documents", tournament_id=tournament.pk)


@requires(Action.PRINT)
def documents(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the documents of a tournament, the newest first, without reading their bytes."""
    filterset = DocumentFilter(request.GET, queryset=tournament.documents.defer("content"))
    table = page(request, DocumentTable(filterset.qs))
    if wants_file(request):
        return file_of(request, lambda: of_list(table, title=_("Documents"), stem=stem_of("documents", tournament)))
    rotation = printable(tournament)
    ticked = usual_papers(replace(rotation, current=rotation.due or rotation.current))
    ranking_form = RankingForm(tournament=tournament)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "filter": filterset,
        "table": table,
        "papers": [(kind, label, kind in ticked) for kind, label in PAPERS.items()],
        "longest_message": LONGEST_MESSAGE,
        "printable": rotation,
        "groups": ranking_form.groups,
        "ranking_form": ranking_form,
        "unsaid": unsaid_in(tournament),
        **KEPT,
    }
    return render(request, "tournaments/office/documents.html", context)


@requires(Action.MANAGE_CLUB)
def club_documents(request: MemberRequest, club: Club) -> HttpResponse:
    """Show all documents of a club: those of its tournaments and of its leagues."""
    documents_of_club = Document.objects.filter(Q(tournament__club=club) | Q(season__club=club)).defer("content")
    filterset = DocumentFilter(request.GET, queryset=documents_of_club)
    table = page(request, DocumentTable(filterset.qs))
    if wants_file(request):
        return file_of(request, lambda: of_list(table, title=_("Documents"), stem=stem_of("documents", club)))
    return render(
        request, "tournaments/office/documents.html", {"club": club, "filter": filterset, "table": table, **KEPT}
    )


@requires(Action.FOLLOW_JOB)
def document(request: MemberRequest, document: Document) -> HttpResponse:
    if not may_follow(document.job.kind if document.job else "", request.actions):
        raise PermissionDenied
    if is_hidden_from(request.user, document.job):
        raise PermissionDenied
    return file_answer(bytes(document.content), document.filename, content_type="application/pdf", as_attachment=False)
