"""Names as lists write them in one cell: « DUPONT Jean », « Mme Le Gall Anne », « 12. Jean-Marc DE LA TOUR »."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.kit.text import fold, without_pictures

WOMAN, MAN = "F", "M"
CIVILITIES = {
    "m": MAN, "mr": MAN, "monsieur": MAN, "mme": WOMAN, "mlle": WOMAN, "melle": WOMAN, "madame": WOMAN,
    "mademoiselle": WOMAN, "mrs": WOMAN, "ms": WOMAN,
}  # fmt: skip
PROFESSIONS = {"dr", "docteur", "pr", "professeur", "me", "maitre"}  # before a whole name, as « Mme »
# Before a name, and family names as well: « Colonel ROY Paul », « BARON Paul ».
RANKS = {"colonel", "general", "commandant", "capitaine", "lieutenant", "adjudant", "sergent", "major", "amiral",
         "abbe", "pere", "frere", "soeur", "baron", "baronne", "comte", "comtesse", "marquis", "marquise"}  # fmt: skip
PARTICLES = {"de", "du", "des", "d", "la", "le", "les", "van", "von", "der", "den", "di", "da", "del", "della", "el",
             "ben", "saint", "sainte", "st", "ste", "mac", "mc", "dos", "das", "ter", "ait"}  # fmt: skip
# Headings of a column that holds the whole name; in the second kind the first name stands first.
NAME_TITLES = (
    "nom et prenom", "nom prenom", "noms et prenoms", "noms prenoms", "nom complet", "joueur", "joueurs", "participant",
    "participants", "adherent", "adherents", "membre", "membres", "licencie", "licencies", "inscrit", "inscrits",
    "identite", "full name", "name", "player", "players",
)  # fmt: skip
FIRST_NAME_FIRST_TITLES = ("prenom et nom", "prenom nom", "prenoms et noms")
NAME_PATTERN, FIRST_NAME_FIRST_PATTERN = r"\bnoms? .{0,6}prenoms?\b", r"\bprenoms? .{0,6}noms?\b"
# Whose name a list gives beside that of the player.
_NOBODY_OF_THE_LIST = (
    r"(?!.*\b(payeu\w+|acheteu\w+|conjointe?|epou[sx]e?|parrain|marraine|mere|pere|parents?|tuteur|tutrice|"
    r"responsable|contact|urgence|club|public|affiche|equipe|tournoi|concours|ville|commune|rue|voie|usager|utilisateur|"
    r"societe|entreprise|fichier|offre|tarif|campagne|formulaire|association|banque|titulaire|session|salle|table|"
    r"structure|facturation|medecin|president|employeur|partenaire|coequipi\w+|pseudo)\b)"
)
_OTHER_NAMES = "d usage|usuel|marital|d epou[sx]e?|de naissance|naissance|de jeune fille|patronymique"
_MEMBER = r"(joueur|joueuse|adherente?|membre|participante?|licenciee?|inscrite?)s?"
LAST_NAME_PATTERN = rf"^{_NOBODY_OF_THE_LIST}(?!.*\bprenoms?\b)({_MEMBER} )?noms?\b(?! ({_OTHER_NAMES})\b)"
FIRST_NAME_PATTERN = rf"^{_NOBODY_OF_THE_LIST}(?!.*\bnoms?\b)({_MEMBER} |1er |premier )?prenoms?\b(?! [2-9])"
NUMBERED = re.compile(
    r"^(?:\d{1,4}\s*[.)°:/–-]+|\d{1,3}\s+(?=[^\W\d])|(?:[nN]\s?°|[nN]o\.?\s|#)\s*\d{1,4}\b[\s.):–-]*|\d{1,3}(?:er|re|e|è?me)\s"
    r"|[IVX]{2,5}[.)°:]|[\u2460-\u24ff\u2776-\u2793]|[a-z]\)|[•·‣⁃†✝*–—>→➔➢►▶~+¤§_-]+|[oqnxvüØX]\s+(?=[^\W\d_a-zß-ÿ]\w))\s*(?=\S)"
)
# A box before or behind a name, « ☐ MARTIN Luc », « MARTIN Luc [x] », or the letter that stands for one.
EMPTY_BOX = re.compile(r"[☐□◻▢❏❐❑❒⬜]|\[\s*\]|\(\s*\)")
TICK = re.compile(r"[☑☒✅✓✔🗹]|[\[(][xX✓✔][\])]|^[xXvü](?=\s+\S)|(?<=\S\S\s)[xXv]$")
# Who tells it in a message of a phone, and when: « [12/09/2026 18:32] Jean : », « 12/09/2026, 18:33 - Jean : ».
MESSAGE = re.compile(r"^\[?\d{1,2}/\d{1,2}(/\d{2,4})?(,| à)? ?\d{1,2}[:h]\d{2}(:\d{2})?\]?( -)? ?([^:]{1,40}: )?")
PHONE = re.compile(r"(?<!\d)(\+33|0033|0) ?(\(0\) ?)?[1-9]([ .-]?\d{2}){4}(?!\d)")
CALLED_BY = re.compile(
    rf"\b(?:t[ée]l|t[ée]l[ée]phone|port|portable|mobile)?\b\.?\s*:?\s*{PHONE.pattern}", re.IGNORECASE
)
MAIL = re.compile(r"(?<=\S)\s+[<(\[]?[^\s<>@]+@[^\s<>@]+\.\w+[>)\]]?|\s*<[^\s<>@]+@[^\s<>@]+>")
STYLED = re.compile("[\U0001d400-\U0001d7ff\uff01-\uff5e]+")  # letters of a font that a phone draws: « 𝐑𝐎𝐘 »
DRAWN = re.compile(r"\*+|~+|_+|(?<!\w)`+|`+(?!\w)")  # what makes words bold or slanted in a message
QUOTED = re.compile(r"[\"«“„](.+)[\"»”]")
ONE_MORE = re.compile(r"\+ ?\d\b")
BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
MARKS = re.compile(r"(\s*[*†‡§#¹²³+;,_~=|/–—-]|(?<=\w\w\w)\.)+$")
# Two parts of a name that a space came between: « MARTIN - DURAND Luc », « O’ NEIL Pat »; « PETIT- Zoé » are two.
_CAPITALS = r"[^\W\d_a-zß-ÿ]"
PARTED = re.compile(rf"^({_CAPITALS}{{3,}})(?:\s+-\s*|-\s+)(?={_CAPITALS}{{2,}}\s+{_CAPITALS}[a-zß-ÿ])")
ELIDED = re.compile(r"\b([dloDLO]['’])\s+(?=\w)")
LOOSE = re.compile(r"(?<=\w)-\s")
WIDOW = re.compile(r"^((?:mme|madame)\.?\s+)?(?:vve|veuve|veuf)\.?\s+(?=\S)", re.IGNORECASE)
# Before another name of the same person: the one she was born with, or that of a husband.
OTHER_NAME = re.compile(
    r"\s(?:n[ée]{2}|né|née?\(e\)|[ée]pouse|[ée]poux|[ée]pse|[ée]p\b\.?|veuve|veuf|vve|div\b\.?|divorcée?)\s+(?=\S)",
    re.IGNORECASE,
)
DASHES = " -–—"
LEAST_WORDS = 2  # of a name in capitals before « FILS »
# Which of two of one name: it stays with the first name, or a father and his son would be one.
INITIALS = re.compile(r"(\w\.-?)+")  # « J.-P. »
KIN = re.compile(r"(?<=\S)\s+(\(?)(père|pere|fils|mère|mere|fille|aînée?|ainee?|jr)\)?\.?$", re.IGNORECASE)
NICKNAME = re.compile(r"(?<=\w)\s+[\"“«][^\"“”«»]+[\"”»]")  # « Jean "Jeannot" »
STRUCK = re.compile(r"\s*~+[^~]+~+\s*")  # as phones write it
CROSSED = re.compile("[❌✖✗✘🚫⛔👎]|[\u0335-\u0338]|(?:^|\\s)[†✝]")
LINES_ACROSS = re.compile("[\u0335-\u0338]")  # of letters that a phone struck out one by one
STUCK = re.compile(r"^(M|Mr|Mme|Mlle|Dr|Pr|Me)\.(?=[^\W\d_])")  # « M.DUPONT Jean »
STAYS = {"non", "forfait", "absent", "absente", "excuse", "excusee", "annule", "annulee", "decommande", "decommandee",
         "malade", "desiste", "peut etre", "decede", "decedee", "demissionnaire", "radie", "radiee"}  # fmt: skip
COMES = {"oui", "ok", "present", "presente", "inscrit", "inscrite", "partant", "partante"}
# Words of a message or below a list, seldom of a name.
_SAID = (
    "bonjour bonsoir salut coucou merci cordialement bises bisous amities bonne soiree journee inscrits inscription "
    "inscriptions tournoi concours liste present presents joueurs equipe samedi dimanche lundi mardi mercredi jeudi "
    "vendredi medias omis message supprime rendez rdv viens ajoute groupe chiffres appel manque pour bientot "
    "demain soir votre nos nous vous je on sera serai avec sans reste places"
)
REMARKS = set(_SAID.split())
# Where nothing else says which word stands first.
_GIVEN = (
    "adele alain albert alexandre alice aline andre andree anne annie antoine arlette arnaud aurelie beatrice "
    "benoit bernadette bernard brigitte bruno camille catherine cecile chantal charles christelle christian "
    "christine christophe claire claude claudine colette corinne damien daniel daniele david delphine denis denise "
    "didier dominique edith elisabeth elise eloise emile emilie emma emmanuel eric evelyne fabrice florence "
    "francine francis francois francoise frederic genevieve georges gerard ghislaine gilbert gilles ginette "
    "guillaume guy helene henri herve hugo huguette isabelle jacky jacqueline jacques jean jeanne jeannine jerome "
    "joel joelle jose joseph josette josiane julie julien karine laetitia laura laurence lea liliane louis louise "
    "lucas luc lucie lucien lucienne madeleine manon marc marcel marguerite marie marion martine mathieu maurice "
    "michel michele micheline mireille monique muriel nadine nathalie nicolas nicole noel odette odile olivier "
    "pascal pascale patrice patricia patrick paul paulette philippe pierre raymond raymonde rene renee robert roger "
    "roland sandrine sebastien serge simone solange sophie stephane stephanie suzanne sylvain sylvie therese "
    "thierry thomas valerie veronique victor vincent virginie viviane xavier yann yves yvette yvonne zoe"
)
CLUB_WORDS = {"club", "tarot", "amicale", "association", "asso", "ass", "foyer", "mjc", "comite", "ligue", "union"}
AGE_GROUPS = {"senior", "seniors", "veteran", "veterans", "jeune", "jeunes", "junior", "juniors", "cadet", "cadets"}
FIRST_NAMES = set(_GIVEN.split())


@dataclass(frozen=True)
class PlainName:
    """
    A name without the words around it in a list or a message, and what these words say.

    `sex` is that of a civility. `stays`: the person does not come after all. `guests` says how many people come along:
    « +1 ». `kin` tells namesakes apart, as it stands after the first name: « (père) ». `is_ticked` is the state of a
    box beside the name, None without a box. `said` are the texts in brackets.
    """

    name: str
    sex: str = ""
    stays: bool = False
    guests: str = ""
    kin: str = ""
    is_ticked: bool | None = None
    said: tuple[str, ...] = ()

    def called(self, first_name: str) -> str:
        """Return a first name, with the word that tells this person from a namesake."""
        return f"{first_name} {self.kin}".strip()


def plain_name(text: str) -> PlainName:
    """Return the name in a cell or a line: without number, telephone, emoji, brackets, « Mme », « forfait », « +1 »."""
    stays = CROSSED.search(text) is not None or any(map(STRUCK.fullmatch, (text, without_number(text))))
    guests = ONE_MORE.search(PHONE.sub("", text))
    said_before = LINES_ACROSS.sub("", MESSAGE.sub("", text)).strip()
    is_ticked = True if TICK.search(said_before) else False if EMPTY_BOX.search(said_before) else None
    bare = without_pictures(STYLED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), said_before))
    bare, kin = _without_kin(bare.strip())
    said = tuple(fold(found.strip("()[]")) for found in BRACKETS.findall(bare))
    for around in (BRACKETS, MAIL, CALLED_BY, ONE_MORE, NICKNAME, DRAWN, TICK if is_ticked else EMPTY_BOX):
        bare = around.sub(" ", bare).strip()
    bare = ELIDED.sub(r"\1", without_number(" ".join(bare.split())))
    bare = STUCK.sub(r"\1. ", bare)
    bare = WIDOW.sub(r"\1", LOOSE.sub(" ", PARTED.sub(r"\1-", _unquoted(bare))))
    words = MARKS.sub("", _one_family_name(bare)).split()
    while len(words) > 1 and (word := fold(words[-1].strip("!,;.:"))) in STAYS | COMES:
        stays = stays or word in STAYS
        words = MARKS.sub("", " ".join(words[:-1])).rstrip(" :").split()
    name, sex = without_civility(" ".join(words))
    stays = stays or not STAYS.isdisjoint(said)
    return PlainName(name, sex, stays, guests[0] if guests else "", kin, is_ticked, said)


def _unquoted(name: str) -> str:
    whole = QUOTED.fullmatch(name)
    return whole[1].strip() if whole else name


def _without_kin(name: str) -> tuple[str, str]:
    """Return a name without « (père) » or « fils » at its end, and that word. « Jean LE PÈRE » is a family name."""
    found = KIN.search(name)
    if found is None:
        return name, ""
    in_words = found[2].islower() or (name.isupper() and len(name.split()) > LEAST_WORDS)
    return (name[: found.start()], f"({found[2].lower()})") if found[1] or in_words else (name, "")


def _one_family_name(text: str) -> str:
    """Return a name with one family name of two: « GARNIER née ROUX Léa » is GARNIER Léa."""
    other = OTHER_NAME.search(text)
    if other is None:
        return text
    before, after = text[: other.start()], text[other.end() :].split()
    if len(before.split()) > 1 and split_name(without_civility(before)[0])[1]:
        return before  # « Léa GARNIER née ROUX »
    end = 0
    while end < len(after) - 1 and fold(after[end]) in PARTICLES:
        end += 1
    shouted = [is_shouted(word) for word in after]
    if any(shouted) and not all(shouted):
        end = max(place for place, is_last in enumerate(shouted) if is_last)
    return " ".join([before, *after[end + 1 :]])


def is_remark(name: str) -> bool:
    """Return True when the words of a line may be those of a message."""
    words = {word.strip("!,;.:?<>") for word in fold(name).split()}
    return bool(REMARKS & words) or name.endswith(("!", "?", "…"))


def is_whole_name(cell: str) -> bool:
    """Return True when a cell holds a family name in capitals and a first name."""
    words = without_number(cell).split()
    shouted = [word for word in words if word.isupper() and len(word) > 1]
    return 0 < len(shouted) < len(words) <= 5 and not any(map(str.isdigit, "".join(words)))


def may_be_a_club(name: str) -> bool:
    """Return True when a name may be a club's: « TC Angers », « Tarot Club BLOIS », « AS Tours »."""
    words = name.split()
    return bool(CLUB_WORDS & set(fold(name).split())) or any(map(_is_short, words))


