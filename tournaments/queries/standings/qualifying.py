"""A stage of a championship: who is qualified for a final, the reserves, who declined, and the ranking after it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.labels import AWAY
from tournaments.models import (
    Club,
    Committee,
    Declined,
    League,
    Player,
    Qualifying,
    Registration,
    Tournament,
)
from tournaments.models.qualifying import holder_of
from tournaments.queries.people.names import name_apart, name_or_number
from tournaments.queries.standings.cached import cached_lines, cached_results
from tournaments.queries.standings.candidates import (
    Candidate,
    as_entered,
    as_people,
    as_teams,
    named_as,
    of_league,
    of_team,
    ranked_players,
    ranked_teams,
    ranks_for,
)
from tournaments.queries.standings.leagues import LeagueStandings, standings_of_leagues
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.team_people import TeamOfPeople, club_of, team_lines, teams_of
from tournaments.queries.standings.teams import TeamLine
from tournaments.standings import CutRanking, Selection, Total, by_rank, select, with_carried

MOST_STEPS = 3  # from one stage of a championship to the next
ROWS = ("league__season__club", "league__committee", "source__club", "final__club")


@dataclass(frozen=True)
class SourceNow:
    """
    A source as it stands: its `ranked` players and what `select` makes of them.

    It `is_provisional` until its last result is known, and `is_secret` while nobody but who runs it may read its
    ranking, or not all of it. `unnamed` counts the players without a line in a league that everybody reads. `events`
    are the tournaments that it adds up.
    """

    row: Qualifying
    ranked: tuple[Candidate, ...]
    going: tuple[Candidate, ...]
    reserves: tuple[Candidate, ...]
    over: tuple[Candidate, ...]
    places: int
    is_provisional: bool
    is_secret: bool
    unnamed: int
    events: tuple[Tournament, ...]

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def host(self) -> Club | Committee:
        """Whose ranking it is: a club's, or a comité's."""
        return holder_of(self.row.origin)

    @property
    def free(self) -> int:
        """How many places nobody can take: the ranking has too few players, or its clubs have their most."""
        return 0 if self.reserves else self.places - len(self.going)

    @property
    def is_shared(self) -> bool:
        """True if the last qualified player shares his place with the first reserve: the list's order decides."""
        return bool(self.going and self.reserves) and self.going[-1].place == self.reserves[0].place


@dataclass(frozen=True)
class Finalist:
    """
    A player, or a `team`, after the final: `scored` there, and `total`, with what was carried.

    `source` is None for a guest.
    """

    place: int
    shared: bool
    player_id: int
    name: str
    is_named: bool
    club: str
    total: Total
    scored: Total
    files: frozenset[int]
    source: SourceNow | None = None
    team: TeamOfPeople | None = None


