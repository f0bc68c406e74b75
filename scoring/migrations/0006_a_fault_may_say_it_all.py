"""A penalty whose fault says it all needs no words of the arbiter."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_lines_taken_off")]
    operations = [
        migrations.RemoveConstraint(model_name="penalty", name="a_penalty_has_a_reason"),
        migrations.AlterField(model_name="penalty", name="reason", field=models.TextField(blank=True)),
    ]
