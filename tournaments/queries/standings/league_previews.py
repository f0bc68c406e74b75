"""The effect of a new rule, not saved yet, on the season played so far."""

from copy import copy
from dataclasses import dataclass

from tournaments.models import League
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.known_leagues import known_names
from tournaments.queries.standings.league_words import beyond_words, league_words
from tournaments.queries.standings.leagues import LeagueLine, league_standings
from tournaments.standings import ClubRow, LeagueRule

FIRST = 20  # lines shown


@dataclass(frozen=True)
class PreviewLine:
    """A player's line by the new rule; `before` is his place by the present rule, None if he has none."""

    line: LeagueLine
    name: str
    before: int | None

    @property
    def rises(self) -> int:
        """How many places he gains, negative if he loses; 0 if he is out of either ranking."""
        return self.before - self.line.place if self.before is not None and self.line.place is not None else 0


@dataclass(frozen=True)
class LeaguePreview:
    """
    The new rule in sentences, its first lines, and how many lines there are. The `warnings` are what it demands that is
    impossible, and the evenings that it cannot count.

    `unnamed` counts players of other clubs without a shown name, who have no line; `moved` those who change places.
    """

    sentences: list[str]
    warnings: list[str]
    lines: list[PreviewLine]
    players: int
    events: int
    moved: int
    clubs: tuple[ClubRow, ...]
    unnamed: int = 0
    of_teams: bool = False


def preview(league: League, rule: LeagueRule, series_id: int | None) -> LeaguePreview:
    """Return the effect of a rule on a league, with names as its club reads them; the league may be unsaved."""
    composed = copy(league)
    composed.rule, composed.series_id = rule.data, series_id
    after = league_standings(composed, results_of=cached_results)
    places = {}
    if league.pk is not None:
        is_in_force = (rule, series_id) == (league.ranking_rule, league.series_id)
        before = after if is_in_force else league_standings(league, results_of=cached_results)
        places = {line.key: line.place for line in before.lines}
    people = known_names(after, None if league.committee_id else league.club)
    told = [line for line in after.lines if line.is_named or line.player_id in people]
    return LeaguePreview(
        league_words(rule),
        [*beyond_words(rule, len(after.events)), *filter(None, [after.left_out_text])],
        [PreviewLine(line, people.get(line.player_id, line.name), places.get(line.key)) for line in told[:FIRST]],
        len(after.lines),
        len(after.events),
        sum(places.get(line.key) != line.place for line in after.lines) if places else 0,
        after.clubs,
        len(after.lines) - len(told),
        rule.of_teams,
    )
