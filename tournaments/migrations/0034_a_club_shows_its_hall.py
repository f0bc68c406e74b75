import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_a_club_has_its_time_zone")]

    operations = [
        migrations.AddField(
            model_name="club", name="welcome", field=models.CharField(blank=True, db_default="", default="", max_length=600)
        ),
        migrations.CreateModel(
            name="ClubPhoto",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("content", models.BinaryField()),
                ("width", models.PositiveSmallIntegerField()),
                ("height", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=16)),
                ("club", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="photo", to="tournaments.club")),
            ],
            options={"abstract": False},
        ),
    ]
