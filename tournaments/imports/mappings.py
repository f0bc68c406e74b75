"""The meanings that a club chose for the headings of its spreadsheets."""

from collections.abc import Iterable

from tournaments.imports.columns import ReadTable
from tournaments.imports.headings import heading_key
from tournaments.labels import ImportKind
from tournaments.models import Club, ColumnMapping


def remembered(club: Club, kind: ImportKind) -> dict[str, str]:
    """Return the meanings that the club chose before in this kind of file: {heading key: column name}."""
    return dict(ColumnMapping.objects.filter(club=club, kind=kind).values_list("heading", "column"))


def meanings_of(table: ReadTable) -> dict[str, str | None]:
    """
    Return the meaning of each heading of a file; None where the heading says it by itself.

    A heading that appears twice is left out.
    """
    meanings: dict[str, str | None] = {}
    twice: set[str] = set()
    for heading in table.headings if not table.is_headless else ():
        key = heading_key(heading.title)
        twice |= {key} & set(meanings)
        meanings[key] = None if heading.column == heading.guessed else heading.column
    return {key: column for key, column in meanings.items() if key and key not in twice}


def remember(club: Club, kind: ImportKind, meanings: dict[str, str | None]) -> None:
    """Store the meanings chosen for headings. The caller holds the club's lock, in the transaction of the import."""
    stored = ColumnMapping.objects.filter(club=club, kind=kind)
    stored.filter(heading__in=_keys(meanings, chosen=False)).delete()
    ColumnMapping.objects.bulk_create(
        [
            ColumnMapping(club=club, kind=kind, heading=key, column=meanings[key] or "")
            for key in _keys(meanings, chosen=True)
        ],
        update_conflicts=True,
        unique_fields=["club", "kind", "heading"],
        update_fields=["column"],
    )


def _keys(meanings: dict[str, str | None], *, chosen: bool) -> Iterable[str]:
    return [key for key, column in meanings.items() if (column is not None) == chosen]
