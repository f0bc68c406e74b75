"""What a club records about its members: one member's year, and the fees of a season."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.exports.office import fees_table
from tournaments.exports.results import own_table, stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.money.money import FeesForm
from tournaments.forms.people.players import MembershipForm
from tournaments.labels import Grade
from tournaments.models import Club, Fee, Player
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.evening.own_evenings import PAST, entries_at, own_evenings
from tournaments.queries.money.fees import fees_of, fees_total, owing_fee, season_to_pay
from tournaments.queries.people.files import seen_by, suspension_words
from tournaments.queries.people.members import grade_of, keeps_file, periods_of, were_members
from tournaments.queries.standings.cached import cached_standings
from tournaments.services.money.fees import give_fee_back, note_fees
from tournaments.services.people.members import date_membership, take_end_back
from tournaments.services.people.players import join_club
from tournaments.tables import FeeTable, OwingTable, PlayerFilter, page, ticked_players
from tournaments.views.answers import SeeOther, form_page, reason_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.people.known_people import joined_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def member(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """
    Show one member of a club, or a former one: since when, contacts, fees, evenings here and their results.

    A POST corrects the first day of his membership, begins it again, or takes its end back (`undo`).
    """
    people = Q(pk__in=club.files.values("pk")) | Q(pk__in=were_members(club.pk).values("pk"))
    player = get_object_or_404(Player.objects.select_related("club").filter(people), pk=player_id, erased_at=None)
    is_member = grade_of(player, club) == Grade.MEMBER
    form = MembershipForm(request.POST if request.method == "POST" else None, is_member=is_member)
    if request.method == "POST" and _changed(request, club, player, form):
        return see_other("member", club_id=club.pk, player_id=player.pk)
    (player,) = seen_by(club.pk, [player])
    entries = entries_at(club, player)
    if wants_file(request):
        return file_of(request, lambda: own_table(own_evenings(list(entries))))
    pages = Paginator(entries, PAST).get_page(request.GET.get("page"))
    own = own_evenings(list(pages.object_list), ranked=cached_standings)
    paid = {fee.season_id: fee for fee in Fee.objects.filter(membership__club=club, membership__player=player)}
    context = {
        "club": club,
        "player": player,
        "periods": (periods := periods_of(player, club)),
        "last": periods[-1] if periods else None,
        "is_member": is_member,
        "keeps_file": keeps_file(club, player),
        "form": form,
        "suspension": suspension_words(player, timezone.localdate()),
        "fees": [
            (season, fee) for season in club.seasons.all() if (fee := paid.get(season.pk)) or not player.home_club
        ],
        "coming": own.coming,
        "evenings": [*own.running, *own.past],
        "page": pages,
    }
    return form_page(request, "tournaments/office/member.html", context)


def _changed(request: MemberRequest, club: Club, player: Player, form: MembershipForm) -> bool:
    """Do what a member's page asks, and return whether it was done; a refusal is told, or stands at its field."""
    whose: dict[str, Any] = {"club": club, "player": player, "by": request.user, "at": timezone.now()}
    if "undo" in request.POST:
        with refusals_told(request):
            take_end_back(**whose)
            messages.success(request, _("C’est annulé : %(player)s est membre comme avant.") % whose)
        return True
    if not form.is_valid():
        return False
    with refusals_on(form):
        if form.is_member:
            date_membership(**whose, **form.cleaned_data)
            messages.success(request, _("C’est noté."))
            return True
        join_club(**whose, **form.cleaned_data)
        messages.success(request, joined_sentence(player, club))
        return True
    return False


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
