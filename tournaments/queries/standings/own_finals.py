"""The finals that a player may reach, and what he is to each: qualified, reserve, entered, or gone."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from tournaments.labels import BEFORE_PLAY
from tournaments.models import LeagueGuest, Player, Qualifying, Registration, Tournament, is_shown
from tournaments.queries.people.linking import is_one_person, linked_with
from tournaments.queries.standings.candidates import Candidate
from tournaments.queries.standings.qualifying import FinalStage, SourceNow, stages_of


class OwnState(StrEnum):
    """What a player is to a final."""

    ENTERED = "entered"
    IN = "in"
    RESERVE = "reserve"
    OVER = "over"  # his club has its most
    DECLINED = "declined"
    LEFT = "left"  # he was entered


@dataclass(frozen=True)
class OwnPlace:
    """
    A final that a player may reach: his line, or his team's, in the source that counts.

    `number` is his among the reserves. `speaks` means that his word is the one that counts: a team's captain speaks for
    it.
    """

    final: Tournament
    source: SourceNow
    candidate: Candidate
    state: OwnState
    number: int = 0
    speaks: bool = True

    @property
    def may_enter(self) -> bool:
        """True if he has a place that nothing can take from him any more."""
        return self.speaks and self.state is OwnState.IN and not self.source.is_provisional

    @property
    def may_decline(self) -> bool:
        """True while he has, or may get, a place, and may say that he does not come; a captain also once entered."""
        coming = [OwnState.IN, OwnState.RESERVE, OwnState.OVER]
        return self.speaks and self.state in (coming if self.team is None else [*coming, OwnState.ENTERED])

    @property
    def may_come_back(self) -> bool:
        return self.speaks and self.state is OwnState.DECLINED

    @property
    def team(self) -> str | None:
        """The name of his team; None where each plays for himself."""
        return self.candidate.name if self.candidate.team else None


def own_place(stage: FinalStage, player: Player) -> OwnPlace | None:
    """Return what a player is to a final; None if no ranking that he may read leads him there."""
    found = stage.of_player(player.pk)
    if found is None or stage.final is None or found[0].is_secret:
        return None
    source, one = found
    keys = [candidate.key for candidate in source.reserves]
    if one.key in stage.entered:
        state = OwnState.ENTERED
    elif one.key in {other.key for other in stage.declined}:
        state = OwnState.DECLINED
    elif one.key in {other.key for other in stage.left}:
        state = OwnState.LEFT
    elif one.key in keys:
        state = OwnState.RESERVE
    else:
        state = OwnState.OVER if one.key in {other.key for other in source.over} else OwnState.IN
    number = keys.index(one.key) + 1 if state is OwnState.RESERVE else 0
    return OwnPlace(stage.final, source, one, state, number, speaks=_speaks(stage, one, player))


def _speaks(stage: FinalStage, one: Candidate, player: Player) -> bool:
    """Return whether a player speaks for himself, or for his team: as its captain in the final once it is entered."""
    team = stage.teams.get(one.key, one.team)
    return team is None or is_one_person(team.spokesman.player, player)


def own_places(player: Player) -> list[OwnPlace]:
    """Return the finals to come that a player may reach, the next first. One query without any."""
    finals = list(finals_before(player).select_related("club").order_by("date", "pk"))
    stages = stages_of(finals) if finals else {}
    return [place for final in finals if (place := own_place(stages[final.pk], player)) is not None]


def finals_before(player: Player) -> QuerySet[Tournament]:
    """Return the public finals to come that take players from a tournament or a league in which a player is entered."""
    files = Player.objects.filter(linked_with(player)).order_by().values("pk")
    entered = Registration.objects.filter(player__in=files).order_by()
    seasons = entered.filter(tournament__season__isnull=False).values("tournament__season")
    guests = LeagueGuest.objects.filter(season__in=seasons, agreed_at__isnull=False).values("league")
    rows = Qualifying.objects.filter(
        Q(source__in=entered.values("tournament")) | Q(league__season__in=seasons) | Q(league__in=guests),
        final__isnull=False,
    )
    coming = Tournament.objects.filter(pk__in=rows.order_by().values("final"), state__in=BEFORE_PLAY)
    return coming.filter(is_shown())
