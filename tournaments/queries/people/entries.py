"""Entries from home: may people enter, how many places are free, the waiting list, and whom the club knows."""

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
from tournaments.models import Club, Entry, EntryPartner, Player, Tournament, has_died
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.pages.signed_codes import SignedCodes
from tournaments.queries.people.files import barred_from
from tournaments.queries.people.names import WHERE_TEXTS_END, words_of
from tournaments.queries.people.sessions import playing_elsewhere

CODES = SignedCodes("tournaments.entry")  # of the link that opens one entry
REMINDS_FROM, REMINDS_UNTIL = 10, 21  # o'clock
NAMES_AT_ONCE = 200  # of one query: the parser of SQLite is not deep
Person = Entry | EntryPartner


@dataclass(frozen=True)
class EntryOffer:
    """
    The state of a tournament's entries from home: `closed` says why nobody may enter, "" while people may.

    `left` is how many places are free, None without a limit, 0 while entries wait. `waiting` counts the entries that
    wait.
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
        """How many places are free, or how many entries wait, in one line; "" without a limit."""
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
    """Return how many places are not taken, in words, whoever waits; "" without a limit. No query."""
    if tournament.capacity is None:
        return ""
    return _left_words(left) if (left := tournament.capacity - tournament.places_taken) else _("Complet")


def _left_words(left: int) -> str:
    return ngettext("%(n)d place libre", "%(n)d places libres", left) % {"n": left}


def offer_of(tournament: Tournament, at: datetime) -> EntryOffer:
    """Return the state of a tournament's entries from home. One query at most."""
    waiting = 0 if tournament.capacity is None else waiting_of(tournament).count()
    left = None
    if tournament.capacity is not None:
        left = 0 if waiting else tournament.capacity - tournament.places_taken
    return EntryOffer(closed_words(tournament, at), tournament.entries_close_at, tournament.capacity, left, waiting)


def closed_words(tournament: Tournament, at: datetime) -> str:
    """Return a sentence that says why nobody may enter from home now; "" while people may."""
    name = {"name": tournament.name}
    if tournament.called_off:
        return _("« %(name)s » est annulé : on ne s’y inscrit plus.") % name
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
    """Return the waiting list of a tournament, in its order."""
    return tournament.entries.filter(state=EntryState.WAITING).order_by("number")


def place_in_line(entry: Entry) -> int:
    """Return the rank of an entry on the waiting list, from 1. One query."""
    return waiting_of(entry.tournament).filter(number__lte=entry.number).count()


def entry_code(entry: Entry) -> str:
    """Return the signed code of the link that opens an entry."""
    return CODES.of(entry.pk)


def entry_opened_by(code: str) -> Entry | None:
    """Return the entry that a code opens, with its tournament; None for a forged code or a deleted entry."""
    numbers = CODES.numbers(code, 1)
    entries = Entry.objects.select_related("tournament__club", "tournament__season", "registration")
    return None if numbers is None else entries.prefetch_related("partners__registration").filter(pk=numbers[0]).first()


def proof_of(entry: Entry) -> str:
    """Return the signed end of a link that only a message to the entry's address contains; it fits no other address."""
    return salted_hmac("tournaments.entry.address", f"{entry.pk} {entry.email}", algorithm="sha256").hexdigest()[:20]


def confirms_address(entry: Entry, proof: str) -> bool:
    """Return whether this proof was sent to the address that the entry has now."""
    return bool(entry.email) and constant_time_compare(proof_of(entry), proof)


def asks_address(tournament: Tournament) -> bool:
    """Return whether people who enter from home must confirm their address; never if the site sends no e-mail."""
    return tournament.entries_confirmed and sends_mail()


def entries_opened_by(codes: Iterable[str], tournament: Tournament) -> list[Entry]:
    """Return the entries of a tournament that these codes open, without cancelled ones. Two queries."""
    numbers = [numbers[0] for code in codes if (numbers := CODES.numbers(code, 1)) is not None]
    if not numbers:
        return []
    entries = tournament.entries.filter(pk__in=numbers).exclude(state=EntryState.CANCELLED)
    return list(entries.prefetch_related("partners"))


