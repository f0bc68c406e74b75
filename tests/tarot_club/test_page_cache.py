"""Pages cached for everybody: quick, the same for all, and never older than what was acknowledged."""

import gzip
import io
import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from html import escape
from threading import Barrier, Event
from types import SimpleNamespace

import brotli
import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connections, transaction
from django.urls import get_resolver
from django.utils import timezone

from tarot_club.page_cache import before_django, shared
from tarot_club.page_cache.before_django import PageCache, PageRequest
from tarot_club.page_cache.pages import CachedAnswer, CachedPages, CacheKey
from tarot_club.page_cache.shared import PagesInRedis
from tests.factories import NOW, AccountFactory, SeasonFactory, TournamentFactory, field, other_league
from tests.needs import is_postgresql
from tests.test_urls import addresses
from tests.tournaments import boards as boards_of_tests
from tests.tournaments.matches import matches_published, of_matches
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import mark, publish
from tests.tournaments.teams import a_team
from tournaments.labels import TournamentState
from tournaments.models import ClubRating, Committee, Player, SeatResult, Tournament
from tournaments.permissions import Role
from tournaments.services.clubs.clubs import SeasonFacts, change_season
from tournaments.services.clubs.leagues import publish_league
from tournaments.services.locks import raise_revision
from tournaments.services.people.players import PlayerFacts, change_player

KEY = CacheKey("/", "", "fr")
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@dataclass
class Answer:
    status: str
    headers: dict[str, str]
    body: bytes


def read(site, address, **headers):
    """Return what the site answers to a GET, as the server would ask it."""
    path, _, query = address.partition("?")
    sent = {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT_LANGUAGE": "fr",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
    }
    answer = Answer("", {}, b"")

    def start_response(status, sent_back, *_error):
        answer.status, answer.headers = status, dict(sent_back)

    chunks = site(environ | sent, start_response)
    answer.body = b"".join(chunks)
    if hasattr(chunks, "close"):
        chunks.close()
    return answer


class Counted:
    """Django, with a count of what it was asked for and something to happen before or after each answer."""

    def __init__(self):
        self.django, self.asked = get_wsgi_application(), 0
        self.before = self.after = lambda: None

    def __call__(self, environ, start_response):
        self.asked += 1
        self.before()
        answer = self.django(environ, start_response)
        self.after()
        return answer


@pytest.fixture(autouse=True)
def one_connection():
    """Leave the connection of the test open at the end of a request, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def django():
    return Counted()


@pytest.fixture
def site(django):
    return PageCache(django)


@pytest.fixture
def evening(club):
    tournament = TournamentFactory(club=club, season=SeasonFactory(club=club), state=TournamentState.RUNNING)
    players = field(tournament, 4)
    mark(publish(tournament, 1, [players]), dict(zip(players, (90, -30, -30, -30), strict=True)))
    return tournament


def standings(evening, query=""):
    return f"/tournois/{evening.pk}/classement/{query}"


def change(evening, points):
    """Change the first player's result as a service does."""
    SeatResult.objects.filter(seat__registration__start_number=evening.registrations.first().start_number).update(
        points=points
    )
    raise_revision(evening)


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "?fragment"])
def test_a_cached_page_costs_one_query_and_no_rendering(site, django, evening, query, django_assert_num_queries):
    first = read(site, standings(evening, query))
    with django_assert_num_queries(1):
        again = read(site, standings(evening, query))
    assert (again, django.asked) == (first, 1)
    assert again.status == "200 OK"
    assert again.headers["Content-Length"] == str(len(again.body))
    assert again.headers["Cache-Control"] == "no-cache, private"
    assert {name.strip() for name in again.headers["Vary"].split(",")} == {
        "Accept-Encoding",
        "Accept-Language",
        "Cookie",
    }
    assert again.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db(transaction=True)
