"""The outcome of each wish of a draw, for organisers and for its certificate."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.kit.languages import current_words
from tournaments.labels import WishKind
from tournaments.models import Draw, Registration, Wish
from tournaments.queries.draws.wishes import Ask, asked_of, of_kind, tables_words, wish_words
from tournaments.seating import JudgedWish


@dataclass(frozen=True)
class WishOutcome:
    """
    The outcome of a wish: `verdict` says why it was broken, `reason` is the reason given with the wish.

    `badge` is ok if it was kept, muted if it was kept as far as possible, warn if not.
    """

    text: str
    names: tuple[str, ...]
    verdict: str
    badge: str
    reason: str = ""


def wish_outcomes(draw: Draw) -> list[WishOutcome]:
    """Return the outcome of each wish of a finished draw, for organisers. Two queries, none without wishes."""
    wishes = by_wish(draw)
    if not wishes:
        return []
    people = Registration.objects.filter(pk__in={player for _ask, outcome in wishes for player in outcome.players})
    names_by_id = {entry.pk: entry.player.full_name for entry in people.select_related("player")}
    reasons = dict(
        Wish.objects.filter(pk__in={ask.wish for ask, _outcome in wishes if ask}).values_list("pk", "reason")
    )
    return [
        WishOutcome(
            text=_outcome_words(outcome, ask, draw),
            names=tuple(names_by_id.get(player, "?") for player in outcome.players),
            verdict=outcome.verdict(current_words()),
            badge="ok" if not outcome.broken else "muted" if outcome.broken <= outcome.unavoidable else "warn",
            reason=reasons.get(ask.wish or 0, "") if ask else "",
        )
        for ask, outcome in wishes
    ]


def by_wish(draw: Draw) -> list[tuple[Ask | None, JudgedWish]]:
    """
    Return each wish of a finished draw with its outcome; a wish for a table and a chair has one outcome for both.

    With sectors, the players of no sector have an outcome too; nobody asked for it, so its wish is None.
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
    wishes: list[tuple[Ask | None, JudgedWish]] = []
    of_table: dict[int | None, int] = {}
    for outcome in draw.certificate.wishes:
        ask = next(sources[outcome.kind], None)
        if outcome.kind == "fixed_table" and ask is not None:
            of_table[ask.wish] = len(wishes)
        if outcome.kind == "fixed_seat" and ask is not None and ask.wish in of_table:
            index = of_table[ask.wish]
            table = wishes[index][1]
            wishes[index] = (ask, replace(table, broken=max(table.broken, outcome.broken)))
            continue
        wishes.append((ask, outcome))
    return wishes


def _outcome_words(outcome: JudgedWish, ask: Ask | None, draw: Draw) -> str:
    words = wish_words(ask) if ask is not None else _("Le reste de la salle : ceux d’aucun secteur jouent entre eux")
    if outcome.kind != "line":
        return words
    rounds = draw.computed_plan.rounds
    table_numbers = {
        number
        for tables in rounds
        for number, table in enumerate(tables, 1)
        if not set(table).isdisjoint(outcome.players)
    }
    return f"{words} ({tables_words(min(table_numbers), max(table_numbers))})" if table_numbers else words
