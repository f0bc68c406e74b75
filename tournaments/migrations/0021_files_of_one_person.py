from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0020_a_table_stops_early"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="linked_as",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=12),
        ),
        migrations.AddField(
            model_name="player",
            name="link_code",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=12),
        ),
        migrations.AddField(
            model_name="player",
            name="link_code_until",
            field=models.DateField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(condition=~Q(linked_as=""), fields=["linked_as"], name="files_of_one_person"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=~Q(link_code=""), fields=("link_code",), name="a_link_code_is_of_one_file"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=Q(("link_code", ""), ("link_code_until__isnull", True))
                | (~Q(link_code="") & Q(link_code_until__isnull=False)),
                name="a_link_code_has_a_last_day",
            ),
        ),
    ]
