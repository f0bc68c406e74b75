"""The ranking and the league on paper say what the standings say, for everyone to read."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories import NOW, ClubFactory, SeasonFactory, TournamentFactory, rewrite
from tests.tournaments.documents.printing import claimed, pages, played, words_set
from tests.tournaments.monitors import Listening
from tests.tournaments.teams import a_team
from tournaments.documents.standings import rankings
from tournaments.documents.standings.rankings import layout_of
from tournaments.labels import JobKind, Status, TournamentState
from tournaments.models import Club, Document, JournalEntry, Player, Registration, Round, Seat, Tournament
from tournaments.queries.standings.corrections import AFTER_END, public_corrections
from tournaments.seating import Cancelled, Monitor
from tournaments.services.journal import log
from tournaments.services.results import Result, set_results
from tournaments.services.work import jobs
from tournaments.standings import LeagueRule, Unfinished
from tournaments.tasks import WORKS


def printed(tournament: Tournament, kind: JobKind = JobKind.RANKING, **wanted: object) -> list[str]:
    job = claimed(kind, tournament=tournament, **wanted)
    answer = WORKS[kind](job, Monitor())
    jobs.finish(job=job, result=answer, at=NOW)
    return pages(Document.objects.get(pk=answer["document"]))


def words_of(tournament: Tournament, kind: JobKind) -> str:
    return " ".join(" ".join(printed(tournament, kind)).split())


def test_places_names_rounds_penalties_and_totals(tournament: Tournament) -> None:
    played(tournament, [[120, -30], [-60, 100], [-60, None]])
    tournament.registrations.filter(start_number=1).update(penalty_points=-50)
    Tournament.objects.filter(pk=tournament.pk).update(revision=12, name="Soirée d’automne")
    Player.objects.filter(last_name="Nom3").update(consent=False)
    tournament.refresh_from_db()
    (page,) = printed(tournament)
    words = " ".join(page.split())
    assert "1 = 1 Nom1 Élodie +120 −30 −50 +40" in words
    assert "1 = 2 Nom2 Élodie −60 +100 +40" in words
    assert "3 3 Joueur n° 3 −60 ex. −60" in words
    assert "Nom3" not in page
    assert "Soirée d’automne" in page
    assert "samedi 21 novembre 2026" in page
    assert "Classement provisoire" in page
    assert "règlement FFT 2012" in page
    assert "version 12, imprimé le" in page
    assert "page 1/1" in page


def test_the_teams_are_printed_with_who_is_in_them(tournament: Tournament) -> None:
    played(tournament, [[120, -30], [-60, 100], [-60, None], [0, -70]])
    rewrite(tournament, team_size=2)
    entries = list(tournament.registrations.order_by("start_number"))
    a_team("Les Bouts", entries[2], entries[3])
    a_team("Les Atouts", *entries[:2])
    Player.objects.filter(last_name="Nom3").update(consent=False)
    (page,) = printed(tournament, teams=True, part="", group="", club=None)
    words = " ".join(page.split())
    assert "Équipes · Classement provisoire · samedi 21 novembre 2026" in words
    assert "2 équipes · 2 positions jouées" in words
    assert "1 2 Les Atouts Nom1 Élodie, Nom2 Élodie +60 +70 +130" in words
    assert "2 1 Les Bouts Joueur n° 3, Nom4 Élodie −60 −70 −130" in words
    assert "Une équipe a la somme des points de ses joueurs" in words
    assert "4 joueurs · 2 positions jouées" in " ".join(printed(tournament, part="")[0].split())


def test_each_mark_is_a_cell_of_its_own(tournament: Tournament) -> None:
    played(tournament, [[1200, -30], [-60, None], [-1140, 30]])
    printed(tournament)
    reader = PdfReader(BytesIO(bytes(Document.objects.get().content)))
    tags = [reader.get_object(number) for number in range(1, int(reader.trailer["/Size"]))]
    cells = [tag["/S"] for tag in tags if isinstance(tag, dict) and tag.get("/S") in ("/TD", "/TH")]
    assert cells.count("/TH") == 6 + 3  # the heads of the columns, and the names
    assert cells.count("/TD") == 3 * (2 + 2 + 1)  # of each: place, number, two marks, total
    left = {words.text: words.left for words in words_set(Document.objects.get())}
    assert left["−1\N{NARROW NO-BREAK SPACE}140"] < left["−60"], "the last digits stand below each other"


def test_who_left_has_his_mark_and_no_place_and_the_rule_is_printed(tournament: Tournament) -> None:
    played(tournament, [[200, None], [-100, 30], [-100, -30]])
    Seat.objects.filter(registration__start_number=1, round__number=2).delete()
    tournament.registrations.filter(start_number=1).update(status=Status.WITHDRAWN)
    rewrite(tournament, unfinished_rule=Unfinished.OUT, rounds_planned=2)
    (page,) = printed(tournament)
    words = " ".join(page.split())
    assert "1 2 Nom2 Élodie −100 +30 −70" in words
    assert re.search(r"h\.c\. 1 Nom1 Élodie départ après la position 1", words)
    assert "+200 abs. +200" in words
    assert "h.c. : hors classement." in words
    assert "abs. : n’a pas joué cette position." in words
    assert "Est classé qui a pris part à toutes les positions" in words


def test_what_was_corrected_after_the_end_is_printed_and_names_nobody(tournament: Tournament) -> None:
    played(tournament, [[120], [-120]])
    subject = {"code": "donne", "round": 1, "table": 2, "donne": 3}
    for about, reason in ((subject, "points mal lus"), ("n° 1 SECRET Ada", "oubli")):
        log(action=AFTER_END, subject=about, by=None, at=NOW, tournament=tournament, reason=reason)
    (page,) = printed(tournament)
    assert "points mal lus" not in page  # it was opened again: nothing of it is final
    rewrite(tournament, state=TournamentState.FINISHED)
    (page,) = printed(tournament)
    words = " ".join(page.split())
    assert "Corrigé le 21 novembre 2026 : oubli" in words
    assert "Corrigé le 21 novembre 2026 : points mal lus (position 1, table 2, donne 3)" in words
    assert "SECRET" not in words


def test_a_paper_with_hidden_positions_says_so_until_they_are_released(tournament: Tournament) -> None:
    played(tournament, [[120, 5], [-120, -5]])
    rewrite(tournament, rounds_planned=2, hidden_rounds=1)
    log(
        action=AFTER_END,
        subject={"code": "table", "round": 2, "table": 1},
        by=None,
        at=NOW,
        tournament=tournament,
        reason="oubli",
    )
    kept = "Les résultats de la position 2 seront publiés à la remise des prix. Cette feuille montre déjà tout"
    for kind in (JobKind.RANKING, JobKind.PRIZES):
        assert kept in words_of(tournament, kind)
    rewrite(tournament, state=TournamentState.FINISHED)
    words = words_of(tournament, JobKind.RANKING)
    assert kept in words
    assert "oubli" in words  # it holds all of it
    assert public_corrections(tournament) == []
    rewrite(tournament, released_at=NOW)
    for kind in (JobKind.RANKING, JobKind.PRIZES):
        assert "Cette feuille" not in words_of(tournament, kind)
    assert [correction.reason for correction in public_corrections(tournament)] == ["oubli"]


def test_the_ranking_of_a_group_says_whose_it_is(tournament: Tournament) -> None:
    played(tournament, [[120], [-60], [-60]])
    Player.objects.filter(last_name="Nom2").update(sex="F")
    (page,) = printed(tournament, group="dames")
    words = " ".join(page.split())
    assert "Nom1" not in words
    assert "1 2 Nom2 Élodie 2e au général −60 −60" in words
    assert "Parmi les dames dont le nom est montré." in words
    assert "en tête" not in words
    (whole,) = printed(tournament)
    assert "Dames, en tête parmi les noms montrés : Nom2 Élodie (−60)" in " ".join(whole.replace("\xa0", " ").split())
    document = Document.objects.earliest("pk")
    assert document.title == f"Classement · {tournament.name} · dames"
    assert document.filename.startswith("classement-dames-")


def test_it_says_by_which_bareme_of_the_club_it_was_played(tournament: Tournament) -> None:
    played(tournament, [[120], [-120]])
    rewrite(tournament, bareme="club-1-1-0", bareme_name="Barème du vendredi")
    (page,) = printed(tournament)
    assert "Barème du vendredi" in page
    assert "FFT 2012" not in page


def test_it_speaks_the_language_asked_for(tournament: Tournament) -> None:
    played(tournament, [[120], [-120]])
    (page,) = printed(tournament, language="en")
    assert "Provisional standings" in page
    assert "Classement" not in page
    assert Document.objects.get().title == f"Standings · {tournament.name}"


def test_nothing_played_says_so(tournament: Tournament) -> None:
    (page,) = printed(tournament)
    assert "il n’y a pas de classement" in page


def test_every_page_of_a_long_ranking_has_its_headings(tournament: Tournament) -> None:
    played(tournament, [[500 - index] for index in range(300)])
    text = printed(tournament)
    assert len(text) > 5
    assert all("Joueur" in page and f"page {number}/{len(text)}" in page for number, page in enumerate(text, 1))
    assert sum(len(re.findall(r"Nom\d+", page)) for page in text) == 300


def test_a_cell_of_a_long_ranking_draws_its_figures_alone(tournament: Tournament) -> None:
    """A rule under each cell would be an eighth of the time that a thousand lines take."""
    played(tournament, [[500 - index, index] for index in range(40)])
    printed(tournament)
    page = PdfReader(BytesIO(bytes(Document.objects.get().content))).pages[0]
    drawn = page.get_contents().get_data().split()
    cells, boxes = drawn.count(b"BT"), drawn.count(b"re")
    assert cells > 150
    assert boxes < cells, "stripes, the rules of the heads, and nothing for each cell"


def test_long_names_and_twelve_rounds_lose_nothing(tournament: Tournament) -> None:
    name = "de La Rochefoucauld-Montbéliard de Saint-Symphorien " * 2
    played(tournament, [[-1100 - number for number in range(12)]] * 3, names=[name.strip()[:80], "B" * 80, "C"])
    (page,) = printed(tournament)
    flat = re.sub(r"\s", "", page)
    assert "Symphorien" in flat
    assert "B" * 80 in flat
    assert all(f"−{1100 + number}" in flat for number in range(12))
    assert "−13266" in flat


def test_a_long_title_stands_beside_the_code(tournament: Tournament) -> None:
    """Its first line ran on below the code of the page."""
    played(tournament, [[10], [-10]])
    rewrite(tournament, name="Grand Prix de la Ville de Saint-Symphorien-sur-Coise")
    printed(tournament, site="https://tarot.example.org")
    lines = [words.text for words in words_set(Document.objects.get()) if words.size == 22.5]
    assert lines == ["Grand Prix de la Ville de Saint-Symphorien-", "sur-Coise"]


def test_a_retried_job_keeps_one_document(tournament: Tournament) -> None:
    played(tournament, [[10], [-10]])
    job = claimed(JobKind.RANKING, tournament=tournament)
    told: list[int] = []
    first = WORKS[JobKind.RANKING](job, Listening(report=told.append))
    assert WORKS[JobKind.RANKING](job, Listening(report=told.append)) == first
    document = Document.objects.get()
    assert document.size == len(document.content)
    assert document.filename == f"classement-{tournament.name.lower().replace(' ', '-')}-2026-11-21.pdf"
    assert told == [5, 35, 95] * 2
    assert JournalEntry.objects.filter(tournament=tournament, action="document fait").count() == 1


def test_cancelling_stops_before_the_document_is_kept(tournament: Tournament) -> None:
    job = claimed(JobKind.RANKING, tournament=tournament)

    def stop(_percent: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        WORKS[JobKind.RANKING](job, Listening(report=stop))
    assert not Document.objects.exists()


def test_players_of_several_clubs_are_told_apart(tournament: Tournament) -> None:
    played(tournament, [[10], [-10]])
    Player.objects.filter(last_name="Nom2").update(club=ClubFactory(name="Les Bouts d’Or"))
    assert "Les Bouts d’Or" in " ".join(printed(tournament)[0].split())


@pytest.mark.parametrize(
    ("columns", "classes"),
    [(7, ""), (8, "crowded"), (10, "crowded"), (11, "crowded wide"), (16, "crowded wide"), (17, "packed")],
)
def test_a_page_is_laid_out_for_its_columns(columns: int, classes: str) -> None:
    assert layout_of(columns) == classes


@pytest.mark.parametrize(
    ("columns", "classes"),
    [(6, "exact"), (7, "exact crowded"), (9, "exact crowded"), (10, "exact crowded wide"), (15, "exact packed")],
)
def test_exact_points_take_more_room(columns: int, classes: str) -> None:
    assert layout_of(columns, exact=True) == classes


@pytest.mark.parametrize(("penalty", "is_on_its_side"), [(0, False), (-20, True)])
def test_penalties_are_a_column_of_the_page_too(tournament: Tournament, penalty: int, *, is_on_its_side: bool) -> None:
    played(tournament, [[10] * 10, [-10] * 10])
    tournament.registrations.filter(start_number=1).update(penalty_points=penalty)
    printed(tournament)
    page = PdfReader(BytesIO(bytes(Document.objects.get().content))).pages[0].mediabox
    assert (page.width > page.height) == is_on_its_side


def test_the_best_results_count_and_the_others_are_in_brackets(club: Club) -> None:
    season = SeasonFactory(club=club, rule=LeagueRule(best_of=1), name="2026-2027")
    one, two = (
        TournamentFactory(club=club, season=season, name=name, state=TournamentState.FINISHED)
        for name in ("Soirée 1", "Soirée 2")
    )
    played(one, [[120], [-120]])
    Player.objects.filter(last_name="Nom2").update(sex="F")
    again = Round.objects.create(tournament=two, number=1, published_at=NOW)
    for entry, points in zip(one.registrations.order_by("start_number"), (30, -30), strict=True):
        entered = Registration.objects.create(tournament=two, player=entry.player, start_number=entry.start_number)
        set_results([Result(Seat.objects.create(round=again, registration=entered), points, donnes=4)])
    answer = WORKS[JobKind.LEAGUE](claimed(JobKind.LEAGUE, season=season), Monitor())
    (page,) = pages(Document.objects.get(pk=answer["document"]))
    assert "Le plus de soirées gagnées : Nom1 Élodie (2 soirées)" in [line.strip() for line in page.splitlines()]
    words = " ".join(page.split())
    assert "1 Nom1 Élodie +120 (+30) +120 2" in words  # as on the page: the total, then the newest
    assert "2 Nom2 Élodie −30 −30 (−120) 2" in words
    assert "Total 21/11 21/11 Joués" in words
    assert "seul le meilleur résultat de chacun compte" in words
    assert "Soirée 2, samedi 21 novembre 2026" in words
    assert "Dames, en tête parmi les noms montrés : Nom2 Élodie (−30)" in words


@pytest.mark.parametrize(("most", "beyond"), [(4, ""), (3, "et 1 place de plus"), (2, "et 2 places de plus")])
def test_a_league_of_thousands_prints_its_first_and_says_how_many_there_are(
    club: Club, monkeypatch: pytest.MonkeyPatch, most: int, beyond: str
) -> None:
    monkeypatch.setattr(rankings, "MOST_LINES", most)
    season = SeasonFactory(club=club)
    played(TournamentFactory(club=club, season=season, state=TournamentState.FINISHED), [[90], [60], [-60], [-90]])
    answer = WORKS[JobKind.LEAGUE](claimed(JobKind.LEAGUE, season=season), Monitor())
    words = " ".join(" ".join(pages(Document.objects.get(pk=answer["document"]))).split())
    assert [f"Nom{number} " in words for number in range(1, 5)] == [number <= most for number in range(1, 5)]
    assert "4 joueurs" in words
    assert re.findall(r"et \d places? de plus", words) == ([beyond] if beyond else [])


def test_an_empty_season_says_so(club: Club) -> None:
    season = SeasonFactory(club=club)
    answer = WORKS[JobKind.LEAGUE](claimed(JobKind.LEAGUE, season=season), Monitor())
    assert "il n’y a pas de championnat" in pages(Document.objects.get(pk=answer["document"]))[0]
