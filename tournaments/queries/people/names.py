"""
Names of people: as everybody may read them, in alphabetical order, and in searches.

Only this module chooses a name for a public page. A search ignores accents, order and case.
"""

import re
import string
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Protocol

from django.db.models import Case, CharField, F, Func, Q, QuerySet, Value, When
from django.db.models.functions import Concat, Lower, Substr
from django.db.models.lookups import In
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.kit.text import STROKES, fold
from tournaments.labels import Category, Group, Purpose, Sex
from tournaments.models import Club, Player, Registration
from tournaments.models.clubs import ASKS, CONSENTS
from tournaments.models.seasons import Ages
from tournaments.queries.people.entered import Entered, FileOfPlayer, Person

# What a plain letter may stand for in a French name; SQLite and PostgreSQL both read this as a regular expression.
VARIANTS = {
    "a": "aàâäáãå",
    "c": "cç",
    "e": "eéèêë",
    "i": "iîïíì",
    "n": "nñ",
    "o": "oôöóòõ",
    "u": "uùûüú",
    "y": "yÿý",
}
LETTERS_THAT_DECIDE = 4
MOST_NAMED = 8  # people of one sentence
LETTERS_OF_A_KEY = 24  # 96 bits: two people never have the same
LONGEST, MOST_WORDS = 80, 6  # characters and words of a search: nobody types more
WHERE_TEXTS_END = 400  # the letters of a search text that are kept
# The marks that follow a letter in a decomposed name.
MARKS = "[\u0300-\u036f]*"


def public_name(registration: Registration | Entered) -> str:
    """Return the name that everybody may read; without consent the start number, which the table's slip shows."""
    return name_or_number(registration.player, registration.start_number)


def name_or_number(player: Player | Person, start_number: int) -> str:
    """Return `public_name` of a player who has this start number."""
    return player.shown_name if player.consent else _nameless(start_number)


def numbered_name(start_number: int, name: str) -> str:
    """Return a public name after its start number; a name without consent is that number already."""
    if name == _nameless(start_number):
        return name
    return _("n° %(number)d %(name)s") % {"number": start_number, "name": name}


def _nameless(start_number: int) -> str:
    return _("Joueur n° %(number)d") % {"number": start_number}


class Named(Protocol):
    """A person with a start number and a name."""

    @property
    def start_number(self) -> int: ...
    @property
    def name(self) -> str: ...


def same_named(people: Iterable[Named]) -> frozenset[int]:
    """Return the start numbers of the people of one evening who share a name, accents and case ignored."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for one in people:
        by_name[fold(one.name)].append(one.start_number)
    return frozenset(number for numbers in by_name.values() if len(numbers) > 1 for number in numbers)


def name_apart(name: str, start_number: int, *, is_namesake: bool) -> str:
    """Return a name for a place without a start number beside it: with the number if `is_namesake`."""
    return _("%(name)s (n° %(number)d)") % {"name": name, "number": start_number} if is_namesake else name


def full_name_apart(registration: Registration) -> str:
    """Return a player's full name with the start number, for lists and buttons of those who run the evening."""
    return name_apart(registration.player.full_name, registration.start_number, is_namesake=True)


class NamedApart:
    """A person of an evening; `is_namesake` if another person of the evening has the same name."""

    start_number: int
    name: str
    is_namesake: bool

    @property
    def told(self) -> str:
        """The name; with the start number if another person of the evening has the same name."""
        return name_apart(self.name, self.start_number, is_namesake=self.is_namesake)


def names_apart(registrations: Iterable[Registration], names: Iterable[str]) -> list[str]:
    """Return the names of a table's players; two who have the same name get their start numbers."""
    told = list(names)
    keys = [fold(name) for name in told]
    if len(set(keys)) == len(keys):
        return told
    return [
        name_apart(name, registration.start_number, is_namesake=keys.count(key) > 1)
        for registration, name, key in zip(registrations, told, keys, strict=True)
    ]


def public_club(player: Player | Person) -> str:
    """Return the name of the club that keeps the file; "" without consent: a small club would identify him."""
    return player.club.name if player.consent else ""


def public_club_id(player: Player | Person) -> int | None:
    """Return the id of the club that `public_club` names, or None."""
    return player.club.pk if player.consent else None


