"""Entries from home: whether one may enter, how many places are left, who waits in which order, whom the club knows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.days import french_day, french_moment
from tournaments.kit.likeness import is_surely
from tournaments.kit.text import fold
from tournaments.kit.zones import zone_called
from tournaments.labels import BEFORE_PLAY, HAVE_LEFT, EntryState, TournamentState
from tournaments.models import Club, Entry, EntryPartner, Player, Tournament
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.pages.signed_codes import SignedCodes
from tournaments.queries.people.files import barred_from
from tournaments.queries.people.names import WHERE_TEXTS_END, words_of

CODES = SignedCodes("tournaments.entry")  # of the link that opens one entry
REMINDS_FROM, REMINDS_UNTIL = 10, 21  # o'clock
NAMES_AT_ONCE = 200  # of one query: the parser of SQLite is not deep
Person = Entry | EntryPartner


@dataclass(frozen=True)
class EntryOffer:
    """
    Whether people enter a tournament from home: `closed` says why not, empty while they do.

    `left` is how many places are free, None without a limit; while somebody waits it is 0. `waiting` counts the
    entries that wait.
    """

    closed: str
    closes_at: datetime | None
    capacity: int | None
    left: int | None
    waiting: int

    @property
    def is_open(self) -> bool:
        return not self.closed

    @property
    def words(self) -> str:
        """How many places there are, and who waits, in one line; nothing without a limit."""
        if self.left is None:
            return ""
        if self.left:
            return _left_words(self.left)
        if not self.waiting:
            return _("Complet : la suite s’inscrit sur une liste d’attente.")
        return ngettext(
            "Complet : %(n)d inscription en liste d’attente.",
            "Complet : %(n)d inscriptions en liste d’attente.",
            self.waiting,
        ) % {"n": self.waiting}


def places_words(tournament: Tournament) -> str:
    """Return how many places are not taken, whoever waits; nothing without a limit. No query."""
    if tournament.capacity is None:
        return ""
    return _left_words(left) if (left := tournament.capacity - tournament.places_taken) else _("Complet")


def _left_words(left: int) -> str:
    return ngettext("%(n)d place libre", "%(n)d places libres", left) % {"n": left}


def offer_of(tournament: Tournament, at: datetime) -> EntryOffer:
    """Return whether people enter a tournament from home now, and how many places are left: one query at most."""
    waiting = 0 if tournament.capacity is None else waiting_of(tournament).count()
    left = None
    if tournament.capacity is not None:
        left = 0 if waiting else tournament.capacity - tournament.places_taken
    return EntryOffer(closed_words(tournament, at), tournament.entries_close_at, tournament.capacity, left, waiting)


def closed_words(tournament: Tournament, at: datetime) -> str:
    """Return why nobody enters a tournament from home now; empty while entries are open."""
    name = {"name": tournament.name}
    if not tournament.entries_open or tournament.state == TournamentState.DRAFT:
        return _("On ne s’inscrit pas en ligne à « %(name)s » : adressez-vous au club.") % name
    if not tournament.is_coming:
        return _("« %(name)s » a commencé : on ne s’y inscrit plus en ligne. Adressez-vous au club.") % name
    if tournament.date < timezone.localdate(at):
        sentence = _("« %(name)s » était le %(day)s : on ne s’y inscrit plus.")
        return sentence % (name | {"day": french_day(tournament.date)})
    if tournament.entries_close_at is not None and at >= tournament.entries_close_at:
        return _(
            "Les inscriptions en ligne à « %(name)s » sont closes depuis le %(moment)s : adressez-vous au club."
        ) % (name | {"moment": french_moment(tournament.entries_close_at)})
    return ""


def waiting_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that wait for a place, in their order."""
    return tournament.entries.filter(state=EntryState.WAITING).order_by("number")


def place_in_line(entry: Entry) -> int:
    """Return the place of an entry that waits, from 1. One query."""
    return waiting_of(entry.tournament).filter(number__lte=entry.number).count()


def entry_code(entry: Entry) -> str:
    """Return the signed code of the link that opens an entry."""
    return CODES.of(entry.pk)


def entry_opened_by(code: str) -> Entry | None:
    """Return the entry that a code opens, with its tournament; None for a forged code, and once the entry is gone."""
    numbers = CODES.numbers(code, 1)
    entries = Entry.objects.select_related("tournament__club", "tournament__season", "registration")
    return None if numbers is None else entries.prefetch_related("partners__registration").filter(pk=numbers[0]).first()


