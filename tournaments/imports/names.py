"""A name as lists write it, in one cell: « DUPONT Jean », « Mme Le Gall Anne », « 12. Jean-Marc DE LA TOUR »."""

import re

from tournaments.text import fold

WOMAN, MAN = "F", "M"
CIVILITIES = {
    "m": MAN, "mr": MAN, "monsieur": MAN, "mme": WOMAN, "mlle": WOMAN, "melle": WOMAN, "madame": WOMAN,
    "mademoiselle": WOMAN, "mrs": WOMAN, "ms": WOMAN,
}  # fmt: skip
PARTICLES = {"de", "du", "des", "d", "la", "le", "les", "van", "von", "der", "den", "di", "da", "del", "della", "el",
             "ben", "saint", "sainte", "st", "ste", "mac", "mc"}  # fmt: skip
# Headings of a column that holds the whole name; in the second kind the first name stands first.
NAME_TITLES = (
    "nom et prenom", "nom prenom", "noms et prenoms", "noms prenoms", "nom complet", "joueur", "joueurs", "participant",
    "participants", "adherent", "adherents", "membre", "membres", "licencie", "licencies", "inscrit", "inscrits",
    "identite", "full name", "name", "player", "players",
)  # fmt: skip
FIRST_NAME_FIRST_TITLES = ("prenom et nom", "prenom nom", "prenoms et noms")
NAME_PATTERN, FIRST_NAME_FIRST_PATTERN = r"^noms? .{0,6}prenoms?\b", r"^prenoms? .{0,6}noms?\b"
NUMBERED = re.compile(r"^(?:\d{1,4}\s*[.)°:/–-]+|[•·*–>-]+)\s*(?=\S)")


def split_name(name: str, *, first_name_first: bool = False) -> tuple[str, str]:
    """
    Return (family name, first name): words in capitals are the family name, or what stands before a comma.

    Where nothing says it the family name stands first, with its particles (« Le Gall »), unless told otherwise.
    """
    before, comma, after = (part.strip() for part in name.partition(","))
    if comma and before and after:
        return before, after
    words = before.split() or after.split()
    upper = [word for word in words if word == word.upper() and sum(letter.isalpha() for letter in word) > 1]
    if upper and len(upper) < len(words):
        return " ".join(upper), " ".join(word for word in words if word not in upper)
    if first_name_first:
        return " ".join(words[1:]) or name.strip(), words[0] if len(words) > 1 else ""
    last = 1
    while last < len(words) - 1 and fold(words[last - 1]) in PARTICLES:
        last += 1
    return " ".join(words[:last]), " ".join(words[last:])


def without_number(name: str) -> str:
    """Return a name without what numbers or marks it in a list that was pasted: « 12. », « - », « • »."""
    return NUMBERED.sub("", name)


def without_civility(name: str) -> tuple[str, str]:
    """Return a name without « M. » or « Mme », and the sex that it says, or nothing."""
    first, _space, after = name.partition(" ")
    sex = CIVILITIES.get(fold(first).strip(), "")
    # « M » alone is a first letter as well: it is a civility before a full name only.
    if sex and len(after.split()) > 1:
        return after.strip(), sex
    return name, ""
