"""
Who is a member is one since the first day of which the club knows anything: of an evening here, or of a fee.

Without either nobody knows since when. Whose membership ended has that day, for another reason: none was asked.
"""

import django.db.models.deletion
import tournaments.labels
from django.db import migrations, models
from django.db.models import Min

AT_ONCE = 500


def periods_of_members(apps, _schema_editor) -> None:
    memberships, fees, entries, periods = (
        apps.get_model("tournaments", name) for name in ("Membership", "Fee", "Registration", "MembershipPeriod")
    )
    paid = dict(fees.objects.order_by().values_list("membership").annotate(first=Min("paid_on")))
    here = entries.objects.order_by().values_list("player", "tournament__club")
    came = {(player, club): first for player, club, first in here.annotate(first=Min("tournament__date"))}
    members = memberships.objects.filter(grade="member").order_by("pk").values_list("pk", "player", "club", "until")
    made = []
    for pk, player, club, until in members:
        first = min(filter(None, (paid.get(pk), came.get((player, club)))), default=None)
        since = None if first and until and first > until else first
        reason = "other" if until else ""
        made.append(periods(membership_id=pk, since=since, until=until, reason=reason))
    periods.objects.bulk_create(made, batch_size=AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0056_a_club_opens_its_lists_to_its_committee'),
    ]

    operations = [
        migrations.CreateModel(
            name='MembershipPeriod',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateField(blank=True, null=True)),
                ('until', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, choices=tournaments.labels.EndReason.offered, max_length=8)),
                ('remark', models.CharField(blank=True, max_length=200)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='periods', to='tournaments.membership')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('until'), nulls_last=True)],
                'constraints': [models.CheckConstraint(condition=models.Q(('since__isnull', True), ('until__isnull', True), ('until__gte', models.F('since')), _connector='OR'), name='a_membership_ends_after_it_begins'), models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('remark', ''), ('until__isnull', True)), models.Q(('reason__in', ['lapsed', 'resigned', 'moved', 'died', 'excluded', 'other']), ('until__isnull', False)), _connector='OR'), name='a_membership_that_ended_says_why'), models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('membership',), name='one_goes_on_of_a_membership'), models.UniqueConstraint(condition=models.Q(('since__isnull', True)), fields=('membership',), name='one_of_a_membership_has_no_first_day'), models.UniqueConstraint(fields=('membership', 'since'), name='a_membership_begins_once_a_day'), models.UniqueConstraint(fields=('membership', 'until'), name='a_membership_ends_once_a_day')],
            },
        ),
        migrations.RunPython(periods_of_members, migrations.RunPython.noop),
    ]
