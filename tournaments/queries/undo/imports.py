"""What undoing an import changes for the players: who is deleted, who stays, which corrections are undone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.days import plain
from tournaments.models import Account, Import, JournalEntry, Membership, Payment, Player, Registration, Tournament
from tournaments.models.clubs import GOES_WITH
from tournaments.queries.people.files import OWN_FIELDS
from tournaments.queries.undo.consequences import first_names

JOINED = "adhésion"  # what the journal calls a membership that somebody may give: `join_club`, `answer_membership`


@dataclass(frozen=True)
class ImportedPlayers:
    """
    The players of an import: `go` are ids to delete, `back` old values to restore ({id: {column: value}}).

    `leave` are ids of memberships to delete. The rest are names: `gone` for `go`, `restored` for `back`, `left` for
    `leave`. Players in `stay` are registered or log in; `used` have changed since; `corrected` keep a later correction;
    `members` joined by this import and were accepted, played or paid since.
    """

    go: tuple[int, ...]
    gone: tuple[str, ...]
    stay: tuple[str, ...]
    back: dict[int, dict[str, Any]] = field(default_factory=dict)
    restored: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    leave: tuple[int, ...] = ()
    left: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    members: tuple[str, ...] = ()

    @property
    def touches(self) -> tuple[str, ...]:
        """What undoing changes, in sentences."""
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
        if self.used:
            words = ngettext(
                "Reste, car sa fiche a changé depuis, ou un autre club le connaît : %(who)s.",
                "Restent, car leur fiche a changé depuis, ou un autre club les connaît : %(who)s.",
                len(self.used),
            )
            sentences.append(words % {"who": first_names(self.used)})
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
        if self.members:
            words = ngettext(
                "%(n)d joueur d’un autre club reste ici : il a accepté, joué ou payé depuis, %(who)s.",
                "%(n)d joueurs d’autres clubs restent ici : ils ont accepté, joué ou payé depuis, %(who)s.",
                len(self.members),
            )
            sentences.append(words % {"n": len(self.members), "who": first_names(self.members)})
        if self.corrected:
            sentences.append(_("Corrigé depuis, et gardé tel quel : %(who)s.") % {"who": first_names(self.corrected)})
        return tuple(sentences)


def imported_players(spreadsheet: Import, *, but_in: Sequence[Tournament] = ()) -> ImportedPlayers:
    """Return what happens to the players of an import; registrations in tournaments `but_in` keep no player."""
    entered = Registration.objects.filter(player=OuterRef("pk")).exclude(tournament__in=but_in)
    logs_in = Account.objects.filter(player=OuterRef("pk"))
    players = spreadsheet.players.annotate(is_entered=Exists(entered) | Exists(logs_in)).order_by(
        "last_name", "first_name", "pk"
    )
    stay = players.filter(is_entered=True)
    elsewhere = Membership.objects.filter(player=OuterRef("pk")).exclude(club=spreadsheet.club_id)
    others = players.filter(is_entered=False).annotate(is_elsewhere=Exists(elsewhere) | ~Q(club=spreadsheet.club_id))
    written = _written_since(spreadsheet)
    used = [player for player in others if player.is_elsewhere or player.pk in written]
    unused = [player for player in others if not player.is_elsewhere and player.pk not in written]
    back, restored, corrected = _files_before(spreadsheet)
    leaving, members = _joined(spreadsheet, but_in)
    return ImportedPlayers(
        go=tuple(player.pk for player in unused),
        gone=tuple(player.full_name for player in unused),
        stay=tuple(player.full_name for player in stay),
        back=back,
        restored=restored,
        corrected=corrected,
        leave=tuple(membership.pk for membership in leaving),
        left=tuple(membership.player.full_name for membership in leaving),
        used=tuple(player.full_name for player in used),
        members=tuple(membership.player.full_name for membership in members),
    )


def _written_since(spreadsheet: Import) -> set[int]:
    """Return the ids of players whom the club's journal, or a later import, mentions since this import."""
    entries = JournalEntry.objects.filter(club=spreadsheet.club_id, at__gt=spreadsheet.at, tournament=None)
    found: set[int] = set()
    for one, kept, several in entries.values_list("details__id", "details__kept", "details__players"):
        found.update(pk for pk in (one, kept) if isinstance(pk, int))
        found.update(several if isinstance(several, list) else ())
    later = Import.objects.filter(club=spreadsheet.club_id, at__gt=spreadsheet.at, undone_at=None)
    return found.union(*({int(pk) for pk in changes} for changes in later.values_list("changes", flat=True)))


def _joined(spreadsheet: Import, but_in: Sequence[Tournament]) -> tuple[list[Membership], list[Membership]]:
    """Return the memberships of an import to delete, and those that were accepted or used since, which stay."""
    here = Registration.objects.filter(player=OuterRef("player"), tournament__club=spreadsheet.club_id)
    paid = Payment.objects.filter(fee__membership=OuterRef("pk"))
    joined = (
        spreadsheet.memberships.filter(until=None)
        .exclude(player__club=spreadsheet.club_id)
        .annotate(has_played=Exists(here.exclude(tournament__in=but_in)), has_paid=Exists(paid))
        .select_related("player")
        .order_by("player__search_text")
    )
    accepted = JournalEntry.objects.filter(club=spreadsheet.club_id, at__gt=spreadsheet.at, action=JOINED)
    said = set(accepted.values_list("details__id", flat=True))
    empty = Membership()
    leaving: list[Membership] = []
    staying: list[Membership] = []
    for membership in joined:
        is_used = membership.has_played or membership.has_paid or membership.player_id in said
        has_own = any(getattr(membership, name) != getattr(empty, name) for name in OWN_FIELDS)
        (staying if is_used or has_own else leaving).append(membership)
    return leaving, staying


def _files_before(spreadsheet: Import) -> tuple[dict[int, dict[str, Any]], tuple[str, ...], tuple[str, ...]]:
    """
    Return old values to restore by player id, the names of these players, and those of players who keep a value,
    because it was corrected since or its licence is now another player's.
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
