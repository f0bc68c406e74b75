"""A warning about rankings of groups: of how many players the files do not say whether they are in a group."""

from django.utils.translation import gettext as _

from tournaments.labels import HAVE_LEFT, Group
from tournaments.models import Player, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.names import groups_of_player, unsaid_groups
from tournaments.queries.standings.groups import groups_apart, unsaid_text


def unsaid_in(tournament: Tournament) -> str:
    """
    Return a warning, for those who print rankings and give prizes, about each group of a tournament that has players
    and that most files do not tell; "" without one. One query.
    """
    entered = tournament.registrations.filter(OF_A_PERSON).exclude(status__in=HAVE_LEFT)
    people = list(Player.objects.filter(registrations__in=entered).only("sex", "category", "birth_year"))
    found = groups_apart([groups_of_player(player, tournament.ages) for player in people])
    unsaid = [unsaid_groups(player, tournament.ages) for player in people]
    texts = [text for group in Group if group in found and (text := unsaid_text(group, unsaid))]
    more = _("Le classement et les prix ne suivent que ce que disent les fiches : complétez-les avant de les donner.")
    return " ".join([*texts, more]) if texts else ""
