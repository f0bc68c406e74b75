"""The final of a league: the players who are qualified, the reserves, and the result."""

from dataclasses import dataclass, replace

from tournaments.models import League
from tournaments.queries.standings.cached import cached_lines
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings
from tournaments.standings import Total, places, qualified, with_final


@dataclass(frozen=True)
class Finalist:
    """
    A player's line after the final: `scored` there, and `total`, with his league points if the rule carries them.

    A final that compares boards has another unit than the league, and carries nothing.
    """

    place: int
    shared: bool
    line: LeagueLine
    total: Total
    scored: Total


@dataclass(frozen=True)
class Final:
    """
    The qualified players of a league's final (`going`), the first reserves in order, and those who declined.

    `is_shared` means that the last qualified player shares his place with the first reserve: the list's order decides
    until an organiser does. `finalists` is the ranking after the final, empty before it has a result. In `shown_final`,
    `unnamed` counts further players without a name, and `is_withheld` means that the qualified players are not public
    yet.
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
    Return the final of a league now; None if its rule has none. Two queries, besides those for the final's results.

    A player of the final without a line in the league is not in its ranking.
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
    Return the final of a league as everybody reads it; `everybody` is the league with all its players.

    If a player is not named, the qualified ones are shown only once they are registered: after each evening, the list
    would show between which totals his total is. Three queries.
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
    """Return the ranking after a final without the players who are not named; places count only the others."""
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
    rule = replace(standings.rule, carries=False) if final.is_duplicate else standings.rule
    return tuple(
        Finalist(place, shared, lines[key], total, scored[key])
        for key, place, shared, total in with_final(totals, scored, rule)
    )
