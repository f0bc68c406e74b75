"""Who only plays at a club is its guest: the club that keeps his file has him as a member."""

from django.db import migrations, models

import tournaments.labels


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_the_tournaments_of_a_site")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="grade",
            field=models.CharField(
                choices=tournaments.labels.Grade.offered, db_default="member", default="member", editable=False, max_length=6
            ),
        ),
        migrations.AddField(
            model_name="membership", name="asked_on", field=models.DateField(blank=True, editable=False, null=True)
        ),
        migrations.AddField(
            model_name="membership",
            name="asked_again_on",
            field=models.DateField(blank=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(grade__in=["guest", "asked", "member"]), name="grade_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(grade="asked", asked_on__isnull=False)
                | (~models.Q(grade="asked") & models.Q(asked_on__isnull=True, asked_again_on__isnull=True)),
                name="a_membership_that_is_asked_has_its_day",
            ),
        ),
    ]