@dataclass(frozen=True)
class FinalStage:
    """
    A final and its sources: who goes, who is a reserve, who does not come (`declined`, and `left` once entered).

    `final` is None while the tournament is not chosen. Who is `entered` in it is told by keys, and `teams` are the
    teams there, of those who are qualified or were; `beyond` are entered and qualified no longer.
    `finalists` is the ranking after the final, empty before it has a result. In `shown_stage`, `unnamed` counts further
    players without a name, and `is_withheld` means that the qualified players are not public yet.
    """

    final: Tournament | None
    sources: tuple[SourceNow, ...]
    declined: tuple[Candidate, ...]
    left: tuple[Candidate, ...] = ()
    beyond: tuple[Candidate, ...] = ()
    entered: frozenset[int] = frozenset()
    teams: Mapping[int, TeamOfPeople] = field(default_factory=dict)
    finalists: tuple[Finalist, ...] = ()
    unnamed: int = 0
    is_withheld: bool = False

    @property
    def going(self) -> list[Candidate]:
        """The qualified players, source by source."""
        return [candidate for source in self.sources for candidate in source.going]

    @property
    def everybody(self) -> list[Candidate]:
        return [candidate for source in self.sources for candidate in source.ranked]

    @property
    def of_teams(self) -> bool:
        """True if whole teams are qualified."""
        return self.final is not None and self.final.has_teams

    @property
    def has_unnamed(self) -> bool:
        """True if a league that leads here has players who have no line for the public."""
        return any(source.unnamed for source in self.sources)

    @property
    def seeds(self) -> list[Candidate]:
        """The qualified players by rank: the first of each source, the second of each, …"""
        at = {candidate.key: candidate for candidate in self.going}
        lists = [Selection(source.places, tuple(one.key for one in source.going), (), ()) for source in self.sources]
        return [at[key] for key in by_rank(lists)]

    @cached_property
    def by_key(self) -> dict[int, tuple[SourceNow, Candidate]]:
        """The source of each person, with his line: the one that qualifies him, else the first that ranks him."""
        first = {one.key: (source, one) for source in reversed(self.sources) for one in source.ranked}
        return first | {one.key: (source, one) for source in self.sources for one in source.going}

    def of_player(self, player_id: int) -> tuple[SourceNow, Candidate] | None:
        """
        Return the source and the line of a player, or of his team; None if no source ranks him.

        Of two teams, the one that is entered, else the one that goes, else one that has not said that it stays away.
        """
        keys = dict.fromkeys(one.key for one in self.everybody if player_id in one.files)
        going = {one.key for one in self.going}
        away = {one.key for one in (*self.declined, *self.left)}
        best = min(keys, key=lambda key: (key not in self.entered, key not in going, key in away), default=None)
        return None if best is None else self.by_key[best]

    def of_id(self, candidate_id: int) -> tuple[SourceNow, Candidate] | None:
        """Return the source and the line of a player's file, or of a team, in a source; None if no source ranks it."""
        return next((self.by_key[one.key] for one in self.everybody if one.id == candidate_id), None)


def stage_of(final: Tournament) -> FinalStage:
    """Return the stage of a final now; without sources if it has none."""
    return stages_of([final])[final.pk]


def stage_of_row(row: Qualifying) -> FinalStage:
    """Return the stage that a source leads to; while the tournament is not chosen, of this source alone."""
    return stage_of(row.final) if row.final else _read({0: [row]}, {}, frozenset())[0]


def steps(start: Tournament, near: str, far: str) -> list[Qualifying]:
    """
    Return the sources before a tournament (`near` "final", `far` "source"), or after it (the other way round).

    Each has its `step`, counted from 1; one more than a championship may have is looked for.
    """
    found: list[Qualifying] = []
    ids: set[int] = {start.pk}
    for step in range(1, MOST_STEPS + 2):
        rows = list(Qualifying.objects.filter(**{f"{near}__in": ids})) if ids else []
        for row in rows:
            row.step = step
        found += rows
        ids = {pk for row in rows if (pk := getattr(row, f"{far}_id")) is not None}
    return found


def final_row(league: League) -> Qualifying | None:
    """
    Return the row of a league's own final: the one announced, else the first that leads to a tournament of its club.
    Of a comité's league, what the comité announced. One query.
    """
    rows = Qualifying.objects.filter(league=league).select_related(*ROWS)
    if league.committee_id is not None:
        own = [row for row in rows if row.by_committee]
    else:
        own = [row for row in rows if row.final is None or row.final.club_id == league.season.club_id]
    return min(own, key=lambda row: (row.final is not None, row.pk), default=None)


def finals_of(league: League) -> QuerySet[Tournament]:
    """
    Return the tournaments in which the final of a league may be played: those of its club.

    For a comité's, the one chosen, and those of its clubs that take players from it already: by that a club offers to
    hold the final.
    """
    if league.committee_id is None:
        return Tournament.objects.filter(club=league.season.club_id)
    offered = Q(final__club__committee=league.committee_id) | Q(by_committee=True)
    held = Qualifying.objects.filter(offered, league=league, final__isnull=False)
    return Tournament.objects.filter(pk__in=held.values("final"))


def of_league_alone(stage: FinalStage, row: Qualifying) -> FinalStage:
    """Return a stage as one of its sources knows it: without the other sources, and whom they alone rank."""
    source = next(one for one in stage.sources if one.row.pk == row.pk)
    at = {one.key: one for one in source.ranked}
    declined, left, beyond = (
        tuple(at[one.key] for one in part if one.key in at) for part in (stage.declined, stage.left, stage.beyond)
    )
    return replace(stage, sources=(source,), declined=declined, left=left, beyond=beyond)


