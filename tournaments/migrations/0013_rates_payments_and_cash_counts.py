"""Money at the door, and who comes late or stands in."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import tournaments.labels
import tournaments.labels


def somebody() -> models.ForeignKey:
    return models.ForeignKey(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
    )


def key() -> tuple[str, models.Field]:
    return ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_search_text")]
    operations = [
        migrations.AddField(
            model_name="registration",
            name="waits",
            field=models.CharField(blank=True, choices=tournaments.labels.Waits.offered, default="", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.CheckConstraint(
                name="late_and_stand_in_are_entered_only",
                condition=Q(waits="") | Q(waits__in=["retard", "remplacant"], status="inscrit"),
            ),
        ),
        migrations.CreateModel(
            name="Rate",
            fields=[
                key(),
                (
                    "code",
                    models.CharField(choices=tournaments.labels.RateCode.offered, default="autre", max_length=10),
                ),
                ("label", models.CharField(max_length=40)),
                ("amount", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rates", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["place", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        name="rate_label_is_unique_in_its_tournament", fields=["tournament", "label"]
                    ),
                    models.CheckConstraint(name="rate_has_a_label", condition=~Q(label="")),
                    models.CheckConstraint(
                        name="rate_code_is_known",
                        condition=Q(code__in=["membre", "licencie", "visiteur", "etudiant", "autre"]),
                    ),
                    models.CheckConstraint(
                        name="a_rate_is_from_0_to_1000_euros", condition=Q(amount__range=(0, 100_000))
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="registration",
            name="rate",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="registrations",
                to="tournaments.rate",
            ),
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                key(),
                ("key", models.UUIDField(unique=True)),
                ("amount", models.PositiveIntegerField()),
                ("method", models.CharField(choices=tournaments.labels.PaymentMethod.offered, max_length=10)),
                ("at", models.DateTimeField()),
                ("by", somebody()),
                ("by_name", models.CharField(max_length=150)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("cancelled_by", somebody()),
                ("cancelled_by_name", models.CharField(blank=True, max_length=150)),
                ("cancel_reason", models.TextField(blank=True)),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        name="a_payment_is_more_than_0_and_up_to_1000_euros", condition=Q(amount__range=(1, 100_000))
                    ),
                    models.CheckConstraint(
                        name="payment_method_is_known",
                        condition=Q(method__in=["especes", "cheque", "carte", "virement"]),
                    ),
                    models.CheckConstraint(
                        name="a_cancelled_payment_says_why",
                        condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason=""),
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CashCount",
            fields=[
                key(),
                ("key", models.UUIDField(unique=True)),
                ("opening", models.PositiveIntegerField(default=0)),
                ("counted", models.PositiveIntegerField()),
                ("expected", models.PositiveIntegerField()),
                ("pieces", models.JSONField(default=dict)),
                ("remark", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("by", somebody()),
                ("by_name", models.CharField(max_length=150)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash_counts",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        name="a_cash_box_holds_up_to_100000_euros",
                        condition=Q(counted__lte=10_000_000, opening__lte=10_000_000),
                    )
                ],
            },
        ),
    ]
