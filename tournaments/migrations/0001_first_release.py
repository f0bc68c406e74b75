"""All the tables of clubs and their tournaments at 0.1.0."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import tournaments.labels
import tournaments.models.clubs
import tournaments.models.tournaments
import tournaments.seating.demand
import tournaments.seating.layouts
import tournaments.standings.rules
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    # What a database of the commit before 0.1.0 has recorded: it goes on from here.
    replaces = [
        ('tournaments', '0002_wishes_and_seat_changes'),
        ('tournaments', '0003_invitations'),
        ('tournaments', '0004_unknown_minutes'),
        ('tournaments', '0005_journal_words'),
        ('tournaments', '0006_draws'),
        ('tournaments', '0007_draws_of_the_jobs'),
        ('tournaments', '0008_chairs_and_heartbeats'),
        ('tournaments', '0009_clocks'),
        ('tournaments', '0010_imports_and_what_lists_say'),
        ('tournaments', '0011_papers'),
        ('tournaments', '0012_search_text'),
        ('tournaments', '0013_rates_payments_and_cash_counts'),
        ('tournaments', '0014_states_of_a_tournament'),
        ('tournaments', '0015_who_counts_in_the_ranking'),
        ('tournaments', '0016_receipts'),
        ('tournaments', '0017_series_templates_and_faces'),
        ('tournaments', '0018_prizes'),
        ('tournaments', '0019_entry_at_tables'),
        ('tournaments', '0020_as_it_was_archived'),
        ('tournaments', '0021_how_prizes_were_paid'),
        ('tournaments', '0022_adjusted_scores'),
        ('tournaments', '0023_incidents'),
        ('tournaments', '0024_tokens'),
        ('tournaments', '0025_called_time'),
        ('tournaments', '0025_called_time_and_all_before'),
        ('tournaments', '0026_door_keys'),
        ('tournaments', '0027_only_trials_are_archived_before_their_end'),
        ('tournaments', '0028_fault_headings'),
        ('tournaments', '0029_tie_breaks'),
        ('tournaments', '0030_when_a_tournament_changed'),
        ('tournaments', '0031_webhooks'),
        ('tournaments', '0032_personal_links'),
        ('tournaments', '0033_hidden_rounds'),
        ('tournaments', '0034_consents_by_purpose'),
        ('tournaments', '0035_an_event_has_an_hour_and_a_place'),
        ('tournaments', '0036_consents_that_wait'),
        ('tournaments', '0037_a_replacement_is_undone'),
        ('tournaments', '0038_what_is_said_of_the_site'),
        ('tournaments', '0039_no_name_of_who_took_a_backup'),
        ('tournaments', '0040_a_player_may_be_a_double'),
        ('tournaments', '0041_ages_of_a_season'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='PrizePlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('one_each', models.BooleanField(default=True)),
                ('club_adds', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Rate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(choices=tournaments.labels.RateCode.offered, default='autre', max_length=10)),
                ('label', models.CharField(max_length=40)),
                ('amount', models.PositiveIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['place', 'pk'],
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
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, unique=True)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('town', models.CharField(blank=True, max_length=100)),
                ('hall', models.CharField(blank=True, max_length=200)),
                ('hours', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name')],
            },
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
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_round', models.PositiveSmallIntegerField()),
                ('round_count', models.PositiveSmallIntegerField(default=1)),
                ('alone', models.BooleanField(default=False)),
                ('mode', models.CharField(choices=tournaments.labels.DrawMode.offered, default='rotation', max_length=10)),
                ('by_rule', models.BooleanField(default=False)),
                ('turns', models.CharField(choices=tournaments.labels.turns, default=tournaments.seating.demand.Turns['FIRST'], max_length=5)),
                ('seed', models.PositiveIntegerField()),
                ('table_size', models.PositiveSmallIntegerField()),
                ('remainder', models.CharField(choices=tournaments.labels.remainders, max_length=10)),
                ('players', models.JSONField(default=list)),
                ('wishes', models.JSONField(default=list)),
                ('seats_digest', models.CharField(blank=True, max_length=16)),
                ('ranking', models.JSONField(null=True)),
                ('rounds_left', models.PositiveSmallIntegerField(default=0)),
                ('missing', models.JSONField(default=list)),
                ('anyway', models.BooleanField(default=False)),
                ('lower_bound', models.PositiveIntegerField(null=True)),
                ('plan', models.JSONField(null=True)),
                ('price', models.JSONField(null=True)),
                ('stopped_early', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField()),
                ('published_at', models.DateTimeField(null=True)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('published_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='draw', to='tournaments.job')),
            ],
            options={
                'ordering': ['-pk'],
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
                ('sex', models.CharField(blank=True, choices=tournaments.labels.Sex.offered, max_length=1)),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('home_club', models.CharField(blank=True, max_length=100)),
                ('public_name', models.CharField(blank=True, max_length=100)),
                ('consent', models.BooleanField(default=False)),
                ('card_consent', models.BooleanField(default=False)),
                ('sharing_consent', models.BooleanField(default=False)),
                ('asks_consent', models.BooleanField(default=False, editable=False)),
                ('asks_card_consent', models.BooleanField(default=False, editable=False)),
                ('asks_sharing_consent', models.BooleanField(default=False, editable=False)),
                ('key', models.CharField(default=tournaments.models.clubs.new_player_key, editable=False, max_length=12, unique=True)),
                ('erased_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('search_text', models.CharField(default='', editable=False, max_length=400)),
                ('link_version', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.club')),
                ('double_of', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player')),
                ('imported_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='tournaments.import')),
            ],
            options={
                'ordering': ['last_name', 'first_name', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='account',
            name='player',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='account', to='tournaments.player'),
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('group', models.CharField(choices=tournaments.labels.prize_groups, default='tous', max_length=15)),
                ('place', models.PositiveSmallIntegerField(default=1)),
                ('lot', models.CharField(blank=True, max_length=100)),
                ('amount', models.PositiveIntegerField(default=0)),
                ('percent', models.PositiveSmallIntegerField(default=0)),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.prizeplan')),
            ],
            options={
                'ordering': ['number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=tournaments.labels.Status.offered, default='inscrit', max_length=10)),
                ('waits', models.CharField(blank=True, choices=tournaments.labels.Waits.offered, default='', max_length=10)),
                ('penalty_points', models.IntegerField(default=0)),
                ('door_key', models.UUIDField(blank=True, null=True, unique=True)),
                ('imported_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registrations', to='tournaments.import')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='registrations', to='tournaments.player')),
                ('rate', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='registrations', to='tournaments.rate')),
            ],
            options={
                'ordering': ['start_number'],
            },
        ),
        migrations.CreateModel(
            name='PrizeGiven',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(max_length=150)),
                ('cancelled_by_name', models.CharField(blank=True, max_length=150)),
                ('amount', models.PositiveIntegerField(default=0)),
                ('lot', models.CharField(blank=True, max_length=100)),
                ('method', models.CharField(choices=tournaments.labels.PrizeMethod.offered, default='nature', max_length=10)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given', to='tournaments.prize')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournaments.registration')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(max_length=150)),
                ('cancelled_by_name', models.CharField(blank=True, max_length=150)),
                ('key', models.UUIDField(unique=True)),
                ('amount', models.PositiveIntegerField()),
                ('method', models.CharField(choices=tournaments.labels.PaymentMethod.offered, max_length=10)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='tournaments.registration')),
            ],
            options={
                'ordering': ['pk'],
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
                ('draw', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournaments.draw')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Clock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('spent', models.PositiveIntegerField(default=0)),
                ('running_since', models.DateTimeField(blank=True, null=True)),
                ('called_at', models.DateTimeField(null=True)),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round')),
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
                ('minimum_evenings', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('youth_until_age', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('veteran_from_age', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.club')),
            ],
            options={
                'ordering': ['-starts_on', 'name'],
            },
        ),
        migrations.AddField(
            model_name='job',
            name='season',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='tournaments.season'),
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chair', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('adjusted', models.CharField(blank=True, choices=tournaments.labels.adjusted_choices, max_length=10)),
                ('adjusted_points', models.IntegerField(blank=True, null=True)),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.registration')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.round')),
            ],
            options={
                'ordering': ['chair'],
            },
        ),
        migrations.CreateModel(
            name='SeatResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('donnes', models.PositiveSmallIntegerField()),
                ('contracts', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='result', to='tournaments.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Site',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, default='', max_length=200)),
                ('contact', models.CharField(blank=True, default='', max_length=200)),
                ('host', models.CharField(blank=True, default='', max_length=200)),
                ('kept_years', models.PositiveSmallIntegerField(default=0)),
                ('backup_days', models.PositiveSmallIntegerField(default=0)),
                ('backed_up_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='there_is_one_site')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('entry_version', models.PositiveSmallIntegerField(default=1)),
                ('extra_minutes', models.PositiveSmallIntegerField(default=0)),
                ('extra_reason', models.TextField(blank=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='table',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.table'),
        ),
        migrations.CreateModel(
            name='Template',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='templates', to='tournaments.club')),
            ],
            options={
                'ordering': ['name'],
            },
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
                ('template', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='series', to='tournaments.template')),
            ],
            options={
                'verbose_name_plural': 'series',
                'ordering': ['starts_on', 'name'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('date', models.DateField()),
                ('starts_at', models.TimeField(blank=True, null=True)),
                ('place', models.CharField(blank=True, default='', max_length=200)),
                ('table_size', models.PositiveSmallIntegerField(choices=tournaments.labels.table_sizes, default=4)),
                ('remainder', models.CharField(choices=tournaments.labels.remainders, default=tournaments.seating.layouts.Remainder['EXEMPT'], max_length=10)),
                ('bareme', models.CharField(default='fft-2012', max_length=40)),
                ('bareme_name', models.CharField(blank=True, max_length=80)),
                ('rounds_planned', models.PositiveSmallIntegerField(default=5)),
                ('pace', models.CharField(choices=tournaments.labels.Pace.offered, default='donnes', max_length=10)),
                ('donnes_per_round', models.PositiveSmallIntegerField(blank=True, default=4, null=True)),
                ('minutes_per_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('at_time_up', models.CharField(choices=tournaments.labels.TimeUp.offered, default='finir', max_length=10)),
                ('keeps', models.CharField(choices=tournaments.labels.Keeps.offered, default='donnes', max_length=10)),
                ('void_donnes_count', models.BooleanField(default=False)),
                ('unfinished_rule', models.CharField(choices=tournaments.labels.unfinished_rules, default=tournaments.standings.rules.Unfinished['RANKED'], max_length=10)),
                ('minimum_rounds', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('missed_counts', models.CharField(choices=tournaments.labels.missed_rules, default=tournaments.standings.rules.Missed['ZERO'], max_length=10)),
                ('missed_points', models.SmallIntegerField(blank=True, null=True)),
                ('tie_breaks', models.CharField(blank=True, default='', max_length=60)),
                ('hidden_rounds', models.PositiveSmallIntegerField(default=0)),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('seed', models.PositiveIntegerField(default=1)),
                ('state', models.CharField(choices=tournaments.labels.TournamentState.offered, default='brouillon', max_length=12)),
                ('archived_from', models.CharField(blank=True, choices=tournaments.labels.TournamentState.offered, default='', max_length=12)),
                ('is_trial', models.BooleanField(default=False)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('changed_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                ('entry_at_tables', models.BooleanField(default=True)),
                ('needs_confirmation', models.BooleanField(default=False)),
                ('closes_itself', models.BooleanField(default=False)),
                ('protest_minutes', models.PositiveSmallIntegerField(default=10)),
                ('double_entry', models.BooleanField(default=False)),
                ('entry_code', models.CharField(default=tournaments.models.tournaments.new_entry_code, editable=False, max_length=5, unique=True)),
                ('entry_version', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.club')),
                ('copied_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='tournaments.tournament')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.season')),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournaments', to='tournaments.series')),
            ],
            options={
                'ordering': ['-date', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('scopes', models.JSONField()),
                ('key', models.UUIDField(unique=True)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('start', models.CharField(max_length=8)),
                ('made_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='template',
            name='source',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='templates', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='SeatChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.labels.SeatChangeKind.offered, max_length=12)),
                ('number', models.PositiveSmallIntegerField()),
                ('other_was', models.CharField(blank=True, default='', max_length=10)),
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
            },
        ),
        migrations.AddField(
            model_name='round',
            name='cancelled_from',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='cancelled_rounds', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='registration',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='rate',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rates', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='prizeplan',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_plan', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(max_length=150)),
                ('device', models.CharField(blank=True, max_length=60)),
                ('action', models.CharField(max_length=40)),
                ('subject', models.CharField(max_length=200)),
                ('words', models.JSONField(blank=True, default=dict)),
                ('reason', models.TextField(blank=True)),
                ('details', models.JSONField(default=dict)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='tournaments.club')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='job',
            name='tournament',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('username', models.CharField(max_length=150)),
                ('role', models.CharField(choices=tournaments.labels.RoleName.offered, max_length=10)),
                ('asked_at', models.DateTimeField()),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.club')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['asked_at', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='draw',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='tournaments.tournament'),
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
            },
        ),
        migrations.CreateModel(
            name='CashCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('opening', models.PositiveIntegerField(default=0)),
                ('counted', models.PositiveIntegerField()),
                ('expected', models.PositiveIntegerField()),
                ('pieces', models.JSONField(default=dict)),
                ('remark', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(max_length=150)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cash_counts', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
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
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=300)),
                ('events', models.JSONField()),
                ('key', models.UUIDField(unique=True)),
                ('made_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(choices=tournaments.labels.Publication.offered, max_length=30)),
                ('body', models.TextField()),
                ('key', models.UUIDField(unique=True)),
                ('made_at', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_try_at', models.DateTimeField(null=True)),
                ('delivered_at', models.DateTimeField(null=True)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('problem', models.CharField(blank=True, max_length=20)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
            ],
            options={
                'ordering': ['-pk'],
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
            },
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
                'constraints': [models.UniqueConstraint(fields=('club', 'kind', 'heading'), name='a_heading_means_one_column'), models.CheckConstraint(condition=models.Q(('kind__in', ['joueurs', 'resultats', 'fautes'])), name='mapping_kind_is_known')],
            },
        ),
        migrations.AddConstraint(
            model_name='import',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['joueurs', 'resultats', 'fautes'])), name='import_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('licence',), name='licence_belongs_to_one_player'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('last_name', ''), _negated=True), name='player_has_a_last_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('category__in', ['senior', 'veteran', 'jeune'])), name='player_category_is_known'),
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
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('consent', True), models.Q(('card_consent', False), ('sharing_consent', False)), _connector='OR'), name='a_card_and_sharing_stand_on_the_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('erased_at__isnull', True), models.Q(('consent', False), ('licence', ''), ('public_name', '')), _connector='OR'), name='who_is_erased_agrees_to_nothing'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('double_of__isnull', True), models.Q(('double_of', models.F('pk')), _negated=True), _connector='OR'), name='a_double_is_of_somebody_else'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('double_of__isnull', True), models.Q(('consent', False), ('licence', ''), ('public_name', '')), _connector='OR'), name='a_double_agrees_to_nothing'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('erased_at__isnull', True), models.Q(('asks_card_consent', False), ('asks_consent', False), ('asks_sharing_consent', False)), _connector='OR'), name='who_is_erased_asks_for_nothing'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='username_is_unique_whatever_its_capitals'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.UniqueConstraint(fields=('plan', 'group', 'place'), name='a_place_of_a_group_has_one_prize'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('group__in', ['tous', 'dames', 'senior', 'veteran', 'jeune', 'visiteur', 'non_licencie', 'dernier'])), name='prize_group_is_known'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='prize_places_begin_at_1'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('amount__range', (0, 100000))), name='a_prize_is_up_to_1000_euros'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('percent__range', (0, 100))), name='a_prize_is_up_to_all_the_takings'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), ('percent', 0), _connector='OR'), name='a_prize_is_an_amount_or_a_percentage'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lot', ''), _negated=True), ('amount__gt', 0), ('percent__gt', 0), _connector='OR'), name='a_prize_is_something'),
        ),
        migrations.AddConstraint(
            model_name='prizegiven',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True)), fields=('prize', 'registration'), name='a_prize_is_given_once_to_a_player'),
        ),
        migrations.AddConstraint(
            model_name='prizegiven',
            constraint=models.CheckConstraint(condition=models.Q(('method__in', ['especes', 'cheque', 'virement', 'nature'])), name='prize_method_is_known'),
        ),
        migrations.AddConstraint(
            model_name='prizegiven',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('method', 'nature'), _connector='OR'), name='a_thing_alone_is_given_in_kind'),
        ),
        migrations.AddConstraint(
            model_name='prizegiven',
            constraint=models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_prize_taken_back_says_why'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('amount__range', (1, 100000))), name='a_payment_is_more_than_0_and_up_to_1000_euros'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('method__in', ['especes', 'cheque', 'carte', 'virement'])), name='payment_method_is_known'),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_payment_says_why'),
        ),
        migrations.AddConstraint(
            model_name='clock',
            constraint=models.CheckConstraint(condition=models.Q(('spent__range', (0, 86400))), name='a_clock_has_run_for_a_day_at_most'),
        ),
        migrations.AddConstraint(
            model_name='clock',
            constraint=models.CheckConstraint(condition=models.Q(('called_at__isnull', True), ('running_since__isnull', True), _connector='OR'), name='a_clock_does_not_run_once_time_is_called'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='season_name_is_unique_in_its_club'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__isnull', True), ('best_of__gte', 1), _connector='OR'), name='season_counts_at_least_one_result'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('minimum_evenings__isnull', True), ('minimum_evenings__gte', 1), _connector='OR'), name='season_asks_at_least_one_evening'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('youth_until_age__isnull', True), ('youth_until_age__range', (1, 120)), _connector='OR'), name='young_people_have_an_age'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('veteran_from_age__isnull', True), ('veteran_from_age__range', (1, 120)), _connector='OR'), name='veterans_have_an_age'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('youth_until_age__isnull', True), ('veteran_from_age__isnull', True), ('youth_until_age__lt', models.F('veteran_from_age')), _connector='OR'), name='nobody_is_young_and_a_veteran'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='table_number_is_unique_in_its_round'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_numbers_begin_at_1'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('extra_minutes', 0), ('extra_reason', '')), models.Q(models.Q(('extra_reason', ''), _negated=True), ('extra_minutes__range', (1, 120))), _connector='OR'), name='extra_minutes_have_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('round', 'registration'), name='one_seat_a_round_for_a_player'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'chair'), name='one_player_on_a_chair'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adjusted', 'attribue'), ('adjusted_points__isnull', False)), models.Q(('adjusted__in', ['', 'epreuve', 'joueur']), ('adjusted_points__isnull', True)), _connector='OR'), name='an_assigned_score_is_a_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('chair__isnull', True), ('table__isnull', True)), models.Q(('chair__range', (0, 4)), ('table__isnull', False)), _connector='OR'), name='a_chair_belongs_to_a_table'),
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
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='tournament_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('table_size__in', [3, 4, 5])), name='tables_are_of_3_4_or_5'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['brouillon', 'annonce', 'ouvert', 'en_cours', 'termine', 'archive'])), name='tournament_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('archived_from', ''), models.Q(('archived_from__in', ['brouillon', 'annonce', 'ouvert', 'en_cours', 'termine']), ('state', 'archive')), _connector='OR'), name='archived_from_a_state_and_while_archived'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('archived_from__in', ['', 'termine']), ('is_trial', True), _connector='OR'), name='only_a_trial_is_archived_before_its_end'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('remainder__in', ['smaller', 'larger', 'exempt'])), name='remainder_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('keeps__in', ['donnes', 'totaux'])), name='sheet_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('at_time_up__in', ['finir', 'encore_une', 'arreter'])), name='what_the_end_of_time_asks_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('rounds_planned__range', (1, 30))), name='from_1_to_30_rounds'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('donnes_per_round__range', (1, 60)), ('minutes_per_round__isnull', True), ('pace', 'donnes')), models.Q(models.Q(('minutes_per_round__range', (1, 600)), ('minutes_per_round__isnull', True), _connector='OR'), ('donnes_per_round__isnull', True), ('pace', 'minutes')), _connector='OR'), name='a_round_has_its_donnes_or_its_minutes'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('unfinished_rule__in', ['ranked', 'minimum', 'out'])), name='unfinished_rule_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('missed_counts__in', ['zero', 'average', 'fixed'])), name='missed_rule_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('minimum_rounds__isnull', True), models.Q(('minimum_rounds__range', (1, 30)), ('unfinished_rule', 'minimum')), _connector='OR'), name='a_minimum_of_rounds_is_from_1_to_30_and_asked'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('missed_counts', 'fixed'), ('missed_points__range', (-1000, 1000))), models.Q(models.Q(('missed_counts', 'fixed'), _negated=True), ('missed_points__isnull', True)), _connector='OR'), name='points_of_a_missed_round_are_fixed_or_none'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('tie_breaks__in', ['', 'position', 'penalites', 'contrats', 'directe', 'position,penalites', 'position,contrats', 'position,directe', 'penalites,position', 'penalites,contrats', 'penalites,directe', 'contrats,position', 'contrats,penalites', 'contrats,directe', 'directe,position', 'directe,penalites', 'directe,contrats', 'position,penalites,contrats', 'position,penalites,directe', 'position,contrats,penalites', 'position,contrats,directe', 'position,directe,penalites', 'position,directe,contrats', 'penalites,position,contrats', 'penalites,position,directe', 'penalites,contrats,position', 'penalites,contrats,directe', 'penalites,directe,position', 'penalites,directe,contrats', 'contrats,position,penalites', 'contrats,position,directe', 'contrats,penalites,position', 'contrats,penalites,directe', 'contrats,directe,position', 'contrats,directe,penalites', 'directe,position,penalites', 'directe,position,contrats', 'directe,penalites,position', 'directe,penalites,contrats', 'directe,contrats,position', 'directe,contrats,penalites', 'position,penalites,contrats,directe', 'position,penalites,directe,contrats', 'position,contrats,penalites,directe', 'position,contrats,directe,penalites', 'position,directe,penalites,contrats', 'position,directe,contrats,penalites', 'penalites,position,contrats,directe', 'penalites,position,directe,contrats', 'penalites,contrats,position,directe', 'penalites,contrats,directe,position', 'penalites,directe,position,contrats', 'penalites,directe,contrats,position', 'contrats,position,penalites,directe', 'contrats,position,directe,penalites', 'contrats,penalites,position,directe', 'contrats,penalites,directe,position', 'contrats,directe,position,penalites', 'contrats,directe,penalites,position', 'directe,position,penalites,contrats', 'directe,position,contrats,penalites', 'directe,penalites,position,contrats', 'directe,penalites,contrats,position', 'directe,contrats,position,penalites', 'directe,contrats,penalites,position', 'sort', 'position,sort', 'penalites,sort', 'contrats,sort', 'directe,sort', 'position,penalites,sort', 'position,contrats,sort', 'position,directe,sort', 'penalites,position,sort', 'penalites,contrats,sort', 'penalites,directe,sort', 'contrats,position,sort', 'contrats,penalites,sort', 'contrats,directe,sort', 'directe,position,sort', 'directe,penalites,sort', 'directe,contrats,sort', 'position,penalites,contrats,sort', 'position,penalites,directe,sort', 'position,contrats,penalites,sort', 'position,contrats,directe,sort', 'position,directe,penalites,sort', 'position,directe,contrats,sort', 'penalites,position,contrats,sort', 'penalites,position,directe,sort', 'penalites,contrats,position,sort', 'penalites,contrats,directe,sort', 'penalites,directe,position,sort', 'penalites,directe,contrats,sort', 'contrats,position,penalites,sort', 'contrats,position,directe,sort', 'contrats,penalites,position,sort', 'contrats,penalites,directe,sort', 'contrats,directe,position,sort', 'contrats,directe,penalites,sort', 'directe,position,penalites,sort', 'directe,position,contrats,sort', 'directe,penalites,position,sort', 'directe,penalites,contrats,sort', 'directe,contrats,position,sort', 'directe,contrats,penalites,sort', 'position,penalites,contrats,directe,sort', 'position,penalites,directe,contrats,sort', 'position,contrats,penalites,directe,sort', 'position,contrats,directe,penalites,sort', 'position,directe,penalites,contrats,sort', 'position,directe,contrats,penalites,sort', 'penalites,position,contrats,directe,sort', 'penalites,position,directe,contrats,sort', 'penalites,contrats,position,directe,sort', 'penalites,contrats,directe,position,sort', 'penalites,directe,position,contrats,sort', 'penalites,directe,contrats,position,sort', 'contrats,position,penalites,directe,sort', 'contrats,position,directe,penalites,sort', 'contrats,penalites,position,directe,sort', 'contrats,penalites,directe,position,sort', 'contrats,directe,position,penalites,sort', 'contrats,directe,penalites,position,sort', 'directe,position,penalites,contrats,sort', 'directe,position,contrats,penalites,sort', 'directe,penalites,position,contrats,sort', 'directe,penalites,contrats,position,sort', 'directe,contrats,position,penalites,sort', 'directe,contrats,penalites,position,sort'])), name='tie_breaks_are_an_order_of_known_criteria'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('hidden_rounds__lt', models.F('rounds_planned'))), name='fewer_rounds_are_hidden_than_planned'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('released_at__isnull', True), ('hidden_rounds__gt', 0), _connector='OR'), name='what_is_released_was_hidden'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('protest_minutes__range', (0, 120))), name='a_protest_is_taken_for_up_to_two_hours'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('bareme_name', ''), _negated=True), ('bareme__startswith', 'club-')), models.Q(models.Q(('bareme__startswith', 'club-'), _negated=True), ('bareme_name', '')), _connector='OR'), name='a_bareme_of_the_club_is_named'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='a_token_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='a_token_keeps_a_digest_only'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.CheckConstraint(condition=models.Q(('scopes', []), _negated=True), name='a_token_is_for_something'),
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
            model_name='seatchange',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['echange', 'remplacement'])), name='seat_change_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='seatchange',
            constraint=models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='two_different_players_change_places'),
        ),
        migrations.AddConstraint(
            model_name='seatchange',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_seat_change_says_why'),
        ),
        migrations.AddConstraint(
            model_name='seatchange',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seat_changes_are_of_a_round_from_1'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_numbers_begin_at_1'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cancelled_at__isnull', True), ('cancelled_from__isnull', True), ('tournament__isnull', False)), models.Q(models.Q(('cancel_reason', ''), _negated=True), ('cancelled_from__isnull', False), ('tournament__isnull', True), ('cancelled_at__isnull', False)), _connector='OR'), name='a_round_is_in_force_or_was_cancelled_with_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='player_registers_once'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(fields=('tournament', 'start_number'), name='start_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('penalty_points__lte', 0)), name='penalties_never_add_points'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('start_number__gte', 1)), name='start_numbers_begin_at_1'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['inscrit', 'present', 'absent', 'retire'])), name='registration_status_is_known'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('waits', ''), models.Q(('status', 'inscrit'), ('waits__in', ['retard', 'remplacant'])), _connector='OR'), name='late_and_stand_in_are_entered_only'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.UniqueConstraint(fields=('tournament', 'label'), name='rate_label_is_unique_in_its_tournament'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.CheckConstraint(condition=models.Q(('label', ''), _negated=True), name='rate_has_a_label'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.CheckConstraint(condition=models.Q(('code__in', ['membre', 'licencie', 'visiteur', 'etudiant', 'autre'])), name='rate_code_is_known'),
        ),
        migrations.AddConstraint(
            model_name='rate',
            constraint=models.CheckConstraint(condition=models.Q(('amount__range', (0, 100000))), name='a_rate_is_from_0_to_1000_euros'),
        ),
        migrations.AddConstraint(
            model_name='prizeplan',
            constraint=models.CheckConstraint(condition=models.Q(('club_adds__range', (0, 10000000))), name='a_club_adds_up_to_100000_euros'),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(fields=['tournament', '-id'], name='journal_of_a_tournament'),
        ),
        migrations.AddIndex(
            model_name='job',
            index=models.Index(fields=['state', 'heartbeat_at'], name='jobs_by_state'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['en_attente', 'en_cours']), ('tournament__isnull', False)), fields=('kind', 'tournament', 'about'), name='one_live_job_of_a_kind_for_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('season__isnull', False), ('state__in', ['en_attente', 'en_cours'])), fields=('kind', 'season'), name='one_live_job_of_a_kind_for_a_season'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('percent__range', (0, 100))), name='job_percent_is_a_percentage'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['tirage', 'tirage_position', 'classement_pdf', 'championnat_pdf', 'feuilles_pdf', 'plan_pdf', 'affiche_pdf', 'fiches_pdf', 'chevalets_pdf', 'listes_pdf', 'certificat_pdf', 'recus_pdf', 'vierges_pdf', 'avis_pdf', 'papiers_pdf', 'prix_pdf', 'recus_prix_pdf', 'decisions_pdf'])), name='job_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'en_cours'), _negated=True), ('heartbeat_at__isnull', False), _connector='OR'), name='a_running_job_has_a_heartbeat'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['en_attente', 'en_cours']), ('ended_at__isnull', False), _connector='OR'), name='an_ended_job_says_when'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['en_attente', 'en_cours', 'fait', 'echec', 'annule'])), name='job_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('season__isnull', True), ('tournament__isnull', False)), models.Q(('season__isnull', False), ('tournament__isnull', True)), _connector='OR'), name='job_is_about_a_tournament_or_a_season'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('tournament__isnull', True)), models.Q(('club__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='invited_to_a_club_or_to_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'arbiter'])), name='role_offered_is_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', False)), fields=('username', 'role', 'club'), name='invited_once_to_a_club'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('tournament__isnull', False)), fields=('username', 'role', 'tournament'), name='invited_once_to_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('mode__in', ['rotation', 'hasard', 'suisse', 'danois'])), name='draw_mode_is_known'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('remainder__in', ['smaller', 'larger', 'exempt'])), name='draw_remainder_is_known'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('turns__in', ['first', 'last'])), name='draw_turns_are_known'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('first_round__gte', 1), ('round_count__gte', 1)), name='a_draw_is_of_a_round_or_more'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('alone', False), models.Q(('by_rule', False), ('round_count', 1)), _connector='OR'), name='a_round_drawn_alone_is_one'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('published_at__isnull', True), ('plan__isnull', False), _connector='OR'), name='a_published_draw_has_a_plan'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('published_by__isnull', True), ('published_at__isnull', False), _connector='OR'), name='who_published_a_draw_did_it_once'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('ranking__isnull', True), ('mode__in', ['suisse', 'danois']), _connector='OR'), name='only_a_draw_by_standings_follows_a_ranking'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(('price__isnull', True), models.Q(('plan__isnull', False), ('ranking__isnull', False)), _connector='OR'), name='a_price_is_that_of_a_plan_by_standings'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('season__isnull', True), ('tournament__isnull', False)), models.Q(('season__isnull', False), ('tournament__isnull', True)), _connector='OR'), name='document_is_about_a_tournament_or_a_season'),
        ),
        migrations.AddConstraint(
            model_name='cashcount',
            constraint=models.CheckConstraint(condition=models.Q(('counted__lte', 10000000), ('opening__lte', 10000000)), name='a_cash_box_holds_up_to_100000_euros'),
        ),
        migrations.AddConstraint(
            model_name='appointment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('tournament__isnull', True)), models.Q(('club__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='appointed_to_a_club_or_to_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='appointment',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'arbiter'])), name='appointment_role_is_known'),
        ),
        migrations.AddConstraint(
            model_name='appointment',
            constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', False)), fields=('account', 'role', 'club'), name='appointed_once_to_a_club'),
        ),
        migrations.AddConstraint(
            model_name='appointment',
            constraint=models.UniqueConstraint(condition=models.Q(('tournament__isnull', False)), fields=('account', 'role', 'tournament'), name='appointed_once_to_a_tournament'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('url__startswith', 'https://')), name='a_webhook_goes_over_tls'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('events', []), _negated=True), name='a_webhook_is_told_something'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(condition=models.Q(('next_try_at__isnull', False)), fields=['next_try_at'], name='deliveries_that_wait'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.CheckConstraint(condition=models.Q(('delivered_at__isnull', True), ('next_try_at__isnull', True), _connector='OR'), name='what_arrived_is_not_sent_again'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['separer', 'club', 'equipe', 'place', 'secteur'])), name='wish_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('table__isnull', False), ('chair__isnull', False), _connector='OR'), ('kind', 'place')), models.Q(models.Q(('kind', 'place'), _negated=True), ('chair__isnull', True), ('table__isnull', True)), _connector='OR'), name='a_fixed_place_is_a_table_or_a_chair'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('table__isnull', True), ('table__gte', 1), _connector='OR'), name='a_wished_table_counts_from_1'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('chair__isnull', True), ('chair__range', (0, 4)), _connector='OR'), name='a_wished_chair_exists'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'secteur'), _negated=True), models.Q(('name', ''), _negated=True), _connector='OR'), name='a_sector_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('hard', True), ('kind__in', ['separer', 'club']), _connector='OR'), name='only_keeping_apart_may_give_way'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', False), models.Q(('cancelled_by__isnull', True), ('cancelled_by_name', '')), _connector='OR'), name='a_wish_in_force_is_cancelled_by_nobody'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True), ('kind', 'club')), fields=('tournament',), name='clubs_are_kept_apart_by_one_wish'),
        ),
        migrations.AddConstraint(
            model_name='wishplayer',
            constraint=models.UniqueConstraint(fields=('wish', 'registration'), name='a_wish_names_a_player_once'),
        ),
    ]
