"""
Entries from home: made and cancelled by whoever comes, moved up when a place is free, taken in by the club.

The places are counted under the tournament's lock, and a constraint holds that no more are taken than there are. Who
waits is taken in the order in which he came, and nobody is skipped: a pair at the head of the line that needs two
places keeps those behind it waiting while only one is free, and who comes later waits behind them. Where the site sends
messages his address is confirmed first (`asks_address`), by a link that his browser does not have. What he typed goes
two months after a tournament that was ended.
"""

import uuid
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from tournaments.kit.likeness import likeness
from tournaments.kit.text import fold
from tournaments.labels import EntryState, Grade, Status
from tournaments.models import Account, Entry, EntryPartner, FromHome, Player, Registration, Seat, Tournament
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.people.entries import (
    Person,
    asks_address,
    closed_words,
    known_of,
    known_players,
    place_in_line,
    waiting_of,
)
from tournaments.queries.people.files import barred_from
from tournaments.refusals import Refusal, form_used, refuse_if_finished
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_clubs_of, lock_tournament, raise_revision
from tournaments.services.people.players import PlayerFacts, add_player, refuse_erased
from tournaments.services.people.registrations import known_player_of, leave, refuse_excluded, register, set_status
from tournaments.subjects import subject_of

# Of a tournament, those that were cancelled too: whoever wants to fill the database has to stop somewhere.
MOST_ENTRIES = 10_000
GRACE = timedelta(hours=1)  # after the hour of closing: a message takes its time
OVER = gettext_lazy("Le tournoi « %(name)s » est terminé : ses inscriptions en ligne ne changent plus.")


@dataclass(frozen=True)
class EntryFacts:
    """What somebody types to enter; `partners` are (family name, first name) of those who come with him."""

    last_name: str
    first_name: str = ""
    licence: str = ""
    home_club: str = ""
    email: str = ""
    phone: str = ""
    message: str = ""
    consent: bool = False
    reminder: bool = False
    partners: tuple[tuple[str, str], ...] = field(default=())

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def places(self) -> int:
        """How many people they are."""
        return 1 + len(self.partners)


@transaction.atomic
def enter(*, tournament: Tournament, facts: EntryFacts, key: uuid.UUID, at: datetime, language: str = "fr") -> Entry:
    """
    Enter somebody from home and return his entry: confirmed while there are places, else waiting; where its address is
    confirmed first, it is neither until then (`confirm_address`).

    The same form sent twice (`key`) is one entry, which the second time returns as it is. Refuses while entries are
    closed, a name or an address that is missing, a name written twice, the licence of somebody suspended or excluded
    under a name like his, more people than an entry may name, and the `key` of somebody else.

    A name alone holds its place, also that of somebody suspended: it may be a homonym's, and an entry that read
    otherwise, or took no place, would tell anybody who types a name whether he is suspended. The organiser decides.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, OVER)
    earlier = Entry.objects.filter(key=key).first()
    if earlier is not None:
        if earlier.tournament_id != tournament.pk or fold(earlier.full_name) != fold(facts.full_name):
            raise form_used("stale_entry")
        return earlier
    if closed := closed_words(tournament, at):
        raise Refusal(closed, code="entries_closed")
    refuse_facts(tournament, facts, most=tournament.people_per_entry)
    last = _last_number(tournament)
    if last >= MOST_ENTRIES:
        raise Refusal(_("Ce tournoi a reçu trop d’inscriptions en ligne : adressez-vous au club."), code="too_many")
    state = EntryState.TO_CONFIRM if asks_address(tournament) else _state_now(tournament, facts.places)
    entry = Entry.objects.create(
        tournament=tournament,
        number=last + 1,
        state=state,
        places=facts.places,
        key=key,
        language=language,
        entered_at=at,
        mail_at=mail_when(facts.email, at),
        **{name: getattr(facts, name) for name in COLUMNS},
    )
    EntryPartner.objects.bulk_create(
        EntryPartner(entry=entry, place=place, last_name=last_name, first_name=first_name)
        for place, (last_name, first_name) in enumerate(facts.partners, 1)
    )
    count_places(tournament)
    log_entry(entry, gettext_noop("inscription en ligne"), FromHome(facts.full_name), at)
    raise_revision(tournament)
    return entry


COLUMNS = ("last_name", "first_name", "licence", "home_club", "email", "phone", "message", "consent", "reminder")


@transaction.atomic
def confirm_address(*, entry: Entry, email: str, at: datetime) -> Entry:
    """
    Note that whoever reads `email` entered, give the entry its place or its rank in the line, and return it.
    Idempotent.

    Refuses another address than the entry has now, and one whose entries have closed an hour ago.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = entry_now(tournament, entry.pk)
    if entry.is_cancelled or entry.address_confirmed_at is not None:
        return entry
    refuse_if_finished(tournament, OVER)
    if entry.email != email:
        raise Refusal(_("Cette adresse n’est plus celle de l’inscription : ouvrez le dernier message."), code="stale")
    if entry.is_to_confirm:
        if closed := closed_words(tournament, max(entry.entered_at, at - GRACE)):
            raise Refusal(closed, code="entries_closed")
        hold_place(tournament, entry)
    entry.address_confirmed_at = at
    entry.save(update_fields=["address_confirmed_at"])
    log_entry(entry, gettext_noop("adresse confirmée"), FromHome(entry.full_name), at)
    raise_revision(tournament)
    return entry


