"""Who plays in a tournament: entered, checked in, gone."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom

from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Status, Waits
from tournaments.models import Account, ByLink, Player, Registration, Seat, Tournament
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.leaving import LEFT
from tournaments.queries.names import namesakes
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.journal import log
from tournaments.services.players import PlayerFacts, add_player, lock_club, refuse_erased
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.subjects import Subject, subject_of
from tournaments.text import fold

# No seed: whoever could draw the same lot again would know who is who.
LOT = SystemRandom()


@dataclass(frozen=True)
class WalkIn:
    """Somebody registered at the door; `was_known` when the club's file already had the person."""

    registration: Registration
    was_known: bool


@transaction.atomic
def register(
    *,
    tournament: Tournament,
    players: Iterable[Player],
    by: Account | None,
    at: datetime,
    status: str = Status.REGISTERED,
    is_order_of_arrival: bool = False,
) -> list[Registration]:
    """
    Return the new registrations, in the order of their numbers. Who is registered already is left as he is.

    Those who come together are numbered on by lot: lists are in alphabetical order, and a number between two names
    would say who « Joueur n° 5 » is. `is_order_of_arrival` says that the order given betrays no name, and keeps it.
    A start number is never used twice, not even that of somebody who withdrew. Who was erased is left out, and refused
    where there is nobody else.
    """
    tournament = _open(tournament)
    taken = set(tournament.registrations.values_list("player_id", flat=True))
    new = [player for player in dict.fromkeys(players) if player.pk not in taken]
    if new and all(player.erased_at for player in new):
        refuse_erased(new[0])
    new = [player for player in new if player.erased_at is None]
    if not new:
        return []
    if not is_order_of_arrival:
        LOT.shuffle(new)
    last = tournament.registrations.aggregate(last=Max("start_number"))["last"] or 0
    entered = Registration.objects.bulk_create(
        [
            Registration(tournament=tournament, player=player, start_number=number, status=status)
            for number, player in enumerate(new, last + 1)
        ],
        batch_size=500,
    )
    log(
        action=gettext_noop("inscription") if len(entered) == 1 else gettext_noop("inscriptions"),
        subject=_who(entered),
        by=by,
        at=at,
        tournament=tournament,
        details={"status": str(status), "numbers": [entered[0].start_number, entered[-1].start_number]},
    )
    raise_revision(tournament)
    return entered


@transaction.atomic
def set_status(
    *, tournament: Tournament, registrations: Collection[int], status: str, by: Account | None, at: datetime
) -> int:
    """
    Give these registrations (by id) a status and return how many changed; who has it already is left alone.

    Registrations of another tournament are not touched.
    """
    tournament = _open(tournament)
    changed = list(
        tournament.registrations.filter(pk__in=registrations).exclude(status=status).select_related("player")
    )
    if not changed:
        return 0
    before = {str(registration.start_number): registration.status for registration in changed}
    # Whoever came, or will not come, is no longer late or a stand-in.
    tournament.registrations.filter(pk__in=[registration.pk for registration in changed]).update(
        status=status, waits=""
    )
    log(
        action=gettext_noop("pointage"),
        subject=subject_of("status", who=_who(changed), status=subject_of(f"status.{status}")),
        by=by,
        at=at,
        tournament=tournament,
        details={"status": str(status), "before": before},
    )
    raise_revision(tournament)
    return len(changed)


