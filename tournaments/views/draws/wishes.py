"""Pages of the wishes of a tournament, for organisers only: wishes are personal."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.office import wishes_table
from tournaments.forms.draws.wishes import WishForm
from tournaments.labels import WishKind
from tournaments.models import Tournament, Wish
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.draws import wishes as query
from tournaments.services.draws import wishes as service
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def wishes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the wishes and the form of one kind (`?genre=place`); a POST adds a wish."""
    if wants_file(request):
        return file_of(request, lambda: wishes_table(tournament, query.wish_book(tournament)))
    kind = _kind(request, tournament)
    form = WishForm(
        request.POST if request.method == "POST" else None,
        kind=kind,
        people=query.wishable(tournament),
        table_size=tournament.table_size,
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            service.add_wish(tournament=tournament, kind=kind, by=request.user, at=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Le souhait est noté : le prochain tirage en tiendra compte."))
            return see_other(_address(tournament, kind))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "kind": kind,
        "kinds": _kinds(tournament),
        "book": query.wish_book(tournament),
        "is_finished": tournament.is_finished,
    }
    return form_page(request, "tournaments/office/wishes.html", context)


@require_POST
@requires(Action.DRAW)
def cancel_wish(request: MemberRequest, tournament: Tournament, wish_id: int) -> HttpResponse:
    """Cancel a wish; its row is kept."""
    wish = get_object_or_404(Wish, pk=wish_id, tournament=tournament)
    with refusals_told(request):
        service.cancel_wish(wish=wish, by=request.user, at=timezone.now())
        messages.success(request, _("Le souhait est retiré : le prochain tirage n’en tiendra plus compte."))
    return see_other(_address(tournament, WishKind(wish.kind)))


@require_POST
@requires(Action.DRAW)
def put_sector_last(request: MemberRequest, tournament: Tournament, wish_id: int) -> HttpResponse:
    """Give a sector the tables after those of all other sectors."""
    wish = get_object_or_404(Wish, pk=wish_id, tournament=tournament)
    with refusals_told(request):
        service.put_sector_last(wish=wish, by=request.user, at=timezone.now())
        messages.success(request, _("Le secteur vient après les autres : voyez les tables de chacun."))
    return see_other(_address(tournament, WishKind.SECTOR))


def _kinds(tournament: Tournament) -> list[WishKind]:
    """Return the kinds that are offered: where a tournament has teams, no wish makes one."""
    return [kind for kind in WishKind if kind != WishKind.TEAM or not tournament.has_teams]


def _kind(request: HttpRequest, tournament: Tournament) -> WishKind:
    code = request.GET.get("genre", "")
    return next((kind for kind in _kinds(tournament) if kind == code), WishKind.APART)


def _address(tournament: Tournament, kind: WishKind) -> str:
    return f"{reverse('wishes', kwargs={'tournament_id': tournament.pk})}?genre={kind.value}"
