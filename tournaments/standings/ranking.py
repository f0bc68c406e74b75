"""Places of players in an event, from their sheets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from tournaments.kit.text import Total
from tournaments.standings.presence import Away, Presence, begun, presence
from tournaments.standings.rules import Rule
from tournaments.standings.sheets import PlayerPoints
from tournaments.standings.tie_breaks import Tried, separate

EVERYBODY = Rule()


@dataclass(frozen=True)
class RankedRow:
    """
    One player's place; `shared` when another player has the same total and no criterion separates them.

    `place` is None for a player who is not ranked. `given` is what each round exempt or missed brought by the rule
    (None for every other round), and is part of `total`. `required` is how many rounds a player needs to be ranked.
    `tried` are the criteria used for players with this total, in order, until this player was alone.
    """

    place: int | None
    shared: bool
    sheet: PlayerPoints
    total: Total
    given: tuple[int | None, ...]
    presence: Presence
    required: int
    tried: tuple[Tried, ...] = ()

    @property
    def is_ranked(self) -> bool:
        return self.place is not None


Ranking = tuple[RankedRow, ...]


def rank(
    sheets: Iterable[PlayerPoints],
    rule: Rule = EVERYBODY,
    *,
    planned: int | None = None,
    given: Mapping[int, tuple[int | None, ...]] | None = None,
) -> Ranking:
    """
    Return the rows from the first place to the last, then the players who are not ranked, by total.

    The criteria of the rule decide between equal totals, in order. Players whom no criterion separates share the better
    place, and the next place is skipped: 1, 2, 2, 4. Rows with the same place are sorted by key, so the order of the
    input never matters. `planned` is how many rounds the event will have; None when it is over. A player is not ranked
    once the required rounds can no longer be reached, or when `is_out`. `given` are, by key, the points for each round
    exempt or missed; without it the rule computes them. Raises ValueError for a key given twice, and for sheets
    with different numbers of rounds.
    """
    by_key: dict[int, PlayerPoints] = {}
    for sheet in sheets:
        if sheet.key in by_key:
            raise ValueError(f"two sheets for {sheet.key}")
        by_key[sheet.key] = sheet
    if len({len(sheet.rounds) for sheet in by_key.values()}) > 1:
        raise ValueError("the sheets of one event have as many rounds")
    played = begun(sheet.rounds for sheet in by_key.values())
    event = max(planned or 0, len(played))
    required = rule.required(event)
    if given is None:
        given = {key: _brought_by_rule(sheet, rule, played) for key, sheet in by_key.items()}
    totals = {key: sheet.total + sum(points or 0 for points in given[key]) for key, sheet in by_key.items()}
    took_part = {
        key: presence(sheet.attended, played, event=event, is_gone=sheet.is_gone or planned is None)
        for key, sheet in by_key.items()
    }
    ranked = {
        key: total for key, total in totals.items() if took_part[key].can_reach >= required and not by_key[key].is_out
    }
    out = {key: total for key, total in totals.items() if key not in ranked}
    tried: dict[int, tuple[Tried, ...]] = {}
    in_order: list[tuple[int, int | None, bool]] = [*_separated(ranked, by_key, rule, tried)]
    in_order += [(key, None, False) for key, _place, _shared in places(out)]
    return tuple(
        RankedRow(place, shared, by_key[key], totals[key], given[key], took_part[key], required, tried.get(key, ()))
        for key, place, shared in in_order
    )


def _separated(
    totals: Mapping[int, Total], sheets: Mapping[int, PlayerPoints], rule: Rule, tried: dict[int, tuple[Tried, ...]]
) -> list[tuple[int, int, bool]]:
    """Return the places, with equal totals separated by the criteria; write the criteria used to `tried`."""
    in_order = places(totals)
    if not rule.ties:
        return in_order
    separated: list[tuple[int, int, bool]] = []
    for place, tied in groupby(in_order, key=itemgetter(1)):
        ahead = place
        for together in separate([sheets[key] for key, _place, _shared in tied], rule.ties, rule.lots, tried):
            separated += [(key, ahead, len(together) > 1) for key in together]
            ahead += len(together)
    return separated


def places(totals: Mapping[int, Total]) -> list[tuple[int, int, bool]]:
    """Return (key, place, shared) in the order of the places, for totals given by key."""
    how_many = Counter(totals.values())
    first_place: dict[Total, int] = {}
    place = 1
    for total in sorted(how_many, reverse=True):
        first_place[total] = place
        place += how_many[total]
    in_order = sorted(totals, key=lambda key: (-totals[key], key))
    return [(key, first_place[totals[key]], how_many[totals[key]] > 1) for key in in_order]


def _brought_by_rule(sheet: PlayerPoints, rule: Rule, played: Sequence[int]) -> tuple[int | None, ...]:
    """Return what each round exempt or missed brings, once the round has begun; None for other rounds."""
    if not any(isinstance(points, Away) for points in sheet.rounds):
        return (None,) * len(sheet.rounds)
    brings = rule.brings(sheet.rounds)
    return tuple(
        brings if isinstance(points, Away) and index in played else None for index, points in enumerate(sheet.rounds)
    )
