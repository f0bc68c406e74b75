"""What undoing an import would do to the players: who is deleted, who stays, which corrections are undone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.days import plain
from tournaments.models import Account, Import, Player, Registration, Tournament
from tournaments.models.clubs import GOES_WITH
from tournaments.queries.undo.consequences import first_names


@dataclass(frozen=True)
class ImportedPlayers:
    """
    The players of an import: `go` are ids to delete, `back` values to restore ({id: {column: old value}}).

    The others are names: `gone` of those in `go`, `restored` of those in `back`, `left` of those who joined by it from
    another club, whose memberships (ids) in `leave` go.
    """

    go: tuple[int, ...]
    gone: tuple[str, ...]
    stay: tuple[str, ...]
    back: dict[int, dict[str, Any]] = field(default_factory=dict)
    restored: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    leave: tuple[int, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def touches(self) -> tuple[str, ...]:
        """What undoing does, in sentences."""
        sentences = []
        if self.go:
            words = ngettext(
                "Supprimé : %(n)d joueur que ce fichier avait ajouté, %(who)s.",
                "Supprimés : %(n)d joueurs que ce fichier avait ajoutés, %(who)s.",
                len(self.go),
            )
            sentences.append(words % {"n": len(self.go), "who": first_names(self.gone)})
        if self.stay:
            words = ngettext(
                "Reste, car il est inscrit à un tournoi ou se connecte : %(who)s.",
                "Restent, car ils sont inscrits à un tournoi ou se connectent : %(who)s.",
                len(self.stay),
            )
            sentences.append(words % {"who": first_names(self.stay)})
        if self.back:
            words = ngettext(
                "%(n)d joueur retrouve ce que sa fiche disait avant : %(who)s.",
                "%(n)d joueurs retrouvent ce que leur fiche disait avant : %(who)s.",
                len(self.back),
            )
            sentences.append(words % {"n": len(self.back), "who": first_names(self.restored)})
        if self.leave:
            words = ngettext(
                "%(n)d joueur d’un autre club n’est plus membre de celui-ci : %(who)s.",
                "%(n)d joueurs d’autres clubs ne sont plus membres de celui-ci : %(who)s.",
                len(self.leave),
            )
            sentences.append(words % {"n": len(self.leave), "who": first_names(self.left)})
        if self.corrected:
            sentences.append(_("Corrigé depuis, et gardé tel quel : %(who)s.") % {"who": first_names(self.corrected)})
        return tuple(sentences)


def imported_players(spreadsheet: Import, *, but_in: Sequence[Tournament] = ()) -> ImportedPlayers:
    """Return what happens to the players of an import; being entered in tournaments `but_in` does not keep one."""
    entered = Registration.objects.filter(player=OuterRef("pk")).exclude(tournament__in=but_in)
    logs_in = Account.objects.filter(player=OuterRef("pk"))
    players = spreadsheet.players.annotate(is_used=Exists(entered) | Exists(logs_in)).order_by(
        "last_name", "first_name", "pk"
    )
    used = players.filter(is_used=True)
    unused = list(players.filter(is_used=False))
    back, restored, corrected = _files_before(spreadsheet)
    joined = spreadsheet.memberships.filter(until=None).exclude(player__club=spreadsheet.club_id)
    here = Registration.objects.filter(player=OuterRef("player"), tournament__club=spreadsheet.club_id)
    joined = joined.exclude(Exists(here.exclude(tournament__in=but_in)))
    leaving = list(joined.select_related("player").order_by("player__search_text"))
    return ImportedPlayers(
        go=tuple(player.pk for player in unused),
        gone=tuple(player.full_name for player in unused),
        stay=tuple(player.full_name for player in used),
        back=back,
        restored=restored,
        corrected=corrected,
        leave=tuple(membership.pk for membership in leaving),
        left=tuple(membership.player.full_name for membership in leaving),
    )


def _files_before(spreadsheet: Import) -> tuple[dict[int, dict[str, Any]], tuple[str, ...], tuple[str, ...]]:
    """
    Return the old values to restore by player id, and two lists of names: of these, and of those corrected since or
    whose licence is taken.
    """
    kept = Player.objects.filter(club=spreadsheet.club_id)  # what it changed before another club kept the file stays
    players = kept.in_bulk([int(pk) for pk in spreadsheet.changes])
    licences = {change["licence"][0] for change in spreadsheet.changes.values() if "licence" in change}
    holders = dict(Player.objects.filter(~Q(licence=""), licence__in=licences).values_list("licence", "pk"))
    back: dict[int, dict[str, Any]] = {}
    corrected = []
    for pk, player in players.items():
        changes = spreadsheet.changes[str(pk)]
        now = plain({name: getattr(player, name) for name in changes})
        as_left = {name: old for name, (old, new) in changes.items() if now[name] == new}
        for together in ({leader, *led} for leader, led in GOES_WITH.items()):
            if not together & changes.keys() <= as_left.keys():  # half a suspension is none
                as_left = {name: old for name, old in as_left.items() if name not in together}
        if holders.get(as_left.get("licence", ""), pk) != pk:
            del as_left["licence"]
        if as_left:
            back[pk] = as_left
        if len(as_left) < len(changes):
            corrected.append(player.full_name)
    return back, tuple(sorted(players[pk].full_name for pk in back)), tuple(sorted(corrected))