def test_while_nothing_at_all_is_committed_not_even_that_query_is_asked(
    site, django, evening, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(before_django, "time", SimpleNamespace(time=lambda: 1.0))
    asked = 1 if is_postgresql else 0
    first = read(site, standings(evening))
    with django_assert_num_queries(2 * asked):
        assert read(site, standings(evening)) == first
        assert read(site, standings(evening), if_none_match=first.headers["ETag"]).status == "304 Not Modified"
    change(evening, 60)
    changed = read(site, standings(evening))
    assert changed.body != first.body
    with django_assert_num_queries(asked):
        assert read(site, standings(evening)) == changed
    monkeypatch.setattr(before_django, "time", SimpleNamespace(time=lambda: 2.0))  # some pages hang on the day
    with django_assert_num_queries(1):
        assert read(site, standings(evening)) == changed
    assert django.asked == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_while_dependencies_are_read_does_not_pass_for_known(site, evening, monkeypatch):
    """A page of rows older than a commit is not cached under the state after it."""
    read_dependencies = PageRequest.dependencies

    def slowly(request):
        dependencies = read_dependencies(request)
        if len(read_so_far) == 1:
            change(evening, 60)
        read_so_far.append(dependencies)
        return dependencies

    read_so_far = []
    monkeypatch.setattr(PageRequest, "dependencies", slowly)
    read(site, standings(evening))
    change(evening, 30)
    before = read(site, standings(evening))
    assert read(site, standings(evening)).headers["ETag"] != before.headers["ETag"]


@pytest.mark.django_db
def test_ages_and_birth_years_change_the_cached_pages_of_categories(site, evening):
    season, player = evening.season, evening.registrations.order_by("start_number").first().player
    facts = SeasonFacts(season.name, season.starts_on, season.ends_on)
    pages = (standings(evening, "?categorie=veteran"), f"/saisons/{season.pk}/?categorie=veteran")

    def named():
        return [player.last_name in read(site, page).body.decode() for page in pages]

    assert named() == [False, False]
    change_season(season=season, facts=replace(facts, veteran_from_age=60), by=None, at=NOW)
    assert named() == [False, False]
    of_player = PlayerFacts(player.last_name, player.first_name, player.licence, consent=True, birth_year=1967)
    change_player(player=player, facts=of_player, by=None, at=NOW)
    assert named() == [True, True]
    change_season(season=season, facts=replace(facts, veteran_from_age=61), by=None, at=NOW)
    assert named() == [False, False]
    later = replace(facts, veteran_from_age=61, ends_on=season.ends_on.replace(year=2028))
    change_season(season=season, facts=later, by=None, at=NOW)
    assert named() == [True, True]


@pytest.mark.django_db
def test_each_category_has_its_cached_page_and_what_is_none_has_not(site, django, evening):
    whole = read(site, standings(evening))
    for query in ("?categorie=senior", "?categorie=senior", "?categorie=dames", "?categorie=reines", "?categorie="):
        last = read(site, standings(evening, query))
    assert django.asked == 3
    assert last == whole


@pytest.mark.django_db
def test_it_is_compressed_once_for_who_takes_it_so(site, evening):
    plain = read(site, standings(evening))
    packed = read(site, standings(evening), accept_encoding="gzip, deflate")
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(packed.body))
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"


@pytest.mark.django_db
def test_who_takes_brotli_has_it_smaller_and_it_is_made_once(site, evening, monkeypatch):
    plain, made = read(site, standings(evening)), []
    compress = brotli.compress
    monkeypatch.setattr(brotli, "compress", lambda *page, **how: made.append(how) or compress(*page, **how))
    for accepted in ("gzip, deflate, br, zstd", "br", "gzip;q=0.5,br"):
        tight = read(site, standings(evening), accept_encoding=accepted)
        assert brotli.decompress(tight.body) == plain.body
        assert (tight.headers["Content-Encoding"], tight.headers["ETag"]) == ("br", f"W/{plain.headers['ETag']}")
        assert tight.headers["Content-Length"] == str(len(tight.body))
        assert "Accept-Encoding" in tight.headers["Vary"]
    assert len(made) == 1
    for refused in ("gzip", "gzip, br;q=0", "brotli"):
        assert read(site, standings(evening), accept_encoding=refused).headers.get("Content-Encoding") != "br"


