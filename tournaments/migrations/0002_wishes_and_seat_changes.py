"""
The first tables, with those of 0001, under the name that every database has recorded.

Models come in the order of their keys and with their constraints.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import tournaments.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, unique=True)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('town', models.CharField(blank=True, max_length=100)),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('licence', models.CharField(blank=True, max_length=20)),
                ('last_name', models.CharField(max_length=80)),
                ('first_name', models.CharField(max_length=80)),
                ('category', models.CharField(choices=tournaments.labels.Category.offered, default='senior', max_length=10)),
                ('public_name', models.CharField(blank=True, max_length=100)),
                ('consent', models.BooleanField(default=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.club')),
            ],
            options={
                'ordering': ['last_name', 'first_name', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('licence',), name='licence_belongs_to_one_player'), models.CheckConstraint(condition=models.Q(('last_name', ''), _negated=True), name='player_has_a_last_name'), models.CheckConstraint(condition=models.Q(('category__in', ['senior', 'veteran', 'jeune'])), name='player_category_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('player', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='account', to='tournaments.player')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='username_is_unique_whatever_its_capitals')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('best_of', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.club')),
            ],
            options={
                'ordering': ['-starts_on', 'name'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='season_name_is_unique_in_its_club'), models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_ends_after_it_starts'), models.CheckConstraint(condition=models.Q(('best_of__isnull', True), ('best_of__gte', 1), _connector='OR'), name='season_counts_at_least_one_result')],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('date', models.DateField()),
                ('table_size', models.PositiveSmallIntegerField(choices=tournaments.labels.table_sizes, default=4)),
                ('remainder', models.CharField(choices=tournaments.labels.remainders, default='exempt', max_length=10)),
                ('bareme', models.CharField(default='fft-2012', max_length=40)),
                ('bareme_name', models.CharField(blank=True, max_length=80)),
                ('rounds_planned', models.PositiveSmallIntegerField(default=5)),
                ('pace', models.CharField(choices=tournaments.labels.Pace.offered, default='donnes', max_length=10)),
                ('donnes_per_round', models.PositiveSmallIntegerField(blank=True, default=4, null=True)),
                ('minutes_per_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('keeps', models.CharField(choices=tournaments.labels.Keeps.offered, default='donnes', max_length=10)),
                ('void_donnes_count', models.BooleanField(default=False)),
                ('seed', models.PositiveIntegerField(default=1)),
                ('state', models.CharField(choices=tournaments.labels.TournamentState.offered, default='preparation', max_length=12)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.club')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.season')),
            ],
            options={
                'ordering': ['-date', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='tournament_has_a_name'), models.CheckConstraint(condition=models.Q(('table_size__in', [3, 4, 5])), name='tables_are_of_3_4_or_5'), models.CheckConstraint(condition=models.Q(('state__in', ['preparation', 'en_cours', 'termine'])), name='tournament_state_is_known'), models.CheckConstraint(condition=models.Q(('remainder__in', ['smaller', 'larger', 'exempt'])), name='remainder_is_known'), models.CheckConstraint(condition=models.Q(('keeps__in', ['donnes', 'totaux'])), name='sheet_kind_is_known'), models.CheckConstraint(condition=models.Q(('rounds_planned__range', (1, 30))), name='from_1_to_30_rounds'), models.CheckConstraint(condition=models.Q(models.Q(('donnes_per_round__range', (1, 60)), ('minutes_per_round__isnull', True), ('pace', 'donnes')), models.Q(('donnes_per_round__isnull', True), ('minutes_per_round__range', (1, 600)), ('pace', 'minutes')), _connector='OR'), name='a_round_has_its_donnes_or_its_minutes'), models.CheckConstraint(condition=models.Q(models.Q(models.Q(('bareme_name', ''), _negated=True), ('bareme__startswith', 'club-')), models.Q(models.Q(('bareme__startswith', 'club-'), _negated=True), ('bareme_name', '')), _connector='OR'), name='a_bareme_of_the_club_is_named')],
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(max_length=150)),
                ('action', models.CharField(max_length=40)),
                ('subject', models.CharField(max_length=200)),
                ('reason', models.TextField(blank=True)),
                ('details', models.JSONField(default=dict)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='tournaments.club')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['tournament', '-id'], name='journal_of_a_tournament')],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.labels.JobKind.offered, max_length=20)),
                ('about', models.CharField(blank=True, max_length=40)),
                ('wanted', models.JSONField(default=dict)),
                ('result', models.JSONField(null=True)),
                ('state', models.CharField(choices=tournaments.labels.JobState.offered, default='en_attente', max_length=12)),
                ('percent', models.PositiveSmallIntegerField(default=0)),
                ('best', models.PositiveIntegerField(null=True)),
                ('message', models.TextField(blank=True)),
                ('cancel_asked', models.BooleanField(default=False)),
                ('enough_asked', models.BooleanField(default=False)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('worker', models.CharField(blank=True, max_length=60)),
                ('heartbeat_at', models.DateTimeField(null=True)),
                ('asked_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='tournaments.season')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['en_attente', 'en_cours']), ('tournament__isnull', False)), fields=('kind', 'tournament', 'about'), name='one_live_job_of_a_kind_for_a_tournament'), models.UniqueConstraint(condition=models.Q(('season__isnull', False), ('state__in', ['en_attente', 'en_cours'])), fields=('kind', 'season'), name='one_live_job_of_a_kind_for_a_season'), models.CheckConstraint(condition=models.Q(('percent__range', (0, 100))), name='job_percent_is_a_percentage'), models.CheckConstraint(condition=models.Q(('kind__in', ['tirage', 'tirage_position', 'classement_pdf', 'championnat_pdf', 'feuilles_pdf', 'plan_pdf', 'affiche_pdf', 'fiches_pdf', 'chevalets_pdf', 'listes_pdf', 'certificat_pdf'])), name='job_kind_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'en_cours'), _negated=True), ('heartbeat_at__isnull', False), _connector='OR'), name='a_running_job_has_a_heart'), models.CheckConstraint(condition=models.Q(('state__in', ['en_attente', 'en_cours']), ('ended_at__isnull', False), _connector='OR'), name='an_ended_job_says_when'), models.CheckConstraint(condition=models.Q(('state__in', ['en_attente', 'en_cours', 'fait', 'echec', 'annule'])), name='job_state_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('season__isnull', True), ('tournament__isnull', False)), models.Q(('season__isnull', False), ('tournament__isnull', True)), _connector='OR'), name='job_is_about_a_tournament_or_a_season')],
                'indexes': [models.Index(fields=['state', 'heartbeat_at'], name='jobs_by_state')],
            },
        ),
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=200)),
                ('filename', models.CharField(max_length=120)),
                ('content', models.BinaryField()),
                ('size', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField()),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='document', to='tournaments.job')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='tournaments.season')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('season__isnull', True), ('tournament__isnull', False)), models.Q(('season__isnull', False), ('tournament__isnull', True)), _connector='OR'), name='document_is_about_a_tournament_or_a_season')],
            },
        ),
        migrations.CreateModel(
            name='Appointment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=tournaments.labels.RoleName.offered, max_length=10)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='tournaments.club')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('tournament__isnull', True)), models.Q(('club__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='appointed_to_a_club_or_to_a_tournament'), models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'arbiter'])), name='appointment_role_is_known'), models.UniqueConstraint(condition=models.Q(('club__isnull', False)), fields=('account', 'role', 'club'), name='appointed_once_to_a_club'), models.UniqueConstraint(condition=models.Q(('tournament__isnull', False)), fields=('account', 'role', 'tournament'), name='appointed_once_to_a_tournament')],
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.labels.WishKind.offered, max_length=10)),
                ('hard', models.BooleanField(default=True)),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('chair', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('added_by_name', models.CharField(blank=True, max_length=150)),
                ('added_at', models.DateTimeField()),
                ('cancelled_by_name', models.CharField(blank=True, max_length=150)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('added_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['separer', 'club', 'equipe', 'place', 'secteur'])), name='wish_kind_is_known'), models.CheckConstraint(condition=models.Q(models.Q(models.Q(('table__isnull', False), ('chair__isnull', False), _connector='OR'), ('kind', 'place')), models.Q(models.Q(('kind', 'place'), _negated=True), ('chair__isnull', True), ('table__isnull', True)), _connector='OR'), name='a_fixed_place_is_a_table_or_a_chair'), models.CheckConstraint(condition=models.Q(('table__isnull', True), ('table__gte', 1), _connector='OR'), name='a_wished_table_counts_from_1'), models.CheckConstraint(condition=models.Q(('chair__isnull', True), ('chair__range', (0, 4)), _connector='OR'), name='a_wished_chair_exists'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'secteur'), _negated=True), models.Q(('name', ''), _negated=True), _connector='OR'), name='a_sector_has_a_name'), models.CheckConstraint(condition=models.Q(('hard', True), ('kind__in', ['separer', 'club']), _connector='OR'), name='only_keeping_apart_may_give_way'), models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', False), models.Q(('cancelled_by__isnull', True), ('cancelled_by_name', '')), _connector='OR'), name='a_wish_in_force_is_cancelled_by_nobody'), models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True), ('kind', 'club')), fields=('tournament',), name='clubs_are_kept_apart_by_one_wish')],
            },
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=tournaments.labels.Status.offered, default='inscrit', max_length=10)),
                ('penalty_points', models.IntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='registrations', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['start_number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='player_registers_once'), models.UniqueConstraint(fields=('tournament', 'start_number'), name='start_number_is_unique'), models.CheckConstraint(condition=models.Q(('penalty_points__lte', 0)), name='penalties_never_add_points'), models.CheckConstraint(condition=models.Q(('start_number__gte', 1)), name='start_numbers_begin_at_1'), models.CheckConstraint(condition=models.Q(('status__in', ['inscrit', 'present', 'absent', 'retire'])), name='registration_status_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('published_at', models.DateTimeField()),
                ('cancelled_by_name', models.CharField(blank=True, max_length=150)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancelled_from', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='cancelled_rounds', to='tournaments.tournament')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_is_unique'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_numbers_begin_at_1'), models.CheckConstraint(condition=models.Q(models.Q(('cancelled_at__isnull', True), ('cancelled_from__isnull', True), ('tournament__isnull', False)), models.Q(models.Q(('cancel_reason', ''), _negated=True), ('cancelled_from__isnull', False), ('tournament__isnull', True), ('cancelled_at__isnull', False)), _connector='OR'), name='a_round_is_in_force_or_was_cancelled_with_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='table_number_is_unique_in_its_round'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_numbers_begin_at_1')],
            },
        ),
        migrations.CreateModel(
            name='SeatChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.labels.SeatChangeKind.offered, max_length=12)),
                ('number', models.PositiveSmallIntegerField()),
                ('reason', models.TextField()),
                ('key', models.UUIDField(unique=True)),
                ('made_by_name', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField()),
                ('undone_by_name', models.CharField(blank=True, max_length=150)),
                ('undone_at', models.DateTimeField(null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.registration')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.registration')),
                ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seat_changes', to='tournaments.round')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_changes', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['echange', 'remplacement'])), name='seat_change_kind_is_known'), models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='two_different_players_change_places'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_seat_change_says_why'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seat_changes_are_of_a_round_from_1'), models.CheckConstraint(condition=models.Q(('undone_at__isnull', True), ('kind', 'echange'), _connector='OR'), name='only_an_exchange_is_undone')],
            },
        ),
        migrations.CreateModel(
            name='WishPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='wishes', to='tournaments.registration')),
                ('wish', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.wish')),
            ],
            options={
                'ordering': ['registration__start_number'],
                'constraints': [models.UniqueConstraint(fields=('wish', 'registration'), name='a_wish_names_a_player_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.registration')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.round')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.table')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('round', 'registration'), name='one_seat_a_round_for_a_player'), models.UniqueConstraint(fields=('table', 'position'), name='one_player_on_a_chair'), models.CheckConstraint(condition=models.Q(models.Q(('position__isnull', True), ('table__isnull', True)), models.Q(('position__range', (0, 4)), ('table__isnull', False)), _connector='OR'), name='a_chair_belongs_to_a_table')],
            },
        ),
        migrations.CreateModel(
            name='SeatResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('donnes', models.PositiveSmallIntegerField()),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='result', to='tournaments.seat')),
            ],
        ),
    ]
