"""The API described: one document in English, the same for whoever reads it."""

from typing import Any

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator


class EnglishSchema(SchemaGenerator):
    """
    OpenAPI in English, whatever the reader speaks: its sentences are written in it.

    The words of a code come from the labels of the site, which are French until they are translated: half of each
    would be no language.
    """

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with override("en"):
            return super().get_schema(*args, **kwargs)
