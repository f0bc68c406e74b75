from django.db import migrations, models


class Migration(migrations.Migration):
    """What an entry of the journal is about, as a code and its values; entries of before keep their sentence."""

    dependencies = [
        ("tournaments", "0004_unknown_minutes"),
    ]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="words",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
