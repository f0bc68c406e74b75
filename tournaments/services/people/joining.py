"""
Clubs that know somebody: answered when they ask for his membership; whom they receive for an evening is a guest.

A player is a person, one for all clubs. `Player.club` keeps his file; what he is to each club is a grade of
`Membership`: `club.players` are members, `club.known` with guests whoever a search finds, `club.files` those whose page
opens. To play makes a guest (`receive`): name, licence, category, no file, no fee. A membership is asked for and waits
for his word or that of the club that keeps his file (`speaks_for`), never the asker's; silence, after two requests and
four weeks, lets his comité or the administrator name another keeper (`keeping.py`), and is never a yes; what other
clubs asked goes with the file, to be asked once more.

`change_player` alone changes a file and asks `may_change`: any club that knows him hides his name, only he or the
keeper shows it. Contacts and suspension are each club's own; the rest another club proposes (`files.py`). A journal has
what its club may read: another's says « fiche modifiée ». A licence that a person of another club has is asked about
where the names agree and refused where they do not, by one function for every way in (`holders_elsewhere`). The keeper
gives his first login, erases him when he asks, and deletes him while no other club knows him.
"""

from collections.abc import Iterable
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Grade
from tournaments.models import Account, ByLink, Club, Import, Membership, Player
from tournaments.queries.people.members import speaks_for
from tournaments.refusals import Refusal
from tournaments.services.locks import lock_clubs_of
from tournaments.services.people.keeping import give_file
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
    Answer a club that asked for a player's membership, and return him; who is refused stays its guest. Idempotent.

    He answers, or who organises the club that keeps his file, which may note the day on which he said it (`heard_on`).
    Refuses anybody else: a club never answers what it asked.
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
        give_file(player, club)
    else:
        membership.grade = Grade.MEMBER if accepted else Grade.GUEST
        membership.asked_on = membership.asked_again_on = None
        membership.save()
    action = gettext_noop("adhésion") if accepted else gettext_noop("adhésion refusée")
    log_membership(action, player, club, by=by, at=at, heard_on=heard_on)
    return player


def receive(club: Club, players: Iterable[Player], *, imported_by: Import | None = None) -> None:
    """
    Have a club know those who play there: whom it did not know, or no longer, is its guest. Three queries.

    To play is not to be a member: it gives no file, and no fee is owed.
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
