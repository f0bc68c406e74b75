"""
The quality of a draw in plain words: its certificate, what was changed after it, and the published rotation.

The published rotation is counted on the present seats, so that changes by hand count too; the sentences of each draw
that still seats players stand beside it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_words
from tournaments.labels import DrawMode, SeatChangeKind
from tournaments.models import Draw, Tournament
from tournaments.queries.draws.rotation import Rotation, RotationSeat, rotation
from tournaments.queries.draws.seat_changes import hand_changes, in_force, repeats_of
from tournaments.queries.draws.seating import places
from tournaments.queries.draws.trios import teams_by_entry
from tournaments.queries.draws.wish_outcomes import by_wish
from tournaments.queries.evening.stages import sheet_words
from tournaments.seating import Distances, DrawContext, Tables, Way, repeats_words, tell

WAYS = {
    DrawMode.ROTATION: None,
    DrawMode.RANDOM: Way.RANDOM,
    DrawMode.SWISS: Way.SWISS,
    DrawMode.DANISH: Way.DANISH,
    DrawMode.MATCHES: None,
}
Pair = frozenset[int]


def certificate_words(draw: Draw) -> list[str]:
    """
    Return the sentences that say what a finished draw gave up, the most important first. No player is named.

    For a published draw, the last sentences say what was changed after it.
    """
    return drawn_words(draw) + (hand_words(draw.tournament, draw) if draw.published_at else [])


def drawn_words(draw: Draw) -> list[str]:
    """Return the sentences about a finished draw, without later changes."""
    return tell(draw.certificate, current_words(), _evening(draw))


def verdict(draw: Draw) -> str:
    """
    Return the first sentence of the certificate: whether players meet twice, and whether that can be avoided.

    If seats were changed after the draw, return what was changed and how the seats are now.
    """
    changed = hand_words(draw.tournament, draw) if draw.published_at else []
    return " ".join(changed) or repeats_words(draw.certificate, current_words())[0]


def hand_words(tournament: Tournament, draw: Draw | None) -> list[str]:
    """
    Return the sentences, without names, about changes after a draw (None: without one); [] if there are none.

    A certificate has the figures of its draw; these sentences count the seats as they are now.
    """
    changes = [change for change in hand_changes(tournament) if in_force(change)]
    by_round = Counter(change.number for change in changes if change.kind == SeatChangeKind.SWAP)
    replaced = sum(change.kind == SeatChangeKind.REPLACEMENT for change in changes)
    words = []
    if by_round:
        count = by_round.total()
        exchanged = ngettext(
            "Après le tirage, %(count)d échange de places fait à la main (position %(at)s).",
            "Après le tirage, %(count)d échanges de places faits à la main (positions %(at)s).",
            count,
        )
        words.append(exchanged % {"count": count, "at": ", ".join(str(number) for number in sorted(by_round))})
    if replaced:
        sentence = ngettext(
            "Après le tirage, %(count)d joueur a été remplacé par un autre, qui suit son parcours.",
            "Après le tirage, %(count)d joueurs ont été remplacés par d’autres, qui suivent leur parcours.",
            replaced,
        )
        words.append(sentence % {"count": replaced})
    words += _rounds_changed(tournament, draw)
    if words and not tournament.plays_trios:  # there who defends together meets each time
        repeats = repeats_of(places(tournament))
        sentence = ngettext(
            "Avec ces changements, %(count)d rencontre répétée en tout.",
            "Avec ces changements, %(count)d rencontres répétées en tout.",
            repeats,
        )
        words.append(
            sentence % {"count": repeats} if repeats else _("Avec ces changements, aucune rencontre ne se répète.")
        )
    return words


def _rounds_changed(tournament: Tournament, draw: Draw | None) -> list[str]:
    """Return sentences: which rounds were drawn alone after the draw, and which were cancelled and not put back."""
    drawn = tournament.rounds.filter(draw__isnull=False).values_list("number", "draw_id", "draw__alone")
    rounds = [(number, alone, made_by > (draw.pk if draw else 0)) for number, made_by, alone in drawn]
    words = []
    redrawn = sorted(number for number, alone, is_later in rounds if alone and is_later)
    if redrawn:
        sentence = ngettext(
            "Après le tirage, la position %(at)s a été tirée à nouveau, seule.",
            "Après le tirage, les positions %(at)s ont été tirées à nouveau, une à une.",
            len(redrawn),
        )
        words.append(sentence % {"at": ", ".join(map(str, redrawn))})
    put_back = {number for number, _alone, is_later in rounds if not is_later}
    cancelled = sorted(set(tournament.cancelled_rounds.values_list("number", flat=True)) - put_back)
    if cancelled:
        sentence = ngettext(
            "La position %(at)s a été annulée : ce qui y était joué ne compte plus.",
            "Les positions %(at)s ont été annulées : ce qui y était joué ne compte plus.",
            len(cancelled),
        )
        words.append(sentence % {"at": ", ".join(map(str, cancelled))})
    return words


def _evening(draw: Draw) -> DrawContext:
    mode, price = DrawMode(draw.mode), draw.price
    return DrawContext(
        first=draw.first_round,
        players=len(draw.players),
        rounds=draw.round_count,
        way=None if draw.moved is not None else Way.NO_STANDINGS if mode.by_standings and price is None else WAYS[mode],
        distances=Distances(**price) if price is not None else None,
        sheets=sheet_words(draw.missing) if draw.missing else "",
        wishes=[
            outcome for ask, outcome in by_wish(draw) if ask
        ],  # players of no sector have an outcome without a wish
        stopped_early=draw.stopped_early,
    )


@dataclass(frozen=True)
class Repeat:
    """Two players who sit at one table more than once, and the numbers of those rounds."""

    one: RotationSeat
    other: RotationSeat
    round_numbers: tuple[int, ...]


@dataclass(frozen=True)
class InForce:
    """
    A published draw, rounds in a row (`first` to `last`) that still come from it, and the sentences of its certificate.

    `is_changed` says that seats were changed by hand since; `same_as` is an earlier `first` of this draw, with its
    sentences.
    """

    first: int
    last: int
    published_at: datetime
    sentences: tuple[str, ...]
    is_changed: bool
    same_as: int | None = None


@dataclass(frozen=True)
class SeatFigures:
    """Counted on the seats: `least_met` and `most_met` are the fewest and the most people that a player meets."""

    players: int
    round_numbers: tuple[int, ...]
    tables: tuple[int, int]
    exempt_stays: int
    least_met: int
    most_met: int
    repeats: tuple[Repeat, ...]
    draws: tuple[InForce, ...]


def published_worth(tournament: Tournament) -> SeatFigures:
    """Return the figures of the published seats. A constant number of queries."""
    published = rotation(tournament)
    meetings, people = _meetings(published)
    people_met: Counter[int] = Counter()
    for pair in meetings:
        people_met.update(pair)
    counts = [people_met[path.registration_id] for path in published.paths]
    teams = teams_by_entry(tournament)
    repeats = [
        _repeat(*(people[pk] for pk in pair), at=tuple(at))
        for pair, at in meetings.items()
        if len(at) > 1 and len({teams.get(pk, -pk) for pk in pair}) > 1
    ]
    tables = [len(published.tables[round_number]) for round_number in published.round_numbers]
    return SeatFigures(
        players=len(published.paths),
        round_numbers=published.round_numbers,
        tables=(min(tables, default=0), max(tables, default=0)),
        exempt_stays=sum(stay.exempt for path in published.paths for stay in path.stays),
        least_met=min(counts, default=0),
        most_met=max(counts, default=0),
        repeats=tuple(
            sorted(
                repeats,
                key=lambda repeat: (-len(repeat.round_numbers), repeat.one.start_number, repeat.other.start_number),
            )
        ),
        draws=tuple(_in_force(tournament, published)),
    )


def several_draws(tournament: Tournament) -> list[InForce]:
    """Return the draws that still seat players if there are several; [] for one draw or none."""
    if tournament.rounds.filter(draw__isnull=False).order_by().values("draw").distinct().count() < 2:
        return []
    return _in_force(tournament, rotation(tournament))


def _repeat(one: RotationSeat, other: RotationSeat, *, at: tuple[int, ...]) -> Repeat:
    first, second = sorted((one, other), key=lambda seated: seated.start_number)
    return Repeat(first, second, at)


def _meetings(published: Rotation) -> tuple[dict[Pair, list[int]], dict[int, RotationSeat]]:
    """Return the rounds in which each pair of players meets, and the players by registration id."""
    meetings: dict[Pair, list[int]] = {}
    people: dict[int, RotationSeat] = {}
    for round_number in published.round_numbers:
        for seats in published.tables[round_number].values():
            people.update((seated.registration_id, seated) for seated in seats)
            for pair in combinations((seated.registration_id for seated in seats), 2):
                meetings.setdefault(frozenset(pair), []).append(round_number)
    return meetings, people


def _in_force(tournament: Tournament, published: Rotation) -> list[InForce]:
    """Return the draws that still seat players, in the order of their rounds."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    draws = Draw.objects.in_bulk({round_.draw_id for round_ in rounds.values() if round_.draw_id})
    runs: list[tuple[Draw, list[int]]] = []
    for round_number in published.round_numbers:
        draw = draws.get(rounds[round_number].draw_id)
        if draw is not None and runs and runs[-1][0] == draw and runs[-1][1][-1] == round_number - 1:
            runs[-1][1].append(round_number)
        elif draw is not None:
            runs.append((draw, [round_number]))
    first_position_of = {draw.pk: run[0] for draw, run in reversed(runs)}
    return [
        InForce(
            first=run[0],
            last=run[-1],
            published_at=rounds[run[0]].published_at,
            sentences=tuple(drawn_words(draw)),
            is_changed=_is_changed(draw, run, published),
            same_as=first_position_of[draw.pk] if first_position_of[draw.pk] < run[0] else None,
        )
        for draw, run in runs
    ]


def _is_changed(draw: Draw, run: Sequence[int], published: Rotation) -> bool:
    """Return whether a player sits elsewhere in these rounds than the draw seated him."""
    drawn = dict(enumerate(draw.computed_plan.rounds, draw.first_round))
    return any(drawn[round_number] != _as_seated(published, round_number) for round_number in run)


def _as_seated(published: Rotation, round_number: int) -> Tables:
    tables = published.tables[round_number]
    return tuple(tuple(seated.registration_id for seated in tables[number]) for number in sorted(tables))
