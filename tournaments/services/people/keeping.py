"""Who keeps somebody's file: handed from club to club, left without one, given again by his word or a comité's."""

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

NOT_NAMED = "keeper_not_named"


def give_file(player: Player, club: Club) -> None:
    """
    Have a club keep a player's file from now on, and be one of whose members he is. Called under the locks.

    What each club has for itself stays its own: that of the new one comes into the file, that of the old one goes to
    its membership while it knows him.
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
    Have a club that he is a member of, or that asked for him, keep a player's file, and return him. Idempotent.

    Who answers for the comité of the club that kept it (of the club named, where none does), or the administrator: once
    nobody keeps it, the club that does has no organiser, or it left unanswered what was asked twice, two weeks apart.
    Refuses anybody else, a club where he only plays, and a keeper who may still answer.
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
    give_file(player, club)
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
