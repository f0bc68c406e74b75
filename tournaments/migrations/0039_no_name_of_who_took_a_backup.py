"""Who took a backup away is in the journal, which an erasure searches; not beside the day of it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_what_is_said_of_the_site")]
    operations = [migrations.RemoveField("site", "backed_up_by")]
