"""A table calls the arbiter; it has one open call at most."""

import django.db.models.deletion
import scoring.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0018_conflicts"),
        ('tournaments', '0023_incidents'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArbiterCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=scoring.labels.CallAbout.offered, max_length=10)),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.TextField(blank=True)),
                ('key', models.UUIDField(unique=True)),
                ('by_name', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('coming_by_name', models.CharField(blank=True, max_length=150)),
                ('coming_at', models.DateTimeField(null=True)),
                ('settled_by_name', models.CharField(blank=True, max_length=150)),
                ('settled_at', models.DateTimeField(null=True)),
                ('answer', models.TextField(blank=True)),
                ('coming_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.seat')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arbiter_calls', to='tournaments.table')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('table',), name='a_table_has_one_open_call'), models.CheckConstraint(condition=models.Q(('about__in', ['question', 'faute', 'chelem', 'garde', 'feuille', 'autre'])), name='why_an_arbiter_is_called_is_known'), models.CheckConstraint(condition=models.Q(('about', 'autre'), ('reason', ''), _negated=True), name='a_call_for_something_else_says_what'), models.CheckConstraint(condition=models.Q(models.Q(('about__in', ['chelem', 'garde']), models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR')), models.Q(('number__isnull', True), ('seat__isnull', True)), _connector='OR'), name='what_was_announced_is_of_a_donne'), models.CheckConstraint(condition=models.Q(models.Q(('coming_at__isnull', True), ('coming_by_name', '')), models.Q(models.Q(('coming_by_name', ''), _negated=True), ('coming_at__isnull', False)), _connector='OR'), name='who_goes_to_a_table_said_when'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('settled_at__isnull', True), ('settled_by_name', '')), models.Q(models.Q(('settled_by_name', ''), _negated=True), ('settled_at__isnull', False)), _connector='OR'), name='who_settled_a_call_is_known')],
            },
        ),
    ]
