"""
Names of a person in texts, in any order, case and accents: found, removed, or hidden from other readers.

« Zzverdier Odile », « Odile ZZVERDIER » and « odile.zzverdier » are the same name; with a comma between the words they
may be two people. A family name or a first name alone counts as his name only under these conditions, because a word
removed by mistake is lost:
- nobody else among these people has it, or the row is about him only (`about`: it points at his registration, or has
  his whole name); and the other half of another person's name is not beside it;
- it begins with a capital, as names do, unless the row is about him or was written at a table where he sat (`near`);
- it has four letters and is no word of the game: « Le », « Petit », « Roi » count only after « M. » or « Mme », or when
  they are the whole text.
A whole name that another of these people has too stays, except in a row about him: there it would still mean him. For a
tournament without a namesake, `erased_rows.py` searches without the namesakes.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.kit.text import fold
from tournaments.queries.people.names import pattern

ERASED = "Joueur effacé"  # what stands in the place of a name; a stored text, as the journal is in French
GONE = "–"  # in the place of a licence or of a year of birth
SHORTEST_ALONE, SHORTEST_LICENCE = 4, 4
WORDS_OF_THE_GAME = (  # folded, a space around each
    " annonce annule appel appele arbitre atout attaque banc blanc bout bouts camp carte cavalier chelem chien chiens "
    "club coeur contestation dame defense donne donnes double entame equipe erreur excuse exempt garde gardes grand "
    "joueur licence main misere mort nord noir ouest oudler partie petit petits pique place pli plis poignee point "
    "points position preneur prise renonce retard rois rouge simple table tarot tirage total tour trefle triple valet "
)
BETWEEN_WORDS, BETWEEN_NAMES = r"[-‐‑–_'’`´.\s]*", r"[-‐‑–_'’`´.(\s]+"
TITLE = r"(?:MM?\.?|Mr\.?|Mme\.?|Mlle\.?|Messieurs|Monsieur|Madame|Mademoiselle)\s+"
NEIGHBOUR = 90  # characters beside a name that are searched for the other half of another name

Name = tuple[str, str]  # family name, first name


@dataclass(frozen=True)
class NamedPerson:
    """
    The names and data that a person has and had, as written: `names` now and before, and `whole` names that are not
    split (the shown name, names of merged files); logins, licences, years of birth, and the `ids` of the files.
    """

    ids: frozenset[int]
    names: frozenset[Name]
    whole: frozenset[str] = frozenset()
    logins: frozenset[str] = frozenset()
    licences: frozenset[str] = frozenset()
    birth_years: frozenset[int] = frozenset()

    @cached_property
    def full_names(self) -> frozenset[str]:
        """All whole names of the person, folded."""
        return frozenset(fold(f"{last} {first}") for last, first in self.names) | {fold(text) for text in self.whole}


@dataclass
class Finder:
    """Finds a `person` in texts; `others` are the (family name, first name) of all other people they may mean."""

    person: NamedPerson
    others: Collection[Name] = ()
    _words: set[str] = field(default_factory=set)
    _neighbours: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for last, first in self.others:
            family, given = fold(last), fold(first)
            self._words |= {family, given, *family.split(), *given.split()}
            self._neighbours[family].add(given)
            self._neighbours[given].add(family)
        names_of_others = {fold(f"{last} {first}") for last, first in self.others}
        names_of_others |= {fold(f"{first} {last}") for last, first in self.others}
        # Those of his names that others have too, folded.
        self.shared = {text for text in self.person.full_names if text in names_of_others}

    def is_named(self, text: str, *, about: bool = False) -> bool:
        """Return whether a text has a whole name of the person that nobody else has; with `about`, any whole name."""
        expression = self._in_full_or_shared if about else self._in_full
        if expression and expression.search(text):
            return True
        return self._is_all_of(text) and (about or fold(text) not in self.shared)

    def is_his_name(self, last_name: str, first_name: str) -> bool:
        """Return whether a family name and a first name together are one of the person's names."""
        return fold(f"{last_name} {first_name}") in self.person.full_names

    def without(self, text: str, *, about: bool = False, near: bool = False) -> str:
        """Return a text without the person's names and licences, and without the birth years if a name was found."""
        if not text or text == ERASED:
            return text
        if self._is_all_of(text) and (about or fold(text) not in self.shared):
            return ERASED
        cleaned = text
        if self._licences:
            cleaned = self._licences.sub(GONE, cleaned)
        if self._logins:
            cleaned = self._logins.sub(ERASED, cleaned)
        in_full = self._in_full_or_shared if about else self._in_full
        if in_full:
            cleaned = in_full.sub(ERASED, cleaned)
        if self._alone:
            cleaned = self._alone.sub(
                lambda match: self._replaced_alone(match, about=about, near=near or about), cleaned
            )
        if cleaned != text and self._years:
            cleaned = self._years.sub(GONE, cleaned)
        return cleaned

    def _replaced_alone(self, match: re.Match[str], *, about: bool, near: bool) -> str:
        """Return what replaces a part of a name found alone: itself if it may be another person's, or no name."""
        written, text = match["name"], match.string
        word = fold(written)
        is_titled = bool(match["title"])
        if word in self._words and not about:
            return match[0]
        if (len(word) < SHORTEST_ALONE or f" {word} " in WORDS_OF_THE_GAME) and not is_titled:
            return match[0]
        is_a_sentence = " " in text.strip()  # a word by itself may be a code of the program
        if not written[:1].isupper() and not (near and is_a_sentence):
            return match[0]
        before = fold(text[max(0, match.start("name") - NEIGHBOUR) : match.start("name")])
        after = fold(text[match.end("name") : match.end("name") + NEIGHBOUR])
        for neighbour in self._neighbours.get(word, ()):
            if neighbour and (f" {before}".endswith(f" {neighbour}") or f"{after} ".startswith(f"{neighbour} ")):
                return match[0]
        return f"{match['title'] or ''}{ERASED}"

    def _is_all_of(self, text: str) -> bool:
        """Return whether a text is only one of the person's names, with a capital: a code of the program has none."""
        return text[:1].isupper() and fold(text) in self.person.full_names

    @cached_property
    def _in_full(self) -> re.Pattern[str] | None:
        return self._whole(self.person.full_names - self.shared)

    @cached_property
    def _in_full_or_shared(self) -> re.Pattern[str] | None:
        return self._whole(self.person.full_names)

    def _whole(self, allowed: Collection[str]) -> re.Pattern[str] | None:
        orders = set()
        for last, first in self.person.names:
            if last and first and fold(f"{last} {first}") in allowed:
                orders |= {(last, first), (first, last)}
        expressions = {_spelled(beginning) + BETWEEN_NAMES + _spelled(end) for beginning, end in orders}
        for text in self.person.whole:
            if " " in fold(text) and fold(text) in allowed:
                expressions |= {BETWEEN_NAMES.join(map(pattern, turned)) for turned in _turned(fold(text).split())}
        return _any_of(expressions)

    @cached_property
    def _alone(self) -> re.Pattern[str] | None:
        parts = {part for name in self.person.names for part in name if fold(part)}
        parts |= {text for text in self.person.whole if fold(text) and " " not in fold(text)}  # « Dédé »
        if not parts:
            return None
        name = "|".join(sorted(map(_spelled, parts), key=len, reverse=True))
        return re.compile(rf"(?<!\w)(?P<title>{TITLE})?(?P<name>{name})(?!\w)", re.IGNORECASE)

    @cached_property
    def _licences(self) -> re.Pattern[str] | None:
        long = {text for text in self.person.licences if len(text) >= SHORTEST_LICENCE}
        return _any_of({re.escape(text) for text in long})

    @cached_property
    def _logins(self) -> re.Pattern[str] | None:
        """The person's logins, except those of letters only: « joueur » may be in any sentence."""
        return _any_of({re.escape(text) for text in self.person.logins if not text.isalpha()})

    @cached_property
    def _years(self) -> re.Pattern[str] | None:
        return _any_of({str(year) for year in self.person.birth_years})


