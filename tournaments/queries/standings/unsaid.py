"""Whether the ranking of a group can be one: of whom of a tournament it is known that he is in it."""

from django.utils.translation import gettext as _

from tournaments.labels import HAVE_LEFT, Group
from tournaments.models import Player, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.names import groups_of_player, unsaid_groups
from tournaments.queries.standings.groups import groups_apart, unsaid_text


def unsaid_in(tournament: Tournament) -> str:
    """
    Return, for who prints rankings and gives prizes, a warning for each group in which some players are as their files
    say, and of which most files say nothing. One query.
    """
    entered = tournament.registrations.filter(OF_A_PERSON).exclude(status__in=HAVE_LEFT)
    people = list(Player.objects.filter(registrations__in=entered).only("sex", "category", "birth_year"))
    found = groups_apart([groups_of_player(player, tournament.ages) for player in people])
    unsaid = [unsaid_groups(player, tournament.ages) for player in people]
    texts = [text for group in Group if group in found and (text := unsaid_text(group, unsaid))]
    more = _("Le classement et les prix ne suivent que ce que disent les fiches : complétez-les avant de les donner.")
    return " ".join([*texts, more]) if texts else ""
