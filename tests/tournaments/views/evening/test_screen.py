"""The big screen: what it shows, from the first published tables to the last standings, and its clock."""

import datetime
import re

import pytest

from tests.factories import NOW, TournamentFactory, field
from tests.texts import text, words
from tests.tournaments.rounds import mark, publish
from tests.tournaments.services.clubs.test_pages import picture
from tests.tournaments.views.clubs.test_club_pages import sent
from tournaments.labels import Pace, Status, TournamentState
from tournaments.models import Clock, ClubLogo, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club):
    tournament = TournamentFactory(
        club=club, state=TournamentState.RUNNING, pace=Pace.MINUTES, minutes_per_round=60, donnes_per_round=None
    )
    field(tournament, 5)
    return tournament


def begun(tournament):
    one, two, three, four, out = tournament.registrations.order_by("start_number")
    round_ = publish(tournament, 1, [[one, two, three, four]], [out])
    mark(round_, {one: 90, two: -30, three: -30, four: -30})
    return round_


def published(tournament):
    *seated, out = tournament.registrations.order_by("start_number")
    return publish(tournament, 1, [seated], [out])


def panels(visitor, tournament, query=""):
    shown = visitor.get(f"/tournois/{tournament.pk}/ecran/{query}").content.decode()
    return [name for name in ("podium", "standings", "tables") if f'data-panel="{name}"' in shown]


def test_before_the_draw_it_says_what_it_waits_for(visitor, evening):
    assert panels(visitor, evening) == []
    assert "Rien à montrer pour l’instant" in visitor.get(f"/tournois/{evening.pk}/ecran/").content.decode()


def test_tables_come_before_the_first_result_and_both_after_it(visitor, evening):
    published(evening)
    assert panels(visitor, evening) == ["tables"]
    Tournament.objects.update(revision=9)
    evening.rounds.all().delete()
    begun(evening)
    assert panels(visitor, evening) == ["standings", "tables"]
    assert panels(visitor, evening, "?vue=1") == ["standings"]
    assert panels(visitor, evening, "?vue=2") == ["tables"]


def test_a_finished_evening_shows_its_standings(visitor, evening):
    begun(evening)
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert panels(visitor, evening) == ["podium", "standings"]


def test_the_podium_waits_for_the_last_word_and_says_who_where_and_when(visitor, evening, settings):
    begun(evening)
    Tournament.objects.update(starts_at=datetime.time(20, 30), place="Salle des fêtes", hidden_rounds=1)
    assert panels(visitor, evening, "?vue=3") == []
    assert "Le podium paraîtra ici" in text(visitor.get(f"/tournois/{evening.pk}/ecran/?vue=3"))
    Tournament.objects.update(state=TournamentState.FINISHED, revision=9)
    assert panels(visitor, evening, "?vue=3") == []  # nothing is told before the prize-giving

    Tournament.objects.update(released_at=NOW, revision=10)
    Player.objects.filter(registrations__start_number=1).update(consent=False)
    ClubLogo.objects.create(club=evening.club, content=b"", width=30, height=20, digest="abc")
    assert panels(visitor, evening, "?vue=3") == ["podium"]
    shown = visitor.get(f"/tournois/{evening.pk}/ecran/?vue=3")
    assert "/logo/abc.png" in text(shown)
    there = words(shown)
    assert f"{evening.club} {evening.name} samedi 21 novembre 2026 à 20 h 30, Salle des fêtes" in there
    assert "1er Joueur n° 1 +90 2e Nom" in there
    assert there.count(" 3e ") == 3  # a shared place stands whole


def test_a_logo_that_changes_is_on_the_screen(visitor, evening, as_organiser):
    begun(evening)
    Tournament.objects.update(state=TournamentState.FINISHED)
    address = f"/tournois/{evening.pk}/ecran/?fragment"
    first = visitor.get(address)["ETag"]
    as_organiser.post(f"/organisation/clubs/{evening.club_id}/page-du-club/", {"logo": sent(picture("red"))})
    changed = visitor.get(address, headers={"if-none-match": first})
    assert (changed.status_code, ClubLogo.objects.get().digest in text(changed)) == (200, True)


