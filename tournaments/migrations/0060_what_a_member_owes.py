import django.db.models.deletion
from django.db import migrations, models

import tournaments.labels


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0059_a_committee_names_arbiters")]

    operations = [
        migrations.CreateModel(
            name="SeasonRate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(choices=tournaments.labels.RateCode.offered, default="autre", max_length=10),
                ),
                ("label", models.CharField(max_length=40)),
                ("amount", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rates", to="tournaments.season"
                    ),
                ),
            ],
            options={
                "ordering": ["place", "pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        name="seasonrate_has_a_label", condition=models.Q(("label", ""), _negated=True)
                    ),
                    models.CheckConstraint(
                        name="seasonrate_code_is_known",
                        condition=models.Q(
                            (
                                "code__in",
                                [
                                    "membre",
                                    "licencie",
                                    "visiteur",
                                    "etudiant",
                                    "adulte",
                                    "couple",
                                    "jeune",
                                    "gratuit",
                                    "autre",
                                ],
                            )
                        ),
                    ),
                    models.CheckConstraint(
                        name="a_seasonrate_is_from_0_to_1000_euros",
                        condition=models.Q(("amount__range", (0, 100000))),
                    ),
                    models.UniqueConstraint(name="rate_label_is_unique_in_its_season", fields=["season", "label"]),
                ],
            },
        ),
        migrations.AddField(
            model_name="fee",
            name="rate",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="fees",
                to="tournaments.seasonrate",
            ),
        ),
        migrations.RemoveConstraint(model_name="payment", name="a_payment_is_more_than_0_and_up_to_1000_euros"),
        migrations.RemoveConstraint(model_name="payment", name="payment_method_is_known"),
        migrations.AlterField(
            model_name="payment",
            name="registration",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="payments",
                to="tournaments.registration",
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="fee",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="payments",
                to="tournaments.fee",
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="refunds",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="refunded",
                to="tournaments.payment",
            ),
        ),
        migrations.AddField(model_name="payment", name="paid_on", field=models.DateField(null=True)),
        migrations.AddField(
            model_name="payment", name="reason", field=models.TextField(blank=True, db_default="", default="")
        ),
        migrations.AlterField(model_name="payment", name="amount", field=models.IntegerField()),
        migrations.RemoveConstraint(model_name="rate", name="rate_code_is_known"),
        migrations.AddConstraint(
            model_name="rate",
            constraint=models.CheckConstraint(
                name="rate_code_is_known",
                condition=models.Q(
                    (
                        "code__in",
                        ["membre", "licencie", "visiteur", "etudiant", "adulte", "couple", "jeune", "gratuit", "autre"],
                    )
                ),
            ),
        ),
    ]
