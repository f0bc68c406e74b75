"""Duplicate: who would play boards a second time, if he sat at another table."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import ngettext

from tournaments.models import Registration, Seat, Table


def boards_met_again(taken: Iterable[tuple[Registration, Table]]) -> list[str]:
    """
    Return a sentence for each of these players who plays boards of that table in another round too; [] where none does.

    A round that was cancelled counts: he has seen its boards. One query for each who would sit there, none in libre.
    """
    sentences = []
    for registration, table in taken:
        if not table.boards:
            continue
        same = Q(table__first_board__lte=table.last_board, table__last_board__gte=table.first_board)
        elsewhere = Seat.objects.filter(same, registration=registration).exclude(round=table.round_id)
        seat = elsewhere.select_related("round").order_by("round__number").first()
        if seat is not None:
            words = ngettext(
                "À la table %(table)d de la position %(number)d, %(player)s jouerait l’étui %(first)d, qui est aussi "
                "le sien à la position %(also)d : choisissez quelqu’un d’autre.",
                "À la table %(table)d de la position %(number)d, %(player)s jouerait les étuis %(first)d à %(last)d, "
                "qui sont aussi les siens à la position %(also)d : choisissez quelqu’un d’autre.",
                len(table.boards),
            )
            sentences.append(
                words
                % {
                    "table": table.number,
                    "number": table.round.number,
                    "player": registration.player,
                    "first": table.boards[0],
                    "last": table.boards[-1],
                    "also": seat.round.number,
                }
            )
    return sentences


def swapped_tables(one: Seat, other: Seat) -> list[tuple[Registration, Table]]:
    """Return who would sit at which table if two exchanged their places; an exempt has none."""
    places = ((one.registration, other.table), (other.registration, one.table))
    return [(registration, table) for registration, table in places if table is not None and one.table != other.table]
