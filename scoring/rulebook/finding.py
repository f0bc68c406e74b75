"""Finding articles and mistakes by the words in them."""

from collections.abc import Iterable

from tournaments.text import unaccented

from .book import Entry, Rulebook, Slip
from .examples import Worked


def found(book: Rulebook, asked: str) -> frozenset[str]:
    """
    Return the anchors of what holds every word of `asked`, whatever its accents and capitals; all of them for none.

    The same as what the search box of the page does while somebody types.
    """
    words = _folded(asked).split()
    texts = {entry.anchor: _of_entry(entry) for entry in book.entries}
    texts |= {slip.anchor: _of_slip(slip) for slips in book.slips for slip in slips.slips}
    return frozenset(anchor for anchor, text in texts.items() if _holds(text, words))


def _holds(text: Iterable[str], words: list[str]) -> bool:
    if not words:
        return True
    folded = _folded(" ".join(text))
    return all(word in folded for word in words)


def _of_entry(entry: Entry) -> tuple[str, ...]:
    return (
        entry.number,
        entry.title,
        *(passage.text for passage in (*entry.says, *entry.settled)),
        *entry.sources,
        *_of_examples(entry.examples),
    )


def _of_slip(slip: Slip) -> tuple[str, ...]:
    return (slip.code, slip.where, slip.says.text, slip.right.text, *_of_examples(slip.examples))


def _of_examples(examples: tuple[Worked, ...]) -> tuple[str, ...]:
    return tuple(
        text
        for example in examples
        for text in (example.note.text if example.note else "", example.told, *dict(example.parts), *example.beside)
    )


def _folded(text: str) -> str:
    return unaccented(text.replace("’", "'"), form="NFD").lower()
