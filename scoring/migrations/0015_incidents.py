"""What an arbiter rules without points is noted in a book."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0014_typed_sheets"),
        ('tournaments', '0023_incidents'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('key', models.UUIDField(unique=True)),
                ('donne', models.PositiveSmallIntegerField(null=True)),
                ('text', models.TextField()),
                ('noted_by_name', models.CharField(max_length=150)),
                ('noted_at', models.DateTimeField()),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('noted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='tournaments.table')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='IncidentPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('incident', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='scoring.incident')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.registration')),
            ],
            options={
                'ordering': ['registration__start_number'],
            },
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='an_incident_is_told'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('donne__isnull', True), ('table__isnull', False), _connector='OR'), name='a_donne_of_an_incident_has_its_table'),
        ),
        migrations.AddConstraint(
            model_name='incident',
            constraint=models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_incident_says_why'),
        ),
        migrations.AddConstraint(
            model_name='incidentplayer',
            constraint=models.UniqueConstraint(fields=('incident', 'registration'), name='somebody_is_in_an_incident_once'),
        ),
    ]
