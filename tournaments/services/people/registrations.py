"""The registrations of a tournament: made, marked present, withdrawn."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom

from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.likeness import is_surely, likeness
from tournaments.kit.text import fold
from tournaments.labels import AWAY, Grade, Status, Waits
from tournaments.models import Account, BoardDeal, ByLink, FromHome, Player, Registration, Seat, Tournament, has_died
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.files import exclusion_words, left_out_words, seen_by
from tournaments.queries.people.members import Holder
from tournaments.queries.people.names import namesakes
from tournaments.queries.people.sessions import played_twice
from tournaments.refusals import MayBeKnown, Refusal, refuse_if_finished
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of, lock_tournament, raise_revision
from tournaments.services.people.joining import receive
from tournaments.services.people.players import (
    PlayerFacts,
    add_player,
    former_member,
    person_elsewhere,
    refuse_dead,
    refuse_erased,
)
from tournaments.subjects import Subject, subject_of

# Without a seed: anybody who could repeat the shuffle would know who is who.
LOT = SystemRandom()


@dataclass(frozen=True)
class WalkIn:
    """A player registered at the door; `was_known` says whether the club knew him before."""

    registration: Registration
    was_known: bool


@transaction.atomic
def register(
    *,
    tournament: Tournament,
    players: Iterable[Player],
    by: Account | ByLink | None,
    at: datetime,
    status: str = Status.REGISTERED,
    is_order_of_arrival: bool = False,
) -> list[Registration]:
    """
    Register players and return the new registrations, by start number. Players who are registered already do not
    change.

    New players get the next numbers in random order: in alphabetical order a number between two names would reveal who
    « Joueur n° 5 » is. `is_order_of_arrival` keeps the order given. A start number is never used twice, not even a
    withdrawn player's. Dead, erased and suspended players are left out (`left_out_words` names these); refuses if
    all are, and whoever plays the same étuis in another session.
    """
    tournament = _locked(tournament)
    registered_ids = set(tournament.registrations.values_list("player_id", flat=True))
    newcomers = [player for player in dict.fromkeys(players) if player.pk not in registered_ids]
    if newcomers and all(player.erased_at for player in newcomers):
        refuse_erased(newcomers[0])
    newcomers = _may_play(tournament, [player for player in newcomers if player.erased_at is None])
    if not newcomers:
        return []
    refuse_two_sessions(tournament, newcomers)
    if not is_order_of_arrival:
        LOT.shuffle(newcomers)
    receive(tournament.club, newcomers)
    last_number = tournament.registrations.aggregate(last=Max("start_number"))["last"] or 0
    entered = Registration.objects.bulk_create(
        [
            Registration(tournament=tournament, player=player, start_number=number, status=status)
            for number, player in enumerate(newcomers, last_number + 1)
        ],
        batch_size=500,
    )
    log(
        action=gettext_noop("inscription") if len(entered) == 1 else gettext_noop("inscriptions"),
        subject=_people_subject(entered),
        by=by,
        at=at,
        tournament=tournament,
        details={"status": str(status), "numbers": [entered[0].start_number, entered[-1].start_number]},
    )
    raise_revision(tournament)
    return entered


@transaction.atomic
def set_status(
    *,
    tournament: Tournament,
    registrations: Collection[int],
    status: str,
    by: Account | ByLink | None,
    at: datetime,
    is_exclusion: bool = False,
) -> int:
    """
    Give these registrations (ids) a status and return how many changed.

    Only a decision (`is_exclusion`) excludes a player or takes an exclusion back: refuses any other call with that
    status. An excluded player, and a suspended player who should become present, is left as he is; refuses if nobody
    else is left. Registrations of another tournament and of doubles never change.
    """
    tournament = _locked(tournament)
    if status == Status.EXCLUDED and not is_exclusion:
        sentence = _("Seule une décision de l’arbitre exclut un joueur : elle se donne parmi les pénalités.")
        raise Refusal(sentence, code="no_decision")
    changed = list(
        tournament.registrations.filter(OF_A_PERSON, pk__in=registrations)
        .exclude(status=status)
        .select_related("player")
    )
    if not is_exclusion:
        changed = _not_excluded(changed)
    if status == Status.PRESENT:
        allowed = set(_may_play(tournament, [registration.player for registration in changed]))
        changed = [registration for registration in changed if registration.player in allowed]
    if not changed:
        return 0
    if status not in AWAY:
        refuse_two_sessions(tournament, [registration.player for registration in changed])
    before = {str(registration.start_number): registration.status for registration in changed}
    # A player who came, or will not come, is no longer late or a stand-in.
    tournament.registrations.filter(pk__in=[registration.pk for registration in changed]).update(
        status=status, waits=""
    )
    log(
        action=gettext_noop("pointage"),
        subject=subject_of("status", who=_people_subject(changed), status=subject_of(f"status.{status}")),
        by=by,
        at=at,
        tournament=tournament,
        details={"status": str(status), "before": before},
    )
    raise_revision(tournament)
    return len(changed)


def _not_excluded(registrations: list[Registration]) -> list[Registration]:
    """Return the registrations that are not excluded. Refuses if all are."""
    left = [registration for registration in registrations if registration.status != Status.EXCLUDED]
    if registrations and not left:
        refuse_excluded(registrations[0])
    return left


def refuse_two_sessions(tournament: Tournament, players: Iterable[Player], etuis: BoardDeal | None = None) -> None:
    """Refuse players who play the étuis of a tournament (or these ones) in another session of them."""
    if sentences := played_twice(tournament, players, etuis):
        raise Refusal(" ".join(sentences), code="etuis_played_twice")


def refuse_excluded(registration: Registration) -> None:
    """Refuse a player whom an arbiter excluded from the tournament."""
    if registration.status == Status.EXCLUDED:
        raise Refusal(exclusion_words(registration.player), code="excluded")


@transaction.atomic
def leave(*, tournament: Tournament, registration: int, by: Account | ByLink | FromHome, at: datetime) -> Registration:
    """
    Let a player withdraw by himself, and return his registration. Idempotent; the journal has an own action for it.

    His places in published rounds stay until the organiser gives them to another player. Refuses a tournament that is
    over, and a player at a table with a begun sheet, because the others would wait for him.
    """
    tournament = _locked(tournament)
    entry = tournament.registrations.select_related("player").get(pk=registration)
    if entry.status in AWAY:
        return entry
    begun = Seat.objects.filter(HAS_A_SCORE, table=OuterRef("table"))
    playing = Seat.objects.filter(
        Exists(begun), registration=entry, round__tournament=tournament, table__closed_at=None
    )
    seat = playing.select_related("table").first()
    if seat is not None:
        raise Refusal(
            _(
                "Vous jouez à la table %(table)d : finissez-y d’abord. S’il vous faut partir tout de suite, appelez "
                "l’arbitre."
            )
            % {"table": seat.seated_at.number},
            code="at_a_table",
        )
    before = {"status": entry.status, "waits": entry.waits}
    entry.status, entry.waits = Status.WITHDRAWN, ""
    entry.save(update_fields=["status", "waits"])
    log(
        action=gettext_noop("retrait par le joueur"),
        subject=str(entry),
        by=by,
        at=at,
        tournament=tournament,
        details={"registration": entry.pk, "before": before},
    )
    raise_revision(tournament)
    return entry


@transaction.atomic
def mark_all_present(*, tournament: Tournament, by: Account | None, at: datetime) -> int:
    """
    Mark all players who are expected as present, and return how many.

    Players who are absent, withdrawn, late or stand-ins do not change.
    """
    tournament = _locked(tournament)
    waiting = list(tournament.registrations.filter(status=Status.REGISTERED, waits="").values_list("pk", flat=True))
    return set_status(tournament=tournament, registrations=waiting, status=Status.PRESENT, by=by, at=at)


@transaction.atomic
def set_waits(
    *, tournament: Tournament, registration: int, waits: str, by: Account | None, at: datetime
) -> Registration:
    """
    Note that a registered player comes late or is a stand-in (`waits`); "" means that he is expected in time again.

    An absent or withdrawn player becomes expected; a double does not change. Refuses a present or excluded player.
    """
    if waits and waits not in Waits.values:
        raise ValueError(f"{waits} is no way to wait")
    tournament = _locked(tournament)
    entry = tournament.registrations.select_related("player").get(pk=registration)
    if entry.status == Status.PRESENT:
        raise Refusal(
            _("%(player)s est pointé présent : il n’est ni en retard ni remplaçant. Remettez-le d’abord attendu.")
            % {"player": entry.player.full_name},
            code="present_already",
        )
    refuse_excluded(entry)
    refuse_two_sessions(tournament, [entry.player])
    if (entry.status, entry.waits) == (Status.REGISTERED, waits) or entry.player.double_of_id is not None:
        return entry
    before = {"status": entry.status, "waits": entry.waits}
    is_shown = entry.status != Status.REGISTERED
    entry.status, entry.waits = Status.REGISTERED, waits
    entry.save(update_fields=["status", "waits"])
    log(
        action=gettext_noop("pointage"),
        subject=subject_of("status", who=str(entry), status=subject_of(f"status.{waits or entry.status}")),
        by=by,
        at=at,
        tournament=tournament,
        details={"waits": waits, "before": before},
    )
    if is_shown:
        raise_revision(tournament)
    return entry


@transaction.atomic
def walk_in(
    *,
    tournament: Tournament,
    facts: PlayerFacts,
    by: Account | None,
    at: datetime,
    others: Collection[int] = (),
    same: int | None = None,
) -> WalkIn:
    """
    Register a person at the door as present; a person whom the club does not know becomes its guest.

    `known_player_of` says whether the club knows him; `others` and `same` as in `add_player`. Asks if he may be a
    player who is registered already, or whom the club knows. Refuses a licence that belongs to a person with another
    name.
    """
    lock_clubs_of(*filter(None, [same]), and_club=tournament.club)
    tournament = _locked(tournament)
    known_player = known_player_of(tournament, facts, others, same)
    if known_player is not None:
        entry = tournament.registrations.select_related("player").filter(player=known_player).first()
        if entry is not None:
            raise _already_registered(entry, facts, others, same)
    player = known_player or add_player(
        club=tournament.club, facts=facts, by=by, at=at, others=others, same=same, grade=Grade.GUEST
    )
    entered = register(tournament=tournament, players=[player], status=Status.PRESENT, by=by, at=at)
    return WalkIn(entered[0], was_known=known_player is not None)


def _already_registered(entry: Registration, facts: PlayerFacts, others: Collection[int], same: int | None) -> Refusal:
    """Return the question whether the person is this registered player; a refusal if that was answered before."""
    player = entry.player
    if player.pk in others:
        sentence = _("La licence %(licence)s est déjà celle de %(player)s. Vérifiez le numéro.")
        sentence %= {"licence": facts.licence, "player": player.full_name}
        return Refusal(sentence, code="licence_held", fields={"licence": [sentence]})
    sentence = _("%(player)s est déjà inscrit sous le n° %(number)d (%(status)s).") % {
        "player": player.full_name,
        "number": entry.start_number,
        "status": entry.get_status_display(),
    }
    if player.pk == same:
        return Refusal(sentence, code="already_registered")
    question = _("Est-ce la même personne ?")
    asked = f"{sentence} {question}"
    return MayBeKnown(asked, code="already_registered", people=seen_by(entry.tournament.club_id, [player]))


def known_player_of(
    tournament: Tournament, facts: PlayerFacts, others: Collection[int], same: int | None = None
) -> Player | None:
    """
    Return the player of the club with this licence and name, or the only one with this name; None for a new person.

    A player of another club or a former member is returned only if his id is `same`. Refuses a licence that belongs to
    a person with another name; asks who is meant when several players have this name.
    """
    if facts.licence:
        if (person := person_elsewhere(tournament.club, facts, same, others)) is not None:
            return person
        holder = tournament.club.known.filter(licence=facts.licence).first()
        if holder is not None and holder.pk != same:
            _refuse_other_name(tournament.club_id, holder, facts, others)
        if holder is not None:
            return holder
    candidates = [
        player
        for player in namesakes(tournament.club_id, facts.last_name, facts.first_name)
        if player.pk not in others
        and not (facts.licence and player.licence)  # with another licence he is somebody else
    ]
    if len(candidates) > 1:
        sentence = _("Le club a plusieurs joueurs nommés « %(name)s » : dites qui c’est. Rien n’est encore écrit.")
        raise MayBeKnown(
            sentence % {"name": facts.full_name},
            code="several_namesakes",
            people=seen_by(tournament.club_id, candidates),
        )
    return candidates[0] if candidates else former_member(tournament.club, facts, same, others)


def _refuse_other_name(club_id: int, holder: Player, facts: PlayerFacts, others: Collection[int]) -> None:
    """Ask whether a person is the holder of his licence if the two names are near; else refuse the licence."""
    written, known = (facts.last_name, facts.first_name), (holder.last_name, holder.first_name)
    if is_surely(written, known):
        return
    is_near = fold(facts.last_name) == fold(holder.last_name) or likeness(written, known) is not None
    if is_near and holder.pk not in others:
        asked = Holder(holder, is_alike=True, is_known=True)
        raise MayBeKnown(asked.sentence, code="licence_of_another_name", people=seen_by(club_id, [holder]))
    sentence = _("La licence %(licence)s appartient à quelqu’un d’un autre nom. Vérifiez le numéro.") % {
        "licence": facts.licence
    }
    raise Refusal(sentence, code="licence_held", fields={"licence": [sentence]})


def _locked(tournament: Tournament) -> Tournament:
    """Lock the tournament and return it. Refuses a tournament that is over."""
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(
        tournament, _("Le tournoi « %(name)s » est terminé : ses inscriptions ne changent plus. Rouvrez-le d’abord.")
    )
    return tournament


def _may_play(tournament: Tournament, players: Sequence[Player]) -> list[Player]:
    """Return the players who live, and are not suspended on the day of the tournament. Refuses if nobody is left."""
    dead = set(Player.objects.filter(has_died(), pk__in=[player.pk for player in players]).values_list("pk", flat=True))
    if dead and len(dead) == len(players):
        refuse_dead(players[0])
    players = [player for player in players if player.pk not in dead]
    seen = seen_by(tournament.club_id, players)
    allowed = [player for player, here in zip(players, seen, strict=True) if not here.is_suspended_on(tournament.date)]
    if players and not allowed:
        refuse_suspended(tournament, players)
    return allowed


def refuse_suspended(tournament: Tournament, players: Iterable[Player], *, instead: str = "") -> None:
    """Refuse if one of these players is suspended on the day of the tournament; `instead` says what to do."""
    if words := left_out_words(tournament, players):
        raise Refusal(f"{words} {instead}".strip(), code="suspended")


def _people_subject(registrations: list[Registration]) -> Subject | str:
    """Return the subject of a journal entry: the one registration's name, or how many registrations there are."""
    if len(registrations) == 1:
        return str(registrations[0])
    return subject_of("players", count=len(registrations))