def holds_more(name: str) -> bool:
    """Return True when a club or an age group may follow a name: « ROY Paul TC ANGERS », « ROY Paul senior »."""
    words = name.split()
    shouted = [word.isupper() and len(word) > 1 for word in words]
    runs = sum(now and not before for now, before in zip(shouted, [False, *shouted], strict=False))
    is_long = sum(shouted) > 2 and any(map(_is_short, words))
    is_grouped = len(words) > 2 and fold(words[-1]) in AGE_GROUPS
    return runs > 1 or is_long or is_grouped or bool(len(words) > 2 and CLUB_WORDS & set(fold(name).split()))


def _is_short(word: str) -> bool:
    return word.isupper() and word.isalpha() and len(word) == 2 and fold(word) not in PARTICLES


def reads_first_name_first(names: Iterable[str]) -> bool:
    """Return True when most of these names begin with the first name, as far as the words show it."""
    score = told = 0
    for name in names:
        words = fold(plain_name(name).name).split()
        if len(words) > 1:
            told += 1
            score += (words[0] in FIRST_NAMES) - (words[-1] in FIRST_NAMES)
    return score > 0 and score * 2 > told


def split_name(name: str, *, first_name_first: bool = False) -> tuple[str, str]:
    """
    Return (family name, first name): the family name is the words in capitals, or those before a comma.

    Without such a sign the family name comes first, with its particles (« Le Gall »), unless `first_name_first`. A dash
    between the two parts is removed.
    """
    before, comma, after = (part.strip() for part in name.partition(","))
    if comma and before and after:
        shouted = [all(map(is_shouted, part.split())) for part in (before, after)]
        is_turned = first_name_first if shouted[0] == shouted[1] else shouted[1]
        return (after, before) if is_turned else (before, after)
    last_name, first_name = _split_by_letters(before or after, first_name_first=first_name_first)
    return last_name.strip(DASHES), first_name.strip(DASHES)


