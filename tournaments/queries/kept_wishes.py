"""What became of each wish of a draw: kept, kept as far as can be, or given way, and why."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.labels import WishKind
from tournaments.models import Job, Registration, Wish
from tournaments.queries.wishes import tables_words, what
from tournaments.seating import Certificate, Kept

# What each reason of the seating was asked as.
KINDS = {
    "apart": WishKind.APART,
    "team": WishKind.TEAM,
    "fixed_table": WishKind.PLACE,
    "fixed_seat": WishKind.PLACE,
    "line": WishKind.SECTOR,
}


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


def certificate_of(job: Job) -> Certificate:
    """Return the certificate that a finished draw came with."""
    return Certificate.from_json(job.outcome["plan"]["certificate"])


def told_wishes(job: Job) -> list[ToldWish]:
    """Return what became of each wish of a finished draw, for organisers: two queries, none without wishes."""
    kept = by_wish(job)
    if not kept:
        return []
    people = Registration.objects.filter(pk__in={player for _source, one in kept for player in one.players})
    names = {one.pk: one.player.full_name for one in people.select_related("player")}
    reasons = dict(
        Wish.objects.filter(pk__in={source.get("wish") for source, _one in kept}).values_list("pk", "reason")
    )
    return [
        ToldWish(
            what=_asked(one, source, job),
            who=tuple(names.get(player, "?") for player in one.players),
            verdict=one.verdict((get_language() or "fr")[:2]),
            badge="ok" if not one.broken else "muted" if one.broken <= one.unavoidable else "warn",
            reason=reasons.get(source.get("wish", 0), ""),
        )
        for source, one in kept
    ]


def by_wish(job: Job) -> list[tuple[dict[str, Any], Kept]]:
    """Return each wish as the job keeps it and what became of it; a table and a chair of one wish are told together."""
    wanted: dict[str, list[dict[str, Any]]] = job.wanted.get("wishes", {})
    places = wanted.get("places", [])
    sources = {
        "apart": iter(wanted.get("apart", [])),
        "team": iter(wanted.get("teams", [])),
        "fixed_table": iter([one for one in places if one["table"] is not None]),
        "fixed_seat": iter([one for one in places if one["chair"] is not None]),
        "line": iter(wanted.get("sectors", [])),
    }
    found: list[tuple[dict[str, Any], Kept]] = []
    of_table: dict[int, int] = {}
    for one in certificate_of(job).wishes:
        source = next(sources[one.kind], {})
        if one.kind == "fixed_table":
            of_table[source.get("wish", 0)] = len(found)
        if one.kind == "fixed_seat" and source.get("wish") in of_table:
            at = of_table[source["wish"]]
            found[at] = (source, replace(found[at][1], broken=max(found[at][1].broken, one.broken)))
            continue
        found.append((source, one))
    return found


def _asked(kept: Kept, source: dict[str, Any], job: Job) -> str:
    if source:
        asks: dict[str, Any] = {name: source[name] for name in ("hard", "table", "chair", "name") if name in source}
        words = what(KINDS[kept.kind], **({"hard": True} | asks))
    else:
        words = _("Le reste de la salle : ceux d’aucun secteur jouent entre eux")
    if kept.kind != "line":
        return words
    rounds = job.outcome["plan"]["rounds"]
    theirs = {at for tables in rounds for at, table in enumerate(tables, 1) if not set(table).isdisjoint(kept.players)}
    return f"{words} ({tables_words(min(theirs), max(theirs))})" if theirs else words
