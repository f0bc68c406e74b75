"""Names that may be one person's: what is asked about, and what is not."""

import pytest

from tournaments.kit.likeness import Likeness, Lookalikes, likeness

pytestmark = pytest.mark.pure

ALIKE = [
    (("Dupont", "Jean"), ("DUPONT", "Jean"), Likeness.SAME),
    (("Lefevre", "Noel"), ("LEFÈVRE", "Noël"), Likeness.SAME),
    (("Jean", "Dupont"), ("DUPONT", "Jean"), Likeness.SWAPPED),
    (("Dupont", "J."), ("DUPONT", "Jean"), Likeness.SHORTENED),
    (("Dupont", ""), ("DUPONT", "Jean"), Likeness.SHORTENED),
    (("Dupont", "Jean"), ("DUPONT", "Jean-Pierre"), Likeness.SHORTENED),
    (("Martin", "Anne"), ("MARTIN-DURAND", "Anne"), Likeness.SHORTENED),
    (("Dupon", "Jean"), ("DUPONT", "Jean"), Likeness.SPELLED),
    (("Dupotn", "Jean"), ("DUPONT", "Jean"), Likeness.SPELLED),
    (("Dupont", "Jaen"), ("DUPONT", "Jean"), Likeness.SPELLED),
    (("Rey", "Luc"), ("ROY", "Luc"), Likeness.SPELLED),
    (("Dupon", "Jaen"), ("DUPONT", "Jean"), Likeness.SPELLED),
    (("Jean", "Dupon"), ("DUPONT", "Jean"), Likeness.SPELLED),
    (("Delatour", "Anne"), ("DE LA TOUR", "Anne"), Likeness.SPELLED),
    (("Grandchampt", "Luc"), ("GRANDCHAM", "Luc"), Likeness.SPELLED),
]
APART = [
    (("Martin", "Paul"), ("MARTIN", "Jean")),
    (("Martin", "Jeanne"), ("MARTIN", "Jean")),
    (("Dupont", "Jean"), ("DURAND", "Jean")),
    (("Martin", "Jean"), ("MARTIN-DURAND", "Paul")),
    (("Petit", "Al"), ("PETIT", "Bo")),
    (("Dupin", "Jaen"), ("DUPONT", "Jean")),
    (("Durant", "Luc"), ("DUPONT", "Luc")),
    (("", "Jean"), ("DUPONT", "Jean")),
]


@pytest.mark.parametrize(("one", "other", "how"), ALIKE)
def test_two_names_are_alike_whichever_is_asked_about(one, other, how):
    assert likeness(one, other) is how
    assert likeness(other, one) is how
    assert Lookalikes([("him", *other)]).find(*one) == [("him", how)]


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_names_are_two_people(one, other):
    assert likeness(one, other) is None
    assert Lookalikes([("him", *other)]).find(*one) == []


def test_the_most_alike_come_first_and_a_name_may_be_added_on_the_way():
    people = Lookalikes([(1, "Dupond", "Jean"), (2, "Dupont", "Jean"), (3, "Durand", "Jean")])
    people.add(4, "Dupont", "J.")

    assert people.find("Dupont", "Jean") == [
        (2, Likeness.SAME),
        (4, Likeness.SHORTENED),
        (1, Likeness.SPELLED),
    ]
