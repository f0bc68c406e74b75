"""Duplicate: who would play boards a second time, if he sat at another table, and who has met which sets."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Registration, Seat, Table, Tournament
from tournaments.queries.evening.boards import boards_words
from tournaments.queries.people.names import names_words
from tournaments.seating import BoardsHeld


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


def boards_held(tournament: Tournament, numbers: Sequence[int]) -> BoardsHeld:
    """
    Return the set of each table of these rounds, and those that players met before them; nothing where none travel.

    A round that was cancelled counts: they have seen its boards. Two queries, none in libre.
    """
    if not tournament.boards_travel:
        return BoardsHeld()
    tables = Table.objects.filter(round__tournament=tournament, round__number__in=numbers).order_by("number")
    sets: dict[int, list[int]] = {number: [] for number in numbers}
    for table in tables.select_related("round"):
        sets[table.round.number].append(table.board_set)
    before = Q(round__tournament=tournament, round__number__lt=min(numbers)) | Q(round__cancelled_from=tournament)
    met: dict[int, set[int]] = defaultdict(set)
    for seat in Seat.objects.filter(before, table__first_board__isnull=False).select_related("table"):
        met[seat.registration_id].add(seat.seated_at.board_set)
    return BoardsHeld(
        tuple(tuple(sets[number]) for number in numbers), {player: frozenset(held) for player, held in met.items()}
    )


def met_again_words(tournament: Tournament, again: Iterable[tuple[int, int]]) -> str:
    """Return who would play which boards twice, of (registration id, set)s, the first few of many."""
    again = list(again)
    entries = Registration.objects.filter(pk__in={player for player, _held in again}).select_related("player")
    names = {entry.pk: entry.player.full_name for entry in entries}
    count = tournament.donnes_per_round or 0
    said = [
        _("%(player)s jouerait deux fois : %(boards)s")
        % {"player": names[player], "boards": boards_words(range((held - 1) * count + 1, held * count + 1))}
        for player, held in again
    ]
    return names_words(said)
