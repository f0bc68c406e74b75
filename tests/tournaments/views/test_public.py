"""What everybody reads without login: names by consent only, pages that stay current and cost little."""

import re
from datetime import timedelta
from html import escape, unescape

import pytest
from django.utils import timezone

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    field,
)
from tests.tournaments.rounds import evening as played
from tests.tournaments.rounds import mark, publish
from tournaments.labels import Sex, Status, TournamentState
from tournaments.models import Club, SeatResult, Table, Tournament
from tournaments.services.locks import raise_revision
from tournaments.standings import LeagueRule, Unfinished

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club):
    return SeasonFactory(club=club, name="Saison d’essai", rule=LeagueRule(best_of=2))


@pytest.fixture
def evening(club, season):
    """A running tournament: four named players and Secret, who withheld consent, exempt in the only round."""
    tournament = TournamentFactory(club=club, season=season, name="Soirée du test", state=TournamentState.RUNNING)
    players = field(tournament, 4)
    secret = PlayerFactory(club=club, last_name="Secret", first_name="Sylvie", consent=False, public_name="Masque")
    hidden = RegistrationFactory(tournament=tournament, player=secret, start_number=17)
    one, two, three, _four = players
    mark(
        publish(tournament, 1, [[one, two, three, hidden]], [players[3]]), {one: 90, two: -30, three: -30, hidden: -30}
    )
    return tournament


PAGES = [
    "/",
    "/clubs/{slug}/",
    "/tournois/{pk}/",
    "/tournois/{pk}/classement/",
    "/tournois/{pk}/tables/",
    "/saisons/{season}/",
]


def address(page, evening):
    return page.format(slug=evening.club.slug, pk=evening.pk, season=evening.season_id)


def text(response):
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("page", [*PAGES, "/tournois/{pk}/classement/?fragment", "/tournois/{pk}/tables/?nom=secret"])
def test_who_withheld_consent_is_named_nowhere(visitor, evening, page):
    shown = text(visitor.get(address(page, evening)))
    # What the visitor typed himself comes back in the search box and goes along in the links, and nowhere else.
    shown = shown.replace('value="secret"', "").replace("nom=secret", "")
    assert [word for word in ("Secret", "secret", "Sylvie", "Masque") if word in shown] == []


def test_a_fresh_install_says_what_to_do(visitor):
    shown = text(visitor.get("/"))
    assert "Aucun club n’est encore ouvert ici." in shown
    assert 'href="/comptes/login/"' in shown


def test_the_front_page_leads_to_what_is_played(visitor, evening):
    finished = TournamentFactory(club=evening.club, state=TournamentState.FINISHED)
    shown = text(visitor.get("/"))
    assert shown.index("En direct · position 1 sur 5") < shown.index(f"/tournois/{evening.pk}/classement/")
    assert shown.index(f"/tournois/{evening.pk}/classement/") < shown.index("Derniers résultats")
    assert f"/tournois/{finished.pk}/" in shown
    assert f"/clubs/{evening.club.slug}/" in shown


@pytest.mark.parametrize("page", ["/", "/clubs/{slug}/"])
def test_lists_take_the_same_queries_for_one_and_for_thirty(visitor, evening, page, django_assert_num_queries):
    counts = {"/": 23, "/clubs/{slug}/": 31}
    Club.objects.filter(pk=evening.club_id).update(name="Abeilles")  # among the first, whose leagues are read
    with django_assert_num_queries(counts[page]):
        visitor.get(address(page, evening))
    TournamentFactory.create_batch(29, club=evening.club, state=TournamentState.RUNNING)
    ClubFactory.create_batch(29)
    with django_assert_num_queries(counts[page] - 3):  # what the season’s tournaments brought is kept
        visitor.get(address(page, evening))


@pytest.mark.parametrize("page", ["/", "/clubs/{slug}/"])
def test_the_evening_being_played_is_shown_first_and_follows_its_sheets(visitor, evening, page):
    page = address(page, evening)
    first = visitor.get(page)
    assert 'aria-label="Feuilles closes\xa0: 0 sur 1"' in text(first)
    assert 'data-every="15"' in text(first)
    Table.objects.update(closed_at=NOW)
    raise_revision(evening)
    closed = text(visitor.get(page, headers={"if-none-match": first["ETag"]}))
    assert 'aria-label="Feuilles closes\xa0: 1 sur 1"' in closed