def stages_of(finals: Iterable[Tournament], before: frozenset[int] = frozenset()) -> dict[int, FinalStage]:
    """
    Return the stages of these finals, by id.

    As many queries whatever the number of players, sources and finals; as many again for each stage before them whose
    totals are made of what was carried. `before` are the finals that are being read: a circle ends there.
    """
    by_id = {final.pk: final for final in finals}
    groups: dict[int, list[Qualifying]] = {pk: [] for pk in by_id}
    for row in Qualifying.objects.filter(final__in=by_id).select_related(*ROWS):
        groups[row.final_id].append(row)  # type: ignore[index]
    return _read(groups, by_id, before | by_id.keys())


def _read(
    groups: Mapping[int, Sequence[Qualifying]], finals: Mapping[int, Tournament], before: frozenset[int]
) -> dict[int, FinalStage]:
    """Return the stage of each group of rows, by its id; `finals` has the tournament of those that have one."""
    rows = [row for group in groups.values() for row in group]
    if not rows:
        return {pk: FinalStage(finals.get(pk), (), ()) for pk in groups}
    leagues = {row.league_id: row.league for row in rows if row.league}
    of_leagues = dict(
        zip(leagues, standings_of_leagues(list(leagues.values()), results_of=cached_results), strict=True)
    )
    by_teams = [final for final in finals.values() if final.has_teams]
    teams = teams_of([*by_teams, *(row.source for row in rows if row.source and _takes_teams(row))])
    ranked = _ranked_after(rows, before, teams)
    lines_of_finals: dict[int, Sequence[Line]] = {
        **cached_lines(final for final in finals.values() if not final.has_teams),
        **team_lines(by_teams),
    }
    files = {file for one in chain.from_iterable(ranked.values()) for file in one.files}
    files |= {line.player_id for lines in lines_of_finals.values() for line in lines if line.player_id}
    files |= {file for standings in of_leagues.values() for line in standings.ranked for file in line.files}
    files |= {file for of_final in teams.values() for team in of_final.values() for file in team.files}
    people = Player.objects.select_related("club").in_bulk(list(files))
    declined = _declined(rows)
    statuses: dict[int, dict[int, str]] = defaultdict(dict)
    entries = Registration.objects.filter(tournament__in=finals).order_by("start_number")
    for final_id, player, status in entries.values_list("tournament", "player", "status"):
        statuses[final_id][player] = status
    stages = {}
    for pk, group in groups.items():
        final, lists = finals.get(pk), {row.pk: _lines(row, ranked, of_leagues, people) for row in group}
        if final is not None and final.has_teams:
            lists = as_teams(lists, people)
            entered = _teams_entered(lists, teams[pk], people)
        else:
            lists = as_people(lists, people)
            entered = _players_entered(lists, statuses[pk])
        out = {one_id for row in group for one_id in declined[row.pk]}
        known = {row.pk: of_leagues.get(row.league_id or 0) for row in group}
        stage = _stage(final, group, lists, out, entered, known)
        stages[pk] = replace(stage, finalists=_finalists(stage, lines_of_finals.get(pk, ()), people, teams.get(pk, {})))
    return stages


def _takes_teams(row: Qualifying) -> bool:
    """Return whether teams are qualified by a tournament that ranks teams of the same size."""
    return row.takes_teams and row.source is not None and ranks_for(row.source, row.final)


def _lines(
    row: Qualifying,
    ranked: Mapping[int, Sequence[Candidate]],
    leagues: Mapping[int | None, LeagueStandings],
    people: Mapping[int, Player],
) -> tuple[Candidate, ...]:
    """Return who is ranked by a source, with names: nobody where it does not rank what the final is played by."""
    if row.league_id is not None:
        return () if row.takes_teams else tuple(map(of_league, leagues[row.league_id].ranked))
    return tuple(one if one.team else named_as(one, people[one.player_id]) for one in ranked[row.pk])


