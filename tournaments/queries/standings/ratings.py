"""A club's own rating: the tournaments it is counted from, the players shown in it, and one player's rating."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, Q, QuerySet

from tournaments.kit.curves import Chart, chart
from tournaments.labels import OVER, JobKind, JobState
from tournaments.models import Club, ClubRating, Job, Player, Rating, Tournament, is_shown
from tournaments.queries.people.names import card_key, public_club
from tournaments.queries.standings.leagues import IN_TIME
from tournaments.queries.standings.public import public_results
from tournaments.standings import AT_FIRST, RatingStep, places, rate

READ_AT_ONCE = 20  # tournaments
SHOWN = 20  # evenings of a player in his table, the latest; his curve has all


def rated_tournaments(rating: ClubRating) -> QuerySet[Tournament]:
    """Return the tournaments that count in a club's rating, by date: over, public, without hidden rounds."""
    is_released = Q(hidden_rounds=0) | Q(released_at__isnull=False)
    is_free = Q(compared_by="") | Q(free_rounds__gte=F("rounds_planned"))
    rated = Tournament.objects.filter(is_shown(), is_released, is_free, club=rating.club_id, state__in=OVER)
    rated = rated.filter(date__gte=rating.since)
    if rating.frozen_on is not None:
        rated = rated.filter(date__lte=rating.frozen_on)
    return rated.order_by(*IN_TIME)


def digest_of(rating: ClubRating) -> str:
    """Return the digest of what a club's rating is counted from: its days, its tournaments and their revisions."""
    rows = list(rated_tournaments(rating).values_list("pk", "revision", "date", "starts_at"))
    return hashlib.sha256(repr((rating.since, rating.frozen_on, rows)).encode()).hexdigest()[:32]


def counted_steps(rating: ClubRating, report: Callable[[int], None]) -> list[RatingStep]:
    """
    Return every step of a club's rating, from its first tournament to its last. Three queries for 20 tournaments.

    `report` is called with the percentage of tournaments read so far, from 0.
    """
    return rate(_rankings(list(rated_tournaments(rating)), report))


def _rankings(tournaments: list[Tournament], report: Callable[[int], None]) -> Iterator[tuple[int, dict[int, int]]]:
    """Yield (tournament id, {player id: place}) of each tournament."""
    for start in range(0, len(tournaments), READ_AT_ONCE):
        report(100 * start // len(tournaments))
        read = tournaments[start : start + READ_AT_ONCE]
        results = public_results(read)
        for tournament in read:
            yield (
                tournament.pk,
                {one.player_id: one.place for one in results[tournament.pk] if one.place is not None},
            )


def to_count() -> list[tuple[ClubRating, str]]:
    """
    Return (rating, digest) of each rating whose tournaments have changed since it was counted.

    Without ratings that are being counted, and those whose last count of this digest failed or was cancelled.
    """
    changed = []
    for rating in ClubRating.objects.select_related("club"):
        digest = digest_of(rating)
        if digest == rating.counted_from:
            continue
        last = last_count(rating.club)
        gave_up = last is not None and last.state in (JobState.FAILED, JobState.CANCELLED)
        if last is None or not (last.is_live or (gave_up and last.wanted.get("digest") == digest)):
            changed.append((rating, digest))
    return changed


def last_count(club: Club) -> Job | None:
    """Return the last job that counts a club's rating, ended or not; None without one."""
    return Job.objects.filter(kind=JobKind.RATING, whole_club=club).first()


@dataclass(frozen=True)
class RatingLine:
    """A player of a club's rating, as everybody reads it; `place` counts only players who agreed to a card."""

    place: int
    shared: bool
    name: str
    club: str
    card: str
    last: Rating


@dataclass(frozen=True)
class RatingTable:
    """A club's rating: players who agreed to a card, the best first; `is_late` if tournaments changed since."""

    rating: ClubRating
    lines: tuple[RatingLine, ...]
    is_late: bool

    @property
    def has_several_clubs(self) -> bool:
        return len({line.club for line in self.lines}) > 1


def rating_table(rating: ClubRating) -> RatingTable:
    """Return a club's rating as everybody reads it. Two queries."""
    agreed = rating.ratings.filter(is_last=True, player__consent=True, player__card_consent=True)
    last = {row.player_id: row for row in agreed.select_related("player__club", "tournament")}
    by_name = sorted(last.values(), key=lambda row: (row.player.shown_name, row.player_id))
    order = {row.player_id: at for at, row in enumerate(by_name)}
    in_order = places({order[pk]: row.value for pk, row in last.items()})
    lines = tuple(
        RatingLine(
            place=place,
            shared=shared,
            name=(row := by_name[at]).player.shown_name,
            club=public_club(row.player),
            card=card_key(row.player),
            last=row,
        )
        for at, place, shared in in_order
    )
    return RatingTable(rating, lines, digest_of(rating) != rating.counted_from)


@dataclass(frozen=True)
class OwnRating:
    """One player's rating in a club: a step for each evening that counted, the latest first."""

    rating: ClubRating
    steps: tuple[Rating, ...]

    @property
    def last(self) -> Rating:
        return self.steps[0]

    @property
    def shown(self) -> tuple[Rating, ...]:
        return self.steps[:SHOWN]

    @property
    def curve(self) -> Chart | None:
        """His rating from before his first evening to now; the horizontal line is a new player's rating."""
        return chart([[self.steps[-1].before, *(step.value for step in reversed(self.steps))]], AT_FIRST)


def ratings_of(player: Player) -> tuple[OwnRating, ...]:
    """Return a player's rating in each club that rates him, by club name. One query."""
    steps = Rating.objects.filter(player=player).select_related("of__club", "tournament")
    by_club = groupby(steps.order_by("of__club__name", "of", "-evenings"), key=lambda step: step.of)
    return tuple(OwnRating(rating, tuple(rows)) for rating, rows in by_club)