@pytest.mark.parametrize("page", ["/", "/clubs/{slug}/"])
def test_without_one_the_next_date_is_with_how_many_days_it_is_away(visitor, club, page):
    day = timezone.localdate() + timedelta(days=7)
    shut = {"entries_open": True, "entries_close_at": timezone.now() + timedelta(days=1)}
    coming = TournamentFactory(club=club, state=TournamentState.OPEN, date=day, name="Coupe", **shut)
    first = visitor.get(page.format(slug=club.slug))
    hero = text(first).partition('<section class="hero">')[2].partition("</section>")[0]
    assert ("Dans 7 jours" in hero, 'class="fan"' in text(first)) == (True, page == "/")
    assert f'href="/tournois/{coming.pk}/inscription/"' in hero
    # The time to enter ends without a revision.
    Tournament.objects.update(entries_close_at=timezone.now() - timedelta(hours=1))
    again = visitor.get(page.format(slug=club.slug), headers={"if-none-match": first["ETag"]})
    assert f'href="/tournois/{coming.pk}/inscription/"' not in text(again)


def test_the_tournaments_of_a_club_come_ten_a_page(visitor, club):
    TournamentFactory.create_batch(11, club=club, state=TournamentState.FINISHED)
    assert text(visitor.get(f"/clubs/{club.slug}/")).count('href="/tournois/') == 10
    assert text(visitor.get(f"/clubs/{club.slug}/?page=2")).count('href="/tournois/') == 1


@pytest.mark.parametrize("page", ["/clubs/nulle-part/", "/tournois/9/", "/tournois/9/classement/", "/saisons/9/"])
def test_what_does_not_exist_is_said_in_words(visitor, db, page):
    response = visitor.get(page)
    assert response.status_code == 404
    assert "Il n’y a rien à cette adresse" in response.content.decode()


def test_a_page_that_is_not_there_leads_on(visitor, club):
    """To the calendar, and who has work here to it."""

    def ways() -> list[str]:
        shown = visitor.get("/tournois/9/").content.decode().partition('id="page"')[2].partition("</main>")[0]
        return re.findall(r'class="button[^>]*href="([^"]*)"', shown)

    assert ways() == ["/", "/calendrier/"]
    backend = "allauth.account.auth_backends.AuthenticationBackend"
    visitor.force_login(AccountFactory(player=PlayerFactory(club=club)), backend=backend)
    assert ways() == ["/", "/calendrier/"]
    visitor.force_login(AccountFactory(), backend=backend)
    assert ways() == ["/", "/calendrier/", "/organisation/"]


def test_a_tournament_in_preparation_only_says_how_many_are_entered(visitor, tournament):
    RegistrationFactory(tournament=tournament, player__last_name="Tropvite")
    for page in ("", "classement/", "tables/"):
        assert "Tropvite" not in text(visitor.get(f"/tournois/{tournament.pk}/{page}"))
    assert "joueur inscrit" in text(visitor.get(f"/tournois/{tournament.pk}/"))


def test_the_standings_show_signs_places_and_exempts(visitor, evening):
    shown = text(visitor.get(f"/tournois/{evening.pk}/classement/"))
    rows = shown.split("<tr")[2:]
    assert len(rows) == 5
    assert "<td>+90<td>" in rows[0]
    assert "<td>ex." in rows[1]
    assert "<td class=shared>3<th>" in rows[2]
    assert "<td class=minus>−30<td" in rows[2]
    assert "Joueur n°\u00a017" in rows[4]
    assert "Classement provisoire, position 1 sur 5" in shown


def test_who_left_is_shown_out_of_the_ranking_with_the_reason_and_the_legend(visitor, evening):
    one, two = evening.registrations.filter(start_number__in=(1, 2))
    mark(publish(evening, 2, [[two]]), {two: 10})
    type(one).objects.filter(pk=one.pk).update(status=Status.WITHDRAWN)
    Tournament.objects.filter(pk=evening.pk).update(unfinished_rule=Unfinished.OUT)
    shown = text(visitor.get(f"/tournois/{evening.pk}/classement/"))
    last = next(row for row in shown.split("<tr") if 'href="1/"' in row)
    assert '<abbr title="hors classement">h.c.</abbr>' in last
    assert "départ après la position 1" in last
    assert "hors classement\N{NO-BREAK SPACE}: 1 position, il en faut 5" in last
    assert "<td>abs." in last
    assert '<section class="legend"' in shown
    assert "Est classé qui a pris part à toutes les positions" in shown
    # The podium is of those who are ranked, and what the event says is on its first page.
    front = text(visitor.get(f"/tournois/{evening.pk}/"))
    podium = front.split('<ol class="podium">')[1].split("</ol>")[0]
    assert one.player.last_name not in podium
    assert "Est classé qui a pris part à toutes les positions" in front


