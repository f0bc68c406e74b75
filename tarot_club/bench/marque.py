"""
How many donnes the marque scores in a second, on one core, beside bare arithmetic in the same run.

The donnes are random, the same in every run, and made ready outside the clock. The clock is the processor's own: other
programs on the machine hardly slow it down. Each figure is the best of several, since nothing makes a program faster
than it is.
"""

import io
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

from django.conf import settings

from scoring.marque import (
    FFT_2012,
    NO_HOUSE_RULES,
    Camp,
    Chelem,
    Contract,
    Donne,
    Facts,
    HouseRules,
    Misere,
    MisereKind,
    PetitChelem,
    Poignee,
    PoigneeSize,
    PousseReading,
    Scored,
    Variant,
    as_mapping,
    count,
    parse,
    problems_in,
    read,
    score,
    split,
    to_line,
)
from scoring.marque.columns import columns_of, facts_of
from scoring.marque.feasible import counts
from scoring.marque.lines import answer_lines
from scoring.services.sheets.results import is_as_kept

DONNES = 20_000
TIMES = 5
EVENT = 250 * 8 * 12  # a thousand players: tables, rounds, donnes
LINES = (100_000, 1_000_000)
# What clubs play by: one object for all the donnes of an evening.
HOUSES = tuple(HouseRules(pousse=pousse, petit_chelem=True, miseres=True) for pousse in (None, *PousseReading))
OFFICIAL = tuple(variant for variant in Variant if variant.official)


def marque(
    *, donnes: int = DONNES, times: int = TIMES, event: int = EVENT, lines: Sequence[int] = LINES
) -> Iterator[str]:
    """Yield a line for each figure, in French: by the règlement alone, then with every house rule and variant."""
    for title, variants, houses in (
        ("le règlement seul", OFFICIAL, (NO_HOUSE_RULES,)),
        ("toutes les variantes et règles maison", tuple(Variant), HOUSES),
    ):
        yield f"  {title} : {donnes} donnes au hasard"
        facts = list(islice(random_facts(Random(1), variants, houses), donnes))  # noqa: S311 - repeated, not secret
        yield from _speeds(facts, times)
        yield from _shares(facts, times)
    yield from _recount(event, times)
    yield from _memory(lines)


class Example(NamedTuple):
    """The facts of a possible donne, the names of its players, and the house rules they play by."""

    facts: Facts
    players: tuple[str, ...]
    house: HouseRules

    def donne(self) -> Donne:
        return Donne.of(self.facts, self.players, self.house)


def random_facts(rng: Random, variants: Sequence[Variant], houses: Sequence[HouseRules]) -> Iterator[Example]:
    """Yield the facts of possible donnes: any count the cards allow, primes now and then."""
    while True:
        example = _facts(rng, rng.choice(variants), rng.choice(houses))
        if not problems_in(example.facts, example.house):  # poignées of more than 22 trumps, mostly
            yield example


def _facts(rng: Random, variant: Variant, house: HouseRules) -> Example:
    players = tuple(f"Joueur {number}" for number in rng.sample(range(1000), variant.seats))
    sits_out = tuple(rng.sample(range(variant.seats), variant.resting))
    taker, *others = rng.sample([chair for chair in range(variant.seats) if chair not in sits_out], variant.playing)
    partner = rng.choice([None, *others]) if variant is Variant.FIVE else others[0] if variant.teams else None
    contract = rng.choice([bid for bid in Contract if house.pousse or bid is not Contract.POUSSE])
    chelem: Chelem[int] = Chelem(rng.random() < 0.03, rng.choice(list(Camp)) if rng.random() < 0.03 else None)
    petit_chelem = PetitChelem()
    if house.petit_chelem and chelem == Chelem() and rng.random() < 0.05:
        petit_chelem = PetitChelem(True, rng.random() < 0.5)
    possible = [
        (bouts, half_points)
        for bouts in range(4)
        for half_points in sorted(counts(variant, contract, bouts, chelem.made, petit_chelem=petit_chelem.made))
    ]
    bouts, half_points = rng.choice(possible)
    winners = [camp for camp in Camp if bouts != (0 if camp is Camp.ATTAQUE else 3) and chelem.made in {None, camp}]
    showing = rng.sample([taker, *others], min(len(others), rng.choices((0, 1, 2), (80, 15, 5))[0]))
    poignees = tuple(Poignee(chair, rng.choice(list(PoigneeSize))) for chair in showing)
    miseres = (
        (Misere(rng.choice(others), rng.choice(list(MisereKind))),) if house.miseres and rng.random() < 0.1 else ()
    )
    petit = rng.choice(winners) if winners and rng.random() < 0.2 else None
    played = (variant, taker, partner, contract, bouts, half_points, petit)
    facts = Facts(*played, poignees, chelem, sits_out, petit_chelem, miseres, variant.seats)
    return Example(facts, players, house)


def _speeds(facts: list[Example], times: int) -> Iterator[str]:
    donnes = [example.donne() for example in facts]
    objects = [as_mapping(donne) for donne in donnes]
    notation = [to_line(donne) for donne in donnes]
    lines = "\n".join(map(json.dumps, objects)).encode()
    works: tuple[tuple[str, Callable[[], object]], ...] = (
        ("arithmétique nue : (25 + écart) × contrat, partagé", _bare(donnes)),
        ("vérifier, compter, partager, dire les parties", _on_each(_worded, facts)),
        ("vérifier, compter, partager", _on_each(_scored, facts)),
        ("lire un objet, puis tout", _on_each(lambda written: score(read(written)), objects)),
        ("lire une ligne de notation, puis tout", _on_each(lambda line: score(parse(line)), notation)),
        ("du JSON au JSON, comme `marque`", lambda: answer_lines(io.BytesIO(lines), io.BytesIO())),
    )
    bare = 0.0
    for name, work in works:
        best, median = _seconds(work, times)
        bare = bare or best
        fastest, usual = _spaced(len(facts) / best), _spaced(len(facts) / median)
        yield f"    {name:<54}{fastest:>11} donnes/s (médiane {usual:>9}){best / bare:>9.1f}×"


