"""A league with places that count all players: for a player his own, for a club those of players at its evenings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Club, League, Player, Tournament
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings, league_standings

MOST_OWN = 12  # leagues of a player, the latest first: each is added up


@dataclass(frozen=True)
class OwnLeague:
    """A player's line in a league, among all players, named or not; `ranked` is how many are ranked."""

    league: League
    line: LeagueLine
    ranked: int
    required: int
    is_provisional: bool


@dataclass(frozen=True)
class KnownLeague:
    """
    A league as a club reads it: `lines` are (place, is it shared, line, name); places count all players.

    A player whom the club knows, or at its evenings, has his full name, any other the name that he shows; `unknown`
    counts the players without either, who have no line.
    """

    standings: LeagueStandings
    lines: tuple[tuple[int | None, bool, LeagueLine, str], ...]
    unknown: int


def own_leagues(player: Player) -> list[OwnLeague]:
    """Return the leagues in which a player has a result, the latest first. Five queries at most for each."""
    seasons = player.registrations.filter(tournament__season__isnull=False).order_by().values("tournament__season")
    leagues = League.objects.filter(
        Q(season__in=seasons, committee=None) | Q(guests__season__in=seasons, guests__agreed_at__isnull=False)
    )
    latest = (
        leagues.distinct()
        .select_related("season__club", "committee")
        .order_by("-season__starts_on", "season", "number")
    )
    found = []
    for league in latest[:MOST_OWN]:
        standings = league_standings(league, results_of=cached_results)
        line = next((line for line in standings.lines if player.pk in line.files), None)
        if line is not None:
            ranked, provisional = len(standings.ranked), bool(standings.running)
            found.append(OwnLeague(league, line, ranked, standings.required, provisional))
    return found


def leagues_with(club: Club) -> Q:
    """Return the condition « evenings of this club count in the league »."""
    return Q(season__club=club, committee=None) | Q(guests__season__club=club, guests__agreed_at__isnull=False)


def known_names(standings: LeagueStandings, club: Club | None) -> dict[int, str]:
    """
    Return, by player id, the full names that a club reads in a league: of players it knows, or at its evenings there.
    None is a comité, which reads what everybody reads.

    Of any other player it reads what the public reads, whichever club holds the league. Two queries.
    """
    if standings.rule.of_teams or club is None:  # a team has one name for all
        return {}
    return names_known_to(club, standings.events, {line.player_id: line.files for line in standings.lines})


def names_known_to(club: Club, events: Iterable[Tournament], files_of: Mapping[int, frozenset[int]]) -> dict[int, str]:
    """Return the full names that a club reads of players with these files: of those it knows, or at its `events`."""
    own = [event.pk for event in events if event.club_id == club.pk]
    here = Q(registrations__tournament__in=own) | Q(pk__in=Player.objects.known_to(club).order_by().values("pk"))
    known = set(Player.objects.filter(here).order_by().values_list("pk", flat=True))
    files = {pk: min(of_him & known) for pk, of_him in files_of.items() if of_him & known}
    people = Player.objects.in_bulk(list(files.values()))
    return {pk: people[own].full_name for pk, own in files.items()}


def name_read_by(club: Club, player: Player) -> str:
    """Return the name of a player that a club may read and keep: the full name if it knows him, else the shown one."""
    return player.full_name if club.known.filter(pk=player.pk).exists() else player.shown_name


def known_league(league: League, club: Club) -> KnownLeague:
    """Return a league as a club reads it whose evenings count in the league. Seven queries."""
    standings = league_standings(league, results_of=cached_results)
    names = known_names(standings, club)
    lines = tuple(
        (line.place, line.shared, line, names.get(line.player_id, line.name))
        for line in standings.lines
        if line.is_named or line.player_id in names
    )
    return KnownLeague(standings, lines, len(standings.lines) - len(lines))
