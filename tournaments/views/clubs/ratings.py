"""A club's own rating: what everybody reads of it, and where its organiser switches it on and has it counted again."""

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
    """Who is rated in a club, the best first: those who agreed to a card; without a rating there is no such page."""
    table = rating_table(get_object_or_404(ClubRating.objects.select_related("club"), club__slug=slug))
    on_clock_of(table.rating.club)
    if wants_file(request):
        return file_of(request, lambda: rating_list(table))
    context = {"club": table.rating.club, "table": table, "formula": Formula()}
    context["live"] = live_part(request, "rating", SELDOM)
    return render(request, "tournaments/public/rating.html", context)


@requires(Action.MANAGE_CLUB)
def edit_rating(request: MemberRequest, club: Club) -> HttpResponse:
    """Whether a club rates its players, from which day on and until which; a change has it counted."""
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
    """Have a club's rating counted again from its results."""
    with refusals_told(request):
        return follow(ask_count(club=club, by=request.user, at=timezone.now()))
    return see_other("edit_rating", club_id=club.pk)
