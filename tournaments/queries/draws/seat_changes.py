"""
Seats changed by hand after a draw: the changes, the cost of an exchange in a round, and the effect of a replacement.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from django.db.models import Q
from django.utils.translation import gettext_lazy, ngettext

from tournaments.kit.text import Total, fold
from tournaments.labels import HAVE_LEFT, SeatChangeKind, Status
from tournaments.models import Registration, Seat, SeatChange, Table, Tournament
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.draws.boards_met import boards_met_again, swapped_tables
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.movements import published_rule
from tournaments.queries.draws.seating import Places, Where, as_tables, described, places
from tournaments.queries.draws.wishes import ShownWish, asks_in_force, wanted_wishes, wishes_about, wishes_of
from tournaments.queries.evening.stages import begun_rounds
from tournaments.queries.people.names import by_alphabet
from tournaments.queries.standings.standings import standings
from tournaments.seating import Change, Demand, ImpossibleDemand, Plan, Remainder, Wishes, price_of_swap
from tournaments.seating.certificate import certify
from tournaments.seating.problem import Past

# The figures of a swap that are shown, the gravest first; the others would repeat these.
REASONS = {
    "apart": gettext_lazy("Rencontres de joueurs à séparer"),
    "team": gettext_lazy("Rencontres dans une même équipe"),
    "line": gettext_lazy("Rencontres entre secteurs"),
    "fixed_table": gettext_lazy("Tables fixes non respectées"),
    "fixed_seat": gettext_lazy("Places fixes non respectées"),
    "repeats": gettext_lazy("Rencontres répétées sur tout le tournoi"),
    "most_meetings": gettext_lazy("Rencontres des deux mêmes joueurs, au plus"),
    "exempts": gettext_lazy("Écart entre les exemptions des uns et des autres"),
    "odd_tables": gettext_lazy("Écart entre les passages aux tables d’une autre taille"),
    "seats": gettext_lazy("Écart entre les places Sud, Est, Nord, Ouest de chacun"),
    "table_numbers": gettext_lazy("Retours de trop à une même table"),
    "same_right": gettext_lazy("Même voisin de droite, au plus"),
    "same_facing": gettext_lazy("Même vis-à-vis, au plus"),
}


def hand_changes(tournament: Tournament) -> list[SeatChange]:
    """Return the changes made by hand, the latest first. One query."""
    return list(
        SeatChange.objects.filter(tournament=tournament).select_related(
            "one__player", "other__player", "round", "tournament"
        )
    )


def holders_then(places: Collection[tuple[Seat, datetime]]) -> list[int]:
    """Return the id of the registration that had each seat at that moment, before later replacements. One query."""
    tournaments = {seat.registration.tournament_id for seat, _at in places}
    given = []  # when, by whom, to whom, from which round on
    for change in SeatChange.objects.filter(tournament__in=tournaments, kind=SeatChangeKind.REPLACEMENT):
        given.append((change.made_at, change.one_id, change.other_id, change.number))
        if change.undone_at is not None:
            given.append((change.undone_at, change.other_id, change.one_id, change.number))
    given.sort(reverse=True)
    holders = []
    for seat, at in places:
        holder = seat.registration_id
        for given_at, before, since, number in given:
            if given_at > at and since == holder and number <= seat.round.number:
                holder = before
        holders.append(holder)
    return holders


def in_force(change: SeatChange) -> bool:
    """Return whether a change still shows in the seats: not undone, and, for an exchange, not drawn again since."""
    is_drawn_over = change.round is None or change.round.tournament_id is None
    return change.undone_at is None and (change.kind == SeatChangeKind.REPLACEMENT or not is_drawn_over)


def repeats_now(tournament: Tournament, number: int) -> int | None:
    """Return how often players meet again, over all rounds: meetings beyond a pair's first. None without that round."""
    rounds = places(tournament)
    return repeats_of(rounds) if number in rounds else None


def repeats_of(rounds: Mapping[int, Places]) -> int:
    """Return how often players meet again, over all rounds: the meetings beyond the first of each pair."""
    meetings: Counter[tuple[int, ...]] = Counter()
    for seated in rounds.values():
        tables, _exempts = as_tables(seated)
        meetings.update(pair for table in tables for pair in combinations(sorted(table), 2))
    return sum(count - 1 for count in meetings.values())


@dataclass(frozen=True)
class Side:
    """One of two players in an exchange: his place, the place he would get, and whom he would meet again there."""

    entry: Registration
    place_now: str
    place_then: str
    met_again: tuple[str, ...]


