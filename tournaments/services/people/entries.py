"""
Entries from home: made and cancelled by players, moved up when a place is free, accepted by the club.

The places are counted under the tournament's lock, and a constraint holds that no more are taken than there are. The
waiting list keeps its order and nobody is skipped: while one place is free and the first entry needs two, the entries
behind it wait. Where the site sends messages, an address is confirmed first (`asks_address`), by a link that only the
mail contains. What was typed is deleted two months after the end of the tournament.
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
from tournaments.mail_labels import MailKind
from tournaments.models import Account, Entry, EntryPartner, FromHome, Player, Registration, Seat, Tournament
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
from tournaments.queries.people.messages import address_problem
from tournaments.queries.people.sessions import entered_elsewhere, playing_elsewhere
from tournaments.refusals import Refusal, form_used, refuse_if_finished
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_clubs_of, lock_tournament, raise_revision
from tournaments.services.people.messages import ask_of_entry, drop
from tournaments.services.people.players import PlayerFacts, add_player, refuse_erased
from tournaments.services.people.registrations import known_player_of, leave, refuse_excluded, register, set_status
from tournaments.services.people.teams import form_team_of, team_key
from tournaments.subjects import subject_of

# Of a tournament, those that were cancelled too: whoever wants to fill the database has to stop somewhere.
MOST_ENTRIES = 10_000
GRACE = timedelta(hours=1)  # after the hour of closing: a message takes its time
OVER = gettext_lazy("Le tournoi « %(name)s » est terminé : ses inscriptions en ligne ne changent plus.")


@dataclass(frozen=True)
class EntryFacts:
    """What a person types to enter; `partners` are the (family name, first name) of the others who come."""

    last_name: str
    first_name: str = ""
    licence: str = ""
    home_club: str = ""
    team_name: str = ""
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
        """Return how many people enter together."""
        return 1 + len(self.partners)


@transaction.atomic
def enter(*, tournament: Tournament, facts: EntryFacts, key: uuid.UUID, at: datetime, language: str = "fr") -> Entry:
    """
    Enter a person from home and return the entry: confirmed while there are places, else waiting.

    Where addresses are confirmed first, the entry has no place and no rank until `confirm_address`. The same form sent
    twice (`key`) is one entry. Refuses while entries are closed, a missing name or address, a name written twice, the
    licence of a player with a similar name who is suspended, excluded or at another session of the étuis, too many
    people, and the `key` of another person. A name alone never refuses, even a suspended player's: it may be a homonym,
    and a refusal would tell anybody who types a name whether that person is suspended. The organiser decides.
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
    refuse_facts(tournament, facts, most=tournament.people_together, at=at)
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
        **{name: getattr(facts, name) for name in COLUMNS},
    )
    EntryPartner.objects.bulk_create(
        EntryPartner(entry=entry, place=place, last_name=last_name, first_name=first_name)
        for place, (last_name, first_name) in enumerate(facts.partners, 1)
    )
    count_places(tournament)
    ask_of_entry(entry, MailKind.LINK, at)
    log_entry(entry, gettext_noop("inscription en ligne"), FromHome(facts.full_name), at)
    raise_revision(tournament)
    return entry


COLUMNS = (
    *("last_name", "first_name", "licence", "home_club", "team_name"),
    *("email", "phone", "message", "consent", "reminder"),
)


@transaction.atomic
def confirm_address(*, entry: Entry, email: str, at: datetime) -> Entry:
    """
    Note that `email` was confirmed by its link, give the entry its place or its rank, and return the entry. Idempotent.

    Refuses an address that is no longer the entry's, and an address confirmed more than an hour after entries closed.
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
    Give an entry that waited for its address a place, or the last rank of the waiting list, as if it had come now.

    It gets the last number, because the waiting list follows the numbers. Called under the tournament's lock.
    """
    last = _last_number(tournament)
    entry.number = entry.number if entry.number == last else last + 1
    entry.state = _state_now(tournament, entry.places)
    entry.save(update_fields=["number", "state"])
    drop(entry.mails.filter(kind=MailKind.LINK))
    count_places(tournament)


