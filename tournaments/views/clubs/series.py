"""Pages about what a club repeats: a copy of a tournament, series, templates."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.exports.clubs import dates_table
from tournaments.forms.clubs.series import CopyForm, SeriesForm, SkipForm, TemplateForm
from tournaments.kit.text import whole_number
from tournaments.labels import Carried
from tournaments.models import Club, Series, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs.copies import Offer, next_week, offers
from tournaments.queries.clubs.series import next_dates
from tournaments.services.clubs import copies
from tournaments.services.clubs import series as service
from tournaments.services.clubs.copies import Copied
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other, tell_errors
from tournaments.views.exports import file_of, wants_file


@requires(Action.MANAGE_CLUB)
def copy_tournament(request: MemberRequest, club: Club) -> HttpResponse:
    """Create a tournament as a copy: by one click, as proposed, or after changes in the form."""
    form = CopyForm(request.POST, club=club) if request.method == "POST" else _proposed(request, club)
    if request.method == "POST" and form.is_valid() and not form.asks():
        with refusals_on(form):
            copied = copies.copy_tournament(by=request.user, at=timezone.now(), **form.arguments)
            messages.success(request, _copied_sentence(copied))
            if copied.left_out:
                messages.warning(request, copied.left_out)
            page = "registrations" if copied.tournament.registrations.exists() else "tournament_desk"
            return see_other(page, tournament_id=copied.tournament.pk)
    return form_page(request, "tournaments/office/copy.html", {"club": club, "form": form})


def _proposed(request: MemberRequest, club: Club) -> CopyForm:
    """Return the form filled in from the address (`?comme=12`, `?serie=3&date=2026-11-27`), else the next proposal."""
    today = timezone.localdate()
    source_id, series_id = (whole_number(request.GET.get(name, "")) for name in ("comme", "serie"))
    offered = offers([club], today=today).get(club.pk, [])
    offer = next((candidate for candidate in offered if candidate.series and candidate.series.pk == series_id), None)
    if source_id is not None:
        chosen = club.tournaments.filter(pk=source_id).select_related("series").first()
        offer = Offer(chosen, next_week(chosen.date, today), chosen.series) if chosen else None
    offer = offer or next(iter(offered), None)
    initial: dict[str, Any] = {"date": _date_of(request.GET.get("date", "")) or (offer.date if offer else None)}
    if offer is not None:
        initial |= {"source": offer.source.pk, "series": offer.series}
    return CopyForm(club=club, initial=initial)


def _date_of(typed: str) -> date | None:
    """Return the date written in an address; None when the text is not a date."""
    try:
        return parse_date(typed)
    except ValueError:  # written as a date that does not exist
        return None


def _copied_sentence(copied: Copied) -> str:
    """Return the sentence that says what was copied."""
    people, wishes = copied.carried.get(Carried.PEOPLE, 0), copied.carried.get(Carried.WISHES, 0)
    parts = [_("mêmes réglages")]
    if people:
        parts.append(ngettext("%(count)d habitué attendu", "%(count)d habitués attendus", people) % {"count": people})
    if teams := copied.carried.get(Carried.TEAMS, 0):
        parts.append(ngettext("%(count)d équipe", "%(count)d équipes", teams) % {"count": teams})
    if wishes:
        parts.append(ngettext("%(count)d souhait repris", "%(count)d souhaits repris", wishes) % {"count": wishes})
    rates, prizes = copied.carried.get(Carried.RATES, 0), copied.carried.get(Carried.PRIZES, 0)
    if rates:
        parts.append(ngettext("%(count)d tarif", "%(count)d tarifs", rates) % {"count": rates})
    if prizes:
        parts.append(ngettext("%(count)d prix", "%(count)d prix", prizes) % {"count": prizes})
    if sources := copied.carried.get(Carried.SOURCES, 0):
        words = ngettext("%(count)d classement qui qualifie", "%(count)d classements qui qualifient", sources)
        parts.append(words % {"count": sources})
    return _("« %(name)s » est prêt : %(parts)s. Cochez ceux qui arrivent.") % {
        "name": copied.tournament.name,
        "parts": ", ".join(parts),
    }


@requires(Action.MANAGE_CLUB)
def club_dates(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the series of a club with their next dates, and its templates."""
    series = next_dates(club, since=timezone.localdate())
    if wants_file(request):
        return file_of(request, lambda: dates_table(club, series))
    context = {
        "club": club,
        "series": series,
        "templates": club.templates.select_related("source"),
    }
    return render(request, "tournaments/office/dates.html", context)


