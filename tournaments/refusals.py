"""The one error people are meant to read, and what every service refuses alike."""

import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.models import Player, Tournament

Row = TypeVar("Row", bound=models.Model)


class Refusal(Exception):
    """
    What was asked cannot be done: a sentence that names what, where and what to do.

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Be told to another process in the words of the reader."""
        fields = {name: [str(sentence) for sentence in sentences] for name, sentences in self.fields.items()}
        return partial(type(self), code=self.code, fields=fields), (str(self),)


class MayBeKnown(Refusal):
    """Whoever is to be added may be one of these `people`: which one, or is he somebody else?"""

    def __init__(self, message: str, *, code: str, people: Sequence[Player], field: str = "who") -> None:
        super().__init__(message, code=code, fields={field: [message]})
        self.people = people


class FormUsed(Refusal):
    """The key of what was sent wrote something else before."""


def together(refusals: list[Refusal]) -> Refusal:
    """Return one refusal that says all of these at once, each sentence once, under the code of the first."""
    fields: dict[str, dict[str | Promise, None]] = {}
    for refusal in refusals:
        for name, sentences in refusal.fields.items():
            fields.setdefault(name, {}).update(dict.fromkeys(sentences))
    at_fields = {name: list(sentences) for name, sentences in fields.items()}
    return Refusal(" ".join(dict.fromkeys(map(str, refusals))), code=refusals[0].code, fields=at_fields)


def form_used(code: str) -> FormUsed:
    """Return the refusal of a form whose key was used before for something else: what it says was not written."""
    return FormUsed(gettext_lazy("Ce formulaire a déjà servi. Rechargez la page."), code=code)


def sent_before(written: type[Row], key: uuid.UUID, *, code: str, **said: Any) -> Row | None:
    """
    Return the row that a form sent with this `key` wrote before, if any: the same form sent twice is one act.

    `said` is what the form says now, by column: one that said something else is refused. Called under the lock.
    """
    earlier = written._default_manager.filter(key=key).first()
    if earlier is not None and any(getattr(earlier, column) != value for column, value in said.items()):
        raise form_used(code)
    return earlier


FINISHED = gettext_lazy("Le tournoi « %(name)s » est terminé. L’organisateur peut le rouvrir pour une correction.")
SEATS_FINISHED = gettext_lazy("Le tournoi « %(name)s » est terminé : ses places ne changent plus. Rouvrez-le d’abord.")
WITHOUT_REASON = gettext_lazy("Dites pourquoi : le journal en garde la trace.")
RULE_WITHOUT_REASON = gettext_lazy(
    "Dites pourquoi vous changez la règle après les premiers résultats : tout le monde lira ce motif sous "
    "le classement."
)


def refuse_if_finished(tournament: Tournament, sentence: str | Promise = FINISHED) -> None:
    """Refuse to change a tournament that is over; `sentence` may name it. Called under the tournament's lock."""
    if tournament.is_finished:
        raise Refusal(str(sentence) % {"name": tournament.name}, code="tournament_finished")


def missing_reason(
    sentence: str | Promise = WITHOUT_REASON,
    *,
    code: str = "change_without_reason",
    at_field: str | Promise | None = None,
) -> Refusal:
    """Return the refusal of a change without a reason; the field `reason` shows `at_field`, or the sentence itself."""
    return Refusal(sentence, code=code, fields={"reason": [at_field or sentence]})


def refuse_without_reason(
    reason: str,
    sentence: str | Promise = WITHOUT_REASON,
    *,
    code: str = "change_without_reason",
    at_field: str | Promise | None = None,
) -> str:
    """Return the reason without the spaces around it. Refuses an empty one, at the field `reason`."""
    if not reason.strip():
        raise missing_reason(sentence, code=code, at_field=at_field)
    return reason.strip()
