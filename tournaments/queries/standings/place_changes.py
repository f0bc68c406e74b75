"""Who moves in the standings and the leagues because of a change, computed before it is written."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import BEFORE_PLAY
from tournaments.models import League, Registration, Tournament
from tournaments.queries.standings.boards import MARKS
from tournaments.queries.standings.known_leagues import known_names
from tournaments.queries.standings.league_events import leagues_of
from tournaments.queries.standings.leagues import LeagueLine, league_standings
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.standings import StandingsChange, ranked_by, results_of, standings_of
from tournaments.queries.standings.team_people import counted_team_lines
from tournaments.standings import LeagueRule, PlayerPoints, Total, rank

MOST_NAMED = 3  # names of those whom a player passes; the others are counted


@dataclass(frozen=True)
class Moved:
    """
    A player's place and total before and after a change.

    A place is None if he has played nothing or is out of the ranking. `start_number` is 0 in a league, which has none.
    """

    name: str
    start_number: int
    place_before: int | None
    place_after: int | None
    total_before: Total
    total_after: Total

    @property
    def changes_place(self) -> bool:
        return self.place_before != self.place_after

    @property
    def changes_total(self) -> bool:
        return self.total_before != self.total_after


@dataclass(frozen=True)
class Moves:
    """
    Who moves in one ranking: `lines` have another total; `others` have the same total and another place.

    `unnamed` counts, in a league, further players whose place changes and who may not be named. `passings` are
    sentences that say who passes whom. All are in the order of the ranking after the change.
    """

    lines: tuple[Moved, ...]
    others: tuple[Moved, ...]
    passings: tuple[str, ...]
    unnamed: int = 0

    @property
    def how_many(self) -> int:
        """How many players change places."""
        return sum(line.changes_place for line in self.lines) + len(self.others) + self.unnamed

    @property
    def is_nobody(self) -> bool:
        """True if all players keep their places."""
        return self.how_many == 0


@dataclass(frozen=True)
class Effect:
    """The effect of a change on the standings of its tournament, and on each league it counts in: (title, moves)."""

    standings: Moves
    leagues: tuple[tuple[str, Moves], ...] = ()

    @property
    def is_nobody(self) -> bool:
        return self.standings.is_nobody and all(moves.is_nobody for _title, moves in self.leagues)

    @property
    def is_nothing(self) -> bool:
        """True if no total changes either."""
        return self.is_nobody and not self.standings.lines


def place_changes(tournament: Tournament, change: StandingsChange) -> Effect | None:
    """
    Return who moves because of a change that is not written yet, with full names, for those who run the event.

    None where whoever asks has still to play some of its boards (`Tournament.read_until`): totals would tell of them.
    Eight queries, ten more for each league. In a league, players of other evenings have the names that they show;
    without one they are only counted.
    """
    if tournament.read_until is not None:
        return None
    changes = {tournament.pk: change}
    entries = entries_of(tournament)
    before, after = (standings_of([tournament], counted)[tournament.pk].lines for counted in (None, changes))
    names = {entry.pk: entry.player.full_name for entry in entries.values()}
    moves = _moves([_of_standings(line, names) for line in before], [_of_standings(line, names) for line in after])
    if not tournament.is_public or tournament.state in BEFORE_PLAY:
        return Effect(moves)
    people = {entry.player_id: entry.player.full_name for entry in entries.values()}
    people |= {player.pk: player.full_name for player in change.players.values()}
    return Effect(
        moves, tuple((league.title, _in_league(league, changes, people)) for league in leagues_of(tournament))
    )


def _in_league(league: League, changes: Mapping[int, StandingsChange], people: Mapping[int, str]) -> Moves:
    before, after = (
        league_standings(
            league,
            results_of=partial(results_of, changes=counted),
            team_lines_of=partial(counted_team_lines, changes=counted),
        ).lines
        for counted in (None, changes)
    )
    return _moves([_of_league(line, people) for line in before], [_of_league(line, people) for line in after])


def place_changes_in_league(league: League, rule: LeagueRule) -> Effect:
    """Return who moves in a league by another rule, with names as its club reads them. Twelve queries."""
    other = copy(league)
    other.rule = rule.data
    before, after = (
        league_standings(one, results_of=results_of, team_lines_of=counted_team_lines) for one in (league, other)
    )
    people = known_names(before, None if league.committee_id else league.club)
    of_before, of_after = ([_of_league(line, people) for line in one.lines] for one in (before, after))
    return Effect(_moves(of_before, of_after))


def moved(
    tournament: Tournament,
    lines: Iterable[Line],
    places: Mapping[int, int | None],
    sheets: Iterable[PlayerPoints],
    entries: Mapping[int, Registration],
) -> tuple[Moved, ...]:
    """Return each line now and as these sheets would make it, in the new order; keys are start numbers."""
    names = {entry.start_number: entry.player.full_name for entry in entries.values()}
    lines = list(lines)
    totals = {line.start_number: line.total for line in lines}
    unit = lines[0].unit if lines else MARKS
    rule, planned = ranked_by(tournament)
    return tuple(
        Moved(
            name=names[row.sheet.key],
            start_number=row.sheet.key,
            place_before=places.get(row.sheet.key),
            place_after=row.place if row.sheet.rounds_played > 0 or row.sheet.penalties < 0 else None,
            total_before=totals.get(row.sheet.key, 0),
            total_after=unit.told(row.total),
        )
        for row in rank(sheets, rule, planned=planned)
    )


def entries_of(tournament: Tournament) -> dict[int, Registration]:
    """Return the registrations of a tournament by id, each with its player."""
    return {entry.pk: entry for entry in Registration.objects.filter(tournament=tournament).select_related("player")}


@dataclass(frozen=True)
class _Standing:
    """A player's place and total in one ranking, for `_moves` to compare."""

    key: int
    name: str
    number: int
    place: int | None
    total: Total
    is_told: bool = True


