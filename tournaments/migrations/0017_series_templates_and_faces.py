"""A club's series and templates; where it plays, when, and its logo; which tournament another was opened like."""

import django.db.models.deletion
import tournaments.labels
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0016_receipts")]

    operations = [
        migrations.AddField(
            model_name='club',
            name='hall',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='club',
            name='hours',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='tournament',
            name='copied_from',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='ClubLogo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.BinaryField()),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=16)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='logo', to='tournaments.club')),
            ],
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('starts_on', models.DateField()),
                ('every', models.CharField(choices=tournaments.labels.Every.offered, default='semaine', max_length=10)),
                ('starts_at', models.TimeField(blank=True, null=True)),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('skipped', models.JSONField(blank=True, default=list)),
                ('is_announced', models.BooleanField(default=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='tournaments.club')),
            ],
            options={
                'verbose_name_plural': 'series',
                'ordering': ['starts_on', 'name'],
            },
        ),
        migrations.AddField(
            model_name='tournament',
            name='series',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournaments', to='tournaments.series'),
        ),
        migrations.CreateModel(
            name='Template',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='templates', to='tournaments.club')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='templates', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.AddField(
            model_name='series',
            name='template',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='series', to='tournaments.template'),
        ),
        migrations.AddConstraint(
            model_name='template',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='template_name_is_unique_in_its_club'),
        ),
        migrations.AddConstraint(
            model_name='template',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='template_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='series_name_is_unique_in_its_club'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='series_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('every__in', ['semaine', 'quinzaine', 'mois'])), name='series_rhythm_is_known'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='series_ends_after_it_starts'),
        ),
    ]
