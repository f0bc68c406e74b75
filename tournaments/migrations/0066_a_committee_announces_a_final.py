from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0065_an_entry_has_no_mail_of_its_own'),
    ]

    operations = [
        migrations.AddField(
            model_name='qualifying',
            name='by_committee',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name='qualifying',
            constraint=models.UniqueConstraint(condition=models.Q(('by_committee', True)), fields=('league',), name='a_committee_announces_one_final_of_a_league'),
        ),
    ]
