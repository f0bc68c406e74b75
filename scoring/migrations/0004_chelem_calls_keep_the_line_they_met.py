"""A chelem call keeps the line that it met, so that what it did can be taken back; a late one has no outcome."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


def find_the_lines(apps, schema_editor):
    calls = apps.get_model("scoring", "ChelemCall").objects
    lines = apps.get_model("scoring", "SheetLine").objects
    calls.filter(announced="tardif").update(outcome="en_attente")
    for call in calls.all():
        correction = lines.filter(key=uuid.uuid5(call.key, "line")).first()
        if correction is not None:
            met = correction.supersedes_id
        else:
            before = lines.filter(table=call.table_id, number=call.number, written_at__lte=call.recorded_at)
            met = before.order_by("-pk").values_list("pk", flat=True).first()
        calls.filter(pk=call.pk).update(line_met=met)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_squashed_0003_baremes_and_records")]
    operations = [
        migrations.AddField(
            model_name="chelemcall",
            name="line_met",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scoring.sheetline",
            ),
        ),
        migrations.RunPython(find_the_lines, migrations.RunPython.noop, elidable=True),
    ]
