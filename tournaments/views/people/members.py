"""What a club records about its members: one member's year, and the fees of a season."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.exports.office import fees_table
from tournaments.exports.results import own_table, stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.money.money import FeesForm
from tournaments.models import Club, Fee
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.evening.own_evenings import PAST, entries_at, own_evenings
from tournaments.queries.money.fees import fees_of, fees_total, owing_fee, season_to_pay
from tournaments.queries.people.files import seen_by, suspension_words
from tournaments.queries.standings.cached import cached_standings
from tournaments.services.money.fees import give_fee_back, note_fees
from tournaments.tables import FeeTable, OwingTable, PlayerFilter, page, ticked_players
from tournaments.views.answers import SeeOther, form_page, reason_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file


@require_safe
@requires(Action.MANAGE_CLUB)
def member(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Show one member of a club: contacts, fees, evenings here and their results."""
    (player,) = seen_by(club.pk, [get_object_or_404(club.files, pk=player_id, erased_at=None)])
    entries = entries_at(club, player)
    if wants_file(request):
        return file_of(request, lambda: own_table(own_evenings(list(entries))))
    pages = Paginator(entries, PAST).get_page(request.GET.get("page"))
    own = own_evenings(list(pages.object_list), ranked=cached_standings)
    paid = {fee.season_id: fee for fee in Fee.objects.filter(membership__club=club, membership__player=player)}
    context = {
        "club": club,
        "player": player,
        "suspension": suspension_words(player, timezone.localdate()),
        "fees": [
            (season, fee) for season in club.seasons.all() if (fee := paid.get(season.pk)) or not player.home_club
        ],
        "coming": own.coming,
        "evenings": [*own.running, *own.past],
        "page": pages,
    }
    return render(request, "tournaments/office/member.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_MONEY)
def club_fees(request: MemberRequest, club: Club) -> HttpResponse:
    """Record the fees of a season: tick who pays; members who paid are listed with the amount."""
    chosen = club.seasons.filter(name=request.GET.get("saison", "")).first()
    season = chosen or season_to_pay(club, timezone.localdate())
    if season is None:
        return render(request, "tournaments/office/fees.html", {"club": club})
    if request.method == "POST":
        form = FeesForm(request.POST)
    else:
        form = FeesForm(initial={"paid_on": timezone.localdate(), "amount": season.fee})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = note_fees(
                season=season, players=ticked_players(request), by=request.user, at=timezone.now(), **form.cleaned_data
            )
            if made:
                words = ngettext("%(n)d cotisation est notée.", "%(n)d cotisations sont notées.", len(made))
                messages.success(request, words % {"n": len(made)})
            else:
                messages.error(request, _("Rien n’est noté : cochez au moins un membre."))
            return see_other(request.get_full_path())
    paid = "payees" in request.GET.getlist("liste")
    filterset = PlayerFilter(request.GET, queryset=owing_fee(season), club=club)
    table = page(request, FeeTable(fees_of(season)) if paid else OwingTable(filterset.qs))
    if wants_file(request):
        if paid:
            return file_of(request, lambda: fees_table(season, fees_of(season)))
        title, stem = _("Cotisations dues"), stem_of("cotisations-dues", season)
        return file_of(request, lambda: of_list(table, title=title, stem=stem))
    context = {
        "club": club,
        "season": season,
        "seasons": club.seasons.all(),
        "total": fees_total(season),
        "paid": paid,
        "filter": filterset,
        "table": table,
        "form": form,
    }
    return form_page(request, "tournaments/office/fees.html", context)


@requires(Action.MANAGE_MONEY)
def cancel_fee(request: MemberRequest, club: Club, fee_id: int) -> HttpResponse:
    """Cancel a fee that was paid back or noted by mistake, with a reason."""
    fees = Fee.objects.select_related("membership__player", "season__club")
    fee = get_object_or_404(fees, pk=fee_id, membership__club=club)

    def act(reason: str) -> SeeOther:
        give_fee_back(fee=fee, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("La cotisation est annulée ; elle reste au journal."))
        return see_other("club_fees", club_id=club.pk)

    return reason_page(request, "tournaments/office/cancel_fee.html", {"club": club, "fee": fee}, act)
