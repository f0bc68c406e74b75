"""A player's consents: given by himself, asked for through his personal link and answered, or noted by the club."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from tournaments.labels import Purpose
from tournaments.models import Account, ByLink, Club, Player
from tournaments.models.clubs import ASKS, CONSENTS
from tournaments.queries.people.members import speaks_for
from tournaments.queries.people.names import may_agree
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_clubs_of, raise_revisions_of
from tournaments.services.people.players import FIELDS, PlayerFacts, change_player, not_its_keeper, refuse_facts
from tournaments.subjects import subject_of


@transaction.atomic
def set_own_consents(
    *, player: Player, consent: bool, card_consent: bool, sharing_consent: bool, by: Account | ByLink, at: datetime
) -> Player:
    """
    Store the consents that a player gives or takes back himself, and return the player.

    As in `change_player`, without the consent to the name the others are refused, or taken back with it. Through his
    personal link he takes back at once; what he gives waits for `answer_consents`: a stranger may have found the link.
    """
    lock_clubs_of(player)
    player = Player.objects.select_related("club").get(pk=player.pk)
    facts = PlayerFacts(**{name: getattr(player, name) for name in FIELDS})
    agreed = replace(facts, consent=consent, card_consent=card_consent, sharing_consent=sharing_consent)
    if not isinstance(by, ByLink):
        player = change_player(player=player, facts=agreed, by=by, at=at)
        return _set_asked(player, [], by=by, at=at)
    if player.consent:
        agreed = agreed.agreed
    refuse_facts(agreed)
    wanted = {purpose for purpose, name in CONSENTS.items() if getattr(agreed, name)}
    kept: dict[str, Any] = {name: getattr(player, name) and purpose in wanted for purpose, name in CONSENTS.items()}
    player = change_player(player=player, facts=replace(facts, **kept), by=by, at=at)
    asked = [purpose for purpose in CONSENTS if purpose in wanted and not kept[CONSENTS[purpose]]]
    return _set_asked(player, asked, by=by, at=at)


@transaction.atomic
def answer_consents(*, player: Player, accepted: bool, by: Account | None, at: datetime) -> Player:
    """
    Accept or decline the consents that a player asked for through his personal link; do nothing when none waits.

    Refuses everybody who may not answer for the player (`speaks_for`).
    """
    lock_clubs_of(player)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if not speaks_for(player, by):
        raise not_its_keeper(player)
    asked = player.asked
    if asked and accepted:
        given: dict[str, Any] = {CONSENTS[purpose]: True for purpose in asked}
        facts = PlayerFacts(**{name: getattr(player, name) for name in FIELDS} | given)
        return change_player(player=player, facts=facts, by=by, at=at)
    return _set_asked(player, [], by=by, at=at)


def _set_asked(player: Player, asked: list[Purpose], *, by: Account | ByLink | None, at: datetime) -> Player:
    """Store which purposes wait for an organiser, and return the player; nothing is logged when they are the same."""
    before = [str(purpose) for purpose in player.asked]
    after = [str(purpose) for purpose in asked]
    for purpose, column in ASKS.items():
        setattr(player, column, purpose in asked)
    player.save(update_fields=list(ASKS.values()))
    if before != after:
        action = gettext_noop("accord demandé") if after else gettext_noop("demande d’accord écartée")
        details = {"asked": [before, after], "id": player.pk}
        log(action=action, subject=player.full_name, by=by, at=at, club=player.club, details=details)
    return player


@transaction.atomic
def record_consents(
    *,
    club: Club,
    players: Iterable[Player],
    by: Account | None,
    at: datetime,
    purpose: Purpose = Purpose.RESULTS,
) -> list[Player]:
    """
    Store that players whose file the club keeps agree to a purpose, and return those who had not agreed before.

    Only a player who agreed to show his name can agree to more. Raises the revision of all their tournaments.
    """
    lock_club(club)
    chosen = {player.pk for player in players}
    agreed = list(may_agree(club, purpose).filter(pk__in=chosen))
    if not agreed:
        return []
    Player.objects.filter(pk__in=[player.pk for player in agreed]).update(
        **{CONSENTS[purpose]: True, ASKS[purpose]: False}
    )
    subject = agreed[0].full_name if len(agreed) == 1 else subject_of("players", count=len(agreed))
    log(
        action=_agreement(purpose),
        subject=subject,
        by=by,
        at=at,
        club=club,
        details={"players": [player.pk for player in agreed]},
    )
    raise_revisions_of(Player.objects.filter(pk__in=[player.pk for player in agreed]))
    return agreed


def _agreement(purpose: Purpose) -> str:
    """Return the journal's action for the consent to a purpose."""
    return {
        Purpose.RESULTS: gettext_noop("accord de montrer son nom"),
        Purpose.CARD: gettext_noop("accord sur la fiche de joueur"),
        Purpose.SHARING: gettext_noop("accord de transmission"),
    }[purpose]
