"""The étuis of a duplicate: which boards it plays, and their hands."""

from collections.abc import Iterable

from django.db.models import Max, Min, Q, QuerySet

from scoring.cards.boards import DealtBoard, deal
from tournaments.labels import OVER
from tournaments.models import Table, Tournament
from tournaments.queries.draws.forecast import expected_ids


def board_numbers(tournament: Tournament) -> range:
    """
    Return the boards that a duplicate plays: those of the rounds planned, and of those that replaced others.

    Where boards travel they are those of its sets, one for each table: until it is drawn, of the players expected.
    """
    of_it = Q(round__tournament=tournament) | Q(round__cancelled_from=tournament)
    last = Table.objects.filter(of_it).aggregate(last=Max("last_board"))["last"] or 0
    count = tournament.donnes_per_round or 0
    if tournament.boards_travel:
        return range(1, (last or len(expected_ids(tournament)) // tournament.table_size * count) + 1)
    return range(1, max(last, tournament.rounds_planned * count) + 1)


def boards_of_round(tournament: Tournament, number: int) -> list[int]:
    """Return the boards of the tables of a round, in order; [] where it has no table."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=number)
    return sorted({board for table in tables for board in table.boards})


def is_dealt(tournament: Tournament) -> bool:
    """Return whether the product dealt the étuis, rather than the tables."""
    return tournament.board_deal is not None and tournament.board_deal.seed is not None


def boards_dealt(tournament: Tournament, numbers: Iterable[int]) -> list[DealtBoard]:
    """Return these boards with their hands; none where the product dealt none."""
    etuis = tournament.board_deal
    if etuis is None or etuis.seed is None:
        return []
    return [deal(etuis.seed, number, keeps_petit_sec=etuis.keeps_petit_sec) for number in numbers]


def free_rounds(tournament: Tournament) -> list[int]:
    """Return the rounds whose hands everybody may read: nobody has still to play them, and their results are public."""
    last = tournament.last_shown_round
    numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
    return [number for number in numbers if last is None or number <= last]


def rounds_of_other_boards(tournament: Tournament) -> list[int]:
    """Return the free rounds of which none plays the boards of another: where boards travel, one of each movement."""
    rounds = tournament.rounds.filter(number__in=free_rounds(tournament)).annotate(first=Min("tables__first_board"))
    return sorted(
        {first: number for number, first in rounds.order_by("-number").values_list("number", "first")}.values()
    )


def sharing_etuis(tournament: Tournament) -> QuerySet[Tournament]:
    """Return the other tournaments of the club whose étuis this one may play too: nothing is known of them yet."""
    same_club = Tournament.objects.filter(club=tournament.club_id, board_deal__isnull=False, free_rounds=0)
    return same_club.exclude(pk=tournament.pk).exclude(state__in=OVER).order_by("-date", "name")