def _ranked_after(
    rows: Sequence[Qualifying], before: frozenset[int], teams: Mapping[int, Mapping[int, TeamOfPeople]]
) -> dict[int, list[Candidate]]:
    """Return who is ranked by the tournaments of these rows, by row id, with what each carried there."""
    sources = {row.pk: row.source for row in rows if row.source is not None}
    by_teams = {row.pk for row in rows if _takes_teams(row)}
    alone = {row.pk for row in rows if row.source is not None and not row.takes_teams}
    of_teams = ranked_teams({sources[pk].pk: sources[pk] for pk in by_teams}.values(), teams)
    of_players = ranked_players({sources[pk].pk: sources[pk] for pk in alone}.values())
    asked = {source.pk: source for source in sources.values()}
    carrying = Qualifying.objects.filter(final__in=asked.keys() - before, carried__gt=0)
    again = [asked[pk] for pk in set(carrying.order_by().values_list("final", flat=True)) if pk is not None]
    for pk, stage in (stages_of(again, before) if again else {}).items():
        after = [
            of_team(one.team, place=one.place, shared=one.shared, total=one.total)
            if one.team
            else Candidate(one.player_id, one.place, one.shared, one.total, one.files)
            for one in stage.finalists
        ]
        (of_teams if asked[pk].has_teams else of_players)[pk] = after
    return {
        pk: of_teams.get(source.pk, []) if pk in by_teams else of_players.get(source.pk, []) if pk in alone else []
        for pk, source in sources.items()
    }


def _declined(rows: Iterable[Qualifying]) -> dict[int, set[tuple[bool, int]]]:
    """Return who does not come, by row id: (whether it is a team, its id or that of a player's file). One query."""
    declined: dict[int, set[tuple[bool, int]]] = defaultdict(set)
    for row_id, player, team in Declined.objects.filter(qualifying__in=rows).values_list(
        "qualifying", "player", "team"
    ):
        declined[row_id].add((False, player) if team is None else (True, team))
    return declined


@dataclass(frozen=True)
class _Entered:
    """Who of a stage is entered in its final, and who was and is away, by keys; `teams` are the teams there."""

    here: frozenset[int]
    away: frozenset[int]
    teams: Mapping[int, TeamOfPeople] = field(default_factory=dict)


def _players_entered(lists: Mapping[int, tuple[Candidate, ...]], statuses: Mapping[int, str]) -> _Entered:
    away = {player for player, status in statuses.items() if status in AWAY}
    here = statuses.keys() - away
    everybody = list(chain.from_iterable(lists.values()))
    return _Entered(
        frozenset(one.key for one in everybody if one.files & here),
        frozenset(one.key for one in everybody if one.files & away),
    )


def _teams_entered(
    lists: Mapping[int, tuple[Candidate, ...]], teams: Mapping[int, TeamOfPeople], people: Mapping[int, Player]
) -> _Entered:
    found = as_entered(chain.from_iterable(lists.values()), teams.values(), people)
    away = frozenset(key for key, team in found.items() if team.is_away)
    return _Entered(frozenset(found) - away, away, found)


def _stage(
    final: Tournament | None,
    rows: Sequence[Qualifying],
    lists: Mapping[int, tuple[Candidate, ...]],
    declined: set[tuple[bool, int]],
    entered: _Entered,
    leagues: Mapping[int, LeagueStandings | None],
) -> FinalStage:
    # Who is ranked before a cut starts is none of its candidates: he has his place elsewhere.
    whole, lists = lists, {row.pk: lists[row.pk][row.cut.start - 1 :] for row in rows}
    everybody = {one.key: one for row in reversed(rows) for one in lists[row.pk]}
    no = {one.key for ranked in lists.values() for one in ranked if one.declines_as & declined}
    left = entered.away - no
    picked = select(
        [
            CutRanking([one.key for one in whole[row.pk]], row.cut, {one.key: one.club for one in whole[row.pk]})
            for row in rows
        ],
        no | left,
    )
    sources = []
    for row, chosen in zip(rows, picked, strict=True):
        at = {one.key: one for one in lists[row.pk]}
        going, reserves, over = (
            tuple(at[key] for key in keys) for keys in (chosen.going, chosen.reserves, chosen.over)
        )
        sources.append(
            SourceNow(*(row, lists[row.pk], going, reserves, over, chosen.places), **_state(row, leagues[row.pk]))
        )
    qualified = {key for chosen in picked for key in chosen.going}
    return FinalStage(
        final,
        tuple(sources),
        declined=tuple(one for one in everybody.values() if one.key in no),
        left=tuple(one for one in everybody.values() if one.key in left),
        beyond=tuple(one for one in everybody.values() if one.key in entered.here - qualified),
        entered=entered.here,
        teams=entered.teams,
    )


