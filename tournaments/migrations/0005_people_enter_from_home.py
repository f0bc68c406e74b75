import django.db.models.deletion
import tournaments.labels
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_a_season_comes_from_a_file'),
    ]

    operations = [
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_name', models.CharField(max_length=80)),
                ('first_name', models.CharField(blank=True, max_length=80)),
                ('number', models.PositiveIntegerField()),
                ('state', models.CharField(choices=tournaments.labels.EntryState.offered, max_length=10)),
                ('places', models.PositiveSmallIntegerField(default=1)),
                ('licence', models.CharField(blank=True, max_length=20)),
                ('home_club', models.CharField(blank=True, max_length=100)),
                ('email', models.EmailField(blank=True, max_length=200)),
                ('phone', models.CharField(blank=True, max_length=40)),
                ('message', models.CharField(blank=True, max_length=500)),
                ('consent', models.BooleanField(default=False)),
                ('key', models.UUIDField(unique=True)),
                ('language', models.CharField(choices=[('fr', 'fr'), ('en', 'en')], default='fr', max_length=2)),
                ('entered_at', models.DateTimeField()),
                ('moved_up_at', models.DateTimeField(blank=True, null=True)),
                ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                ('mail_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('mail_tries', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='EntryPartner',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_name', models.CharField(max_length=80)),
                ('first_name', models.CharField(blank=True, max_length=80)),
                ('place', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['place'],
            },
        ),
        migrations.AddField(
            model_name='tournament',
            name='capacity',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='entries_close_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='entries_open',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='people_per_entry',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='tournament',
            name='places_taken',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('capacity__isnull', True), ('places_taken__lte', models.F('capacity')), _connector='OR'), name='no_more_places_are_taken_than_there_are'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('capacity__isnull', True), ('capacity__range', (1, 5000)), _connector='OR'), name='from_1_to_5000_places_for_entries'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('people_per_entry__range', (1, 4))), name='from_1_to_4_people_enter_together'),
        ),
        migrations.AddField(
            model_name='entry',
            name='registration',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)s_rows', to='tournaments.registration'),
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='entrypartner',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='partners', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='entrypartner',
            name='registration',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)s_rows', to='tournaments.registration'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='entry_number_is_unique_in_its_tournament'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entry_numbers_begin_at_1'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['confirmee', 'attente', 'annulee'])), name='entry_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('last_name', ''), _negated=True), name='an_entry_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('places__range', (1, 4))), name='an_entry_is_of_1_to_4_people'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cancelled_at__isnull', False), ('state', 'annulee')), models.Q(models.Q(('state', 'annulee'), _negated=True), ('cancelled_at__isnull', True)), _connector='OR'), name='a_cancelled_entry_says_when'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'attente'), _negated=True), models.Q(('moved_up_at__isnull', True), ('registration__isnull', True)), _connector='OR'), name='who_waits_was_neither_moved_up_nor_taken_in'),
        ),
        migrations.AddConstraint(
            model_name='entrypartner',
            constraint=models.UniqueConstraint(fields=('entry', 'place'), name='a_partner_has_a_place_of_his_own'),
        ),
        migrations.AddConstraint(
            model_name='entrypartner',
            constraint=models.CheckConstraint(condition=models.Q(('last_name', ''), _negated=True), name='a_partner_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entrypartner',
            constraint=models.CheckConstraint(condition=models.Q(('place__range', (1, 3))), name='partners_are_up_to_3'),
        ),
    ]