def _of_standings(line: Line, names: Mapping[int, str]) -> _Standing:
    place = line.place if line.counts else None
    return _Standing(line.registration_id, names[line.registration_id], line.start_number, place, line.total)


def _of_league(line: LeagueLine, people: Mapping[int, str]) -> _Standing:
    name = "" if line.team_id else next((people[file] for file in sorted(line.files) if file in people), "")
    is_told = line.is_named or bool(name)
    return _Standing(line.key, name or line.name, 0, line.place, line.total, is_told)


def _moves(before: list[_Standing], after: list[_Standing]) -> Moves:
    before_by_key, after_by_key = ({line.key: line for line in ranking} for ranking in (before, after))
    in_order = [
        *after,
        *(line for line in before if line.key not in after_by_key),
    ]  # those without results any more come last
    moved_by_key = {line.key: _moved(line.key, before_by_key, after_by_key) for line in in_order}
    told = [line for line in in_order if line.is_told]
    changed = [line for line in told if moved_by_key[line.key].changes_total]
    others = [line for line in told if moved_by_key[line.key].changes_place and line not in changed]
    return Moves(
        tuple(moved_by_key[line.key] for line in changed),
        tuple(moved_by_key[line.key] for line in others),
        tuple(_passings(changed, moved_by_key, in_order)),
        sum(not line.is_told and moved_by_key[line.key].changes_place for line in in_order),
    )


def _moved(key: int, before_by_key: Mapping[int, _Standing], after_by_key: Mapping[int, _Standing]) -> Moved:
    line_before, line_after = before_by_key.get(key), after_by_key.get(key)
    line = line_after or line_before
    assert line is not None  # the key is of one of the two
    return Moved(
        name=line.name,
        start_number=line.number,
        place_before=line_before.place if line_before else None,
        place_after=line_after.place if line_after else None,
        total_before=line_before.total if line_before else 0,
        total_after=line_after.total if line_after else 0,
    )


def _passings(changed: Iterable[_Standing], lines: Mapping[int, Moved], in_order: Iterable[_Standing]) -> list[str]:
    """
    Return sentences that say who passes whom, each pair once: « DUPONT Jean passe devant JOUBERT Anne et 2 autres ».

    The player with the most passings tells all of his; the next ones tell what is left.
    """
    passed = {}
    for line in changed:
        rivals = [(lines[line.key], lines[other.key], other) for other in in_order if other.key != line.key]
        for is_ahead in (True, False):
            passed[line.key, is_ahead] = [other for own, rival, other in rivals if _has_passed(own, rival, is_ahead)]
    told: set[tuple[int, int]] = set()
    for key, is_ahead in sorted(passed, key=lambda which: -len(passed[which])):
        pairs = {other.key: (key, other.key) if is_ahead else (other.key, key) for other in passed[key, is_ahead]}
        passed[key, is_ahead] = [other for other in passed[key, is_ahead] if pairs[other.key] not in told]
        told |= set(pairs.values())
    return [
        _("%(name)s passe devant %(others)s.") % words if is_ahead else _("%(name)s passe derrière %(others)s.") % words
        for (key, is_ahead), others in passed.items()
        if others
        for words in [{"name": lines[key].name, "others": _names_words(others, lines)}]
    ]


def _has_passed(line: Moved, rival: Moved, is_ahead: bool) -> bool:  # noqa: FBT001
    """Return whether a line passes a rival (`is_ahead`), or a rival passes the line."""
    first, then = (line, rival) if is_ahead else (rival, line)
    return _is_ahead(first, then, after=True) and _is_ahead(then, first, after=False)


def _is_ahead(line: Moved, rival: Moved, *, after: bool) -> bool:
    place, rival_place = (line.place_after, rival.place_after) if after else (line.place_before, rival.place_before)
    return place is not None and rival_place is not None and place < rival_place


def _names_words(people: Iterable[_Standing], lines: Mapping[int, Moved]) -> str:
    """Return the first names of these people, and how many others there are."""
    people = list(people)
    names = [lines[line.key].name for line in people if line.is_told][:MOST_NAMED]
    more = len(people) - len(names)
    if more > 0:
        names.append(ngettext("%(count)d autre", "%(count)d autres", more) % {"count": more})
    *beginning, last = names
    if not beginning:
        return last
    return _("%(names)s et %(last)s") % {"names": ", ".join(beginning), "last": last}
