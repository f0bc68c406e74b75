"""Who was entered twice and met himself at a table is one player; his second row stays for that event alone."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_no_name_of_who_took_a_backup")]
    operations = [
        migrations.AddField(
            "player",
            "double_of",
            models.ForeignKey(
                editable=False, null=True, on_delete=models.PROTECT, related_name="+", to="tournaments.player"
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                name="a_double_is_of_somebody_else", condition=Q(double_of__isnull=True) | ~Q(double_of=F("pk"))
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                name="a_double_agrees_to_nothing",
                condition=Q(double_of__isnull=True) | Q(consent=False, licence="", public_name=""),
            ),
        ),
    ]
