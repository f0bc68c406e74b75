"""The points of a team in an event: what its members brought, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.standings.presence import Away, Brought
from tournaments.standings.rules import Rule
from tournaments.standings.sheets import PlayerPoints
from tournaments.standings.tie_breaks import Tie

Given = tuple[int | None, ...]  # what the rule gives for each round exempt or missed, None for every other round


@dataclass(frozen=True)
class TeamPoints:
    """A team's sheet, and what the rule gives it for those whom it lacked in a round."""

    sheet: PlayerPoints
    given: Given


def team_points(
    number: int, size: int, members: Sequence[tuple[PlayerPoints, Given]], *, is_gone: bool, is_out: bool = False
) -> TeamPoints:
    """
    Return what a team of `size` players brought: the sum of the rounds and of the penalties of its members.

    A member who is out of the ranking whatever the rule (excluded, a double) brings nothing. In each round, for each
    player fewer than `size`, the rule gives what it gives one member without points there: an exempt first, then in the
    order of their keys. A round with fewer than `size` who took part is `short`. Members have as many rounds each;
    without members there is no round.
    """
    counted = [(sheet, given) for sheet, given in members if not sheet.is_out]
    rounds = range(len(members[0][0].rounds) if members else 0)
    sheets = [sheet for sheet, _given in counted]
    return TeamPoints(
        PlayerPoints(
            number,
            tuple(_brought([sheet.rounds[index] for sheet in sheets]) for index in rounds),
            sum(sheet.penalties for sheet in sheets),
            is_gone,
            contracts=tuple(_contracts(sheets, index) for index in rounds),
            is_out=is_out,
            possible=tuple(sum(sheet.possible[index] for sheet in sheets) for index in rounds)
            if any(sheet.possible for sheet in sheets)
            else (),
            whole=sheets[0].whole if sheets else 1,
            short=tuple(sum(sheet.rounds[index] is not Away.MISSED for sheet in sheets) < size for index in rounds),
        ),
        tuple(_given(counted, index, size) for index in rounds),
    )


def team_rule(rule: Rule) -> Rule:
    """Return the rule of an event for its teams: two teams meet at many tables, so these decide nothing."""
    return replace(rule, ties=tuple(tie for tie in rule.ties if tie is not Tie.DIRECT))


def _brought(rounds: Sequence[Brought]) -> Brought:
    """Return what a round brought a team, from what it brought its members."""
    points = [brought for brought in rounds if brought is not None and not isinstance(brought, Away)]
    if points:
        return sum(points)
    if None in rounds:
        return None
    return Away.EXEMPT if Away.EXEMPT in rounds else Away.MISSED


def _contracts(sheets: Sequence[PlayerPoints], index: int) -> int | None:
    """Return the contracts that a team made in a round; None when that is not known of one who has points."""
    made = [
        sheet.contracts[index] if sheet.contracts else None
        for sheet in sheets
        if sheet.rounds[index] is not None and not isinstance(sheet.rounds[index], Away)
    ]
    return None if None in made else sum(filter(None, made))


def _given(members: Sequence[tuple[PlayerPoints, Given]], index: int, size: int) -> int | None:
    """Return what the rule gives a team for a round; None when it lacked nobody there."""
    lacking = size - sum(not isinstance(sheet.rounds[index], Away) for sheet, _given in members)
    without = [(sheet, given[index]) for sheet, given in members if isinstance(sheet.rounds[index], Away)]
    without.sort(key=lambda member: (member[0].rounds[index] is not Away.EXEMPT, member[0].key))
    brought = [points for _sheet, points in without[: max(0, lacking)] if points is not None]
    return sum(brought) if brought else None
