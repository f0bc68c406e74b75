"""A club's rating for tests: counted as a worker does, at once."""

from tests.factories import NOW
from tournaments.models import ClubRating
from tournaments.queries.standings.ratings import counted_steps, digest_of
from tournaments.services.clubs.ratings import keep_ratings


def rate(rating: ClubRating) -> None:
    """Count a club's rating and write it."""
    steps = counted_steps(rating, lambda _percent: None)
    keep_ratings(rating=rating, steps=steps, digest=digest_of(rating), at=NOW)
