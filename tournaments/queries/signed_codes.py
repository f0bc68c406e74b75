"""Signed codes as they stand in an address: a few small numbers and their signature, short for a QR code."""

import string
from dataclasses import dataclass

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

SIGNATURE = 12  # of its 43 letters of base 64: 72 bits
LONGEST = 60
DIGITS = string.digits + string.ascii_lowercase


@dataclass(frozen=True)
class Codes:
    """The codes of one kind: those of another, whose `salt` is another, are none of them."""

    salt: str

    def of(self, *numbers: int, mark: str = "") -> str:
        """Return the code that says these numbers, none of them negative, after a mark when there is one."""
        return self._signed("-".join([*([mark] if mark else []), *map(_base36, numbers)]))

    def numbers(self, code: str, count: int) -> tuple[int, ...] | None:
        """Return what a code says, so many numbers (its mark is one); None for one that nobody made here."""
        *parts, _signature = code.split("-", count)
        if len(code) > LONGEST or len(parts) != count:
            return None
        if not constant_time_compare(self._signed("-".join(parts)), code):
            return None
        return tuple(int(part, 36) for part in parts)

    def _signed(self, digits: str) -> str:
        return f"{digits}-{Signer(salt=self.salt).signature(digits)[:SIGNATURE]}"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"
