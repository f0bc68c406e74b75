"""The same pages in French and in English: what an English browser is shown, and that no French is left on it."""

import re
import uuid
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from scoring.queries.table.cards import example
from scoring.services.sheets.records import attach_record
from tests.factories import NOW, SeasonFactory, TournamentFactory
from tests.scoring.baremes import a_bareme
from tests.scoring.sheets import garde, record, seated
from tests.texts import NO_BREAK
from tests.tournaments.rotations import drawn, published, seats_of
from tournaments.labels import Pace, TournamentState, WishKind
from tournaments.models import Tournament
from tournaments.queries.draws.seating import digest, places
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.draws.wishes import add_wish

pytestmark = pytest.mark.page

# Common in French, unknown in English; the nouns of the game that English keeps (garde, poignée) are not here.
FRENCH = {
    "accueil", "annulée", "annuler", "arbitrage", "arbitre", "aucun", "aucune", "avec", "bilan", "bilans", "ce",
    "cette", "championnat", "chaque", "classement", "connecter", "connexion", "dans", "de", "déconnexion",
    "des", "donne", "donnes", "du", "enregistrer", "est", "et", "feuille", "feuilles", "inscrire", "inscrit",
    "inscrits", "joueur", "joueurs", "la", "les", "manque", "mot", "ne", "nom", "nouveau", "nouvelle", "ou",
    "par", "pas", "passe", "pénalité", "pénalités", "pointage", "pour", "preneur", "publié", "réglages", "rien",
    "saisie", "saisir", "saison", "soirée", "soirées", "sont", "sur", "terminé", "tirage", "tournoi",
    "tournois", "tous", "toutes", "une", "vous",
}  # fmt: skip
# Names of the game and of a book that English keeps whole, what players say, and the words the rulebook explains.
KEPT = re.compile(
    r"\bde (figure|tête)\b|règles du tarot|“(je )?passe”|“une petite”"
    r"|\btestserver/\S*|\b(America|Argentina)/\S*"
    r"|\bpreneur, déclarant\b|\bdonne, or coup\b|\bpoints de (passe|chute)\b|\bor de (gain|perte)\b",
    re.IGNORECASE,
)


