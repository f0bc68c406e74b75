"""Each club has its own contacts and suspension of somebody; what another would change in his file is proposed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_files_of_one_person"),
    ]

    operations = [
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("changes", models.JSONField()),
                ("proposed_on", models.DateField()),
            ],
            options={
                "ordering": ["proposed_on", "pk"],
            },
        ),
        migrations.AddField(
            model_name="membership",
            name="email",
            field=models.EmailField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="membership",
            name="email_consent",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="membership",
            name="phone",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddField(
            model_name="membership",
            name="phone_consent",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="membership",
            name="suspended_from",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="membership",
            name="suspended_until",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="membership",
            name="suspension_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AlterField(
            model_name="player",
            name="email",
            field=models.EmailField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AlterField(
            model_name="player",
            name="email_consent",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="player",
            name="phone",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AlterField(
            model_name="player",
            name="phone_consent",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="player",
            name="suspension_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("email", ""), ("email_consent", True), _connector="OR"),
                    models.Q(("phone", ""), ("phone_consent", True), _connector="OR"),
                ),
                name="a_club_keeps_a_contact_by_consent",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("suspended_from__isnull", True), ("suspended_until__isnull", True), ("suspension_reason", "")
                    ),
                    models.Q(("suspended_from__isnull", False), models.Q(("suspension_reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="a_suspension_by_a_club_has_a_first_day_and_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("suspended_until__isnull", True),
                    ("suspended_until__gte", models.F("suspended_from")),
                    _connector="OR",
                ),
                name="a_suspension_by_a_club_ends_after_it_begins",
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="proposals", to="tournaments.club"
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="proposals", to="tournaments.player"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="a_club_proposes_one_change_of_a_file"),
        ),
    ]