@pytest.mark.parametrize("page", ["/tournois/{pk}/classement/", "/saisons/{season}/"])
def test_a_ranking_is_read_by_category(visitor, evening, page):
    lady = evening.registrations.get(start_number=2).player
    lady.sex = Sex.WOMAN
    lady.save()
    raise_revision(evening)
    shown = text(visitor.get(address(page, evening)))
    link = re.search(r'href="([^"]*categorie=dames)"', shown)
    ladies = text(visitor.get(link[1]))
    rows = ladies.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
    assert len(rows) == 1
    assert lady.full_name in rows[0]
    assert "e au général" in rows[0]
    assert 'aria-current="page">Dames<' in ladies
    # What is no category is everybody's page.
    assert text(visitor.get(f"{address(page, evening)}?categorie=reines")) == shown


def test_the_poll_of_a_category_asks_for_that_category(visitor, evening):
    shown = text(visitor.get(f"/tournois/{evening.pk}/classement/?categorie=senior"))
    poll = re.search(r'data-follow="([^"]+)"', shown)[1].replace("&amp;", "&")
    etag = unescape(re.search(r'data-etag="([^"]+)"', shown)[1])
    assert poll.endswith("?categorie=senior&fragment=")
    assert visitor.get(poll, headers={"if-none-match": etag}).status_code == 304
    assert visitor.get(poll.replace("senior", "dames"), headers={"if-none-match": etag}).status_code == 200


def test_the_league_says_who_has_too_few_evenings(visitor, evening, season):
    other = TournamentFactory(club=evening.club, season=season, state=TournamentState.FINISHED)
    one = evening.registrations.get(start_number=1)
    again = RegistrationFactory(tournament=other, player=one.player, start_number=1)
    mark(publish(other, 1, [[again]]), {again: 5})
    season.leagues.update(rule=LeagueRule(minimum=2).data)
    shown = text(visitor.get(f"/saisons/{season.pk}/"))
    assert "Il faut 2 soirées pour être classé" in shown
    rows = shown.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
    assert ["h.c." in row for row in rows] == [False, True, True, False]  # the last line counts who is not named
    assert "1 soirée classée sur 2" in rows[1]


@pytest.mark.parametrize("fragment", ["", "?fragment"])
def test_an_unchanged_page_costs_one_query_and_nothing_is_rendered(
    visitor, evening, fragment, django_assert_num_queries
):
    page = f"/tournois/{evening.pk}/classement/{fragment}"
    first = visitor.get(page)
    assert first["Cache-Control"] == "no-cache, private"
    with django_assert_num_queries(1):
        again = visitor.get(page, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again.templates) == (304, b"", [])
    assert again["ETag"] == first["ETag"]


def test_the_poll_of_the_page_is_answered_by_a_304_until_something_changes(visitor, evening):
    page = f"/tournois/{evening.pk}/classement/?fragment"
    shown = text(visitor.get(f"/tournois/{evening.pk}/classement/"))
    etag = visitor.get(page)["ETag"]
    assert f'data-etag="{escape(etag)}"' in shown
    SeatResult.objects.filter(points=90).update(points=30)
    raise_revision(evening)
    changed = visitor.get(page, headers={"if-none-match": etag})
    assert "<html" not in text(changed)
    assert "</a><td>+30" in text(changed)
    assert changed["ETag"] != etag


