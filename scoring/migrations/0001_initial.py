"""The first tables. Models come in the order of their keys and with their constraints: a first start is quicker so."""

import django.db.models.deletion
import scoring.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='SheetLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('current', models.BooleanField(default=True)),
                ('key', models.UUIDField(unique=True)),
                ('written_by_name', models.CharField(max_length=150)),
                ('written_at', models.DateTimeField()),
                ('reason', models.TextField(blank=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('outcome', models.CharField(choices=scoring.labels.Outcome.offered, max_length=20)),
                ('contract', models.CharField(blank=True, choices=scoring.labels.ContractChoice.offered, max_length=20)),
                ('bouts', models.PositiveSmallIntegerField(null=True)),
                ('half_points', models.PositiveSmallIntegerField(null=True)),
                ('petit_au_bout', models.CharField(blank=True, choices=scoring.labels.CampChoice.offered, max_length=10)),
                ('poignees', models.JSONField(default=list)),
                ('chelem_announced', models.BooleanField(default=False)),
                ('chelem_made', models.CharField(blank=True, choices=scoring.labels.CampChoice.offered, max_length=10)),
                ('marque', models.JSONField(default=dict)),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('sits_out', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='scoring.sheetline')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.table')),
                ('taker', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('written_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('current', True)), fields=('table', 'number'), name='one_current_line_for_a_donne'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='donne_numbers_begin_at_1'), models.CheckConstraint(condition=models.Q(('outcome__in', ['jouee', 'passee', 'petit_sec', 'fausse_donne', 'annulee'])), name='donne_outcome_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'jouee'), _negated=True), models.Q(('bouts__range', (0, 3)), ('contract__in', ['prise', 'garde', 'garde_sans', 'garde_contre']), ('half_points__range', (0, 182)), ('taker__isnull', False)), _connector='OR'), name='a_played_donne_has_a_taker_a_contract_and_points'), models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), models.Q(('bouts__isnull', True), ('chelem_announced', False), ('chelem_made', ''), ('contract', ''), ('half_points__isnull', True), ('partner__isnull', True), ('petit_au_bout', ''), ('taker__isnull', True)), _connector='OR'), name='a_void_donne_marks_nothing'), models.CheckConstraint(condition=models.Q(('supersedes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_correction_says_why'), models.CheckConstraint(condition=models.Q(('petit_au_bout__in', ['', 'attaque', 'defense'])), name='petit_au_bout_goes_to_a_camp'), models.CheckConstraint(condition=models.Q(('chelem_made__in', ['', 'attaque', 'defense'])), name='chelem_is_made_by_a_camp')],
            },
        ),
        migrations.CreateModel(
            name='SheetTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('current', models.BooleanField(default=True)),
                ('key', models.UUIDField(unique=True)),
                ('written_by_name', models.CharField(max_length=150)),
                ('written_at', models.DateTimeField()),
                ('reason', models.TextField(blank=True)),
                ('points', models.IntegerField()),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='totals', to='tournaments.seat')),
                ('written_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['seat__position', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('current', True)), fields=('seat',), name='one_current_total_for_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='ChelemCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('announced', models.CharField(choices=scoring.labels.CalledWhen.offered, max_length=20)),
                ('outcome', models.CharField(choices=scoring.labels.CallOutcome.offered, default='en_attente', max_length=20)),
                ('key', models.UUIDField(unique=True)),
                ('recorded_by_name', models.CharField(max_length=150)),
                ('recorded_at', models.DateTimeField()),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('caller', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('recorded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chelem_calls', to='tournaments.table')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True)), fields=('table', 'number'), name='one_chelem_call_for_a_donne'), models.CheckConstraint(condition=models.Q(('outcome__in', ['en_attente', 'reussi', 'chute', 'inflige'])), name='chelem_call_outcome_is_known'), models.CheckConstraint(condition=models.Q(('announced__in', ['avant_carte', 'tardif'])), name='chelem_call_moment_is_known'), models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_call_says_why'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='chelem_calls_are_of_a_donne_from_1')],
            },
        ),
        migrations.CreateModel(
            name='PenaltyKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=30)),
                ('name', models.CharField(max_length=100)),
                ('points', models.IntegerField(default=0)),
                ('valid_from', models.DateField(blank=True, null=True)),
                ('valid_until', models.DateField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('club', 'code'), name='penalty_code_is_unique_in_its_club'), models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('code',), name='penalty_code_is_unique_in_the_catalogue'), models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_penalty_never_gives_points'), models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_until__isnull', True), ('valid_until__gte', models.F('valid_from')), _connector='OR'), name='a_fault_begins_before_it_ends')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('target', models.CharField(choices=scoring.labels.PenaltyTarget.offered, max_length=10)),
                ('donne', models.PositiveSmallIntegerField(null=True)),
                ('camp', models.CharField(blank=True, choices=scoring.labels.CampChoice.offered, max_length=10)),
                ('points', models.IntegerField()),
                ('reason', models.TextField()),
                ('key', models.UUIDField(unique=True)),
                ('given_by_name', models.CharField(max_length=150)),
                ('given_at', models.DateTimeField()),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.registration')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.table')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.tournament')),
                ('kind', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='scoring.penaltykind')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_penalty_takes_points_or_warns'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_penalty_has_a_reason'), models.CheckConstraint(condition=models.Q(models.Q(('camp', ''), ('registration__isnull', False), ('target', 'joueur')), models.Q(('camp__in', ['attaque', 'defense']), ('donne__isnull', False), ('registration__isnull', True), ('table__isnull', False), ('target', 'camp')), models.Q(('camp', ''), ('registration__isnull', True), ('table__isnull', False), ('target', 'table')), _connector='OR'), name='a_penalty_falls_on_a_player_a_camp_or_a_table'), models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_penalty_says_why')],
            },
        ),
        migrations.CreateModel(
            name='PenaltyShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('penalty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='scoring.penalty')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.registration')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('penalty', 'registration'), name='a_penalty_falls_once_on_a_player'), models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_share_takes_points_or_warns')],
            },
        ),
    ]
