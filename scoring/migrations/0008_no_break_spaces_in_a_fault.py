"""A fault that every club starts with has no-break spaces inside its guillemets, as all French of the pages."""

from django.db import migrations

PLAIN = "Écart consulté ou changé après « jeu »"
SET = "Écart consulté ou changé après «\N{NO-BREAK SPACE}jeu\N{NO-BREAK SPACE}»"


def rename(apps, old, new):
    apps.get_model("scoring", "PenaltyKind").objects.filter(club=None, code="ecart_consulte", name=old).update(name=new)


def forwards(apps, schema_editor):
    rename(apps, PLAIN, SET)


def backwards(apps, schema_editor):
    rename(apps, SET, PLAIN)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_totals_by_chair")]
    operations = [migrations.RunPython(forwards, backwards)]
