from django.db import migrations, models

import scoring.labels


class Migration(migrations.Migration):
    dependencies = [("scoring", "0008_a_phone_knows_its_player")]

    operations = [
        migrations.AlterField(
            "penalty",
            "prime",
            models.CharField(
                blank=True, choices=scoring.labels.Prime.offered, db_default="", default="", max_length=20
            ),
        ),
    ]
