"""Words of a list about people who do not come: « annulé », « remboursé », « parti », « liste d’attente »."""

import re

from tournaments.imports.headings import heading_key

# Under any heading; each may stand in a few more words.
_OUT = (
    "annul(e|ee|ation)|rembourse(e|ment)?|parti|partie|depart|decede|decedee|deces|morte?|demission(ne|naire)?"
    "|radi(e|ee|ation)|resilie|resiliee|exclu|exclue|exclusion|(ancien|ancienne|ex) (membre|adherent)|inactif|inactive"
    "|desinscrite?|desiste|desistee|desistement|liste d attente|attente|contestee?|refusee?|rejete|rejetee|abandon(ne)?"
    "|non renouvelee?|ne renouvelle pas|archivee?|supprimee?|suspendue?|mutee?|retiree?|expiree?|cancelled|canceled"
    "|refunded|waiting list|waitlist|left|deceased|resigned|inactive|arretee?|pas revenue?|n a pas (repris|renouvele)"
)
OUT = re.compile(rf"\b({_OUT})\b")
# Under a heading that is about coming only: elsewhere they say who was absent some other day.
# Of a column with the day on which somebody left: « Date de sortie », « Radié le ».
LEFT_ON = re.compile(r"\b(sortie?|depart|radiation|radiee?|demission|deces|decedee?|resiliation|exclusion|parti)\b")
A_DAY = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}.*|(19|20)\d\d")
AWAY = re.compile(r"\b(absent|absente|excuse|excusee|forfait|sorti|sortie|ancien|ancienne|clos|close)\b")
STATUS = re.compile(r"\b(statut|status|etat|situation|presence|present|inscription|reponse)\b")
# Of a question of a form, « Serez-vous présent ? », no is an answer.
ASKED = re.compile(
    r"(?!.*\b(accompagn\w*|avec|repas|din\w+|dejeuner|buffet|manger|pot|apero\w*|voiture|covoiturage)\b)"
    r"(.* )?(serez|seras|viendrez|viendras|venez|viens|participerez|participeras|participez) (vous|tu)\b"
)
DENIED = re.compile(r"\b(non|pas|jamais|sans|ni) (?!renouvel|repris|revenu)")
NOT_COMING = re.compile(r"\bne (\w+ )?(r?e?vien\w+|joue\w*|sera|seront|particip\w+|repren\w+) (pas|plus)\b")
MOST_WORDS = 6  # of a status; a longer text is a remark about something


def says_out(text: str, title: str) -> bool:
    """Return True when a cell under this heading says that the person on its line left, or is not in."""
    said = heading_key(text)
    if said in ("non", "no") and ASKED.match(heading_key(title)):
        return True
    if A_DAY.fullmatch(text.strip()) and LEFT_ON.search(heading_key(title)):
        return True
    if not said or len(said.split()) > MOST_WORDS:
        return False
    if NOT_COMING.search(said):
        return True
    if DENIED.search(said):
        return False
    return bool(OUT.search(said) or (STATUS.search(heading_key(title)) and AWAY.search(said)))
