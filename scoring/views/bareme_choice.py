"""Which barème a tournament is played by: chosen by its organiser, read by everybody."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.baremes import ChoiceForm
from scoring.marque import departures
from scoring.queries.baremes import bareme_of, in_words, phrases
from scoring.services import baremes
from scoring.views.places import see
from tournaments.languages import current_language
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, public, requires
from tournaments.queries.revisions import of_tournament
from tournaments.refusals import Refusal
from tournaments.services.tournaments import is_bareme_frozen
from tournaments.views.caching import kept_fresh


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def tournament_bareme(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Choose the barème until the first position is published; afterwards, see which one it is."""
    form = ChoiceForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = baremes.choose_bareme(
                tournament=tournament, edition=form.cleaned_data["bareme"], by=request.user, at=timezone.now()
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(
                request,
                _("« %(tournament)s » est joué selon : %(bareme)s.")
                % {"tournament": tournament.name, "bareme": tournament.bareme_label},
            )
            return see("tournament_desk", tournament_id=tournament.pk)
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
    return render(request, "scoring/bareme_choice.html", context, status=422 if form.errors else 200)


@public
@require_safe
@kept_fresh(of_tournament)
def bareme(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The barème of a tournament, figure by figure, for everybody."""
    found = get_object_or_404(Tournament.objects.select_related("club"), pk=tournament_id)
    figures = bareme_of(found)
    context = {
        "tournament": found,
        "told": in_words(figures, language=current_language()),
        "rulebook": reverse("tournament_rulebook", kwargs={"tournament_id": found.pk}),
    }
    return render(request, "scoring/bareme.html", context)