def _split_by_letters(name: str, *, first_name_first: bool) -> tuple[str, str]:
    words = name.split()
    is_last = [is_shouted(word) for word in words]
    if any(is_last) and not all(is_last):
        for place in reversed(range(len(words) - 1)):  # « du PRÉ », « Van der BERG »
            is_last[place] = is_last[place] or (is_last[place + 1] and fold(words[place]) in PARTICLES)
        return (
            " ".join(word for word, last in zip(words, is_last, strict=True) if last),
            " ".join(word for word, last in zip(words, is_last, strict=True) if not last),
        )
    return _split_by_particles(words, first_name_first=first_name_first)


def without_number(name: str) -> str:
    """Return a name without the number or mark of a pasted list before it: « 12. », « - », « • »."""
    return NUMBERED.sub("", name)


def without_civility(name: str) -> tuple[str, str]:
    """Return a name without « M. » or « Mme », and the sex that the civility says, or ""."""
    first, _space, after = name.partition(" ")
    word = fold(first).strip(" .")
    is_whole = word in PROFESSIONS and len(after.split()) > 1
    is_apart = word in PROFESSIONS | RANKS and not first.isupper() and is_shouted(after.partition(" ")[0])
    if is_whole or is_apart:
        return after.strip(), ""
    sex = CIVILITIES.get(word, "")
    # « M » without a stop is a first letter as well: it is a civility before a full name only.
    if sex and len(after.split()) > (first.upper() == "M"):
        return after.strip(), sex
    return name, ""