def public_key(player_id: int, *, is_shared: bool) -> str | None:
    """
    Return a player's key in answers to programs, the same for all events; None without consent.

    It does not identify him: only this installation's secret leads from a player to the key, and nothing leads back. It
    disappears with the name when consent is taken back.
    """
    if not is_shared:
        return None
    return salted_hmac("tournaments.public_key", str(player_id), algorithm="sha256").hexdigest()[:LETTERS_OF_A_KEY]


def card_key(player: Player | FileOfPlayer) -> str:
    """Return the key in the address of a player's card, for public pages; "" unless he agreed to have a card."""
    return player.key if player.shows_card else ""


def with_card() -> QuerySet[Player]:
    """Return the players whose card everybody may read: in the database a card needs the consent to the name."""
    return Player.objects.filter(card_consent=True)


def is_shared(player: Player | Person) -> bool:
    """Return whether other programs may recognise a player from event to event: he then has a `public_key`."""
    return player.consent and player.sharing_consent


def may_agree(club: Club, purpose: Purpose) -> QuerySet[Player]:
    """
    Return the players who may still consent to a purpose; to more than the name, only those who consented to it.

    Only players whose file the club keeps: a consent holds for the whole site, and no other club notes it.
    """
    silent = club.files.filter(**{CONSENTS[purpose]: False, "erased_at": None}, club=club)
    return silent if purpose == Purpose.RESULTS else silent.filter(consent=True)


def asking(club: Club) -> list[Player]:
    """Return the players whose requests for a consent, by personal link, have no answer; in alphabetical order."""
    asks = Q()
    for column in ASKS.values():
        asks |= Q(**{column: True})
    players = (
        club.files.filter(asks, erased_at=None, club=club).annotate(alphabet=in_alphabet()).order_by("alphabet", "pk")
    )
    return [player for player in players if player.asked]


OF_CATEGORY = {Category.SENIOR: Group.SENIORS, Category.VETERAN: Group.VETERANS, Category.YOUTH: Group.YOUTHS}


def category_of(player: Player | Person, ages: Ages) -> Category:
    """
    Return a player's category in a season: the one that the club wrote, else the one of his birth year and the ages.

    Forms and lists begin with « senior »: it counts as unwritten where the season has ages and the file a birth year.
    """
    return _category(player.category, player.birth_year, ages)


@cache
def _category(said: str, birth_year: int | None, ages: Ages) -> Category:
    if said != Category.SENIOR or birth_year is None or ages.ends_on is None:
        return Category(said)
    age = ages.ends_on.year - birth_year
    if ages.youth_until is not None and age <= ages.youth_until:
        return Category.YOUTH
    return Category.VETERAN if ages.veteran_from is not None and age >= ages.veteran_from else Category.SENIOR


def keeps_birth_years(club: Club) -> bool:
    """Return whether a season of the club has ages; else a birth year is useless, neither asked for nor stored."""
    return club.seasons.filter(Q(youth_until_age__isnull=False) | Q(veteran_from_age__isnull=False)).exists()


def groups_of_player(player: Player | Person, ages: Ages) -> frozenset[Group]:
    """Return the groups of a player in a season, for those who run it. Only this function decides them."""
    return _groups(player.sex, category_of(player, ages))


@cache
def _groups(sex: str, category: Category) -> frozenset[Group]:
    ladies = {Group.LADIES} if sex == Sex.WOMAN else set()
    return frozenset({OF_CATEGORY[category], *ladies})


def public_groups(player: Player | Person, ages: Ages) -> frozenset[Group]:
    """Return the groups of a player in public rankings; none without consent: a group of one would identify him."""
    return groups_of_player(player, ages) if player.consent else frozenset()


@cache
def _unsaid(sex: str, category: Category | str, *, has_birth_year: bool, ages: Ages) -> frozenset[Group]:
    has_ages = ages.ends_on is not None and (ages.youth_until is not None or ages.veteran_from is not None)
    by_age = set(OF_CATEGORY.values()) if has_ages and not has_birth_year and category == Category.SENIOR else set()
    return frozenset(by_age if sex else {*by_age, Group.LADIES})


def unsaid_groups(player: Player | Person, ages: Ages) -> frozenset[Group]:
    """
    Return the groups about which a player's file says nothing: no sex, or no birth year where the season has ages.
    """
    return _unsaid(player.sex, player.category, has_birth_year=player.birth_year is not None, ages=ages)


