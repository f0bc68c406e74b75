"""Links to a player's own pages: a phone stores or forgets one; the player or an organiser shows and withdraws it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Club, Player, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.pages.personal_links import PersonalLink, evening_code, opened_by, personal_code
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links, withdraw_link
from tournaments.views.answers import SeeOther, reason_page, see_other
from tournaments.views.own_pages import OwnRequest, by_link, follows_evening, follows_own
from tournaments.views.phones import forget_link, link_kept, remember_link
from tournaments.views.public_page import own_page_of


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def open_link(request: OwnRequest) -> HttpResponse:
    """
    Store a link in the phone, and redirect to the player's own page, whose address holds no secret.

    Ask first when the phone stores another player's link: a link from somebody else must not replace it unnoticed. A
    personal link in the phone is replaced only by a personal link that stays valid longer: it opens this evening too.
    """
    assert request.link is not None  # by the guard
    link, stored_link = request.link, _link_of_phone(request)
    own_player = getattr(request.user, "player", None)
    is_another = stored_link is not None and stored_link.of_player != link.of_player
    if (own_player is not None and own_player != link.player) or (is_another and request.method != "POST"):
        context = {"link": link, "stored": stored_link if is_another else None, "account_of": own_player}
        return render(request, "tournaments/player/whose_phone.html", context)
    response = see_other("own")
    if stored_link is None or is_another or not stored_link.outlasts(link):
        remember_link(response, link.code, link.last_day)
    return response


def _link_of_phone(request: HttpRequest) -> PersonalLink | None:
    """Return the link that the phone stores; None when there is none, or when it opens nothing."""
    code = link_kept(request)
    link = opened_by(code, timezone.localdate()) if code else None
    return None if link is None or link.shut else link


@require_http_methods(["GET", "HEAD", "POST"])
@follows_evening
def forget(request: OwnRequest) -> HttpResponse:
    """Make the phone forget the link of its player."""
    if request.method != "POST":
        return render(request, "tournaments/player/forget.html", {"me": request.me})
    response = see_other("home")
    forget_link(response)
    if request.link is not None:  # who is logged in keeps his page until he logs out
        sentence = _("Ce téléphone n’ouvre plus la page de %(player)s.") % {"player": request.me.full_name}
        messages.success(request, sentence)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def own_link(request: OwnRequest) -> HttpResponse:
    """Show a player's personal link, for one more phone; a POST withdraws all personal links given until now."""
    me = request.me
    if request.method == "POST":
        withdraw_link(player=me, reason="", by=request.speaker, at=timezone.now())
        messages.success(request, _("Vos liens personnels sont retirés : les téléphones entrés par eux sont fermés."))
        return see_other("own_link" if request.link is None else "home")
    # By his link he is shown that one: it is no way to a longer one.
    code = personal_code(me, timezone.localdate()) if request.link is None else request.link.code
    return render(request, "tournaments/player/link.html", {"me": me, "page": own_page_of(code, request)})


@require_safe
@requires(Action.CHECK_IN)
def show_link(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Show the QR code that opens an evening for a registered player, who scans it."""
    entry = get_object_or_404(tournament.registrations.select_related("player"), pk=registration_id)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "entry": entry,
        "page": own_page_of(evening_code(entry), request),
    }
    return render(request, "tournaments/office/own_page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def withdraw_of_entry(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Withdraw the evening's link of one registered player."""
    entry = get_object_or_404(tournament.registrations.select_related("player"), pk=registration_id)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "what": _(
            "Les téléphones entrés par ce lien n’ouvrent plus cette soirée, sa fiche imprimée non plus. Son lien "
            "personnel vaut toujours."
        ),
        "back": reverse("show_link", args=[tournament.pk, entry.pk]),
    }

    def act(reason: str) -> None:
        withdraw_evening_link(
            tournament=tournament, registration=entry.pk, reason=reason, by=request.user, at=timezone.now()
        )

    return _withdraw(request, entry.player, context, act)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def withdraw_of_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Withdraw the personal link of a player whose file the club keeps."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    context = {
        "club": club,
        "what": _(
            "Les téléphones entrés par son lien personnel n’ouvrent plus rien. Les liens de ses soirées se retirent "
            "dans chacune."
        ),
        "back": reverse("edit_player", args=[club.pk, player.pk]) + "#sa-page",
    }

    def act(reason: str) -> None:
        withdraw_link(player=player, reason=reason, by=request.user, at=timezone.now())

    return _withdraw(request, player, context, act)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def withdraw_of_all(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Withdraw the evening's links of all registered players."""
    back = reverse("tournament_settings", args=[tournament.pk])

    def act(reason: str) -> SeeOther:
        withdraw_evening_links(tournament=tournament, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("Tous les liens sont retirés : imprimez de nouveau les fiches des joueurs."))
        return see_other(back)

    context = {
        "club": tournament.club,
        "tournament": tournament,
        "title": _("Retirer les liens de tous les joueurs"),
        "what": _(
            "Cette soirée se ferme sur tous les téléphones entrés par un de ses liens, et les fiches déjà imprimées "
            "n’ouvrent plus rien. Les autres soirées et les liens personnels valent toujours."
        ),
        "verb": _("Retirer tous les liens"),
        "back": back,
    }
    return reason_page(request, "tournaments/office/withdraw_link.html", context, act)


def _withdraw(
    request: MemberRequest, player: Player, context: dict[str, Any], withdraw: Callable[[str], object]
) -> HttpResponse:
    def act(reason: str) -> SeeOther:
        withdraw(reason)
        messages.success(request, _("Le lien de %(player)s est retiré : voici le nouveau.") % {"player": player})
        return see_other(context["back"])

    context |= {"title": _("Retirer le lien de %(player)s") % {"player": player}, "verb": _("Retirer ce lien")}
    return reason_page(request, "tournaments/office/withdraw_link.html", context, act)
