"""
Nothing that is hidden until the prize-giving is read anywhere.

Every public address, and all that somebody else's player may open, is read twice, in two evenings that differ in the
hidden position alone: what was played there, who was penalised or given another score, what was corrected of it after
the end. The answers must be the same to the letter; once the ranking is released they must not.
"""

import io
import re
import uuid
import zipfile
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import PenaltyKind
from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.penalties import give_penalty
from tests.factories import NOW, other_league, rewrite, rewrite_table
from tests.scoring.sheets import garde, record
from tests.services.calls import World, a_world
from tests.services.test_public import BACKEND, TOKENS
from tests.test_urls import ALL, Address
from tests.tournaments.teams import a_team
from tournaments.labels import Group, TournamentState
from tournaments.models import Account, Club, ClubRating, Committee, Player, Table, Tournament
from tournaments.permissions import Role
from tournaments.queries.pages.personal_links import evening_code
from tournaments.queries.pages.table_codes import token_of
from tournaments.queries.standings.cached import cached_lines, cached_results, cached_standings
from tournaments.queries.standings.podiums import cached_podiums
from tournaments.queries.standings.teams import cached_team_standings
from tournaments.services.clubs.leagues import publish_league
from tournaments.services.evening.states import release_ranking
from tournaments.standings import Adjusted
from tournaments.subjects import subject_of

pytestmark = pytest.mark.django_db

CATEGORIES = tuple(f"?categorie={group.value}" for group in Group)
FILES = ("?format=json", "?format=csv", "?format=xlsx", "?format=ods")
QUERIES = {
    "standings": ("", "?fragment", "?apres=1", "?apres=2", "?position=2", *FILES, *CATEGORIES),
    "season": ("", "?format=csv", f"?categorie={Group.LADIES.value}"),
    "tournament": ("", "?fragment"),
    "seating": ("", "?position=1", "?position=2", "?format=csv"),
    "screen": ("", "?fragment", "?vue=1", "?vue=4", "?position=2"),
    "team_standings": ("", "?fragment", *FILES),
    "api_standings": ("", "?group=dames"),
    "own": ("", "?fragment", "?format=csv"),
}
# Where what was hidden is told, once the ranking is released.
TOLD_ONCE_RELEASED = {
    *(
        "standings",
        "tournament",
        "screen",
        "season",
        "league",
        "club",
        "home",
        "place",
        "tournament_image",
    ),
    *("api_standings", "api_league", "player_card", "two_players", "own"),
    *("team_standings", "team", "api_teams"),
}
# What this world has none of, and a token that is another each time.
NOT_READ = {"club_logo", "club_photo", "fresh_token"}
# When it was read, and the key of a form, made anew each time.
UUID = rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
MOMENT = re.compile(rb'"(?:changed_at|at|now)": ?"[^"]*"|<time[^>]*>[^<]*</time>|DTSTAMP:\w+|' + UUID)


@dataclass(frozen=True)
class Evening:
    world: World
    own: Table  # where who reads sat in the hidden round
    other: Table
    values: dict[str, object]


@pytest.fixture
def evening() -> Evening:
    """Two rounds of two tables, the second hidden; in both the reader sits at the first table, which says the same."""
    return an_evening(hidden_rounds=1, tie_breaks="contrats,position,directe")