def _spelled(name: str) -> str:
    """Return the regular expression that finds a name, its words joined or separate."""
    return BETWEEN_WORDS.join(map(pattern, fold(name).split()))


def _turned(words: list[str]) -> Iterable[list[str]]:
    """Return the words in each rotation, because it is unknown which one begins the family name."""
    return (words[start:] + words[:start] for start in range(len(words)))


def _any_of(expressions: Collection[str]) -> re.Pattern[str] | None:
    if not expressions:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(expressions, key=len, reverse=True))})(?!\w)", re.IGNORECASE)


WORD = re.compile(r"\w+(?:['’]\w+)?")
BEFORE_A_NAME = re.compile(rf"(?<!\w){TITLE}$", re.IGNORECASE)
MOST_WORDS = 6  # of a family name with its first name
LONGEST_TITLE = 16  # characters, with the space behind


@dataclass(frozen=True)
class Others:
    """
    Hides the names of `others` (family name, first name) in texts, except words of the reader's `own` names.

    A whole name is hidden in either order, with « M. » or « Mme » before it; after these also a family name or a first
    name. Alone, it needs a capital and three letters, and must be no word of the game; `in_any_case` hides family names
    without a capital too. A word hidden by mistake does no harm: the stored text does not change.
    """

    others: Collection[Name]
    own: Collection[Name] = ()
    in_any_case: bool = False

    def hidden(self, text: str) -> str:
        """Return a text without other people's names."""
        words = [(match.start(), match.end(), fold(match[0])) for match in WORD.finditer(text)]
        parts, end, index = [], 0, 0
        while index < len(words):
            count = self._words_of_a_name(text, words, index)
            if count:
                parts += [BEFORE_A_NAME.sub("", text[end : words[index][0]]), _("un autre joueur")]
                end = words[index + count - 1][1]
            index += count or 1
        return "".join([*parts, text[end:]])

    def _words_of_a_name(self, text: str, words: list[tuple[int, int, str]], index: int) -> int:
        """Return how many words from `index` on are another person's name; 0 if none."""
        start, _end, first = words[index]
        is_titled = BEFORE_A_NAME.search(text, max(0, start - LONGEST_TITLE), start) is not None
        for count in range(min(MOST_WORDS, len(words) - index), 0, -1):
            found = words[index : index + count]
            said = " ".join(word for _start, _end, word in found)
            if count > 1 and said in self._whole:
                return count
            if said in self._halves and (is_titled or (count > 1 and all(text[at].isupper() for at, *_word in found))):
                return count
        if f" {first} " in WORDS_OF_THE_GAME:
            return 0
        if text[start].isupper():
            return int((len(first) >= SHORTEST_ALONE and first in self._parts) or first in self._short)
        return int(self.in_any_case and len(first) >= SHORTEST_ALONE and first in self._families)

    @cached_property
    def _whole(self) -> frozenset[str]:
        return _both_orders(self.others) - _both_orders(self.own)

    @cached_property
    def _halves(self) -> frozenset[str]:
        """Family names and first names, each as a whole."""
        own = {fold(part) for name in self.own for part in name}
        return frozenset(fold(part) for name in self.others for part in name) - own

    @cached_property
    def _short(self) -> frozenset[str]:
        """Names of three letters; a part of a longer name that is as short may be any word."""
        return frozenset(half for half in self._halves if len(half) == SHORTEST_ALONE - 1)

    @cached_property
    def _parts(self) -> frozenset[str]:
        return _words(part for name in self.others for part in name) - self._own_words

    @cached_property
    def _families(self) -> frozenset[str]:
        return _words(last_name for last_name, _first_name in self.others) - self._own_words

    @cached_property
    def _own_words(self) -> frozenset[str]:
        return _words(part for name in self.own for part in name)


def _words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in fold(name).split())


def _both_orders(names: Collection[Name]) -> frozenset[str]:
    """Return whole names, folded, in both orders of family name and first name."""
    folded = {(fold(last), fold(first)) for last, first in names if first}
    return frozenset(text for last, first in folded for text in (f"{last} {first}", f"{first} {last}"))
