"""The lines of a tournament or a league, and the ranking of one group among them: the ladies, the veterans."""

from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, Generic, Protocol, Self, TypeVar, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.labels import Group
from tournaments.standings import places

PODIUM, MOST_ON_PODIUM = 3, 5  # places; lines, when places are shared


class GroupedLine(Protocol):
    """A line of a tournament or a league: a frozen dataclass, which also has `shared` and `overall`."""

    @property
    def place(self) -> int | None: ...

    @property
    def club(self) -> str: ...

    @property
    def groups(self) -> frozenset[Group]: ...

    @property
    def unsaid(self) -> frozenset[Group]: ...


AnyLine = TypeVar("AnyLine", bound=GroupedLine)


class GroupedLines(Generic[AnyLine]):
    """What the standings of a tournament and of a league, two frozen dataclasses, share; no `group` is all."""

    lines: tuple[AnyLine, ...]
    group: Group | None
    unsaid: str  # why the ranking of the `group` may not be one

    @property
    def ranked(self) -> tuple[AnyLine, ...]:
        """The lines with a place; podiums and prizes count only these."""
        return tuple(line for line in self.lines if line.place is not None)

    @property
    def podium(self) -> tuple[AnyLine, ...]:
        """The lines of the first three places, more where places are shared, at most `MOST_ON_PODIUM`."""
        return tuple(line for line in self.ranked if (line.place or 0) <= PODIUM)[:MOST_ON_PODIUM]

    @property
    def groups(self) -> list[Group]:
        """The groups that a reader may choose: see `groups_of`."""
        return groups_of(self.lines)

    @property
    def has_several_clubs(self) -> bool:
        return len({line.club for line in self.lines if line.club}) > 1

    def of_group(self, group: Group | None) -> Self:
        """Return the ranking of one group, with its own places; None gives the whole ranking."""
        if group is None:
            return self
        lines, unsaid = lines_of_group(self.lines, group), self.unsaid_text(group)
        return cast("Self", replace(cast("Any", self), lines=lines, group=group, unsaid=unsaid))

    def unsaid_text(self, group: Group) -> str:
        """Return the warning `unsaid_text` of a group, for the named players; "" if there is none."""
        if group not in self.groups:
            return ""
        text = unsaid_text(group, [line.unsaid for line in self.lines if line.groups])
        return text and " ".join([text, _("Le classement ne suit que ce que disent les fiches.")])

    @property
    def unsaid_texts(self) -> list[str]:
        """The warnings to show beside the first of each group, and beside a place in it."""
        return list(filter(None, map(self.unsaid_text, self.groups)))


def unsaid_text(group: Group, people: Collection[AbstractSet[Group]]) -> str:
    """
    Return a warning if most of these people's files do not say whether they are in a group, else "". `people` has, for
    each person, the groups that the file does not tell. Every ranking of a group shows the warning.
    """
    unsaid = sum(group in groups for groups in people)
    words = {"group": capfirst(group.label), "unsaid": unsaid, "all": len(people)}
    if unsaid * 2 <= len(people):
        return ""
    if group == Group.LADIES:
        return _("Dames : %(unsaid)d des %(all)d fiches ne disent ni femme ni homme.") % words
    return _("%(group)s : %(unsaid)d des %(all)d fiches ne disent pas l’année de naissance.") % words


def groups_of(lines: Iterable[AnyLine]) -> list[Group]:
    """
    Return the groups of the ranked players, or of all if nobody is ranked; a group of everybody is left out.

    Players who are not named have no groups and do not count: a missing group must reveal nothing about them.
    """
    named = [line for line in lines if line.groups]
    return groups_apart([line.groups for line in named if line.place is not None] or [line.groups for line in named])


def groups_apart(people: Collection[AbstractSet[str]]) -> list[Group]:
    """Return the groups that some of these people are in and others are not; each element has one person's groups."""
    found = frozenset().union(*people) - groups_of_all(people)
    return [group for group in Group if group in found]


def groups_of_all(people: Collection[AbstractSet[str]]) -> frozenset[str]:
    """Return the groups of all these people, which nobody can choose; each element has one person's groups."""
    return frozenset(Group.values).intersection(*people) if people else frozenset()


def firsts_of(lines: Sequence[AnyLine]) -> list[tuple[Group, tuple[AnyLine, ...]]]:
    """
    Return the first of each group of `groups_of`; several if they share the place.

    The lines are in the order of the whole ranking; a group without a ranked player is left out.
    """
    firsts: dict[Group, list[AnyLine]] = {group: [] for group in groups_of(lines)}
    for line in lines:
        for group in line.groups if line.place is not None else ():
            best = firsts.get(group)
            if best is not None and (not best or line.place == best[0].place):
                best.append(line)
    return [(group, tuple(best)) for group, best in firsts.items() if best]


def place_in_groups(line: AnyLine, lines: Sequence[AnyLine]) -> list[tuple[Group, int]]:
    """Return (group, place in it) for each group of a line; [] if the line is out of the ranking."""
    own = line.place
    if own is None:
        return []
    return [
        (group, 1 + sum(group in other.groups and (other.place or own) < own for other in lines))
        for group in groups_of(lines)
        if group in line.groups
    ]


def lines_of_group(lines: Iterable[AnyLine], group: Group) -> tuple[AnyLine, ...]:
    """Return the lines of a group in the same order, with `place` in the group and `overall` among all."""
    return lines_among(lines, lambda line: group in line.groups)


def lines_among(lines: Iterable[AnyLine], belongs: Callable[[AnyLine], bool]) -> tuple[AnyLine, ...]:
    """Return the lines where `belongs` is true, in the same order, `place` among them and `overall` among all."""
    members = [line for line in lines if belongs(line)]
    return tuple(
        cast("AnyLine", replace(cast("Any", line), place=place, shared=shared, overall=line.place))
        for line, (place, shared) in zip(members, places_among([line.place for line in members]), strict=True)
    )


def places_among(overall: Sequence[int | None]) -> list[tuple[int | None, bool]]:
    """
    Return (place, is it shared) among themselves of lines with these places among all; None stays None.

    They keep the order of all: what decided between equal totals there decides here.
    """
    order = {index: -place for index, place in enumerate(overall) if place is not None}
    among: dict[int, tuple[int | None, bool]] = {index: (place, shared) for index, place, shared in places(order)}
    return [among.get(index, (None, False)) for index in range(len(overall))]
