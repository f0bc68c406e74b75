"""Changes in entries from home: the author changes his own and keeps his place; the club accepts or cancels several."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.mail_labels import MailKind
from tournaments.models import Account, Entry, EntryPartner, FromHome, Tournament
from tournaments.queries.people.entries import closed_words, waiting_of
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.locks import lock_club, lock_tournament, raise_revision
from tournaments.services.people.entries import (
    COLUMNS,
    OVER,
    EntryFacts,
    after_cancelling,
    cancel_one,
    count_places,
    entry_now,
    has_room,
    log_entry,
    move_up,
    refuse_facts,
    take_in,
)
from tournaments.services.people.messages import ask_of_entry, drop
from tournaments.services.people.players import PlayerFacts

# Once the club has taken somebody in.
OF_THE_CLUB = ("last_name", "first_name", "licence", "home_club", "team_name", "consent")


@transaction.atomic
def change_entry(*, entry: Entry, facts: EntryFacts, by: FromHome, at: datetime) -> Entry:
    """
    Change what was typed in an entry, and return it; the entry keeps its number, and its place or its rank.

    Once the club has accepted a person, only address, phone number and message may change here. A new address is sent
    the link. Refuses a cancelled entry, facts that `enter` refuses, and more people than there are places.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = entry_now(tournament, entry.pk)
    refuse_if_finished(tournament, OVER)
    if entry.is_cancelled:
        raise Refusal(_("Cette inscription est annulée : inscrivez-vous de nouveau."), code="entry_cancelled")
    before = typed_in(entry)
    if facts == before:
        return entry
    refuse_facts(tournament, facts, most=max(tournament.people_together, entry.places), at=at, entry=entry)
    if wrong := _of_the_club(entry, before, facts) | _without_room(tournament, entry, facts, at):
        raise Refusal(next(iter(wrong.values()))[0], code="entry_refused", fields=wrong)
    for name in COLUMNS:
        setattr(entry, name, getattr(facts, name))
    entry.places = facts.places
    if facts.email != before.email:
        entry.address_confirmed_at = None
    entry.save()
    if facts.email != before.email:
        ask_of_entry(entry, MailKind.LINK, at)
    entry.partners.filter(place__gte=facts.places).delete()
    for place, (last_name, first_name) in enumerate(facts.partners, 1):
        names = {"last_name": last_name, "first_name": first_name}
        EntryPartner.objects.update_or_create(entry=entry, place=place, defaults=names)
    entry = entry_now(tournament, entry.pk)
    log_entry(entry, gettext_noop("inscription en ligne modifiée"), by, at)
    count_places(tournament)
    move_up(tournament, at=at)
    raise_revision(tournament)
    return entry_now(tournament, entry.pk)


@transaction.atomic
def stop_reminder(*, entry: Entry) -> Entry:
    """Cancel the reminder that an entry gets the day before its tournament, and return the entry. Idempotent."""
    tournament = lock_tournament(entry.tournament_id)
    entry = entry_now(tournament, entry.pk)
    if entry.reminder:
        entry.reminder = False
        entry.save(update_fields=["reminder"])
        drop(entry.mails.filter(kind=MailKind.REMINDER))
    return entry


def typed_in(entry: Entry) -> EntryFacts:
    """Return what an entry says now, as facts."""
    partners = tuple((one.last_name, one.first_name) for one in entry.partners.all())
    return EntryFacts(**{name: getattr(entry, name) for name in COLUMNS}, partners=partners)


def _of_the_club(entry: Entry, before: EntryFacts, facts: EntryFacts) -> dict[str, list[str]]:
    """Return errors by field for changes that only the club may make: those of a person whom it has accepted."""
    sentence = _("%(who)s est déjà accepté par le club, qui seul change cela. Le reste peut être enregistré.")
    wrong: dict[str, list[str]] = {}
    if entry.registration is not None:
        changed = [name for name in OF_THE_CLUB if getattr(facts, name) != getattr(before, name)]
        wrong |= {name: [sentence % {"who": entry.full_name}] for name in changed}
    for partner in entry.partners.all():
        typed = facts.partners[partner.place - 1] if partner.place <= len(facts.partners) else None
        if partner.registration is not None and typed != before.partners[partner.place - 1]:
            wrong[f"partner_last_name_{partner.place}"] = [sentence % {"who": partner.full_name}]
    return wrong


def _without_room(tournament: Tournament, entry: Entry, facts: EntryFacts, at: datetime) -> dict[str, list[str]]:
    """Return why no more people may come with an entry, at the field of the first new person; {} when they may."""
    more = facts.places - entry.places
    sentence = closed_words(tournament, at) if more > 0 else ""
    if more > 0 and entry.has_place and (not has_room(tournament, more) or waiting_of(tournament).exists()):
        sentence = sentence or _(
            "Il n’y a pas de place de plus : votre partenaire s’inscrit lui-même sur la liste d’attente. S’il a déjà "
            "sa place, gardez chacun la vôtre et dites-le à l’organisateur."
        )
    return {f"partner_last_name_{entry.places}": [sentence]} if sentence else {}


@dataclass(frozen=True)
class Several:
    """How many acts on several entries were done, and a sentence for each one that was refused."""

    done: int
    left: tuple[str, ...]


@transaction.atomic
def take_in_several(*, tournament: Tournament, entries: Collection[int], by: Account | None, at: datetime) -> Several:
    """
    Register all people of these entries (ids) with what was typed. Idempotent.

    A person who may be one of several players, or who is refused, is left: accepting him by hand says why.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, OVER)
    acts: list[Callable[[], object]] = [
        partial(take_in, entry=entry, place=place, facts=_typed(person), by=by, at=at)
        for entry in _these(tournament, entries)
        if not entry.is_cancelled
        for place, person in enumerate(entry.people)
        if person.registration is None
    ]
    return _each(acts)


@transaction.atomic
def cancel_several(*, tournament: Tournament, entries: Collection[int], by: Account | None, at: datetime) -> Several:
    """Cancel these entries (ids) unless somebody of them is present; the waiting list gets their places. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament, OVER)
    several = _each(
        [
            partial(cancel_one, tournament, entry, by, at)
            for entry in _these(tournament, entries)
            if not entry.is_cancelled
        ]
    )
    if several.done:
        after_cancelling(tournament, at)
    return several


def _these(tournament: Tournament, entries: Collection[int]) -> Iterator[Entry]:
    for entry in tournament.entries.filter(pk__in=entries):
        yield entry_now(tournament, entry.pk)


def _each(acts: Collection[Callable[[], object]]) -> Several:
    """Do each act whole or not at all; return how many were done, and why the others were refused."""
    left: list[str] = []
    for act in acts:
        try:
            with transaction.atomic():
                act()
        except Refusal as refusal:
            left.append(str(refusal))
    return Several(len(acts) - len(left), tuple(left))


def _typed(person: Entry | EntryPartner) -> PlayerFacts:
    """Return what was typed about a person; only the author of an entry gives a licence, a club and a consent."""
    names = PlayerFacts(person.last_name, person.first_name)
    if isinstance(person, Entry):
        return replace(names, licence=person.licence, home_club=person.home_club, consent=person.consent)
    return names
