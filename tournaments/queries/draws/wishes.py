"""The wishes for draws: as organisers read them, and as a draw takes them."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.labels import HAVE_LEFT, SEAT_NAMES, WishKind
from tournaments.models import Draw, Registration, Tournament, Wish
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.clubs.directory import clubs_of
from tournaments.queries.draws.forecast import expected_ids
from tournaments.queries.people.names import by_alphabet
from tournaments.seating import Apart, Remainder, Wishes, possible_layouts

# The kinds that a draw takes, in its order; a wish about clubs becomes one of players apart for each club.
KINDS_OF_A_DRAW = (WishKind.APART, WishKind.TEAM, WishKind.PLACE, WishKind.SECTOR)


@dataclass(frozen=True)
class Ask:
    """
    A wish as a draw takes it: `players` are registration ids, `table` counts from 1 and `chair` from 0 (Sud).

    `hard` means that it must be kept. `wish` is the id of its row.
    """

    kind: str
    players: tuple[int, ...] = ()
    hard: bool = True
    table: int | None = None
    chair: int | None = None
    name: str = ""
    wish: int | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class ShownWish:
    """
    A wish as an organiser reads it: what is wished, for whom; `tables` are the tables that a sector would have.

    `may_go_last` is true for a sector that is not the last one.
    """

    wish: Wish
    text: str
    names: tuple[str, ...]
    tables: str = ""
    may_go_last: bool = False


@dataclass(frozen=True)
class WishBook:
    """The wishes in force and the cancelled ones; `other_tables` are the tables left to the players of no sector."""

    in_force: tuple[ShownWish, ...]
    other_tables: str
    taken_back: tuple[ShownWish, ...]


def wish_book(tournament: Tournament) -> WishBook:
    """Return every wish of a tournament. Two queries, one more with sectors."""
    wishes = Wish.objects.filter(tournament=tournament).prefetch_related("members__registration__player")
    shown_wishes = [_shown_wish(wish) for wish in wishes]
    in_force = [line for line in shown_wishes if line.wish.cancelled_at is None]
    tables = _tables_of_sectors(tournament, [line.wish for line in in_force])
    followed = [line.wish.pk for line in in_force if line.wish.kind == WishKind.SECTOR][:-1]
    return WishBook(
        in_force=tuple(
            replace(line, tables=tables.get(line.wish.pk, ""), may_go_last=line.wish.pk in followed)
            for line in in_force
        ),
        other_tables=tables.get(None, ""),
        taken_back=tuple(line for line in reversed(shown_wishes) if line.wish.cancelled_at is not None),
    )


def tables_words(first: int, last: int) -> str:
    """Return neighbouring tables in words: « tables 3 à 6 », « tables 3 et 4 », « table 3 »."""
    if first == last:
        return _("table %(number)d") % {"number": first}
    if last == first + 1:
        return _("tables %(first)d et %(last)d") % {"first": first, "last": last}
    return _("tables %(first)d à %(last)d") % {"first": first, "last": last}


def _tables_of_sectors(tournament: Tournament, wishes: Iterable[Wish]) -> dict[int | None, str]:
    """
    Return the tables that each sector would have if all expected players came, by wish id; None is for all others.

    Sectors follow each other in the order in which they were added. {} if one of them is too small for a table.
    """
    sectors = {wish.pk: wish for wish in wishes if wish.kind == WishKind.SECTOR}
    if not sectors:
        return {}
    expected = set(expected_ids(tournament))
    tables: dict[int | None, str] = {}
    first_table = 1
    groups = [
        (pk, {member.registration_id for member in wish.members.all()} & expected) for pk, wish in sectors.items()
    ]
    without_sector = expected.difference(*(members for _pk, members in groups))
    for pk, members in [*groups, (None, without_sector)]:
        ways = possible_layouts(len(members), tournament.table_size) if members else {}
        if members and not ways:
            return {}
        if ways:
            count = len(ways.get(Remainder(tournament.remainder), next(iter(ways.values()))).tables)
            tables[pk] = tables_words(first_table, first_table + count - 1)
            first_table += count
    return tables


def wishes_about(tournament: Tournament, registration: int) -> tuple[ShownWish, ...]:
    """Return the wishes in force that name a registration (id); their `names` are the other players. Two queries."""
    wishes = Wish.objects.filter(tournament=tournament, cancelled_at=None, members__registration=registration)
    return tuple(
        _shown_wish(wish, but=registration) for wish in wishes.prefetch_related("members__registration__player")
    )


def _shown_wish(wish: Wish, *, but: int | None = None) -> ShownWish:
    return ShownWish(
        wish,
        wish_words(wish),
        tuple(member.registration.player.full_name for member in wish.members.all() if member.registration_id != but),
    )


def wishes_in_force(tournament: Tournament) -> int:
    """Return how many wishes are in force."""
    return tournament.wishes.filter(cancelled_at=None).count()


def wish_words(wish: Wish | Ask) -> str:
    """Return a wish in words, without the names of its players."""
    if wish.kind == WishKind.PLACE:
        return _place_words(wish.table, wish.chair)
    if wish.kind == WishKind.SECTOR:
        return _("Secteur « %(name)s » : jouent entre eux, à des tables voisines") % {"name": wish.name}
    if wish.kind == WishKind.TEAM:
        named = _("Équipe « %(name)s » : ne se rencontrent jamais") % {"name": wish.name}
        return named if wish.name else _("Équipe : ne se rencontrent jamais")
    if wish.kind == WishKind.CLUB:
        return (
            _("Les joueurs d’un même club ne se rencontrent jamais")
            if wish.hard
            else _("Les joueurs d’un même club se rencontrent le moins possible")
        )
    words = _("Ne se rencontrent jamais") if wish.hard else _("Se rencontrent le moins possible")
    if not wish.name:
        return words
    return _("%(name)s : %(words)s") % {"name": wish.name, "words": words[0].lower() + words[1:]}


def _place_words(table: int | None, chair: int | None) -> str:
    if chair is None:
        return _("Garde toujours la table %(number)d") % {"number": table}
    if table is None:
        return _("Garde toujours la place %(chair)s") % {"chair": SEAT_NAMES[chair]}
    return _("Garde toujours la table %(number)d, en %(chair)s") % {"number": table, "chair": SEAT_NAMES[chair]}


def wishable(tournament: Tournament) -> list[Registration]:
    """Return the registrations that a wish may name, in alphabetical order: neither withdrawn nor excluded."""
    return by_alphabet(tournament.registrations.filter(OF_A_PERSON).exclude(status__in=HAVE_LEFT))


def asks_in_force(tournament: Tournament) -> list[Ask]:
    """Return the wishes in force, as asks, and one for each team, without a row: two queries, four with teams."""
    return [*(_asks_of_teams(tournament) if tournament.has_teams else ()), *_asks_of_wishes(tournament)]


def _asks_of_teams(tournament: Tournament) -> list[Ask]:
    return [
        Ask(WishKind.TEAM.value, tuple(sorted(member.pk for member in team.members.all())), name=team.name)
        for team in tournament.teams.prefetch_related("members")
    ]


def _asks_of_wishes(tournament: Tournament) -> list[Ask]:
    return [
        Ask(
            kind=wish.kind,
            players=tuple(sorted(member.registration_id for member in wish.members.all())),
            hard=wish.hard,
            table=wish.table,
            chair=wish.chair,
            name=wish.name,
            wish=wish.pk,
        )
        for wish in Wish.objects.filter(tournament=tournament, cancelled_at=None).prefetch_related("members")
    ]


def wanted_wishes(asks: Iterable[Ask], players: Collection[int]) -> list[Ask]:
    """
    Return the wishes as a draw for these players (registration ids) takes them, by kind.

    A wish about clubs becomes one for each club of two or more. Other players, and a group with one left, are left out.
    """
    present = set(players)
    of_draw: list[Ask] = []
    for ask in asks:
        members = tuple(player for player in ask.players if player in present)
        if ask.kind == WishKind.CLUB:
            of_draw += [
                Ask(WishKind.APART.value, tuple(group), hard=ask.hard, name=club, wish=ask.wish)
                for club, group in clubs_of(players).items()
            ]
        elif ask.kind == WishKind.PLACE:
            of_draw += [Ask(ask.kind, (player,), table=ask.table, chair=ask.chair, wish=ask.wish) for player in members]
        elif ask.kind == WishKind.SECTOR and members:
            of_draw.append(Ask(ask.kind, members, name=ask.name, wish=ask.wish))
        elif len(members) > 1:
            of_draw.append(Ask(ask.kind, members, hard=ask.hard, name=ask.name, wish=ask.wish))
    return sorted(of_draw, key=lambda ask: KINDS_OF_A_DRAW.index(WishKind(ask.kind)))


def asked_of(draw: Draw) -> list[Ask]:
    """Return the wishes that a draw was requested with: those that `Ask.as_json` stored."""
    return [Ask(**ask | {"players": tuple(ask["players"])}) for ask in draw.wishes]


def wishes_of(asks: Collection[Ask]) -> Wishes:
    """Return a draw's wishes as the seating library takes them: players by registration id, tables, chairs from 0."""
    places = of_kind(asks, WishKind.PLACE)
    return Wishes(
        apart=tuple(Apart(ask.players, ask.hard, ask.name) for ask in of_kind(asks, WishKind.APART)),
        teams=tuple(ask.players for ask in of_kind(asks, WishKind.TEAM)),
        fixed_tables=tuple((ask.players[0], ask.table - 1) for ask in places if ask.table is not None),
        fixed_seats=tuple((ask.players[0], ask.chair) for ask in places if ask.chair is not None),
        sectors=tuple(ask.players for ask in of_kind(asks, WishKind.SECTOR)),
    )


def of_kind(asks: Iterable[Ask], kind: WishKind) -> list[Ask]:
    return [ask for ask in asks if ask.kind == kind]