class Shown(HTMLParser):
    """The words of a page that somebody reads or hears."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.language = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        self.language = said.get("lang", self.language) if tag == "html" else self.language
        self.texts += [said[name] or "" for name in ("title", "alt", "placeholder", "aria-label") if name in said]

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).translate(NO_BREAK).split())


def shown(client: Client, address: str, language: str = "en") -> Shown:
    response = client.get(address, headers={"accept-language": language})
    assert response.status_code == 200, address
    return Shown(response.content.decode())


@pytest.fixture
def table(club, the_arbiter):
    """A table of an evening of which two donnes are written, one of them twice."""
    season = SeasonFactory(club=club, name="2026-2027")
    season.leagues.update(name="Challenge")
    table = seated(TournamentFactory(club=club, name="Cup", season=season, state=TournamentState.RUNNING))[0]
    record(table, 1, the_arbiter, reason="")
    record(table, 2, the_arbiter, garde(petit_au_bout="attaque", poignees=((1, "simple"),), points="49"))
    record(table, 2, the_arbiter, garde(), reason="miscopied")
    attach_record(
        table=table, number=1, record=example(), first=2, key=uuid.uuid4(), replaces=None, by=the_arbiter, at=NOW
    )
    return table


@pytest.fixture
def drawn_evening(table, the_organiser):
    """An evening of four tables whose rotation is published and was changed by hand, with wishes and a new draft."""
    tournament = TournamentFactory(club=table.round.tournament.club, name="Open", season=table.round.tournament.season)
    asked = {"tournament": tournament, "by": the_organiser, "at": NOW}
    one, other, third, *_rest = published(tournament, the_organiser)
    add_wish(kind=WishKind.APART, players=[one.pk, other.pk], hard=False, reason="neighbours", **asked)
    add_wish(kind=WishKind.PLACE, players=[third.pk], table=2, chair=0, reason="stairs", **asked)
    here = seats_of(tournament, 2)
    moved, taken = next(iter(here)), next(pk for pk, where in here.items() if where[0] == 2)
    swap_players(
        number=2, one=moved, other=taken, seen=digest(places(tournament)), key=uuid.uuid4(), reason="late", **asked
    )
    drawn(tournament, the_organiser, seed=2)
    return tournament


@pytest.fixture
def bareme(club):
    return a_bareme(club, name="Fridays")


@pytest.fixture
def pages(table, drawn_evening, bareme):
    """The addresses of the main pages, by who asks."""
    tournament = table.round.tournament
    here = seats_of(drawn_evening, 3)
    one, other = next(iter(here)), next(pk for pk, where in here.items() if where[0] == 2)
    place = [tournament.pk, table.round.number, table.number]
    public = [
        reverse("home"),
        reverse("account_login"),
        reverse("club", args=[tournament.club.slug]),
        *(reverse(name, args=[tournament.pk]) for name in ("tournament", "standings", "seating", "bareme")),
        *(reverse(name, args=[drawn_evening.pk]) for name in ("seating", "certificate", "bareme")),
        reverse("season", args=[tournament.season_id]),
        reverse("calculator"),
        f"{reverse('calculator')}?taker=1&contract=garde&bouts=2&points=46&poignee_1=simple",
        f"{reverse('calculator')}?variant=8&taker=1&points=95&pousse=add",
        reverse("rulebook"),
        f"{reverse('rulebook')}?q=petit",
        reverse("count_pile"),
        f"{reverse('count_pile')}?cartes=21+EX+18+PR+P10+CD",
        f"{reverse('count_pile')}?cartes=Z9",
        reverse("renonce"),
        f"{reverse('renonce')}?pli=C7+C4+16&jouee=12&main=12+17+18+P3",
        reverse("replay"),
        *(f"{reverse('replay')}?exemple=1&pli={step}" for step in (0, 1, 9, 18, 19)),
    ]
    desk = [
        *(reverse(name, args=[tournament.pk]) for name in ("desk", "chelem_calls", "penalties")),
        reverse("sheet", args=place),
        *(reverse("donne", args=[*place, number]) for number in (2, 3)),
        *(reverse(name, args=[*place, number]) for name in ("donne_record", "attach_record") for number in (1, 2)),
    ]
    office = [
        reverse("organisation"),
        *(
            reverse(name, args=[tournament.club_id])
            for name in (
                "club_desk", "club_players", "add_player", "import_players", "club_access", "club_documents",
                "new_season", "import_results", "club_past_seasons", "new_tournament", "club_dates", "new_series",
                "copy_tournament", "club_seasons",
                "edit_club_page", "edit_club", "club_doubles", "record_consents", "club_imports", "restore_event",
            )
        ),
        *(
            reverse(name, args=[tournament.pk])
            for name in (
                "tournament_desk", "tournament_settings", "registrations", "register_players", "draw", "documents",
                "finish_tournament", "tournament_bareme", "check_in", "cash_desk", "rates", "prizes", "prize_plan",
                "delete_tournament", "keep_template", "screen",
            )
        ),
        *(reverse(name, args=[tournament.season_id]) for name in ("edit_season", "delete_season")),
        reverse("club_baremes", args=[tournament.club_id]),
        reverse("compose_bareme", args=[tournament.club_id]),
        *(reverse(name, args=[tournament.club_id, bareme.pk]) for name in ("club_bareme", "change_bareme")),
        reverse("cancel_round", args=[tournament.pk, 1]),
        *(
            reverse(name, args=[drawn_evening.pk])
            for name in (
                "tournament_desk", "draw", "documents", "seat_changes", "replace_player", "tournament_bareme",
            )
        ),
        *(f"{reverse('wishes', args=[drawn_evening.pk])}?genre={kind.value}" for kind in WishKind),
        *(reverse(name, args=[drawn_evening.pk, 3]) for name in ("swap_players", "redraw_round")),
        f"{reverse('swap_players', args=[drawn_evening.pk, 3])}?one={one}&other={other}",
        f"{reverse('replace_player', args=[drawn_evening.pk])}?one={one}&number=3",
    ]  # fmt: skip
    return {"public": public, "desk": desk, "office": office}


def test_no_french_is_left_on_an_english_page(pages, as_arbiter, as_organiser):
    left = {}
    for who, client in (("public", Client()), ("desk", as_arbiter), ("office", as_organiser)):
        for address in pages[who]:
            page = shown(client, address)
            words = re.findall(r"[\w’]+", KEPT.sub("", page.text.lower()))
            found = [f"{before} {word}" for before, word in pairwise(["", *words]) if word in FRENCH]
            assert page.language == "en", address
            left |= {address: found} if found else {}

    assert left == {}


@pytest.mark.product
def test_the_same_pages_are_french_for_everybody_else(pages, as_arbiter, as_organiser):
    for who, client in (("public", Client()), ("desk", as_arbiter), ("office", as_organiser)):
        for address in pages[who]:
            # How a language is chosen is one thing for all pages: the choices are tried on those that anybody reads.
            for language in ("fr", "de", "") if who == "public" else ("de",):
                page = shown(client, address, language)
                assert page.language == "fr", address
                assert FRENCH & set(re.findall(r"[\w’]+", page.text.lower())), address


@pytest.mark.product
def test_a_timed_tournament_says_sequence_wherever_it_speaks_of_a_round(pages, as_arbiter, as_organiser):
    """Pages, forms, warnings and lists of a tournament whose rounds the clock ends; the club’s own pages are of any."""
    Tournament.objects.update(pace=Pace.MINUTES, minutes_per_round=60, donnes_per_round=None)
    own, left = re.compile(r"/(tournois|arbitrage|tables)/(\d+/|[^/]+/\d+/)?\d+|/organisation/tournois/\d+"), {}
    for who, client in (("public", Client()), ("desk", as_arbiter), ("office", as_organiser)):
        for address in filter(own.search, pages[who]):
            for language, word in (("fr", r"positions?"), ("en", r"rounds?")):
                found = re.findall(rf"\S+ \b{word}\b \S+", shown(client, address, language).text.lower())
                left |= {(address, language): found} if found else {}

    assert left == {}


def test_a_refusal_of_a_timed_tournament_says_sequence(table, as_organiser):
    tournament = table.round.tournament
    Tournament.objects.update(pace=Pace.MINUTES, minutes_per_round=60, donnes_per_round=None)
    address = reverse("cancel_round", args=[tournament.pk, 1])
    answer = Shown(as_organiser.post(address, {"reason": "", "seen": "0"}).content.decode()).text
    assert "Dites pourquoi vous annulez cette séquence" in answer
    assert "position" not in answer


def test_a_tournament_of_donnes_keeps_its_positions(pages, as_organiser, table):
    page = shown(as_organiser, reverse("draw", args=[table.round.tournament_id]), "fr").text
    assert ("séquence" in page, "position" in page) == (False, True)


def test_the_public_pages_in_both_languages(pages, table):
    home, login = pages["public"][:2]
    standings = reverse("standings", args=[table.round.tournament_id])
    client = Client()

    assert "Tarot evenings and competitions" in shown(client, home).text
    assert "Soirées et concours de tarot" in shown(client, home, "fr").text
    assert "Username" in shown(client, login).text
    assert "Identifiant" in shown(client, login, "fr").text
    assert "Saturday 21 November 2026" in shown(client, standings).text
    assert "Provisional standings, round 1 of" in shown(client, standings).text
    assert "samedi 21 novembre 2026" in shown(client, standings, "fr").text
    assert "Classement provisoire, position 1 sur" in shown(client, standings, "fr").text


def test_an_impossible_donne_is_refused_in_the_language_of_the_arbiter(table, as_arbiter):
    address = reverse("donne", args=[table.round.tournament_id, 1, 1, 3])
    typed = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "95", "replaces": ""}

    def refused(language: str) -> str:
        response = as_arbiter.post(address, typed | {"key": str(uuid.uuid4())}, headers={"accept-language": language})
        assert response.status_code == 422
        return Shown(response.content.decode()).text

    assert "There are 91 points in the pack, the attack cannot have 95: count again." in refused("en")
    assert "Il y a 91 points dans le jeu, l’attaque ne peut pas en avoir 95 : recomptez." in refused("fr")


def test_a_sheet_kept_in_french_says_why_in_english(table, the_arbiter, as_arbiter):
    record(table, 3, the_arbiter, garde(petit_au_bout="attaque", poignees=((1, "double"),)))
    address = reverse("sheet", args=[table.round.tournament_id, 1, 1])

    english, french = shown(as_arbiter, address).text, shown(as_arbiter, address, "fr").text

    assert "petit au bout for the attack, 10 × 2" in english
    assert "double poignée" in english
    assert "Garde by " in english
    assert "petit au bout pour l’attaque, 10 × 2" in french
    assert "poignée double" in french


def test_the_keys_of_the_chairs_are_their_letters(table, as_arbiter):
    address = reverse("donne", args=[table.round.tournament_id, 1, 1, 3])

    def keys(language: str) -> list[str]:
        page = as_arbiter.get(address, headers={"accept-language": language}).content.decode()
        return re.findall(r'name="taker"[^>]*data-key="(.)"', page)

    assert keys("en") == ["s", "e", "n", "w"]
    assert keys("fr") == ["s", "e", "n", "o"]


def test_the_journal_is_kept_in_french_and_read_in_both(table, as_organiser):
    address = reverse("journal", args=[table.round.tournament_id])

    kept = set(table.round.tournament.journal.values_list("action", flat=True))
    assert kept == {"donne saisie", "donne corrigée", "relevé rattaché"}
    assert "deal corrected" in shown(as_organiser, address).text
    assert "donne corrigée" in shown(as_organiser, address, "fr").text
