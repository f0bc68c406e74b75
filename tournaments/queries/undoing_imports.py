"""What undoing an import would touch among the players: who goes, who stays, which corrections are taken back."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Account, Import, Player, Registration, Tournament

NAMED = 5


@dataclass(frozen=True)
class ImportedPlayers:
    """
    The players of an import: ids that `go`, {id: {column: value before}} that come `back`; the others are names.

    `gone` are called as those who go, `restored` as those whose file is what it was.
    """

    go: tuple[int, ...]
    gone: tuple[str, ...]
    stay: tuple[str, ...]
    back: dict[int, dict[str, Any]] = field(default_factory=dict)
    restored: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()

    @property
    def touches(self) -> tuple[str, ...]:
        """Return it in sentences."""
        sentences = []
        if self.go:
            words = ngettext(
                "Supprimé : %(n)d joueur que ce fichier avait ajouté, %(who)s.",
                "Supprimés : %(n)d joueurs que ce fichier avait ajoutés, %(who)s.",
                len(self.go),
            )
            sentences.append(words % {"n": len(self.go), "who": _few(self.gone)})
        if self.stay:
            words = ngettext(
                "Reste, car il est inscrit à un tournoi ou se connecte : %(who)s.",
                "Restent, car ils sont inscrits à un tournoi ou se connectent : %(who)s.",
                len(self.stay),
            )
            sentences.append(words % {"who": _few(self.stay)})
        if self.back:
            words = ngettext(
                "%(n)d joueur retrouve ce que sa fiche disait avant : %(who)s.",
                "%(n)d joueurs retrouvent ce que leur fiche disait avant : %(who)s.",
                len(self.back),
            )
            sentences.append(words % {"n": len(self.back), "who": _few(self.restored)})
        if self.corrected:
            sentences.append(_("Corrigé depuis, et gardé tel quel : %(who)s.") % {"who": _few(self.corrected)})
        return tuple(sentences)


def imported_players(made: Import, *, but_in: Tournament | None = None) -> ImportedPlayers:
    """Return what becomes of the players of an import; being entered in the tournament `but_in` keeps nobody."""
    entered = Registration.objects.filter(player=OuterRef("pk"))
    if but_in is not None:
        entered = entered.exclude(tournament=but_in)
    logs_in = Account.objects.filter(player=OuterRef("pk"))
    players = made.players.annotate(is_used=Exists(entered) | Exists(logs_in)).order_by("last_name", "first_name", "pk")
    used = players.filter(is_used=True)
    unused = list(players.filter(is_used=False))
    back, restored, corrected = _before(made)
    return ImportedPlayers(
        go=tuple(player.pk for player in unused),
        gone=tuple(player.full_name for player in unused),
        stay=tuple(player.full_name for player in used),
        back=back,
        restored=restored,
        corrected=corrected,
    )


def _before(made: Import) -> tuple[dict[int, dict[str, Any]], tuple[str, ...], tuple[str, ...]]:
    """
    Return what each changed player's file said before, whose that is, and who was corrected since or lost his licence.
    """
    players = Player.objects.filter(club=made.club_id).in_bulk([int(pk) for pk in made.changes])
    licences = {change["licence"][0] for change in made.changes.values() if "licence" in change} - {""}
    taken = dict(Player.objects.filter(~Q(licence=""), licence__in=licences).values_list("licence", "pk"))
    back: dict[int, dict[str, Any]] = {}
    corrected = []
    for pk, player in players.items():
        changes = made.changes[str(pk)]
        as_left = {name: old for name, (old, new) in changes.items() if getattr(player, name) == new}
        if taken.get(as_left.get("licence", ""), pk) != pk:
            del as_left["licence"]
        if as_left:
            back[pk] = as_left
        if len(as_left) < len(changes):
            corrected.append(player.full_name)
    return back, tuple(sorted(players[pk].full_name for pk in back)), tuple(sorted(corrected))


def _few(names: tuple[str, ...]) -> str:
    more = len(names) - NAMED
    shown = list(names[:NAMED])
    if more > 0:
        shown.append(ngettext("%(n)d autre", "%(n)d autres", more) % {"n": more})
    return ", ".join(shown)
