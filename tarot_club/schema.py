"""The API described: one document in English, the same for every reader."""

from threading import Lock
from typing import Any, ClassVar

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

TOO_LONG = {
    "description": "The address is too long: nothing was read.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}


class EnglishSchema(SchemaGenerator):
    """
    OpenAPI in English whatever the reader's language: its sentences are written in English.

    The words of a code come from the labels of the site, which are French until they are translated: a mix of both
    would be no language.

    A parameter of the query that is empty is one that was not sent, as forms of pages send them: the document says so.

    Whatever is asked, an address may be too long to be read (`bounds.py`).

    A process makes the document once: it takes half a second, and two threads cannot make it at once, for all views
    share the object that describes them.
    """

    document: ClassVar[Any] = None
    making: ClassVar[Lock] = Lock()

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with self.making:
            if EnglishSchema.document is None:
                EnglishSchema.document = self._made(*args, **kwargs)
            return EnglishSchema.document

    def _made(self, *args: Any, **kwargs: Any) -> Any:
        with override("en"):
            document = super().get_schema(*args, **kwargs)
        for operations in document["paths"].values():
            for operation in operations.values():
                operation["responses"]["414"] = TOO_LONG
                for parameter in operation.get("parameters", ()):
                    if parameter["in"] == "query":
                        parameter["allowEmptyValue"] = True
        return document