def hold_place(tournament: Tournament, entry: Entry) -> None:
    """
    Give an entry that was to confirm its address a place, or the last rank of the line, as if it had come now.

    Its number is the last one then: the line is in the order of the numbers. Called under the tournament's lock.
    """
    last = _last_number(tournament)
    entry.number = entry.number if entry.number == last else last + 1
    entry.state, entry.mail_at = _state_now(tournament, entry.places), None
    entry.save(update_fields=["number", "state", "mail_at"])
    count_places(tournament)


def _state_now(tournament: Tournament, places: int) -> EntryState:
    waits = not has_room(tournament, places) or waiting_of(tournament).exists()
    return EntryState.WAITING if waits else EntryState.CONFIRMED


def _last_number(tournament: Tournament) -> int:
    return tournament.entries.aggregate(last=Max("number"))["last"] or 0


@transaction.atomic
def cancel_entry(*, entry: Entry, by: Account | FromHome | None, at: datetime) -> Entry:
    """
    Cancel an entry and return it; its places go to those who wait. Idempotent.

    Who was taken in is withdrawn. Refuses once one of them is present or has a place at a table, and after the end.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = entry_now(tournament, entry.pk)
    if entry.is_cancelled:
        return entry
    refuse_if_finished(tournament, OVER)
    cancel_one(tournament, entry, by, at)
    after_cancelling(tournament, at)
    return entry


def cancel_one(tournament: Tournament, entry: Entry, by: Account | FromHome | None, at: datetime) -> None:
    """Cancel one entry under the tournament's lock; the caller gives its places away (`after_cancelling`)."""
    taken_in = [person.registration for person in entry.people if person.registration is not None]
    seated = Seat.objects.filter(registration__in=taken_in, round__tournament=tournament).exists()
    if seated or any(registration.status == Status.PRESENT for registration in taken_in):
        raise Refusal(
            _("%(who)s est pointé présent, ou a sa place à une table : l’organisateur le retire à la porte.")
            % {"who": entry.names},
            code="already_there",
        )
    expected = [registration.pk for registration in taken_in if registration.status == Status.REGISTERED]
    if isinstance(by, FromHome):  # the organiser is told of it on the tournament's first page
        for registration in expected:
            leave(tournament=tournament, registration=registration, by=by, at=at)
    elif expected:
        set_status(tournament=tournament, registrations=expected, status=Status.WITHDRAWN, by=by, at=at)
    entry.state, entry.cancelled_at, entry.mail_at = EntryState.CANCELLED, at, None
    entry.save(update_fields=["state", "cancelled_at", "mail_at"])
    log_entry(entry, gettext_noop("inscription en ligne annulée"), by, at)


def after_cancelling(tournament: Tournament, at: datetime) -> None:
    """Give the places of cancelled entries to those who wait."""
    count_places(tournament)
    move_up(tournament, at=at)
    raise_revision(tournament)


def move_up(tournament: Tournament, *, at: datetime) -> list[Entry]:
    """
    Give the free places to those who wait, in their order, and return their entries.

    The first who needs more places than are free keeps all behind him waiting. Nobody moves up once the tournament has
    begun. Called under its lock, by whatever frees places; the caller raises the revision.
    """
    tournament.refresh_from_db(fields=["capacity", "places_taken", "state"])
    moved: list[Entry] = []
    if not tournament.is_coming:
        return moved
    for entry in waiting_of(tournament).prefetch_related("partners"):
        if not has_room(tournament, entry.places):
            break
        entry.state, entry.moved_up_at, entry.mail_at = EntryState.CONFIRMED, at, mail_when(entry.email, at)
        entry.mail_tries = 0
        entry.save(update_fields=["state", "moved_up_at", "mail_at", "mail_tries"])
        count_places(tournament)
        log_entry(entry, gettext_noop("place libérée en liste d’attente"), None, at)
        moved.append(entry)
    return moved


