"""
The links of an evening have a version of their own; earlier links of who is known to several clubs are withdrawn.

An earlier link does not say which club showed it: of who was ever known to another club than the one that keeps his
file, nobody can say that its holder may follow him there.
"""

from django.db import migrations, models
from django.db.models import Exists, F, OuterRef


def withdraw_links_between_clubs(apps, schema_editor):
    Player = apps.get_model("tournaments", "Player")
    Membership = apps.get_model("tournaments", "Membership")
    Registration = apps.get_model("tournaments", "Registration")
    elsewhere = Membership.objects.filter(player=OuterRef("pk")).exclude(club=OuterRef("club"))
    played_elsewhere = Registration.objects.filter(player=OuterRef("pk")).exclude(tournament__club=OuterRef("club"))
    known = Player.objects.filter(Exists(elsewhere) | Exists(played_elsewhere)).order_by()
    Player.objects.filter(pk__in=known.values("pk")).update(link_version=F("link_version") + 1)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0017_a_league_is_published_once"),
    ]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="link_version",
            field=models.PositiveSmallIntegerField(db_default=1, default=1, editable=False),
        ),
        migrations.RunPython(withdraw_links_between_clubs, migrations.RunPython.noop),
    ]
