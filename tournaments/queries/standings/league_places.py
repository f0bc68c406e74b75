"""The reasons for a place in a league: the points of each evening, which of them count, and the neighbours."""

from dataclasses import dataclass

from tournaments.league_labels import LEAGUE_TIE_WORDS
from tournaments.models import League, Tournament
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.league_words import tie_value
from tournaments.queries.standings.leagues import EventMark, LeagueLine, LeagueStandings, public_league
from tournaments.queries.standings.places import Neighbour
from tournaments.queries.standings.words import decision_text
from tournaments.standings import Adds, LeagueRule, Total, difference


@dataclass(frozen=True)
class LeagueStep:
    """One of the player's evenings: its points, and his total after it, bonus included; the last is the present one."""

    event: Tournament
    mark: EventMark
    total: Total


@dataclass(frozen=True)
class LeaguePlace:
    """
    The place of one line in a league, and its reasons.

    `to_beat` is his lowest result that counts, if all that the rule counts are taken: only a better result changes his
    total. `lacking` is how many evenings he needs to be ranked, 0 if he is. `sharing` are lines with the same place.
    `among` is how many lines are ranked if some players are not named, and so not counted; None if all are named.
    """

    line: LeagueLine
    steps: tuple[LeagueStep, ...]
    before: Neighbour | None
    behind: Neighbour | None
    sharing: tuple[LeagueLine, ...]
    to_beat: Total | None
    lacking: int
    among: int | None = None


def league_place_of(league: League, player_id: int) -> LeaguePlace | None:
    """
    Return the reasons for a player's place in a league; None if he is not named in it. Five queries.

    In a league of teams `player_id` is the id of a team (`LeagueLine.key`).

    Without places after each evening: with all of them, one could follow a player who is not named.
    """
    whole = public_league(league, results_of=cached_results)
    line = next((line for line in whole.lines if player_id in (line.key, *(() if line.team_id else line.files))), None)
    if line is None:
        return None
    ranked = [other for other in whole.lines if other.place is not None and line.place is not None]
    better = [other for other in ranked if (other.place or 0) < (line.place or 0)]
    worse = [other for other in ranked if (other.place or 0) > (line.place or 0)]
    return LeaguePlace(
        line,
        _steps(whole, line),
        _neighbour(better[-1], line, ahead=better[-1], rule=whole.rule) if better else None,
        _neighbour(worse[0], line, ahead=line, rule=whole.rule) if worse else None,
        tuple(other for other in ranked if other.place == line.place and other is not line),
        _to_beat(whole, line),
        0 if line.is_ranked else whole.required - line.played,
        len(whole.ranked) if whole.unnamed else None,
    )


def _steps(whole: LeagueStandings, line: LeagueLine) -> tuple[LeagueStep, ...]:
    steps: list[LeagueStep] = []
    counted: dict[int, Total] = {}
    bonus = 0
    for event, mark in zip(whole.events, line.marks, strict=True):
        if mark.points is not None:
            counted |= {event.pk: mark.points} if mark.counts else {}
            bonus += whole.rule.bonus if mark.ranked else 0
            steps.append(LeagueStep(event, mark, whole.rule.made_of(counted) + bonus))
    return tuple(steps)


def _to_beat(whole: LeagueStandings, line: LeagueLine) -> Total | None:
    counted = [mark for mark in line.marks if mark.points is not None and mark.counts]
    if whole.rule.adds is Adds.AVERAGE and any(mark.weight != 1 for mark in counted):
        return None  # what an evening more does to the average hangs on its weight
    most = whole.rule.counting(len(whole.events))
    is_full = most < len(whole.events) and len(counted) >= most
    return min(mark.points for mark in counted if mark.points is not None) if is_full else None


def _neighbour(other: LeagueLine, line: LeagueLine, *, ahead: LeagueLine, rule: LeagueRule) -> Neighbour:
    """Return the neighbour of a line, the points between them, and what decided between equal totals."""
    after = line if ahead is other else other
    decided = ""
    if other.total == line.total:
        tie, value, less = next(
            (tie, value, less)
            for tie, value, less in zip(rule.ties, ahead.ties, after.ties, strict=True)
            if value != less
        )
        decided = decision_text(LEAGUE_TIE_WORDS[tie], tie_value(tie, value), tie_value(tie, less))
    return Neighbour(other, difference(other.total, line.total), decided)