def proof_of(entry: Entry) -> str:
    """Return what only a message to the address of an entry says: its signed end, which another address has not."""
    return salted_hmac("tournaments.entry.address", f"{entry.pk} {entry.email}", algorithm="sha256").hexdigest()[:20]


def confirms_address(entry: Entry, proof: str) -> bool:
    """Return whether this was sent to the address that the entry has now."""
    return bool(entry.email) and constant_time_compare(proof_of(entry), proof)


def asks_address(tournament: Tournament) -> bool:
    """Return whether who enters a tournament from home confirms his address first: never where no message leaves."""
    return tournament.entries_confirmed and sends_mail()


def entries_opened_by(codes: Iterable[str], tournament: Tournament) -> list[Entry]:
    """Return the entries of a tournament that these codes open and that are not cancelled. Two queries."""
    numbers = [numbers[0] for code in codes if (numbers := CODES.numbers(code, 1)) is not None]
    if not numbers:
        return []
    entries = tournament.entries.filter(pk__in=numbers).exclude(state=EntryState.CANCELLED)
    return list(entries.prefetch_related("partners"))


@dataclass(frozen=True)
class ListedEntry:
    """
    An entry as the organiser reads it: `line` is its place among those who wait, 0 when it does not.

    `alike` are the numbers of the other entries of the same name, or with the same licence; `people` says of each
    person whether the club knows
    him for sure.
    """

    entry: Entry
    line: int
    alike: tuple[int, ...]
    people: tuple["ListedPerson", ...]

    @property
    def is_to_take_in(self) -> bool:
        return self.entry.has_place and any(one.person.registration is None for one in self.people)

    @property
    def is_to_check(self) -> bool:
        """Whether it holds a place, perhaps for somebody whom the tournament does not take in."""
        return self.entry.has_place and any(one.is_barred and one.may_be_taken_in for one in self.people)


@dataclass(frozen=True)
class ListedPerson:
    """
    Somebody of an entry: his `place` in it, 0 for whoever made it, the player of the club he surely is, and whether
    that one may not be taken in: suspended on that day, or excluded.
    """

    person: Person
    place: int
    known: Player | None
    is_barred: bool = False

    @property
    def entry(self) -> Entry:
        """The entry that names him."""
        return self.person if isinstance(self.person, Entry) else self.person.entry

    @property
    def may_be_taken_in(self) -> bool:
        """Whether the club may take him in now: he has a place, or an address to confirm, and is not in yet."""
        return (self.entry.has_place or self.entry.is_to_confirm) and self.person.registration_id is None

    @property
    def withdrew(self) -> bool:
        """Whether he was taken in, and has cancelled since."""
        return self.person.registration is not None and self.person.registration.status in HAVE_LEFT


def listed_entries(tournament: Tournament) -> list[ListedEntry]:
    """Return the entries of a tournament: who has a place, who waits, who cancelled; four queries, and few more."""
    entries = list(
        tournament.entries.select_related("registration").prefetch_related("partners__registration", "partners__entry")
    )
    order = [EntryState.CONFIRMED, EntryState.WAITING, EntryState.TO_CONFIRM, EntryState.CANCELLED]
    entries.sort(key=lambda entry: (order.index(EntryState(entry.state)), entry.number))
    waiting = [entry.pk for entry in entries if entry.waits]
    untaken = [
        person for entry in entries if not entry.is_cancelled for person in entry.people if not person.registration_id
    ]
    known = known_players(tournament.club_id, untaken)
    barred = barred_from(tournament)

    def listed(person: Person, place: int) -> ListedPerson:
        player = known.get(_key(person))
        return ListedPerson(person, place, player, is_barred=player is not None and player.pk in barred)

    said: dict[str, list[int]] = {}  # a name, or a licence: one number is of one person
    for entry in entries:
        for text in _told_by(entry):
            said.setdefault(text, []).append(entry.number)
    return [
        ListedEntry(
            entry,
            line=waiting.index(entry.pk) + 1 if entry.waits else 0,
            alike=tuple(sorted({number for text in _told_by(entry) for number in said[text]} - {entry.number})),
            people=tuple(listed(person, place) for place, person in enumerate(entry.people)),
        )
        for entry in entries
    ]


def _told_by(entry: Entry) -> set[str]:
    """Return what tells who made an entry: his name and his licence; nothing of one that is cancelled."""
    return set() if entry.is_cancelled else {fold(entry.full_name), entry.licence} - {""}


