import tournaments.models.tournaments
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_a_club_shows_its_hall")]

    operations = [
        migrations.RemoveConstraint("tournament", "tie_breaks_are_an_order_of_known_criteria"),
        migrations.AlterField(
            "tournament",
            "tie_breaks",
            models.CharField(
                blank=True, default="", max_length=200, validators=[tournaments.models.tournaments.check_order]
            ),
        ),
        migrations.RemoveConstraint("job", "job_kind_is_known"),
        migrations.RemoveConstraint("import", "import_kind_is_known"),
        migrations.RemoveConstraint("columnmapping", "mapping_kind_is_known"),
        migrations.RemoveConstraint("appointment", "appointment_role_is_known"),
        migrations.RemoveConstraint("invitation", "role_offered_is_known_or_a_file_by_its_club"),
        migrations.AddConstraint(
            "invitation",
            models.CheckConstraint(
                name="a_role_is_offered_or_a_file_by_its_club",
                condition=(Q(player__isnull=True) & ~Q(role__in=["", "committee"]))
                | Q(role="", player__isnull=False, club__isnull=False),
            ),
        ),
    ]
