"""Why somebody has his place in a league: what each evening brought, which of them count, and who is beside him."""

from dataclasses import dataclass

from tournaments.models import Season, Tournament
from tournaments.queries.standings.cached import cached_lines
from tournaments.queries.standings.leagues import EventMark, League, LeagueLine, league
from tournaments.queries.standings.places import Neighbour


@dataclass(frozen=True)
class LeagueStep:
    """An evening of his: what it brought, and what those that count add up to then; the last total is his own."""

    event: Tournament
    mark: EventMark
    total: int


@dataclass(frozen=True)
class LeaguePlace:
    """
    The place of one line in a league and its reasons.

    `to_beat` is the lowest result that counts, where the rule leaves some out and he has as many as count: only a
    better one changes his total. `lacking` is how many evenings he needs to be ranked, 0 for who is; `sharing` are
    those who have the same place.
    """

    line: LeagueLine
    steps: tuple[LeagueStep, ...]
    before: Neighbour | None
    behind: Neighbour | None
    sharing: tuple[LeagueLine, ...]
    to_beat: int | None
    lacking: int


def league_place_of(season: Season, player_id: int) -> LeaguePlace | None:
    """
    Return why a player has his place in the league of a season; None when he is not named in it. Five queries.

    No place after each evening: with those of everybody one could follow who is not named.
    """
    whole = league(season, lines_of=cached_lines)
    line = next((line for line in whole.lines if line.player_id == player_id and line.is_named), None)
    if line is None:
        return None
    assert line.played is not None  # of who is named it is told
    ranked = [other for other in whole.lines if other.place is not None and line.place is not None]
    better = [other for other in ranked if (other.place or 0) < (line.place or 0)]
    worse = [other for other in ranked if (other.place or 0) > (line.place or 0)]
    return LeaguePlace(
        line,
        _steps(whole, line),
        Neighbour(better[-1], better[-1].total - line.total) if better else None,
        Neighbour(worse[0], line.total - worse[0].total) if worse else None,
        tuple(other for other in ranked if other.place == line.place and other is not line),
        _to_beat(season, line),
        0 if line.is_ranked else whole.required - line.played,
    )


def _steps(whole: League, line: LeagueLine) -> tuple[LeagueStep, ...]:
    steps: list[LeagueStep] = []
    total = 0
    for event, mark in zip(whole.events, line.marks, strict=True):
        if mark.points is not None:
            total += mark.points if mark.counts else 0
            steps.append(LeagueStep(event, mark, total))
    return tuple(steps)


def _to_beat(season: Season, line: LeagueLine) -> int | None:
    counted = [mark.points for mark in line.marks if mark.points is not None and mark.counts]
    return min(counted) if season.best_of is not None and len(counted) >= season.best_of else None
