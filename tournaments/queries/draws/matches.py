"""The matches of teams that are drawn, and what is known of their line-ups."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q

from tournaments.labels import HAVE_LEFT, Status
from tournaments.models import Match, Player, Registration, SealedLineUp, Team, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.evening.stages import begun_numbers
from tournaments.queries.people.names import names_apart, public_name
from tournaments.seating import AT_A_TABLE, Matches

PLAYERS = ("taker", "first", "second", "third")


@dataclass(frozen=True)
class MatchSide:
    """A team in a match. `line_up` is None as long as nobody may read it, or it is not made (`is_sealed`)."""

    match: Match
    team: Team
    is_sealed: bool
    line_up: SealedLineUp | None = None

    @property
    def names(self) -> list[str]:
        """The names of the four players, the taker first, as everybody may read them; [] while nobody may."""
        return names_apart(self._players, map(public_name, self._players))

    @property
    def staff_names(self) -> list[str]:
        """The same names as those who run the event read them."""
        return names_apart(self._players, [entry.player.full_name for entry in self._players])

    @property
    def _players(self) -> list[Registration]:
        return [] if self.line_up is None else [getattr(self.line_up, name) for name in PLAYERS]


@dataclass(frozen=True)
class DrawnMatch:
    """A match with its sides: two, or the one that has a bye."""

    match: Match
    sides: tuple[MatchSide, ...]

    @property
    def waits(self) -> bool:
        """True while a line-up is missing."""
        return not self.match.is_bye and not all(side.is_sealed for side in self.sides)


@dataclass(frozen=True)
class RoundOfMatches:
    """The matches of one round, drawn; published once they have tables, and begun with the first result."""

    number: int
    matches: tuple[DrawnMatch, ...]
    is_published: bool
    is_begun: bool

    @property
    def waiting(self) -> list[MatchSide]:
        """The sides whose line-up is missing."""
        return [side for each in self.matches if each.waits for side in each.sides if not side.is_sealed]


WITH_PLAYERS = [f"line_ups__{name}__player__club" for name in PLAYERS]


def rounds_of_matches(tournament: Tournament, number: int | None = None) -> list[RoundOfMatches]:
    """
    Return the rounds whose matches are drawn, or round `number` alone, with the line-ups that everybody may read.

    Both teams of a match have sealed theirs, or nobody reads either.
    """
    matches = tournament.matches.select_related("one", "other").prefetch_related("line_ups", *WITH_PLAYERS)
    if number is not None:
        matches = matches.filter(round_number=number)
    published, begun = set(tournament.rounds.values_list("number", flat=True)), begun_numbers(tournament)
    by_round: dict[int, list[DrawnMatch]] = {}
    for match in matches:
        by_round.setdefault(match.round_number, []).append(_drawn(match))
    return [RoundOfMatches(each, tuple(drawn), each in published, each in begun) for each, drawn in by_round.items()]


def _drawn(match: Match) -> DrawnMatch:
    line_ups = {line_up.team_id: line_up for line_up in match.line_ups.all()}
    are_open = len(line_ups) == len(match.team_ids)
    teams = [match.one, *([match.other] if match.other is not None else [])]
    return DrawnMatch(
        match,
        tuple(
            MatchSide(match, team, team.pk in line_ups, line_ups.get(team.pk) if are_open else None) for team in teams
        ),
    )


def next_round(tournament: Tournament) -> int:
    """Return the number of the first round that is not published: matches are drawn from there on."""
    return (tournament.rounds.aggregate(last=Max("number"))["last"] or 0) + 1


def past_matches(tournament: Tournament, before: int) -> list[Matches]:
    """Return the matches of the rounds before this one, by round; teams are told by id."""
    by_round: dict[int, list[Match]] = {}
    for match in tournament.matches.filter(round_number__lt=before):
        by_round.setdefault(match.round_number, []).append(match)
    return [
        Matches(
            tuple((match.one_id, match.other_id) for match in matches if match.other_id is not None),
            next((match.one_id for match in matches if match.is_bye), None),
        )
        for _number, matches in sorted(by_round.items())
    ]


def who_may_play(team: Team) -> list[Registration]:
    """Return the members of a team who have not left, by start number."""
    members = team.members.filter(OF_A_PERSON).exclude(status__in=HAVE_LEFT)
    return list(members.select_related("player").order_by("start_number"))


def who_is_there(team: Team) -> list[Registration]:
    """Return the members who are present if they are enough for a match, else all who have not left."""
    members = who_may_play(team)
    present = [member for member in members if member.status == Status.PRESENT]
    return present if len(present) >= AT_A_TABLE else members


def turns_of(teams: Iterable[Team], before: int) -> tuple[Counter[int], Counter[int]]:
    """Return how often each registration was in a line-up before this round, and how often as its taker. One query."""
    played, taken = Counter[int](), Counter[int]()
    for line_up in SealedLineUp.objects.filter(team__in=teams, match__round_number__lt=before):
        played.update(line_up.player_ids)
        taken[line_up.taker_id] += 1
    return played, taken


def who_may_stand_in(tournament: Tournament) -> list[Registration]:
    """Return who is entered, has not left and is of no team, by start number: a captain may call one of them."""
    free = tournament.registrations.filter(OF_A_PERSON, team=None).exclude(status__in=HAVE_LEFT)
    return list(free.select_related("player").order_by("start_number"))


def captaincy(tournament: Tournament, player: Player) -> Team | None:
    """Return the team whose captain this player is; None if he is none, or has left."""
    entry = tournament.registrations.filter(player=player, is_captain=True).exclude(status__in=HAVE_LEFT)
    found = entry.select_related("team").first()
    return found.team if found is not None else None


def clubs_of_teams(tournament: Tournament) -> dict[int, int]:
    """Return, by team id, the id of the club that keeps the files of more than half of its members; none without."""
    members: dict[int, list[int]] = {}
    entries = tournament.registrations.filter(OF_A_PERSON, team__isnull=False).exclude(status__in=HAVE_LEFT)
    for team, club in entries.order_by("team").values_list("team", "player__club"):
        members.setdefault(team, []).append(club)
    most = {team: Counter(clubs).most_common(1)[0] for team, clubs in members.items()}
    return {team: club for team, (club, count) in most.items() if count * 2 > len(members[team])}


def within_a_club(matches: Iterable[Match]) -> list[Match]:
    """Return those of these matches, of one tournament, that are between two teams of a club. One query."""
    matches = list(matches)
    clubs = clubs_of_teams(matches[0].tournament) if matches else {}
    return [
        match
        for match in matches
        if match.other_id is not None and match.one_id in clubs and clubs[match.one_id] == clubs.get(match.other_id)
    ]


def match_of_team(tournament: Tournament, round_number: int, team_number: int) -> Match | None:
    """Return the match of the team with this number in a round; None for a bye too."""
    of_team = Q(one__number=team_number) | Q(other__number=team_number)
    met = tournament.matches.filter(of_team, round_number=round_number, other__isnull=False)
    return met.select_related("one", "other", "tournament").first()


def to_line_up(team: Team) -> Sequence[Match]:
    """Return the matches of a team whose round is not published, the next first; a bye needs no line-up."""
    published = team.tournament.rounds.values("number")
    matches = team.tournament.matches.exclude(round_number__in=published).filter(other__isnull=False)
    return [match for match in matches.select_related("one", "other") if team.pk in match.team_ids]
