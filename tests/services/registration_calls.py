"""The services of who plays in a tournament, one row for each thing that one of them can do."""

from tests.factories import NOW
from tests.services.calls import Act, Entry, World, call_of
from tests.services.player_calls import FACTS
from tournaments.labels import Status
from tournaments.models import ByLink
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links, withdraw_link
from tournaments.services.people.registrations import leave, mark_all_present, register, set_status, walk_in


@call_of(register, Entry("inscription", "n° 9 ZIMMER Zoé"), told=True)
def one_registered(world: World) -> Act:
    players = [world.another_player()]
    return lambda: register(tournament=world.tournament, players=players, by=world.by, at=NOW)


@call_of(register, Entry("inscriptions", "8 joueurs"), told=True)
def several_registered(world: World) -> Act:
    players = [entry.player for entry in world.entries]
    world.tournament.registrations.all().delete()
    return lambda: register(tournament=world.tournament, players=players, by=world.by, at=NOW)


@call_of(set_status, Entry("pointage", "n° 8 NOM8 Ada : absent"), told=True)
def one_absent(world: World) -> Act:
    return lambda: set_status(
        tournament=world.tournament, registrations=[world.entries[7].pk], status=Status.ABSENT, by=world.by, at=NOW
    )


@call_of(leave, Entry("retrait par le joueur", "n° 1 NOM1 Ada", by="NOM1 Ada"), told=True)
def somebody_who_leaves(world: World) -> Act:
    entry = world.entries[0]
    return lambda: leave(tournament=world.tournament, registration=entry.pk, by=ByLink(entry.player), at=NOW)


@call_of(withdraw_link, Entry("lien personnel retiré", "NOM1 Ada", reason="fiche perdue", of="club"))
def a_link_withdrawn(world: World) -> Act:
    player = world.entries[0].player
    return lambda: withdraw_link(player=player, reason=" fiche perdue ", by=world.by, at=NOW)


@call_of(withdraw_link, Entry("lien personnel retiré", "NOM1 Ada", reason="par lui-même", of="club", by="NOM1 Ada"))
def a_link_withdrawn_by_its_owner(world: World) -> Act:
    player = world.entries[0].player
    return lambda: withdraw_link(player=player, reason="", by=ByLink(player), at=NOW)


@call_of(withdraw_evening_link, Entry("lien de la soirée retiré", "NOM1 Ada", reason="fiche perdue"))
def a_link_of_the_evening_withdrawn(world: World) -> Act:
    entry = world.entries[0].pk
    evening = world.tournament
    return lambda: withdraw_evening_link(
        tournament=evening, registration=entry, reason=" fiche perdue ", by=world.by, at=NOW
    )


@call_of(withdraw_evening_links, Entry("liens de la soirée retirés", "8 joueurs", reason="fiches volées"))
def all_links_withdrawn(world: World) -> Act:
    return lambda: withdraw_evening_links(tournament=world.tournament, reason="fiches volées", by=world.by, at=NOW)


@call_of(mark_all_present, Entry("pointage", "8 joueurs : présent"), told=True)
def all_present(world: World) -> Act:
    world.tournament.registrations.update(status=Status.REGISTERED)
    return lambda: mark_all_present(tournament=world.tournament, by=world.by, at=NOW)


@call_of(
    walk_in,
    Entry("joueur ajouté", "ZIMMER Zoé", of="club"),
    Entry("inscription", "n° 9 ZIMMER Zoé"),
    told=True,
)
def one_at_the_door(world: World) -> Act:
    return lambda: walk_in(tournament=world.tournament, facts=FACTS, by=world.by, at=NOW)
