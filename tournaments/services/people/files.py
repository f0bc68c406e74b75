"""What a club writes about a player: at once in its own file, as a proposal in a file that another club keeps."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import plain
from tournaments.labels import Grade
from tournaments.models import Account, ByLink, Club, Membership, Player, Proposal
from tournaments.models.clubs import CONSENTS
from tournaments.queries.people.files import NOT_ELSEWHERE, OWN_FIELDS, may_change
from tournaments.queries.people.members import keeps_file, speaks_for
from tournaments.refusals import Refusal
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_clubs_of
from tournaments.services.people.players import (
    FIELDS,
    PlayerFacts,
    change_player,
    fact_changes,
    not_its_keeper,
    refuse_erased,
    refuse_facts,
)


@dataclass(frozen=True)
class RecordedPlayer:
    """A player as he is stored now, and whether a part waits as a proposal for an answer from his club or himself."""

    player: Player
    is_proposed: bool = False


@transaction.atomic
def record_facts(*, club: Club, player: Player, facts: PlayerFacts, by: Account | None, at: datetime) -> RecordedPlayer:
    """
    Write what a club knows about a member, or about a player whose file it keeps.

    The club that keeps the file changes it (`change_player`). Another club writes its own contacts and suspension, and
    takes a consent back at once; all else becomes a proposal, unless `by` may change it. The year of birth, which that
    club does not read, stays. Refuses a guest, because he has no file in this club.
    """
    lock_clubs_of(player, and_club=club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if keeps_file(club, player):
        return RecordedPlayer(change_player(player=player, facts=facts, by=by, at=at))
    refuse_erased(player)
    membership = Membership.objects.filter(club=club, player=player, until=None, grade=Grade.MEMBER).first()
    if membership is None:
        raise not_its_keeper(player)
    if player.consent:
        facts = facts.agreed
    facts = facts.reached(PlayerFacts("", **{name: getattr(membership, name) for name in OWN_FIELDS}))
    refuse_facts(facts)
    _keep_own(membership, facts, by=by, at=at)
    of_file = replace(facts, **{name: getattr(player, name) for name in (*OWN_FIELDS, *NOT_ELSEWHERE)})
    changes = fact_changes(player, of_file)
    if may_change(player, changes, by):
        return RecordedPlayer(change_player(player=player, facts=of_file, by=by, at=at))
    hidden: dict[str, Any] = {
        name: False for name in CONSENTS.values() if name in changes and not getattr(of_file, name)
    }
    if hidden:
        player = change_player(player=player, facts=replace(facts_now(player), **hidden), by=by, at=at)
    return RecordedPlayer(player, _propose(club, player, fact_changes(player, of_file), by=by, at=at))


@transaction.atomic
def hide_player(*, club: Club, player: Player, by: Account | None, at: datetime) -> Player:
    """
    Take back all consents of a player, so that no public page shows his name, and return the player. Idempotent.

    Any club that knows him may do it, for a guest too; only he or the club that keeps his file can show the name again.
    """
    lock_clubs_of(player, and_club=club)
    before = Player.objects.get(pk=player.pk)
    none: dict[str, Any] = dict.fromkeys(CONSENTS.values(), False)
    facts = replace(facts_now(before), **none)
    player = change_player(player=before, facts=facts, by=by, at=at)
    if facts_now(before) != facts_now(player):
        log(
            action=gettext_noop("nom masqué"),
            subject=player.full_name,
            by=by,
            at=at,
            club=club,
            details={"id": player.pk},
        )
    return player


def facts_now(player: Player) -> PlayerFacts:
    """Return what a player's file says now, as facts."""
    return PlayerFacts(**{name: getattr(player, name) for name in FIELDS})


def _keep_own(membership: Membership, facts: PlayerFacts, *, by: Account | None, at: datetime) -> None:
    """Write what the club keeps about a player for itself; only its own journal says so."""
    before, after = (plain({name: getattr(known, name) for name in OWN_FIELDS}) for known in (membership, facts))
    changes = differences(before, after)
    if not changes:
        return
    for name in changes:
        setattr(membership, name, getattr(facts, name))
    membership.save(update_fields=list(changes))
    log(
        action=gettext_noop("joueur modifié"),
        subject=membership.player.full_name,
        by=by,
        at=at,
        club=membership.club,
        details=changes | {"id": membership.player_id},
    )


def _propose(club: Club, player: Player, changes: dict[str, list[Any]], *, by: Account | None, at: datetime) -> bool:
    """Add these changes to the club's proposal for a file that another club keeps; return whether there are any."""
    if not changes:
        return False
    earlier = Proposal.objects.filter(club=club, player=player).first()
    together = (earlier.changes if earlier else {}) | changes
    if earlier is None or together != earlier.changes:
        Proposal.objects.update_or_create(
            club=club, player=player, defaults={"changes": together, "proposed_on": timezone.localdate(at)}
        )
        _log_proposal(gettext_noop("changement proposé"), club, player, together, by=by, at=at)
    return True


@transaction.atomic
def answer_proposal(*, proposal: Proposal, accepted: bool, by: Account | ByLink | None, at: datetime) -> Player:
    """
    Apply another club's proposal to a file, or decline it, and return the player. Idempotent.

    The player answers, or an organiser of the club that keeps the file; anybody else is refused. Refuses a proposal
    that changed since it was read, and what `change_player` refuses.
    """
    lock_clubs_of(proposal.player_id, and_club=Club(pk=proposal.club_id), and_keepers=Q(pk=proposal.player_id))
    waiting = Proposal.objects.select_related("club").filter(pk=proposal.pk).first()
    player = Player.objects.select_related("club").get(pk=proposal.player_id)
    if not speaks_for(player, by):
        raise not_its_keeper(player)
    if waiting is None:
        return player
    if waiting.changes != proposal.changes:
        raise Refusal(_("La proposition a changé depuis : relisez-la, puis répondez."), code="proposal_changed")
    if accepted:
        read = {column.name: column.to_python for column in Player._meta.concrete_fields}  # a day is kept as its text
        values = {name: read[name](new) for name, (_old, new) in waiting.changes.items()}
        facts = PlayerFacts(**(asdict(facts_now(player)) | values))
        player = change_player(player=player, facts=facts, by=by, at=at)
    waiting.delete()
    action = gettext_noop("changement accepté") if accepted else gettext_noop("changement refusé")
    _log_proposal(action, waiting.club, player, waiting.changes, by=by, at=at)
    return player


def _log_proposal(
    action: str, club: Club, player: Player, changes: dict[str, Any], *, by: Account | ByLink | None, at: datetime
) -> None:
    """Write a journal line about a proposal in both clubs: the one that proposes, and the one that keeps the file."""
    for owner in dict.fromkeys((club, player.club)):
        log(action=action, subject=player.full_name, by=by, at=at, club=owner, details=changes | {"id": player.pk})