@dataclass(frozen=True)
class ListedEntry:
    """
    An entry as the organiser reads it: `line` is its rank on the waiting list from 1, or 0.

    `alike` are the numbers of other entries with the same name or licence; `people` are the persons of the entry.
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
        """True if it has a place for a person who may be a barred player."""
        return self.entry.has_place and any(one.is_to_check and one.may_be_taken_in for one in self.people)


@dataclass(frozen=True)
class ListedPerson:
    """
    A person of an entry: `place` is 0 for its author, 1 and more for partners. `known` is the club's player who it
    surely is; `is_barred` if that player is suspended that day, or excluded; `plays_elsewhere` if he is at another
    session of the same étuis.
    """

    person: Person
    place: int
    known: Player | None
    is_barred: bool = False
    plays_elsewhere: bool = False

    @property
    def is_to_check(self) -> bool:
        """True if this player may not play here."""
        return self.is_barred or self.plays_elsewhere

    @property
    def entry(self) -> Entry:
        """The entry that names this person."""
        return self.person if isinstance(self.person, Entry) else self.person.entry

    @property
    def may_be_taken_in(self) -> bool:
        """True if the club may accept this person now: with a place, or to confirm, and not registered yet."""
        return (self.entry.has_place or self.entry.is_to_confirm) and self.person.registration_id is None

    @property
    def withdrew(self) -> bool:
        """True if the club had accepted this person, who has withdrawn since."""
        return self.person.registration is not None and self.person.registration.status in HAVE_LEFT


def listed_entries(tournament: Tournament) -> list[ListedEntry]:
    """Return a tournament's entries: those with a place, waiting, to confirm, cancelled. Four queries, or more."""
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
    barred, elsewhere = barred_from(tournament), playing_elsewhere(tournament, known.values())

    def listed(person: Person, place: int) -> ListedPerson:
        player = known.get(_key(person))
        if player is None:
            return ListedPerson(person, place, None)
        return ListedPerson(person, place, player, player.pk in barred, player.pk in elsewhere)

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
    """Return the folded name and the licence of an entry's author; an empty set for a cancelled entry."""
    return set() if entry.is_cancelled else {fold(entry.full_name), entry.licence} - {""}


def known_players(club_id: int, people: Sequence[Person]) -> dict[tuple[str, str, str], Player]:
    """
    Return, by `_key`, the club's player who each person surely is: the one with his licence and name (a licence with
    another name is nobody), else the only one with his name, unless both have a licence. Two queries, and one more for
    each `NAMES_AT_ONCE` people.
    """
    licences = {person.licence for person in people if isinstance(person, Entry) and person.licence}
    of_club = Player.objects.known_to(club_id).filter(erased_at=None)
    holders = {player.licence: player for player in of_club.filter(licence__in=licences)}
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
        holder = holders.get(licence)
        if holder is not None:
            if is_surely((person.last_name, person.first_name), (holder.last_name, holder.first_name)):
                known[_key(person)] = holder
            continue
        namesakes = [one for one in by_name.get(_name(person), []) if not (licence and one.licence)]
        if len(namesakes) == 1:
            known[_key(person)] = namesakes[0]
    return known


def known_of(known: dict[tuple[str, str, str], Player], person: Person) -> Player | None:
    """Return the player that `known_players` found for a person, or None."""
    return known.get(_key(person))


def _name(person: Person) -> tuple[str, str]:
    return fold(person.last_name), fold(person.first_name)


def _key(person: Person) -> tuple[str, str, str]:
    return (*_name(person), person.licence if isinstance(person, Entry) else "")


def at_the_door(tournament: Tournament, typed: str = "", *, most: int) -> list[ListedPerson]:
    """
    Return at most `most` people who entered from home and are not registered yet, by name: each typed word begins a
    word of the name or the licence; without words, only people with a place. Two queries.
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


def reminders_due(at: datetime) -> QuerySet[Entry]:
    """
    Return the entries of tomorrow whose reminder was asked for and not sent, with a place or waiting for one: due
    between 10 and 21 o'clock by the club's clock. Who was accepted and withdrew since is not reminded, nor who died.
    """
    tomorrow = Q(pk__in=[])
    for name in Club.objects.order_by().values_list("time_zone", flat=True).distinct():
        there = timezone.localtime(at, zone_called(name))
        if REMINDS_FROM <= there.hour < REMINDS_UNTIL:
            tomorrow |= Q(tournament__club__time_zone=name, tournament__date=there.date() + timedelta(days=1))
    return to_remind().filter(tomorrow)


def to_remind() -> QuerySet[Entry]:
    """Return the entries whose reminder was asked for and not sent, if they and their tournament are as it says."""
    return Entry.objects.filter(
        ~Q(email=""),
        ~has_died("registration__player__"),
        ~Q(registration__status__in=HAVE_LEFT),
        reminder=True,
        reminded_at=None,
        state__in=[EntryState.CONFIRMED, EntryState.WAITING],
        tournament__state__in=BEFORE_PLAY,
        tournament__is_trial=False,
        tournament__called_off="",
    ).exclude(tournament__state=TournamentState.DRAFT)


def reminds(tournament: Tournament, at: datetime) -> bool:
    """Return whether the reminders of a tournament are still to leave, so that a page may promise one."""
    there = timezone.localtime(at, tournament.club.zone)
    return (there.date(), there.hour) < (tournament.date - timedelta(days=1), REMINDS_UNTIL)


def to_take_in(tournament: Tournament) -> int:
    """Return how many people have a place and are not registered yet. Two queries."""
    mine = tournament.entries.filter(state=EntryState.CONFIRMED, registration=None)
    partners = EntryPartner.objects.filter(entry__tournament=tournament, entry__state=EntryState.CONFIRMED)
    return mine.count() + partners.filter(registration=None).count()
