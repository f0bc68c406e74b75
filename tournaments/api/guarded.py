"""Base of the API's views that need a role in a tournament or a club."""

from typing import Any, ClassVar

from django.utils.translation import activate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.api.paging import Tagged
from tournaments.api.tokens import TokenAuthentication
from tournaments.kit.throttle import RateLimit
from tournaments.labels import Scope
from tournaments.models import Account, Club, Token, Tournament, language_of
from tournaments.permissions import (
    Action,
    FindPlace,
    Tells,
    actions_of,
    browser_of,
    is_shut_to_players,
    on_clock_of,
    roles_of,
)
from tournaments.permissions import scope as place_of

# Ten a second from one program: a hall of a hundred tables saves a donne in ten seconds.
REQUESTS = RateLimit("programs", 600, 60)


class RateThrottle(BaseThrottle):
    """Refuse a request that comes too soon, by a rate of `tournaments.kit.throttle`."""

    seconds: int | None = None

    def seconds_to_wait(self, request: Request) -> int | None:
        raise NotImplementedError  # each throttle has a rate and a client of its own

    def allow_request(self, request: Request, _view: APIView) -> bool:
        self.seconds = self.seconds_to_wait(request)
        return self.seconds is None

    def wait(self) -> int | None:
        return self.seconds


class ProgramThrottle(RateThrottle):
    """Limit the requests of one token, or of one account without a token, from whatever network address."""

    def seconds_to_wait(self, request: Request) -> int | None:
        client = f"token-{request.auth.pk}" if isinstance(request.auth, Token) else f"account-{request.user.pk}"
        return REQUESTS.wait(client) if request.user.is_authenticated else None


class Guarded(Tagged):
    """
    A mixin for an API view that needs a role in a tournament or a club; it stands before the view class.

    The same table as for pages decides: a stranger gets a 401, a wrong role a 403. A token may be used where its
    account may, within its `scope` and its tournament. `self.tournament` comes from `tournament_id` in the address,
    `self.club` from it or from `club_id`. No cache stores the answer.
    """

    action: Action
    tells: Tells | None = None
    at: ClassVar[FindPlace | None] = None
    scope: Scope
    club: Club
    tournament: Tournament
    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (IsAuthenticated,)  # the rest is checked by `initial`, by the table of tournaments.permissions
    throttle_classes: tuple[type[BaseThrottle], ...] = (ProgramThrottle,)

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = never_cache(super().as_view(**initkwargs))
        view.audience = cls.action  # type: ignore[attr-defined]
        return view

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        assert isinstance(request.user, Account)
        self.account = request.user
        club, tournament, place = place_of(self.kwargs)
        assert club is not None
        self.club = club
        if tournament is not None:
            self.tournament = tournament
        self.actions = actions_of(roles_of(request.user, club=club, tournament=tournament))
        if self.action not in self.actions:
            raise PermissionDenied
        if isinstance(request.auth, Token):
            self.refuse_beyond(request.auth, tournament)
            self.account.device = request.auth.device
        else:
            self.account.device = browser_of(request.META.get("HTTP_USER_AGENT", ""))
        activate(language_of(tournament))
        on_clock_of(club)
        at = type(self).at
        if tournament is not None and is_shut_to_players(request.user, tournament, self.action, self.tells, place, at):
            raise PermissionDenied(
                _(
                    "Ce compte joue des étuis dont cela parle. Il le lit quand plus personne n’a à les jouer, ou après "
                    "avoir levé ce secret à l’arbitrage."
                ),
                code="plays_the_etuis",
            )

    def refuse_beyond(self, token: Token, tournament: Tournament | None) -> None:
        """Refuse what the token does not allow, though its account may do it."""
        if token.tournament_id is not None and tournament is None:
            raise PermissionDenied(
                _("Ce jeton ne vaut que pour un tournoi. Créez-en un qui vaut partout à la page des jetons."),
                code="token_elsewhere",
            )
        if token.tournament_id not in (None, tournament and tournament.pk):
            raise PermissionDenied(
                _("Ce jeton est fait pour un autre tournoi. Créez-en un pour celui-ci à la page des jetons."),
                code="token_elsewhere",
            )
        if self.scope not in token.scopes:
            raise PermissionDenied(
                _("Ce jeton ne permet pas de « %(scope)s ». Créez-en un qui le permet à la page des jetons.")
                % {"scope": self.scope.label},
                code="scope_missing",
            )
