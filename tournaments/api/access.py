"""Shared parts of the API's views: open to everybody, and cheap to ask again."""

import hashlib
from typing import Any

from django.db.models import Q
from django.utils.cache import add_never_cache_headers
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.tokens import TokenAuthentication
from tournaments.kit.languages import current_language
from tournaments.kit.version import code_version
from tournaments.models import Season, Token, Tournament, is_shown
from tournaments.permissions import public
from tournaments.queries.clubs.tokens import drafts_read_with
from tournaments.queries.pages.revisions import of_qualified, of_season

GROUP = "group"


def readable(request: Request) -> Q:
    """
    Return the condition for tournaments that the caller may read: public ones, and for a program with a token that
    reads also the drafts that its account organises.
    """
    if not isinstance(request.auth, Token):
        return is_shown()
    return is_shown() | Q(pk__in=drafts_read_with(request.auth).values("pk"))


class Open(APIView):
    """
    A mixin for an API view open to everybody; it stands before the view class.

    No session is read: everybody gets the same answer, and no CSRF token is needed.
    """

    authentication_classes: tuple[type[BaseAuthentication], ...] = ()
    permission_classes = (AllowAny,)

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return public(super().as_view(**initkwargs))


class OpenToTokens(Open):
    """As `Open`; a program with a token also gets the drafts of its account, which no cache stores."""

    authentication_classes = (TokenAuthentication,)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if getattr(request, "auth", None) is not None:
            add_never_cache_headers(answer)
        return answer


def tag_of_tournament(request: Request, *, tournament_id: int, **_arguments: int) -> str | None:
    """Return the ETag of an answer about one tournament. It is read before the answer, so never newer than it."""
    revision = Tournament.objects.filter(is_shown(), pk=tournament_id).values_list("revision", flat=True).first()
    return None if revision is None else _tag(request.path, _ranking_parameters(request), revision)


def tag_of_season(request: Request, *, season_id: int) -> str | None:
    """Return the ETag of a league: of its rule, its club, and every tournament that counts in it."""
    rows = of_season(season_id=season_id)
    towns = Season.objects.filter(pk=season_id).values_list("club__town", flat=True)
    return None if rows is None else _tag(request.path, _ranking_parameters(request), rows, list(towns))


def tag_of_qualified(request: Request, *, tournament_id: int) -> str | None:
    """Return the ETag of who is qualified for a final: of it, and of all that leads to it."""
    rows = of_qualified(tournament_id=tournament_id)
    return None if rows is None else _tag(request.path, rows)


def _ranking_parameters(request: Request) -> list[str | None]:
    """Return the parameters that say which part of a ranking is asked for."""
    return [request.GET.get(name) for name in (GROUP, "after", "round", "club")]


def _tag(*parts: Any) -> str:
    values = (code_version(), current_language(), *parts)
    return f'"{hashlib.sha256(repr(values).encode()).hexdigest()[:24]}"'
