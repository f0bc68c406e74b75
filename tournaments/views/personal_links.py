"""Personal links: a phone keeps one, or forgets it; those who run the club show and withdraw them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Club, Player, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.pages.personal_links import PersonalLink, link_code, opened_by
from tournaments.services.people.players import withdraw_link, withdraw_links
from tournaments.views.answers import SeeOther, reason_page, see_other
from tournaments.views.own_pages import OwnRequest, by_link, follows_own
from tournaments.views.phones import forget_link, link_kept, remember_link
from tournaments.views.public_page import own_page_of


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def open_link(request: OwnRequest) -> HttpResponse:
    """
    Have a phone keep a personal link, and lead to its player's page, whose address holds no secret.

    A phone that keeps another player's link asks first: a link sent to somebody must not replace his own unnoticed.
    """
    assert request.link is not None  # by the guard
    link, stored_link = request.link, _link_of_phone(request)
    own_player = getattr(request.user, "player", None)
    is_another = stored_link is not None and stored_link.of_player != link.of_player
    if (own_player is not None and own_player != link.player) or (is_another and request.method != "POST"):
        context = {"link": link, "stored": stored_link if is_another else None, "account_of": own_player}
        return render(request, "tournaments/player/whose_phone.html", context)
    response = see_other("own")
    if stored_link is None or is_another or stored_link.last_day < link.last_day:
        remember_link(response, link.code, link.last_day)
    return response


def _link_of_phone(request: HttpRequest) -> PersonalLink | None:
    """Return the link that a phone keeps already; None when it opens nothing."""
    code = link_kept(request)
    link = opened_by(code, timezone.localdate()) if code else None
    return None if link is None or link.shut else link


@require_http_methods(["GET", "HEAD", "POST"])
@follows_own
def forget(request: OwnRequest) -> HttpResponse:
    """Have a phone forget its player."""
    if request.method != "POST":
        return render(request, "tournaments/player/forget.html", {"me": request.me})
    response = see_other("home")
    forget_link(response)
    if request.link is not None:  # who is logged in keeps his page until he logs out
        sentence = _("Ce téléphone n’ouvre plus la page de %(player)s.") % {"player": request.me.full_name}
        messages.success(request, sentence)
    return response


@require_safe
@requires(Action.CHECK_IN)
def show_link(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Show the QR code of a player's own page, for his phone to scan."""
    entry = get_object_or_404(tournament.registrations.select_related("player"), pk=registration_id)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "entry": entry,
        "page": own_page_of(link_code(entry.player, tournament), request),
    }
    return render(request, "tournaments/office/own_page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def withdraw_of_entry(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Withdraw the link of a player who is entered in a tournament."""
    entry = get_object_or_404(tournament.registrations.select_related("player__club"), pk=registration_id)
    back = reverse("show_link", args=[tournament.pk, entry.pk])
    return _withdraw(request, entry.player, back, tournament=tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_CLUB)
def withdraw_of_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Withdraw the link of a player of the club."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    return _withdraw(request, player, reverse("edit_player", args=[club.pk, player.pk]) + "#sa-page")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def withdraw_of_all(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Withdraw the links of everybody in a tournament."""
    back = reverse("tournament_settings", args=[tournament.pk])

    def act(reason: str) -> SeeOther:
        withdraw_links(tournament=tournament, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("Tous les liens sont retirés : imprimez de nouveau les fiches des joueurs."))
        return see_other(back)

    context = {
        "club": tournament.club,
        "tournament": tournament,
        "title": _("Retirer les liens de tous les joueurs"),
        "what": _(
            "Les pages personnelles des inscrits de ce tournoi se ferment sur tous les téléphones, pour leurs "
            "autres tournois aussi : un lien vaut pour la saison. Les fiches déjà imprimées n’ouvrent plus rien."
        ),
        "verb": _("Retirer tous les liens"),
        "back": back,
    }
    return reason_page(request, "tournaments/office/withdraw_link.html", context, act)


def _withdraw(
    request: MemberRequest, player: Player, back: str, *, tournament: Tournament | None = None
) -> HttpResponse:
    def act(reason: str) -> SeeOther:
        withdraw_link(player=player, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("Le lien de %(player)s est retiré : voici le nouveau.") % {"player": player})
        return see_other(back)

    context = {
        "club": player.club if tournament is None else tournament.club,
        "tournament": tournament,
        "title": _("Retirer le lien de %(player)s") % {"player": player},
        "what": _("Les téléphones entrés par ce lien n’ouvrent plus rien. Sa fiche imprimée non plus."),
        "verb": _("Retirer ce lien"),
        "back": back,
    }
    return reason_page(request, "tournaments/office/withdraw_link.html", context, act)
