"""The faults an arbiter can name, without amounts: those of the federation are not public, each club sets its own."""

from django.db import migrations

CATALOGUE = {
    "fausse_donne": "Fausse donne",
    "carte_exposee": "Carte exposée",
    "coupe_irreguliere": "Coupe irrégulière",
    "main_levee": "Cartes relevées avant la fin de la donne",
    "petit_sec_tu": "Petit sec non déclaré",
    "faux_ecart": "Faux écart",
    "ecart_consulte": "Écart consulté ou changé après « jeu »",
    "jeu_hors_tour": "Jeu hors tour",
    "renonce": "Renonce",
    "nombre_de_cartes": "Nombre de cartes faux",
    "poignee_tardive": "Poignée montrée trop tard",
    "chelem_sans_arbitre": "Garde sans, garde contre ou chelem sans appel de l’arbitre",
    "hesitation": "Hésitation injustifiée",
    "manierisme": "Maniérisme",
    "propos": "Propos ou comportement déplacés",
    "retard": "Retard",
    "arbitre_non_appele": "Arbitre non appelé",
    "autre": "Autre faute",
}


def fill(apps, schema_editor):
    kinds = apps.get_model("scoring", "PenaltyKind").objects
    for code, name in CATALOGUE.items():
        kinds.get_or_create(club=None, code=code, defaults={"name": name, "points": 0})


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