def _state_now(tournament: Tournament, places: int) -> EntryState:
    waits = not has_room(tournament, places) or waiting_of(tournament).exists()
    return EntryState.WAITING if waits else EntryState.CONFIRMED


def _last_number(tournament: Tournament) -> int:
    return tournament.entries.aggregate(last=Max("number"))["last"] or 0


@transaction.atomic
def cancel_entry(*, entry: Entry, by: Account | FromHome | None, at: datetime) -> Entry:
    """
    Cancel an entry and return it; its places go to the waiting list. Idempotent.

    People whom the club accepted are withdrawn. Refuses if one of them is present or has a table, and after the end.
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
    """Cancel one entry, or refuse if one of its people is present or has a table. The caller gives its places away."""
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
    entry.state, entry.cancelled_at = EntryState.CANCELLED, at
    entry.save(update_fields=["state", "cancelled_at"])
    drop(entry.mails.all())
    log_entry(entry, gettext_noop("inscription en ligne annulée"), by, at)


def after_cancelling(tournament: Tournament, at: datetime) -> None:
    """Give the places of cancelled entries to the waiting list."""
    count_places(tournament)
    move_up(tournament, at=at)
    raise_revision(tournament)


def move_up(tournament: Tournament, *, at: datetime) -> list[Entry]:
    """
    Give the free places to the waiting list, in its order, and return the entries that moved up.

    An entry that needs more places than are free keeps all entries behind it waiting. Nobody moves up once the
    tournament has begun. Called under the tournament's lock, after places became free; the caller raises the revision.
    """
    tournament.refresh_from_db(fields=["capacity", "places_taken", "state"])
    moved: list[Entry] = []
    if not tournament.is_coming:
        return moved
    for entry in waiting_of(tournament).prefetch_related("partners"):
        if not has_room(tournament, entry.places):
            break
        entry.state, entry.moved_up_at = EntryState.CONFIRMED, at
        entry.save(update_fields=["state", "moved_up_at"])
        count_places(tournament)
        drop(entry.mails.filter(kind=MailKind.LINK))  # that he waits
        ask_of_entry(entry, MailKind.MOVED_UP, at)
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
    Accept one person of an entry: register this person, and return the registration.

    `place` 0 is the author of the entry, 1 and more are the partners. The player is `player`, else the one whom the
    club knows by these `facts`, else a new one; a player who is registered already keeps that registration. `status`
    may mark him present. A consent typed from home waits for an organiser when the club knows the player: perhaps he
    did not type it. An address not yet confirmed need not be. Refuses an entry that is cancelled or waits, an excluded
    player, and what `add_player` refuses (`others` and `same` as there).
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
    form_team_of(tournament, entry, by=by, at=at)
    return registration


@transaction.atomic
def take_in_known(*, tournament: Tournament, by: Account | None, at: datetime) -> int:
    """
    Register all people with a place whom the club knows for sure (`known_players`), and return how many.

    People who are suspended that day, excluded or at another session of the étuis are left: accepting them by hand says
    why it is refused. The people of an entry are registered all together, or none. A player who is registered already
    keeps his registration.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, OVER)
    entries = tournament.entries.filter(state=EntryState.CONFIRMED).prefetch_related("partners")
    waiting = [[person for person in entry.people if person.registration_id is None] for entry in entries]
    found = known_players(tournament.club_id, [person for people in waiting for person in people])
    barred = barred_from(tournament) | playing_elsewhere(tournament, found.values())
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
    for entry in entries:
        form_team_of(tournament, entry, by=by, at=at)
    return len(taken)


def count_places(tournament: Tournament) -> None:
    """Store how many places the confirmed entries take. Called under the tournament's lock."""
    confirmed = tournament.entries.filter(state=EntryState.CONFIRMED)
    tournament.places_taken = confirmed.aggregate(taken=Sum("places"))["taken"] or 0
    Tournament.objects.filter(pk=tournament.pk).update(places_taken=tournament.places_taken)


