"""
What the check-in shows: who is looked for, who is awaited, how many are there, what comes next.

While somebody types, the list is of the whole club; it shows a dozen people at most.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import Case, IntegerField, Q, Value, When
from django.utils.translation import ngettext

from tournaments.kit.text import whole_number
from tournaments.labels import HAVE_LEFT, Status
from tournaments.models import Player, Rate, Registration, Tournament
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
    """Which list the check-in shows while nobody types."""

    AWAITED = "attendus"
    OWING = "a-payer"
    PRESENT = "presents"


@dataclass(frozen=True)
class CheckInPerson:
    """Somebody of the club: his registration (None: not entered), the rate he has or is proposed, and his money."""

    player: Player
    registration: Registration | None
    rate: Rate | None
    paid: int
    marks: tuple[str, ...] = ()  # what is wrong with his licence
    key: uuid.UUID = field(default_factory=uuid.uuid4)  # of the next tap on his line

    @property
    def told(self) -> str:
        """What his buttons call him: by his start number too, else by his licence."""
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
        """Whether there is anything to take from him: not once he is there and has paid all."""
        return not (self.is_there and self.paid and not self.owed)

    @property
    def owed(self) -> int:
        """What he still owes, in cents; what he would owe when he is not there."""
        return max(0, (self.rate.amount if self.rate else 0) - self.paid)


@dataclass(frozen=True)
class PeopleList:
    """The people that a list shows; `has_more` when it leaves some out."""

    people: tuple[CheckInPerson, ...]
    has_more: bool = False
    are_near: bool = False  # nobody has the name typed: theirs are nearly the same

    @property
    def is_nobody(self) -> bool:
        """Whether nobody has the name typed."""
        return self.are_near or not self.people


@dataclass(frozen=True)
class CheckIn:
    """How many are there, what they brought, and what the tables would be."""

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
    """Return how the check-in stands, with its money where there are rates."""
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
    Return who is looked for among the players of the club: five queries, six for a number.

    Every word typed begins a word of the name or the licence, or it is a start number. Those whose family name begins
    with the first word come first. When there is nobody, players with nearly that name are returned: eight queries.
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
        .filter(condition, erased_at=None)
        .annotate(rank=Case(*rank, default=Value(2), output_field=IntegerField()))
        .order_by("rank", "search_text", "pk")[: MOST_FOUND + 1]
    )
    people = list(players)
    if not people and not any(letter.isdecimal() for letter in typed):
        last_name, _space, first_name = " ".join(typed.split()).partition(" ")
        alike = [lookalike.player for lookalike in lookalikes(tournament.club_id, last_name, first_name)]
        return PeopleList(_people(tournament, alike, rates), are_near=True)
    return PeopleList(_people(tournament, people[:MOST_FOUND], rates), len(people) > MOST_FOUND)


def person(tournament: Tournament, player: Player, *, rates: Sequence[Rate]) -> CheckInPerson:
    """Return one player as the check-in shows him."""
    return _people(tournament, [player], rates)[0]


def listed(tournament: Tournament, shown: Shown, *, rates: Sequence[Rate]) -> PeopleList:
    """Return those who are awaited, who owe money or who are there, in the order of a French list."""
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
        entry.player_id: entry for entry in tournament.registrations.filter(player__in=ids).select_related("rate")
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
    """Return in words how many stand-ins would make every table whole, where there are enough of them."""
    missing = -people.present % table_size
    if not missing or missing > people.stand_ins:
        return ""
    return ngettext(
        "%(count)d remplaçant ferait des tables toutes complètes.",
        "%(count)d remplaçants feraient des tables toutes complètes.",
        missing,
    ) % {"count": missing}
