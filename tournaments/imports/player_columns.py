"""The columns of a list of players: the titles that people write over them, and how their cells are read."""

import re

from django.utils.translation import gettext_lazy

from tournaments.imports import cells
from tournaments.imports.headings import Column, Heading, heading_key
from tournaments.imports.names import (
    FIRST_NAME_FIRST_PATTERN,
    FIRST_NAME_FIRST_TITLES,
    FIRST_NAME_PATTERN,
    LAST_NAME_PATTERN,
    NAME_PATTERN,
    NAME_TITLES,
)

FULL_NAME, FIRST_THEN_LAST = "full_name", "first_then_last"
TOGETHER = (FULL_NAME, FIRST_THEN_LAST)
NAMES = ("last_name", "first_name")
MEMBER_SINCE = "member_since"
# What people write over a telephone: « Tél. portable », « N° de tél », « Mobile 1 ».
NO_PHONE = r"(?!.*\b(accord|autoris\w*|consent\w*|ordinateur|oui|non)\b)"
PHONES = rf"^{NO_PHONE}.*\b(tels?|telephon\w*|portables?|mobiles?|gsm|port)\b"
CODE = re.compile(r"(?!0[1-9]\d{8}$)[A-Za-z]{0,2}\d{5,12}[A-Za-z]?")  # a licence, perhaps; no telephone

COLUMNS: tuple[Column, ...] = (
    Column(
        "licence",
        ("licence", "n° licence", "no licence", "num licence", "numero de licence", "numero licence",
         "n° de licence", "n° lic", "license", "licence number", "license number", "licence no", "lic", "fft"),
        gettext_lazy("licence"),
        cells.licence,
        pattern=r"^(?!.*\b(type|prix|tarif|date|montant|payee?|jour|club)\b)"
        r"(.* )?(n°|no|num|numero)? ?(de )?(lic|licences?)( .*)?$"
        r"|^(n°|no|num|numero|id|identifiant|code|matricule) ?(de |d )?(la )?(fft|federale?|federation)\b",
    ),
    Column("last_name", ("nom", "noms", "nom de famille", "last name", "lastname", "surname", "family name"),
           gettext_lazy("nom"), cells.short("last_name"),
           LAST_NAME_PATTERN),
    Column("usage_name", ("nom d’usage", "nom usuel", "nom marital", "nom d’epouse", "nom d’epoux"),
           gettext_lazy("nom d’usage"), cells.short("last_name")),
    Column("birth_name", ("nom de naissance", "nom naissance", "nom de jeune fille", "nom patronymique",
                          "birth name", "maiden name"),
           gettext_lazy("nom de naissance"), cells.short("last_name")),
    Column("first_name", ("prenom", "prenoms", "prenom usuel", "first name", "firstname", "given name",
                          "forename"),
           gettext_lazy("prénom"), cells.short("first_name"),
           pattern=FIRST_NAME_PATTERN),
    Column(FULL_NAME, NAME_TITLES, gettext_lazy("nom et prénom ensemble"), pattern=NAME_PATTERN),
    Column(FIRST_THEN_LAST, FIRST_NAME_FIRST_TITLES, gettext_lazy("prénom et nom ensemble"),
           pattern=FIRST_NAME_FIRST_PATTERN),
    Column("category", ("categorie", "cat", "category", "categorie d’age"), gettext_lazy("catégorie"),
           cells.category, r"^categorie\b", may_be_left=True),
    Column("sex", ("sexe", "civilite", "civ", "genre", "titre", "h f", "f h", "m f", "f m", "sex", "gender"),
           gettext_lazy("sexe"), cells.sex, may_be_left=True),
    Column("birth_year",
           ("annee de naissance", "ne le", "ne e le", "nee le", "date de naissance", "naissance", "date naissance",
            "ddn", "annee naissance", "ne en", "ne e en", "birth year", "year of birth", "date of birth"),
           gettext_lazy("année de naissance"), cells.birth_year, may_be_left=True),
    Column("home_club", ("club", "club d’origine", "home club"), gettext_lazy("club d’origine"),
           cells.short("home_club"), may_be_left=True),
    Column("public_name", ("nom public", "nom affiche", "pseudo", "pseudonyme", "surnom", "public name",
                           "display name"),
           gettext_lazy("nom public"), cells.short("public_name"), may_be_left=True),
    Column("consent", ("consentement", "accord", "consent", "droit a l’image", "nom visible", "rgpd"),
           gettext_lazy("consentement"), cells.consent,
           r"^(consentement|accord|autoris)|\b(accept|autoris).*\b(nom|publi|affich)",
           may_be_left=True),
    Column("card_consent", ("fiche publique", "accord fiche", "fiche de joueur", "public card", "player card"),
           gettext_lazy("fiche publique"), cells.consent, may_be_left=True),
    Column("sharing_consent", ("transmission", "accord transmission", "accord tiers", "sharing"),
           gettext_lazy("transmission"), cells.consent, may_be_left=True),
    Column("licence_until", ("fin de licence", "licence valable jusqu’au", "licence jusqu’au", "valable jusqu’au",
                             "validite", "validite licence", "licence until", "valid until"),
           gettext_lazy("fin de licence"), cells.one_day, may_be_left=True),
    Column("federal_series", ("serie federale", "serie", "series"), gettext_lazy("série fédérale"),
           cells.short("federal_series"), may_be_left=True),
    Column("federal_series_on", ("serie au", "date de la serie", "serie depuis le", "series on"),
           gettext_lazy("série au"), cells.one_day, may_be_left=True),
    Column("email", ("e-mail", "email", "mail", "courriel", "adresse mail", "adresse e-mail", "adresse email",
                     "adresse electronique", "mel"),
           gettext_lazy("e-mail"), cells.email, may_be_left=True),
    Column("email_consent", ("accord e-mail", "accord mail", "accord courriel", "email consent"),
           gettext_lazy("accord e-mail"), cells.consent, may_be_left=True),
    Column("phone", ("telephone", "tel", "portable", "mobile", "telephone portable", "n° de telephone", "gsm",
                     "phone"),
           gettext_lazy("téléphone"), cells.phone, pattern=PHONES, may_be_left=True),
    Column("phone_consent", ("accord telephone", "accord tel", "phone consent"), gettext_lazy("accord téléphone"),
           cells.consent, may_be_left=True),
    Column("suspended_from", ("suspendu du", "suspendu depuis", "suspendu depuis le", "suspended from"),
           gettext_lazy("suspendu du"), cells.one_day, may_be_left=True),
    Column("suspended_until", ("suspendu jusqu’au", "fin de suspension", "suspended until"),
           gettext_lazy("suspendu jusqu’au"), cells.one_day, may_be_left=True),
    Column("suspension_reason", ("motif de suspension", "motif de la suspension", "suspension reason"),
           gettext_lazy("motif de suspension"), cells.short("suspension_reason"), may_be_left=True),
    Column(MEMBER_SINCE, ("membre depuis", "membre depuis le", "adherent depuis", "adherent depuis le", "adhesion le",
                          "date d’adhesion", "date d’entree", "member since"),
           gettext_lazy("membre depuis"), cells.one_day, may_be_left=True),
    Column("presence", ("present", "presente", "present e", "presence", "pointage", "pointe", "est la",
                        "est present", "sera present", "vient", "participe"),
           gettext_lazy("présent"), cells.presence),
)  # fmt: skip

