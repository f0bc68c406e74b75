"""The final of a league becomes a row of the final: where its players come from, how many, and what they keep."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

ALL = 100  # percent


def give_finals_rows(apps, schema_editor):
    """Write a row for each league whose rule qualifies players; who declined is kept with it."""
    league_model, qualifying = apps.get_model("tournaments", "League"), apps.get_model("tournaments", "Qualifying")
    for league in league_model.objects.order_by("pk"):
        first, carries = league.rule.get("qualified") or 0, league.rule.get("carries")
        if not first:
            continue
        number = qualifying.objects.filter(final=league.final_id).count() + 1 if league.final_id else 1
        row = qualifying.objects.create(
            league_id=league.pk, final_id=league.final_id, number=number, first=first, carried=ALL if carries else 0
        )
        league.declined.update(qualifying=row)
        league.rule = league.rule | {"qualified": 0, "carries": False}
        league.save(update_fields=["rule"])
    apps.get_model("tournaments", "Declined").objects.filter(qualifying=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0043_travelling_boards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Qualifying",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("first", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("share", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("club_most", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("carried", models.PositiveSmallIntegerField(default=0)),
                (
                    "final",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sources",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="qualifyings",
                        to="tournaments.league",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="qualifyings",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["final", "number", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("final", "league"), name="a_league_leads_to_a_final_once"),
                    models.UniqueConstraint(fields=("final", "source"), name="a_tournament_leads_to_a_final_once"),
                    models.UniqueConstraint(
                        condition=Q(final__isnull=True), fields=("league",), name="a_league_announces_one_final"
                    ),
                    models.CheckConstraint(
                        condition=Q(league__isnull=False, source__isnull=True)
                        | Q(final__isnull=False, league__isnull=True, source__isnull=False),
                        name="a_final_takes_from_a_league_or_a_tournament",
                    ),
                    models.CheckConstraint(
                        condition=Q(source__isnull=True) | ~Q(source=F("final")), name="no_tournament_leads_to_itself"
                    ),
                    models.CheckConstraint(
                        condition=Q(first__isnull=False, first__range=(1, 1000), share__isnull=True)
                        | Q(first__isnull=True, share__isnull=False, share__range=(1, 100)),
                        name="a_cut_is_a_number_or_a_share",
                    ),
                    models.CheckConstraint(
                        condition=Q(club_most__isnull=True) | Q(club_most__range=(1, 1000)),
                        name="a_club_sends_from_1_to_1000_players",
                    ),
                    models.CheckConstraint(
                        condition=Q(carried__range=(0, 100)), name="from_0_to_100_percent_is_carried"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="declined",
            name="qualifying",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="declined",
                to="tournaments.qualifying",
            ),
        ),
        migrations.AddField(model_name="declined", name="at", field=models.DateTimeField(null=True)),
        migrations.AddField(
            model_name="declined",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="declined", name="is_own_word", field=models.BooleanField(db_default=False, default=False)
        ),
        migrations.RunPython(give_finals_rows, migrations.RunPython.noop),
    ]
