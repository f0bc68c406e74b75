from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0037_boards_of_duplicate"),
    ]

    operations = [
        migrations.AlterField(
            model_name="publishedline",
            name="total",
            field=models.DecimalField(decimal_places=3, max_digits=12),
        ),
    ]
