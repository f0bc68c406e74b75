"""
Players from a spreadsheet, in two steps: look, then apply.

Between the two the rows wait in the session, which lives in the database: any web process may answer the second step,
and nothing is uploaded twice.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.forms.players import PlayerFileForm
from tournaments.imports import players as player_imports
from tournaments.imports.player_files import MOST_PROBLEMS, headings, read_player_file
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, refusals_on, see_other

WAITING = "player_import"  # the key in the session
SHOWN = 100  # lines shown of each kind; the rest is counted


@requires(Action.MANAGE_CLUB)
def import_players(request: MemberRequest, club: Club) -> HttpResponse:
    """Take a spreadsheet and show what it would do."""
    form = PlayerFileForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _form_page(request, club, form)
    with refusals_on(form):
        read = read_player_file(form.cleaned_data["file"].read())
        preview = player_imports.examine(club=club, rows=read.rows)
        preview.problems = sorted([*read.problems, *preview.problems], key=lambda problem: problem.line)
        if preview.problems:
            request.session.pop(WAITING, None)
            return _form_page(request, club, form, problems=preview.problems, notices=read.notices)
        filename = form.cleaned_data["file"].name[:120]
        request.session[WAITING] = {
            "club": club.pk,
            "filename": filename,
            "fingerprint": preview.fingerprint,
            "rows": player_imports.pack(read.rows),
        }
        return _preview_page(request, club, preview, filename=filename, notices=read.notices)
    return _form_page(request, club, form)


@require_POST
@requires(Action.MANAGE_CLUB)
def apply_import(request: MemberRequest, club: Club) -> HttpResponse:
    """Do what was shown, once."""
    waiting = request.session.get(WAITING)
    if waiting is None or waiting["club"] != club.pk:
        messages.info(request, _("Cet import est déjà fait, ou il a été abandonné : voici les joueurs du club."))
        return see_other("club_players", club_id=club.pk)
    rows = player_imports.unpack(waiting["rows"])
    try:
        applied = player_imports.apply_import(
            club=club, rows=rows, fingerprint=request.POST.get("fingerprint", ""), by=request.user, at=timezone.now()
        )
    except Refusal as refusal:
        preview = player_imports.examine(club=club, rows=rows)
        if preview.problems:
            del request.session[WAITING]
            form = PlayerFileForm()
            return _form_page(request, club, form, problems=preview.problems, notices=[str(refusal)])
        request.session[WAITING] = waiting | {"fingerprint": preview.fingerprint}
        return _preview_page(request, club, preview, filename=waiting["filename"], notices=[str(refusal)], status=409)
    del request.session[WAITING]
    messages.success(request, _said(applied))
    return see_other("club_players", club_id=club.pk)


@require_POST
@requires(Action.MANAGE_CLUB)
def abandon_import(request: MemberRequest, club: Club) -> HttpResponse:
    request.session.pop(WAITING, None)
    messages.info(request, _("Import abandonné : rien n’a été changé."))
    return see_other("import_players", club_id=club.pk)


def _form_page(request: HttpRequest, club: Club, form: PlayerFileForm, **context: Any) -> HttpResponse:
    problems = context.get("problems", [])
    context |= {
        "club": club,
        "form": form,
        "columns": list(headings().values()),
        "has_more_problems": len(problems) >= MOST_PROBLEMS,
        "problems": problems[:MOST_PROBLEMS],
    }
    refused = bool(form.errors or problems)
    return form_page(request, "tournaments/office/import.html", context, refused=refused)


def _preview_page(
    request: HttpRequest,
    club: Club,
    preview: player_imports.Preview,
    *,
    filename: str,
    notices: list[str],
    status: int = 200,
) -> HttpResponse:
    names = headings()
    changed = [
        (effect, [(names[name], old, new) for name, (old, new) in effect.changes.items()])
        for effect in preview.changed[:SHOWN]
    ]
    context = {
        "club": club,
        "preview": preview,
        "created": preview.created[:SHOWN],
        "changed": changed,
        "filename": filename,
        "notices": notices,
        "more_created": max(0, len(preview.created) - SHOWN),
        "more_changed": max(0, len(preview.changed) - SHOWN),
    }
    return render(request, "tournaments/office/import_preview.html", context, status=status)


def _said(applied: player_imports.Applied) -> str:
    if not applied.created and not applied.changed:
        return _("Tout était déjà à jour : rien n’a été changé.")
    parts = []
    if applied.created:
        parts.append(
            ngettext("%(count)d joueur ajouté", "%(count)d joueurs ajoutés", applied.created)
            % {"count": applied.created}
        )
    if applied.changed:
        parts.append(
            ngettext("%(count)d joueur modifié", "%(count)d joueurs modifiés", applied.changed)
            % {"count": applied.changed}
        )
    return _("Import fait : %(what)s.") % {"what": ", ".join(parts)}
