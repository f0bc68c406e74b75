"""What is kept of a tournament: its documents and its journal."""

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header

from tournaments.filters import DocumentFilter, JournalFilter
from tournaments.models import Club, Document, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.rotation import printable
from tournaments.services.purges import DAYS_OF_A_DOCUMENT, DAYS_OF_A_JOB
from tournaments.tables import DocumentTable, JournalTable, page

KEPT = {"days_of_a_document": DAYS_OF_A_DOCUMENT, "days_of_a_draft": DAYS_OF_A_JOB}


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
    response = HttpResponse(bytes(document.content), content_type="application/pdf")
    response["Content-Disposition"] = str(content_disposition_header(as_attachment=False, filename=document.filename))
    return response


@requires(Action.READ_JOURNAL)
def journal(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Who did what in this tournament."""
    narrowed = JournalFilter(request.GET, queryset=tournament.journal.all())
    table = page(request, JournalTable(narrowed.qs))
    context = {"tournament": tournament, "club": tournament.club, "filter": narrowed, "table": table}
    return render(request, "tournaments/office/journal.html", context)


@requires(Action.MANAGE_CLUB)
def club_journal(request: MemberRequest, club: Club) -> HttpResponse:
    """Who did what in this club, its tournaments included."""
    narrowed = JournalFilter(request.GET, queryset=club.journal.all())
    table = page(request, JournalTable(narrowed.qs))
    return render(request, "tournaments/office/journal.html", {"club": club, "filter": narrowed, "table": table})
