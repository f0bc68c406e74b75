"""Leagues of their own: each season gets one, with the rule that its columns said; lines of the journal too."""

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.seasons

CHANGED = "règle du championnat changée"
MOST = 500  # rows written at once


def rule(best_of, minimum):
    """Return the rule of version 1 that adds up the best results."""
    return {
        "version": 1,
        "brings": "scores",
        "table": [],
        "after_table": 0,
        "adds": "sum",
        "best_of": best_of,
        "drops": 0,
        "minimum": minimum,
        "bonus": 0,
        "ties": [],
        "club_best": None,
        "qualified": 0,
        "carries": False,
    }


def give_leagues(apps, _editor):
    season, league = apps.get_model("tournaments", "Season"), apps.get_model("tournaments", "League")
    columns = season.objects.order_by("pk").values_list("pk", "best_of", "minimum_evenings")
    league.objects.bulk_create(
        [league(season_id=pk, number=1, name="Championnat", rule=rule(*said)) for pk, *said in columns],
        batch_size=MOST,
    )
    league_of = dict(league.objects.values_list("season_id", "pk"))
    entries = apps.get_model("tournaments", "JournalEntry").objects.filter(action=CHANGED)
    for entry in entries.iterator(chunk_size=MOST):
        entry.details = {
            "league": league_of.get(entry.details["season"]),
            "rule": [rule(said.get("best_of"), said.get("minimum_evenings")) for said in entry.details["rule"]],
        }
        entry.save(update_fields=["details"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_people_enter_from_home")]

    operations = [
        migrations.CreateModel(
            name="Declined",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("name", models.CharField(max_length=60)),
                ("rule", models.JSONField(default=tournaments.models.seasons.sum_of_all)),
                ("revision", models.PositiveIntegerField(default=1)),
            ],
            options={
                "ordering": ["season", "number"],
            },
        ),
        migrations.CreateModel(
            name="LeagueGuest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="LeaguePublication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("rule", models.JSONField()),
                ("events", models.PositiveSmallIntegerField()),
                ("is_provisional", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="PublishedLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField(null=True)),
                ("shared", models.BooleanField()),
                ("played", models.PositiveSmallIntegerField()),
                ("total", models.DecimalField(decimal_places=2, max_digits=12)),
            ],
            options={
                "ordering": ["publication", "number"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="job",
            name="one_live_job_of_a_kind_for_a_season",
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(("season__isnull", False), ("state__in", ["en_attente", "en_cours"])),
                fields=("kind", "season", "about"),
                name="one_live_job_of_a_kind_for_a_season",
            ),
        ),
        migrations.AddField(
            model_name="declined",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.player"
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="final",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="leagues", to="tournaments.season"
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="series",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="leagues",
                to="tournaments.series",
            ),
        ),
        migrations.AddField(
            model_name="declined",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="declined", to="tournaments.league"
            ),
        ),
        migrations.AddField(
            model_name="leagueguest",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="guests", to="tournaments.league"
            ),
        ),
        migrations.AddField(
            model_name="leagueguest",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="tournaments.season"
            ),
        ),
        migrations.AddField(
            model_name="leaguepublication",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="publications", to="tournaments.league"
            ),
        ),
        migrations.AddField(
            model_name="publishedline",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
            ),
        ),
        migrations.AddField(
            model_name="publishedline",
            name="publication",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="tournaments.leaguepublication"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                fields=("season", "number"), name="league_number_is_unique_in_its_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(fields=("season", "name"), name="league_name_is_unique_in_its_season"),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="league_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="leagues_are_numbered_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="declined",
            constraint=models.UniqueConstraint(fields=("league", "player"), name="player_declines_a_final_once"),
        ),
        migrations.AddConstraint(
            model_name="leagueguest",
            constraint=models.UniqueConstraint(fields=("league", "season"), name="season_is_once_in_a_league"),
        ),
        migrations.AddConstraint(
            model_name="leaguepublication",
            constraint=models.CheckConstraint(
                condition=models.Q(("events__gte", 1)), name="publication_counts_an_evening"
            ),
        ),
        migrations.AddConstraint(
            model_name="publishedline",
            constraint=models.UniqueConstraint(fields=("publication", "number"), name="published_lines_have_an_order"),
        ),
        migrations.RunPython(give_leagues, migrations.RunPython.noop),
    ]
