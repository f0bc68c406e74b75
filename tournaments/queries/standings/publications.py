"""A league as it was published one day, with the names that players agree to show now: erasures hold here too."""

from dataclasses import dataclass

from tournaments.models import LeaguePublication, Player, PublishedLine
from tournaments.queries.standings.groups import places_among


@dataclass(frozen=True)
class ShownPublication:
    """
    A publication without the lines of players who are not named now; `unnamed` counts them.

    `lines` are (place, is it shared, line, name): the place counts the shown lines only, None if out of the ranking. A
    player with linked files is named only if each of them consents.
    """

    publication: LeaguePublication
    lines: tuple[tuple[int | None, bool, PublishedLine, str], ...]
    unnamed: int

    @property
    def of_teams(self) -> bool:
        """True if teams are ranked."""
        return bool(self.publication.rule.get("of_teams"))


def shown_publication(publication: LeaguePublication) -> ShownPublication:
    """Return a publication as everybody reads it. Two queries."""
    published = list(publication.lines.select_related("player__club"))
    linked = Player.objects.filter(consent=False, linked_as__in={line.player.linked_as for line in published} - {""})
    refusing = set(linked.values_list("linked_as", flat=True))
    named = [line for line in published if line.name or (line.player.consent and line.player.linked_as not in refusing)]
    among = places_among([line.place for line in named])
    lines = tuple(
        (place, shared, line, line.name or line.player.shown_name)
        for line, (place, shared) in zip(named, among, strict=True)
    )
    return ShownPublication(publication, lines, len(published) - len(named))
