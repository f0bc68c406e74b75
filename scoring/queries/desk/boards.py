"""The étuis of a duplicate: which boards it plays, and their hands."""

from collections.abc import Iterable

from django.db.models import Max, Q, QuerySet

from scoring.cards.boards import DealtBoard, deal
from tournaments.labels import OVER
from tournaments.models import Table, Tournament


def board_numbers(tournament: Tournament) -> range:
    """Return the boards that a duplicate plays: those of the rounds planned, and of those that replaced others."""
    of_it = Q(round__tournament=tournament) | Q(round__cancelled_from=tournament)
    last = Table.objects.filter(of_it).aggregate(last=Max("last_board"))["last"] or 0
    return range(1, max(last, tournament.rounds_planned * (tournament.donnes_per_round or 0)) + 1)


def boards_of_round(tournament: Tournament, number: int) -> range:
    """Return the boards of a round, empty where it has no table: all its tables play the same."""
    table = Table.objects.filter(round__tournament=tournament, round__number=number).first()
    return range(0) if table is None else table.boards


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


def sharing_etuis(tournament: Tournament) -> QuerySet[Tournament]:
    """Return the other tournaments of the club whose étuis this one may play too: nothing is known of them yet."""
    same_club = Tournament.objects.filter(club=tournament.club_id, board_deal__isnull=False, free_rounds=0)
    return same_club.exclude(pk=tournament.pk).exclude(state__in=OVER).order_by("-date", "name")
