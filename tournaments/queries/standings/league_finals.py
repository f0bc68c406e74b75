"""The final of a league: who goes to it, who waits in reserve, and what it decided."""

from dataclasses import dataclass, replace

from tournaments.models import League
from tournaments.queries.standings.cached import cached_lines
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings
from tournaments.standings import Total, places, qualified, with_final


@dataclass(frozen=True)
class Finalist:
    """A player's line after the final: his total there, on what he had where the rule carries it."""

    place: int
    shared: bool
    line: LeagueLine
    total: Total
    scored: int


@dataclass(frozen=True)
class Final:
    """
    Who goes to the final of a league, the first reserves in their order, and who declined.

    `is_shared` says that the last who goes has the place of the first reserve: they are in the order of the list, and
    somebody decides. `finalists` is the ranking after the final, empty before it has a result.

    As everybody reads it (`shown_final`), `unnamed` is how many more go or played, and `is_withheld` says that who goes
    is not told yet.
    """

    going: tuple[LeagueLine, ...]
    reserves: tuple[LeagueLine, ...]
    declined: tuple[LeagueLine, ...]
    is_shared: bool
    finalists: tuple[Finalist, ...] = ()
    unnamed: int = 0
    is_withheld: bool = False


def final_of(standings: LeagueStandings, league: League) -> Final | None:
    """
    Return the final of a league as it stands; None where its rule has none. Two queries, those of its tournament aside.

    Who plays in the final without a line of the league is not in its ranking.
    """
    rule = standings.rule
    if not rule.qualified:
        return None
    declined = set(league.declined.values_list("player", flat=True))
    lines = {line.player_id: line for line in standings.ranked}
    going, reserves = qualified(list(lines), rule, declined)
    is_shared = bool(going and reserves) and lines[going[-1]].place == lines[reserves[0]].place
    return Final(
        tuple(lines[key] for key in going),
        tuple(lines[key] for key in reserves),
        tuple(line for key, line in lines.items() if key in declined),
        is_shared,
        _finalists(lines, standings, league),
    )


def shown_final(everybody: LeagueStandings, league: League) -> Final | None:
    """
    Return the final of a league as everybody reads it, given the league with everybody in it.

    Where somebody is not named, who goes is told once they are entered: read after each evening it would say within
    which totals his is. Three queries.
    """
    final = final_of(everybody, league)
    if final is None or not everybody.unnamed:
        return final
    if final.finalists:
        return _of_the_named(final)
    entered: set[int] = set()
    if league.final is not None and league.final.is_public:
        entered = set(league.final.registrations.values_list("player", flat=True))
    going = [line for line in everybody.ranked if line.files & entered]
    named = tuple(line for line in going if line.is_named)
    return Final(named, (), (), is_shared=False, unnamed=len(going) - len(named), is_withheld=not going)


def _of_the_named(final: Final) -> Final:
    """Return the ranking after a final without those who are not named, its places counted among the others."""
    named = [one for one in final.finalists if one.line.is_named]
    order = {index: -one.place for index, one in enumerate(named)}
    among = tuple(replace(named[index], place=place, shared=shared) for index, place, shared in places(order))
    return Final((), (), (), is_shared=False, finalists=among, unnamed=len(final.finalists) - len(named))


def _finalists(lines: dict[int, LeagueLine], standings: LeagueStandings, league: League) -> tuple[Finalist, ...]:
    final = league.final
    if final is None or not final.is_public:
        return ()
    by_file = {file: key for key, line in lines.items() for file in line.files}
    in_final = cached_lines([final])[final.pk]
    scored = {by_file[line.player_id]: line.total for line in in_final if line.player_id in by_file}
    totals = {key: line.total for key, line in lines.items()}
    return tuple(
        Finalist(place, shared, lines[key], total, scored[key])
        for key, place, shared, total in with_final(totals, scored, standings.rule)
    )
