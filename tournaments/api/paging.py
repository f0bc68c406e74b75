"""Lists for programs: pages of the size that they ask for, within limits, and a 304 when nothing has changed."""

import hashlib
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.kit.text import whole_number
from tournaments.queries.pages.addresses import site_asked

A_PAGE, MOST_A_PAGE = 50, 200


class Pages(PageNumberPagination):
    """The parameters `page` and `page_size`; a size that is no number from 1 to `MOST_A_PAGE` is refused."""

    page_size = A_PAGE
    page_size_query_param = "page_size"

    @property
    def invalid_page_message(self) -> str:  # type: ignore[override]  # in the language of the request
        """Return the message for a page that does not exist."""
        return _("Cette page n’existe pas : `next` et `previous` mènent à celles qu’il y a.")

    def get_page_size(self, request: Request) -> int:
        size = whole_number(request.query_params.get("page_size") or str(A_PAGE), digits=4) or 0
        if not 1 <= size <= MOST_A_PAGE:
            sentence = _("Écrivez un nombre de 1 à %(most)d.") % {"most": MOST_A_PAGE}
            raise ValidationError({"page_size": [sentence]})
        return size

    def get_next_link(self) -> str | None:
        return self._on_this_site(super().get_next_link())

    def get_previous_link(self) -> str | None:
        return self._on_this_site(super().get_previous_link())

    def _on_this_site(self, link: str | None) -> str | None:
        """Return a link with this site's own address; the library took the host from the request, maybe a wrong one."""
        if link is None or self.request is None:
            return None
        where = urlsplit(link)
        return f"{site_asked(self.request)}{where.path}?{where.query}"


class Tagged(APIView):
    """
    A mixin that gives an answer an ETag: the one that the view sets, else a digest of the bytes.

    It is for answers from one or two queries; rankings and rounds have the revision as ETag, read before the answer.
    """

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if request.method in ("GET", "HEAD") and answer.status_code == 200:
            patch_cache_control(answer, no_cache=True)
            if not isinstance(answer, Response):  # a file
                return _unchanged(request, answer) or answer
            answer.add_post_render_callback(lambda rendered: _unchanged(request, rendered))
        return answer


def _unchanged(request: Request, rendered: HttpResponse) -> HttpResponse | None:
    """Set the ETag of an answer that has none; return a 304 instead when the request carries the same."""
    rendered.setdefault("ETag", f'"{hashlib.sha256(rendered.content).hexdigest()[:24]}"')
    return get_conditional_response(request._request, etag=rendered["ETag"], response=rendered)
