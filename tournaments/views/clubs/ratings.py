"""A club's own rating: the public page, and the page where an organiser switches it on and has it computed again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.exports.results import rating_list
from tournaments.forms.clubs.clubs import RatingForm
from tournaments.models import Club, ClubRating
from tournaments.permissions import Action, MemberRequest, on_clock_of, public, requires
from tournaments.queries.pages.revisions import of_rating
from tournaments.queries.standings.ratings import last_count, rating_table
from tournaments.services.clubs.ratings import ask_count, set_rating
from tournaments.standings import Formula
from tournaments.views.answers import follow, form_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import SELDOM, cached_page, live_part
from tournaments.views.exports import PARAMETER, file_of, wants_file


@require_safe
@public
@cached_page(of_rating, texts=(PARAMETER,))
def club_rating(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ratings of a club's players who agreed to a card, the best first; 404 in a club without a rating."""
    table = rating_table(get_object_or_404(ClubRating.objects.select_related("club"), club__slug=slug))
    on_clock_of(table.rating.club)
    if wants_file(request):
        return file_of(request, lambda: rating_list(table))
    context = {"club": table.rating.club, "table": table, "formula": Formula()}
    context["live"] = live_part(request, "rating", SELDOM)
    return render(request, "tournaments/public/rating.html", context)


@requires(Action.MANAGE_CLUB)
def edit_rating(request: MemberRequest, club: Club) -> HttpResponse:
    """Set if a club rates its players, and from which day until which; a change enqueues a new computation."""
    rating = ClubRating.objects.filter(club=club).first()
    initial = {"since": rating.since, "frozen_on": rating.frozen_on} if rating else {}
    form = RatingForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            if set_rating(club=club, **form.cleaned_data, by=request.user, at=timezone.now()):
                return follow(ask_count(club=club, by=request.user, at=timezone.now()))
            messages.success(request, _("Le club ne calcule pas de cote."))
            return see_other("edit_rating", club_id=club.pk)
    context = {"club": club, "form": form, "rating": rating, "job": last_count(club)}
    return form_page(request, "tournaments/office/rating.html", context)


@require_POST
@requires(Action.MANAGE_CLUB)
def recount_rating(request: MemberRequest, club: Club) -> HttpResponse:
    """Enqueue a new computation of a club's rating from its results."""
    with refusals_told(request):
        return follow(ask_count(club=club, by=request.user, at=timezone.now()))
    return see_other("edit_rating", club_id=club.pk)
