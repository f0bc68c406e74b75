"""A stage of a championship: who is qualified for a final, the reserves, who declined, and the ranking after it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournaments.labels import AWAY
from tournaments.models import (
    Club,
    Declined,
    League,
    Player,
    Qualifying,
    Registration,
    Tournament,
)
from tournaments.queries.people.linking import one_person_each
from tournaments.queries.people.names import name_apart, name_or_number
from tournaments.queries.standings.cached import cached_lines
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings, standings_of_leagues
from tournaments.queries.standings.lines import Line
from tournaments.standings import CutRanking, Selection, Total, by_rank, select, with_carried

MOST_STEPS = 3  # from one stage of a championship to the next
ROWS = ("league__season__club", "source__club", "final__club")


@dataclass(frozen=True)
class Candidate:
    """
    A player in the ranking of a source; everybody may read `name`. `team` is the club he counts for.

    `files` are the ids of his files there; `person` is the one that stands for him among all sources of the final.
    """

    player_id: int
    place: int
    shared: bool
    total: Total
    files: frozenset[int]
    name: str = ""
    team: str = ""
    is_named: bool = False
    person: int | None = None

    @property
    def key(self) -> int:
        return self.player_id if self.person is None else self.person


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
    def host(self) -> Club:
        """The club of the ranking."""
        origin = self.row.origin
        return origin.season.club if isinstance(origin, League) else origin.club

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
    """A line after the final: `scored` there, and `total`, with what was carried. `source` is None for a guest."""

    place: int
    shared: bool
    player_id: int
    name: str
    is_named: bool
    team: str
    total: Total
    scored: Total
    files: frozenset[int]
    source: SourceNow | None = None


@dataclass(frozen=True)
class FinalStage:
    """
    A final and its sources: who goes, who is a reserve, who does not come (`declined`, and `left` once entered).

    `final` is None while the tournament is not chosen. `beyond` are entered in it and qualified no longer.
    `finalists` is the ranking after the final, empty before it has a result. In `shown_stage`, `unnamed` counts further
    players without a name, and `is_withheld` means that the qualified players are not public yet.
    """

    final: Tournament | None
    sources: tuple[SourceNow, ...]
    declined: tuple[Candidate, ...]
    left: tuple[Candidate, ...] = ()
    beyond: tuple[Candidate, ...] = ()
    entered: frozenset[int] = frozenset()
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
        """Return a player's source and line; None if no source ranks him."""
        return next((self.by_key[one.key] for one in self.everybody if player_id in one.files), None)


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
    """Return the row of a league's own final: announced, or held by its club. One query."""
    rows = Qualifying.objects.filter(league=league).select_related(*ROWS)
    own = [row for row in rows if row.final is None or row.final.club_id == league.season.club_id]
    return own[0] if own else None


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
    of_leagues = dict(zip(leagues, standings_of_leagues(list(leagues.values()), lines_of=cached_lines), strict=True))
    tournaments = {row.source.pk: row.source for row in rows if row.source}
    of_tournaments = _ranked_after(tournaments, before)
    lines_of_finals = cached_lines(finals.values())
    files = {file for ranked in of_tournaments.values() for one in ranked for file in one.files}
    files |= {line.player_id for lines in lines_of_finals.values() for line in lines}
    files |= {file for standings in of_leagues.values() for line in standings.ranked for file in line.files}
    people = Player.objects.select_related("club").in_bulk(list(files))
    ranked: dict[int, tuple[Candidate, ...]] = {}
    for row in rows:
        if row.league_id is not None:
            ranked[row.pk] = tuple(map(_of_league, of_leagues[row.league_id].ranked))
        else:
            ranked[row.pk] = tuple(
                replace(one, is_named=player.consent, name=_name(player), team=_team(player))
                for one in of_tournaments[row.source_id or 0]
                for player in [people[one.player_id]]
            )
    declined: dict[int, set[int]] = defaultdict(set)
    for row_id, player in Declined.objects.filter(qualifying__in=rows).values_list("qualifying", "player"):
        declined[row_id].add(player)
    entered: dict[int, dict[int, str]] = defaultdict(dict)
    entries = Registration.objects.filter(tournament__in=finals).order_by("start_number")
    for final, player, status in entries.values_list("tournament", "player", "status"):
        entered[final][player] = status
    stages = {}
    for pk, group in groups.items():
        out = {player for row in group for player in declined[row.pk]}
        lists = _as_people({row.pk: ranked[row.pk] for row in group}, people)
        known = {row.pk: of_leagues.get(row.league_id or 0) for row in group}
        stage = _stage(finals.get(pk), group, lists, out, entered[pk], known)
        stages[pk] = replace(stage, finalists=_finalists(stage, lines_of_finals.get(pk, ()), people))
    return stages


