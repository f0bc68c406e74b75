"""A player's team in words, as everybody may read the names of its members."""

from django import template
from django.utils.translation import gettext as _

from tournaments.models import Registration
from tournaments.queries.people.names import names_apart, public_name

register = template.Library()


@register.filter
def team_words(entry: Registration) -> str:
    """Return the team of a registration and the other members; "" for who is of no team."""
    if entry.team is None:
        return ""
    mates = [member for member in entry.team.members.all() if member.pk != entry.pk]
    names = ", ".join(names_apart(mates, map(public_name, mates)))
    if entry.is_captain:
        return _("Capitaine de l’équipe « %(team)s », avec %(names)s.") % {"team": entry.team.name, "names": names}
    return _("De l’équipe « %(team)s », avec %(names)s.") % {"team": entry.team.name, "names": names}
