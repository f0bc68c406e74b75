"""Every played donne of a tournament counted again from its line, in two queries however many there are."""

from typing import Any, NamedTuple

from django.db.models import Count

from scoring.labels import Outcome
from scoring.marque import (
    Bareme,
    Camp,
    Chelem,
    Contract,
    Donne,
    ImpossibleDonne,
    Misere,
    MisereKind,
    PetitChelem,
    Poignee,
    PoigneeSize,
    Variant,
    score,
)
from scoring.models import SheetLine
from scoring.queries.baremes import bareme_of
from scoring.queries.numbering import variant_of
from tournaments.models import Table, Tournament

CONTRACTS = {contract.value: contract for contract in Contract}
CAMPS = {"": None} | {camp.value: camp for camp in Camp}
CHELEMS = {(said, code): Chelem(said, made) for said in (False, True) for code, made in CAMPS.items()}
PETIT_CHELEMS = {(said, made): PetitChelem(said, made) for said in (False, True) for made in (False, True)}
VARIANTS = {variant.value: variant for variant in Variant}
CHAIRS = tuple("01234567")


class Played(NamedTuple):
    """A played line as it is stored: chairs by their numbers, codes, and the marque it was given that day."""

    pk: int
    table: int
    taker: int
    partner: int | None
    sits_out: int | None
    contract: str
    bouts: int
    half_points: int
    petit_au_bout: str
    poignees: list[dict[str, Any]]
    chelem_announced: bool
    chelem_made: str
    petit_chelem_announced: bool
    petit_chelem_made: bool
    miseres: list[dict[str, Any]]
    marque: dict[str, Any]


POSITIONS = {name: f"{name}__position" for name in ("taker", "partner", "sits_out")}
COLUMNS = [POSITIONS.get(name, name) for name in Played._fields]


def doubtful_lines(tournament: Tournament) -> list[int]:
    """Return the played lines whose donne is impossible today, or worth anything else than what they keep."""
    bareme = bareme_of(tournament)
    tables = Table.objects.filter(round__tournament=tournament).annotate(chairs=Count("seats"))
    chairs = dict(tables.values_list("pk", "chairs"))
    variants = {number: VARIANTS.get(variant_of(tournament, number)) for number in set(chairs.values())}
    lines = SheetLine.objects.filter(table__round__tournament=tournament, current=True, outcome=Outcome.PLAYED)
    return [
        line.pk
        for line in map(Played._make, lines.values_list(*COLUMNS).iterator())
        if not is_as_kept(line, variants[chairs[line.table]], bareme)
    ]


def is_as_kept(line: Played, variant: Variant | None, bareme: Bareme) -> bool:
    """Return whether a line is worth by this barème what it keeps. Pure: no query."""
    if variant is None:
        return False
    try:
        return score(donne_of(line, variant, bareme), bareme).scores == line.marque.get("scores")
    except ImpossibleDonne:
        return False


def donne_of(line: Played, variant: Variant, bareme: Bareme) -> Donne:
    """Return the donne of a line, its players named by the numbers of their chairs, as in the scores it keeps."""
    names = CHAIRS[: variant.seats]
    return Donne(
        variant,
        names,
        names[line.taker],
        None if line.partner is None else names[line.partner],
        CONTRACTS[line.contract],
        line.bouts,
        line.half_points,
        CAMPS[line.petit_au_bout],
        tuple([Poignee(names[shown["position"]], PoigneeSize(shown["size"])) for shown in line.poignees]),
        CHELEMS[line.chelem_announced, line.chelem_made],
        () if line.sits_out is None else (names[line.sits_out],),
        PETIT_CHELEMS[line.petit_chelem_announced, line.petit_chelem_made],
        tuple([Misere(names[shown["position"]], MisereKind(shown["kind"])) for shown in line.miseres]),
        bareme.house,
    )