def refuse_facts(
    tournament: Tournament, facts: EntryFacts, most: int, *, at: datetime, entry: Entry | None = None
) -> None:
    """
    Refuse facts of an entry for at most `most` people: everything that is wrong at once, each error at its field.

    `entry` is the one that changes, None for a new one.
    """
    wrong = _wrong_team(tournament, facts, entry)
    if problem := address_problem(tournament, facts.email, at, known=entry.email if entry else ""):
        wrong["email"] = [problem]
    if not facts.last_name:
        wrong["last_name"] = [_("Écrivez le nom.")]
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
    if facts.licence and (licence := _wrong_licence(tournament, facts) or _at_another_session(tournament, facts)):
        wrong["licence"] = [licence]
    names = [fold(facts.full_name), *(fold(" ".join(name)) for name in facts.partners)]
    for place, name in enumerate(names):
        if name and name in names[:place]:
            wrong.setdefault(f"partner_last_name_{place}", []).append(_("La même personne est écrite deux fois."))
    if wrong:
        raise Refusal(next(iter(wrong.values()))[0], code="entry_refused", fields=wrong)


def _wrong_team(tournament: Tournament, facts: EntryFacts, entry: Entry | None) -> dict[str, list[str]]:
    """Return why an entry may not name this team, by field: another entry or another team has the name."""
    if not facts.team_name:
        return {}
    own = entry or Entry()
    others = tournament.entries.exclude(pk=own.pk or 0).exclude(state=EntryState.CANCELLED)
    teams = tournament.teams.exclude(key=team_key(own)) if entry else tournament.teams.all()
    names = [*others.exclude(team_name="").values_list("team_name", flat=True), *teams.values_list("name", flat=True)]
    if fold(facts.team_name) not in map(fold, names):
        return {}
    sentence = _(
        "Une équipe s’appelle déjà « %(name)s » : prenez un autre nom, ou demandez à qui l’a inscrite de vous y "
        "ajouter."
    )
    return {"team_name": [sentence % {"name": facts.team_name}]}


def _wrong_licence(tournament: Tournament, facts: EntryFacts) -> str:
    """
    Return why a person may not enter with this licence; empty when he may.

    The sentence does not say why a player is suspended: only his clubs may know. Two entries with one licence are not
    refused: the organiser sees that beside them.
    """
    holder = Player.objects.filter(licence=facts.licence).first()
    if holder is None or holder.pk not in barred_from(tournament):
        return ""
    if likeness((facts.last_name, facts.first_name), (holder.last_name, holder.first_name)) is None:
        return ""
    return _("Avec cette licence on ne s’inscrit pas en ligne à ce tournoi : adressez-vous au club.")


def _at_another_session(tournament: Tournament, facts: EntryFacts) -> str:
    """Return why a person may not enter a session of étuis that he plays in another one; empty when he may."""
    other = entered_elsewhere(tournament, facts.licence, (facts.last_name, facts.first_name))
    sentence = _(
        "Les mêmes étuis se jouent à « %(other)s » : avec cette licence on y est déjà, et on ne les joue qu’une fois."
    )
    return sentence % {"other": other} if other else ""


def has_room(tournament: Tournament, places: int) -> bool:
    """Return whether so many places are free; the waiting list is not considered."""
    return tournament.capacity is None or tournament.places_taken + places <= tournament.capacity


def entry_now(tournament: Tournament, pk: int) -> Entry:
    """Return the entry as it is now. Refuses an entry that was deleted meanwhile."""
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
    """Let the consent typed by the author of an entry wait for an organiser, if the player has not consented before."""
    if entry.consent and place == 0 and not player.consent:
        Player.objects.filter(pk=player.pk).update(asks_consent=True)


def log_entry(entry: Entry, action: str, by: Account | FromHome | None, at: datetime, *, subject: str = "") -> None:
    """Write a journal line about an entry; its subject is all people of the entry, unless `subject` names one."""
    log(
        action=action,
        subject=subject or entry.names,
        by=by,
        at=at,
        tournament=entry.tournament,
        details={"entry": entry.number, "places": entry.places, "state": str(entry.state)},
    )
