"""
The faults every club starts with say where the règlement names them and, where it does, what follows: no amount is
known. What a club had written in the admin is its first edition.
"""

from django.db import migrations
from django.utils import timezone

DEALING = "Règlement FFT 2012, la distribution"
PETIT_SEC = "Règlement FFT 2012, le petit sec"
ECART = "Règlement FFT 2012, le chien et l’écart"
POIGNEES = "Règlement FFT 2012, les poignées"
CHELEM = "Règlement FFT 2012, le chelem"
ARBITER = "Règlement FFT 2012, l’arbitre"
BARRED = "donneur_exclu"

# code: (name, where, on whom, what follows)
FAULTS = {
    "fausse_donne": ("Fausse donne", DEALING, "donne", BARRED),
    "carte_retournee": ("Carte retournée en donnant", DEALING, "donne", BARRED),
    "chien_premiere_derniere": ("Première ou dernière carte mise au chien", DEALING, "donne", BARRED),
    "coupe_irreguliere": ("Coupe irrégulière", DEALING, "donne", ""),
    "main_levee": ("Cartes relevées avant la fin de la donne", DEALING, "joueur", ""),
    "petit_sec_tu": ("Petit sec non déclaré", PETIT_SEC, "joueur", ""),
    "faux_ecart": ("Faux écart", ECART, "joueur", ""),
    "ecart_interdit": ("Roi, bout ou atout écarté sans droit", ECART, "joueur", ""),
    "ecart_consulte": (
        "Écart consulté ou changé après «\N{NO-BREAK SPACE}jeu\N{NO-BREAK SPACE}»",
        ECART,
        "joueur",
        "",
    ),
    "carte_exposee": ("Carte exposée", ARBITER, "joueur", ""),
    "jeu_hors_tour": ("Jeu hors tour", ARBITER, "joueur", ""),
    "renonce": ("Renonce", ARBITER, "joueur", ""),
    "nombre_de_cartes": ("Nombre de cartes faux", ARBITER, "joueur", ""),
    "etui": ("Main mal remise dans l’étui", ARBITER, "table", ""),
    "poignee_tardive": ("Poignée montrée trop tard", POIGNEES, "joueur", ""),
    "chelem_sans_arbitre": ("Garde sans, garde contre ou chelem sans appel de l’arbitre", CHELEM, "joueur", ""),
    "hesitation": ("Hésitation injustifiée", ARBITER, "joueur", ""),
    "manierisme": ("Maniérisme", ARBITER, "joueur", ""),
    "propos": ("Propos ou comportement déplacés", ARBITER, "joueur", ""),
    "arbitre_non_appele": ("Arbitre non appelé", ARBITER, "table", ""),
}


def forwards(apps, schema_editor):
    kinds = apps.get_model("scoring", "PenaltyKind").objects
    kinds.filter(club=None, points=0).update(points=None)  # the arbiter decides: 0 would be a warning
    for code, (name, reference, target, sanction) in FAULTS.items():
        told = {"reference": reference, "target": target, "sanction": sanction}
        if not kinds.filter(club=None, code=code).update(**told):
            kinds.create(club=None, code=code, name=name, points=None, **told)
    editions = apps.get_model("scoring", "PenaltyEdition").objects
    for club in sorted(set(kinds.exclude(club=None).values_list("club_id", flat=True))):
        edition = editions.create(club_id=club, valid_from=None, created_by_name="", created_at=timezone.now())
        kinds.filter(club_id=club).update(edition=edition)


def backwards(apps, schema_editor):
    """Leave the faults: a decision may name them."""
    kinds = apps.get_model("scoring", "PenaltyKind").objects
    kinds.filter(points=None).update(points=0)
    kinds.update(edition=None)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_catalogues_of_clubs")]
    operations = [migrations.RunPython(forwards, backwards)]
