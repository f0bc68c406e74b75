"""
Links two files of one person that two clubs keep: one club, or the player, gets a code; it is typed on the other file.

Neither club reads what the other wrote about the player. Either undoes the link. A league counts them as one person.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.likeness import likeness
from tournaments.models import Account, ByLink, Club, Player, Registration, Tournament
from tournaments.models.clubs import random_key
from tournaments.queries.people.linking import licences_of, linked_files, linked_with
from tournaments.queries.people.members import speaks_for
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of, raise_revisions
from tournaments.services.people.players import refuse_erased

CODE_IS_GOOD_FOR = timedelta(days=30)


@transaction.atomic
def offer_link(*, player: Player, by: Account | ByLink | None, at: datetime) -> Player:
    """
    Give a player's file a code with which another club links its own file of him, and return the player.

    Idempotent while the code is valid. Refuses everybody who may not answer for the player (`speaks_for`).
    """
    lock_clubs_of(player)
    player = _as_it_is(player)
    _refuse_unless_kept(player, by)
    today = timezone.localdate(at)
    if player.link_code_until is not None and player.link_code_until >= today:
        return player
    player.link_code, player.link_code_until = random_key(), today + CODE_IS_GOOD_FOR
    player.save(update_fields=["link_code", "link_code_until"])
    _log(gettext_noop("code de lien donné"), player, by=by, at=at)
    return player


@transaction.atomic
def link_files(*, player: Player, code: str, by: Account | ByLink | None, at: datetime) -> Player:
    """
    Link a file with the file that a code was given for, and return it: leagues then count both as one person.

    Refuses an invalid code, a file of the same club (which merges them), two different licences, and names that are not
    alike. No refusal says whose code it is.
    """
    code = "".join(code.split()).lower()
    lock_clubs_of(player, and_keepers=~Q(link_code="") & Q(link_code=code))
    player = _as_it_is(player)
    _refuse_unless_kept(player, by)
    found = Player.objects.filter(link_code=code, link_code_until__gte=timezone.localdate(at)).exclude(link_code="")
    other = found.first()
    if other is None:
        sentence = _(
            "Ce code n’est celui d’aucune fiche, ou il ne vaut plus : demandez-en un autre au club qui l’a donné."
        )
        raise Refusal(sentence, code="unknown_code", fields={"code": [sentence]})
    other = _as_it_is(other)
    _refuse_link(player, other)
    joined = other.linked_as or player.linked_as or random_key()
    files = {player.pk, other.pk, *linked_files(player).values_list("pk", flat=True)}
    Player.objects.filter(pk__in=files).update(linked_as=joined)
    Player.objects.filter(pk=other.pk).update(link_code="", link_code_until=None)
    player.linked_as = joined
    for one, another in ((player, other), (other, player)):
        _log(gettext_noop("fiches liées"), one, by=by, at=at, with_club=another.club)
    _raise(player, other)
    return player


@transaction.atomic
def unlink(*, player: Player, by: Account | ByLink | None, at: datetime) -> Player:
    """
    Undo the link of a file with files of other clubs, or withdraw the code given for it. Idempotent.

    Refuses everybody who may not answer for the player (`speaks_for`).
    """
    lock_clubs_of(player, and_keepers=linked_with(player))
    player = _as_it_is(player)
    others = list(linked_files(player))
    _refuse_unless_kept(player, by)
    Player.objects.filter(pk=player.pk).update(linked_as="", link_code="", link_code_until=None)
    if player.linked_as:
        if len(others) == 1:  # a link of one file is none
            Player.objects.filter(pk=others[0].pk).update(linked_as="")
        for one in (player, *others):
            _log(gettext_noop("lien de fiches défait"), one, by=by, at=at, with_club=player.club)
        _raise(player, *others)
    elif player.link_code:
        _log(gettext_noop("code de lien retiré"), player, by=by, at=at)
    player.refresh_from_db()
    return player


def _as_it_is(player: Player) -> Player:
    """Return a file as it is now, under the lock of its club. Refuses an erased player."""
    found = Player.objects.select_related("club").get(pk=player.pk)
    refuse_erased(found)
    return found


def _refuse_unless_kept(player: Player, by: Account | ByLink | None) -> None:
    if not speaks_for(player, by):
        sentence = _("« %(club)s » tient cette fiche : lui seul la lie à celle d’un autre club, ou l’en délie.")
        raise Refusal(sentence % {"club": player.club}, code="kept_elsewhere")


def _refuse_link(player: Player, other: Player) -> None:
    sentence = ""
    if player.club_id == other.club_id:
        sentence = _("Les deux fiches sont du même club : fusionnez-les.")
    elif len(licences_of(player, other)) > 1:
        sentence = _("Les deux fiches ont chacune une licence : ce sont deux personnes.")
    elif likeness((player.last_name, player.first_name), (other.last_name, other.first_name)) is None:
        sentence = _("Les deux noms ne se ressemblent pas : vérifiez que c’est la bonne fiche, et le bon code.")
    if sentence:
        raise Refusal(sentence, code="not_one_person", fields={"code": [sentence]})


def _log(
    action: str, player: Player, *, by: Account | ByLink | None, at: datetime, with_club: Club | None = None
) -> None:
    """Write a journal line in the club that keeps a file; of a link's other file it names the club only."""
    details = {"id": player.pk} | ({"club": with_club.name} if with_club and with_club != player.club else {})
    log(action=action, subject=player.full_name, by=by, at=at, club=player.club, details=details)


def _raise(*players: Player) -> None:
    entered = Registration.objects.filter(player__in=players).values("tournament")
    raise_revisions(Tournament.objects.filter(pk__in=entered))
