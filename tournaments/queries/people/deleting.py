"""A player added by mistake: what is deleted with him, and what forbids that."""

from django.utils.translation import gettext as _

from tournaments.models import Account, Player
from tournaments.queries.people.members import is_known_elsewhere, speaks_for
from tournaments.queries.undo.consequences import (
    Consequences,
    hangs_on,
    has_lasting_rows,
    login_goes,
    tournament_names,
)


def deleting_player(player: Player, by: Account | None = None) -> Consequences:
    """
    Return what is deleted with a player added by mistake. A player with results is merged with another instead.

    Only the club that keeps his file deletes him, while no other club knows him: other clubs' evenings are not its own.
    """
    entries = list(player.registrations.select_related("tournament", "player"))
    played = [entry for entry in entries if hangs_on(entry)]
    refusals = []
    if not speaks_for(player, by):
        refusals.append(
            _("« %(club)s » tient la fiche de %(player)s, et lui seul la supprime. Ici, terminez son adhésion.")
            % {"player": player.full_name, "club": player.club}
        )
    elif is_known_elsewhere(player):
        refusals.append(
            _(
                "%(player)s est aussi membre ou inscrit dans un autre club : sa fiche reste. S’il ne vient plus chez "
                "vous, terminez son adhésion ; s’il demande à être oublié, effacez ses données."
            )
            % {"player": player.full_name}
        )
    if played:
        refusals.append(
            _(
                "%(player)s a une place, un souhait, une pénalité ou un paiement dans %(where)s : "
                "ce qui est écrit reste. Si c’est quelqu’un d’autre sous un second nom, fusionnez les deux."
            )
            % {"player": player.full_name, "where": tournament_names([entry.tournament for entry in played])}
        )
    elif player.committee_suspensions.exists():
        refusals.append(_("Un comité a suspendu %(player)s : sa fiche reste.") % {"player": player.full_name})
    elif has_lasting_rows(Player.objects.filter(pk=player.pk)):
        refusals.append(
            _("Quelque chose du club est encore attaché à %(player)s : retirez-le d’abord.") % {"player": player}
        )
    touches = [_("Supprimé : %(player)s.") % {"player": player.full_name}]
    if entries and not played:
        touches.append(
            _("Il n’est plus inscrit à %(where)s.")
            % {"where": tournament_names([entry.tournament for entry in entries])}
        )
    touches += login_goes(player)
    return Consequences(tuple(touches), tuple(refusals))
