import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Barèmes that clubs compose, house rules on a line, and donnes kept card by card."""

    dependencies = [
        ("scoring", "0002_penalty_catalogue"),
        ("tournaments", "0002_wishes_and_seat_changes"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubBareme",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("edition", models.CharField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("version", models.PositiveSmallIntegerField(default=1)),
                ("rules", models.JSONField()),
                ("created_by_name", models.CharField(max_length=150)),
                ("created_at", models.DateTimeField()),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="baremes", to="tournaments.club"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="scoring.clubbareme",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "-version", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("archived_at__isnull", True)),
                        fields=("club", "name"),
                        name="one_offered_bareme_of_a_name_in_a_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="a_club_bareme_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("edition__startswith", "club-")),
                        name="a_club_edition_is_never_an_official_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("supersedes__isnull", True), ("version", 1)),
                            models.Q(("supersedes__isnull", False), ("version__gt", 1)),
                            _connector="OR",
                        ),
                        name="a_first_version_replaces_nothing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DonneRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("current", models.BooleanField(default=True)),
                ("key", models.UUIDField(unique=True)),
                ("written_by_name", models.CharField(max_length=150)),
                ("written_at", models.DateTimeField()),
                ("reason", models.TextField(blank=True)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("cancel_reason", models.TextField(blank=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("record", models.JSONField()),
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
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="records", to="scoring.sheetline"
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="scoring.donnerecord",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="records", to="tournaments.table"
                    ),
                ),
                (
                    "written_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("table", "number"),
                        name="one_current_record_for_a_donne",
                    ),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="records_number_donnes_from_1"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("supersedes__isnull", True), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="a_replaced_record_says_why",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cancelled_at__isnull", True),
                            models.Q(("current", False), models.Q(("cancel_reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="a_withdrawn_record_says_why_and_stands_no_more",
                    ),
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name="sheetline",
            name="a_played_donne_has_a_taker_a_contract_and_points",
        ),
        migrations.RemoveConstraint(
            model_name="sheetline",
            name="a_void_donne_marks_nothing",
        ),
        migrations.AddField(
            model_name="sheetline",
            name="confirmed",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="sheetline",
            name="miseres",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="sheetline",
            name="petit_chelem_announced",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="sheetline",
            name="petit_chelem_made",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("outcome", "jouee"), _negated=True),
                    models.Q(
                        ("bouts__range", (0, 3)),
                        ("contract__in", ["prise", "pousse", "garde", "garde_sans", "garde_contre"]),
                        ("half_points__range", (0, 182)),
                        ("taker__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="a_played_donne_has_a_taker_a_contract_and_points",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("outcome", "jouee"),
                    models.Q(
                        ("bouts__isnull", True),
                        ("chelem_announced", False),
                        ("chelem_made", ""),
                        ("contract", ""),
                        ("half_points__isnull", True),
                        ("partner__isnull", True),
                        ("petit_au_bout", ""),
                        ("petit_chelem_announced", False),
                        ("petit_chelem_made", False),
                        ("taker__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="a_void_donne_marks_nothing",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.CheckConstraint(
                condition=models.Q(("petit_chelem_made", False), ("chelem_made", ""), _connector="OR"),
                name="a_petit_chelem_is_no_chelem",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome", "jouee"), ("miseres", []), _connector="OR"),
                name="a_void_donne_shows_no_misere",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome", "jouee"), ("confirmed", []), _connector="OR"),
                name="a_void_donne_has_nothing_to_confirm",
            ),
        ),
    ]
