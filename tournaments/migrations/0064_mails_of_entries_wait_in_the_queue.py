from hashlib import sha256

from django.db import migrations
from django.db.models import F, Q


def move(apps, schema_editor):
    """Give each e-mail of an entry that waits its row in the queue, due when it was."""
    Entry = apps.get_model("tournaments", "Entry")
    Mailbox = apps.get_model("tournaments", "Mailbox")
    Mail = apps.get_model("tournaments", "Mail")
    is_reminder = Q(reminded_at__isnull=False) & (Q(moved_up_at=None) | Q(moved_up_at__lte=F("reminded_at")))
    waiting = Entry.objects.filter(mail_at__isnull=False).exclude(email="")
    reminders = set(waiting.filter(is_reminder).values_list("pk", flat=True))
    for entry in waiting.select_related("tournament"):
        kind = "rappel" if entry.pk in reminders else "lien" if entry.moved_up_at is None else "place"
        digest = sha256(f"tarot-club {entry.email.strip().casefold()}".encode()).hexdigest()
        mailbox, _made = Mailbox.objects.get_or_create(club_id=entry.tournament.club_id, digest=digest)
        Mail.objects.create(
            mailbox=mailbox,
            kind=kind,
            event=f"{kind}:{entry.pk}:{mailbox.pk}",
            tournament_id=entry.tournament_id,
            entry=entry,
            language=entry.language,
            made_at=entry.mail_at,
            due_at=entry.mail_at,
            tries=entry.mail_tries,
        )


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0063_messages_to_people"),
    ]

    operations = [
        migrations.RunPython(move, migrations.RunPython.noop),
    ]