@dataclass(frozen=True)
class ExchangeEffect:
    """
    What an exchange would change; `figures` is empty if nothing gets better or worse.

    `ends_rule` means that a movement leads to this round, and would no longer do so. `boards_again` says who would play
    boards a second time, which forbids it.
    """

    sides: tuple[Side, Side]
    figures: tuple[Change, ...]
    ends_rule: bool = False
    boards_again: str = ""

    @property
    def worse(self) -> bool:
        return self.ends_rule or any(change.worse for change in self.figures)


def price(tournament: Tournament, rounds: Mapping[int, Places], number: int, one: int, other: int) -> ExchangeEffect:
    """
    Return what an exchange of two registrations' places (ids) in a round would change, counted over all rounds.

    `rounds` are the `places` of the tournament. Both players must have a place in that round.
    """
    seated = rounds[number]
    demand, plan = _round_as_plan(tournament, rounds, number)
    changes = {change.reason: change for change in price_of_swap(plan, demand, 0, one, other)}
    entries = {entry.pk: entry for entry in Registration.objects.filter(tournament=tournament).select_related("player")}
    sides = tuple(
        Side(
            entries[player],
            described(seated[player]),
            described(seated[partner]),
            _meets_again(rounds, number, player, partner, entries),
        )
        for player, partner in ((one, other), (other, one))
    )
    figures = tuple(
        replace(changes[reason], reason=str(words)) for reason, words in REASONS.items() if reason in changes
    )
    rule = published_rule(tournament, published_draw(tournament))
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, registration__in=(one, other))
    seat_of = {seat.registration_id: seat for seat in seats.select_related("table__round", "registration__player")}
    return ExchangeEffect(
        (sides[0], sides[1]),
        figures,
        ends_rule=rule is not None and number <= rule.holds_until,
        boards_again=" ".join(boards_met_again(swapped_tables(seat_of[one], seat_of[other]))),
    )


def _round_as_plan(tournament: Tournament, rounds: Mapping[int, Places], number: int) -> tuple[Demand, Plan]:
    """Return a round as the only new one of a demand, and all other rounds as its past: all rounds count."""
    tables, exempts = as_tables(rounds[number])
    other_rounds = [as_tables(seated) for other_number, seated in sorted(rounds.items()) if other_number != number]
    players = tuple(rounds[number])
    sizes = {len(table) for table in tables}
    remainder = Remainder.EXEMPT
    if not exempts and len(sizes) > 1:
        remainder = Remainder.LARGER if max(sizes) > tournament.table_size else Remainder.SMALLER

    def demand_with(wishes: Wishes) -> Demand:
        return Demand(
            players=players,
            rounds=1,
            seed=tournament.seed,
            table_size=tournament.table_size,
            remainder=remainder,
            past=tuple(tables_then for tables_then, _out in other_rounds),
            past_exempts=tuple(out for _tables, out in other_rounds),
            wishes=wishes,
        )

    try:
        demand = demand_with(wishes_of(wanted_wishes(asks_in_force(tournament), players)))
    except ImpossibleDemand:  # without the wishes, when these players cannot have them all
        demand = demand_with(Wishes())
    return demand, Plan((tables,), (exempts,), certify(demand, Past(demand), [tables], [exempts], "search"))


def _meets_again(
    rounds: Mapping[int, Places], number: int, player: int, partner: int, entries: Mapping[int, Registration]
) -> tuple[str, ...]:
    """Return the players whom `player` would meet again in the place of `partner`: « Petit Zoé (position 1) »."""
    place_there = rounds[number][partner]
    if place_there is None:
        return ()
    table = place_there[0]
    mates = [pk for pk, place in rounds[number].items() if place and place[0] == table and pk not in (player, partner)]
    companions = sorted(mates, key=lambda pk: fold(entries[pk].player.full_name))
    meetings = []
    for companion in companions:
        at = [
            str(other_number)
            for other_number, seated in sorted(rounds.items())
            if other_number != number and _at_same_table(seated.get(player), seated.get(companion))
        ]
        if at:
            words = ngettext("%(name)s (position %(at)s)", "%(name)s (positions %(at)s)", len(at))
            meetings.append(words % {"name": entries[companion].player.full_name, "at": ", ".join(at)})
    return tuple(meetings)


def _at_same_table(first: Where, second: Where) -> bool:
    return first is not None and second is not None and first[0] == second[0]


