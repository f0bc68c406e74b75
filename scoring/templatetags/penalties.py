"""Penalties in words, with the people on whom they fall: on pages and on paper."""

from django import template
from django.utils.translation import gettext as _

from scoring.labels import PenaltyTarget
from scoring.models import Penalty
from scoring.queries.table.boards import donne_alone

register = template.Library()


@register.simple_tag
def penalty_text(penalty: Penalty) -> str:
    """
    Return a penalty as those who run the event read it: « Pénalité « Renonce », −30, attaque (DUPONT Jean), donne 3 ».

    It reads the `shares` of the penalty with their players: prefetch them.
    """
    words = [
        _("Pénalité « %(kind)s »") % {"kind": penalty.kind},
        penalty.takes or penalty.does,
        *([whom(penalty)] if penalty.target != PenaltyTarget.DONNE else []),
    ]
    if penalty.donne:
        words.append(donne_alone(penalty.table, penalty.donne))
    text = ", ".join(words)
    return _("%(told)s : %(reason)s") % {"told": text, "reason": penalty.reason} if penalty.reason else text


def whom(penalty: Penalty) -> str:
    """Return in words on whom a penalty falls: a player, a camp with its members, or a table. It reads the `shares`."""
    if penalty.registration is not None:
        return penalty.registration.player.full_name
    if penalty.target in (PenaltyTarget.TABLE, PenaltyTarget.DONNE):
        return penalty.get_target_display()
    members = ", ".join(share.registration.player.full_name for share in penalty.shares.all())
    if not members:
        return _("%(camp)s, ne tombe sur personne : la donne n’est pas saisie ou n’a pas été jouée") % {
            "camp": penalty.get_camp_display()
        }
    return _("%(camp)s (%(members)s)") % {"camp": penalty.get_camp_display(), "members": members}
