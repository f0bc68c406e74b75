"""A club's catalogue of faults on its pages: editions, faults, and a spreadsheet in and out."""

import csv
import io

import pytest
from django.urls import reverse

from scoring.labels import Sanction
from scoring.models import PenaltyEdition, PenaltyKind
from scoring.services.rules.catalogues import FaultFacts, open_edition
from tests.factories import DAY, NOW
from tests.texts import text
from tournaments.models import ColumnMapping, JournalEntry

pytestmark = pytest.mark.django_db

CSV = """Catalogue du club;;;;;
Faute;Référence;Porte sur;Fois;Sanction;Points
Retard à la table;RI, 4;joueur;;avertissement;
Retard à la table;RI, 4;joueur;2;points;20
Bruit;;toute la table;;;
"""


def test_without_an_edition_the_page_shows_what_the_reglement_states(as_organiser, club):
    shown = as_organiser.get(reverse("club_faults", args=[club.pk]))
    assert "Le club n’a pas d’édition à lui" in text(shown)
    told = " ".join(text(shown).split())
    assert 'Fausse donne <p class="help">Règlement FFT 2012, la distribution</p>' in told
    assert "nouvelle donne par le même donneur, qui n’enchérit pas" in told


def test_an_edition_is_dated_and_its_faults_written(as_organiser, club, the_organiser):
    page = as_organiser.post(reverse("new_fault_edition", args=[club.pk]), {"valid_from": "2026-11-21"})
    edition = PenaltyEdition.objects.get()
    address = reverse("fault_edition", args=[club.pk, edition.pk])
    assert (page.status_code, page.url) == (303, address)

    form = {"name": "Retard", "reference": "RI, 4", "target": "joueur", "sanction": "points", "points": "20"}
    assert as_organiser.post(reverse("add_fault", args=[club.pk, edition.pk]), form).url == address
    first = PenaltyKind.objects.get(edition=edition)
    again = {"sanction": "points", "points": "−40", "name": "autre chose"}
    as_organiser.post(f"{reverse('add_fault', args=[club.pk, edition.pk])}?apres={first.pk}", again)
    assert list(edition.kinds.values_list("name", "code", "step", "points", "reference")) == [
        ("Retard", "retard", 1, -20, "RI, 4"),
        ("Retard", "retard", 2, -40, "RI, 4"),
    ]
    shown = as_organiser.get(address).content.decode()
    assert (f"?apres={first.pk}" in shown, f"?apres={first.pk + 1}" in shown) == (False, True)
    change = reverse("change_fault", args=[club.pk, edition.pk, first.pk])
    assert as_organiser.get(change).context["form"]["points"].value() == 20
    as_organiser.post(change, form | {"points": ""})
    assert PenaltyKind.objects.get(pk=first.pk).points is None
    as_organiser.post(change, {"remove": "1"})
    assert edition.kinds.count() == 0
    assert as_organiser.post(reverse("drop_fault_edition", args=[club.pk, edition.pk])).url == reverse(
        "club_faults", args=[club.pk]
    )
    assert list(JournalEntry.objects.order_by("pk").values_list("action", "by_name").distinct()) == [
        ("édition du catalogue ouverte", str(the_organiser)),
        ("faute ajoutée au catalogue", str(the_organiser)),
        ("faute ajoutée au catalogue", str(the_organiser)),
        ("faute du catalogue changée", str(the_organiser)),
        ("faute retirée du catalogue", str(the_organiser)),
        ("édition du catalogue supprimée", str(the_organiser)),
    ]


def test_what_is_wrong_with_a_fault_is_at_its_field_and_stays_typed(as_organiser, club, the_organiser):
    edition = open_edition(club=club, valid_from=DAY, faults=[], by=the_organiser, at=NOW)
    form = {"name": "", "reference": "R" * 130, "target": "donne", "sanction": "exclusion", "points": "12"}
    page = as_organiser.post(reverse("add_fault", args=[club.pk, edition.pk]), form)
    assert (page.status_code, sorted(page.context["form"].errors)) == (
        422,
        ["name", "points", "reference", "target"],
    )
    assert page.context["form"]["points"].value() == "12"


def test_a_spreadsheet_is_looked_at_then_makes_an_edition_once(as_organiser, club):
    address = reverse("import_faults", args=[club.pk])
    looked = as_organiser.post(address, {"valid_from": "2026-12-01", "pasted": CSV}, follow=True)
    assert looked.status_code == 200
    assert [str(fault) for fault in looked.context["faults"]] == [
        "Retard à la table",
        "Retard à la table (2e fois)",
        "Bruit",
    ]
    assert PenaltyEdition.objects.count() == 0

    assert as_organiser.post(address, {"apply": "1"}).status_code == 303
    assert as_organiser.post(address, {"apply": "1"}).url == reverse("club_faults", args=[club.pk])

    edition = PenaltyEdition.objects.get()
    assert str(edition) == "Édition du 1er décembre 2026"
    assert list(edition.kinds.values_list("code", "step", "sanction", "points", "target")) == [
        ("bruit", 1, "", None, "table"),
        ("retard_a_la_table", 1, "avertissement", None, "joueur"),
        ("retard_a_la_table", 2, "points", -20, "joueur"),
    ]


