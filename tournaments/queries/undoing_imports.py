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
    """The players of an import: ids that `go`, names that `stay`, {id: {column: value before}}, names `corrected`."""

    go: tuple[int, ...]
    stay: tuple[str, ...]
    back: dict[int, dict[str, Any]] = field(default_factory=dict)
    corrected: tuple[str, ...] = ()

    @property
    def touches(self) -> tuple[str, ...]:
        """Return it in sentences."""
        sentences = []
        if self.go:
            words = ngettext(
                "Supprimé : %(n)d joueur que ce fichier avait ajouté.",
                "Supprimés : %(n)d joueurs que ce fichier avait ajoutés.",
                len(self.go),
            )
            sentences.append(words % {"n": len(self.go)})
        if self.stay:
            words = ngettext(
                "Reste, car il est inscrit à un tournoi ou se connecte : %(who)s.",
                "Restent, car ils sont inscrits à un tournoi ou se connectent : %(who)s.",
                len(self.stay),
            )
            sentences.append(words % {"who": _few(self.stay)})
        if self.back:
            words = ngettext(
                "%(n)d joueur retrouve ce que sa fiche disait avant.",
                "%(n)d joueurs retrouvent ce que leur fiche disait avant.",
                len(self.back),
            )
            sentences.append(words % {"n": len(self.back)})
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
    back, corrected = _before(made)
    return ImportedPlayers(
        go=tuple(players.filter(is_used=False).values_list("pk", flat=True)),
        stay=tuple(player.full_name for player in used),
        back=back,
        corrected=corrected,
    )


def _before(made: Import) -> tuple[dict[int, dict[str, Any]], tuple[str, ...]]:
    """Return what each corrected player's file said before, and who was corrected again since or lost his licence."""
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
    return back, tuple(sorted(corrected))


def _few(names: tuple[str, ...]) -> str:
    more = len(names) - NAMED
    shown = list(names[:NAMED])
    if more > 0:
        shown.append(ngettext("%(n)d autre", "%(n)d autres", more) % {"n": more})
    return ", ".join(shown)
