from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0054_a_cut_starts_at_a_place'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='declined',
            name='player_declines_a_final_once',
        ),
        migrations.AddConstraint(
            model_name='declined',
            constraint=models.UniqueConstraint(condition=models.Q(('team', None)), fields=('qualifying', 'player'), name='player_declines_a_final_once'),
        ),
    ]