def known_players(club_id: int, people: Sequence[Person]) -> dict[tuple[str, str, str], Player]:
    """
    Return the player of the club whom each person surely is, by `_key`: by his licence and name (a wrong figure makes
    nobody of anybody), else the only one of his name, unless both have a licence. Two queries, and one more for each
    `NAMES_AT_ONCE` people.
    """
    licences = {person.licence for person in people if isinstance(person, Entry) and person.licence}
    of_club = Player.objects.known_to(club_id).filter(erased_at=None)
    holders = {player.licence: player for player in of_club.filter(licence__in=licences)} if licences else {}
    by_name: dict[tuple[str, str], list[Player]] = {}
    names = sorted({_name(person) for person in people})
    for start in range(0, len(names), NAMES_AT_ONCE):
        condition = Q()
        for name in names[start : start + NAMES_AT_ONCE]:
            begins = "".join(f" {text}" for text in name if text)[:WHERE_TEXTS_END]
            condition |= Q(search_text__startswith=begins)
        for player in of_club.filter(condition):
            by_name.setdefault((fold(player.last_name), fold(player.first_name)), []).append(player)
    known = {}
    for person in people:
        licence = person.licence if isinstance(person, Entry) else ""
        holder = holders.get(licence) if licence else None
        if holder is not None:
            if is_surely((person.last_name, person.first_name), (holder.last_name, holder.first_name)):
                known[_key(person)] = holder
            continue
        namesakes = [one for one in by_name.get(_name(person), []) if not (licence and one.licence)]
        if len(namesakes) == 1:
            known[_key(person)] = namesakes[0]
    return known


def known_of(known: dict[tuple[str, str, str], Player], person: Person) -> Player | None:
    """Return the player whom a person surely is, of those that `known_players` found."""
    return known.get(_key(person))


def _name(person: Person) -> tuple[str, str]:
    return fold(person.last_name), fold(person.first_name)


def _key(person: Person) -> tuple[str, str, str]:
    return (*_name(person), person.licence if isinstance(person, Entry) else "")


def at_the_door(tournament: Tournament, typed: str = "", *, most: int) -> list[ListedPerson]:
    """
    Return who entered from home and is not in yet: those whose name or licence has words beginning with all that is
    typed; everybody who has a place, where nothing is. Two queries.
    """
    words = words_of(typed)
    entries = tournament.entries.exclude(state=EntryState.CANCELLED).prefetch_related("partners__entry")
    people = [
        ListedPerson(person, place, None)
        for entry in entries
        for place, person in enumerate(entry.people)
        if person.registration_id is None and (_begins(person, words) if words else entry.has_place)
    ]
    return sorted(people, key=lambda one: (_name(one.person), one.person.pk))[:most]


def _begins(person: Person, words: Iterable[str]) -> bool:
    own = fold(f"{person.full_name} {person.licence if isinstance(person, Entry) else ''}").split()
    return all(any(part.startswith(word) for part in own) for word in words)


def mail_due(at: datetime) -> QuerySet[Entry]:
    """Return the entries whose message is to be sent now, the one that has waited longest first."""
    return Entry.objects.filter(mail_at__lte=at).order_by("mail_at", "pk")


def is_reminder(entry: Entry) -> bool:
    """Return whether the message of an entry is that of the day before: what came after it is said by another."""
    moved_up = entry.moved_up_at
    return entry.reminded_at is not None and (moved_up is None or moved_up <= entry.reminded_at)


def reminders_due(at: datetime) -> QuerySet[Entry]:
    """
    Return the entries of tomorrow that asked for a reminder and got none: of who has a place or waits for one, from ten
    o'clock in the morning to nine in the evening, as the clock of the club says.
    """
    tomorrow = Q(pk__in=[])
    for name in Club.objects.order_by().values_list("time_zone", flat=True).distinct():
        there = timezone.localtime(at, zone_called(name))
        if REMINDS_FROM <= there.hour < REMINDS_UNTIL:
            tomorrow |= Q(tournament__club__time_zone=name, tournament__date=there.date() + timedelta(days=1))
    return Entry.objects.filter(
        tomorrow,
        ~Q(email=""),
        reminder=True,
        reminded_at=None,
        state__in=[EntryState.CONFIRMED, EntryState.WAITING],
        tournament__state__in=BEFORE_PLAY,
        tournament__is_trial=False,
    ).exclude(tournament__state=TournamentState.DRAFT)


def to_take_in(tournament: Tournament) -> int:
    """Return how many people have a place and are not taken in yet. Two queries."""
    mine = tournament.entries.filter(state=EntryState.CONFIRMED, registration=None)
    partners = EntryPartner.objects.filter(entry__tournament=tournament, entry__state=EntryState.CONFIRMED)
    return mine.count() + partners.filter(registration=None).count()