@dataclass(frozen=True)
class Leaving:
    """
    A player who leaves before round `number`: what he keeps, and the places that another player would take.

    `points` are those of the rounds `played`; where boards are compared, which adds nothing up, his total. `comers` may
    take these places. `wishes` in force name him; the other player may take them over.
    """

    entry: Registration
    number: int
    played: tuple[int, ...]
    points: Total
    penalties: Total
    path: tuple[tuple[int, str], ...]
    comers: tuple[Registration, ...]
    wishes: tuple[ShownWish, ...]


def rounds_to_leave(tournament: Tournament) -> list[int]:
    """Return the numbers of the rounds from which a player may be replaced: the one being played, and later ones."""
    begun = begun_rounds(tournament)
    return list(tournament.rounds.filter(number__gte=begun).values_list("number", flat=True))


def leavers(tournament: Tournament) -> list[Registration]:
    """Return the registrations with a place in a round being played or to come, in alphabetical order."""
    seated = tournament.registrations.filter(
        seats__round__tournament=tournament, seats__round__number__in=rounds_to_leave(tournament)
    )
    return by_alphabet(Registration.objects.filter(pk__in=seated))


def leaving(tournament: Tournament, leaver: int, number: int) -> Leaving | None:
    """Return what a replacement from a round on would do; None if that player (an id) has no place from there on."""
    entry = tournament.registrations.select_related("player").filter(pk=leaver).first()
    rounds = places(tournament)
    path = tuple(
        (at, described(seated[leaver])) for at, seated in sorted(rounds.items()) if at >= number and leaver in seated
    )
    if entry is None or not path:
        return None
    ranking = standings(tournament)
    line = ranking.line_of(leaver)
    marks = dict(zip(ranking.rounds, line.marks, strict=True)) if line else {}
    played = tuple(at for at, mark in marks.items() if at < number and mark.points is not None)
    seated_ids = {registration for at, _place in path for registration in rounds[at]}
    free = tournament.registrations.filter(OF_A_PERSON).exclude(pk__in=seated_ids).select_related("player")
    return Leaving(
        entry=entry,
        number=number,
        played=played,
        points=line.total if line and tournament.is_duplicate else sum(marks[at].points or 0 for at in played),
        penalties=line.penalties if line else 0,
        path=path,
        comers=tuple(
            sorted(
                free,
                key=lambda entry: (entry.status != Status.PRESENT, fold(entry.player.full_name), entry.start_number),
            )
        ),
        wishes=wishes_about(tournament, leaver),
    )


@dataclass(frozen=True)
class PlacesKept:
    """
    A player who has left, and his places from round `number` on, where nothing is entered yet.

    `exempts` are (round number, registration) of players without a table in one of these rounds: one may take his
    chair, if he plays its boards in no other round.
    """

    entry: Registration
    number: int
    path: tuple[tuple[int, str], ...]
    exempts: tuple[tuple[int, Registration], ...]


def places_kept(tournament: Tournament) -> list[PlacesKept]:
    """Return the withdrawn or excluded players who still have places to play. One query without any."""
    if tournament.is_finished or not (left := by_alphabet(tournament.registrations.filter(status__in=HAVE_LEFT))):
        return []
    begun, rounds = begun_rounds(tournament), places(tournament)
    of_begun = Seat.objects.filter(round__tournament=tournament, round__number=begun)
    is_played = HAS_A_SCORE | Q(table__closed_at__isnull=False)
    played = set(of_begun.filter(is_played).values_list("table__number", flat=True)) if begun else set()
    drawn = Table.objects.filter(round__tournament=tournament).select_related("round")
    tables = {(table.round.number, table.number): table for table in drawn}
    without_table = {pk for seated in rounds.values() for pk, place in seated.items() if place is None}
    exempts = {entry.pk: entry for entry in by_alphabet(Registration.objects.filter(pk__in=without_table))}
    kept = []
    for entry in left:
        his = {
            number: place
            for number, seated in sorted(rounds.items())
            if number >= begun
            and (place := seated.get(entry.pk)) is not None
            and (number > begun or place[0] not in played)
        }
        if his:
            there = [
                (number, free)
                for number in his
                for pk, free in exempts.items()
                if number > begun and pk in rounds[number] and rounds[number][pk] is None and free not in left
                if not boards_met_again([(free, tables[number, his[number][0]])])
            ]
            path = tuple((number, described(place)) for number, place in his.items())
            kept.append(PlacesKept(entry, min(his), path, tuple(there)))
    return kept