def _of_league(line: LeagueLine) -> Candidate:
    return Candidate(
        line.player_id,
        line.place or 0,
        line.shared,
        line.total,
        line.files,
        line.name,
        line.team,
        is_named=line.is_named,
    )


def _team(player: Player) -> str:
    return player.home_club or player.club.name


def _name(player: Player) -> str:
    return player.shown_name if player.consent else _("Joueur anonyme")


def _ranked_after(tournaments: Mapping[int, Tournament], before: frozenset[int]) -> dict[int, list[Candidate]]:
    """Return the ranked players of tournaments, with what they carried there; name and club are still missing."""
    lines = cached_lines(tournaments.values())
    found = {
        pk: [
            Candidate(line.player_id, line.place, line.shared, line.total, frozenset({line.player_id}))
            for line in of_it
            if line.place is not None
        ]
        for pk, of_it in lines.items()
    }
    carrying = Qualifying.objects.filter(final__in=set(tournaments) - before, carried__gt=0)
    again = [tournaments[pk] for pk in set(carrying.order_by().values_list("final", flat=True)) if pk is not None]
    for pk, stage in (stages_of(again, before) if again else {}).items():
        found[pk] = [Candidate(one.player_id, one.place, one.shared, one.total, one.files) for one in stage.finalists]
    return found


def _as_people(
    lists: Mapping[int, tuple[Candidate, ...]], people: Mapping[int, Player]
) -> dict[int, tuple[Candidate, ...]]:
    """
    Return the same lists with one key for the linked files of one person.

    Two files with a line in one source are two people, whoever linked them.
    """
    known = {file for ranked in lists.values() for one in ranked for file in one.files}
    key_of: dict[int, int] = {}
    for first, *others in one_person_each(people[pk] for pk in sorted(known)):
        files = {first.pk, *(other.pk for other in others)}
        if all(sum(bool(one.files & files) for one in ranked) < 2 for ranked in lists.values()) if others else True:
            key_of |= dict.fromkeys(files, first.pk)
    return {pk: tuple(replace(one, person=key_of.get(one.player_id)) for one in ranked) for pk, ranked in lists.items()}


def _stage(
    final: Tournament | None,
    rows: Sequence[Qualifying],
    lists: Mapping[int, tuple[Candidate, ...]],
    declined: set[int],
    entered: Mapping[int, str],
    leagues: Mapping[int, LeagueStandings | None],
) -> FinalStage:
    everybody = {one.key: one for row in reversed(rows) for one in lists[row.pk]}
    gone = {player for player, status in entered.items() if status in AWAY}
    no = {one.key for ranked in lists.values() for one in ranked if one.files & declined}
    left = {one.key for ranked in lists.values() for one in ranked if one.files & gone} - no
    picked = select(
        [
            CutRanking([one.key for one in lists[row.pk]], row.cut, {one.key: one.team for one in lists[row.pk]})
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
    here = entered.keys() - gone
    return FinalStage(
        final,
        tuple(sources),
        declined=tuple(one for one in everybody.values() if one.key in no),
        left=tuple(one for one in everybody.values() if one.key in left),
        beyond=tuple(one for one in everybody.values() if one.files & here and one.key not in qualified),
        entered=frozenset(here),
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
    """Return whether totals of a league or a tournament are in the unit of a final: marks, or one comparison."""
    return final.compared_by == (origin.compared_by if isinstance(origin, Tournament) else "")


def _finalists(stage: FinalStage, lines: Iterable[Line], people: Mapping[int, Player]) -> tuple[Finalist, ...]:
    """Return the ranking after a final: of all who have a place in it, with what each carried."""
    if stage.final is None or not stage.sources or not stage.final.is_public:
        return ()
    key_of = {file: one.key for one in stage.everybody for file in one.files}
    ranked = {key_of.get(line.player_id, -line.player_id): line for line in lines if line.place is not None}
    carried = {
        key: source.row.cut.kept(one.total)
        for key, (source, one) in stage.by_key.items()
        if key in ranked and carries(source.row)
    }
    finalists = []
    for key, place, shared, total in with_carried({key: line.total for key, line in ranked.items()}, carried):
        line = ranked[key]
        player, files = people[line.player_id], frozenset({line.player_id})
        source, one = stage.by_key.get(key, (None, None))
        name = name_or_number(player, line.start_number)
        told = name_apart(name, line.start_number, is_namesake=line.is_namesake)
        finalists.append(
            Finalist(
                *(place, shared, player.pk, told, player.consent, _team(player)),
                *(total, line.total, files | one.files if one else files, source),
            )
        )
    return tuple(finalists)
