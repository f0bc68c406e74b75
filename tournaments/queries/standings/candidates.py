"""Who is ranked where a final takes its people from: players, or whole teams if the final is played by teams."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.kit.text import fold
from tournaments.models import Player, Team, Tournament
from tournaments.queries.people.linking import one_person_each
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.leagues import LeagueLine
from tournaments.queries.standings.team_people import TeamOfPeople, club_of, team_lines
from tournaments.standings import Total


@dataclass(frozen=True)
class Candidate:
    """
    A player, or a whole `team`, in the ranking of a source; everybody may read `name`.

    `club` is the one for which he counts; a team counts for its captain's. `files` are the ids of his files there, a
    team's those of its members, and `player_id` its spokesman's. `person` is the key of the player or team that stands
    for him among all sources of the final.
    """

    player_id: int
    place: int
    shared: bool
    total: Total
    files: frozenset[int]
    name: str = ""
    club: str = ""
    is_named: bool = False
    person: int | None = None
    team: TeamOfPeople | None = None

    @property
    def id(self) -> int:
        """The id of his file, or of the team, in the source: among those of one final no other has it."""
        return self.team.team.pk if self.team else self.player_id

    @property
    def key(self) -> int:
        return self.id if self.person is None else self.person

    @property
    def declines_as(self) -> frozenset[tuple[bool, int]]:
        """Whom a line among those who do not come is about, if about him: (whether it is a team, an id)."""
        return frozenset({(True, self.id)}) if self.team else frozenset((False, file) for file in self.files)


def ranks_for(source: Tournament, final: Tournament | None) -> bool:
    """Return whether a tournament ranks what a final is played by: players, or teams of as many players."""
    return source.team_size == (final.team_size if final else 0)


def of_league(line: LeagueLine) -> Candidate:
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


def ranked_players(tournaments: Iterable[Tournament]) -> dict[int, list[Candidate]]:
    """Return the ranked players of tournaments, by tournament id; name and club are still missing."""
    return {
        pk: [
            Candidate(one.player_id, one.place, one.shared, one.total, frozenset({one.player_id}))
            for one in results
            if one.place is not None
        ]
        for pk, results in cached_results(tournaments).items()
    }


def ranked_teams(
    tournaments: Iterable[Tournament], teams: Mapping[int, Mapping[int, TeamOfPeople]]
) -> dict[int, list[Candidate]]:
    """Return the ranked teams of tournaments, by tournament id; `teams` has their people, as `teams_of` returns."""
    return {
        pk: [
            of_team(teams[pk][line.team_id], place=line.place, shared=line.shared, total=line.total)
            for line in lines
            if line.place is not None and line.team_id in teams[pk]
        ]
        for pk, lines in team_lines(tournaments).items()
    }


def of_team(people: TeamOfPeople, *, place: int, shared: bool, total: Total) -> Candidate:
    captain = people.spokesman.player
    name, club = people.team.name, club_of(captain)
    return Candidate(captain.pk, place, shared, total, people.files, name, club, is_named=True, team=people)


def named_as(one: Candidate, player: Player) -> Candidate:
    """Return a player's line with the name that everybody reads and the club for which he counts."""
    name = player.shown_name if player.consent else _("Joueur anonyme")
    return replace(one, is_named=player.consent, name=name, club=club_of(player))


def as_people(
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


def as_teams(
    lists: Mapping[int, tuple[Candidate, ...]], people: Mapping[int, Player]
) -> dict[int, tuple[Candidate, ...]]:
    """
    Return the same lists with one key for the same team in several sources.

    A team is the same under the same name, for the same club, and with a player in common.
    """
    person_of = persons(people.values())
    known: dict[tuple[str, str], list[tuple[int, set[int]]]] = defaultdict(list)  # (key, its people) by name and club
    found = {}
    for pk, ranked in lists.items():
        here, taken = [], set[int]()
        for one in ranked:
            called, who = (fold(one.name), fold(one.club)), {person_of[file] for file in one.files}
            same = [key for key, others in known[called] if who & others and key not in taken]
            key = same[0] if same else one.id
            taken.add(key)
            known[called].append((key, who))
            here.append(replace(one, person=key))
        found[pk] = tuple(here)
    return found


def persons(people: Iterable[Player]) -> dict[int, int]:
    """Return the id of the first file of each person, by the id of each of his files."""
    return {file.pk: files[0].pk for files in one_person_each(people) for file in files}


def as_entered(
    candidates: Iterable[Candidate], entered: Iterable[TeamOfPeople], people: Mapping[int, Player]
) -> dict[int, TeamOfPeople]:
    """
    Return the teams of a final that are these candidates, by their keys, however they are called there.

    A team that was taken over from a candidate is his (`key_in_final`); else the most players in common decide, two at
    least, then the same name: who plays for two teams is in one of them.
    """
    person_of = persons(people.values())

    def who(files: Iterable[int]) -> set[int]:
        return {person_of[file] for file in files}

    there = [(one, who(one.files)) for one in entered]
    pairs = []
    for one in candidates:
        for other, others in there:
            assert one.team is not None
            is_taken_over = key_in_final(one.team.team, other.team.tournament_id) == other.team.key
            common = len(who(one.files) & others)
            if is_taken_over or common > 1:
                pairs.append(((is_taken_over, common, fold(one.name) == fold(other.team.name)), one.key, other))
    matched: dict[int, TeamOfPeople] = {}
    taken: set[int] = set()
    for _likeness, key, other in sorted(pairs, key=lambda pair: pair[0], reverse=True):
        if key not in matched and other.team.pk not in taken:
            matched[key] = other
            taken.add(other.team.pk)
    return matched


def key_in_final(team: Team, final_id: int) -> uuid.UUID:
    """Return the key of the team that a qualified team becomes in a final."""
    return uuid.uuid5(team.key, f"final {final_id}")


def in_two_teams(candidates: Sequence[Candidate]) -> list[tuple[Player, Candidate, Candidate]]:
    """Return (player, team, other team) for each player of two of these teams; the teams in the given order."""
    seen: dict[int, Candidate] = {}
    found = []
    members = [(member.player, one) for one in candidates if one.team for member in one.team.coming]
    person_of = persons(player for player, _one in members)
    for player, one in members:
        first = seen.setdefault(person_of[player.pk], one)
        if first.key != one.key:
            found.append((player, first, one))
    return found
