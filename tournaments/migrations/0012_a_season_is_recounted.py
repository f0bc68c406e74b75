"""The recount of a season is a kind of job."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_a_season_is_reported")]

    operations = [
        migrations.RemoveConstraint(
            model_name="job",
            name="job_kind_is_known",
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            *("tirage", "tirage_position", "classement_pdf", "championnat_pdf", "podium_pdf"),
                            *("bilan_pdf", "recompte", "feuilles_pdf", "plan_pdf", "affiche_pdf", "fiches_pdf", "chevalets_pdf"),
                            *("listes_pdf", "certificat_pdf", "recus_pdf", "vierges_pdf", "avis_pdf", "papiers_pdf"),
                            *("prix_pdf", "recus_prix_pdf", "decisions_pdf", "cote"),
                        ],
                    )
                ),
                name="job_kind_is_known",
            ),
        ),
    ]
