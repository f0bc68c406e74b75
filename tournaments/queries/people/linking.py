"""Files of one person that several clubs keep, and that they linked: one person in leagues, two files elsewhere."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from tournaments.models import Player


def linked_with(player: Player) -> Q:
    """Return the condition « linked with this file, or it itself », asked of the database when it is used."""
    key = Player.objects.filter(pk=player.pk).exclude(linked_as="").values("linked_as")
    return Q(pk=player.pk) | Q(linked_as__in=key)


def linked_files(player: Player) -> QuerySet[Player]:
    """Return the other files of a person that are linked with this one, by the name of the club that keeps each."""
    others = Player.objects.filter(linked_as=player.linked_as).exclude(linked_as="").exclude(pk=player.pk)
    return others.select_related("club").order_by("club__name", "pk")


def is_one_person(file: Player, other: Player) -> bool:
    """
    Whether two files are of one person: the same one, or linked ones that have not two licences.

    Files with two licences are of two people, whatever was agreed before the second one was written.
    """
    if file == other:
        return True
    is_linked = file.linked_as != "" and file.linked_as == other.linked_as
    return is_linked and len({file.licence, other.licence} - {""}) < 2


def licences_of(*players: Player) -> set[str]:
    """Return the licences of these files and of those linked with them: one person has one at most."""
    keys = {player.linked_as for player in players} - {""}
    linked = Player.objects.filter(linked_as__in=keys).values_list("licence", flat=True)
    return {*linked, *(player.licence for player in players)} - {""}


def one_person_each(players: Iterable[Player]) -> list[list[Player]]:
    """
    Return these files by person, the one that stands for him first: with his licence, else the older one.

    Linked files that have two licences are of two people, whatever was agreed before the second one was written.
    """
    apart: list[list[Player]] = []
    linked: dict[str, list[Player]] = defaultdict(list)
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
