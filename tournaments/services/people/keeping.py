"""The keeper of a player's file: passed from club to club, or missing, and named by the player or by a comité."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day
from tournaments.labels import Grade
from tournaments.models import Account, Club, Invitation, Membership, Player
from tournaments.queries.people.files import OWN_FIELDS, PATIENCE, answered_for_by, may_keep, unanswered
from tournaments.queries.people.members import keeps_file
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.people.periods import begin_period

NOT_NAMED = "keeper_not_named"


def give_file(player: Player, club: Club, *, at: datetime) -> None:
    """
    Make a club the keeper of a player's file, and the player its member. Called under the locks of his clubs.

    What each club keeps for itself (`OWN_FIELDS`) stays its own: the new keeper's moves from its membership into the
    file, the old keeper's from the file into its membership.
    """
    empty = Membership()
    before = {name: getattr(player, name) for name in OWN_FIELDS}
    membership, _is_new = Membership.objects.get_or_create(club=club, player=player)
    for name in OWN_FIELDS:
        setattr(player, name, getattr(membership, name))
        setattr(membership, name, getattr(empty, name))
    membership.grade, membership.until = Grade.MEMBER, None
    membership.asked_on = membership.asked_again_on = None
    membership.save()
    begin_period(membership, timezone.localdate(at), at=at)
    Membership.objects.filter(club=player.club_id, player=player).exclude(club=club).update(**before)
    player.club, player.without_keeper_since = club, None
    player.save(update_fields=["club", "without_keeper_since", *OWN_FIELDS])
    # What other clubs asked waits for the new one, which may leave it unanswered as long as the old one might.
    Membership.objects.filter(player=player, asked_again_on__isnull=False).update(asked_again_on=None)
    player.proposals.filter(club=club).delete()  # it changes the file itself now
    Invitation.objects.filter(player=player).delete()  # of the club that kept it


@transaction.atomic
def name_keeper(*, club: Club, player: Player, by: Account | None, at: datetime) -> Player:
    """
    Make another club the keeper of a player's file, and return the player: his club, or one that asked for him.
    Idempotent.

    The responsible of the keeper's comité does it (of the new club's, if the keeper has none), or the administrator;
    only when nobody keeps the file, when the keeper has no organiser, or when it did not answer two requests, two weeks
    apart. Refuses anybody else, a club where he only plays, and a keeper who may still answer.
    """
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=[club.pk, player.club_id]).order_by("pk"))
    player = Player.objects.select_related("club").get(pk=player.pk)
    if keeps_file(club, player):
        return player
    rows = may_keep().filter(club=club, player=player)
    membership, today = rows.first(), timezone.localdate(at)
    if membership is None:
        sentence = _("%(player)s n’est pas membre de « %(club)s », qui n’a pas non plus demandé son adhésion.")
        raise Refusal(sentence % {"player": player, "club": club}, code=NOT_NAMED)
    if not rows.filter(answered_for_by(by)).exists():
        sentence = _("Seul qui répond du comité, ou l’administrateur du site, confie une fiche à un autre club.")
        raise Refusal(sentence, code=NOT_NAMED)
    if not rows.filter(unanswered(today)).exists():
        sentence = _("« %(club)s » tient cette fiche et peut répondre jusqu’au %(day)s, après une seconde demande.")
        last = (membership.asked_again_on or today + PATIENCE) + PATIENCE - timedelta(days=1)
        raise Refusal(sentence % {"club": player.club, "day": french_day(last)}, code=NOT_NAMED)
    before = player.club
    give_file(player, club, at=at)
    for owner in (before, club):
        log(
            action=gettext_noop("fiche confiée à un autre club"),
            subject=f"{player} : {club}",
            by=by,
            at=at,
            club=owner,
            details={"id": player.pk},
        )
    return player
