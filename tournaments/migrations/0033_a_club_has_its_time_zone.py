from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_a_reminder_the_day_before")]

    operations = [
        migrations.AddField(
            model_name="club", name="time_zone", field=models.CharField(db_default="Europe/Paris", default="Europe/Paris", max_length=40)
        ),
    ]
