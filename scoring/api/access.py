"""What is not for everybody: asked for with the session of the pages, refused in JSON."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.models import Tournament
from tournaments.permissions import Action, actions_of, roles_of


class Guarded(APIView):
    """
    An API view of a tournament for those who hold a role in it, mixed in before the view itself.

    It asks what the pages ask, by the same table: strangers get a 401, the wrong role a 403. `self.tournament` stands
    in for the `tournament_id` of the address.
    """

    action: Action
    authentication_classes = (SessionAuthentication,)
    permission_classes = (AllowAny,)  # `initial` asks by the table of tournaments.permissions

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.audience = cls.action  # type: ignore[attr-defined]
        return view

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not request.user.is_authenticated:
            raise NotAuthenticated
        self.account = request.user
        self.tournament = get_object_or_404(
            Tournament.objects.select_related("club"),
            pk=self.kwargs["tournament_id"],
        )
        roles = roles_of(request.user, club=self.tournament.club, tournament=self.tournament)
        if self.action not in actions_of(roles):
            raise PermissionDenied

    def get_authenticate_header(self, _request: Request) -> str:
        """Say how to be known, which makes « who are you ? » a 401."""
        return "Session"