@transaction.atomic
def leave(*, tournament: Tournament, registration: int, by: Account | ByLink, at: datetime) -> Registration:
    """
    Have a player withdraw himself, and return his registration. Idempotent; the journal tells it from what others did.

    His places in what is drawn already stay: the organiser gives them to somebody. Refuses a tournament that is over,
    and who plays at a table whose sheet was begun: three others would wait there.
    """
    tournament = _open(tournament)
    entry = tournament.registrations.select_related("player").get(pk=registration)
    if entry.status in (Status.WITHDRAWN, Status.ABSENT):
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
        action=LEFT,
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
    Check in everybody who is registered and return how many that was.

    Absent and withdrawn people stay so, and who is late or a stand-in: they are not there to play.
    """
    tournament = _open(tournament)
    waiting = list(tournament.registrations.filter(status=Status.REGISTERED, waits="").values_list("pk", flat=True))
    return set_status(tournament=tournament, registrations=waiting, status=Status.PRESENT, by=by, at=at)


@transaction.atomic
def set_waits(
    *, tournament: Tournament, registration: int, waits: str, by: Account | None, at: datetime
) -> Registration:
    """
    Say of somebody entered that he comes late or is there as a stand-in; "" expects him in time again.

    Whoever was absent or withdrawn is expected again. Refuses who is there already.
    """
    if waits and waits not in Waits.values:
        raise ValueError(f"{waits} is no way to wait")
    tournament = _open(tournament)
    entry = tournament.registrations.select_related("player").get(pk=registration)
    if entry.status == Status.PRESENT:
        raise Refusal(
            _("%(player)s est pointé présent : il n’est ni en retard ni remplaçant. Remettez-le d’abord attendu.")
            % {"player": entry.player.full_name},
            code="present_already",
        )
    if (entry.status, entry.waits) == (Status.REGISTERED, waits):
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
def walk_in(*, tournament: Tournament, facts: PlayerFacts, by: Account | None, at: datetime) -> WalkIn:
    """
    Register somebody who comes in at the door, present at once, making the player when the club does not know him.

    Known is who holds the licence (of any club, if the name agrees), else the club's only player of that name unless
    his licence is another. Refuses who is registered already, and a licence that belongs to another name.
    """
    lock_club(tournament.club)
    tournament = _open(tournament)
    known = _known(tournament, facts)
    if known is not None:
        entry = tournament.registrations.filter(player=known).first()
        if entry is not None:
            raise Refusal(
                _("%(player)s est déjà inscrit sous le n° %(number)d (%(status)s).")
                % {
                    "player": known.full_name,
                    "number": entry.start_number,
                    "status": entry.get_status_display(),
                },
                code="already_registered",
            )
    player = known or add_player(club=tournament.club, facts=facts, by=by, at=at)
    entered = register(tournament=tournament, players=[player], status=Status.PRESENT, by=by, at=at)
    return WalkIn(entered[0], was_known=known is not None)


def _known(tournament: Tournament, facts: PlayerFacts) -> Player | None:
    if facts.licence:
        holder = Player.objects.filter(licence=facts.licence).first()
        if holder is not None and fold(holder.last_name) != fold(facts.last_name):
            sentence = _("La licence %(licence)s appartient à quelqu’un d’un autre nom. Vérifiez le numéro.") % {
                "licence": facts.licence
            }
            raise Refusal(sentence, code="licence_held", fields={"licence": [sentence]})
        if holder is not None:
            return holder
    same = namesakes(tournament.club_id, facts.last_name, facts.first_name)
    if facts.licence:  # a namesake with another licence is somebody else
        same = [player for player in same if not player.licence]
    if len(same) > 1:
        raise Refusal(
            _(
                "Le club a plusieurs joueurs nommés « %(name)s » : écrivez la licence, "
                "ou choisissez la personne dans la liste des joueurs du club."
            )
            % {"name": facts.full_name},
            code="several_namesakes",
        )
    return same[0] if same else None


def _open(tournament: Tournament) -> Tournament:
    """Return the tournament locked, unless it is over."""
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(
        tournament, _("Le tournoi « %(name)s » est terminé : ses inscriptions ne changent plus. Rouvrez-le d’abord.")
    )
    return tournament


def _who(registrations: list[Registration]) -> Subject | str:
    """Return one person by name, or how many they are."""
    if len(registrations) == 1:
        return str(registrations[0])
    return subject_of("players", count=len(registrations))