def an_evening(*, boards: int = 0, **settings: object) -> Evening:
    """
    Return two rounds of two tables; in duplicate each round has so many boards, and its first one is written.

    Where boards travel, the two tables exchange theirs after the first round.
    """
    world = a_world()
    Player.objects.update(consent=True, card_consent=True)
    ClubRating.objects.create(club=world.club, since=world.tournament.date)
    Player.objects.filter(pk__in=[entry.player_id for entry in world.entries[::2]]).update(sex="F")
    Player.objects.filter(pk__in=[entry.player_id for entry in world.entries[:3]]).update(category="senior")
    Player.objects.filter(pk__in=[entry.player_id for entry in world.entries[3:5]]).update(category="veteran")
    rewrite(world.tournament, donnes_per_round=2, team_size=2, **settings)
    for first in (0, 2, 4, 6):  # each of two tables
        entries = [world.entries[first // 2], world.entries[4 + first // 2]]
        a_team(f"Équipe {first}", *(entry.tournament.registrations.get(pk=entry.pk) for entry in entries))
    for number in (1, 2):
        for table in world.tables(number):
            held = (table.number + number) % 2 if settings.get("boards_travel") else number - 1
            first = 1 + held * boards
            if boards:
                rewrite_table(table, first_board=first, last_board=first + boards - 1)
            record(table, first, world.arbiter, garde(taker=number))
    own, other = Table.objects.filter(round__number=2).order_by("number")
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    Club.objects.filter(pk=world.club.pk).update(committee=committee)
    values: dict[str, object] = {
        "slug": world.club.slug,
        "committee_slug": committee.slug,
        "club_id": world.club.pk,
        "season_id": world.season.pk,
        "league_id": other_league(world.season).pk,
        "tournament_id": world.tournament.pk,
        "player_id": world.entries[5].player_id,
        "player_key": world.entries[5].player.key,
        "other_key": world.entries[6].player.key,
        "number": 2 if not boards else 1 + boards,
        "start_number": 6,
        "team_number": 3,
        "match_number": 1,
        "table_number": 1,
        "token": token_of(own, world.tournament),
        "code": evening_code(world.entries[0]),
        "rest": "v1/nowhere/",
        "face": "sans-400",
        "size": 180,
        "round_number": 2,
        "publication_id": 1,
    }
    if not boards:  # an evening of duplicate has no marks for a league to add up
        league = world.season.main_league
        values["publication_id"] = publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW).pk
    return Evening(world, own, other, values)


def play(evening: Evening, *, taker: int, points: str, taken: int, why: str) -> None:
    """Do all that may happen to the hidden round, away from the table of who reads."""
    world, later = evening.world, NOW + timedelta(hours=1)
    record(evening.other, 1, world.arbiter, garde(taker=taker, points=points), at=later)
    record(evening.other, 2, world.arbiter, garde(taker=taker, points="41"), at=later)
    kind = PenaltyKind.objects.filter(club=None).first()
    given = {"tournament": world.tournament, "kind": kind, "by": world.by, "reason": why}
    for target in (
        {"target": PenaltyTarget.TABLE, "table": evening.other, "points": taken},
        {"target": PenaltyTarget.PLAYER, "registration": world.entries[6], "table": evening.other, "points": 2 * taken},
        {"target": PenaltyTarget.PLAYER, "registration": world.entries[7], "points": 3 * taken},
        {
            "target": PenaltyTarget.PLAYER,
            "registration": world.entries[5],
            "table": evening.other,
            "points": 0,
            "sanction": Sanction.ADJUSTED,
            "basis": Adjusted.ASSIGNED,
            "assigned": 7 * taken,
        },
    ):
        give_penalty(**given, **target, key=uuid.uuid4(), at=later)  # type: ignore[arg-type]
    Tournament.objects.filter(pk=world.tournament.pk).update(state=TournamentState.FINISHED)
    for subject in (subject_of("donne", round=2, table=2, donne=1), world.entries[5].player.full_name):
        correct_after_end(
            tournament=world.tournament,
            subject=subject,
            reason=why,
            act=lambda: record(evening.other, 1, world.by, garde(taker=taker, points=points, bouts=3), at=later),
            by=world.by,
            at=later,
            tables=[evening.other],
        )


def addresses(evening: Evening) -> Iterator[tuple[str, str]]:
    """Return the name and path of each public address and of each that a player may open."""
    for address in ALL:
        name = address.pattern.name or ""
        if _is_read(address) and name not in NOT_READ:
            path = address.at(evening.values)
            for query in QUERIES.get(name, ("",)):
                yield name, f"{path}{query}"


def _is_read(address: Address) -> bool:
    own = address.route.startswith("moi/")
    here = address.arguments <= {"tournament_id", "round_number", "number", "player_key"}
    return address.audience == Role.PUBLIC or (own and here)


def readers(evening: Evening) -> dict[str, Client]:
    logged_in, by_link = Client(), Client()
    logged_in.force_login(Account.objects.get(username="player"), backend=BACKEND)
    by_link.get(f"/j/{evening.values['code']}/")
    return {"visitor": Client(), "player": logged_in, "link": by_link}


def letters(answer: HttpResponse) -> bytes:
    content = answer.getvalue()
    if content.startswith(b"PK"):  # a spreadsheet: its parts, without when they were packed
        packed = zipfile.ZipFile(io.BytesIO(content))
        content = b"\n".join(
            packed.read(name) for name in packed.namelist() if "meta" not in name and "core" not in name
        )
    return MOMENT.sub(b"", TOKENS.sub(b"", content))


def read(
    evening: Evening, before: Callable[[], object], names: Container[str] | None = None
) -> dict[tuple[str, str, str], tuple[int, bytes]]:
    """Return what everybody reads at each address (of these names) after something happened, which is taken back."""
    with transaction.atomic():
        before()
        for cached in (cached_lines, cached_podiums, cached_results, cached_standings, cached_team_standings, cache):
            cached.clear()
        found = {}
        for who, client in readers(evening).items():
            for name, path in addresses(evening):
                if names is None or name in names:
                    answer = client.get(path)
                    found[name, path, who] = (answer.status_code, letters(answer))
        transaction.set_rollback(True)
    return found


def differing(one: dict[tuple[str, str, str], tuple[int, bytes]], other: object) -> set[tuple[str, str, str]]:
    assert isinstance(other, dict)
    assert one.keys() == other.keys()
    return {each for each in one if one[each] != other[each]}


def test_nobody_reads_at_any_address_what_happened_in_a_hidden_position(evening: Evening) -> None:
    variants = (
        {"taker": 0, "points": "50", "taken": -10, "why": "retard de 313"},
        {"taker": 3, "points": "20", "taken": -200, "why": "bruit de 717"},
    )
    plays = [lambda facts=facts: play(evening, **facts) for facts in variants]
    one, other = (read(evening, happens) for happens in plays)
    assert sorted(differing(one, other)) == []
    assert max(status for status, _content in one.values()) < 500

    def released(happens: Callable[[], object]) -> Callable[[], object]:
        return lambda: (happens(), release_ranking(tournament=evening.world.tournament, by=None, at=NOW))

    told = differing(*(read(evening, released(happens), TOLD_ONCE_RELEASED) for happens in plays))
    assert {name for name, _path, _who in told} == TOLD_ONCE_RELEASED