@pytest.mark.django_db
def test_nobody_waits_for_the_brotli_that_another_reader_has_made(site, evening, monkeypatch):
    plain, meanwhile, compress = read(site, standings(evening)), [], brotli.compress

    def compress_while_another_reads(*page, **how):
        meanwhile.append(read(site, standings(evening), accept_encoding="gzip, br"))
        return compress(*page, **how)

    monkeypatch.setattr(brotli, "compress", compress_while_another_reads)
    first = read(site, standings(evening), accept_encoding="gzip, br")
    [other] = meanwhile
    assert (other.headers["Content-Encoding"], first.headers["Content-Encoding"]) == ("gzip", "br")
    assert gzip.decompress(other.body) == brotli.decompress(first.body) == plain.body


@pytest.mark.django_db
def test_who_has_it_already_gets_a_304_also_from_a_process_that_never_rendered_it(site, evening):
    etag = read(site, standings(evening), accept_encoding="gzip").headers["ETag"]
    for process in (site, PageCache(Counted())):
        unchanged = read(process, standings(evening), if_none_match=etag)
        assert (unchanged.status, unchanged.body) == ("304 Not Modified", b"")
    change(evening, 60)
    assert read(site, standings(evening), if_none_match=etag).status == "200 OK"


@pytest.mark.django_db
def test_the_poll_inside_the_page_is_answered_by_a_304(site, evening):
    shown = read(site, standings(evening)).body.decode()
    etag = read(site, standings(evening, "?fragment")).headers["ETag"]
    assert f'data-etag="{escape(etag)}"' in shown


@pytest.mark.django_db
def test_an_acknowledged_change_is_on_the_next_page(site, evening):
    for points in (60, 30, 60):  # also back to what it was
        change(evening, points)
        for query in ("", "?fragment"):
            assert f"</a><td>+{points}" in read(site, standings(evening, query)).body.decode()


@pytest.mark.django_db
def test_the_front_page_is_another_one_the_next_day(site, evening):
    """It says what is still to come. Between these two places there are twenty-five hours."""
    days = []
    for place in ("Pacific/Niue", "Pacific/Kiritimati"):
        with timezone.override(place):
            days.append(read(site, "/").headers["ETag"])
    assert days[0] != days[1]


@pytest.mark.django_db
def test_a_page_rendered_while_a_change_commits_is_not_cached_as_the_page_of_after(site, django, evening):
    def commit_behind_its_back():
        django.after = lambda: None
        change(evening, 60)

    django.after = commit_behind_its_back
    assert "</a><td>+90" in read(site, standings(evening)).body.decode()
    assert "</a><td>+60" in read(site, standings(evening)).body.decode()


@pytest.mark.django_db
def test_a_name_withdrawn_is_gone_from_the_next_page(site, evening, the_organiser):
    player = evening.registrations.first().player
    pages = [
        standings(evening),
        standings(evening, "?fragment"),
        f"/tournois/{evening.pk}/",
        f"/saisons/{evening.season_id}/",
    ]
    assert [player.last_name.upper() in read(site, page).body.decode().upper() for page in pages] == [True] * 4
    facts = PlayerFacts(last_name=player.last_name, first_name=player.first_name, licence=player.licence, consent=False)
    change_player(player=player, facts=facts, by=the_organiser, at=NOW)
    assert [player.last_name.upper() in read(site, page).body.decode().upper() for page in pages] == [False] * 4


