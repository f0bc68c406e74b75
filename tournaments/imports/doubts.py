"""Reasons to doubt that a line of a list means a person: a mark, a label, a number, a remark, a club after the name."""

import re
import unicodedata
from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.imports.names import (
    AGE_GROUPS,
    FIRST_NAMES,
    PARTICLES,
    RANKS,
    REMARKS,
    holds_more,
    is_remark,
    is_shouted,
    is_whole_name,
    may_be_a_club,
)
from tournaments.kit.text import fold

MOST_WORDS_OF_A_NAME = 5
# What lists write in columns of marks: of attendance, money, sex, place.
_MARKS = (
    "oui non o n x xx a p e r ok v f h m d nc na vrai faux true false present presente absent absente excuse excusee "
    "paye payee regle reglee cb chq cheque especes cheq esp vir virement actif active inactif dame homme femme mme mr "
    "licencie licenciee membre invite invitee debutant confirme nouveau nouvelle matin soir midi repas"
)
YES_OR_NO = {"oui", "non", "vrai", "faux", "true", "false"}  # a mark as a first name too; FAUX is a family name
MARKS = set(_MARKS.split()) | AGE_GROUPS
PLACE = re.compile(r"\d+ ?(er|ere|re|e|eme|nd|nde)?")  # « 1re », « 2e »
# What stands below a list, or beside its counts.
_LABELS = (
    "president presidente tresorier tresoriere secretaire fait imprime edite page pages presents presentes absents "
    "absentes excuses remplacants moyenne effectif effectifs legende cotisation cotisations contact contacts signature "
    "signatures hommes femmes dames messieurs jeunes veterans seniors total totaux nombre somme date lieu salle tarif "
    "tarifs liste observations remarques mise jour inscription inscriptions organisateur arbitre responsable capacite "
    "libre libres pourvoir ami amie amis amies"
)
LABELS = set(_LABELS.split())
LICENCE = re.compile(r"(?!0[1-9]\d{8}$)[A-Za-z]{0,2}\d{4,}[A-Za-z]?")
FIGURES = re.compile(r"\d{4}")  # a licence behind a name
COUPLE = re.compile(r"\bet\b|\bou\b|&|/|\+|\||\bfamille\b|\bcouple\b|\bepoux [a-z]|\bx ?[23]\b")
# What people answered who are below it in the poll of a discussion; elsewhere in a list it is a mark.
ANSWERED = re.compile(r"(non|peut etre|contre|je ne (viens|peux) pas|pas (dispo|disponibles?)|indisponibles?)( \d+)?")
SIGNATURE = "--"  # as programs of mail part it from a message
_STREETS = (
    "rue|avenue|av|boulevard|bd|bld|place|pl|chemin|impasse|allee|route|quai|square|residence|lotissement|lieu dit"
    "|hameau|batiment|bat|appt|apt|bp|cs"
)
STREET = re.compile(
    rf"\d{{1,4}} ?(bis|ter|quater|[a-d])? ?({_STREETS})\b.*|({_STREETS})\.? ((de|du|des|d|la|les|l)\b|\d).*"
)
# What stands above people who are perhaps not of the list: « Liste d'attente », « Excusés : ».
OUT = re.compile(
    r"((les|la|liste|membres?|joueurs?|inscrits?|en|d|de|des|sur) )*"
    r"(anciens?|anciennes?|attente|absente?s?|excusee?s?|annul\w+|desist\w+|decommand\w+|remplacante?s?|reserves?"
    r"|forfaits?|malades?|indisponibles?|demission\w*|radi(e|ee|ation)s?|dece(de|dee|s)s?|partis|parties|sorti(e|s|es)"
    r"|exclus?|non renouvel\w+|sans reponse|(ne|n) \w+ (pas|plus)( (la|venir|repondu))?)"
    r"( (membres?|joueurs?))?( ((en|depuis|le) )?\d[\d ]*)?"
)
# What ends a message: who is below it wrote it.
_CLOSING = (
    "(bien |tres )?(cordialement|amicalement|sportivement|cdlt|cdt)|bises|bisous|amities( \\w+)?"
    "|a (bientot|plus|demain|vendredi|samedi|dimanche)"
    "|bonne (soiree|journee)|bien a (toi|vous)|salutations( \\w+)?|(avec )?(tous )?mes remerciements"
    "|(un grand )?merci( d avance| beaucoup| bien)?"
    "|(le|la) (president|presidente|secretaire|tresorier|tresoriere|responsable|bureau)"
)
CLOSING = re.compile(rf"({_CLOSING})( a tous| a toutes)?")
HELD = re.compile(r"réservée?s?", re.IGNORECASE)  # one place; « Réserve » and « Réserves » are above others
BEHIND_A_DASH = re.compile(r"\s[–—-]\s+(.+)")
# What stands where somebody is missing, or no one yet: « Exempt », « Le mort », « Réservé », « NOM Prénom », « Test ».
_NOBODY = (
    "nom noms prenom prenoms joueur joueuse invite test tests essai exemple toto tata titi xxx xxxx yyy zzz inconnu "
    "inconnue anonyme fantome mort bye exempt exempte vacant libre reserve reservee reserves reservees definir "
    "determiner pourvoir confirmer preciser venir vide neant personne null none nan undefined unknown tbd tba robot "
    "ordinateur remplacant remplacante quelqu un une a la le et n n/a nc x y"
)
NOTHING = {"null", "none", "nan", "undefined", "n/a"}  # as programs write it
NOBODY = set(_NOBODY.split())
ADDRESS = re.compile(r"\S@\S+\.\w|\b(https?://|www\.)")
LETTER_BEFORE = re.compile(r"[^\W\d_][.):]?\s+(?:[.:–—-]\s*)?\w{2}")  # « A. OCRE Jo », « N - OCRE Jo »: a team, a chair
LEADERS = re.compile(r"\.{3}|…")  # « DUPONT Jean ..... Angers »
LOWER_FROM = 3  # letters: shorter words of a name are particles