def _state(row: Qualifying, league: LeagueStandings | None) -> dict[str, Any]:
    """Return whether a source is provisional, and secret, how many are unnamed there, and its events."""
    if league is not None:
        facts = {"is_provisional": bool(league.running), "is_secret": False}
        return facts | {"unnamed": league.unnamed, "events": league.events}
    source = row.source
    assert source is not None  # a constraint
    is_secret = not source.is_public or source.last_shown_round is not None
    return {"is_provisional": not source.is_final, "is_secret": is_secret, "unnamed": 0, "events": (source,)}


def carries(row: Qualifying) -> bool:
    """Return whether a source's totals are added in its final: they have the same unit."""
    return bool(row.carried) and row.final is not None and has_unit_of(row.origin, row.final)


def has_unit_of(origin: League | Tournament, final: Tournament) -> bool:
    """
    Return whether totals of a league or a tournament are in the unit of a final: marks, one comparison, matches.

    Victory points of matches are another unit than what their boards brought.
    """
    if isinstance(origin, League):
        return not final.compared_by
    units = ((each.compared_by, each.plays_matches, bool(each.victory_by)) for each in (origin, final))
    return len(set(units)) == 1


def _finalists(
    stage: FinalStage, lines: Iterable[Line], people: Mapping[int, Player], teams: Mapping[int, TeamOfPeople]
) -> tuple[Finalist, ...]:
    """Return the ranking after a final: of all who have a place in it, with what each carried."""
    if stage.final is None or not stage.sources or not stage.final.is_public:
        return ()
    key_of = {file: one.key for one in stage.everybody for file in one.files}
    if stage.of_teams:
        key_of = {team.team.pk: key for key, team in stage.teams.items()}
    placed = {_id(line): line for line in lines if line.place is not None}
    ranked = {key_of.get(pk, -pk): line for pk, line in placed.items() if not stage.of_teams or pk in teams}
    carried = {
        key: source.row.cut.kept(one.total)
        for key, (source, one) in stage.by_key.items()
        if key in ranked and carries(source.row)
    }
    finalists = []
    for key, place, shared, total in with_carried({key: line.total for key, line in ranked.items()}, carried):
        source, one = stage.by_key.get(key, (None, None))
        finalist = _finalist(ranked[key], people, teams, place=place, shared=shared, total=total, source=source)
        finalists.append(replace(finalist, files=finalist.files | one.files) if one else finalist)
    return tuple(finalists)


def _id(line: Line) -> int:
    return line.team_id if isinstance(line, TeamLine) else line.player_id


def _finalist(
    line: Line,
    people: Mapping[int, Player],
    teams: Mapping[int, TeamOfPeople],
    *,
    place: int,
    shared: bool,
    total: Total,
    source: SourceNow | None,
) -> Finalist:
    """Return the line of a player, or of a team, after a final; its files there alone."""
    if isinstance(line, TeamLine):
        team = teams[line.team_id]
        captain = team.spokesman.player
        who = (captain.pk, line.name, True, club_of(captain))
        return Finalist(place, shared, *who, total, line.total, team.files, source, team)
    player = people[line.player_id]
    name = name_apart(name_or_number(player, line.start_number), line.start_number, is_namesake=line.is_namesake)
    who = (player.pk, name, player.consent, club_of(player))
    return Finalist(place, shared, *who, total, line.total, frozenset({player.pk}), source)
