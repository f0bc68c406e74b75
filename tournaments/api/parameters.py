"""The query parameters of the API: their descriptions, reading, and refusals."""

import re

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from tournaments.api.access import GROUP
from tournaments.api.serializers import ErrorSerializer
from tournaments.kit.text import MOST_DIGITS, MOST_ID
from tournaments.labels import Group

BAD_FILTER = OpenApiResponse(ErrorSerializer, description="A parameter is wrong; `fields` says which.")
ID = {"type": "integer", "minimum": 1, "maximum": MOST_ID}
AN_ID = re.compile(rf"[1-9][0-9]{{0,{MOST_DIGITS - 1}}}")
OF_GROUP = OpenApiParameter(
    GROUP,
    {"type": "string", "enum": Group.values},
    description="Whose ranking, with places of its own, among those whose names are shown; everybody's without it.",
)


def id_in(request: Request, name: str) -> int | None:
    """Return an id from the query; None when it is absent. Raises ValidationError for anything else."""
    text = request.GET.get(name, "")
    if text and not AN_ID.fullmatch(text):
        raise ValidationError({name: [_("Écrivez un nombre entier.")]})
    return int(text) if text else None


def group_of(request: Request) -> Group | None:
    """Return the group whose ranking is asked for; None for everybody. Raises ValidationError for an unknown group."""
    code = request.GET.get(GROUP, "")
    if code and code not in Group.values:
        raise ValidationError({GROUP: [_("Choisissez une catégorie de la liste.")]})
    return Group(code) if code else None