@requires(Action.MANAGE_CLUB)
def new_series(request: MemberRequest, club: Club) -> HttpResponse:
    if request.method == "POST":
        form = SeriesForm(request.POST, club=club)
    else:  # a series repeats the last evening
        offered = offers([club], today=timezone.localdate()).get(club.pk, [])
        days = [offer.date for offer in offered if offer.series is None]
        form = SeriesForm(club=club, initial={"starts_on": days[0]} if days else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            series = service.create_series(club=club, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("La série « %(series)s » est créée.") % {"series": series})
            return see_other("club_dates", club_id=club.pk)
    return form_page(request, "tournaments/office/series.html", {"club": club, "form": form})


@requires(Action.MANAGE_CLUB)
def edit_series(request: MemberRequest, club: Club, series_id: int) -> HttpResponse:
    series = get_object_or_404(club.series.select_related("club", "template"), pk=series_id)
    form = SeriesForm(request.POST, club=club) if request.method == "POST" else SeriesForm.about(series)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            service.change_series(series=series, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("La série est enregistrée."))
            return see_other("club_dates", club_id=club.pk)
    return form_page(request, "tournaments/office/series.html", {"club": club, "form": form, "series": series})


@require_POST
@requires(Action.MANAGE_CLUB)
def delete_series(request: MemberRequest, club: Club, series_id: int) -> HttpResponse:
    series = get_object_or_404(club.series.select_related("club"), pk=series_id)
    with refusals_told(request):
        service.delete_series(series=series, by=request.user, at=timezone.now())
        messages.success(request, _("La série est supprimée. Ses soirées restent."))
    return see_other("club_dates", club_id=club.pk)


@require_POST
@requires(Action.MANAGE_CLUB)
def skip_date(request: MemberRequest, club: Club, series_id: int) -> HttpResponse:
    """Skip a date of a series, or hold it after all."""
    series = get_object_or_404(Series.objects.select_related("club"), pk=series_id, club=club)
    form = SkipForm(request.POST)
    if form.is_valid():
        with refusals_told(request):
            service.skip_date(
                series=series,
                day=form.cleaned_data["day"],
                is_held=form.cleaned_data["held"],
                by=request.user,
                at=timezone.now(),
            )
    else:
        tell_errors(request, form)
    return see_other("club_dates", club_id=club.pk)


@requires(Action.MANAGE_CLUB)
def keep_template(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = TemplateForm(request.POST or None, initial={"name": tournament.name[:60]})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            template = service.keep_template(
                tournament=tournament, name=form.cleaned_data["name"], by=request.user, at=timezone.now()
            )
            messages.success(request, _("Le modèle « %(template)s » est gardé.") % {"template": template})
            return see_other("club_dates", club_id=tournament.club_id)
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    return form_page(request, "tournaments/office/template.html", context)


@require_POST
@requires(Action.MANAGE_CLUB)
def drop_template(request: MemberRequest, club: Club, template_id: int) -> HttpResponse:
    template = get_object_or_404(club.templates.select_related("club"), pk=template_id)
    with refusals_told(request):
        service.drop_template(template=template, by=request.user, at=timezone.now())
        messages.success(request, _("Le modèle est retiré. Le tournoi qu’il montrait reste."))
    return see_other("club_dates", club_id=club.pk)
