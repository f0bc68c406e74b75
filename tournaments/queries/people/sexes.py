"""Whether a ranking of the ladies can be one: of whom of a tournament it is known that she is a woman, or he a man."""

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournaments.labels import Sex, Status
from tournaments.models import Tournament
from tournaments.models.tournaments import OF_A_PERSON


def unsaid_sexes(tournament: Tournament) -> str:
    """
    Return a warning where some players are women as their files say, and most files say neither; else nothing. One
    query.
    """
    people = tournament.registrations.filter(OF_A_PERSON).exclude(status=Status.WITHDRAWN)
    count = people.aggregate(
        all=Count("pk"),
        unsaid=Count("pk", filter=Q(player__sex="")),
        ladies=Count("pk", filter=Q(player__sex=Sex.WOMAN)),
    )
    if not count["ladies"] or count["unsaid"] * 2 <= count["all"]:
        return ""
    return (
        _(
            "Dames : %(unsaid)d des %(all)d fiches ne disent ni femme ni homme. Le classement et les prix des dames ne "
            "comptent que celles dont la fiche le dit : complétez les fiches avant de les donner."
        )
        % count
    )
