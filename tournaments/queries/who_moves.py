"""Who moves in the standings and in the league when something changes, before it is written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import BEFORE_PLAY
from tournaments.models import Registration, Tournament
from tournaments.queries.kept_lines import counted_lines
from tournaments.queries.leagues import LeagueLine, league
from tournaments.queries.standing_lines import Line
from tournaments.queries.standings import Change, ranked_by, standings_of
from tournaments.standings import Sheet, rank

MOST_NAMED = 3  # whom somebody passes, by their names; how many others


@dataclass(frozen=True)
class Moved:
    """
    A player's line before and after, in whole points.

    A place is None for who has, or would have, played nothing, or would be out of the ranking. `start_number` is 0 in a
    league, whose people have none.
    """

    name: str
    start_number: int
    place_before: int | None
    place_after: int | None
    total_before: int
    total_after: int

    @property
    def changes_place(self) -> bool:
        return self.place_before != self.place_after

    @property
    def changes_total(self) -> bool:
        return self.total_before != self.total_after


@dataclass(frozen=True)
class Moves:
    """
    Who moves in one ranking: `lines` are those whose total changes, `others` those who only change places with them.

    `passings` say who passes whom. Everything in the order of the ranking as it would be.
    """

    lines: tuple[Moved, ...]
    others: tuple[Moved, ...]
    passings: tuple[str, ...]

    @property
    def how_many(self) -> int:
        """How many change places."""
        return sum(line.changes_place for line in self.lines) + len(self.others)

    @property
    def is_nobody(self) -> bool:
        """Whether everybody keeps his place."""
        return self.how_many == 0


@dataclass(frozen=True)
class Effect:
    """What a change does to the standings of its tournament, and to the league that it counts for."""

    standings: Moves
    league: Moves | None = None

    @property
    def is_nobody(self) -> bool:
        return self.standings.is_nobody and (self.league is None or self.league.is_nobody)

    @property
    def is_nothing(self) -> bool:
        """Whether not even a total changes."""
        return self.is_nobody and not self.standings.lines


def who_moves(tournament: Tournament, change: Change) -> Effect:
    """
    Return who moves by a change that is not written yet. For those who run the event: players are named in full.

    Seven queries without a league. With one, whose other people are named as they agreed to, seventeen.
    """
    changes = {tournament.pk: change}
    entries = entries_of(tournament)
    before, after = (standings_of([tournament], each)[tournament.pk].lines for each in (None, changes))
    names = {entry.pk: entry.player.full_name for entry in entries.values()}
    moves = _moves([_of_standings(line, names) for line in before], [_of_standings(line, names) for line in after])
    season = tournament.season
    if season is None or not tournament.is_public or tournament.state in BEFORE_PLAY:
        return Effect(moves)
    people = {entry.player_id: entry.player.full_name for entry in entries.values()}
    then, now = (league(season, lines_of=partial(counted_lines, changes=each)).lines for each in (None, changes))
    return Effect(
        moves, _moves([_of_league(line, people) for line in then], [_of_league(line, people) for line in now])
    )


def moved(
    tournament: Tournament,
    lines: Iterable[Line],
    places: Mapping[int, int | None],
    sheets: Iterable[Sheet],
    entries: Mapping[int, Registration],
) -> tuple[Moved, ...]:
    """Return these lines as they are and as these sheets would make them, in that order; keys are start numbers."""
    names = {entry.start_number: entry.player.full_name for entry in entries.values()}
    totals = {line.start_number: line.total for line in lines}
    rule, planned = ranked_by(tournament)
    return tuple(
        Moved(
            name=names[row.sheet.key],
            start_number=row.sheet.key,
            place_before=places.get(row.sheet.key),
            place_after=row.place if row.sheet.rounds_played > 0 or row.sheet.penalties < 0 else None,
            total_before=totals.get(row.sheet.key, 0),
            total_after=row.total,
        )
        for row in rank(sheets, rule, planned=planned)
    )


def entries_of(tournament: Tournament) -> dict[int, Registration]:
    """Return the entries of a tournament by their ids, each with its player."""
    return {entry.pk: entry for entry in Registration.objects.filter(tournament=tournament).select_related("player")}


@dataclass(frozen=True)
class _Standing:
    """Where somebody stands in one ranking: what `_moves` compares."""

    key: int
    name: str
    number: int
    place: int | None
    total: int


def _of_standings(line: Line, names: Mapping[int, str]) -> _Standing:
    place = line.place if line.counts else None
    return _Standing(line.registration_id, names[line.registration_id], line.start_number, place, line.total)


def _of_league(line: LeagueLine, people: Mapping[int, str]) -> _Standing:
    return _Standing(line.player_id, people.get(line.player_id, line.name), 0, line.place, line.total)


def _moves(before: list[_Standing], after: list[_Standing]) -> Moves:
    was, now = ({each.key: each for each in standing} for standing in (before, after))
    in_order = [*after, *(each for each in before if each.key not in now)]  # who brings nothing any more stands last
    lines = {each.key: _moved(each.key, was, now) for each in in_order}
    changed = [each for each in in_order if lines[each.key].changes_total]
    others = [each for each in in_order if lines[each.key].changes_place and each not in changed]
    return Moves(
        tuple(lines[each.key] for each in changed),
        tuple(lines[each.key] for each in others),
        tuple(words for each in changed if (words := _passes(each.key, lines, in_order))),
    )


def _moved(key: int, was: Mapping[int, _Standing], now: Mapping[int, _Standing]) -> Moved:
    old, new = was.get(key), now.get(key)
    shown = new or old
    assert shown is not None  # the key is of one of the two
    return Moved(
        name=shown.name,
        start_number=shown.number,
        place_before=old.place if old else None,
        place_after=new.place if new else None,
        total_before=old.total if old else 0,
        total_after=new.total if new else 0,
    )


def _passes(key: int, lines: Mapping[int, Moved], in_order: Iterable[_Standing]) -> str:
    """Return whom somebody passes, and who passes him: « DUPONT Jean passe devant JOUBERT Anne et 2 autres »."""
    line = lines[key]
    there = [lines[each.key] for each in in_order if each.key != key]
    ahead = [each for each in there if _is_ahead(line, each, after=True) and _is_ahead(each, line, after=False)]
    behind = [each for each in there if _is_ahead(each, line, after=True) and _is_ahead(line, each, after=False)]
    if ahead:
        return _("%(name)s passe devant %(others)s.") % {"name": line.name, "others": _named(ahead)}
    if behind:
        return _("%(name)s passe derrière %(others)s.") % {"name": line.name, "others": _named(behind)}
    return ""


def _is_ahead(one: Moved, other: Moved, *, after: bool) -> bool:
    first, second = (one.place_after, other.place_after) if after else (one.place_before, other.place_before)
    return first is not None and second is not None and first < second


def _named(people: list[Moved]) -> str:
    """Return the first names, and how many there are besides."""
    left = len(people) - MOST_NAMED
    if left > 0:
        others = ngettext("%(count)d autre", "%(count)d autres", left) % {"count": left}
        names = [*(each.name for each in people[:MOST_NAMED]), others]
    else:
        names = [each.name for each in people]
    *first, last = names
    if not first:
        return last
    return _("%(names)s et %(last)s") % {"names": ", ".join(first), "last": last}
