"""What the name of a file says of the results that it holds: the name of their concours, and its day."""

import re
from datetime import date

from tournaments.imports.cells import day
from tournaments.kit.text import tidy

DAY_IN_NAME = re.compile(r"\d{4}[-_. ]\d{1,2}[-_. ]\d{1,2}|\d{1,2}[-_. ]\d{1,2}[-_. ]\d{4}")


def concours_of(file_name: str) -> tuple[str, date | None]:
    """Return the name of a concours and its day, read from the name of its file. Without a date the day is None."""
    stem = stem_of(file_name)
    found = DAY_IN_NAME.search(stem)
    if found is None:
        return stem, None
    try:
        (when,) = day(re.sub(r"[_. ]", "-", found[0]))
    except ValueError:
        return stem, None
    rest = tidy(f"{stem[: found.start()]} {stem[found.end() :]}".replace("_", " ")).strip(" -–,.")
    return rest or stem, when


def stem_of(file_name: str) -> str:
    """Return the name of a file without its folder and its extension."""
    return tidy(re.sub(r"\.[A-Za-z]\w{1,4}$", "", file_name.rsplit("/", 1)[-1])) or file_name
