"""Members and guests of clubs: who keeps a file, who may change it, who has a licence, how a membership ends."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from tournaments.kit.likeness import is_surely, likeness
from tournaments.labels import OVER, Grade
from tournaments.models import (
    Account,
    ByLink,
    Club,
    Membership,
    MembershipPeriod,
    Player,
    Registration,
    Tournament,
    has_died,
)
from tournaments.queries.people.names import named
from tournaments.queries.people.roles import club_names, clubs_run_by
from tournaments.queries.undo.consequences import Consequences, tournament_names


@dataclass(frozen=True)
class Holder:
    """
    The player who has a licence; `is_alike` if the name typed with it is like his, `is_known` if the club knows him.

    If it is not, `sentence` does not name him: no other club may learn his name.
    """

    player: Player
    is_alike: bool
    is_known: bool = False

    @property
    def sentence(self) -> str:
        words = {"licence": self.player.licence, "player": self.player.full_name}
        if self.is_known:
            return _("Le numéro %(licence)s est celui de %(player)s. Est-ce la même personne ?") % words
        if self.is_alike:
            return (
                _("Le numéro %(licence)s est celui de %(player)s, membre d’un autre club. Est-ce la même personne ?")
                % words
            )
        return (
            _("Le numéro %(licence)s est celui d’un membre d’un autre club, sous un autre nom. Vérifiez le numéro.")
            % words
        )


def holders_elsewhere(
    club_id: int, people: Collection[tuple[str, str, str]], *, without_guests: bool = False
) -> dict[str, Holder]:
    """
    Return, by licence, the players with these licences whom the club does not know. One query.

    `people` are (licence, last name, first name) as typed; of a licence typed twice, the first counts. With
    `without_guests` the club's guests count as unknown.
    """
    written: dict[str, tuple[str, str]] = {}
    for licence, last, first in people:
        if licence:
            written.setdefault(licence, (last, first))
    if not written:
        return {}
    here = Player.objects.filed_at(club_id) if without_guests else Player.objects.known_to(club_id)
    holders = Player.objects.filter(licence__in=written).exclude(pk__in=here.values("pk"))
    return {
        player.licence: Holder(
            player, likeness(written[player.licence], (player.last_name, player.first_name)) is not None
        )
        for player in holders
    }


def licensed(licence: str, last_name: str, first_name: str) -> Player | None:
    """Return the player with a licence, if the name typed with it is surely his; else None. For people of no club."""
    holder = Player.objects.filter(licence=licence).exclude(licence="").first()
    if holder is None or not is_surely((last_name, first_name), (holder.last_name, holder.first_name)):
        return None
    return holder


def keeps_file(club: Club, player: Player) -> bool:
    """Return whether a club keeps a player's file: only that club and the player himself change it."""
    return player.club_id == club.pk and player.without_keeper_since is None


def grade_of(player: Player, club: Club) -> Grade | None:
    """Return the grade of a player in a club now; None if the club does not know him."""
    grade = Membership.objects.filter(club=club, player=player, until=None).values_list("grade", flat=True).first()
    return None if grade is None else Grade(grade)


def is_himself(player: Player, by: Account | ByLink | None) -> bool:
    """Return whether `by` is the player, by login or personal link; an evening's link is not enough, others have it."""
    if isinstance(by, ByLink):
        return by.player.pk == player.pk and not by.of_evening
    return by is not None and by.player_id == player.pk


def speaks_for(player: Player, by: Account | ByLink | None) -> bool:
    """
    Return whether `by` may answer for a player: he himself, an organiser of the club that keeps his file, the
    administrator, or the program itself (None). Every change of a file asks this.
    """
    if isinstance(by, ByLink) or is_himself(player, by):
        return is_himself(player, by)  # by a link nobody speaks but its player
    if player.without_keeper_since is not None:
        return by is None or by.is_superuser
    return clubs_run_by(by).filter(pk=player.club_id).exists()


def is_known_elsewhere(player: Player) -> bool:
    """Return whether a club other than the keeper of his file has a player as member or guest, or in a tournament."""
    memberships = player.memberships.exclude(club=player.club_id)
    return memberships.exists() or player.registrations.exclude(tournament__club=player.club_id).exists()


def former_members(club_id: int) -> QuerySet[Player]:
    """Return the players whom the club no longer lists, without erased ones; `were_members` are more."""
    return Player.objects.filter(memberships__club=club_id, memberships__until__isnull=False, erased_at=None)


