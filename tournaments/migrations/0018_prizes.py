"""What may be won in a tournament and what was handed over; a job may print both."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import tournaments.labels

# Written out: a migration says the same for ever, whatever the code comes to know.
KINDS = [
    *("tirage", "tirage_position", "classement_pdf", "championnat_pdf", "feuilles_pdf", "plan_pdf", "affiche_pdf"),
    *("fiches_pdf", "chevalets_pdf", "listes_pdf", "certificat_pdf", "recus_pdf", "vierges_pdf", "avis_pdf"),
    *("papiers_pdf", "prix_pdf", "recus_prix_pdf"),
]
GROUPS = ["tous", "dames", "senior", "veteran", "jeune", "visiteur", "non_licencie", "dernier"]


def key() -> tuple[str, models.Field]:
    return ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def somebody() -> models.ForeignKey:
    return models.ForeignKey(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_series_templates_and_faces")]
    operations = [
        migrations.CreateModel(
            name="PrizePlan",
            fields=[
                key(),
                ("one_each", models.BooleanField(default=True)),
                ("club_adds", models.PositiveIntegerField(default=0)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_plan",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        name="a_club_adds_up_to_100000_euros", condition=Q(club_adds__range=(0, 10_000_000))
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                key(),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "group",
                    models.CharField(choices=tournaments.labels.prize_groups, default="tous", max_length=15),
                ),
                ("place", models.PositiveSmallIntegerField(default=1)),
                ("lot", models.CharField(blank=True, max_length=100)),
                ("amount", models.PositiveIntegerField(default=0)),
                ("percent", models.PositiveSmallIntegerField(default=0)),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.prizeplan",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "pk"],
                "constraints": [
                    models.UniqueConstraint(name="a_place_of_a_group_has_one_prize", fields=["plan", "group", "place"]),
                    models.CheckConstraint(name="prize_group_is_known", condition=Q(group__in=GROUPS)),
                    models.CheckConstraint(name="prize_places_begin_at_1", condition=Q(place__gte=1)),
                    models.CheckConstraint(name="a_prize_is_up_to_1000_euros", condition=Q(amount__range=(0, 100_000))),
                    models.CheckConstraint(
                        name="a_prize_is_up_to_all_the_takings", condition=Q(percent__range=(0, 100))
                    ),
                    models.CheckConstraint(
                        name="a_prize_is_an_amount_or_a_percentage", condition=Q(amount=0) | Q(percent=0)
                    ),
                    models.CheckConstraint(
                        name="a_prize_is_something", condition=~Q(lot="") | Q(amount__gt=0) | Q(percent__gt=0)
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeGiven",
            fields=[
                key(),
                ("amount", models.PositiveIntegerField(default=0)),
                ("lot", models.CharField(blank=True, max_length=100)),
                ("at", models.DateTimeField()),
                ("by_name", models.CharField(max_length=150)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("cancelled_by_name", models.CharField(blank=True, max_length=150)),
                ("cancel_reason", models.TextField(blank=True)),
                ("by", somebody()),
                ("cancelled_by", somebody()),
                (
                    "prize",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="given", to="tournaments.prize"
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prizes",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        name="a_prize_is_given_once_to_a_player",
                        fields=["prize", "registration"],
                        condition=Q(cancelled_at__isnull=True),
                    ),
                    models.CheckConstraint(
                        name="a_prize_taken_back_says_why",
                        condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason=""),
                    ),
                ],
            },
        ),
        migrations.RemoveConstraint(model_name="job", name="job_kind_is_known"),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(name="job_kind_is_known", condition=Q(kind__in=KINDS)),
        ),
    ]
