"""
The first tables, and the faults an arbiter can name: without amounts, because those of the federation are not public
and each club sets its own.

Models come in the order of their keys and with their constraints: a first start is quicker so.
"""

import django.db.models.deletion
import scoring.labels
from django.conf import settings
from django.db import migrations, models


CATALOGUE = {
    "fausse_donne": "Fausse donne",
    "carte_exposee": "Carte exposée",
    "coupe_irreguliere": "Coupe irrégulière",
    "main_levee": "Cartes relevées avant la fin de la donne",
    "petit_sec_tu": "Petit sec non déclaré",
    "faux_ecart": "Faux écart",
    "ecart_consulte": "Écart consulté ou changé après « jeu »",
    "jeu_hors_tour": "Jeu hors tour",
    "renonce": "Renonce",
    "nombre_de_cartes": "Nombre de cartes faux",
    "poignee_tardive": "Poignée montrée trop tard",
    "chelem_sans_arbitre": "Garde sans, garde contre ou chelem sans appel de l’arbitre",
    "hesitation": "Hésitation injustifiée",
    "manierisme": "Maniérisme",
    "propos": "Propos ou comportement déplacés",
    "retard": "Retard",
    "arbitre_non_appele": "Arbitre non appelé",
    "autre": "Autre faute",
}


def fill(apps, schema_editor):
    kinds = apps.get_model("scoring", "PenaltyKind").objects
    for code, name in CATALOGUE.items():
        kinds.get_or_create(club=None, code=code, defaults={"name": name, "points": 0})


