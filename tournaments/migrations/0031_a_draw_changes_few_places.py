from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_an_address_is_confirmed")]

    operations = [
        migrations.AddField(model_name="draw", name="moved", field=models.JSONField(null=True)),
    ]