def name_doubt(last_name: str, first_name: str, licence: str, *, is_together: bool) -> str:
    """
    Return why a name may be no person's name, or "".

    `is_together`: both parts of the name came from one cell, or from columns without headings.
    """
    name = f"{last_name} {first_name}".strip()
    parts = list(filter(None, (last_name, first_name)))
    if not parts:
        return ""  # an empty name is a problem of its line
    if not all(any(map(str.isalpha, part)) for part in parts):
        return _("un nom s’écrit avec des lettres.")
    if fold(first_name) in NOTHING or (not LICENCE.fullmatch(licence) and set(fold(name).split()) <= NOBODY):
        return _("c’est sans doute une place sans personne, ou un exemple.")
    if remark := remark_of(name, is_alone=False):
        return remark
    if not LICENCE.fullmatch(licence) and (doubt := _doubt_unlicensed(last_name, first_name, is_together=is_together)):
        return doubt
    return _doubt_together(name, parts) if is_together else _doubt_apart(last_name, first_name)


def _doubt_unlicensed(last_name: str, first_name: str, *, is_together: bool) -> str:
    name = f"{last_name} {first_name}".strip()
    if fold(last_name) == fold(first_name):
        return _("le nom et le prénom sont le même mot.")
    words = set(re.findall(r"\w+", fold(name)))
    if ":" in name or any(map(str.isdigit, first_name)) or words & LABELS:
        return _("c’est sans doute une remarque.")
    return _("c’est peut-être un club.") if is_together and name.isupper() and may_be_a_club(name) else ""


def _doubt_apart(last_name: str, first_name: str) -> str:
    if fold(first_name) in YES_OR_NO:
        return _("une case qui n’est qu’une marque est prise pour un nom.")
    if FIGURES.search(last_name):
        return _("il y a un chiffre dans le nom.")
    is_more = _is_mixed(first_name) or holds_first_name(last_name)
    return _more_than_a_name() if is_more else _more_than(first_name)


def _is_mixed(first_name: str) -> bool:
    """Return True when only some words of a first name are in capitals: « Luc TC ANGERS », « DUPONT Jean »."""
    return len({is_shouted(word) for word in first_name.split() if not word.startswith("(")}) > 1


def holds_first_name(last_name: str) -> bool:
    """Return True when a word in small letters follows one in capitals, « DUPONT Jean »; not for « Le GALL »."""
    words = last_name.split()
    first = next((place for place, word in enumerate(words) if is_shouted(word)), len(words))
    return not all(is_shouted(word) or fold(word) in PARTICLES for word in words[first:])


def _is_whole(part: str) -> bool:
    """Return True when one part of a name holds a whole name: « DUPONT Jean », in a message with wrapped lines."""
    return is_whole_name(part) and not any(word.islower() for word in part.split())


def more_than_name(name: str) -> str:
    """Return why a name may be followed by a club or an age group, or ""."""
    return _more_than_a_name() if holds_more(name) else ""


def _more_than(name: str) -> str:
    """Return why a name may be followed by a dash and a club or a town, or ""."""
    behind = BEHIND_A_DASH.search(name)
    is_more = behind and fold(behind[1].split()[0]) not in FIRST_NAMES
    return _more_than_a_name() if is_more else more_than_name(name)


def _more_than_a_name() -> str:
    return _("il y a plus qu’un nom : un club ou une catégorie, peut-être.")