def test_a_page_kept_by_a_visitor_is_not_the_page_of_an_account(visitor, evening):
    page = f"/tournois/{evening.pk}/classement/"
    etag = visitor.get(page)["ETag"]
    visitor.force_login(AccountFactory(), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert visitor.get(page, headers={"if-none-match": etag}).status_code == 200


def test_a_page_in_another_language_is_another_page(visitor, evening):
    page = f"/tournois/{evening.pk}/classement/"
    etag = visitor.get(page)["ETag"]
    assert visitor.get(page, headers={"if-none-match": etag, "accept-language": "en"}).status_code == 200


def test_a_visitor_gets_no_cookie_and_the_same_page_twice(visitor, evening):
    page = f"/tournois/{evening.pk}/classement/"
    first = visitor.get(page)
    assert (dict(first.cookies), first.content) == ({}, visitor.get(page).content)


def test_a_page_that_says_something_once_is_not_kept(visitor, evening):
    page = f"/tournois/{evening.pk}/classement/"
    account = AccountFactory()
    said = visitor.post("/comptes/login/", {"login": account.username, "password": "secret", "next": page}, follow=True)
    assert (said.redirect_chain, "ETag" in said, "notice ok" in text(said)) == ([(page, 302)], False, True)
    again = visitor.get(page)
    assert ("ETag" in again, "notice ok" in text(again)) == (True, False)


@pytest.mark.parametrize("page", ["tournament", "season", "club", "home", "certificate"])
def test_a_page_that_is_followed_whole_gives_its_live_part_alone(visitor, evening, page):
    tournament = evening
    address = {
        "tournament": f"/tournois/{tournament.pk}/",
        "season": f"/saisons/{tournament.season_id}/?categorie=senior",
        "club": f"/clubs/{tournament.club.slug}/",
        "home": "/",
        "certificate": f"/tournois/{tournament.pk}/tirage/",
    }[page]
    shown = text(visitor.get(address))
    poll = re.search(r'data-follow="([^"]+)"', shown)[1].replace("&amp;", "&")
    etag = unescape(re.search(r'data-etag="([^"]+)"', shown)[1])
    part = visitor.get(poll)
    assert (part["ETag"], visitor.get(poll, headers={"if-none-match": etag}).status_code) == (etag, 304)
    assert ("<html" in text(part), "<h1>" in text(part)) == (False, True)
    assert " ".join(text(part).split()) in " ".join(shown.split())
    raise_revision(tournament)
    assert visitor.get(poll, headers={"if-none-match": etag}).status_code == 200


def test_the_live_part_of_a_draft_is_never_taken_for_unchanged(visitor, evening, the_organiser):
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.DRAFT)
    visitor.force_login(the_organiser, backend="allauth.account.auth_backends.AuthenticationBackend")
    shown = text(visitor.get(f"/tournois/{evening.pk}/"))
    etag = unescape(re.search(r'data-etag="([^"]+)"', shown)[1])
    answer = visitor.get(f"/tournois/{evening.pk}/?fragment", headers={"if-none-match": etag})
    assert (answer.status_code, "ETag" in answer, "brouillon" in text(answer)) == (200, False, True)


def test_the_tables_ask_again_until_something_changes(visitor, evening):
    page = f"/tournois/{evening.pk}/tables/"
    fragment = f"{page}?fragment"
    etag = visitor.get(fragment)["ETag"]
    assert f'data-etag="{escape(etag)}"' in text(visitor.get(page))
    assert visitor.get(fragment, headers={"if-none-match": etag}).status_code == 304
    publish(evening, 2, [[evening.registrations.get(start_number=1)]])
    Table.objects.filter(round__number=1).update(closed_at=NOW)
    raise_revision(evening)
    changed = text(visitor.get(fragment, headers={"if-none-match": etag}))
    assert "Position 2, par nom" in changed
    assert "<html" not in changed
    assert "Position 1, par nom" in text(visitor.get(f"{fragment}&position=1"))


def test_the_live_tables_are_the_same_for_everybody(visitor, evening):
    fragment = f"/tournois/{evening.pk}/tables/?fragment"
    for_all = visitor.get(fragment).content
    one = evening.registrations.get(start_number=1)
    visitor.force_login(
        AccountFactory(player=one.player), backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    assert visitor.get(fragment).content == for_all


def test_without_scripts_the_standings_lead_to_the_tables(visitor, evening):
    shown = text(visitor.get(f"/tournois/{evening.pk}/classement/"))
    tabs = shown[shown.index('<nav aria-label="Pages du tournoi">') :].partition("</nav>")[0]
    assert f'href="/tournois/{evening.pk}/tables/"' in tabs
    assert "needs-script" not in tabs


def test_without_scripts_a_league_of_one_page_is_opened_whole_and_only_its_search_is_away(visitor, club):
    season = SeasonFactory(club=club)
    played(season, 1, {PlayerFactory(club=club): 5})
    shown = text(visitor.get(season.main_league.get_absolute_url()))
    form = shown[shown.index('id="finding"') - 60 :].partition("</form>")[0]
    assert form.count("needs-script") == 1
    assert re.search(r'<input type="search"\s+class="needs-script"\s+id="find"', form)
    assert "Toutes les soirées" in form


def test_the_pages_of_an_evening_are_tabs_of_one_another(visitor, evening):
    """Each marks itself; one that is to come has none."""

    def tabs(page: str) -> list[tuple[str, bool]]:
        shown = text(visitor.get(f"/tournois/{evening.pk}/{page}")).partition('<nav aria-label="Pages du tournoi">')[2]
        links = re.findall(r"<a(.*?)>([^<]*)</a>", shown.partition("</nav>")[0], re.DOTALL)
        return [(name, 'aria-current="page"' in opening) for opening, name in links]

    names = ["Classement", "Tables", "Championnat"]
    for page, here in (("", None), ("classement/", "Classement"), ("tables/", "Tables")):
        assert tabs(page) == [(name, name == here) for name in names]
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.OPEN, revision=evening.revision + 1)
    assert tabs("") == []
    # Imported results have no tables.
    evening = TournamentFactory(club=evening.club, state=TournamentState.FINISHED)
    assert tabs("") == [("Classement", False)]