class Migration(migrations.Migration):

    # What a database of before has recorded, and its backups.
    replaces = [('scoring', '0001_initial'), ('scoring', '0002_penalty_catalogue'), ('scoring', '0003_baremes_and_records')]

    initial = True

    dependencies = [
        ('tournaments', '0002_wishes_and_seat_changes'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChelemCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('announced', models.CharField(choices=scoring.labels.CalledWhen.offered, max_length=20)),
                ('outcome', models.CharField(choices=scoring.labels.CallOutcome.offered, default='en_attente', max_length=20)),
                ('recorded_by_name', models.CharField(max_length=150)),
                ('recorded_at', models.DateTimeField()),
                ('caller', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('recorded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chelem_calls', to='tournaments.table')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True)), fields=('table', 'number'), name='one_chelem_call_for_a_donne'), models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_call_says_why'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='chelem_calls_are_of_a_donne_from_1'), models.CheckConstraint(condition=models.Q(('outcome__in', ['en_attente', 'reussi', 'chute', 'inflige'])), name='chelem_call_outcome_is_known'), models.CheckConstraint(condition=models.Q(('announced__in', ['avant_carte', 'tardif'])), name='chelem_call_moment_is_known')],
            },
        ),
        migrations.CreateModel(
            name='ClubBareme',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edition', models.CharField(max_length=40, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('rules', models.JSONField()),
                ('created_by_name', models.CharField(max_length=150)),
                ('created_at', models.DateTimeField()),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='baremes', to='tournaments.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='scoring.clubbareme')),
            ],
            options={
                'ordering': ['name', '-version', '-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('archived_at__isnull', True)), fields=('club', 'name'), name='one_offered_bareme_of_a_name_in_a_club'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='a_club_bareme_has_a_name'), models.CheckConstraint(condition=models.Q(('edition__startswith', 'club-')), name='a_club_edition_is_never_an_official_one'), models.CheckConstraint(condition=models.Q(models.Q(('supersedes__isnull', True), ('version', 1)), models.Q(('supersedes__isnull', False), ('version__gt', 1)), _connector='OR'), name='a_first_version_replaces_nothing')],
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
                'constraints': [models.UniqueConstraint(fields=('club', 'code'), name='penalty_code_is_unique_in_its_club'), models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('code',), name='penalty_code_is_unique_in_the_catalogue'), models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_until__isnull', True), ('valid_until__gte', models.F('valid_from')), _connector='OR'), name='a_fault_begins_before_it_ends'), models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_penalty_never_gives_points')],
            },
        ),
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
                ('contract', models.CharField(blank=True, choices=scoring.labels.contracts, max_length=20)),
                ('bouts', models.PositiveSmallIntegerField(null=True)),
                ('half_points', models.PositiveSmallIntegerField(null=True)),
                ('petit_au_bout', models.CharField(blank=True, choices=scoring.labels.camps, max_length=10)),
                ('poignees', models.JSONField(default=list)),
                ('chelem_announced', models.BooleanField(default=False)),
                ('chelem_made', models.CharField(blank=True, choices=scoring.labels.camps, max_length=10)),
                ('petit_chelem_announced', models.BooleanField(default=False)),
                ('petit_chelem_made', models.BooleanField(default=False)),
                ('miseres', models.JSONField(default=list)),
                ('marque', models.JSONField(default=dict)),
                ('confirmed', models.JSONField(default=list)),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('sits_out', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='scoring.sheetline')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.table')),
                ('taker', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('written_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('current', True)), fields=('table', 'number'), name='one_current_line_for_a_donne'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='donne_numbers_begin_at_1'), models.CheckConstraint(condition=models.Q(('outcome__in', ['jouee', 'passee', 'petit_sec', 'fausse_donne', 'annulee'])), name='donne_outcome_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'jouee'), _negated=True), models.Q(('bouts__range', (0, 3)), ('contract__in', ['prise', 'pousse', 'garde', 'garde_sans', 'garde_contre']), ('half_points__range', (0, 182)), ('taker__isnull', False)), _connector='OR'), name='a_played_donne_has_a_taker_a_contract_and_points'), models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), models.Q(('bouts__isnull', True), ('chelem_announced', False), ('chelem_made', ''), ('contract', ''), ('half_points__isnull', True), ('partner__isnull', True), ('petit_au_bout', ''), ('petit_chelem_announced', False), ('petit_chelem_made', False), ('taker__isnull', True)), _connector='OR'), name='a_void_donne_marks_nothing'), models.CheckConstraint(condition=models.Q(('supersedes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_correction_says_why'), models.CheckConstraint(condition=models.Q(('petit_au_bout__in', ['', 'attaque', 'defense'])), name='petit_au_bout_goes_to_a_camp'), models.CheckConstraint(condition=models.Q(('chelem_made__in', ['', 'attaque', 'defense'])), name='chelem_is_made_by_a_camp'), models.CheckConstraint(condition=models.Q(('petit_chelem_made', False), ('chelem_made', ''), _connector='OR'), name='a_petit_chelem_is_no_chelem'), models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), ('miseres', []), _connector='OR'), name='a_void_donne_shows_no_misere'), models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), ('confirmed', []), _connector='OR'), name='a_void_donne_has_nothing_to_confirm')],
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
            name='DonneRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('current', models.BooleanField(default=True)),
                ('key', models.UUIDField(unique=True)),
                ('written_by_name', models.CharField(max_length=150)),
                ('written_at', models.DateTimeField()),
                ('reason', models.TextField(blank=True)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('record', models.JSONField()),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='scoring.donnerecord')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='records', to='tournaments.table')),
                ('written_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='records', to='scoring.sheetline')),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('current', True)), fields=('table', 'number'), name='one_current_record_for_a_donne'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='records_number_donnes_from_1'), models.CheckConstraint(condition=models.Q(('supersedes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_replaced_record_says_why'), models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('current', False), models.Q(('cancel_reason', ''), _negated=True)), _connector='OR'), name='a_withdrawn_record_says_why_and_stands_no_more')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('target', models.CharField(choices=scoring.labels.PenaltyTarget.offered, max_length=10)),
                ('donne', models.PositiveSmallIntegerField(null=True)),
                ('camp', models.CharField(blank=True, choices=scoring.labels.camps, max_length=10)),
                ('points', models.IntegerField()),
                ('reason', models.TextField()),
                ('given_by_name', models.CharField(max_length=150)),
                ('given_at', models.DateTimeField()),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.registration')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.table')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.tournament')),
                ('kind', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='scoring.penaltykind')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_penalty_takes_points_or_warns'), models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_penalty_says_why'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_penalty_has_a_reason'), models.CheckConstraint(condition=models.Q(models.Q(('camp', ''), ('registration__isnull', False), ('target', 'joueur')), models.Q(('camp__in', ['attaque', 'defense']), ('donne__isnull', False), ('registration__isnull', True), ('table__isnull', False), ('target', 'camp')), models.Q(('camp', ''), ('registration__isnull', True), ('table__isnull', False), ('target', 'table')), _connector='OR'), name='a_penalty_falls_on_a_player_a_camp_or_a_table')],
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
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
