"""A fault: what stands in a file and what is put there instead, and the tests that ought to notice."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Fault:
    """
    `old` stands just once in `file` (a path from the root of the project) and `new` is wrong.

    `tests` are the files or tests that ought to fail, which take seconds. `needs` names what the tests cannot do
    without beside the code: "postgresql", where locks are seen, or "sqlite", which has no integer beyond 64 bits.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    needs: str = ""


class OutOfDateError(Exception):
    """The text that a fault replaces is not there, or more than once: the fault must be written anew."""


def planted(fault: Fault, root: Path = ROOT) -> str:
    """Return the text of its file with the fault in it."""
    file = root / fault.file
    text = file.read_text("utf-8") if file.exists() else ""
    count = text.count(fault.old)
    if count != 1:
        where = f"{count} times in {fault.file}" if file.exists() else f"nowhere: {fault.file} is no more"
        raise OutOfDateError(f"« {fault.old.strip().splitlines()[0]} » stands {where}: write the fault anew")
    return text.replace(fault.old, fault.new)
