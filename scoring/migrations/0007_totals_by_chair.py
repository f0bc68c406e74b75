"""Totals stand in the order of the chairs, as the column is now called."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0006_a_fault_may_say_it_all"),
        ("tournaments", "0008_chairs_and_heartbeats"),
    ]
    operations = [migrations.AlterModelOptions(name="sheettotal", options={"ordering": ["seat__chair", "pk"]})]
