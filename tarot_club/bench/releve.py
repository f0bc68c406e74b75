"""What `manage.py releve` costs on whole donnes of four players, played at random, beside reading their JSON alone."""

import io
import json
import statistics
import time
from collections.abc import Callable, Iterator

from scoring.cards.dealing import random_lines
from scoring.cards.evaluation import reply
from scoring.marque.lines import answer_lines

DONNES = 1000
TIMES = 3


def releve(*, donnes: int = DONNES, times: int = TIMES) -> Iterator[str]:
    """Yield a line for each figure: seconds of the processor, the median of several, and the ratio to the first."""
    lines = random_lines(donnes)
    works: tuple[tuple[str, Callable[[], object]], ...] = (
        ("lire leur JSON, sans rien d’autre", lambda: [json.loads(line) for line in lines.splitlines()]),
        ("du JSON au JSON, comme `releve`", lambda: answer_lines(io.BytesIO(lines), io.BytesIO(), reply=reply)),
    )
    yield f"  {donnes} donnes entières à quatre joueurs"
    baseline = 0.0
    for name, work in works:
        spent = statistics.median(_seconds(work) for _time in range(times))
        baseline = baseline or spent
        yield f"    {name:<54}{spent:>9.3f} s{spent / baseline:>9.1f}×"


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
