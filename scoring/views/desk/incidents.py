"""The incident book of a tournament: list the rulings, note one, cancel one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.exports import incidents_table
from scoring.forms.desk.incidents import IncidentForm
from scoring.queries.desk.penalties import incidents_of
from scoring.services.decisions.incidents import cancel_incident, note_incident
from tournaments.forms.base import ReasonForm
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file

STARTS_WITH = ("position", "table", "donne")  # the fields that an address may fill in


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def incidents(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show the incident book, and note a ruling in it. A link from a sheet has its table in the address."""
    if wants_file(request):
        return file_of(request, lambda: incidents_table(tournament, incidents_of(tournament)))
    if request.method != "POST":
        start = {name: request.GET[name] for name in STARTS_WITH if name in request.GET}
        start |= {"from_sheet": "1"} if "table" in start else {}
        return _page(request, tournament, IncidentForm(tournament=tournament, initial=start))
    form = IncidentForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals_on(form):
            note_incident(tournament=tournament, by=request.user, at=timezone.now(), **form.arguments())
            messages.success(request, _("Incident noté."))
            return see_other("incidents", tournament_id=tournament.pk)
    return _page(request, tournament, form)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def cancel(request: MemberRequest, *, tournament: Tournament, incident_id: int) -> HttpResponse:
    """Ask for a reason, then cancel an incident; it stays in the book, struck out."""
    incident = get_object_or_404(incidents_of(tournament), pk=incident_id)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            cancel_incident(incident=incident, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
            messages.success(request, _("Incident annulé."))
            return see_other("incidents", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Annuler un incident"),
        "what": _("« %(text)s ». Noté par %(by)s.") % {"text": incident.text, "by": incident.noted_by_name},
        "verb": _("Annuler cet incident"),
        "back": reverse("incidents", kwargs={"tournament_id": tournament.pk}),
    }
    return form_page(request, "scoring/reason.html", context)


def _page(request: HttpRequest, tournament: Tournament, form: IncidentForm) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "noted": incidents_of(tournament)}
    return form_page(request, "scoring/incidents.html", context)
