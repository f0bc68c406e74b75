"""What became of the wishes of a draw, for organisers and for its certificate."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.labels import WishKind
from tournaments.languages import current_words
from tournaments.models import Draw, Registration, Wish
from tournaments.queries.wishes import Ask, asked_of, of_kind, tables_words, wish_words
from tournaments.seating import Kept


@dataclass(frozen=True)
class ToldWish:
    """
    What became of a wish: `verdict` says why when it was broken, `reason` is the one its people gave.

    `badge` is ok when it was kept, muted when as far as can be, warn when it gave way.
    """

    text: str
    who: tuple[str, ...]
    verdict: str
    badge: str
    reason: str = ""


def told_wishes(draw: Draw) -> list[ToldWish]:
    """Return what became of each wish of a finished draw, for organisers: two queries, none without wishes."""
    wishes = by_wish(draw)
    if not wishes:
        return []
    people = Registration.objects.filter(pk__in={player for _ask, kept in wishes for player in kept.players})
    names = {entry.pk: entry.player.full_name for entry in people.select_related("player")}
    reasons = dict(Wish.objects.filter(pk__in={ask.wish for ask, _kept in wishes if ask}).values_list("pk", "reason"))
    return [
        ToldWish(
            text=_kept_words(kept, ask, draw),
            who=tuple(names.get(player, "?") for player in kept.players),
            verdict=kept.verdict(current_words()),
            badge="ok" if not kept.broken else "muted" if kept.broken <= kept.unavoidable else "warn",
            reason=reasons.get(ask.wish or 0, "") if ask else "",
        )
        for ask, kept in wishes
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
        "fixed_table": iter([ask for ask in places if ask.table is not None]),
        "fixed_seat": iter([ask for ask in places if ask.chair is not None]),
        "line": iter(of_kind(asks, WishKind.SECTOR)),
    }
    wishes: list[tuple[Ask | None, Kept]] = []
    of_table: dict[int | None, int] = {}
    for kept in draw.certificate.wishes:
        ask = next(sources[kept.kind], None)
        if kept.kind == "fixed_table" and ask is not None:
            of_table[ask.wish] = len(wishes)
        if kept.kind == "fixed_seat" and ask is not None and ask.wish in of_table:
            index = of_table[ask.wish]
            table = wishes[index][1]
            wishes[index] = (ask, replace(table, broken=max(table.broken, kept.broken)))
            continue
        wishes.append((ask, kept))
    return wishes


def _kept_words(kept: Kept, ask: Ask | None, draw: Draw) -> str:
    words = wish_words(ask) if ask is not None else _("Le reste de la salle : ceux d’aucun secteur jouent entre eux")
    if kept.kind != "line":
        return words
    rounds = draw.computed_plan.rounds
    theirs = {
        number for tables in rounds for number, table in enumerate(tables, 1) if not set(table).isdisjoint(kept.players)
    }
    return f"{words} ({tables_words(min(theirs), max(theirs))})" if theirs else words
