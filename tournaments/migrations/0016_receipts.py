"""A job may print receipts. Its list has every kind of this release: each migration may come first."""

from django.db import migrations, models
from django.db.models import Q

# Written out: a migration says the same for ever, whatever the code comes to know.
KINDS = [
    *("tirage", "tirage_position", "classement_pdf", "championnat_pdf", "feuilles_pdf", "plan_pdf", "affiche_pdf"),
    *("fiches_pdf", "chevalets_pdf", "listes_pdf", "certificat_pdf", "recus_pdf", "vierges_pdf", "avis_pdf"),
    *("papiers_pdf", "prix_pdf", "recus_prix_pdf"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_who_counts_in_the_ranking")]
    operations = [
        migrations.RemoveConstraint(model_name="job", name="job_kind_is_known"),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(name="job_kind_is_known", condition=Q(kind__in=KINDS)),
        ),
    ]
