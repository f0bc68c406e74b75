"""A prize handed over says how it was paid; money that was given before is taken for cash, as it is in a hall."""

from django.db import migrations, models
from django.db.models import Q

from tournaments.labels import PrizeMethod


def money_was_cash(apps, _editor):
    apps.get_model("tournaments", "PrizeGiven").objects.filter(amount__gt=0).update(method="especes")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_as_it_was_archived")]
    operations = [
        migrations.AddField(
            model_name="prizegiven",
            name="method",
            field=models.CharField(choices=PrizeMethod.offered, default="nature", max_length=10),
        ),
        migrations.RunPython(money_was_cash, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="prizegiven",
            constraint=models.CheckConstraint(
                name="prize_method_is_known", condition=Q(method__in=["especes", "cheque", "virement", "nature"])
            ),
        ),
        migrations.AddConstraint(
            model_name="prizegiven",
            constraint=models.CheckConstraint(
                name="a_thing_alone_is_given_in_kind", condition=Q(amount__gt=0) | Q(method="nature")
            ),
        ),
    ]
