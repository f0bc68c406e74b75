"""
Membership: asked for by a club, answered by the player or by the club that keeps his file; guests of an evening.

A player is one person for all clubs. `Player.club` keeps his file; his `Membership` of each club has a grade:
`club.players` are the members, `club.known` the members and guests, whom a search finds, and `club.files` those whose
page opens. A player who plays at a club becomes its guest (`receive`): the club has his name, licence and category, but
neither file nor fee. The club that asks for a membership never answers for him (`speaks_for`). Silence is not a yes:
after two requests and four weeks, his comité or the administrator may name another keeper (`keeping.py`), and what
other clubs asked must be asked once more. `change_player` alone changes a file, and checks `may_change`: any club that
knows him may hide his name, only he or the keeper shows it. Contacts and suspension belong to each club; other changes
by another club are proposals (`files.py`). The journal of a club that does not keep the file says only « fiche modifiée
». A licence of another club's player is a question if the names are alike, else a refusal, by one function everywhere
(`holders_elsewhere`). Each time that he is a member has its days (`periods.py`); who stops is a guest again of the club
that keeps his file, and who died is told there too (`members.py`). The keeper gives the player his first login, erases
him on request, and deletes him while no other club knows him.
"""

from collections.abc import Iterable
from datetime import date, datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Grade
from tournaments.models import Account, ByLink, Club, Import, Membership, Player
from tournaments.queries.people.members import speaks_for
from tournaments.refusals import Refusal
from tournaments.services.locks import lock_clubs_of
from tournaments.services.people.keeping import give_file
from tournaments.services.people.periods import begin_period
from tournaments.services.people.players import log_membership

# What both clubs read where a second membership without fee or evening became a guest's (a migration).
A_GUEST_SINCE = gettext_noop("adhésion devenue invitation")


@transaction.atomic
def answer_membership(
    *,
    club: Club,
    player: Player,
    accepted: bool,
    by: Account | ByLink | None,
    at: datetime,
    heard_on: date | None = None,
) -> Player:
    """
    Accept or decline the membership that a club asked for, and return the player; declined, he stays its guest.
    Idempotent.

    The player answers, or an organiser of the club that keeps his file, who may note the day the player said it
    (`heard_on`). Refuses anybody else: a club never answers its own request.
    """
    lock_clubs_of(player, and_club=club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if not speaks_for(player, by):
        raise Refusal(
            _("L’adhésion de %(player)s attend son mot, ou celui de « %(club)s », qui tient sa fiche.")
            % {"player": player.full_name, "club": player.club},
            code="not_his_word",
        )
    membership = Membership.objects.filter(club=club, player=player, until=None, grade=Grade.ASKED).first()
    if membership is None:
        return player
    if accepted and player.without_keeper_since:
        give_file(player, club, at=at)
    else:
        membership.grade = Grade.MEMBER if accepted else Grade.GUEST
        membership.asked_on = membership.asked_again_on = None
        membership.save()
        if accepted:
            begin_period(membership, timezone.localdate(at), at=at)
    action = gettext_noop("adhésion") if accepted else gettext_noop("adhésion refusée")
    log_membership(action, player, club, by=by, at=at, heard_on=heard_on)
    return player


def receive(club: Club, players: Iterable[Player], *, imported_by: Import | None = None) -> None:
    """
    Make players guests of a club where they play, unless the club knows them already. Runs three queries.

    A guest is no member: the club gets no file of him, and he owes no fee.
    """
    ids = {player.pk for player in players if player.double_of_id is None}
    Membership.objects.filter(club=club, player__in=ids, until__isnull=False).update(
        until=None, grade=Grade.GUEST, asked_on=None, asked_again_on=None
    )
    known = set(Membership.objects.filter(club=club, player__in=ids).values_list("player", flat=True))
    Membership.objects.bulk_create(
        [Membership(club=club, player_id=pk, grade=Grade.GUEST, imported_by=imported_by) for pk in sorted(ids - known)],
        batch_size=500,
        ignore_conflicts=True,  # two evenings of the club may enter him at once
    )