@transaction.atomic
def take_in(
    *,
    entry: Entry,
    place: int,
    facts: PlayerFacts,
    by: Account | None,
    at: datetime,
    player: Player | None = None,
    others: Collection[int] = (),
    same: int | None = None,
    status: str = Status.REGISTERED,
) -> Registration:
    """
    Register somebody of an entry (`place` 0 made it, the others are his partners) and return his registration.

    He is the `player` given, else the one whom the club knows by these `facts`, else added to it; whoever is registered
    already keeps that registration, and is present when `status` says so. A consent typed from home waits for an
    organiser where the club knows him: it was not him, perhaps. An address that was to be confirmed need not be: the
    club's word counts more. Refuses an entry that is cancelled or waits, an excluded player, and what `add_player`
    refuses (`others` and `same` as there).
    """
    lock_clubs_of(*filter(None, [same]), and_club=entry.tournament.club)
    tournament = lock_tournament(entry.tournament_id)
    refuse_if_finished(tournament, OVER)
    entry = entry_now(tournament, entry.pk)
    person = _person(entry, place)
    if entry.is_to_confirm:
        hold_place(tournament, entry)
    _refuse_without_place(entry, person)
    if person.registration is not None:
        return _present(tournament, person.registration, status, by, at)
    known = player or known_player_of(tournament, facts, others, same)
    if known is not None:
        refuse_erased(known)
        _ask_consent(entry, place, known)
    adding: dict[str, Any] = {"others": others, "same": same, "grade": Grade.GUEST}
    taken = known or add_player(club=tournament.club, facts=facts, by=by, at=at, **adding)
    registration = tournament.registrations.select_related("player").filter(player=taken).first()
    if registration is not None:
        refuse_excluded(registration)
        registration = _present(tournament, registration, status, by, at)
    else:
        (registration,) = register(tournament=tournament, players=[taken], status=status, by=by, at=at)
    person.registration = registration
    person.save(update_fields=["registration"])
    log_entry(entry, gettext_noop("inscription en ligne acceptée"), by, at, subject=person.full_name)
    return registration


@transaction.atomic
def take_in_known(*, tournament: Tournament, by: Account | None, at: datetime) -> int:
    """
    Register all people with a place whom the club knows for sure (`known_players`), and return how many that is.

    Who is suspended on that day or excluded is left to be accepted by hand, which says why he is not. Of an entry of
    several all are registered, or none. Who is registered already keeps his registration.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, OVER)
    entries = tournament.entries.filter(state=EntryState.CONFIRMED).prefetch_related("partners")
    waiting = [[person for person in entry.people if person.registration_id is None] for entry in entries]
    found = known_players(tournament.club_id, [person for people in waiting for person in people])
    barred = barred_from(tournament)
    known = {name: player for name, player in found.items() if player.pk not in barred}
    taken = [
        (person, player)
        for people in waiting
        if all(known_of(known, one) for one in people)
        for person in people
        if (player := known_of(known, person))
    ]
    if not taken:
        return 0
    players = list(dict.fromkeys(player for _person, player in taken))
    register(tournament=tournament, players=players, by=by, at=at)
    registrations = {row.player_id: row for row in tournament.registrations.filter(player__in=players)}
    for person, player in taken:
        person.registration = registrations[player.pk]
        if isinstance(person, Entry):
            _ask_consent(person, 0, player)
    people = [person for person, _player in taken]
    Entry.objects.bulk_update([one for one in people if isinstance(one, Entry)], ["registration"], batch_size=500)
    partners = [one for one in people if isinstance(one, EntryPartner)]
    EntryPartner.objects.bulk_update(partners, ["registration"], batch_size=500)
    log(
        action=gettext_noop("inscriptions en ligne acceptées"),
        subject=subject_of("players", count=len(taken)),
        by=by,
        at=at,
        tournament=tournament,
        details={"entries": [one.number for one in people if isinstance(one, Entry)]},
    )
    return len(taken)


def count_places(tournament: Tournament) -> None:
    """Store how many places the confirmed entries take. Called under the tournament's lock."""
    confirmed = tournament.entries.filter(state=EntryState.CONFIRMED)
    tournament.places_taken = confirmed.aggregate(taken=Sum("places"))["taken"] or 0
    Tournament.objects.filter(pk=tournament.pk).update(places_taken=tournament.places_taken)