def _spellings() -> dict[str, str]:
    """Return, for each plain letter, all Latin letters that it matches when somebody types it."""
    spellings = {letter: letter + letter.upper() for letter in string.ascii_lowercase}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        plain = unicodedata.normalize("NFKD", chr(code).lower())[0]
        plain = STROKES.get(plain, plain)
        if plain in spellings:
            spellings[plain] += chr(code)
    return spellings


SPELLINGS = _spellings()


def words_of(typed: str) -> list[str]:
    """Return the folded words of a typed text, or of an address, to search for."""
    return fold(typed[:LONGEST]).split()[:MOST_WORDS]


def pattern(word: str) -> str:
    """Return the regular expression that finds a folded word in a name with accents."""
    expression = "".join(_any(letter) for letter in word)
    for letter_before, ligature in (("o", "[œŒ]"), ("a", "[æÆ]")):
        pair = f"{_any(letter_before)}{_any('e')}"
        expression = expression.replace(pair, f"({pair}|{ligature})")
    return expression


def in_alphabet(prefix: str = "") -> F:
    """Return the column that sorts people alphabetically, Élise before Ginette; `prefix` leads to the player."""
    return F(f"{prefix}search_text")


def by_alphabet(entries: QuerySet[Registration]) -> list[Registration]:
    """Return registrations with their players, in alphabetical order."""
    ordered = entries.select_related("player").annotate(alphabet=in_alphabet("player__"))
    return list(ordered.order_by("alphabet", "start_number"))


def folded(name: str) -> Func:
    """
    Return an expression that sorts a column alphabetically, Îlot between Huet and Jacob: SQLite compares bytes.

    Only the first letters are folded: they nearly always decide, and SQLite's parser allows no deeper expression.
    """
    letters = (_folded(name, place) for place in range(1, LETTERS_THAT_DECIDE + 1))
    return Concat(*letters, Value(" "), Lower(name))


def _folded(name: str, place: int) -> Case:
    letter = Substr(name, place, 1)
    plain = (
        When(In(letter, list(variants[1:] + variants[1:].upper())), then=Value(plain))
        for plain, variants in VARIANTS.items()
    )
    return Case(*plain, default=Lower(letter), output_field=CharField())


def _any(letter: str) -> str:
    return f"[{SPELLINGS[letter]}]{MARKS}" if letter in SPELLINGS else re.escape(letter)


def typed_in(typed: str, *names: str) -> Q:
    """
    Return the condition « each typed word is in one of these columns », accents and case ignored, on both databases.

    All lists and forms search with it; SQLite's own `icontains` knows ASCII only.
    """
    condition = Q()
    for word in words_of(typed):
        somewhere = Q()
        for name in names:
            somewhere |= Q(**{f"{name}__iregex": pattern(word)})
        condition &= somewhere
    return condition


def people(typed: str, prefix: str = "") -> Q:
    """
    Return the condition « each typed word is in the name or begins the licence »; `prefix` leads to the player.

    It reads the column that is already folded: a regular expression takes ten times as long.
    """
    condition = Q()
    for word in words_of(typed):
        begins = any(letter.isdecimal() for letter in word)
        condition &= Q(**{f"{prefix}search_text__contains": f" {word}" if begins else word})
    return condition


def begins_a_word(typed: str, prefix: str = "") -> Q:
    """Return the condition « each typed word begins a word of the name, or the licence », as at the check-in."""
    condition = Q()
    for word in words_of(typed):
        condition &= Q(**{f"{prefix}search_text__contains": f" {word}"})
    return condition


def namesakes(club_id: int, last_name: str, first_name: str) -> list[Player]:
    """Return the players of a club with this name; accents, case and hyphens make no difference."""
    return named(Player.objects.known_to(club_id), last_name, first_name)


def named(players: QuerySet[Player], last_name: str, first_name: str) -> list[Player]:
    """Return which of these players have this name; accents, case and hyphens make no difference."""
    name = (fold(last_name), fold(first_name))
    begins = "".join(f" {text}" for text in name if text)[:WHERE_TEXTS_END]
    return [
        player
        for player in players.filter(search_text__startswith=begins)
        if (fold(player.last_name), fold(player.first_name)) == name
    ]


def names_words(names: Sequence[str]) -> str:
    """Return names in words; if there are many, the first names and how many more: « Petit Zoé et 12 autres »."""
    more = len(names) - MOST_NAMED
    if more <= 1:  # « et 1 autre » is no shorter than his name
        return ", ".join(names)
    return _("%(names)s et %(count)d autres") % {"names": ", ".join(names[:MOST_NAMED]), "count": more}
