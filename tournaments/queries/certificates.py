"""What a draw is worth, in plain words for everybody: its certificate, and what the tournament knows beside it."""

from tournaments.labels import DrawMode
from tournaments.languages import current_language
from tournaments.models import Draw
from tournaments.queries.hand_changes import hand_words
from tournaments.queries.kept_wishes import by_wish
from tournaments.queries.rounds import sheet_words
from tournaments.seating import Distances, Evening, Way, repeats_words, tell

WAYS = {DrawMode.ROTATION: None, DrawMode.RANDOM: Way.RANDOM, DrawMode.SWISS: Way.SWISS, DrawMode.DANISH: Way.DANISH}


def certificate_words(draw: Draw) -> list[str]:
    """
    Return the sentences that say what a finished draw gave up, the most important first; fit for everybody.

    Of a published one, what was changed after it comes last.
    """
    return drawn_words(draw) + (hand_words(draw.tournament, draw) if draw.published_at else [])


def drawn_words(draw: Draw) -> list[str]:
    """Return the sentences about a finished draw as it was drawn."""
    return tell(draw.certificate, current_language(), _evening(draw))


def verdict(draw: Draw) -> str:
    """
    Return the certificate in its first sentence: do people meet twice, and could it be otherwise?

    Once seats were changed after the draw, what was changed and what the seats are worth now takes its place.
    """
    changed = hand_words(draw.tournament, draw) if draw.published_at else []
    return " ".join(changed) or repeats_words(draw.certificate, current_language())[0]


def _evening(draw: Draw) -> Evening:
    mode, price = DrawMode(draw.mode), draw.price
    return Evening(
        first=draw.first_round,
        players=len(draw.players),
        rounds=draw.round_count,
        way=Way.NO_STANDINGS if mode.by_standings and price is None else WAYS[mode],
        distances=Distances(**price) if price is not None else None,
        sheets=sheet_words(draw.missing) if draw.missing else "",
        wishes=[one for ask, one in by_wish(draw) if ask],  # the rest of the hall asked nothing
        stopped_early=draw.stopped_early,
    )
