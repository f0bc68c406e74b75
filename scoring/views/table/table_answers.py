"""
The answers of a table's pages to their scripts, always in one shape.

`{"state": …, "line": …, "sentences": […], "fields": {…}, "revision": n}`. `state` is "saved" or "same" (200), "refused"
(422), "stale" (409), "closed" (403); a code that opens nothing is answered 410. The same key sent again has the same
answer. `line` is the current line, None without one; in a stale answer `sent` is what was sent. After saving, a page
that is still open goes to `next`. A donne that waited on a device and is stale or closed is `kept` for the arbiter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _

from scoring.forms.desk.donnes import DonneForm
from scoring.labels import Kept
from scoring.models import Conflict, SheetLine
from scoring.queries.table.answers import CLOSED, STALE, line_as_json
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.queries.table.table_access import TableAccess
from scoring.services.sheets.lines import LineRefused
from tournaments.models import Tournament
from tournaments.queries.privacy.public_texts import unnamed_hidden
from tournaments.refusals import Refusal

STATUS = {"saved": 200, "same": 200, "refused": 422, "stale": 409, "closed": 403}


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script makes the request: it accepts JSON, and no page."""
    return request.accepts("application/json") and not request.accepts("text/html")


@dataclass(frozen=True)
class Answer:
    """
    The answers to what was sent for donne `number` of a table.

    Without `names_all`, they have no name and no free text (see `reads_names`).
    """

    access: TableAccess
    number: int
    names_all: bool = True

    def saved(self, line: SheetLine, *, is_mine: bool, onwards: str = "") -> JsonResponse:
        """Return the answer with the current line; `onwards` is the next address for a page that is still open."""
        more = {"next": onwards} if onwards else {}
        return self._json("saved" if is_mine else "same", line=self._line(line), **more)

    def beside(self, conflict: Conflict) -> JsonResponse:
        """Return the answer for a donne that waits for the arbiter beside the sheet, or that he has settled."""
        standing = line_at(self.access.of_table, self.number)
        return self._json(
            "closed" if conflict.late else "stale",
            kept=True,
            sentences=[_sentence_about(conflict) if self.names_all else _settled_or_not(conflict)],
            line=self._line(standing) if standing else None,
        )

    def refused(self, form: DonneForm) -> JsonResponse:
        """Return the answer for a form that is unreadable or impossible: all sentences, and each at its field."""
        fields = {name: self._told(texts) for name, texts in form.errors.items()}
        sentences = self._told(text for _name, text in form.problems)
        return self._json("refused", sentences=sentences, fields=fields, line=None)

    def to(self, refusal: Refusal) -> JsonResponse:
        """Return the answer to a service's refusal. A stale answer has both the current line and the one sent."""
        state = "stale" if refusal.code in STALE else "closed" if refusal.code in CLOSED else "refused"
        standing = line_at(self.access.of_table, self.number) if state == "stale" else None
        sent_line = refusal.line if isinstance(refusal, LineRefused) else None
        return self._json(
            state,
            sentences=self._told([refusal]),
            fields={name: self._told(texts) for name, texts in refusal.fields.items()},
            line=self._line(standing) if standing else None,
            **({"sent": self._line(sent_line)} if sent_line else {}),
            code=refusal.code,
        )

    def _line(self, line: SheetLine) -> dict[str, Any]:
        return line_as_json(line) if self.names_all else line_as_json(line) | {"by": ""}

    def _told(self, texts: Iterable[object]) -> list[str]:
        """Return texts about what was sent, without names that the phone may not read."""
        hidden = str if self.names_all else unnamed_hidden([self.access.tournament.club_id])
        return [hidden(str(text)) for text in texts]

    def _json(self, state: str, **more: Any) -> JsonResponse:
        revision = Tournament.objects.values_list("revision", flat=True).get(pk=self.access.tournament.pk)
        answer = {"state": state, "sentences": [], "fields": {}} | more | {"revision": revision}
        return JsonResponse(answer, status=STATUS[state])


def _settled_or_not(conflict: Conflict) -> str:
    """Return what became of a donne kept beside its sheet, without who decided and why."""
    words = (
        _("Donne %(number)s : l’arbitre a tranché.") if conflict.kept else _("Donne %(number)s : l’arbitre l’a reçue.")
    )
    return words % {"number": number_told(conflict.table, conflict.number)}


def _sentence_about(conflict: Conflict) -> str:
    values = {
        "number": number_told(conflict.table, conflict.number),
        "by": conflict.settled_by_name,
        "reason": conflict.settle_reason,
    }
    if conflict.kept == Kept.OTHER:
        return _("Donne %(number)s : %(by)s a gardé votre version (« %(reason)s »).") % values
    if conflict.kept:
        return _("Donne %(number)s : %(by)s a gardé celle de la feuille (« %(reason)s »).") % values
    if conflict.late:
        return (
            _(
                "Donne %(number)s : arrivée après la clôture de la feuille ou l’arrêt de la table. L’arbitre l’a "
                "reçue, il tranche."
            )
            % values
        )
    if conflict.line is None and conflict.call is not None:
        values |= {"by": conflict.call.ruler, "known": conflict.call.get_ruling_display()}
        return (
            _("Donne %(number)s : %(by)s a enregistré ce chelem « %(known)s ». L’arbitre a reçu la vôtre, il tranche.")
            % values
        )
    return (
        _("Donne %(number)s : la feuille dit autre chose et ne change pas. L’arbitre a les deux versions, il tranche.")
        % values
    )
