"""The ranking of one group among all: the ladies, the veterans."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar, cast

from tournaments.labels import Group
from tournaments.standings import places

AnyLine = TypeVar("AnyLine")  # of a tournament or of a league: a place, a total and the groups it is in


def groups_of(lines: Iterable[AnyLine]) -> list[Group]:
    """Return the groups that these lines are in; none when there is nothing to choose."""
    present = {group for line in lines for group in cast("Any", line).groups}
    return [group for group in Group if group in present] if len(present) > 1 else []


def lines_of_group(lines: Iterable[AnyLine], group: Group) -> tuple[AnyLine, ...]:
    """Return the lines of a group in the same order, each with its place in the group and its place among all."""
    return lines_among(lines, lambda line: group in line.groups)


def lines_among(lines: Iterable[AnyLine], belongs: Callable[[Any], bool]) -> tuple[AnyLine, ...]:
    """Return the lines that belong, in the same order, each with its place among them and its place among all."""
    some: list[Any] = [line for line in lines if belongs(line)]
    # The order among all is theirs too: what decided between equal totals there decides here.
    order = {index: -line.place for index, line in enumerate(some) if line.place is not None}
    within = {index: (place, shared) for index, place, shared in places(order)}
    return tuple(
        replace(line, place=place, shared=shared, overall=line.place)
        for index, line in enumerate(some)
        for place, shared in [within.get(index, (None, False))]
    )
