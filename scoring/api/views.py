"""The API's marque calculator: it takes a donne and answers its marque. Nothing is stored."""

import codecs
from typing import IO, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.serializers import DonneSerializer, MarqueSerializer, ProblemsSerializer
from scoring.marque import ImpossibleDonne, read, score
from scoring.marque.lines import decoded
from tournaments.api.access import Open
from tournaments.api.guarded import RateThrottle
from tournaments.api.serializers import ErrorSerializer
from tournaments.kit.languages import current_language
from tournaments.kit.throttle import RateLimit, address_of

MOST_BYTES = 16_384  # a donne of eight long names takes one
WHYS = ["0", "1"]
DONNES = RateLimit("marque", 300, 60)  # five a second from one address: a whole hall may stand behind one

EXAMPLE = {
    "variant": "4",
    "players": ["Nord", "Est", "Sud", "Ouest"],
    "taker": "Est",
    "contract": "garde",
    "bouts": 2,
    "points": 46,
    "poignees": [{"player": "Est", "size": "simple"}],
}

HOUSE_EXAMPLE = {
    "variant": "8",
    "players": ["Anne", "Bob", "Chloé", "Dan", "Eve", "Fred", "Gina", "Hugo"],
    "taker": "Anne",
    "partner": "Eve",
    "sits_out": ["Dan", "Hugo"],
    "contract": "pousse",
    "bouts": 2,
    "points": 46,
    "options": {"pousse": "add", "miseres": [{"player": "Bob", "kind": "tete"}]},
}


class TooLong(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = gettext_lazy(
        "Ce qui est envoyé est trop gros : rien n’a été lu ni enregistré. Envoyez-le en plusieurs fois."
    )
    default_code = "too_long"


class DonneParser(BaseParser):
    """Reads one JSON object as `manage.py marque` reads a line. A key written twice is a problem of the donne."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], _media_type: str | None = None, _context: Any = None) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise TooLong
        try:
            return decoded(body.removeprefix(codecs.BOM_UTF8))  # some editors begin a file with a mark
        except ImpossibleDonne as impossible:
            if impossible.problems[0].code == "not_json":
                raise not_json() from impossible
            raise


class EscapedJSONRenderer(JSONRenderer):
    """Writes JSON in ASCII: a name may hold half a character (a lone surrogate), which has no UTF-8."""

    ensure_ascii = True


class MarqueThrottle(RateThrottle):
    def seconds_to_wait(self, request: Request) -> int | None:
        return DONNES.wait(address_of(request))


class MarqueCalculator(Open):
    parser_classes = (DonneParser,)
    renderer_classes = (EscapedJSONRenderer,)
    throttle_classes = (MarqueThrottle,)

    @extend_schema(
        summary="What a donne is worth",
        request=DonneSerializer,
        parameters=[
            OpenApiParameter("why", str, enum=WHYS, description="`1` adds `why`: the marque told in sentences.")
        ],
        responses={
            200: MarqueSerializer,
            400: OpenApiResponse(ErrorSerializer, description="The body is not JSON, or `why` is neither 0 nor 1."),
            413: OpenApiResponse(ErrorSerializer, description=f"The body takes more than {MOST_BYTES} bytes."),
            422: OpenApiResponse(ProblemsSerializer, description="Such a donne cannot have happened."),
            429: OpenApiResponse(ErrorSerializer, description="Too many donnes; `Retry-After` says when to go on."),
        },
        examples=[
            OpenApiExample("A garde made", value=EXAMPLE, request_only=True),
            OpenApiExample("Eight players in teams, with the pousse", value=HOUSE_EXAMPLE, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """
        Score one donne by the official marque, or by the rules hors règlement that its variant and its options ask for.

        Every problem is told at once, in French or, with `Accept-Language: en`, in English. Nothing is stored.
        """
        language = current_language()
        why = request.query_params.get("why") or WHYS[0]
        if why not in WHYS:
            raise ValidationError({"why": [_("Écrivez why=1 pour les phrases, ou rien.")]})
        if request.stream is None:
            raise not_json()
        try:
            answer = score(read(request.data)).as_json(language, why=why == WHYS[1])
        except ImpossibleDonne as impossible:
            return Response(_refused(impossible, language), status=status.HTTP_422_UNPROCESSABLE_ENTITY)
        return Response(answer)


def _refused(impossible: ImpossibleDonne, language: str) -> dict[str, Any]:
    """Return everything wrong with a donne: the keys of every API error, and the problems of the exchange format."""
    fields: dict[str, list[str]] = {}
    for problem in impossible.problems:
        fields.setdefault(problem.field, []).append(problem.message(language))
    first = impossible.problems[0]
    error = {"code": first.code, "message": first.message(language), "fields": fields}
    return error | impossible.as_json(language)


def not_json() -> ParseError:
    return ParseError(_("Ce n’est pas du JSON : envoyez une donne, en un seul objet JSON."), code="not_json")