def were_members(club_id: int) -> QuerySet[Player]:
    """Return the players who were members of a club and are no more, without erased ones."""
    ended = MembershipPeriod.objects.filter(membership__club=club_id, until__isnull=False)
    former = Player.objects.filter(pk__in=ended.values("membership__player"), erased_at=None)
    return former.exclude(pk__in=Player.objects.of(club_id).values("pk"))


def ever_members(club_id: int) -> QuerySet[Player]:
    """Return the players who are members of a club, or were."""
    return Player.objects.filter(Q(pk__in=Player.objects.of(club_id)) | Q(pk__in=were_members(club_id)))


def periods_of(player: Player, club: Club) -> list[MembershipPeriod]:
    """Return each time that a player was a member of a club, the last one at the end."""
    return list(MembershipPeriod.objects.filter(membership__club=club, membership__player=player))


def members_on(club_id: int, day: date) -> QuerySet[Player]:
    """Return the players who were members of a club on a day; who is a member since nobody knows when counts."""
    held = MembershipPeriod.objects.filter(MembershipPeriod.held_on(day), membership__club=club_id)
    return Player.objects.filter(pk__in=held.values("membership__player"))


def with_last_period(players: QuerySet[Player], club_id: int) -> QuerySet[Player]:
    """Annotate the last period of each player in a club: `since`, `until` (None: it goes on) and `reason`."""
    periods = MembershipPeriod.objects.filter(membership__club=club_id, membership__player=OuterRef("pk")).reverse()
    return players.annotate(**{name: Subquery(periods.values(name)[:1]) for name in ("since", "until", "reason")})


def is_dead(player: Player) -> bool:
    """Return `has_died` of one player."""
    return Player.objects.filter(has_died(), pk=player.pk).exists()


def former_namesakes(club_id: int, last_name: str, first_name: str) -> list[Player]:
    """Return the club's former members with this name; accents, case and hyphens make no difference."""
    return named(former_members(club_id), last_name, first_name)


def ending_membership(player: Player, club: Club) -> Consequences:
    """Return what the end of a membership changes. Who would leave the club's lists must have left its evenings."""
    others = list(player.clubs.exclude(pk=club.pk))
    stays = not others and keeps_file(club, player)
    words = {"player": player.full_name, "club": club.name, "others": club_names(others)}
    refusals = []
    if not others and grade_of(player, club) != Grade.MEMBER:
        refusals.append(_("%(player)s n’est pas membre de « %(club)s ».") % words)
    entered = Tournament.objects.filter(club=club, registrations__player=player)
    if not stays and (going_on := list(entered.exclude(state__in=OVER))):
        sentence = _("Il est inscrit à %(where)s : terminez ce tournoi, ou retirez-le de la liste.")
        refusals.append(sentence % {"where": tournament_names(going_on)})
    if stays:
        touches = [_("%(player)s n’est plus membre de « %(club)s » : il quitte la liste des membres.") % words]
        touches.append(_("Le club garde sa fiche parmi les anciens membres, avec ses résultats et ses cotisations."))
        touches.append(_("S’il revient, un bouton de sa page le fait de nouveau membre."))
        return Consequences(tuple(touches), tuple(refusals))
    touches = [_("%(player)s n’est plus membre de « %(club)s » : il quitte ses listes et ses recherches.") % words]
    if entered:
        touches.append(_("Ses résultats ici restent, dans les classements et les championnats."))
    if others:
        touches.append(_("Il reste membre ailleurs : %(others)s. Sa fiche et ses accords ne changent pas.") % words)
    if (keeper := next_keeper(player, club)) and player.club_id == club.pk:
        touches.append(_("Son club est désormais « %(next)s ».") % {"next": keeper.name})
    return Consequences(tuple(touches), tuple(refusals))


def next_keeper(player: Player, club: Club) -> Club | None:
    """
    Return the club that keeps a player's file once he leaves this one: that of his oldest other membership, or None.

    A club where he is a guest, or that only asked for him, keeps no file.
    """
    members = player.memberships.filter(until=None, grade=Grade.MEMBER).exclude(club=club)
    membership = members.select_related("club").order_by("pk").first()
    return None if membership is None else membership.club


def played_for(player: Player, club: Club) -> bool:
    """Return whether a player, or a double of his, was registered in a tournament of a club."""
    return Registration.objects.filter(player__in=player.files, tournament__club=club).exists()
