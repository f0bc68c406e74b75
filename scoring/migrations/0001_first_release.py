"""All the tables of the scoring at 0.1.0, and the faults that every club starts with."""

import django.db.models.deletion
import scoring.labels
import tournaments.labels
from django.conf import settings
from django.db import migrations, models


# What they are called, where the règlement names them, on whom they fall, what follows where it says so: no amount is known.
DEALING = "Règlement FFT 2012, la distribution"
PETIT_SEC = "Règlement FFT 2012, le petit sec"
ECART = "Règlement FFT 2012, le chien et l’écart"
POIGNEES = "Règlement FFT 2012, les poignées"
CHELEM = "Règlement FFT 2012, le chelem"
ARBITER = "Règlement FFT 2012, l’arbitre"
FAULTS = {
    "fausse_donne": ("Fausse donne", DEALING, "donne", "donneur_exclu"),
    "carte_exposee": ("Carte exposée", ARBITER, "joueur", ""),
    "coupe_irreguliere": ("Coupe irrégulière", DEALING, "donne", ""),
    "main_levee": ("Cartes relevées avant la fin de la donne", DEALING, "joueur", ""),
    "petit_sec_tu": ("Petit sec non déclaré", PETIT_SEC, "joueur", ""),
    "faux_ecart": ("Faux écart", ECART, "joueur", ""),
    "ecart_consulte": ("Écart consulté ou changé après «\N{NO-BREAK SPACE}jeu\N{NO-BREAK SPACE}»", ECART, "joueur", ""),
    "jeu_hors_tour": ("Jeu hors tour", ARBITER, "joueur", ""),
    "renonce": ("Renonce", ARBITER, "joueur", ""),
    "nombre_de_cartes": ("Nombre de cartes faux", ARBITER, "joueur", ""),
    "poignee_tardive": ("Poignée montrée trop tard", POIGNEES, "joueur", ""),
    "chelem_sans_arbitre": ("Garde sans, garde contre ou chelem sans appel de l’arbitre", CHELEM, "joueur", ""),
    "hesitation": ("Hésitation injustifiée", ARBITER, "joueur", ""),
    "manierisme": ("Maniérisme", ARBITER, "joueur", ""),
    "propos": ("Propos ou comportement déplacés", ARBITER, "joueur", ""),
    "retard": ("Retard", "", "joueur", ""),
    "arbitre_non_appele": ("Arbitre non appelé", ARBITER, "table", ""),
    "autre": ("Autre faute", "", "joueur", ""),
    "carte_retournee": ("Carte retournée en donnant", DEALING, "donne", "donneur_exclu"),
    "chien_premiere_derniere": ("Première ou dernière carte mise au chien", DEALING, "donne", "donneur_exclu"),
    "ecart_interdit": ("Roi, bout ou atout écarté sans droit", ECART, "joueur", ""),
    "etui": ("Main mal remise dans l’étui", ARBITER, "table", ""),
}


