"""The API's own rules: how an error is told, where the schema is, what lies at an address that leads nowhere."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.exceptions import APIException, NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from tournaments.api.access import Open
from tournaments.refusals import Refusal


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """
    Tell every error in one shape: `code` for programs, `message` for people, `fields` where it is known.

    A Refusal is a 409; the framework's own errors keep their status. Anything else is a bug and stays a 500.
    """
    if isinstance(error, Refusal):
        fields = {name: [str(sentence) for sentence in sentences] for name, sentences in error.fields.items()}
        return Response({"code": error.code, "message": str(error), "fields": fields}, status=409)
    if isinstance(error, Http404):
        error = NotFound(_("Il n’y a rien à cette adresse. Tout ce qui peut se demander est décrit à /api/schema/."))
    answer = exception_handler(error, context)
    if answer is not None and isinstance(error, ValidationError):
        answer.data = _fields_refused(error)
    elif answer is not None and isinstance(error, APIException):
        answer.data = {"code": error.get_codes(), "message": str(error.detail)}
    return answer


def _fields_refused(error: ValidationError) -> dict[str, Any]:
    """Return what is wrong, field by field; the message is the first sentence."""
    detail = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    fields = {name: [str(sentence) for sentence in sentences] for name, sentences in detail.items()}
    return {"code": "invalid", "message": next(iter(fields.values()))[0], "fields": fields}


class Schema(Open, SpectacularJSONAPIView):
    """The API described by itself: OpenAPI 3."""


@extend_schema(exclude=True)
class Nowhere(Open, APIView):
    """Any other address under /api/: an error that programs can read, not a page."""

    def get(self, _request: Request, *, rest: str) -> Response:
        raise Http404(rest)

    post = put = patch = delete = get
