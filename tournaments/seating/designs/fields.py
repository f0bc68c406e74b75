"""Small commutative groups and fields: what the designs count in. Elements are the integers 0..size-1."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product


def factors(number: int) -> list[tuple[int, int]]:
    """Return the prime factors with their exponents, smallest first."""
    primes = []
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            primes.append((prime, power))
        prime += 1
    return primes


def add(left: int, right: int, prime: int) -> int:
    """Add digit by digit in base `prime`, without carrying: addition in (Z/prime)^m."""
    total, weight = 0, 1
    while left or right:
        total += (left % prime + right % prime) % prime * weight
        left, right, weight = left // prime, right // prime, weight * prime
    return total


def minus(left: int, right: int, moduli: Iterable[int]) -> int:
    """Subtract digit by digit, each in its own modulus, the smallest digit first."""
    total, weight = 0, 1
    for modulus in moduli:
        total += (left - right) % modulus * weight
        left, right, weight = left // modulus, right // modulus, weight * modulus
    return total


@dataclass(frozen=True)
class Field:
    """GF(prime ** power): `powers` lists the non-zero elements as powers of a generator."""

    prime: int
    size: int
    powers: tuple[int, ...]

    def times(self, left: int, right: int) -> int:
        if not left or not right:
            return 0
        order = self.size - 1
        return self.powers[(self.powers.index(left) + self.powers.index(right)) % order]


def field(prime: int, power: int) -> Field:
    """Build the field from the first polynomial whose root runs through every non-zero element."""
    size = prime**power
    for low in product(range(prime), repeat=power):
        powers = tuple(_powers(low, prime))
        if len(set(powers)) == size - 1:
            return Field(prime, size, powers)
    raise AssertionError(f"no field of {size} elements")  # impossible: every prime power has one


def _powers(low: tuple[int, ...], prime: int) -> Iterator[int]:
    """Yield 1, x, x², … modulo x^m = low, until it comes back to 1 or becomes 0."""
    m = len(low)
    unit = [1] + [0] * (m - 1)
    digits = list(unit)
    for _ in range(prime**m - 1):
        yield sum(digit * prime**place for place, digit in enumerate(digits))
        top = digits[-1]
        digits = [(before + top * rule) % prime for before, rule in zip([0, *digits[:-1]], low, strict=True)]
        if digits == unit or not any(digits):
            return


def ring_lines(size: int, lines: int, rounds: int) -> list[list[tuple[int, ...]]] | None:
    """
    Return for the first elements r of a product of fields the `lines` translations i -> i + x·r, or None.

    The multipliers x differ by units, so two different translations of one r never agree twice. It needs every
    prime power in `size` to be at least `lines`.
    """
    parts = [field(prime, power) for prime, power in factors(size) if prime**power >= lines]
    total = 1
    for part in parts:
        total *= part.size
    if total != size or size < lines:
        return None
    elements = list(product(*(range(part.size) for part in parts)))
    number = {element: index for index, element in enumerate(elements)}
    tables = []
    for element in elements[:rounds]:
        row = []
        for x in range(lines):  # x stands for itself in every factor: differences are never zero there
            step = tuple(part.times(x, value) for part, value in zip(parts, element, strict=True))
            moved = [
                number[tuple(add(a, b, part.prime) for part, a, b in zip(parts, place, step, strict=True))]
                for place in elements
            ]
            row.append(tuple(moved))
        tables.append(row)
    return tables