def _doubt_together(name: str, parts: list[str]) -> str:
    if LETTER_BEFORE.match(parts[-1]):
        return _("une lettre est devant le nom : une équipe ou une place, peut-être.")
    if is_followed_by_small(name) or LEADERS.search(name):
        return _("c’est sans doute une remarque.")
    titles = {fold(part.split()[0]) for part in parts} & RANKS
    if titles and len(name.split()) > 2 and len(set(map(str.isupper, name.split()))) == 1:
        return _("un grade ou un titre est peut-être devant le nom.")
    if any(map(is_mark, parts)) or any(map(_ends_with_a_mark, parts[1:])):
        return _("une case qui n’est qu’une marque est prise pour un nom.")
    if any(map(_is_whole, parts)):
        return _("ce sont peut-être deux personnes.")
    return _more_than(name) or (_("il y a un chiffre dans le nom.") if any(map(str.isdigit, name)) else "")


def remark_of(text: str, *, is_alone: bool) -> str:
    """Return why a text may be a remark, or two people, or ""; stricter when the line has nothing else (`is_alone`)."""
    if ADDRESS.search(text):
        return _("c’est une adresse, et non un nom.")
    if len(text.split()) > MOST_WORDS_OF_A_NAME or text.rstrip().endswith(":") or (is_alone and is_remark(text)):
        return _("c’est sans doute une remarque.")
    before, *behind = text.split(",")
    if COUPLE.search(f" {fold(text)} ") or (any(behind) and is_whole_name(before)):
        return _("ce sont peut-être deux personnes.")
    return ""


def _ends_with_a_mark(first_name: str) -> bool:
    """Return True when a mark follows a first name: « Paul chq ». A single letter is an initial, not a mark."""
    return any(len(word) > 1 and is_mark(word) for word in fold(first_name).split()[1:][-1:])


def is_address(text: str) -> bool:
    """Return True when a text is a postal address: « 12 bis, rue du Pot », « Résidence des Lilas »."""
    unnumbered = re.sub(r"^\s*\d+\s*[.)°:/–-]+", "", text)  # « 5. place libre »
    return STREET.fullmatch(re.sub(r"[\s,]+", " ", fold(unnumbered)).strip()) is not None


def is_foreign(name: str) -> bool:
    """Return True when a word of a name mixes two alphabets: « DUPONT » with a Cyrillic « О »."""
    return not name.isascii() and any(
        len({script for letter in word if (script := _script(letter)) in ("LATIN", "GREEK", "CYRILLIC")}) > 1
        for word in name.split()
    )


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""


def is_above_others(cells: Collection[str], *, answers: bool = False) -> bool:
    """Return True when a line is a title above people who may not belong here; with `answers`, « Oui » is one too."""
    words = list(filter(None, cells))
    if len(words) != 1 or HELD.fullmatch(words[0].strip(" .-")):
        return False
    if words[0] == SIGNATURE:
        return True
    title = " ".join(re.sub(r"[^\w+']", " ", fold(words[0])).split())
    titles = (OUT, CLOSING, ANSWERED) if answers else (OUT, CLOSING)
    return any(pattern.fullmatch(title) for pattern in titles)


def is_heading(text: str) -> bool:
    """Return True when a text is a title above a part of a list: « Présents : », « Inscrits », « Vétérans »."""
    words = set(fold(text).strip(" \u00a0:").split())
    return text.rstrip().endswith(":") or words <= LABELS | REMARKS | MARKS


def is_mark(cell: str) -> bool:
    """Return True when a cell is a mark and no name: « x », « oui », « 1re », « senior »."""
    key = fold(cell)
    return key in MARKS or PLACE.fullmatch(key) is not None or not any(map(str.isalpha, key))


def names_people(cells: Collection[str]) -> bool:
    """Return True when a column may hold names: few cells are marks, and no word fills most cells."""
    keys = [fold(cell) for cell in cells if cell]
    most = max(map(keys.count, keys), default=0)
    return bool(keys) and sum(map(is_mark, keys)) * 2 < len(keys) and (len(keys) < 4 or most * 2 < len(keys))


def is_followed_by_small(name: str) -> bool:
    """Return True when a long word in small letters follows a word with a capital: « DUPONT Jean végétarien »."""
    words = name.split()
    capital = next((place for place, word in enumerate(words) if word[0].isupper() and not word.isupper()), len(words))
    return is_written_small(" ".join(words[capital:]))


def is_written_small(name: str) -> bool:
    """Return True when a long word of a name begins with a small letter, as in a remark."""
    words = [re.sub(r"^[dl]['’]", "", word) for word in name.split()]
    return any(len(word) >= LOWER_FROM and word[0].islower() and fold(word) not in PARTICLES for word in words)
