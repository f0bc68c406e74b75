"""A timed round has a clock: nothing for those that are over."""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_chairs_and_heartbeats")]
    operations = [
        migrations.CreateModel(
            name="Clock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("spent", models.PositiveIntegerField(default=0)),
                ("running_since", models.DateTimeField(blank=True, null=True)),
                (
                    "round",
                    models.OneToOneField(on_delete=CASCADE, related_name="clock", to="tournaments.round"),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        name="a_clock_has_run_for_a_day_at_most", condition=Q(spent__range=(0, 86_400))
                    )
                ]
            },
        ),
    ]
