"""Members and guests of several clubs: who keeps a file and may change it, who holds a licence, what an end does."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.kit.likeness import is_surely, likeness
from tournaments.labels import OVER, Grade
from tournaments.models import Account, ByLink, Club, Membership, Player, Registration, Tournament
from tournaments.queries.people.names import named
from tournaments.queries.people.roles import club_names, clubs_run_by
from tournaments.queries.undo.consequences import Consequences, tournament_names


@dataclass(frozen=True)
class Holder:
    """
    A person who has a licence, and whether the name written with it is like his. He is of another club, or `is_known`.

    Where it is not like his, nobody of another club may learn his name: `sentence` then does not say it.
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
    Return who has these licences and is not known to the club, or has no file there, by licence: one query.

    `people` are (licence, last name, first name) as somebody wrote them; of a licence written twice the first counts.
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
    """
    Return who has a licence, for somebody of no club: the name he wrote with it is surely his, or nothing is told.
    """
    holder = Player.objects.filter(licence=licence).exclude(licence="").first()
    if holder is None or not is_surely((last_name, first_name), (holder.last_name, holder.first_name)):
        return None
    return holder


def keeps_file(club: Club, player: Player) -> bool:
    """Whether a club keeps the file of a player: it alone, or he himself, changes it."""
    return player.club_id == club.pk and player.without_keeper_since is None


def grade_of(player: Player, club: Club) -> Grade | None:
    """Return what a player is to a club now; None where it does not know him."""
    grade = Membership.objects.filter(club=club, player=player, until=None).values_list("grade", flat=True).first()
    return None if grade is None else Grade(grade)


def is_himself(player: Player, by: Account | ByLink | None) -> bool:
    """Whether who acts is the player himself, by his login or his personal link; an evening's link others have too."""
    if isinstance(by, ByLink):
        return by.player.pk == player.pk and not by.of_evening
    return by is not None and by.player_id == player.pk


def speaks_for(player: Player, by: Account | ByLink | None) -> bool:
    """
    Whether who acts may give a player's word: he himself, who organises the club that keeps his file, the administrator
    (and the program itself, None). Every change of a file asks it, however it comes.
    """
    if isinstance(by, ByLink) or is_himself(player, by):
        return is_himself(player, by)  # by a link nobody speaks but its player
    if player.without_keeper_since is not None:
        return by is None or by.is_superuser
    return clubs_run_by(by).filter(pk=player.club_id).exists()


def is_known_elsewhere(player: Player) -> bool:
    """Whether a club other than the one that keeps his file has him among its people or in an evening."""
    memberships = player.memberships.exclude(club=player.club_id)
    return memberships.exists() or player.registrations.exclude(tournament__club=player.club_id).exists()


def former_members(club_id: int) -> QuerySet[Player]:
    """Return those whose membership of the club is over, and who were not erased since."""
    return Player.objects.filter(memberships__club=club_id, memberships__until__isnull=False, erased_at=None)


def former_namesakes(club_id: int, last_name: str, first_name: str) -> list[Player]:
    """Return the former members of a club whose name is the same but for accents, case and hyphens."""
    return named(former_members(club_id), last_name, first_name)


def ending_membership(player: Player, club: Club) -> Consequences:
    """Return what the end of a membership does. Somebody must keep his file: he is a member of another club."""
    others = list(player.clubs.exclude(pk=club.pk))
    words = {"player": player.full_name, "club": club.name, "others": club_names(others)}
    refusals = []
    if not others:
        refusals.append(
            _(
                "%(player)s n’est membre d’aucun autre club : personne ne tiendrait plus sa fiche. S’il a été ajouté "
                "par erreur, supprimez-le ; s’il veut être oublié, effacez ses données."
            )
            % words
        )
    entered = Tournament.objects.filter(club=club, registrations__player=player)
    if going_on := list(entered.exclude(state__in=OVER)):
        sentence = _("Il est inscrit à %(where)s : terminez ce tournoi, ou retirez-le de la liste.")
        refusals.append(sentence % {"where": tournament_names(going_on)})
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
    Return which club keeps a player's file once he leaves this one: the one of which he has been a member longest.

    None where he is a member of no other; one where he only plays, or that only asked for him, keeps no file.
    """
    members = player.memberships.filter(until=None, grade=Grade.MEMBER).exclude(club=club)
    membership = members.select_related("club").order_by("pk").first()
    return None if membership is None else membership.club


def played_for(player: Player, club: Club) -> bool:
    """Whether a player, under any number, was entered in a tournament of a club."""
    return Registration.objects.filter(player__in=player.files, tournament__club=club).exists()
