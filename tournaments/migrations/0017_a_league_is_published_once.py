from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_who_plays_is_a_guest'),
    ]

    operations = [
        migrations.AddField(
            model_name='leaguepublication',
            name='key',
            field=models.UUIDField(editable=False, null=True, unique=True),
        ),
    ]