def test_a_poll_gets_the_live_part_and_then_nothing_new(visitor, evening):
    begun(evening)
    first = visitor.get(f"/tournois/{evening.pk}/ecran/?fragment&vue=1")
    assert first.content.decode().lstrip().startswith('<div class="screen-live"')
    again = visitor.get(f"/tournois/{evening.pk}/ecran/?fragment&vue=1", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert 'ecran/?fragment&amp;vue=1"' in first.content.decode()


def test_the_clock_says_when_it_ends_not_how_long_that_is_from_now(visitor, evening):
    round_ = begun(evening)
    assert 'data-left="3600"' in visitor.get(f"/tournois/{evening.pk}/ecran/").content.decode()
    Clock.objects.create(round=round_, running_since=NOW)
    Tournament.objects.update(revision=9)
    ends = int((NOW + datetime.timedelta(hours=1)).timestamp())
    assert f'data-ends="{ends}"' in visitor.get(f"/tournois/{evening.pk}/ecran/").content.decode()


def test_only_an_arbiter_has_its_buttons(visitor, as_organiser, evening):
    round_ = begun(evening)
    page = f"/tournois/{evening.pk}/ecran/"
    assert "Lancer l’horloge" not in visitor.get(page).content.decode()
    as_organiser.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    assert "Lancer l’horloge" in as_organiser.get(page).content.decode()
    change = f"/organisation/tournois/{evening.pk}/positions/1/horloge/"
    started = as_organiser.post(change, {"horloge": "lancer", "de": "ecran"})
    assert (started.status_code, started["Location"]) == (303, page)
    assert Clock.objects.get(round=round_).running_since
    assert "Arrêter l’horloge" in as_organiser.get(page).content.decode()
    stopped = as_organiser.post(change, {"horloge": "arreter"})
    assert stopped["Location"] == f"/arbitrage/{evening.pk}/1/"
    Clock.objects.update(spent=60)
    assert "Reprendre l’horloge" in as_organiser.get(f"/arbitrage/{evening.pk}/1/").content.decode()


def test_a_button_nobody_knows_is_said(as_organiser, evening):
    begun(evening)
    as_organiser.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    change = f"/organisation/tournois/{evening.pk}/positions/1/horloge/"
    told = as_organiser.post(change, {"horloge": "x"}, follow=True).content.decode()
    assert "Ce bouton n’est plus connu." in told
    assert not Clock.objects.exists()


def test_who_is_out_of_the_ranking_late_or_gone_is_marked_with_a_legend(visitor, evening):
    begun(evening)
    plain = visitor.get(f"/tournois/{evening.pk}/ecran/").content.decode()
    assert "screen-legend" not in plain
    evening.registrations.filter(start_number=1).update(status=Status.WITHDRAWN)
    Tournament.objects.update(revision=9, unfinished_rule="out")
    shown = visitor.get(f"/tournois/{evening.pk}/ecran/?vue=1").content.decode()
    assert '<span class="screen-legend">' in shown
    assert "départ avant la fin" in shown
    legend = shown.split('class="screen-legend"')[1].split("</span>")[0]
    assert ("hors classement" in legend, "arrivée en cours" in legend) == (True, False)
    last = shown.split("<li>")[-1]
    assert "h.c." in last
    assert 'title="départ avant la fin">d</abbr>' in last


def test_it_shows_where_phones_find_the_tournament(visitor, evening, settings):
    settings.PUBLIC_ADDRESS = "https://club.example"
    shown = visitor.get(f"/tournois/{evening.pk}/ecran/", headers={"host": "localhost"}).content.decode()
    head = shown.split('class="screen-head"')[1].split("</header>")[0]
    assert f"club.example/tournois/{evening.pk}" in head
    assert 'class="qr" src="data:image/png' in head
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = "", ["localhost"]
    Tournament.objects.update(revision=9)
    assert 'class="screen-way"' not in visitor.get(f"/tournois/{evening.pk}/ecran/").content.decode()


@pytest.mark.parametrize(("pace", "words"), [(Pace.MINUTES, "Séquence 1"), (Pace.DONNES, "Position 1")])
def test_a_timed_event_has_sequences(visitor, as_organiser, evening, pace, words):
    begun(evening)
    timed = pace == Pace.MINUTES
    Tournament.objects.update(
        pace=pace, minutes_per_round=60 if timed else None, donnes_per_round=None if timed else 4, revision=9
    )
    mark, other = ("S1", "position") if timed else ("P1", "séquence")
    as_organiser.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    at = f"/tournois/{evening.pk}/"
    pages = [
        *(visitor.get(address).content.decode() for address in (at, f"{at}ecran/", f"{at}tables/", f"{at}classement/")),
        as_organiser.get(f"/arbitrage/{evening.pk}/1/").content.decode(),
    ]
    assert f"{words} : qui joue où".replace(" :", "\N{NO-BREAK SPACE}:") in pages[1]
    assert f"{words}, par nom" in pages[2]
    assert f">{mark}</abbr>" in pages[3]
    assert f"Arbitrage, {words.lower()}" in pages[4]
    for page in pages:
        text = re.sub(r"<[^>]*>|\s+", " ", re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL))
        assert other not in text.lower()


def test_a_timed_event_has_sequences_in_english_too(visitor, evening):
    begun(evening)
    shown = visitor.get(f"/tournois/{evening.pk}/classement/", headers={"accept-language": "en"}).content.decode()
    assert "Provisional standings, sequence 1 of 5" in shown
    assert "did not play this sequence" in shown
