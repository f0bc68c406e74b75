from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """A concours whose results came from a file may not say how long it was."""

    dependencies = [
        ("tournaments", "0003_invitations"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="tournament", name="a_round_has_its_donnes_or_its_minutes"),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                name="a_round_has_its_donnes_or_its_minutes",
                condition=Q(pace="donnes", donnes_per_round__range=(1, 60), minutes_per_round__isnull=True)
                | Q(Q(minutes_per_round__range=(1, 600)) | Q(minutes_per_round__isnull=True))
                & Q(pace="minutes", donnes_per_round__isnull=True),
            ),
        ),
    ]
