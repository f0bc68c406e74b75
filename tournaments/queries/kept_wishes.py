"""What became of each wish of a draw: kept, kept as far as can be, or given way, and why."""

from dataclasses import dataclass, replace

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.labels import WishKind
from tournaments.models import Draw, Registration, Wish
from tournaments.queries.wishes import Ask, asked_of, of_kind, tables_words, what
from tournaments.seating import Kept


@dataclass(frozen=True)
class ToldWish:
    """
    What became of a wish: `verdict` says why when it was broken, `reason` is the one its people gave.

    `badge` is ok when it was kept, muted when as far as can be, warn when it gave way.
    """

    what: str
    who: tuple[str, ...]
    verdict: str
    badge: str
    reason: str = ""


def told_wishes(draw: Draw) -> list[ToldWish]:
    """Return what became of each wish of a finished draw, for organisers: two queries, none without wishes."""
    kept = by_wish(draw)
    if not kept:
        return []
    people = Registration.objects.filter(pk__in={player for _ask, one in kept for player in one.players})
    names = {one.pk: one.player.full_name for one in people.select_related("player")}
    reasons = dict(Wish.objects.filter(pk__in={ask.wish for ask, _one in kept if ask}).values_list("pk", "reason"))
    return [
        ToldWish(
            what=_asked(one, ask, draw),
            who=tuple(names.get(player, "?") for player in one.players),
            verdict=one.verdict((get_language() or "fr")[:2]),
            badge="ok" if not one.broken else "muted" if one.broken <= one.unavoidable else "warn",
            reason=reasons.get(ask.wish or 0, "") if ask else "",
        )
        for ask, one in kept
    ]


def by_wish(draw: Draw) -> list[tuple[Ask | None, Kept]]:
    """
    Return each wish of a finished draw and what became of it; a table and a chair of one wish are told together.

    With sectors, the rest of the hall has one of its own that nobody asked for: None.
    """
    asks = asked_of(draw)
    places = of_kind(asks, WishKind.PLACE)
    sources = {
        "apart": iter(of_kind(asks, WishKind.APART)),
        "team": iter(of_kind(asks, WishKind.TEAM)),
        "fixed_table": iter([one for one in places if one.table is not None]),
        "fixed_seat": iter([one for one in places if one.chair is not None]),
        "line": iter(of_kind(asks, WishKind.SECTOR)),
    }
    found: list[tuple[Ask | None, Kept]] = []
    of_table: dict[int | None, int] = {}
    for one in draw.certificate.wishes:
        ask = next(sources[one.kind], None)
        if one.kind == "fixed_table" and ask is not None:
            of_table[ask.wish] = len(found)
        if one.kind == "fixed_seat" and ask is not None and ask.wish in of_table:
            at = of_table[ask.wish]
            found[at] = (ask, replace(found[at][1], broken=max(found[at][1].broken, one.broken)))
            continue
        found.append((ask, one))
    return found


def _asked(kept: Kept, ask: Ask | None, draw: Draw) -> str:
    if ask is not None:
        words = what(ask.kind, hard=ask.hard, table=ask.table, chair=ask.chair, name=ask.name)
    else:
        words = _("Le reste de la salle : ceux d’aucun secteur jouent entre eux")
    if kept.kind != "line":
        return words
    rounds = draw.computed_plan.rounds
    theirs = {at for tables in rounds for at, table in enumerate(tables, 1) if not set(table).isdisjoint(kept.players)}
    return f"{words} ({tables_words(min(theirs), max(theirs))})" if theirs else words
