from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0064_mails_of_entries_wait_in_the_queue"),
    ]

    operations = [
        migrations.RemoveField(
            model_name='entry',
            name='mail_at',
        ),
        migrations.RemoveField(
            model_name='entry',
            name='mail_tries',
        ),
    ]
