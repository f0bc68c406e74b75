"""Linked files: files of one person that several clubs keep; one person in leagues, separate files elsewhere."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Q, QuerySet

from tournaments.models import Player
from tournaments.queries.people.entered import FileOfPlayer

AnyFile = TypeVar("AnyFile", Player, FileOfPlayer)


def linked_with(player: Player) -> Q:
    """Return the condition « this file, or one that is linked with it »; the database evaluates it when it is used."""
    key = Player.objects.filter(pk=player.pk).exclude(linked_as="").values("linked_as")
    return Q(pk=player.pk) | Q(linked_as__in=key)


def linked_files(player: Player) -> QuerySet[Player]:
    """Return the other files that are linked with this one, by the name of the club that keeps each."""
    others = Player.objects.filter(linked_as=player.linked_as).exclude(linked_as="").exclude(pk=player.pk)
    return others.select_related("club").order_by("club__name", "pk")


def is_one_person(file: Player, other: Player) -> bool:
    """
    Return whether two files belong to one person: the same file, or linked files without two different licences.

    Two licences mean two people, even if the link was made before the second licence was written.
    """
    if file == other:
        return True
    is_linked = file.linked_as != "" and file.linked_as == other.linked_as
    return is_linked and len({file.licence, other.licence} - {""}) < 2


def licences_of(*players: Player) -> set[str]:
    """Return the licences of these files and of files linked with them; one person has at most one."""
    keys = {player.linked_as for player in players} - {""}
    linked = Player.objects.filter(linked_as__in=keys).values_list("licence", flat=True)
    return {*linked, *(player.licence for player in players)} - {""}


def one_person_each(players: Iterable[AnyFile]) -> list[list[AnyFile]]:
    """
    Return these files grouped by person; the first of a group has a licence, or else is the oldest.

    Linked files with two licences belong to two people, even if the link was made before the second was written.
    """
    apart: list[list[AnyFile]] = []
    linked: dict[str, list[AnyFile]] = defaultdict(list)
    for player in players:
        if player.linked_as:
            linked[player.linked_as].append(player)
        else:
            apart.append([player])
    for files in linked.values():
        if len({player.licence for player in files} - {""}) > 1:
            apart += [[player] for player in files]
        else:
            apart.append(sorted(files, key=lambda player: (not player.licence, player.pk)))
    return apart
