"""A seat's column says that it is a chair, and the constraint on running jobs that it is a heartbeat."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_draws_of_the_jobs")]
    operations = [
        migrations.AlterModelOptions(name="seat", options={"ordering": ["chair"]}),
        # The constraints name the column: they make room while it is renamed.
        migrations.RemoveConstraint(model_name="seat", name="one_player_on_a_chair"),
        migrations.RemoveConstraint(model_name="seat", name="a_chair_belongs_to_a_table"),
        migrations.RenameField(model_name="seat", old_name="position", new_name="chair"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(name="one_player_on_a_chair", fields=["table", "chair"]),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                name="a_chair_belongs_to_a_table",
                condition=Q(table__isnull=True, chair__isnull=True) | Q(table__isnull=False, chair__range=(0, 4)),
            ),
        ),
        migrations.RemoveConstraint(model_name="job", name="a_running_job_has_a_heart"),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                name="a_running_job_has_a_heartbeat",
                condition=~Q(state="en_cours") | Q(heartbeat_at__isnull=False),
            ),
        ),
    ]
