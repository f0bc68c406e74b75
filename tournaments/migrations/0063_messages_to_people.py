import django.db.models.deletion
import tournaments.mail_labels
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0062_a_payment_of_an_evening_or_a_season"),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='called_off',
            field=models.CharField(blank=True, db_default='', default='', max_length=500),
        ),
        migrations.CreateModel(
            name='Mailbox',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('evenings_stopped_at', models.DateTimeField(null=True)),
                ('fees_stopped_at', models.DateTimeField(null=True)),
                ('refused_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mailboxes', to='tournaments.club')),
            ],
            options={
                'verbose_name_plural': 'mailboxes',
            },
        ),
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournaments.mail_labels.MailKind.offered, max_length=12)),
                ('state', models.CharField(choices=tournaments.mail_labels.MailState.offered, default='attend', max_length=10)),
                ('event', models.CharField(max_length=200, unique=True)),
                ('language', models.CharField(choices=[('fr', 'fr'), ('en', 'en')], default='fr', max_length=2)),
                ('details', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField()),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('handed_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='tournaments.entry')),
                ('mailbox', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='tournaments.mailbox')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='tournaments.player')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='mailbox',
            constraint=models.UniqueConstraint(fields=('club', 'digest'), name='a_club_knows_an_address_once'),
        ),
        migrations.AddConstraint(
            model_name='mailbox',
            constraint=models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='an_address_is_kept_as_a_digest'),
        ),
        migrations.AddIndex(
            model_name='mail',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='messages_that_wait'),
        ),
        migrations.AddConstraint(
            model_name='mail',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['attend', 'part', 'parti', 'refuse', 'rejete', 'abandonne', 'trop', 'inutile'])), name='message_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='mail',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('state', 'attend')), models.Q(models.Q(('state', 'attend'), _negated=True), ('due_at__isnull', True)), _connector='OR'), name='a_message_is_due_while_it_waits'),
        ),
        migrations.AddConstraint(
            model_name='mail',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('handed_at__isnull', False), ('state__in', ['part', 'parti'])), models.Q(models.Q(('state__in', ['part', 'parti']), _negated=True), ('handed_at__isnull', True)), _connector='OR'), name='a_message_that_was_handed_over_says_when'),
        ),
        migrations.AddConstraint(
            model_name='mail',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('player__isnull', True)), models.Q(('entry__isnull', True), ('player__isnull', False)), _connector='OR'), name='a_message_is_for_an_entry_or_for_a_player'),
        ),
    ]