def _shares(facts: list[Example], times: int) -> Iterator[str]:
    """Yield where the time goes, from the exchange format to the words."""
    donnes = [example.donne() for example in facts]
    counted = [(donne, count(donne)) for donne in donnes]
    whole = {
        "lecture": (_on_each(read, [as_mapping(donne) for donne in donnes]), "construction"),
        "construction": (_on_each(Example.donne, facts), "vérifications"),
        "vérifications": (_on_each(lambda example: problems_in(example.facts, example.house), facts), ""),
        "compte": (_on_each(count, donnes), ""),
        "partage": (_on_each(lambda pair: split(*pair), counted), ""),
        "mots": (_on_each(lambda pair: [part.text("fr") for part in pair[1].parts], counted), ""),
    }
    spent = {name: _seconds(work, times)[0] for name, (work, _inside) in whole.items()}
    own = {name: max(0.0, spent[name] - spent.get(inside, 0.0)) for name, (_work, inside) in whole.items()}
    total = sum(own.values())
    yield "    où passe le temps : " + ", ".join(f"{name} {100 * own[name] / total:.0f} %" for name in own)


def _recount(number: int, times: int) -> Iterator[str]:
    """Yield what a whole event costs to count again from its stored lines, without what the database takes."""
    rows = list(map(_stored, islice(random_facts(Random(2), (Variant.FOUR,), (NO_HOUSE_RULES,)), number)))  # noqa: S311

    def recounted() -> None:
        assert all(is_as_kept(facts_of(columns, variant=Variant.FOUR), stored, FFT_2012) for columns, stored in rows)

    best, median = _seconds(recounted, times)
    yield f"  {f'recompter {number} donnes d’après leurs lignes':<56}{best:>9.3f} s (médiane {median:.3f} s)"


def _stored(example: Example) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the columns of the line that would keep this donne, its seats by their chairs, and its marque."""
    marks = score(example.donne()).scores.values()
    stored = {"scores": {str(chair): points for chair, points in enumerate(marks)}}
    return columns_of(example.facts), stored


def _memory(lines: Sequence[int]) -> Iterator[str]:
    """Yield the most memory `manage.py marque` ever held, over few lines and over many: it should be the same."""
    facts = islice(random_facts(Random(3), tuple(Variant), HOUSES), DONNES)  # noqa: S311
    written = [json.dumps(as_mapping(example.donne())).encode() + b"\n" for example in facts]
    for number in lines:
        command = [sys.executable, "-c", _PEAK]
        with subprocess.Popen(  # noqa: S603 - our own command
            command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as child:
            assert child.stdin is not None
            assert child.stderr is not None
            child.stdin.writelines(islice(cycle(written), number))
            child.stdin.close()
            peak = int(child.stderr.read())
        yield f"  {f'mémoire au plus haut, {number} lignes':<56}{peak / 1024:>9.1f} Mio"


# The peak of this program alone (Linux): what `getrusage` says would hold that of the bench which started it.
_PEAK = """
import sys
from pathlib import Path
from scoring.marque.lines import answer_lines
answer_lines(sys.stdin.buffer, sys.stdout.buffer)
peak, = (line.split()[1] for line in Path("/proc/self/status").open() if line.startswith("VmHWM"))
sys.stderr.write(peak)
"""


def _scored(example: Example) -> Scored:
    return score(example.donne())


def _worded(example: Example) -> None:
    for part in score(example.donne()).marque.parts:
        part.text("fr")


def _bare(donnes: list[Donne]) -> Callable[[], None]:
    """Return the least that any program has to do for these donnes: integers in, a list of integers out."""
    sizes = {PoigneeSize.SIMPLE: 20, PoigneeSize.DOUBLE: 30, PoigneeSize.TRIPLE: 40}
    times = {Contract.PRISE: 1, Contract.POUSSE: 2, Contract.GARDE: 2, Contract.GARDE_SANS: 4, Contract.GARDE_CONTRE: 6}
    rows = [
        (
            donne.half_points,
            donne.bouts,
            times[donne.contract],
            {None: 0, Camp.ATTAQUE: 10, Camp.DEFENSE: -10}[donne.petit_au_bout],
            sum(sizes[poignee.size] for poignee in donne.poignees),
            donne.variant.playing,
        )
        for donne in donnes
    ]

    def arithmetic() -> None:
        for half_points, bouts, multiplier, petit, poignees, players in rows:
            margin = half_points - (112, 102, 82, 72)[bouts]
            sign = 1 if margin >= 0 else -1
            amount = (sign * (25 + (abs(margin) + 1) // 2) + petit) * multiplier + sign * poignees
            scores = [-amount] * players
            scores[0] = amount * (players - 1)

    return arithmetic


def _spaced(number: float) -> str:
    return f"{number:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _on_each(work: Callable[[Any], object], items: list[Any]) -> Callable[[], None]:
    def over_all() -> None:
        for item in items:
            work(item)

    return over_all


def _seconds(work: Callable[[], object], times: int) -> tuple[float, float]:
    """Return the least and the middle number of seconds of the processor, over several times after a first one."""
    work()
    spent = []
    for _time in range(times):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent), sorted(spent)[len(spent) // 2]
