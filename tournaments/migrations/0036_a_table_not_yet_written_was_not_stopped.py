from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_codes_are_checked_where_they_come_in")]

    operations = [
        migrations.AlterField(
            "table", "stopped_by_name", models.CharField(blank=True, db_default="", default="", max_length=150)
        ),
        migrations.AlterField("table", "stop_reason", models.TextField(blank=True, db_default="", default="")),
    ]
