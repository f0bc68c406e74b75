"""The only error that users read, and refusals that many services share."""

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
    A request cannot be done; the sentence says what is wrong, where, and what to do.

    Any other exception is a bug. `code` is stable, for programs; `fields` are sentences by form field.
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
        """Make it picklable for another process, with its sentences in the reader's language."""
        fields = {name: [str(sentence) for sentence in sentences] for name, sentences in self.fields.items()}
        return partial(type(self), code=self.code, fields=fields), (str(self),)


class MayBeKnown(Refusal):
    """The person to add may be one of these `people`: asks which one, or whether it is somebody new."""

    def __init__(self, message: str, *, code: str, people: Sequence[Player], field: str = "who") -> None:
        super().__init__(message, code=code, fields={field: [message]})
        self.people = people


class FormUsed(Refusal):
    """The form's key was used before, with other contents."""


def together(refusals: list[Refusal]) -> Refusal:
    """Return one refusal with all these sentences, each once, and the code of the first."""
    fields: dict[str, dict[str | Promise, None]] = {}
    for refusal in refusals:
        for name, sentences in refusal.fields.items():
            fields.setdefault(name, {}).update(dict.fromkeys(sentences))
    at_fields = {name: list(sentences) for name, sentences in fields.items()}
    return Refusal(" ".join(dict.fromkeys(map(str, refusals))), code=refusals[0].code, fields=at_fields)


def form_used(code: str) -> FormUsed:
    """Return the refusal of a form whose key was used before with other contents; nothing of it was written."""
    return FormUsed(gettext_lazy("Ce formulaire a déjà servi. Rechargez la page."), code=code)


def sent_before(written: type[Row], key: uuid.UUID, *, code: str, **said: Any) -> Row | None:
    """
    Return the row that a form with this `key` wrote before, or None: the same form sent twice is one act.

    `said` are its values now, by column: refuses if the earlier row has others. Called under the lock.
    """
    earlier = written._default_manager.filter(key=key).first()
    if earlier is not None and any(getattr(earlier, column) != value for column, value in said.items()):
        raise form_used(code)
    return earlier


CALLED_OFF = gettext_lazy("« %(name)s » est annulé : dites d’abord, sur sa première page, qu’il a lieu.")
FINISHED = gettext_lazy("Le tournoi « %(name)s » est terminé. L’organisateur peut le rouvrir pour une correction.")
SEATS_FINISHED = gettext_lazy("Le tournoi « %(name)s » est terminé : ses places ne changent plus. Rouvrez-le d’abord.")
WITHOUT_REASON = gettext_lazy("Dites pourquoi : le journal en garde la trace.")
RULE_WITHOUT_REASON = gettext_lazy(
    "Dites pourquoi vous changez la règle après les premiers résultats : tout le monde lira ce motif sous "
    "le classement."
)


def refuse_if_finished(tournament: Tournament, sentence: str | Promise = FINISHED) -> None:
    """Refuse to change a tournament that is over; `sentence` may contain `%(name)s`. Called under the lock."""
    if tournament.is_finished:
        raise Refusal(str(sentence) % {"name": tournament.name}, code="tournament_finished")


def refuse_if_called_off(tournament: Tournament) -> None:
    """Refuse to play a tournament that is called off. Called under the lock."""
    if tournament.called_off:
        raise Refusal(str(CALLED_OFF) % {"name": tournament.name}, code="called_off")


def missing_reason(
    sentence: str | Promise = WITHOUT_REASON,
    *,
    code: str = "change_without_reason",
    at_field: str | Promise | None = None,
) -> Refusal:
    """Return the refusal of a change without a reason; the field `reason` shows `at_field`, else the sentence."""
    return Refusal(sentence, code=code, fields={"reason": [at_field or sentence]})


def refuse_without_reason(
    reason: str,
    sentence: str | Promise = WITHOUT_REASON,
    *,
    code: str = "change_without_reason",
    at_field: str | Promise | None = None,
) -> str:
    """Return the reason without spaces around it. Refuses an empty one, with the error at the field `reason`."""
    if not reason.strip():
        raise missing_reason(sentence, code=code, at_field=at_field)
    return reason.strip()
