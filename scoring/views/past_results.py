"""
Past results from a spreadsheet, in two steps on one page: look, then apply.

Between the two the file waits in the session, which lives in the database: nothing is uploaded twice.
"""

import base64
import uuid
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.forms.past_results import PastResultsForm
from scoring.imports.past_files import PastFile, read_past_results
from scoring.imports.past_results import Past, Rehearsal, import_past_results, rehearse
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, refusals_on, see_other

WAITING = "past_results"  # the key in the session
PAGE = "scoring/past_results.html"


@never_cache
@requires(Action.MANAGE_CLUB)
def import_results(request: MemberRequest, club: Club) -> HttpResponse:
    """Take a spreadsheet and show what it would make; then make it."""
    if request.method == "POST" and "apply" in request.POST:
        return _apply(request, club)
    form = PastResultsForm(request.POST or None, request.FILES or None, club=club)
    if request.method != "POST" or not form.is_valid():
        return _form_page(request, club, form)
    content = form.cleaned_data["file"].read()
    with refusals_on(form):
        file = read_past_results(content)
        rehearsal = rehearse(club=club, file=file)
        if rehearsal.problems:
            return _form_page(request, club, form, problems=rehearsal.problems, notices=file.notices)
        past = form.past
        request.session[WAITING] = {
            "club": club.pk,
            "name": past.name,
            "date": past.date.isoformat(),
            "season": past.season.pk if past.season else None,
            "content": base64.b64encode(content).decode(),
            "key": str(uuid.uuid4()),
        }
        return _rehearsal_page(request, club, past, file, rehearsal)
    return _form_page(request, club, form)


def _apply(request: MemberRequest, club: Club) -> HttpResponse:
    """Do what was shown, once."""
    waiting = request.session.get(WAITING)
    if waiting is None or waiting["club"] != club.pk:
        messages.info(request, _("Cet import est déjà fait, ou il a été remplacé par un autre : voici le club."))
        return see_other("club_desk", club_id=club.pk)
    past = Past(waiting["name"], date.fromisoformat(waiting["date"]), club.seasons.filter(pk=waiting["season"]).first())
    try:
        file = read_past_results(base64.b64decode(waiting["content"]))
        tournament = import_past_results(
            club=club, past=past, file=file, key=uuid.UUID(waiting["key"]), by=request.user, at=timezone.now()
        )
    except Refusal as refusal:
        initial = {"name": past.name, "date": past.date, "season": past.season}
        form = PastResultsForm(initial=initial, club=club)
        return _form_page(request, club, form, refusal=str(refusal))
    del request.session[WAITING]
    count = tournament.registrations.count()
    messages.success(
        request,
        ngettext(
            "« %(name)s » est entré : %(count)d joueur classé.",
            "« %(name)s » est entré : %(count)d joueurs classés.",
            count,
        )
        % {"name": tournament.name, "count": count},
    )
    return see_other("tournament_desk", tournament_id=tournament.pk)


def _form_page(request: HttpRequest, club: Club, form: PastResultsForm, **context: Any) -> HttpResponse:
    refused = bool(form.errors or context)
    return form_page(request, PAGE, {"club": club, "form": form, **context}, refused=refused)


def _rehearsal_page(request: HttpRequest, club: Club, past: Past, file: PastFile, rehearsal: Rehearsal) -> HttpResponse:
    context = {"club": club, "past": past, "file": file, "rehearsal": rehearsal, "notices": file.notices}
    return render(request, "scoring/past_results_rehearsal.html", context)
