from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0018_a_link_opens_one_evening"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="erasure_asked_on",
            field=models.DateField(blank=True, editable=False, null=True),
        ),
    ]