def test_what_was_said_of_a_heading_is_remembered_by_the_next_spreadsheet(as_organiser, club):
    address = reverse("import_faults", args=[club.pk])
    lines = "Faute;Barre\nRetard;20\n"
    looked = as_organiser.post(address, {"valid_from": "2026-12-01", "pasted": lines}, follow=True)
    assert (looked.context["aside"], looked.context["faults"][0].points) == (["Barre"], None)
    read = {"column-0": "name", "column-1": "points"}
    assert as_organiser.post(address, read | {"read": "1"}, follow=True).context["faults"][0].points == -20
    assert ColumnMapping.objects.count() == 0  # it is looked at only
    assert as_organiser.post(address, read | {"apply": "1"}).status_code == 303
    again = as_organiser.post(address, {"valid_from": "2027-01-01", "pasted": lines}, follow=True)
    assert (again.context["aside"], again.context["faults"][0].points) == ([], -20)
    assert ColumnMapping.objects.get().kind == "fautes"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Faute;Porte sur\nRetard;équipe\n", "pas encore de tournois par équipes"),
        ("Faute;Sanction\nRetard;pendaison\n", "la sanction « pendaison » est inconnue"),
        ("Faute;Points\nRetard;vingt\n", "n’est pas un nombre entier"),
        ("Faute;Points;Sanction\nRetard;20;exclusion\n", "ne retire pas de points"),
        ("Faute;Fois\nRetard;2\n", "écrivez d’abord ce qui suit la fois d’avant"),
        ("Faute\nRetard\nRetard\n", "écrite deux fois"),
        ("Faute;Points\n", "aucune faute dessous"),
        ("Code;Points\nx;2\n", "Il manque la colonne « faute »"),
    ],
)
def test_a_spreadsheet_that_is_wrong_says_where_and_enters_nothing(as_organiser, club, lines, said):
    address = reverse("import_faults", args=[club.pk])
    page = as_organiser.post(address, {"valid_from": "2026-12-01", "pasted": lines}, follow=True)
    assert page.status_code == 422
    assert said in text(page)
    assert as_organiser.post(address, {"apply": "1"}).status_code == 422
    assert PenaltyEdition.objects.count() == 0


def test_what_is_taken_away_comes_back_as_it_was(as_organiser, club, the_organiser):
    open_edition(
        club=club,
        valid_from=DAY,
        faults=[FaultFacts("Retard long", sanction=Sanction.TOTAL, points=-20)],
        by=the_organiser,
        at=NOW,
    )
    edition = PenaltyEdition.objects.get()
    taken = as_organiser.get(reverse("fault_edition", args=[club.pk, edition.pk]) + "?format=csv").content
    rows = list(csv.reader(io.StringIO(taken.decode("utf-8-sig")), delimiter=";"))
    assert rows[1] == ["retard_long", "Retard long", "", "un joueur", "1", "points sur le total", "-20"]
    whole = as_organiser.get(reverse("club_faults", args=[club.pk]) + "?format=csv").content.decode("utf-8-sig")
    address = reverse("import_faults", args=[club.pk])
    looked = as_organiser.post(address, {"valid_from": "2026-12-01", "pasted": whole}, follow=True)
    assert looked.context["problems"] == []
    as_organiser.post(address, {"apply": "1"})
    other = PenaltyEdition.objects.exclude(pk=edition.pk).get()
    assert other.kinds.count() == PenaltyKind.objects.filter(club=None).count() + 1
    fields = ("code", "name", "step", "sanction", "points", "target", "reference")
    before = set(PenaltyKind.objects.filter(club=None).values_list(*fields)) | set(edition.kinds.values_list(*fields))
    assert set(other.kinds.values_list(*fields)) == before


@pytest.mark.parametrize("many", [1, 30])
def test_the_pages_run_a_constant_number_of_queries(as_organiser, club, the_organiser, django_assert_num_queries, many):
    faults = [FaultFacts(f"Faute {number}") for number in range(many)]
    edition = open_edition(club=club, valid_from=DAY, faults=faults, by=the_organiser, at=NOW)
    with django_assert_num_queries(7):
        as_organiser.get(reverse("club_faults", args=[club.pk]))
    with django_assert_num_queries(6):
        as_organiser.get(reverse("fault_edition", args=[club.pk, edition.pk]))
