"""The schema of the API: one document in English, the same for every reader."""

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
    OpenAPI in English, whatever the reader's language.

    The words of codes come from the site's labels, which are French until translated: a mix of languages would confuse.
    An empty parameter of a query counts as not sent, as HTML forms send it; the document says so. Any address may be
    too long to be read (`bounds.py`). A process makes the document once: that takes half a second, and two threads
    cannot make it at once, because all views share the object that describes them.
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
