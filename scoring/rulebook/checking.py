"""What must hold of all the files together, and the door to them: nothing is shown of files that are wrong."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from scoring.marque import FFT_2012, ImpossibleDonne, Reason
from scoring.marque.words import LANGUAGES

from .examples import read_donne
from .figures import PHRASES, figures
from .markdown import Page
from .nouns import Prose
from .reading import Reading

FOLDER = Path(__file__).parent / "prose"


class ImpossibleProse(ValueError):
    """Files that cannot be shown, a line for each fault: `prose/fr/articles/R5-contrat.md:12: …`."""


def prose(language: str, folder: Path = FOLDER) -> Prose:
    """Return all that is written in a language, read once; raises `ImpossibleProse`."""
    reading = _read(language, folder)
    if reading.faults:
        raise ImpossibleProse("\n".join(reading.faults))
    return reading.prose


def faults(folder: Path = FOLDER) -> list[str]:
    """Return what is wrong in the files of every language, and where one is not built as the French one."""
    french, *others = readings = [_read(language, folder) for language in LANGUAGES]
    found = [fault for reading in readings for fault in reading.faults]
    return found + [difference for other in others for difference in _differences(other, french)]


@cache
def _read(language: str, folder: Path) -> Reading:
    reading = Reading(folder, language)
    _check_names(reading)
    return reading


def _check_names(reading: Reading) -> None:
    """Check that what a file names is there: places, figures, terms of a marque; and that each donne can be counted."""
    known = figures(FFT_2012, dict.fromkeys(PHRASES, ""))
    unexplained = set(Reason)
    for name, page in reading.pages.items():
        for line, place in page.links:
            if place not in reading.places:
                reading.fault(page, line, f"there is no place “{place}” to lead to")
        for line, figure in page.figures:
            if figure not in known and name != "phrases.md":
                reading.fault(page, line, f"there is no figure “{figure}”")
        explains = page.sections[0].keys.get("explains")
        if explains and explains.text not in unexplained:
            reading.fault(page, explains.line, f"“{explains.text}” is no reason of a marque, or explained elsewhere")
        unexplained -= {explains.text} if explains else set()
        for example in (example for section in page.sections for example in section.examples):
            try:
                read_donne(example.donne, FFT_2012)
            except ImpossibleDonne as problem:
                reading.fault(page, example.line, str(problem))
    for reason in sorted(unexplained):
        reading.fault(reading.pages["contents.md"], 1, f"no article says “explains: {reason}”")


def _differences(reading: Reading, french: Reading) -> Iterator[str]:
    """Yield where a file has not the keys, blocks, figures, links and donnes of the French one, in the same order."""
    for name in sorted(reading.pages.keys() ^ french.pages.keys()):
        known, other = (reading, french) if name in reading.pages else (french, reading)
        yield known.told(known.pages[name], 1, f"there is no {other.folder.name}/{name}")
    for name in sorted(reading.pages.keys() & french.pages.keys()):
        page, french_page = reading.pages[name], french.pages[name]
        for (line, here), (french_line, there) in zip(_outline(page), _outline(french_page), strict=False):
            if here != there:
                yield reading.told(page, line, f"“{here}” is “{there}” in {french.folder.name}/{name}:{french_line}")
                break


def _outline(page: Page) -> list[tuple[int, str]]:
    """Return the outline of a file with its end, so that a shorter one differs where it ends."""
    end = page.outline[-1][0] if page.outline else 1
    return [*page.outline, (end, "nothing")]
