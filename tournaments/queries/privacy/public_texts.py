"""What people wrote in free text, for those who do not read everybody's name."""

from collections.abc import Callable, Collection

from django.db.models import Q

from tournaments.models import Player
from tournaments.queries.privacy.named_texts import Others


def unnamed_hidden(clubs: Collection[int], reader: Player | None = None) -> Callable[[str], str]:
    """
    Return what hides in a text the names of those whom these clubs know and who are not shown under them: one query.

    A `reader` reads his own. Texts that tell a figure or a rule to everybody are asked for without names; people write
    them all the same.
    """
    withheld = Player.objects.filter(Q(consent=False) | ~Q(public_name=""), memberships__club__in=clubs, erased_at=None)
    names = set(withheld.values_list("last_name", "first_name"))
    own = [] if reader is None else [(reader.last_name, reader.first_name)]
    return Others(names, own, in_any_case=True).hidden
