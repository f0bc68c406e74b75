"""A figure that was measured, beside its limit."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One figure, its unit and its limit (None where there is none); `least`: the limit is a lower one."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    least: bool = False

    def __str__(self) -> str:
        line = f"  {self.name:<62}{_number(self.value):>9} {self.unit:<5}"
        if self.limit is None:
            return line.rstrip()
        is_held = self.value >= self.limit if self.least else self.value <= self.limit
        return f"{line}{'≥' if self.least else '≤'} {_number(self.limit)}  {'tenu' if is_held else 'MANQUÉ'}"


def p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def p99(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]


def _number(value: float) -> str:
    if value == round(value) or value >= 1000:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"
