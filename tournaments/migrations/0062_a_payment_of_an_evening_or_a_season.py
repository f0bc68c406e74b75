import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0061_fees_become_payments")]

    operations = [
        migrations.AlterField(model_name="payment", name="paid_on", field=models.DateField()),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                name="payment_method_is_known",
                condition=models.Q(("method__in", ["especes", "cheque", "carte", "virement", "autre"])),
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                name="a_payment_is_for_an_evening_or_a_season",
                condition=models.Q(
                    models.Q(("fee__isnull", True), ("registration__isnull", False)),
                    models.Q(("fee__isnull", False), ("registration__isnull", True)),
                    _connector="OR",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                name="a_payment_is_up_to_1000_euros_and_a_refund_below_0",
                condition=models.Q(
                    models.Q(("amount__range", (1, 100000)), ("refunds__isnull", True)),
                    models.Q(("amount__range", (-100000, -1)), ("refunds__isnull", False)),
                    _connector="OR",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                name="a_refund_says_why",
                condition=models.Q(("refunds__isnull", True), models.Q(("reason", ""), _negated=True), _connector="OR"),
            ),
        ),
        migrations.AlterField(
            model_name="fee",
            name="rate",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT, related_name="fees", to="tournaments.seasonrate"
            ),
        ),
        migrations.AlterField(
            model_name="fee",
            name="membership",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="fees", to="tournaments.membership"
            ),
        ),
        migrations.AlterField(
            model_name="fee",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="fees", to="tournaments.season"
            ),
        ),
        migrations.RemoveConstraint(model_name="fee", name="a_fee_is_paid_once_a_season"),
        migrations.RemoveConstraint(model_name="fee", name="a_fee_is_up_to_1000_euros"),
        migrations.AddConstraint(
            model_name="fee",
            constraint=models.UniqueConstraint(
                name="a_member_owes_a_fee_once_a_season", fields=["membership", "season"]
            ),
        ),
        migrations.RemoveConstraint(model_name="season", name="the_fee_of_a_season_is_up_to_1000_euros"),
        migrations.RemoveField(model_name="fee", name="amount"),
        migrations.RemoveField(model_name="fee", name="paid_on"),
        migrations.RemoveField(model_name="season", name="fee"),
    ]
