"""The services of those who enter from home, one row for each thing that one of them can do."""

import uuid
from dataclasses import replace

from tests.factories import NOW, rewrite
from tests.services.calls import KEY, Act, Entry, World, call_of
from tests.services.player_calls import FACTS
from tournaments.labels import EntryState, TournamentState
from tournaments.models import Entry as HomeEntry
from tournaments.models import FromHome, Tournament
from tournaments.services.people.entries import EntryFacts, cancel_entry, confirm_address, enter, take_in, take_in_known
from tournaments.services.people.entry_changes import cancel_several, change_entry, stop_reminder, take_in_several

ZOE = EntryFacts(last_name="ZIMMER", first_name="Zoé", licence="Z1", email="zoe@example.org", consent=True)


def opened(world: World, **columns: object) -> Tournament:
    """Open the entries of a tournament that has not begun."""
    rewrite(world.tournament, state=TournamentState.OPEN, entries_open=True, **columns)
    return world.tournament


def entered(world: World, facts: EntryFacts = ZOE) -> HomeEntry:
    return enter(tournament=world.tournament, facts=facts, key=uuid.uuid5(KEY, facts.full_name), at=NOW)


TAKEN_IN = (
    Entry("joueur ajouté", "ZIMMER Zoé", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("inscription en ligne acceptée", "ZIMMER Zoé"),
)


@call_of(enter, Entry("inscription en ligne", "ZIMMER Zoé", by="ZIMMER Zoé"), told=True)
def one_who_enters_from_home(world: World) -> Act:
    opened(world)
    return lambda: entered(world)


@call_of(confirm_address, Entry("adresse confirmée", "ZIMMER Zoé", by="ZIMMER Zoé"), told=True)
def one_who_confirms_his_address(world: World) -> Act:
    opened(world)
    entry = entered(world)
    HomeEntry.objects.filter(pk=entry.pk).update(state=EntryState.TO_CONFIRM)
    return lambda: confirm_address(entry=entry, email=entry.email, at=NOW)


@call_of(
    cancel_entry,
    Entry("retrait par le joueur", "n° 9 ZIMMER Zoé", by="ZIMMER Zoé"),
    Entry("inscription en ligne annulée", "ZIMMER Zoé", by="ZIMMER Zoé"),
    Entry("place libérée en liste d’attente", "AUBE Luc", by=""),
    told=True,
)
def one_who_cancels_before_one_who_waits(world: World) -> Act:
    opened(world, capacity=1)
    entry = entered(world)
    entered(world, EntryFacts(last_name="AUBE", first_name="Luc"))
    take_in(entry=entry, place=0, facts=FACTS, by=None, at=NOW)
    return lambda: cancel_entry(entry=entry, by=FromHome("ZIMMER Zoé"), at=NOW)


@call_of(change_entry, Entry("inscription en ligne modifiée", "ZIMMER Zoé, AUBE Luc", by="ZIMMER Zoé"), told=True)
def one_who_brings_his_partner(world: World) -> Act:
    opened(world, people_per_entry=2)
    entry = entered(world)
    facts = replace(ZOE, partners=(("AUBE", "Luc"),))
    return lambda: change_entry(entry=entry, facts=facts, by=FromHome("ZIMMER Zoé"), at=NOW)


@call_of(stop_reminder)
def one_who_wants_no_reminder(world: World) -> Act:
    opened(world)
    entry = entered(world, replace(ZOE, reminder=True))
    return lambda: stop_reminder(entry=entry)


@call_of(take_in_several, *TAKEN_IN, told=True)
def several_whom_the_club_takes_in(world: World) -> Act:
    opened(world)
    entries = [entered(world).pk]
    return lambda: take_in_several(tournament=world.tournament, entries=entries, by=world.by, at=NOW)


@call_of(cancel_several, Entry("inscription en ligne annulée", "ZIMMER Zoé"), told=True)
def several_entries_cancelled(world: World) -> Act:
    opened(world)
    entries = [entered(world).pk]
    return lambda: cancel_several(tournament=world.tournament, entries=entries, by=world.by, at=NOW)


@call_of(take_in, *TAKEN_IN, told=True)
def one_whom_the_club_takes_in(world: World) -> Act:
    opened(world)
    entry = entered(world)
    return lambda: take_in(entry=entry, place=0, facts=FACTS, by=world.by, at=NOW)


@call_of(
    take_in_known,
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    Entry("inscriptions en ligne acceptées", "1 joueur"),
    told=True,
)
def all_whom_the_club_knows(world: World) -> Act:
    opened(world)
    world.another_player()
    entered(world)
    return lambda: take_in_known(tournament=world.tournament, by=world.by, at=NOW)
