"""When a tournament's revision was raised last: those of before changed when this ran, for nothing says it better."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_tie_breaks")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="changed_at",
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False),
        ),
    ]
