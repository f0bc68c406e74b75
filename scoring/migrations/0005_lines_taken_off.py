"""A line of a sheet can be taken off it, with a reason: the donne was typed at the wrong place."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("scoring", "0004_chelem_calls_keep_the_line_they_met"),
    ]
    operations = [
        migrations.AddField(
            model_name="sheetline",
            name="cancelled_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(model_name="sheetline", name="cancelled_at", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="sheetline", name="cancel_reason", field=models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.CheckConstraint(
                name="a_line_taken_off_says_why_and_stands_no_more",
                condition=models.Q(cancelled_at__isnull=True)
                | (models.Q(current=False) & ~models.Q(cancel_reason="")),
            ),
        ),
    ]
