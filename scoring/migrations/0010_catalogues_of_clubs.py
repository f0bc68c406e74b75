"""A club has a catalogue of its own in dated editions; a fault says where the règlement names it and what is done of it."""

import django.db.models.deletion
import scoring.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0009_phones_confirmations_signatures_protests"),
        ('tournaments', '0018_prizes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PenaltyEdition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('valid_from', models.DateField(null=True)),
                ('created_by_name', models.CharField(max_length=150)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': [models.OrderBy(models.F('valid_from'), descending=True, nulls_last=True)],
            },
        ),
        migrations.AlterModelOptions(
            name='penaltykind',
            options={'ordering': ['name', 'step']},
        ),
        migrations.RemoveConstraint(
            model_name='penaltykind',
            name='penalty_code_is_unique_in_its_club',
        ),
        migrations.RemoveConstraint(
            model_name='penaltykind',
            name='penalty_code_is_unique_in_the_catalogue',
        ),
        migrations.RemoveConstraint(
            model_name='penaltykind',
            name='a_penalty_never_gives_points',
        ),
        migrations.AddField(
            model_name='penaltykind',
            name='reference',
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name='penaltykind',
            name='sanction',
            field=models.CharField(blank=True, choices=scoring.labels.Sanction.offered, max_length=20),
        ),
        migrations.AddField(
            model_name='penaltykind',
            name='step',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='penaltykind',
            name='target',
            field=models.CharField(choices=scoring.labels.PenaltyTarget.offered, default='joueur', max_length=10),
        ),
        migrations.AlterField(
            model_name='penaltykind',
            name='points',
            field=models.IntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='penaltyedition',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalty_editions', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='penaltyedition',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='penaltykind',
            name='edition',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='kinds', to='scoring.penaltyedition'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.UniqueConstraint(fields=('edition', 'code', 'step'), name='penalty_code_is_unique_in_its_edition'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.UniqueConstraint(condition=models.Q(('edition__isnull', True)), fields=('club', 'code', 'step'), name='penalty_code_is_unique_in_its_club'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('code', 'step'), name='penalty_code_is_unique_in_the_catalogue'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.CheckConstraint(condition=models.Q(('points__isnull', True), ('points__lte', 0), _connector='OR'), name='a_penalty_never_gives_points'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.CheckConstraint(condition=models.Q(('edition__isnull', True), ('club__isnull', False), _connector='OR'), name='an_edition_is_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.CheckConstraint(condition=models.Q(('step__gte', 1)), name='a_fault_is_committed_once_or_more'),
        ),
        migrations.AddConstraint(
            model_name='penaltykind',
            constraint=models.CheckConstraint(condition=models.Q(('points__isnull', True), ('points', 0), ('sanction__in', ['', 'points', 'points_total']), _connector='OR'), name='a_fault_takes_points_by_a_sanction_that_does'),
        ),
        migrations.AddConstraint(
            model_name='penaltyedition',
            constraint=models.UniqueConstraint(fields=('club', 'valid_from'), name='one_penalty_edition_a_day'),
        ),
        migrations.AddConstraint(
            model_name='penaltyedition',
            constraint=models.UniqueConstraint(condition=models.Q(('valid_from__isnull', True)), fields=('club',), name='one_penalty_edition_since_ever'),
        ),
    ]
