"""Who answers for the site and how long data is kept are said in the browser; one row, or none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_a_replacement_is_undone")]
    operations = [
        migrations.CreateModel(
            name="Site",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("name", models.CharField(blank=True, default="", max_length=200)),
                ("contact", models.CharField(blank=True, default="", max_length=200)),
                ("host", models.CharField(blank=True, default="", max_length=200)),
                ("kept_years", models.PositiveSmallIntegerField(default=0)),
                ("backup_days", models.PositiveSmallIntegerField(default=0)),
                ("backed_up_at", models.DateTimeField(blank=True, null=True)),
                ("backed_up_by", models.CharField(blank=True, default="", max_length=150)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("pk", 1)), name="there_is_one_site")
                ]
            },
        )
    ]
