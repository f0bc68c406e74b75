"""
The standings as everybody may read them: without the rounds hidden until the prize-giving.

Pages, the API, the big screen, leagues and a player's own page use these; pages and papers of those who run the event
use `standings`.
"""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from tournaments.models import Tournament
from tournaments.queries.standings.lines import PlayerResult, Span, Standings, until
from tournaments.queries.standings.standings import results_of, standings_of


def public_standings(tournament: Tournament, span: Span | None = None) -> Standings:
    """Return the standings that everybody reads, of a `span` of rounds or of all. Three queries."""
    spans = None if span is None else {tournament.pk: span}
    return public_standings_of([tournament], spans)[tournament.pk]


def shown_rounds(current: Standings) -> list[int]:
    """Return the numbers of the drawn rounds whose results are public, whether or not these standings count them."""
    last_shown = current.tournament.last_shown_round
    return [number for number in current.drawn if last_shown is None or number <= last_shown]


def in_shown_rounds(tournaments: Iterable[Tournament]) -> Q:
    """Return the condition that a seat is in a round of these tournaments whose results are public."""
    last_of = {tournament.pk: tournament.last_shown_round for tournament in tournaments}
    condition = Q(round__tournament__in=[pk for pk, last in last_of.items() if last is None])
    for pk, last in last_of.items():
        if last is not None:
            condition |= Q(round__tournament=pk, round__number__lte=last)
    return condition


def public_standings_of(
    tournaments: Iterable[Tournament], spans: dict[int, Span] | None = None
) -> dict[int, Standings]:
    """Return the standings that everybody reads, by tournament id. Three queries in all."""
    listed = list(tournaments)
    return standings_of(listed, spans=_shown_spans(listed, spans or {}))


def public_results(tournaments: Iterable[Tournament]) -> dict[int, tuple[PlayerResult, ...]]:
    """Return `results_of` these tournaments, of the rounds whose results are public. Three queries."""
    listed = list(tournaments)
    return results_of(listed, spans=_shown_spans(listed, {}))


def _shown_spans(tournaments: Iterable[Tournament], spans: Mapping[int, Span]) -> dict[int, Span]:
    """Return these spans, by tournament id, each without the hidden rounds of its tournament."""
    shown_spans = dict(spans)
    for tournament in tournaments:
        last_shown = tournament.last_shown_round
        if last_shown is not None:
            first, end = shown_spans.get(tournament.pk, until(last_shown))
            shown_spans[tournament.pk] = Span(first, min(end, last_shown))
    return shown_spans
