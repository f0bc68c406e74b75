"""Pages of barèmes: a club's own, composed, changed and withdrawn; and the barème of a tournament."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.exports import baremes_table
from scoring.forms.rules.baremes import BaremeForm, ChoiceForm
from scoring.marque import FFT_2012, Bareme, departures
from scoring.models import ClubBareme
from scoring.queries.rules.bareme_examples import compare
from scoring.queries.rules.bareme_words import in_words, phrases
from scoring.queries.rules.baremes import bareme_of, composed, played_by
from scoring.services.rules import baremes
from tournaments.kit.languages import current_language
from tournaments.kit.text import whole_number
from tournaments.models import Club, Tournament
from tournaments.permissions import Action, MemberRequest, public, requires, shown_tournament
from tournaments.queries.pages.revisions import of_tournament
from tournaments.services.evening.chosen_bareme import is_bareme_frozen
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.caching import cached_page
from tournaments.views.exports import file_of, wants_file


@require_safe
@requires(Action.MANAGE_CLUB)
def club_baremes(request: MemberRequest, *, club: Club) -> HttpResponse:
    """Show the barèmes that a club offers its tournaments, and those withdrawn."""
    rows: list[dict[str, Any]] = [
        {"bareme": bareme, "departures": phrases(departures(composed(bareme)), language=current_language())}
        for bareme in club.baremes.all()
    ]
    if wants_file(request):
        return file_of(request, lambda: baremes_table(club, rows))
    context = {
        "club": club,
        "offered": [row for row in rows if row["bareme"].archived_at is None],
        "archived": [row for row in rows if row["bareme"].archived_at is not None],
    }
    return render(request, "scoring/baremes.html", context)


@require_safe
@requires(Action.MANAGE_CLUB)
def club_bareme(request: MemberRequest, *, club: Club, bareme_id: int) -> HttpResponse:
    """Show one edition: its figures, what it changes, and the tournaments played by it."""
    bareme = _of(club, bareme_id)
    figures = composed(bareme)
    context = {
        "club": club,
        "bareme": bareme,
        "newer": ClubBareme.objects.filter(supersedes=bareme).first(),
        "told": in_words(figures, language=current_language()),
        "comparison": compare(figures),
        "rulebook": reverse("club_rulebook", kwargs={"club_id": club.pk, "bareme_id": bareme.pk}),
        "tournaments": played_by(bareme),
    }
    return render(request, "scoring/bareme_of_club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def compose_bareme(request: MemberRequest, *, club: Club) -> HttpResponse:
    """Compose a barème, starting from the règlement or from one of the club's."""
    copied_id = whole_number(request.GET.get("depuis", ""))
    copied = None if copied_id is None else _of(club, copied_id)
    if request.method == "POST":
        return _save(request, club, BaremeForm(request.POST, club=club))
    initial = composed(copied) if copied else FFT_2012
    return _page(request, club, BaremeForm.about(initial, club=club), initial, start=copied)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def change_bareme(request: MemberRequest, *, club: Club, bareme_id: int) -> HttpResponse:
    """Write the next version of a barème; tournaments keep the one they have."""
    bareme = _of(club, bareme_id)
    if request.method == "POST":
        return _save(request, club, BaremeForm(request.POST, club=club, replaces=bareme))
    initial = composed(bareme)
    return _page(request, club, BaremeForm.about(initial, club=club, name=bareme.name, replaces=bareme), initial)


@require_POST
@requires(Action.MANAGE_CLUB)
def preview_bareme(request: MemberRequest, *, club: Club) -> HttpResponse:
    """Show what the barème being typed would change. Saves nothing."""
    form = BaremeForm(request.POST, club=club)
    form.only_figures()
    return render(request, "scoring/bareme_preview.html", {"form": form} | _preview(form.bareme))


@require_POST
@requires(Action.MANAGE_CLUB)
def withdraw_bareme(request: MemberRequest, *, club: Club, bareme_id: int) -> HttpResponse:
    """Withdraw a barème, so that it is no longer offered."""
    bareme = _of(club, bareme_id)
    baremes.withdraw_bareme(bareme=bareme, by=request.user, at=timezone.now())
    messages.success(
        request,
        _("« %(bareme)s » n’est plus proposé. Les tournois qui l’ont choisi le gardent.") % {"bareme": bareme},
    )
    return see_other("club_baremes", club_id=club.pk)


def _save(request: MemberRequest, club: Club, form: BaremeForm) -> HttpResponse:
    if "preview" in request.POST:  # the button for browsers without scripts
        form.only_figures()
        return _page(request, club, form, form.bareme)
    if not form.is_valid():
        return _page(request, club, form, form.bareme, refused=True)
    with refusals_on(form):
        bareme = baremes.compose_bareme(
            club=club,
            name=form.cleaned_data["name"],
            figures=form.figures,
            replaces=form.replaces,
            by=request.user,
            at=timezone.now(),
        )
        messages.success(
            request,
            _("« %(bareme)s » est enregistré : choisissez-le dans les réglages d’un tournoi.") % {"bareme": bareme},
        )
        return see_other("club_bareme", club_id=club.pk, bareme_id=bareme.pk)
    return _page(request, club, form, form.bareme, refused=True)


def _of(club: Club, bareme_id: int) -> ClubBareme:
    return get_object_or_404(club.baremes.select_related("supersedes"), pk=bareme_id)


def _preview(bareme: Bareme | None) -> dict[str, Any]:
    if bareme is None:
        return {"departures": None, "comparison": None}
    return {"departures": phrases(departures(bareme), language=current_language()), "comparison": compare(bareme)}


def _page(
    request: HttpRequest,
    club: Club,
    form: BaremeForm,
    bareme: Bareme | None,
    *,
    start: ClubBareme | None = None,
    refused: bool = False,
) -> HttpResponse:
    context = {"club": club, "form": form, "replaces": form.replaces, "start": start} | _preview(bareme)
    return form_page(request, "scoring/bareme_form.html", context, refused=refused)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def tournament_bareme(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Choose the tournament's barème until the first position is published; later, show which one it is."""
    form = ChoiceForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            tournament = baremes.choose_bareme(
                tournament=tournament, edition=form.cleaned_data["bareme"], by=request.user, at=timezone.now()
            )
            messages.success(
                request,
                _("« %(tournament)s » est joué selon : %(bareme)s.")
                % {"tournament": tournament.name, "bareme": tournament.bareme_label},
            )
            return see_other("tournament_desk", tournament_id=tournament.pk)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "frozen": is_bareme_frozen(tournament),
        "told": in_words(bareme_of(tournament), language=current_language()),
        "choices": [
            (radio, phrases(departures(choice.bareme), language=current_language()))
            for radio, choice in zip(form["bareme"], form.offered, strict=True)
        ],
    }
    return form_page(request, "scoring/bareme_choice.html", context)


@public
@require_safe
@cached_page(of_tournament)
def bareme(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the barème of a tournament, figure by figure, to everybody."""
    tournament = shown_tournament(request, tournament_id)
    figures = bareme_of(tournament)
    context = {
        "tournament": tournament,
        "told": in_words(figures, language=current_language()),
        "rulebook": reverse("tournament_rulebook", kwargs={"tournament_id": tournament.pk}),
    }
    return render(request, "scoring/bareme.html", context)