def fill(apps, schema_editor):
    kinds = apps.get_model("scoring", "PenaltyKind").objects
    for code, (name, reference, target, sanction) in FAULTS.items():
        kinds.create(club=None, code=code, name=name, points=None, reference=reference, target=target, sanction=sanction)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0001_first_release'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('archived_at__isnull', True)), fields=('club', 'name'), name='one_offered_bareme_of_a_name_in_a_club'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='a_club_bareme_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('edition__startswith', 'club-')), name='a_club_edition_is_never_an_official_one'),
                    models.CheckConstraint(condition=models.Q(models.Q(('supersedes__isnull', True), ('version', 1)), models.Q(('supersedes__isnull', False), ('version__gt', 1)), _connector='OR'), name='a_first_version_replaces_nothing'),
                ],
            },
        ),
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
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='an_incident_is_told'),
                    models.CheckConstraint(condition=models.Q(('donne__isnull', True), ('table__isnull', False), _connector='OR'), name='a_donne_of_an_incident_has_its_table'),
                    models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_incident_says_why'),
                ],
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
                'constraints': [
                    models.UniqueConstraint(fields=('incident', 'registration'), name='somebody_is_in_an_incident_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PenaltyEdition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('valid_from', models.DateField(null=True)),
                ('created_by_name', models.CharField(max_length=150)),
                ('created_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalty_editions', to='tournaments.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': [models.OrderBy(models.F('valid_from'), descending=True, nulls_last=True)],
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'valid_from'), name='one_penalty_edition_a_day'),
                    models.UniqueConstraint(condition=models.Q(('valid_from__isnull', True)), fields=('club',), name='one_penalty_edition_since_ever'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PenaltyKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=30)),
                ('step', models.PositiveSmallIntegerField(default=1)),
                ('name', models.CharField(max_length=100)),
                ('reference', models.CharField(blank=True, max_length=120)),
                ('target', models.CharField(choices=scoring.labels.PenaltyTarget.offered, default='joueur', max_length=10)),
                ('sanction', models.CharField(blank=True, choices=scoring.labels.Sanction.offered, max_length=20)),
                ('points', models.IntegerField(blank=True, null=True)),
                ('valid_from', models.DateField(blank=True, null=True)),
                ('valid_until', models.DateField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club')),
                ('edition', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='kinds', to='scoring.penaltyedition')),
            ],
            options={
                'ordering': ['name', 'step'],
                'constraints': [
                    models.UniqueConstraint(fields=('edition', 'code', 'step'), name='penalty_code_is_unique_in_its_edition'),
                    models.UniqueConstraint(condition=models.Q(('edition__isnull', True)), fields=('club', 'code', 'step'), name='penalty_code_is_unique_in_its_club'),
                    models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('code', 'step'), name='penalty_code_is_unique_in_the_catalogue'),
                    models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_until__isnull', True), ('valid_until__gte', models.F('valid_from')), _connector='OR'), name='a_fault_begins_before_it_ends'),
                    models.CheckConstraint(condition=models.Q(('points__isnull', True), ('points__lte', 0), _connector='OR'), name='a_penalty_never_gives_points'),
                    models.CheckConstraint(condition=models.Q(('edition__isnull', True), ('club__isnull', False), _connector='OR'), name='an_edition_is_of_a_club'),
                    models.CheckConstraint(condition=models.Q(('step__gte', 1)), name='a_fault_is_committed_once_or_more'),
                    models.CheckConstraint(condition=models.Q(('points__isnull', True), ('points', 0), ('sanction__in', ['', 'points', 'points_total']), _connector='OR'), name='a_fault_takes_points_by_a_sanction_that_does'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('key', models.UUIDField(unique=True)),
                ('sanction', models.CharField(choices=scoring.labels.Sanction.offered, default='points', max_length=20)),
                ('target', models.CharField(choices=scoring.labels.PenaltyTarget.offered, max_length=10)),
                ('donne', models.PositiveSmallIntegerField(null=True)),
                ('camp', models.CharField(blank=True, choices=scoring.labels.camps, max_length=10)),
                ('points', models.IntegerField()),
                ('reason', models.TextField(blank=True)),
                ('basis', models.CharField(blank=True, choices=tournaments.labels.adjusted_choices, max_length=10)),
                ('assigned', models.IntegerField(null=True)),
                ('status_before', models.CharField(blank=True, choices=tournaments.labels.Status.offered, max_length=10)),
                ('given_by_name', models.CharField(max_length=150)),
                ('given_at', models.DateTimeField()),
                ('applied_at', models.DateTimeField(null=True)),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.registration')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.table')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.tournament')),
                ('kind', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='scoring.penaltykind')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_penalty_takes_points_or_warns'),
                    models.CheckConstraint(condition=models.Q(('sanction__in', ['avertissement', 'redonne', 'donneur_exclu', 'prime_annulee', 'points', 'points_total', 'score_ajuste', 'exclusion', 'federation'])), name='a_sanction_is_known'),
                    models.CheckConstraint(condition=models.Q(('points', 0), ('sanction__in', ['points', 'points_total']), _connector='OR'), name='a_decision_takes_points_by_a_sanction_that_does'),
                    models.CheckConstraint(condition=models.Q(models.Q(('sanction', 'exclusion'), _negated=True), ('target', 'joueur'), _connector='OR'), name='a_player_is_excluded'),
                    models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_penalty_says_why'),
                    models.CheckConstraint(condition=models.Q(models.Q(('camp', ''), ('registration__isnull', False), ('target', 'joueur')), models.Q(('camp__in', ['attaque', 'defense']), ('donne__isnull', False), ('registration__isnull', True), ('table__isnull', False), ('target', 'camp')), models.Q(('camp', ''), ('registration__isnull', True), ('table__isnull', False), ('target', 'table')), models.Q(('camp', ''), ('donne__isnull', False), ('points', 0), ('registration__isnull', True), ('table__isnull', False), ('target', 'donne')), _connector='OR'), name='a_penalty_falls_on_a_player_a_camp_a_table_or_a_donne'),
                    models.CheckConstraint(condition=models.Q(models.Q(('assigned__isnull', True), ('basis', ''), models.Q(('sanction', 'score_ajuste'), _negated=True)), models.Q(('assigned__isnull', True), ('basis__in', ['epreuve', 'joueur']), ('sanction', 'score_ajuste'), ('table__isnull', False), ('target__in', ['joueur', 'table'])), models.Q(('assigned__isnull', False), ('basis', 'attribue'), ('sanction', 'score_ajuste'), ('table__isnull', False), ('target__in', ['joueur', 'table'])), _connector='OR'), name='an_adjusted_score_says_where_it_comes_from'),
                    models.CheckConstraint(condition=models.Q(('applied_at__isnull', True), ('sanction__in', ['redonne', 'donneur_exclu', 'prime_annulee']), _connector='OR'), name='what_is_done_of_a_donne_is_applied_to_it'),
                    models.CheckConstraint(condition=models.Q(models.Q(('sanction__in', ['redonne', 'donneur_exclu', 'prime_annulee']), _negated=True), models.Q(('donne__isnull', False), ('table__isnull', False)), _connector='OR'), name='what_is_done_of_a_donne_names_it'),
                ],
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
                'constraints': [
                    models.UniqueConstraint(fields=('penalty', 'registration'), name='a_penalty_falls_once_on_a_player'),
                    models.CheckConstraint(condition=models.Q(('points__lte', 0)), name='a_share_takes_points_or_warns'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Phone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField()),
                ('first_seen', models.DateTimeField()),
                ('last_seen', models.DateTimeField()),
                ('writes_donne', models.PositiveSmallIntegerField(null=True)),
                ('writes_since', models.DateTimeField(null=True)),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='phones', to='tournaments.seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'key'), name='a_phone_is_in_once_at_a_table'),
                    models.CheckConstraint(condition=models.Q(models.Q(('writes_donne__isnull', True), ('writes_since__isnull', True)), models.Q(('writes_donne__gte', 1), ('writes_since__isnull', False)), _connector='OR'), name='who_writes_a_donne_began_it'),
                ],
            },
        ),
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
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.seat')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arbiter_calls', to='tournaments.table')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('table',), name='a_table_has_one_open_call'),
                    models.CheckConstraint(condition=models.Q(('about__in', ['question', 'faute', 'chelem', 'garde', 'feuille', 'autre'])), name='why_an_arbiter_is_called_is_known'),
                    models.CheckConstraint(condition=models.Q(('about', 'autre'), ('reason', ''), _negated=True), name='a_call_for_something_else_says_what'),
                    models.CheckConstraint(condition=models.Q(models.Q(('about__in', ['chelem', 'garde']), models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR')), models.Q(('number__isnull', True), ('seat__isnull', True)), _connector='OR'), name='what_was_announced_is_of_a_donne'),
                    models.CheckConstraint(condition=models.Q(models.Q(('coming_at__isnull', True), ('coming_by_name', '')), models.Q(models.Q(('coming_by_name', ''), _negated=True), ('coming_at__isnull', False)), _connector='OR'), name='who_goes_to_a_table_said_when'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('settled_at__isnull', True), ('settled_by_name', '')), models.Q(models.Q(('settled_by_name', ''), _negated=True), ('settled_at__isnull', False)), _connector='OR'), name='who_settled_a_call_is_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Protest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=scoring.labels.ProtestAbout.offered, max_length=10)),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.TextField()),
                ('key', models.UUIDField(unique=True)),
                ('by_name', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('answered_by_name', models.CharField(blank=True, max_length=150)),
                ('answered_at', models.DateTimeField(null=True)),
                ('answer', models.TextField(blank=True)),
                ('upheld', models.BooleanField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='protests', to='tournaments.table')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('about__in', ['places', 'donne', 'feuille'])), name='protest_subject_is_known'),
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_protest_says_why'),
                    models.CheckConstraint(condition=models.Q(models.Q(('about', 'donne'), ('number__gte', 1)), models.Q(models.Q(('about', 'donne'), _negated=True), ('number__isnull', True)), _connector='OR'), name='a_protest_about_a_donne_names_it'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('upheld__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False), ('upheld__isnull', False)), _connector='OR'), name='an_answered_protest_has_its_answer'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SheetLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
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
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='lines', to='scoring.phone')),
                ('sits_out', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='scoring.sheetline')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.table')),
                ('taker', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('writer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('written_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('current', True)), fields=('table', 'number'), name='one_current_line_for_a_donne'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='donne_numbers_begin_at_1'),
                    models.CheckConstraint(condition=models.Q(('outcome__in', ['jouee', 'passee', 'petit_sec', 'fausse_donne', 'annulee'])), name='donne_outcome_is_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'jouee'), _negated=True), models.Q(('bouts__range', (0, 3)), ('contract__in', ['prise', 'pousse', 'garde', 'garde_sans', 'garde_contre']), ('half_points__range', (0, 182)), ('taker__isnull', False)), _connector='OR'), name='a_played_donne_has_a_taker_a_contract_and_points'),
                    models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), models.Q(('bouts__isnull', True), ('chelem_announced', False), ('chelem_made', ''), ('contract', ''), ('half_points__isnull', True), ('partner__isnull', True), ('petit_au_bout', ''), ('petit_chelem_announced', False), ('petit_chelem_made', False), ('taker__isnull', True)), _connector='OR'), name='a_void_donne_marks_nothing'),
                    models.CheckConstraint(condition=models.Q(('supersedes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_correction_says_why'),
                    models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('current', False), models.Q(('cancel_reason', ''), _negated=True)), _connector='OR'), name='a_line_taken_off_says_why_and_stands_no_more'),
                    models.CheckConstraint(condition=models.Q(('petit_au_bout__in', ['', 'attaque', 'defense'])), name='petit_au_bout_goes_to_a_camp'),
                    models.CheckConstraint(condition=models.Q(('chelem_made__in', ['', 'attaque', 'defense'])), name='chelem_is_made_by_a_camp'),
                    models.CheckConstraint(condition=models.Q(('petit_chelem_made', False), ('chelem_made', ''), _connector='OR'), name='a_petit_chelem_is_no_chelem'),
                    models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), ('miseres', []), _connector='OR'), name='a_void_donne_shows_no_misere'),
                    models.CheckConstraint(condition=models.Q(('outcome', 'jouee'), ('confirmed', []), _connector='OR'), name='a_void_donne_has_nothing_to_confirm'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ChelemCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('key', models.UUIDField(unique=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('announced', models.CharField(choices=scoring.labels.CalledWhen.offered, max_length=20)),
                ('outcome', models.CharField(choices=scoring.labels.CallOutcome.offered, default='en_attente', max_length=20)),
                ('ruling', models.CharField(choices=scoring.labels.CallOutcome.offered, default='en_attente', max_length=20)),
                ('ruled_by_name', models.CharField(blank=True, max_length=150)),
                ('led', models.BooleanField(null=True)),
                ('excuse', models.CharField(blank=True, choices=scoring.labels.ExcusePlayed.offered, max_length=10)),
                ('petit_before_last', models.BooleanField(default=False)),
                ('recorded_by_name', models.CharField(max_length=150)),
                ('recorded_at', models.DateTimeField()),
                ('caller', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('cancelled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('recorded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chelem_calls', to='tournaments.table')),
                ('line_met', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.sheetline')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True)), fields=('table', 'number'), name='one_chelem_call_for_a_donne'),
                    models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('cancel_reason', ''), _negated=True), _connector='OR'), name='a_cancelled_call_says_why'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='chelem_calls_are_of_a_donne_from_1'),
                    models.CheckConstraint(condition=models.Q(('outcome__in', ['en_attente', 'reussi', 'chute', 'inflige'])), name='chelem_call_outcome_is_known'),
                    models.CheckConstraint(condition=models.Q(('ruling__in', ['en_attente', 'reussi', 'chute', 'inflige'])), name='chelem_call_ruling_is_known'),
                    models.CheckConstraint(condition=models.Q(('excuse__in', ['', 'derniere', 'avant', 'defense'])), name='where_the_excuse_was_is_known'),
                    models.CheckConstraint(condition=models.Q(('petit_before_last', False), ('excuse', 'derniere'), _connector='OR'), name='the_petit_before_last_goes_with_the_excuse_last'),
                    models.CheckConstraint(condition=models.Q(('announced__in', ['avant_carte', 'tardif'])), name='chelem_call_moment_is_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_name', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
                ('line', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to='scoring.sheetline')),
            ],
        ),
        migrations.CreateModel(
            name='Conflict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('late', models.BooleanField(default=False)),
                ('outcome', models.CharField(choices=scoring.labels.Outcome.offered, max_length=20)),
                ('facts', models.JSONField(default=dict)),
                ('marque', models.JSONField(default=dict)),
                ('key', models.UUIDField(unique=True)),
                ('by_name', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('settled_by_name', models.CharField(blank=True, max_length=150)),
                ('settled_at', models.DateTimeField(null=True)),
                ('kept', models.CharField(blank=True, choices=scoring.labels.Kept.offered, max_length=10)),
                ('settle_reason', models.TextField(blank=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('call', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='scoring.chelemcall')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='tournaments.table')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
                ('line', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='scoring.sheetline')),
            ],
            options={
                'ordering': ['table', 'number', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='a_conflict_is_about_a_donne'),
                    models.CheckConstraint(condition=models.Q(('outcome__in', ['jouee', 'passee', 'petit_sec', 'fausse_donne', 'annulee'])), name='conflict_outcome_is_known'),
                    models.CheckConstraint(condition=models.Q(('line__isnull', False), ('call__isnull', False), ('late', True), _connector='OR'), name='a_conflict_is_with_a_line_a_call_or_late'),
                    models.CheckConstraint(condition=models.Q(models.Q(('kept', ''), ('settle_reason', ''), ('settled_at__isnull', True)), models.Q(models.Q(('settle_reason', ''), _negated=True), ('kept__in', ['inscrite', 'autre']), ('settled_at__isnull', False)), _connector='OR'), name='a_settled_conflict_says_what_was_kept_and_why'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DonneRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.TextField(blank=True)),
                ('current', models.BooleanField(default=True)),
                ('key', models.UUIDField(unique=True)),
                ('written_by_name', models.CharField(max_length=150)),
                ('written_at', models.DateTimeField()),
                ('reason', models.TextField(blank=True)),
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
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('current', True)), fields=('table', 'number'), name='one_current_record_for_a_donne'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='records_number_donnes_from_1'),
                    models.CheckConstraint(condition=models.Q(('supersedes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_replaced_record_says_why'),
                    models.CheckConstraint(condition=models.Q(('cancelled_at__isnull', True), models.Q(('current', False), models.Q(('cancel_reason', ''), _negated=True)), _connector='OR'), name='a_withdrawn_record_says_why_and_stands_no_more'),
                ],
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
                'ordering': ['seat__chair', 'pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('current', True)), fields=('seat',), name='one_current_total_for_a_seat'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Signature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sheet', models.CharField(max_length=16)),
                ('at', models.DateTimeField()),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='signature', to='tournaments.seat')),
            ],
            options={
                'ordering': ['seat__chair'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('sheet', ''), _negated=True), name='a_signature_is_of_a_sheet'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TypedSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('rows', models.JSONField()),
                ('typed_by_name', models.CharField(max_length=150)),
                ('typed_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='typed_sheets', to='tournaments.table')),
                ('typed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('table',), name='one_typing_of_a_sheet_waits'),
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