def _split_by_particles(words: list[str], *, first_name_first: bool) -> tuple[str, str]:
    """Return (family name, first name) of words that all have the same case."""
    if not words:
        return "", ""
    begin = 0 if _begins_a_name(words[0]) else next((i for i in range(1, len(words)) if _begins_a_name(words[i])), 0)
    end = begin
    while end < len(words) - 1 and fold(words[end]) in PARTICLES:
        end += 1
    if not begin and end == len(words) - 1:
        return " ".join(words), ""  # « Le Gall » alone; one word
    if begin and (first_name_first or end == len(words) - 1):
        return " ".join(words[begin:]), " ".join(words[:begin])  # « Anne Le Gall »
    if first_name_first:
        return " ".join(words[1:] or words), words[0] if len(words) > 1 else ""
    last = end + 1 if begin <= 1 else 1  # « Martin du Gard Roger »
    return " ".join(words[:last]), " ".join(words[last:])


def _begins_a_name(word: str) -> bool:
    return fold(word) in PARTICLES or fold(word).startswith(("d ", "l "))


def is_shouted(word: str) -> bool:
    """Return True when a word is in capitals; « d’ALMEIDA » and « McDONALD » are too."""
    bare = re.sub(r"^([dl]['’]|mac|mc)", "", word, flags=re.IGNORECASE)
    return not INITIALS.fullmatch(word) and bare == bare.upper() and sum(letter.isalpha() for letter in bare) > 1
