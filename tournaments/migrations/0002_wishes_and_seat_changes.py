import django.db.models.deletion
import tournaments.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Wishes, seats changed by hand, cancelled positions, prints, and a club’s own barème.

    One migration, each model created whole: a first start runs it under the eyes of somebody waiting.
    """

    dependencies = [
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeatChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=tournaments.labels.SeatChangeKind.offered, max_length=12)),
                ("number", models.PositiveSmallIntegerField()),
                ("reason", models.TextField()),
                ("key", models.UUIDField(unique=True)),
                ("made_by_name", models.CharField(max_length=150)),
                ("made_at", models.DateTimeField()),
                ("undone_by_name", models.CharField(blank=True, max_length=150)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.registration"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.registration"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seat_changes",
                        to="tournaments.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_changes",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["echange", "remplacement"])), name="seat_change_kind_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("one", models.F("other")), _negated=True),
                        name="two_different_players_change_places",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_seat_change_says_why"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="seat_changes_are_of_a_round_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("undone_at__isnull", True), ("kind", "echange"), _connector="OR"),
                        name="only_an_exchange_is_undone",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=tournaments.labels.WishKind.offered, max_length=10)),
                ("hard", models.BooleanField(default=True)),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("chair", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("added_by_name", models.CharField(blank=True, max_length=150)),
                ("added_at", models.DateTimeField()),
                ("cancelled_by_name", models.CharField(blank=True, max_length=150)),
                ("cancelled_at", models.DateTimeField(null=True)),
                (
                    "added_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="wishes", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["separer", "club", "equipe", "place", "secteur"])),
                        name="wish_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(("table__isnull", False), ("chair__isnull", False), _connector="OR"),
                                ("kind", "place"),
                            ),
                            models.Q(
                                models.Q(("kind", "place"), _negated=True),
                                ("chair__isnull", True),
                                ("table__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="a_fixed_place_is_a_table_or_a_chair",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table__isnull", True), ("table__gte", 1), _connector="OR"),
                        name="a_wished_table_counts_from_1",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("chair__isnull", True), ("chair__range", (0, 4)), _connector="OR"),
                        name="a_wished_chair_exists",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "secteur"), _negated=True),
                            models.Q(("name", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="a_sector_has_a_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hard", True), ("kind__in", ["separer", "club"]), _connector="OR"),
                        name="only_keeping_apart_may_give_way",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cancelled_at__isnull", False),
                            models.Q(("cancelled_by__isnull", True), ("cancelled_by_name", "")),
                            _connector="OR",
                        ),
                        name="a_wish_in_force_is_cancelled_by_nobody",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("cancelled_at__isnull", True), ("kind", "club")),
                        fields=("tournament",),
                        name="clubs_are_kept_apart_by_one_wish",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WishPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="wishes",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "wish",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.wish"
                    ),
                ),
            ],
            options={
                "ordering": ["registration__start_number"],
                "constraints": [
                    models.UniqueConstraint(fields=("wish", "registration"), name="a_wish_names_a_player_once")
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name="job",
            name="one_live_job_of_a_kind_for_a_tournament",
        ),
        migrations.RemoveConstraint(
            model_name="job",
            name="job_kind_is_known",
        ),
        migrations.AddField(
            model_name="job",
            name="about",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="job",
            name="best",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="job",
            name="enough_asked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="round",
            name="cancel_reason",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="round",
            name="cancelled_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="cancelled_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="cancelled_by_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="round",
            name="cancelled_from",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cancelled_rounds",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="bareme_name",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AlterField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="bareme",
            field=models.CharField(default="fft-2012", max_length=40),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["en_attente", "en_cours"]), ("tournament__isnull", False)),
                fields=("kind", "tournament", "about"),
                name="one_live_job_of_a_kind_for_a_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "tirage",
                            "tirage_position",
                            "classement_pdf",
                            "championnat_pdf",
                            "feuilles_pdf",
                            "plan_pdf",
                            "affiche_pdf",
                            "fiches_pdf",
                            "chevalets_pdf",
                            "listes_pdf",
                            "certificat_pdf",
                        ],
                    )
                ),
                name="job_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("cancelled_at__isnull", True), ("cancelled_from__isnull", True), ("tournament__isnull", False)
                    ),
                    models.Q(
                        models.Q(("cancel_reason", ""), _negated=True),
                        ("cancelled_from__isnull", False),
                        ("tournament__isnull", True),
                        ("cancelled_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="a_round_is_in_force_or_was_cancelled_with_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(models.Q(("bareme_name", ""), _negated=True), ("bareme__startswith", "club-")),
                    models.Q(models.Q(("bareme__startswith", "club-"), _negated=True), ("bareme_name", "")),
                    _connector="OR",
                ),
                name="a_bareme_of_the_club_is_named",
            ),
        ),
    ]
