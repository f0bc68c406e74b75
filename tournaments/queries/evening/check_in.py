"""
What the check-in shows: the players searched for, expected or present, how many there are, and what comes next.

While an organiser types, the whole club is searched; the list shows a dozen people at most.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import Case, IntegerField, Q, Value, When
from django.utils.translation import ngettext

from tournaments.kit.text import whole_number
from tournaments.labels import HAVE_LEFT, Status
from tournaments.models import Player, Rate, Registration, Tournament, has_died
from tournaments.queries.draws.drafts import draws_as_usual
from tournaments.queries.draws.forecast import describe, moved_words, proposed
from tournaments.queries.evening.stages import Counts, counts
from tournaments.queries.money.proposed_rates import proposed_rates
from tournaments.queries.money.takings import Takings, paid_by, takings
from tournaments.queries.people.files import licence_marks, seen_by
from tournaments.queries.people.lookalikes import lookalikes
from tournaments.queries.people.names import begins_a_word, name_apart, words_of
from tournaments.seating import Remainder, possible_layouts

MOST_FOUND, MOST_LISTED = 12, 40
LONGEST_NUMBER = 4


class Shown(StrEnum):
    """The list that the check-in shows while nothing is typed."""

    AWAITED = "attendus"
    OWING = "a-payer"
    PRESENT = "presents"


@dataclass(frozen=True)
class CheckInPerson:
    """A player at the check-in: his registration (None: not registered), his rate or the proposed one, his money."""

    player: Player
    registration: Registration | None
    rate: Rate | None
    paid: int
    marks: tuple[str, ...] = ()  # what is wrong with his licence
    key: uuid.UUID = field(default_factory=uuid.uuid4)  # of the next tap on his line

    @property
    def told(self) -> str:
        """His name on buttons: with his start number, else with his licence."""
        if self.registration is None:
            return ", ".join(filter(None, (self.player.full_name, self.player.licence)))
        return name_apart(self.player.full_name, self.registration.start_number, is_namesake=True)

    @property
    def is_there(self) -> bool:
        return self.registration is not None and self.registration.status == Status.PRESENT

    @property
    def is_gone(self) -> bool:
        return self.registration is not None and self.registration.status in HAVE_LEFT

    @property
    def may_pay(self) -> bool:
        """True unless he is present and has paid all."""
        return not (self.is_there and self.paid and not self.owed)

    @property
    def owed(self) -> int:
        """The cents that he still owes, or would owe if he came."""
        return max(0, (self.rate.amount if self.rate else 0) - self.paid)


@dataclass(frozen=True)
class PeopleList:
    """The people that a list shows; `has_more` if it leaves some out."""

    people: tuple[CheckInPerson, ...]
    has_more: bool = False
    are_near: bool = False  # nobody has the name typed: theirs are nearly the same

    @property
    def is_nobody(self) -> bool:
        """True if nobody has the typed name."""
        return self.are_near or not self.people


@dataclass(frozen=True)
class CheckIn:
    """The figures of the check-in: how many players, how much money, and which tables they would make."""

    counts: Counts
    takings: Takings | None
    tables: str
    moved: str
    has_rounds: bool
    stand_ins: str
    draws_as_usual: bool  # it was copied from another tournament, whose way to draw is known

    @property
    def can_draw(self) -> bool:
        return not self.has_rounds and bool(self.tables)


def check_in(tournament: Tournament, *, rates: Sequence[Rate]) -> CheckIn:
    """Return the figures of the check-in; money only if the tournament has rates."""
    people = counts(tournament)
    layouts = possible_layouts(people.present, tournament.table_size)
    has_rounds = tournament.rounds.exists()
    return CheckIn(
        counts=people,
        takings=takings(tournament) if rates else None,
        tables=(
            describe(layouts[proposed(layouts, Remainder(tournament.remainder))], tournament.table_size)
            if layouts and not has_rounds
            else ""
        ),
        moved=moved_words(tournament),
        has_rounds=has_rounds,
        stand_ins=_stand_ins(people, tournament.table_size) if not has_rounds else "",
        draws_as_usual=not has_rounds and draws_as_usual(tournament),
    )


def search(tournament: Tournament, typed: str, *, rates: Sequence[Rate]) -> PeopleList:
    """
    Return the club's players who match the typed text. Five queries, six for a number.

    Each typed word must begin a word of the name or the licence, or be a start number. Players whose family name begins
    with the first word come first. If there are none, players with nearly this name are returned. Nine queries then.
    """
    words = words_of(typed)
    if not words:
        return PeopleList(())
    condition = begins_a_word(typed)
    rank = [When(search_text__startswith=f" {words[0]}", then=Value(1))]
    start_number = whole_number(words[0], digits=LONGEST_NUMBER) if len(words) == 1 else None
    if start_number is not None:
        numbered = tournament.registrations.filter(start_number=start_number).values_list("player", flat=True).first()
        condition |= Q(pk=numbered or 0)
        rank.insert(0, When(pk=numbered or 0, then=Value(0)))
    players = (
        Player.objects.known_to(tournament.club_id)
        .filter(condition, ~has_died(), erased_at=None)
        .annotate(rank=Case(*rank, default=Value(2), output_field=IntegerField()))
        .order_by("rank", "search_text", "pk")[: MOST_FOUND + 1]
    )
    people = list(players)
    if not people and not any(letter.isdecimal() for letter in typed):
        last_name, _space, first_name = " ".join(typed.split()).partition(" ")
        alike = [lookalike.player for lookalike in lookalikes(tournament.club_id, last_name, first_name)]
        living = Player.objects.filter(~has_died(), pk__in=[one.pk for one in alike]).values_list("pk", flat=True)
        alike = [one for one in alike if one.pk in set(living)]
        return PeopleList(_people(tournament, alike, rates), are_near=True)
    return PeopleList(_people(tournament, people[:MOST_FOUND], rates), len(people) > MOST_FOUND)


def person(tournament: Tournament, player: Player, *, rates: Sequence[Rate]) -> CheckInPerson:
    """Return one player as the check-in shows him."""
    return _people(tournament, [player], rates)[0]


def listed(tournament: Tournament, shown: Shown, *, rates: Sequence[Rate]) -> PeopleList:
    """Return the players who are expected, owe money or are present (`shown`), in alphabetical order."""
    status = Status.REGISTERED if shown == Shown.AWAITED else Status.PRESENT
    entries = tournament.registrations.filter(status=status).order_by("player__search_text", "start_number")
    players = list(entries.values_list("player", flat=True)[: MOST_LISTED + 1])
    if shown == Shown.OWING:
        rows = list(entries.values_list("pk", "player", "rate", "rate__amount"))
        paid = paid_by(pk for pk, _player, _rate, _amount in rows)
        players = [player for pk, player, rate, amount in rows if rates and (rate is None or amount > paid.get(pk, 0))]
    players_by_id = Player.objects.in_bulk(players[:MOST_LISTED])
    people = _people(tournament, [players_by_id[player] for player in players[:MOST_LISTED]], rates)
    return PeopleList(people, len(players) > MOST_LISTED)


def _people(tournament: Tournament, players: Sequence[Player], rates: Sequence[Rate]) -> tuple[CheckInPerson, ...]:
    ids = [player.pk for player in players]
    entries = {
        entry.player_id: entry
        for entry in tournament.registrations.filter(player__in=ids).select_related("rate", "team")
    }
    paid = paid_by(entry.pk for entry in entries.values()) if rates else {}
    proposed = proposed_rates(tournament, players, rates)
    people = []
    for player in seen_by(tournament.club_id, players):
        entry = entries.get(player.pk)
        rate = entry.rate if entry and entry.rate else proposed.get(player.pk)
        marks = tuple(licence_marks(player, tournament.date))
        people.append(CheckInPerson(player, entry, rate, paid.get(entry.pk, 0) if entry else 0, marks))
    return tuple(people)


def _stand_ins(people: Counts, table_size: int) -> str:
    """Return in words how many stand-ins would make all tables complete; "" if too few, or if none is needed."""
    missing = -people.present % table_size
    if not missing or missing > people.stand_ins:
        return ""
    return ngettext(
        "%(count)d remplaçant ferait des tables toutes complètes.",
        "%(count)d remplaçants feraient des tables toutes complètes.",
        missing,
    ) % {"count": missing}
