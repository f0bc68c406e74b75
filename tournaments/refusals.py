"""The one error people are meant to read."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise


class Refusal(Exception):
    """
    What was asked cannot be done, said as a sentence that names what, where and what to do.

    Anything else that is raised is a bug. `code` is stable, for programs; `fields` ties sentences to form fields.
    """

    def __init__(
        self, message: str | Promise, *, code: str, fields: Mapping[str, Sequence[str | Promise]] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.fields = fields or {}

    def __str__(self) -> str:
        return str(self.message)


def together(refusals: list[Refusal]) -> Refusal:
    """Return one refusal that says all of these at once, under the code of the first."""
    fields: dict[str, list[str | Promise]] = {}
    for refusal in refusals:
        for name, sentences in refusal.fields.items():
            fields.setdefault(name, []).extend(sentences)
    return Refusal(" ".join(map(str, refusals)), code=refusals[0].code, fields=fields)