@pytest.mark.django_db
def test_each_language_has_its_page_by_browser_or_by_choice(site, django, evening):
    french = read(site, standings(evening))
    english = read(site, standings(evening), accept_language="en-GB,en;q=0.8")
    assert ('lang="fr"' in french.body.decode(), 'lang="en"' in english.body.decode()) == (True, True)
    assert read(site, standings(evening), cookie="django_language=en") == english
    assert read(site, standings(evening), accept_language="en", cookie="a=b; django_language=fr") == french
    assert read(site, standings(evening), accept_language="de") == french
    assert django.asked == 2


@pytest.mark.django_db
def test_who_is_logged_in_has_pages_of_his_own_and_the_fragment_of_everybody(site, django, evening, client):
    read(site, standings(evening)), read(site, standings(evening, "?fragment"))
    client.force_login(AccountFactory(), backend=BACKEND)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    mine = read(site, standings(evening), cookie=cookie)
    assert ("Déconnexion" in mine.body.decode(), django.asked) == (True, 3)
    assert "Déconnexion" not in read(site, standings(evening)).body.decode()
    read(site, standings(evening, "?fragment"), cookie=cookie)
    assert django.asked == 3


@pytest.mark.django_db
def test_a_message_is_for_one_reader(site, django, evening):
    read(site, standings(evening), cookie="messages=x")
    read(site, standings(evening), cookie="messages=x")
    assert (django.asked, site.pages.bytes) == (2, 0)


@pytest.mark.django_db
def test_an_answer_that_gives_a_cookie_is_for_one_reader(django, evening):
    def with_a_cookie(environ, start_response):
        return django(environ, lambda status, sent: start_response(status, [*sent, ("Set-Cookie", "reader=1")]))

    site = PageCache(with_a_cookie)
    assert "Set-Cookie" in read(site, standings(evening)).headers
    assert site.pages.bytes == 0


@pytest.mark.django_db
def test_what_a_visitor_invents_takes_no_room(site, django, evening):
    first = read(site, standings(evening))
    room = site.pages.bytes
    for number in range(20):
        assert read(site, standings(evening, f"?x{number}={number}&fragments"), cookie=f"c={number}") == first
    assert (django.asked, site.pages.bytes) == (1, room)
    seats = f"/tournois/{evening.pk}/tables/"
    first = read(site, seats)
    room = site.pages.bytes
    for value in ("01", "x", "99999", "-1"):
        read(site, f"{seats}?position={value}")
    # « 01 » is position 1, which has a page of its own; the rest is no position.
    assert (django.asked, read(site, f"{seats}?position=1").status) == (3, "200 OK")
    assert django.asked == 3
    room = site.pages.bytes
    assert "Personne de ce nom" in read(site, f"{seats}?nom=zzz").body.decode()
    assert site.pages.bytes == room


SHARED = [address for address in addresses(get_resolver().url_patterns) if hasattr(address.pattern.callback, "shared")]


