"""Makes one of two rows that are one person's: all that points at the one that goes then points at the other."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel, Model, Q
from django.utils.translation import gettext as _

from tournaments.labels import Status, WishKind
from tournaments.models import Account, Payment, PrizeGiven, Registration, Wish, WishPlayer
from tournaments.queries.people.joining_entries import one_that_goes
from tournaments.queries.undo.consequences import draws_with
from tournaments.refusals import Refusal
from tournaments.services.draws.wishes import take_back
from tournaments.services.undo.undoing import delete_row

OF_THE_PERSON = (Payment, PrizeGiven, WishPlayer)  # what is his, whatever the number under which he sat
COLUMNS_OF_A_LINK = 3  # its id and the two that it links: it says nothing else


def join_entries(one: Registration, other: Registration, *, by: Account | None, at: datetime) -> Registration:
    """
    Join two entries of one tournament that never met, and return the one that stays; the other is deleted.

    Called under the lock of the tournament.
    """
    gone = one_that_goes(one, other)
    stays = one if gone.pk == other.pk else other
    _rename_in_draws(stays, gone)
    _take_back_wishes(stays, gone, by, at)
    between = Q(one=stays, other=gone) | Q(one=gone, other=stays)
    stays.tournament.seat_changes.filter(between).delete()  # nobody takes his own place
    give_rows(stays, gone)
    stays.penalty_points += gone.penalty_points
    _take_facts(stays, gone)
    delete_row(gone)
    return stays


def set_double_apart(stays: Registration, double: Registration, *, by: Account | None, at: datetime) -> None:
    """
    Leave an entry its places and points and take all else of it to the one that stays: he paid, won and wished as one.

    Called under the lock of the tournament, where both sat in one round.
    """
    _take_back_wishes(stays, double, by, at)
    give_rows(stays, double, takes=lambda model: model in OF_THE_PERSON)
    _take_facts(stays, double)
    double.status, double.waits, double.rate = Status.ABSENT, "", None
    double.save(update_fields=["status", "waits", "rate"])


def give_rows(stays: Model, gone: Model, *, takes: Callable[[Any], bool] = lambda _model: True) -> None:
    """
    Have every row that points at `gone` point at `stays`, of each model that `takes` accepts.

    A row that only links the two, as a member of a wish, goes when `stays` is linked already. Refuses any other row
    that cannot stand beside one of `stays`.
    """
    for relation in type(gone)._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel) or not takes(relation.related_model):
            continue
        model: Any = relation.related_model
        name = relation.field.name
        for pk in model._base_manager.filter(**{name: gone}).values_list("pk", flat=True):
            row = model._base_manager.filter(pk=pk)
            try:
                with transaction.atomic():
                    row.update(**{name: stays})
            except IntegrityError as collision:
                if len(model._meta.concrete_fields) > COLUMNS_OF_A_LINK:
                    raise _stand_apart(stays, gone) from collision
                row.delete()


def _take_facts(stays: Registration, gone: Registration) -> None:
    """Save the entry that stays: present if he is under either number, with the rate that either has."""
    if gone.status == Status.PRESENT:
        stays.status, stays.waits = gone.status, ""
    stays.rate_id = stays.rate_id or gone.rate_id
    stays.save(update_fields=["status", "waits", "rate", "penalty_points"])


def _rename_in_draws(stays: Registration, gone: Registration) -> None:
    """Write the id that stays in the published draws with the other; one with both made no round: it is deleted."""
    for draw in draws_with(gone):
        if draw.published_at is None:
            continue
        if stays.pk in draw.players:
            draw.delete()
            continue
        draw.renumber(lambda pk: stays.pk if pk == gone.pk else pk)
        draw.save(update_fields=["players", "wishes", "ranking", "plan"])


def _take_back_wishes(stays: Registration, gone: Registration, by: Account | None, at: datetime) -> None:
    """Take back the wishes that keep him away from himself, or team him with himself."""
    kinds = [WishKind.APART, WishKind.TEAM]
    of_both = Wish.objects.filter(kind__in=kinds, cancelled_at=None, members__registration=stays)
    for wish in of_both.filter(members__registration=gone):
        take_back(wish, by, at)


def _stand_apart(stays: Model, gone: Model) -> Refusal:
    sentence = _(
        "Quelque chose est écrit à la fois de « %(one)s » et de « %(other)s », qui ne peut pas l’être deux fois "
        "de la même personne : les deux restent."
    )
    return Refusal(sentence % {"one": stays, "other": gone}, code="written_of_both")
