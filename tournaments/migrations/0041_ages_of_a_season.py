"""A season has the club's own ages, by which a birth year gives a category: none until the club says them."""

from django.db import migrations, models
from django.db.models import F, Q

YOUNG, VETERAN = "youth_until_age", "veteran_from_age"
ORDERED = Q(youth_until_age__isnull=True) | Q(veteran_from_age__isnull=True) | Q(youth_until_age__lt=F(VETERAN))


def _is_an_age(column: str) -> Q:
    return Q((f"{column}__isnull", True)) | Q((f"{column}__range", (1, 120)))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_a_player_may_be_a_double")]
    operations = [
        migrations.AddField("season", YOUNG, models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("season", VETERAN, models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "season", models.CheckConstraint(condition=_is_an_age(YOUNG), name="young_people_have_an_age")
        ),
        migrations.AddConstraint(
            "season", models.CheckConstraint(condition=_is_an_age(VETERAN), name="veterans_have_an_age")
        ),
        migrations.AddConstraint(
            "season", models.CheckConstraint(condition=ORDERED, name="nobody_is_young_and_a_veteran")
        ),
    ]
