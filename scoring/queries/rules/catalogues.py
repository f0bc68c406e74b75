"""The catalogues of faults: a club's editions, the edition in force on a day, and the faults to choose from."""

from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from scoring.models import Penalty, PenaltyEdition, PenaltyKind
from tournaments.models import Club
from tournaments.queries.people.names import folded


def editions_of(club: Club) -> QuerySet[PenaltyEdition]:
    """Return a club's editions, the latest first, each with `is_used`: whether a decision names one of its faults."""
    used = Exists(Penalty.objects.filter(kind__edition=OuterRef("pk")))
    return club.penalty_editions.annotate(is_used=used)


def edition_on(club: Club | int, day: date) -> PenaltyEdition | None:
    """Return the edition in force on a day, the last that has begun; None when none has."""
    return _editions_by(club, day).first()


def faults_on(club: Club | int, day: date) -> QuerySet[PenaltyKind]:
    """
    Return the faults that an arbiter may choose on a day, in French alphabetical order.

    They are those of the club's edition in force, and the common faults whose code the edition does not have.
    """
    own = PenaltyKind.objects.filter(edition=Subquery(_editions_by(club, day).values("pk")[:1]))
    return in_order(
        PenaltyKind.objects.filter(
            Q(pk__in=own.values("pk")) | Q(edition=None, club=club) | (Q(club=None) & ~Q(code__in=own.values("code"))),
            Q(valid_from=None) | Q(valid_from__lte=day),
            Q(valid_until=None) | Q(valid_until__gte=day),
        )
    )


def _editions_by(club: Club | int, day: date) -> QuerySet[PenaltyEdition]:
    """Return the editions that have begun by a day, the last one first."""
    return PenaltyEdition.objects.filter(Q(valid_from=None) | Q(valid_from__lte=day), club=club)


def faults_of(edition: PenaltyEdition) -> QuerySet[PenaltyKind]:
    """Return the faults of an edition, in French alphabetical order; `has_next` says that a next time is there too."""
    following = PenaltyKind.objects.filter(
        edition=OuterRef("edition"), code=OuterRef("code"), step=OuterRef("step") + 1
    )
    return in_order(edition.kinds.annotate(has_next=Exists(following)))


def in_order(kinds: QuerySet[PenaltyKind]) -> QuerySet[PenaltyKind]:
    return kinds.order_by(folded("name"), "step")


def is_used(edition: PenaltyEdition) -> bool:
    """Return whether a decision, in force or cancelled, names a fault of this edition: it may then not change."""
    return Penalty.objects.filter(kind__edition=edition).exists()