def test_my_own_line_is_marked(visitor, evening):
    one = evening.registrations.get(start_number=1)
    visitor.force_login(
        AccountFactory(player=one.player), backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    assert text(visitor.get(f"/tournois/{evening.pk}/classement/")).count('data-me="1"') == 1
    assert text(visitor.get(f"/tournois/{evening.pk}/tables/")).count('class="is-me"') == 2
    assert text(visitor.get(f"/saisons/{evening.season_id}/")).count('class="is-me"') == 1


def test_the_whole_standings_page_of_64_players_is_light(visitor, club):
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    players = field(tournament, 64)
    for number in range(1, 6):
        published = publish(tournament, number, [players[index : index + 4] for index in range(0, 64, 4)])
        mark(published, dict.fromkeys(players, -1234))
    assert len(text(visitor.get(f"/tournois/{tournament.pk}/classement/")).encode()) < 100_000


def test_the_tables_are_found_by_name_and_by_round(visitor, evening):
    one = evening.registrations.get(start_number=1)
    publish(evening, 2, [[one]])
    Table.objects.filter(round__number=1).update(closed_at=NOW)
    played = text(visitor.get(f"/tournois/{evening.pk}/tables/"))
    assert "Position 2, par nom" in played
    address = f"/tournois/{evening.pk}/tables/?position=1&nom={one.player.last_name}"
    first = text(visitor.get(address))
    rows = first.split("<tr")[2:]
    assert [one.player.last_name in row for row in rows if " hidden>" not in row.partition("<th")[0]] == [True]
    assert len(rows) == 5
    assert "Position 1, par nom" in first
    # The name typed goes along to the other positions and to the standings.
    links = re.findall(r'href="([^"]*)"\s+data-with-name|data-with-name\s+href="([^"]*)"', first)
    assert ["".join(link) for link in links] == [
        *(f"/tournois/{evening.pk}/{page}/?nom={one.player.last_name}" for page in ("classement", "tables")),
        *(f"?position={number}&amp;nom={one.player.last_name}" for number in (1, 2)),
    ]
    nowhere = text(visitor.get(f"/tournois/{evening.pk}/tables/?position=7"))
    assert "Cette position n’est pas encore tirée." in nowhere


def test_the_tables_lead_those_who_may_print_to_the_prints(visitor, as_arbiter, evening):
    page = f"/tournois/{evening.pk}/tables/"
    prints = f"/organisation/tournois/{evening.pk}/documents/#avant-de-jouer"
    assert prints in text(as_arbiter.get(page))
    seen = text(visitor.get(page))
    assert "Imprimer cette page" in seen
    assert prints not in seen


def test_the_league_shows_what_does_not_count(visitor, evening, season):
    player = evening.registrations.get(start_number=1).player
    for points in (10, -200):
        other = TournamentFactory(club=evening.club, season=season, state=TournamentState.FINISHED)
        entry = RegistrationFactory(tournament=other, player=player, start_number=1)
        mark(publish(other, 1, [[entry]]), {entry: points})
    shown = text(visitor.get(f"/saisons/{season.pk}/"))
    assert "les 2 meilleurs résultats de chacun comptent." in shown
    assert "<td>+100" in shown
    assert "(−200)" in shown


def test_a_change_in_any_evening_makes_the_league_fresh(visitor, evening, season, django_assert_num_queries):
    page = f"/saisons/{season.pk}/"
    etag = visitor.get(page)["ETag"]
    with django_assert_num_queries(2):
        assert visitor.get(page, headers={"if-none-match": etag}).status_code == 304
    raise_revision(Tournament.objects.get(pk=evening.pk))
    assert visitor.get(page, headers={"if-none-match": etag}).status_code == 200


def test_an_empty_season_says_when_it_begins(visitor, season):
    assert "Pas encore de classement" in text(visitor.get(f"/saisons/{season.pk}/"))
