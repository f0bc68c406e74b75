"""
Two faults of the catalogue that every club starts with are what article F1 says of them.

An irregular cut is a fault of dealing, and a petit sec that nobody told voids the donne. A club's own edition stays
as the club wrote it: decisions may have been taken by it.
"""

from typing import Any

from django.db import migrations


def follow(apps: Any, _schema_editor: Any) -> None:
    kinds = apps.get_model("scoring", "PenaltyKind").objects.filter(club=None)
    kinds.filter(code="coupe_irreguliere", sanction="").update(sanction="donneur_exclu")
    kinds.filter(code="petit_sec_tu", target="joueur").update(target="donne")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_who_was_excluded")]
    operations = [migrations.RunPython(follow, migrations.RunPython.noop)]
