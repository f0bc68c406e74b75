"""A player's own page is opened by a link that can be withdrawn."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0031_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="link_version",
            field=models.PositiveSmallIntegerField(default=1, editable=False),
        ),
    ]
