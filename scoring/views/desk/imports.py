"""The imports of a club: each with who brought it, and a way to undo it as a whole."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.queries.desk.imports import undoing_import
from scoring.services.undo import imports
from tournaments.exports.clubs import imports_table
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import SeeOther, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.undoing import taking_back

SHOWN = 100


@requires(Action.MANAGE_CLUB)
def club_imports(request: MemberRequest, club: Club) -> HttpResponse:
    rows = club.imports.select_related("by")
    if wants_file(request):
        return file_of(request, lambda: imports_table(club, rows))
    context = {"club": club, "imports": rows[:SHOWN]}
    return render(request, "scoring/imports.html", context)


@requires(Action.MANAGE_CLUB)
def undo_import(request: MemberRequest, club: Club, import_id: int) -> HttpResponse:
    import_ = get_object_or_404(club.imports.select_related("club"), pk=import_id)

    def act(seen: str) -> SeeOther:
        imports.undo_import(made=import_, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("L’import « %(name)s » est défait.") % {"name": import_})
        return see_other("club_imports", club_id=club.pk)

    context = {
        "club": club,
        "title": _("Défaire l’import « %(name)s »") % {"name": import_},
        "button": _("Défaire cet import"),
        "back": ("club_imports", {"club_id": club.pk}),
    }
    return taking_back(request, context, lambda: undoing_import(import_), act)
