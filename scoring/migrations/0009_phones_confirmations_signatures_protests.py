"""Phones that write at a table, lines confirmed by the other camp, signatures, protests."""

import django.db.models.deletion
import scoring.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0008_no_break_spaces_in_a_fault'),
        ('tournaments', '0019_entry_at_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_name', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('line', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to='scoring.sheetline')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.phone')),
            ],
        ),
        migrations.AddField(
            model_name='sheetline',
            name='phone',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='lines', to='scoring.phone'),
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
            },
        ),
        migrations.AddConstraint(
            model_name='phone',
            constraint=models.UniqueConstraint(fields=('table', 'key'), name='a_phone_is_in_once_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='phone',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('writes_donne__isnull', True), ('writes_since__isnull', True)), models.Q(('writes_donne__gte', 1), ('writes_since__isnull', False)), _connector='OR'), name='who_writes_a_donne_began_it'),
        ),
        migrations.AddConstraint(
            model_name='protest',
            constraint=models.CheckConstraint(condition=models.Q(('about__in', ['places', 'donne', 'feuille'])), name='protest_subject_is_known'),
        ),
        migrations.AddConstraint(
            model_name='protest',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_protest_says_why'),
        ),
        migrations.AddConstraint(
            model_name='protest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('about', 'donne'), ('number__gte', 1)), models.Q(models.Q(('about', 'donne'), _negated=True), ('number__isnull', True)), _connector='OR'), name='a_protest_about_a_donne_names_it'),
        ),
        migrations.AddConstraint(
            model_name='protest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('upheld__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False), ('upheld__isnull', False)), _connector='OR'), name='an_answered_protest_has_its_answer'),
        ),
        migrations.AddConstraint(
            model_name='signature',
            constraint=models.CheckConstraint(condition=models.Q(('sheet', ''), _negated=True), name='a_signature_is_of_a_sheet'),
        ),
    ]