def test_what_is_cached_for_everybody_is_open_to_everybody():
    assert {address.audience for address in SHARED} == {Role.PUBLIC}
    assert {address.pattern.name for address in SHARED} == {
        *(
            "committee",
            "committee_calendar",
            "committee_dates",
            "home",
            "calendar",
            "calendar_file",
            "club",
            "club_calendar",
            "tournament",
            "tournament_calendar",
            "standings",
            "seating",
            "screen",
            "certificate",
            "season",
        ),
        *(
            "place",
            "league",
            "league_place",
            "published_league",
            "rulebook",
            "bareme",
            "tournament_rulebook",
            "tournament_image",
        ),
        *("api_docs", "legal", "player_card", "two_players", "club_rating"),
        *("boards", "board", "team_standings", "team", "qualified", "matches", "match"),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("place", SHARED, ids=lambda place: place.pattern.name)
def test_each_holds_nothing_of_whoever_asked_first(site, django, evening, place):
    here = {"tournament_id": evening.pk, "season_id": evening.season_id, "slug": evening.club.slug, "start_number": 1}
    here["committee_slug"] = Committee.objects.create(name="Comité", slug="comite").slug
    if place.pattern.name in ("boards", "board"):
        duplicate = boards_of_tests.duplicate(2)
        Tournament.objects.filter(pk=duplicate.pk).update(free_rounds=1)
        here |= {"tournament_id": duplicate.pk, "number": 1}
    if place.pattern.name in ("matches", "match"):
        played = matches_published(of_matches(evening.club, 2), 1)
        here |= {"tournament_id": played.pk, "round_number": 1, "match_number": 1}
    Tournament.objects.filter(pk=evening.pk).update(team_size=2)
    here["team_number"] = a_team("Les Bouts", *evening.registrations.all()[:2]).number
    Player.objects.update(card_consent=True)
    ClubRating.objects.create(club=evening.club, since=evening.date)
    one, other = Player.objects.order_by("pk")[:2]
    league = other_league(evening.season)
    leads(TournamentFactory(club=evening.club), evening)
    here |= {
        "league_id": league.pk,
        "publication_id": publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW).pk,
    }
    where = place.at(here | {"player_id": one.pk, "player_key": one.key, "other_key": other.key})
    first = read(
        site,
        f"{where}?utm=1",
        cookie="csrftoken=abcdefghijklmnopqrstuvwxyz012345",
        user_agent="Curious/1.0",
        referer="http://elsewhere.example/",
    )
    assert (first.status, "Set-Cookie" in first.headers) == ("200 OK", False)
    assert b"csrfmiddlewaretoken" not in first.body
    assert (read(site, where), django.asked) == (first, 1)


@pytest.mark.django_db
def test_my_own_evening_is_nobody_elses(site):
    assert read(site, "/moi/?fragment").status == "302 Found"
    assert site.pages.bytes == 0


@pytest.mark.django_db
def test_the_site_keeps_its_names_and_its_tls(site, evening, settings):
    read(site, standings(evening))
    assert read(site, standings(evening), host="elsewhere.example").status == "400 Bad Request"
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    fresh = PageCache(Counted())
    assert read(fresh, standings(evening)).status == "301 Moved Permanently"
    assert read(fresh, standings(evening), x_forwarded_proto="https").status == "200 OK"


@pytest.mark.django_db
def test_what_is_not_there_is_said_by_django(site):
    beyond = f"/tournois/{10**40}/classement/"  # of all ids
    pages = ("/tournois/9/classement/", beyond, f"/saisons/{10**40}/", "/saisons/9/", "/clubs/x/")
    assert [read(site, page).status for page in pages] == ["404 Not Found"] * 5


@pytest.mark.django_db(transaction=True)
def test_one_renders_and_the_others_wait(site, django, evening):
    together, may_end = Barrier(8), Event()
    django.before = lambda: may_end.wait(10)

    def reader(_number):
        together.wait()
        try:
            return read(site, standings(evening))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as readers:
        answers = [readers.submit(reader, number) for number in range(8)]
        may_end.set()
        bodies = {answer.result().body for answer in answers}
    assert (len(bodies), django.asked) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_readers_never_see_a_page_older_than_a_change_they_know_of(site, evening):
    """Readers and a writer at once. Each change brings the points that its revision says."""

    def enter() -> None:
        with transaction.atomic():
            change(evening, 1001 + Tournament.objects.get(pk=evening.pk).revision)

    def reader(_number):
        try:
            seen = []
            for _turn in range(15):
                known = Tournament.objects.values_list("revision", flat=True).get(pk=evening.pk)
                total = re.search(r"</a><td>\+([\d\s]+)<", read(site, standings(evening)).body.decode())
                seen.append(int(re.sub(r"\s", "", total[1])) - 1000 >= known)
            return seen
        finally:
            connections.close_all()

    enter()
    with ThreadPoolExecutor(3) as crowd:
        readers = [crowd.submit(reader, number) for number in range(3)]
        while not all(reader.done() for reader in readers):
            enter()
        assert [reader.result() for reader in readers] == [[True] * 15] * 3