def refuse_facts(tournament: Tournament, facts: EntryFacts, most: int) -> None:
    """Refuse what `most` people may not enter a tournament with: all that is wrong at once, each at its field."""
    wrong: dict[str, list[str]] = {}
    if not facts.last_name:
        wrong["last_name"] = [_("Écrivez le nom.")]
    if not facts.email and asks_address(tournament):
        wrong["email"] = [_("Écrivez votre adresse : un message y est envoyé, qui confirme l’inscription.")]
    for place, (last_name, _first_name) in enumerate(facts.partners, 1):
        if not last_name:
            wrong[f"partner_last_name_{place}"] = [_("Écrivez le nom de votre partenaire.")]
    if facts.places > most:
        sentence = ngettext(
            "On s’inscrit seul à ce tournoi : laissez les autres s’inscrire eux-mêmes.",
            "On s’inscrit à %(n)d au plus : laissez les autres s’inscrire eux-mêmes.",
            most,
        )
        wrong[f"partner_last_name_{most}"] = [sentence % {"n": most}]
    if facts.licence and (licence := _wrong_licence(tournament, facts)):
        wrong["licence"] = [licence]
    names = [fold(facts.full_name), *(fold(" ".join(name)) for name in facts.partners)]
    for place, name in enumerate(names):
        if name and name in names[:place]:
            wrong.setdefault(f"partner_last_name_{place}", []).append(_("La même personne est écrite deux fois."))
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="entry_refused", fields=wrong)


def _wrong_licence(tournament: Tournament, facts: EntryFacts) -> str:
    """
    Return why somebody may not enter with this licence; nothing when he may.

    Why somebody is suspended is his clubs' to know: whoever types a licence and a name is told nothing of it. That two
    entries have one licence is the organiser's to see, beside them.
    """
    holder = Player.objects.filter(licence=facts.licence).first()
    if holder is None or holder.pk not in barred_from(tournament):
        return ""
    if likeness((facts.last_name, facts.first_name), (holder.last_name, holder.first_name)) is None:
        return ""
    return _("Avec cette licence on ne s’inscrit pas en ligne à ce tournoi : adressez-vous au club.")


def has_room(tournament: Tournament, places: int) -> bool:
    """Return whether so many places are free, whoever waits."""
    return tournament.capacity is None or tournament.places_taken + places <= tournament.capacity


def mail_when(email: str, at: datetime) -> datetime | None:
    """Return when his link is to be sent to him: never without an address, or where the site sends no e-mail."""
    return at if email and sends_mail() else None


def entry_now(tournament: Tournament, pk: int) -> Entry:
    """Return the entry as it is now. Refuses one that was deleted meanwhile."""
    rows = tournament.entries.select_related("registration__player", "tournament__club")
    entry = rows.prefetch_related("partners__registration__player").filter(pk=pk).first()
    if entry is None:
        raise Refusal(_("Cette inscription n’existe plus."), code="gone")
    return entry


def _person(entry: Entry, place: int) -> Person:
    people = entry.people
    if place >= len(people):
        raise Refusal(_("Cette personne n’est plus de cette inscription. Rechargez la page."), code="gone")
    return people[place]


def _refuse_without_place(entry: Entry, person: Person) -> None:
    if entry.is_cancelled:
        raise Refusal(
            _("L’inscription de %(who)s est annulée : inscrivez-le à la main s’il vient quand même.")
            % {"who": person.full_name},
            code="entry_cancelled",
        )
    if entry.waits:
        raise Refusal(
            _(
                "%(who)s est en liste d’attente, à la place %(place)d : ajoutez des places aux réglages, annulez qui "
                "ne vient pas, ou inscrivez-le à la main."
            )
            % {"who": person.full_name, "place": place_in_line(entry)},
            code="entry_waits",
        )


def _present(
    tournament: Tournament, registration: Registration, status: str, by: Account | None, at: datetime
) -> Registration:
    if status == Status.PRESENT:
        set_status(tournament=tournament, registrations=[registration.pk], status=status, by=by, at=at)
        registration.refresh_from_db()
    return registration


def _ask_consent(entry: Entry, place: int, player: Player) -> None:
    """Have the consent that was typed from home wait for an organiser, for a player who has not given it."""
    if entry.consent and place == 0 and not player.consent:
        Player.objects.filter(pk=player.pk).update(asks_consent=True)


def log_entry(entry: Entry, action: str, by: Account | FromHome | None, at: datetime, *, subject: str = "") -> None:
    """Write a line of the journal about an entry: its people, unless it is about one of them."""
    log(
        action=action,
        subject=subject or entry.names,
        by=by,
        at=at,
        tournament=entry.tournament,
        details={"entry": entry.number, "places": entry.places, "state": str(entry.state)},
    )
