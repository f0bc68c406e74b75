"""What a rotation costs and gives, beside the best known figures of other programs."""

import resource
import statistics
import time
from collections.abc import Iterator

from tournaments.seating import Apart, Demand, Plan, Remainder, Wishes, by_standings, draw, problems

# Figures published or measured for others on an idle machine, in repeats: a genetic scheduler, a random search, and the
# best of a plain prototype. None where nothing is known.
PEERS: dict[tuple[int, int], tuple[str, str, str]] = {
    (16, 5): ("8", "29", "0"),
    (32, 7): ("1 à 3", "59", "0"),
    (40, 10): ("6 à 9", "–", "0"),
    (64, 7): ("0", "47", "0"),
    (100, 7): ("0", "51", "0"),
    (20, 6): ("–", "–", "6"),
    (20, 7): ("–", "–", "20"),
    (24, 8): ("–", "–", "18"),
    (32, 10): ("–", "–", "16"),
    (44, 12): ("–", "–", "–"),
    (1000, 10): ("–", "–", "0"),
    (2000, 12): ("–", "–", "–"),
}
ODD = ((25, 5), (26, 7), (27, 7), (31, 5), (31, 7), (33, 7), (34, 7), (999, 7))
ODD_PEERS = {(26, 7, Remainder.LARGER): ("–", "–", "20")}
SHORT = 0.3  # seconds; what is shorter is measured three times
STANDINGS = ((40, 7), (1000, 7))


def rotation() -> Iterator[str]:
    """Yield the table, line by line, in French; each plan is recounted by the check before its figures are told."""
    yield (
        f"  {'rotation':<34}{'génétique':>10}{'hasard':>8}{'prototype':>10}{'ici':>8}{'borne':>8}"
        f"{'tables':>8}{'processeur':>13}{'mémoire':>10}"
    )
    for (players, rounds), peers in PEERS.items():
        yield _line(f"{players} × {rounds}", peers, Demand(tuple(range(1, players + 1)), rounds, seed=1))
    none = ("", "", "")
    for players, rounds in ODD:
        for remainder in Remainder:
            name = {"smaller": "tables de 3", "larger": "tables de 5", "exempt": "exempts"}[remainder]
            demand = Demand(tuple(range(1, players + 1)), rounds, seed=1, remainder=remainder)
            yield _line(f"{players} × {rounds}, {name}", ODD_PEERS.get((players, rounds, remainder), none), demand)
    clubs = tuple(Apart(tuple(range(first, first + 10))) for first in range(1, 41, 10))
    yield _line("40 × 5, quatre clubs de 10", none, Demand(tuple(range(1, 41)), 5, seed=1, wishes=Wishes(apart=clubs)))
    for players, rounds in STANDINGS:
        yield _by_standings(players, rounds)


def _line(name: str, peers: tuple[str, str, str], demand: Demand) -> str:
    plan, spent = _drawn(demand)
    if spent < SHORT:
        spent = statistics.median([spent, *(_drawn(demand)[1] for _time in range(2))])
    certificate = plan.certificate
    wrong = problems(plan, demand)
    verdict = f"  {wrong[0]}" if wrong else ""
    return (
        f"  {name:<34}{peers[0]:>10}{peers[1]:>8}{peers[2]:>10}{certificate.repeats:>8}{certificate.lower_bound:>8}"
        f"{certificate.tables_again:>8}{spent * 1000:>10.1f} ms{_memory():>7} Mo{verdict}"
    )


def _drawn(demand: Demand) -> tuple[Plan, float]:
    began = time.process_time()
    plan = draw(demand)
    return plan, time.process_time() - began


def _by_standings(players: int, rounds: int) -> str:
    """Play a tournament whose ranking is drawn from the numbers themselves, and tell its slowest round."""
    past: tuple[Plan, ...] = ()
    order = list(range(1, players + 1))
    slowest, rematches = 0.0, 0
    for number in range(rounds):
        order.sort(key=lambda player: (player * (number + 7) * 7919) % (players * 3 + 1))
        demand = Demand(tuple(order), 1, seed=1, past=tuple(plan.rounds[0] for plan in past))
        began = time.process_time()
        drawn = by_standings(demand, order)
        slowest = max(slowest, time.process_time() - began)
        rematches += drawn.rematches
        past = (*past, drawn.plan)
    name = f"{players} × {rounds}, au classement"
    return f"  {name:<34}{'':>28}{rematches:>8}{0:>8}{'':>8}{slowest * 1000:>10.1f} ms{_memory():>7} Mo"


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
