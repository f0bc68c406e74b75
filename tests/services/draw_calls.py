"""The services of wishes, draws and places, one row for each thing that one of them can do."""

import uuid

from tests.factories import NOW, RegistrationFactory
from tests.services.calls import Act, Entry, World, call_of
from tests.tournaments.rotations import done, drawn, redrawn
from tests.tournaments.rounds import publish
from tournaments.labels import Status, WishKind
from tournaments.models import Wish
from tournaments.queries.draws.seating import digest, places
from tournaments.seating import Monitor, Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player, undo_replacement
from tournaments.services.draws.requests import ask_draw, ask_smallest_change, compute_draw, finish_draw
from tournaments.services.draws.seat_changes import swap_players, undo_swap
from tournaments.services.draws.wishes import add_wish, cancel_wish, put_sector_last
from tournaments.services.people.registrations import set_status
from tournaments.services.work import jobs

SWAP = "position 1 : n° 1 NOM1 Ada et n° 5 NOM5 Ada"


def sector(world: World, name: str, first: int) -> Wish:
    players = [entry.pk for entry in world.entries[first : first + 4]]
    return add_wish(tournament=world.tournament, kind=WishKind.SECTOR, players=players, name=name, by=world.by, at=NOW)


@call_of(add_wish, Entry("souhait ajouté", "joueurs à séparer"))
def two_to_keep_apart(world: World) -> Act:
    players = [entry.pk for entry in world.entries[:2]]
    return lambda: add_wish(
        tournament=world.tournament, kind=WishKind.APART, players=players, reason="frères", by=world.by, at=NOW
    )


@call_of(cancel_wish, Entry("souhait retiré", "secteur de la salle"))
def a_wish_taken_back(world: World) -> Act:
    wish = sector(world, "scène", 0)
    return lambda: cancel_wish(wish=wish, by=world.by, at=NOW)


@call_of(put_sector_last, Entry("secteur mis après les autres", "secteur de la salle"))
def a_sector_put_last(world: World) -> Act:
    first = sector(world, "scène", 0)
    sector(world, "fond", 4)
    return lambda: put_sector_last(wish=first, by=world.by, at=NOW)


# Draws


@call_of(ask_draw)
def a_draw_asked_for(world: World) -> Act:
    return lambda: ask_draw(tournament=world.tournament, remainder=Remainder.EXEMPT, seed=1, by=world.by, at=NOW)


@call_of(finish_draw)
def a_draw_finished(world: World) -> Act:
    asked = ask_draw(tournament=world.tournament, remainder=Remainder.EXEMPT, seed=1, by=world.by, at=NOW)
    job = jobs.claim(job_id=asked.job_id, worker="test", at=NOW)
    found = compute_draw(job, Monitor())
    return lambda: finish_draw(job=job, result=found, at=NOW)


@call_of(publish_draw, Entry("tirage publié", "2 positions"), told=True)
def a_draw_published(world: World) -> Act:
    draw = drawn(world.tournament, world.by)
    return lambda: publish_draw(draw=draw, by=world.by, at=NOW)


@call_of(ask_draw)
def a_redraw_asked_for(world: World) -> Act:
    world.tables()
    return lambda: ask_draw(
        tournament=world.tournament, number=1, remainder=Remainder.EXEMPT, seed=1, by=world.by, at=NOW
    )


@call_of(publish_draw, Entry("position tirée à nouveau", "position 1"), told=True)
def a_redraw_published(world: World) -> Act:
    publish(world.tournament, 1, [world.entries[0:4], world.entries[4:8]])
    draw = redrawn(world.tournament, 1, world.by)
    return lambda: publish_draw(draw=draw, by=world.by, at=NOW)


def left_after(world: World) -> None:
    """Publish places of nine, one exempt, and let the first of them go."""
    publish_draw(draw=drawn(world.tournament, world.by), by=world.by, at=NOW)
    gone = world.tournament.registrations.filter(status=Status.PRESENT).first()
    set_status(tournament=world.tournament, registrations=[gone.pk], status=Status.WITHDRAWN, by=world.by, at=NOW)


@call_of(ask_smallest_change)
def a_smallest_change_asked_for(world: World) -> Act:
    left_after(world)
    return lambda: ask_smallest_change(tournament=world.tournament, by=world.by, at=NOW)


@call_of(publish_draw, Entry("plus petit changement publié", "2 positions"), told=True)
def a_smallest_change_published(world: World) -> Act:
    left_after(world)
    draw = done(ask_smallest_change(tournament=world.tournament, by=world.by, at=NOW))
    return lambda: publish_draw(draw=draw, by=world.by, at=NOW)


# Seats changed by hand


def swapping(world: World) -> Act:
    seen = digest(places(world.tournament))
    return lambda: swap_players(
        tournament=world.tournament,
        number=1,
        one=world.entries[0].pk,
        other=world.entries[4].pk,
        seen=seen,
        key=uuid.uuid4(),
        reason=" voisins ",
        by=world.by,
        at=NOW,
    )


@call_of(swap_players, Entry("places échangées", SWAP, "voisins"), told=True)
def two_exchanged(world: World) -> Act:
    world.tables()
    return swapping(world)


@call_of(undo_swap, Entry("échange défait", SWAP), told=True)
def an_exchange_undone(world: World) -> Act:
    world.tables()
    change = swapping(world)()
    return lambda: undo_swap(change=change, by=world.by, at=NOW)


@call_of(
    replace_player,
    Entry("joueur remplacé", "n° 9 ZIMMER Zoé prend la place de n° 1 NOM1 Ada à partir de la position 1", "parti"),
    Entry("souhaits repris", "1 souhait passe au remplaçant"),
    told=True,
)
def one_replaced_who_was_pointed_as_gone(world: World) -> Act:
    """Both have their status already: only the chairs change hands."""
    world.tables()
    come = RegistrationFactory(tournament=world.tournament, player=world.another_player(), start_number=9)
    wish = sector(world, "scène", 0)
    gone = world.entries[0]
    world.tournament.registrations.filter(pk=gone.pk).update(status=Status.WITHDRAWN)
    return lambda: replace_player(
        tournament=world.tournament,
        leaver=gone.pk,
        comer=come.pk,
        number=1,
        key=uuid.uuid4(),
        reason=" parti ",
        wishes=[wish.pk],
        by=world.by,
        at=NOW,
    )


@call_of(
    undo_replacement,
    Entry("pointage", "n° 1 NOM1 Ada : présent"),
    Entry("souhaits repris", "1 souhait passe au remplaçant"),
    Entry("remplacement défait", "n° 9 ZIMMER Zoé prend la place de n° 1 NOM1 Ada à partir de la position 1"),
    told=True,
)
def a_replacement_undone(world: World) -> Act:
    change = one_replaced_who_was_pointed_as_gone(world)()
    return lambda: undo_replacement(change=change, by=world.by, at=NOW)