@pytest.mark.django_db
def test_a_second_process_fetches_what_the_first_has_rendered(evening):
    cache.clear()
    first, second = Counted(), Counted()
    page = read(PageCache(first, PagesInRedis()), standings(evening))
    elsewhere = PageCache(second, PagesInRedis())
    assert read(elsewhere, standings(evening)) == page
    assert (first.asked, second.asked) == (1, 0)
    change(evening, 60)
    assert "</a><td>+60" in read(elsewhere, standings(evening)).body.decode()
    assert second.asked == 1


@pytest.mark.django_db
def test_two_sites_that_share_a_redis_share_no_page(evening, settings):
    cache.clear()
    ours, theirs = Counted(), Counted()
    read(PageCache(ours, PagesInRedis()), standings(evening))
    settings.SECRET_KEY = "that of another site"
    read(PageCache(theirs, PagesInRedis()), standings(evening))
    assert (ours.asked, theirs.asked) == (1, 1)


@pytest.mark.services
def test_who_took_too_long_leaves_the_lock_to_who_has_it_now(monkeypatch):
    """The first has lost his lock and makes no page; the second renders, and the third waits for the second."""
    cache.clear()
    pages, begun, may_end, rendered = PagesInRedis(), Event(), Event(), []
    page = CachedAnswer.of([], '"x"', (), b"x")

    def first():
        monkeypatch.setattr(shared, "LONGEST_RENDERING", 20)
        rendered.append(readers.submit(pages.made_once, KEY, '"x"', second))
        assert begun.wait(10)

    def second():
        begun.set()
        may_end.wait(10)
        return page

    def pause(_seconds):
        may_end.set()
        rendered[0].result(10)

    with ThreadPoolExecutor(1) as readers:
        monkeypatch.setattr(shared, "LONGEST_RENDERING", 0)
        assert pages.made_once(KEY, '"x"', first) is None
        monkeypatch.setattr(shared, "time", SimpleNamespace(monotonic=time.monotonic, sleep=pause))
        assert pages.made_once(KEY, '"x"', lambda: None) == page


@pytest.mark.django_db
def test_without_redis_each_process_renders_for_itself(evening, settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    django = Counted()
    assert read(PageCache(django, PagesInRedis()), standings(evening)).status == "200 OK"
    assert django.asked == 1


def page_of(size):
    return CachedAnswer([], '"x"', (), b"x" * size, b"")


def test_who_was_slow_to_find_a_page_up_to_date_does_not_put_it_in_place_of_a_later_one():
    pages, before, after = CachedPages(), page_of(1), page_of(2)
    pages.store(KEY, before)
    pages.store(KEY, after)
    pages.found_up_to_date(KEY, after, (2, 1))
    pages.found_up_to_date(KEY, before, (1, 1))
    assert pages.up_to_date(KEY, (2, 1)) is after
    assert pages.up_to_date(KEY, (1, 1)) is None


def test_who_waits_for_a_page_is_woken_when_its_rendering_ends():
    pages = CachedPages()
    rendering, is_mine = pages.rendering("etag")
    waited_for, is_others = pages.rendering("etag")
    assert (is_mine, is_others, waited_for is rendering, rendering.over.is_set()) == (True, False, True, False)
    pages.end("etag")
    assert rendering.over.is_set()
    assert pages.rendering("etag")[1]


def test_the_least_lately_read_is_thrown_away_when_there_is_no_more_room():
    pages = CachedPages(most_bytes=100)
    a, b, c, d = (CacheKey(f"/{letter}/", "", "fr") for letter in "abcd")
    pages.store(a, page_of(40)), pages.store(b, page_of(40))
    assert pages.page_of(a, []) is not None
    pages.store(c, page_of(40))
    assert [pages.page_of(key, []) is not None for key in (a, b, c)] == [True, False, True]
    pages.store(a, page_of(10))
    assert pages.bytes == 50
    pages.store(d, page_of(101))
    assert (pages.bytes, pages.page_of(d, [])) == (0, None)
