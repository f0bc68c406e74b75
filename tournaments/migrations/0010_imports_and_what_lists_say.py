"""What lists say of a person besides his name; each import as a row, and what a club's headings mean."""

import django.db.models.deletion
import tournaments.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0009_clocks")]

    operations = [
        migrations.AddField(
            model_name='player',
            name='birth_year',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='home_club',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='player',
            name='sex',
            field=models.CharField(blank=True, choices=tournaments.labels.Sex.offered, max_length=1),
        ),
        migrations.CreateModel(
            name='ColumnMapping',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.labels.ImportKind.offered, max_length=10)),
                ('heading', models.CharField(max_length=300)),
                ('column', models.CharField(blank=True, max_length=40)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='column_mappings', to='tournaments.club')),
            ],
            options={
                'ordering': ['heading'],
            },
        ),
        migrations.CreateModel(
            name='Import',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.labels.ImportKind.offered, max_length=10)),
                ('at', models.DateTimeField()),
                ('file_name', models.CharField(blank=True, max_length=120)),
                ('changes', models.JSONField(blank=True, default=dict)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='tournaments.club')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='player',
            name='imported_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='tournaments.import'),
        ),
        migrations.AddField(
            model_name='registration',
            name='imported_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registrations', to='tournaments.import'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('sex__in', ['', 'F', 'M'])), name='player_sex_is_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('birth_year__isnull', True), ('birth_year__range', (1900, 2099)), _connector='OR'), name='player_was_born_in_a_year_of_four_figures'),
        ),
        migrations.AddConstraint(
            model_name='columnmapping',
            constraint=models.UniqueConstraint(fields=('club', 'kind', 'heading'), name='a_heading_means_one_column'),
        ),
        migrations.AddConstraint(
            model_name='columnmapping',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['joueurs', 'resultats'])), name='mapping_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='import',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['joueurs', 'resultats'])), name='import_kind_is_known'),
        ),
    ]