# What the list of a club's members may have besides; a column of another year, « Cotisation 2024 », is chosen by hand.
FEE_COLUMNS: tuple[Column, ...] = (
    Column("fee_rate", ("tarif", "tarif de cotisation", "tarif cotisation", "type de cotisation", "rate"),
           gettext_lazy("tarif"), cells.said),
    Column("fee", ("cotisation", "cotisations", "cotis", "cotisation payee", "cotisation reglee", "montant paye",
                   "montant regle", "montant", "montant de la cotisation", "montant cotisation", "a jour",
                   "a jour de cotisation", "fee", "paid"),
           gettext_lazy("cotisation"), cells.said),
    Column("fee_paid_on", ("paye le", "payee le", "paye", "payee", "regle le", "reglee le", "regle", "reglee",
                           "date de paiement", "date paiement", "date de reglement", "date reglement", "paid on"),
           gettext_lazy("payé le"), cells.said),
    Column("fee_method", ("mode", "mode de paiement", "mode paiement", "mode de reglement", "moyen", "reglement",
                          "moyen de paiement", "moyen de reglement", "method", "paid by"),
           gettext_lazy("mode"), cells.said),
)  # fmt: skip

# What the list of an evening of teams may have besides.
TEAM_COLUMNS: tuple[Column, ...] = (
    Column("team", ("equipe", "team", "quadrette", "paire", "nom de l’equipe", "nom d’equipe", "nom de la quadrette",
                    "nom de la paire", "team name"),
           gettext_lazy("équipe"), cells.team_name),
    Column("captain", ("capitaine", "captain", "cap", "capitaine d’equipe"), gettext_lazy("capitaine"), cells.captain,
           may_be_left=True),
)  # fmt: skip


def headings() -> dict[str, str]:
    """Return {column name: heading to print}."""
    return {column.name: str(column.label) for column in (*COLUMNS, *FEE_COLUMNS)}


def may_be_licences(heading: Heading) -> bool:
    """Return True when a column that is not read looks like licences, by its title or by its cells."""
    key = heading_key(heading.title)
    if not any(letter.isdigit() for sample in heading.samples for letter in sample):
        return False
    if re.search(r"\b(lic|licences?|licencie|fft|federa\w*|affiliation)\b", key):
        return True
    codes = {sample for sample in heading.samples if CODE.fullmatch(sample)}
    if any(map(cells.may_be_phone, codes)):
        return False
    return len(codes) == len(heading.samples) > 1 and not re.search(
        r"\b(cp|code postal|postal|tel\w*|portable|mobile|gsm|date|montant|cotis\w*|points?|total|compte|siret)\b", key
    )
