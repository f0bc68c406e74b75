"""Free texts for readers who may not read every name."""

from collections.abc import Callable, Collection

from django.db.models import Q

from tournaments.models import Player
from tournaments.queries.privacy.named_texts import Others


def unnamed_hidden(clubs: Collection[int], reader: Player | None = None) -> Callable[[str], str]:
    """
    Return a function that hides, in a text, the names of people whom these clubs know and who do not show them.

    A `reader` still reads his own name. One query. People are asked to write no names in such texts, but they do.
    """
    withheld = Player.objects.filter(Q(consent=False) | ~Q(public_name=""), memberships__club__in=clubs, erased_at=None)
    names = set(withheld.values_list("last_name", "first_name"))
    own = [] if reader is None else [(reader.last_name, reader.first_name)]
    return Others(names, own, in_any_case=True).hidden
