"""
Guards of a player's own pages: the player is logged in, or the phone stores one of the player's links.

A personal link opens the views under `@follows_own` and `@follows_evening`; the link of an evening opens only those
under `@follows_evening`, and only for that evening.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Account, ByLink, Player, language_of
from tournaments.permissions import Action, MemberRequest, Role, actions_of, requires, roles_of, scope
from tournaments.queries.pages.personal_links import PersonalLink, ShutLink, opened_by
from tournaments.queries.people.entries import entry_opened_by
from tournaments.queries.people.messages import stop_opened_by
from tournaments.views.phones import link_kept

NOT_BY_IT, NOT_THERE, GONE = 403, 404, 410
# The address itself is the secret: no other site is told it. With « no-referrer » a browser would send the form of such
# a page without saying from where, and it would be refused.
KEPT_FROM_OTHERS = "same-origin"


class OwnRequest(MemberRequest):
    """The request of a view under `@follows_own`: the player of the page, and who acts. A type for annotations only."""

    me: Player
    speaker: Account | ByLink
    link: PersonalLink | None  # the one that let him in; None when he is logged in
    # Whether his word counts for more than one evening: he is logged in, or came by the link that the club which keeps
    # his file gave him. By an evening's link anybody may speak whom a host showed it to.
    speaks_for_self: bool
    evenings: Q  # the condition that a registration of his is one that he may see here


def follows_own(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """
    Open a view to a player who is logged in, and to a phone with the player's personal link; no cache stores the page.

    A phone with the link of an evening is told what its link opens. For everybody else the answer is that of
    `requires(Action.FOLLOW_OWN)`. A login has priority over a link.
    """
    return _guarded(view, of_evening=False)


def follows_evening(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """
    Do as `follows_own`; open the view to the link of an evening too, if the address names that evening or none.

    A view whose address names no evening shows `request.evenings` alone.
    """
    return _guarded(view, of_evening=True)


def _guarded(view: Callable[..., HttpResponse], *, of_evening: bool) -> Callable[..., HttpResponse]:
    def by_account(request: OwnRequest, **kwargs: Any) -> HttpResponse:
        assert request.user.player is not None  # by the role of a player
        request.me, request.speaker, request.link = request.user.player, request.user, None
        request.speaks_for_self, request.evenings = True, Q()
        return view(request, **kwargs)

    logged_in = requires(Action.FOLLOW_OWN)(by_account)

    @wraps(view)
    def guarded(request: OwnRequest, **kwargs: Any) -> HttpResponse:
        code = link_kept(request)
        if not code or getattr(request.user, "player_id", None):
            return logged_in(request, **kwargs)
        link = opened_by(code, timezone.localdate())
        if link.shut is not None:
            return shut_page(request, link)
        club, tournament, kwargs = scope(kwargs)
        if not link.is_personal and not (of_evening and (tournament is None or link.opens(tournament))):
            return for_him_alone(render(request, "tournaments/player/of_one_evening.html", status=NOT_BY_IT))
        request.me, request.link = link.of_player, link
        request.speaker = ByLink(link.of_player, of_evening=not link.is_personal)
        request.speaks_for_self, request.evenings = link.is_personal, link.evenings
        request.actions = actions_of(roles_of(request.user, club=club, tournament=tournament))
        with override(language_of(tournament)), timezone.override(club.zone if club else None):
            return for_him_alone(view(request, **kwargs))

    guarded.audience = Action.FOLLOW_OWN  # type: ignore[attr-defined]
    return guarded


def by_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a view to the holder of a personal link or an evening's link: `code` in the address gives `request.link`."""

    @wraps(view)
    def guarded(request: OwnRequest, *, code: str, **kwargs: Any) -> HttpResponse:
        request.link = opened_by(code, timezone.localdate())
        response = shut_page(request, request.link) if request.link.shut else for_him_alone(view(request, **kwargs))
        response["Referrer-Policy"] = KEPT_FROM_OTHERS
        return response

    guarded.audience = Role.BY_LINK  # type: ignore[attr-defined]
    return guarded


def by_entry(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a view to the holder of the link of an entry from home: the view gets `entry` instead of `entered_code`."""

    @wraps(view)
    def guarded(request: HttpRequest, *, entered_code: str, **kwargs: Any) -> HttpResponse:
        entry = entry_opened_by(entered_code)
        if entry is None:
            sentence = _("Ce lien n’ouvre aucune inscription : elle est passée, ou l’adresse n’est pas entière.")
            context = {"link": {"sentence": sentence}}
            response = for_him_alone(render(request, "tournaments/player/shut.html", context, status=NOT_THERE))
        else:
            with override(language_of(entry.tournament)), timezone.override(entry.tournament.club.zone):
                response = for_him_alone(view(request, entry=entry, **kwargs))
        response["Referrer-Policy"] = KEPT_FROM_OTHERS
        return response

    guarded.audience = Role.BY_LINK  # type: ignore[attr-defined]
    return guarded


def by_mail(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a view to the holder of an e-mail of a club: its link gives `mailbox` and `purpose` for `mailbox_code`."""

    @wraps(view)
    def guarded(request: HttpRequest, *, mailbox_code: str, **kwargs: Any) -> HttpResponse:
        if (opened := stop_opened_by(mailbox_code)) is None:
            sentence = _("Ce lien n’arrête aucun message : son club a quitté le site, ou l’adresse n’est pas entière.")
            response = _opens_nothing(request, sentence)
        else:
            mailbox, purpose = opened
            with timezone.override(mailbox.club.zone):
                response = for_him_alone(view(request, mailbox=mailbox, purpose=purpose, **kwargs))
        response["Referrer-Policy"] = KEPT_FROM_OTHERS
        return response

    guarded.audience = Role.BY_LINK  # type: ignore[attr-defined]
    return guarded


def _opens_nothing(request: HttpRequest, sentence: str) -> HttpResponse:
    context = {"link": {"sentence": sentence}}
    return for_him_alone(render(request, "tournaments/player/shut.html", context, status=NOT_THERE))


def shut_page(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Return the page that says why a link opens nothing."""
    status = NOT_THERE if link.shut is ShutLink.FORGED else GONE
    return for_him_alone(render(request, "tournaments/player/shut.html", {"link": link}, status=status))


def for_him_alone(response: HttpResponse) -> HttpResponse:
    """Set the headers of the answer so that no cache stores it and no search engine lists it."""
    patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
