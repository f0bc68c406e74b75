"""A decision about a donne waits until its donne follows it; an arbiter may say that it does."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0021_a_ruled_chelem_waits_beside'),
        ('tournaments', '0039_no_name_of_who_took_a_backup'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='penalty',
            name='applied_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('applied_at__isnull', True), ('sanction__in', ['redonne', 'donneur_exclu', 'prime_annulee']), _connector='OR'), name='what_is_done_of_a_donne_is_applied_to_it'),
        ),
    ]
