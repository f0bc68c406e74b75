"""What the journal is about is told in the language of whoever reads it."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.marque import Camp
from tests.factories import NOW
from tournaments.labels import JobKind, RoleName, Status, WishKind
from tournaments.models import Tournament
from tournaments.services.journal import log
from tournaments.subjects import TEMPLATES, Subject, subject_of, tell

WRITTEN: list[tuple[Subject, str, str]] = [
    (subject_of("round", number=2), "position 2", "round 2"),
    (subject_of("table", round=3, table=6), "position 3, table 6", "round 3, table 6"),
    (subject_of("donne", round=3, table=6, donne=1), "position 3, table 6, donne 1", "round 3, table 6, deal 1"),
    (
        subject_of("camp", round=3, table=6, donne=1, camp=subject_of("camp.attaque")),
        "position 3, table 6, donne 1, attaque",
        "round 3, table 6, deal 1, attack",
    ),
    (subject_of("rounds", count=1), "1 position", "1 round"),
    (subject_of("players", count=64), "64 joueurs", "64 players"),
    (subject_of("import", created=3, changed=1), "3 ajoutés, 1 modifiés", "3 added, 1 changed"),
    (subject_of("exchange", number=2, one="A", other="B"), "position 2\N{NO-BREAK SPACE}: A et B", "round 2: A and B"),
    (
        subject_of("status", who=subject_of("players", count=2), status=subject_of("status.present")),
        "2 joueurs\N{NO-BREAK SPACE}: présent",
        "2 players: present",
    ),
    (
        subject_of("appointment", account="odile", role=subject_of("role.arbiter"), where="Soirée"),
        "odile\N{NO-BREAK SPACE}: arbitre · Soirée",
        "odile: arbiter · Soirée",
    ),
    (subject_of("wishes", count=2), "2 souhaits passent au remplaçant", "2 wishes go to the replacement"),
]


@pytest.mark.parametrize(("subject", "french", "english"), WRITTEN, ids=[subject["code"] for subject, *_ in WRITTEN])
@pytest.mark.django_db
def test_it_is_told_in_the_readers_language_whoever_wrote_it(
    as_arbiter: Client, tournament: Tournament, subject: Subject, french: str, english: str
) -> None:
    with override("en"):
        entry = log(action="essai", subject=subject, by=None, at=NOW, tournament=tournament)
    entry.refresh_from_db()
    assert (entry.subject, entry.words) == (french, subject)
    for language, told in (("fr", french), ("en", english)):
        page = as_arbiter.get(reverse("journal", args=[tournament.pk]), headers={"accept-language": language})
        assert told in page.content.decode()


@pytest.mark.django_db
def test_a_name_and_an_entry_of_before_stay_as_they_were_written(tournament: Tournament) -> None:
    name = log(action="essai", subject="Soirée 100 %", by=None, at=NOW, tournament=tournament)
    before = log(action="essai", subject="round 3", by=None, at=NOW, tournament=tournament)
    before.words = {"code": "of_a_later_release"}
    assert (name.words, name.sentence, before.sentence) == ({}, "Soirée 100 %", "round 3")


def test_a_name_with_a_percent_sign_is_a_name() -> None:
    assert tell(subject_of("replacement", one="100 %s", other="B", number=1)).startswith("B prend la place de 100 %s")


def test_every_code_of_the_labels_has_its_words() -> None:
    codes = {f"status.{code}" for code in Status.values} | {f"role.{code}" for code in RoleName.values}
    codes |= {f"wish.{code}" for code in WishKind.values} | {f"job.{code}" for code in JobKind.values}
    assert codes | {f"camp.{code}" for code in Camp} <= TEMPLATES.keys()
