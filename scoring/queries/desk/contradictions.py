"""Lines that contradict an arbiter's ruling about a chelem, or announce a chelem for which no arbiter was called."""

from collections.abc import Iterable
from enum import StrEnum

from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.labels import CalledWhen, CallOutcome
from scoring.marque import Camp
from scoring.models import ChelemCall, SheetLine


class Against(StrEnum):
    """What a line contradicts. `UNCALLED` is no contradiction: an arbiter should have been called. [R17, F3]"""

    LATE = "hors_delai"
    CALL = "appel"
    UNCALLED = "sans_appel"

    @property
    def label(self) -> Promise:
        return WORDS[self]


WORDS = {
    Against.LATE: _("l’annonce enregistrée hors délai y compte encore"),
    Against.CALL: _("elle ne dit pas ce que l’arbitre a enregistré du chelem"),
    Against.UNCALLED: _("chelem annoncé sans appel de l’arbitre"),
}
OUTCOME_MADE_BY = {
    CallOutcome.MADE: Camp.ATTAQUE.value,
    CallOutcome.INFLICTED: Camp.DEFENSE.value,
    CallOutcome.FAILED: "",
}


def lines_to_rule(lines: QuerySet[SheetLine] | None = None) -> QuerySet[SheetLine]:
    """
    Return the current lines that an arbiter must look at, each with what it contradicts (`against`).

    A chelem without a call counts only when a table wrote it: an arbiter who writes one is asked then.
    """
    calls = ChelemCall.objects.filter(table=OuterRef("table"), number=OuterRef("number"), cancelled_at=None)
    in_time = calls.filter(announced=CalledWhen.BEFORE_CARD)
    ruled_otherwise = Q(
        *(~Q(chelem_made=made) & Exists(in_time.filter(ruling=ruling)) for ruling, made in OUTCOME_MADE_BY.items()),
        _connector=Q.OR,
    )
    as_called = Q(Exists(in_time.filter(caller=OuterRef("taker"))), chelem_announced=True)
    against = Case(
        When(Exists(in_time) & (~as_called | ruled_otherwise), then=_said(Against.CALL)),
        When(
            Q(Exists(calls.exclude(announced=CalledWhen.BEFORE_CARD)), chelem_announced=True), then=_said(Against.LATE)
        ),
        When(Q(~Exists(calls), chelem_announced=True, phone__isnull=False), then=_said(Against.UNCALLED)),
        default=Value(""),
        output_field=CharField(),
    )
    # Of most donnes there is nothing to ask: what is not announced has no call either.
    asked = Q(chelem_announced=True) | Exists(calls)
    among = SheetLine.objects.all() if lines is None else lines
    return among.filter(asked, current=True).annotate(against=against).exclude(against="").order_by("number")


def contradictions_of(lines: Iterable[SheetLine]) -> list[tuple[SheetLine, Against]]:
    """Return those `lines` that `lines_to_rule` finds, each with what it contradicts."""
    return [(line, Against(line.against)) for line in lines]  # type: ignore[attr-defined]


def _said(against: Against) -> Value:
    return Value(against.value)
