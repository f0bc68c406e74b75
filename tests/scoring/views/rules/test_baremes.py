"""The pages of a club's barèmes: composed with their effect in sight, chosen by a tournament, read by everybody."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.marque import as_composed, compose
from scoring.models import ClubBareme
from scoring.queries.rules.baremes import composed
from scoring.services.rules.baremes import choose_bareme, withdraw_bareme
from tests.factories import NOW, ClubFactory
from tests.scoring.baremes import a_bareme, typed
from tests.scoring.sheets import seated
from tests.texts import text
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db


def at(club: Club, name: str, *rest: object) -> str:
    return reverse(name, args=[club.pk, *rest])


@pytest.mark.parametrize("count", [1, 30])
def test_the_list_runs_a_constant_number_of_queries(
    club: Club, as_organiser: Client, count: int, django_assert_num_queries
) -> None:
    for number in range(count):
        a_bareme(club, f"Barème {number}", {"base": 26 + number})
    as_organiser.get(at(club, "club_baremes"))
    with django_assert_num_queries(5):
        assert as_organiser.get(at(club, "club_baremes")).status_code == 200


def test_the_list_says_what_each_changes_and_keeps_those_replaced_apart(club: Club, as_organiser: Client) -> None:
    empty = text(as_organiser.get(at(club, "club_baremes")))
    assert "Le club n’a pas de barème à lui" in empty

    first = a_bareme(club)
    a_bareme(club, figures={"base": 30}, replaces=first)
    page = text(as_organiser.get(at(club, "club_baremes")))

    offered, archived = page.split("Remplacés ou retirés")
    assert "Vendredi, version 2" in offered
    assert "Points du contrat : 30 au lieu de 25" in offered
    assert "Poignée simple : 40 au lieu de 20 · Misères : hors règlement" in archived


def test_the_form_starts_from_the_reglement_with_every_rule_of_the_house_off(club: Club, as_organiser: Client) -> None:
    form = as_organiser.get(at(club, "compose_bareme")).context["form"]
    assert (form["base"].value(), form["required__3"].value(), form["poignees__triple"].value()) == (25, 36, 40)
    assert [bool(switch.value()) for _rule, switch, _figures in form.rules] == [False] * 5


def test_the_form_starts_from_another_bareme_of_the_club(club: Club, as_organiser: Client) -> None:
    known, foreign = a_bareme(club), a_bareme(ClubFactory())
    start = at(club, "compose_bareme")

    answer = as_organiser.get(start, {"depuis": known.pk})

    assert answer.context["form"]["poignees__simple"].value() == 40
    assert answer.context["form"]["name"].value() == ""
    assert as_organiser.get(start, {"depuis": foreign.pk}).status_code == 404
    for nonsense in ("x", "-1", "9" * 30):
        assert as_organiser.get(start, {"depuis": nonsense}).context["form"]["base"].value() == 25


def test_what_is_composed_is_kept_and_shown(club: Club, as_organiser: Client) -> None:
    answer = as_organiser.post(
        at(club, "compose_bareme"),
        typed(name="Vendredi", poignees__double="40", house__pousse="add", house__pousse_values__garde="50"),
    )

    bareme = ClubBareme.objects.get()
    assert (answer.status_code, answer.url) == (303, at(club, "club_bareme", bareme.pk))
    assert (bareme.rules["poignees"]["double"], bareme.rules["house"]["pousse"]) == (40, "add")
    assert bareme.rules["house"]["pousse_values"]["garde"] == 50
    page = text(as_organiser.get(answer.url))
    assert "Poignée double : 40 au lieu de 30" in page
    assert "Pousse, points ajoutés à la valeur du contrat" in page


def test_the_figures_of_a_rule_that_is_off_are_no_mistake_and_are_not_kept(club: Club, as_organiser: Client) -> None:
    answer = as_organiser.post(at(club, "compose_bareme"), typed(base="30", house__misere_value="beaucoup"))
    assert answer.status_code == 303
    assert ClubBareme.objects.get().rules["house"]["misere_value"] == 10


def test_everything_wrong_is_said_at_once_at_its_field_and_nothing_typed_is_lost(
    club: Club, as_organiser: Client
) -> None:
    a_bareme(club)
    wrong = typed(
        name="Vendredi",
        required__0="",
        petit_au_bout="dix",
        chelem_made="-1",
        poignees__simple="10001",
        required__3="41",
        house__pousse="x",
        house__pousse_values__garde="45",
        house__miseres="on",
        house__misere_value="1,5",
    )

    answer = as_organiser.post(at(club, "compose_bareme"), wrong)

    assert answer.status_code == 422
    form = answer.context["form"]
    assert sorted(form.errors) == [
        "chelem_made",
        "house__misere_value",
        "house__pousse_values__garde",
        "name",
        "petit_au_bout",
        "poignees__simple",
        "required__0",
        "required__3",
    ]
    page = text(answer)
    assert "Points à faire, « Sans bout » : écrivez un nombre entier, de 0 à 91." in page
    assert "Petit au bout et poignées, « Petit au bout » : écrivez un nombre entier, de 0 à 10 000." in page
    for name in ("required__0", "petit_au_bout", "chelem_made", "poignees__simple"):
        assert "écrivez un nombre entier, de 0 à" in form.errors[name][0]
    assert "Le club a déjà un barème « Vendredi » : donnez un autre nom à celui-ci." in page
    assert form["petit_au_bout"].value() == "dix"
    assert 'id="err-petit_au_bout"' in answer.content.decode()
    assert form["petit_au_bout"].field.widget.attrs["aria-describedby"] == "err-petit_au_bout"
    assert ClubBareme.objects.count() == 1


@pytest.mark.parametrize("value", ["NaN", "1e3", "٣x", "9" * 5000, "\x00", "<b>", "25.5", "½"])
def test_no_figure_however_odd_is_more_than_a_mistake(club: Club, as_organiser: Client, value: str) -> None:
    for name in ("compose_bareme", "preview_bareme"):
        answer = as_organiser.post(at(club, name), typed(base=value))
        assert answer.context["form"].errors.keys() == {"base"}


def test_what_the_pousse_replaces_is_neither_asked_nor_kept(club: Club, as_organiser: Client) -> None:
    page = text(as_organiser.get(at(club, "compose_bareme")))
    assert page.count('class="card gives-way"') == 2
    assert page.count("Avec la pousse, ces chiffres ne servent pas") == 2

    wrong = typed(house__pousse="add", base="x", multipliers__garde="7")
    assert as_organiser.post(at(club, "compose_bareme"), wrong).status_code == 303
    alone = compose({"house": {"pousse": "add"}}, edition="x")
    assert as_composed(composed(ClubBareme.objects.get())) == as_composed(alone)
    assert as_organiser.post(at(club, "compose_bareme"), typed(base="x")).status_code == 422


def test_each_way_to_count_the_pousse_says_what_becomes_of_the_petit(club: Club, as_organiser: Client) -> None:
    page = text(as_organiser.get(at(club, "compose_bareme")))
    for told, words in (
        ("without-pousse", "Le petit au bout est multiplié par le coefficient"),
        ("pousse-add", "Ils s’ajoutent tels quels"),
        ("pousse-x", "Le petit au bout est multiplié autant de fois que le contrat vaut une prise"),
    ):
        assert page.count(f'class="help {told}">{words}') == 1


@pytest.mark.parametrize("sent", [{}, {"house__pousse": "y"}, {"base": ["1", "2"]}])
def test_a_form_that_no_page_made_is_refused_in_words(club: Club, as_organiser: Client, sent: dict) -> None:
    assert as_organiser.post(at(club, "compose_bareme"), sent).status_code == 422


def test_the_reglement_itself_is_not_saved(club: Club, as_organiser: Client) -> None:
    answer = as_organiser.post(at(club, "compose_bareme"), typed())
    assert answer.status_code == 422
    assert "Ces chiffres sont ceux du règlement FFT 2012" in text(answer)


def test_the_effect_is_shown_while_people_type_and_nothing_is_saved(club: Club, as_organiser: Client) -> None:
    answer = as_organiser.post(at(club, "preview_bareme"), typed(name="", poignees__simple="40"))

    page = text(answer)
    assert "Poignée simple : 40 au lieu de 20" in page
    assert "4 exemples changent" in page
    assert 'id="err-poignees__simple" hx-swap-oob="true"' in page
    assert answer.context["form"].errors == {}  # a name is still to come
    assert ClubBareme.objects.count() == 0


def test_a_wrong_figure_is_told_while_people_type(club: Club, as_organiser: Client) -> None:
    page = text(as_organiser.post(at(club, "preview_bareme"), typed(required__2="51")))
    assert "Un chiffre est à corriger" in page
    assert "Avec 2 bouts, il faut moins de points qu’avec un bout de moins : 51 ne va pas après 51." in page


def test_a_button_shows_the_effect_without_scripts(club: Club, as_organiser: Client) -> None:
    answer = as_organiser.post(at(club, "compose_bareme"), typed(name="", poignees__simple="40", preview="1"))
    assert answer.status_code == 200
    assert "4 exemples changent" in text(answer)
    assert answer.context["form"]["poignees__simple"].value() == "40"
    assert ClubBareme.objects.count() == 0


def test_a_change_is_the_next_version(club: Club, as_organiser: Client) -> None:
    first = a_bareme(club)
    change = at(club, "change_bareme", first.pk)
    assert as_organiser.get(change).context["form"]["poignees__simple"].value() == 40

    answer = as_organiser.post(change, typed(name="Vendredi", poignees__simple="50"))

    second = ClubBareme.objects.get(version=2)
    assert answer.url == at(club, "club_bareme", second.pk)
    assert (second.supersedes, second.rules["poignees"]["simple"]) == (first, 50)
    assert "Il a été remplacé par « Vendredi, version 2 »." in text(as_organiser.get(at(club, "club_bareme", first.pk)))
    late = as_organiser.post(change, typed(name="Vendredi", poignees__simple="60"))
    assert late.status_code == 422
    assert "« Vendredi » a été remplacé par « Vendredi, version 2 »" in text(late)


def test_a_bareme_is_withdrawn(club: Club, as_organiser: Client) -> None:
    bareme = a_bareme(club)
    as_organiser.post(at(club, "withdraw_bareme", bareme.pk))
    bareme.refresh_from_db()
    assert bareme.archived_at is not None
    assert "Il est retiré" in text(as_organiser.get(at(club, "club_bareme", bareme.pk)))


def test_an_organiser_chooses_until_the_first_position_is_published(
    club: Club, tournament: Tournament, as_organiser: Client
) -> None:
    bareme = a_bareme(club)
    choice = at(tournament, "tournament_bareme")
    page = text(as_organiser.get(choice))
    assert "Poignée simple : 40 au lieu de 20 · Misères : hors règlement" in page

    answer = as_organiser.post(choice, {"bareme": bareme.edition})
    assert (answer.status_code, answer.url) == (303, at(tournament, "tournament_desk"))
    for name in ("tournament_settings", "tournament"):
        assert "Barème « Vendredi »" in text(as_organiser.get(at(tournament, name)))
    assert "Vendredi" in text(as_organiser.get(at(tournament, "bareme")))

    seated(tournament)
    frozen = text(as_organiser.get(choice))
    assert "Sa première position est publiée : le barème ne change plus." in frozen
    assert 'name="bareme"' not in frozen
    late = as_organiser.post(choice, {"bareme": "fft-2012"})
    assert late.status_code == 422
    assert "ne change plus : il est joué selon « Vendredi »" in text(late)
    tournament.refresh_from_db()
    assert tournament.bareme == bareme.edition


@pytest.mark.parametrize("sent", [{}, {"bareme": ""}, {"bareme": "club-1-1-0"}, {"bareme": "\x00"}])
def test_a_choice_that_is_none_is_refused_in_words(
    tournament: Tournament, as_organiser: Client, sent: dict[str, str]
) -> None:
    assert as_organiser.post(at(tournament, "tournament_bareme"), sent).status_code == 422


def test_a_bareme_withdrawn_meanwhile_is_refused_in_words(
    club: Club, tournament: Tournament, as_organiser: Client
) -> None:
    bareme = a_bareme(club)
    withdraw_bareme(bareme=bareme, by=None, at=NOW)
    answer = as_organiser.post(at(tournament, "tournament_bareme"), {"bareme": bareme.edition})
    assert answer.status_code == 422
    assert "Ce barème n’est plus dans la liste" in text(answer)


def test_everybody_reads_by_which_bareme_a_tournament_is_played(
    club: Club, tournament: Tournament, client: Client
) -> None:
    address = at(tournament, "bareme")
    official = client.get(address)
    assert "Rien : c’est le règlement FFT 2012." in text(official)
    assert "hors règlement" not in text(official)

    choose_bareme(tournament=tournament, edition=a_bareme(club).edition, by=None, at=NOW)
    page = client.get(address, headers={"if-none-match": official.headers["ETag"]})
    assert page.status_code == 200
    assert "Poignée simple : 40 au lieu de 20" in text(page)
    assert "hors règlement" in text(page)
    assert client.get(address, headers={"if-none-match": page.headers["ETag"]}).status_code == 304
    assert client.get(reverse("bareme", args=[0])).status_code == 404


def test_it_is_read_in_english(club: Club, tournament: Tournament, client: Client) -> None:
    choose_bareme(tournament=tournament, edition=a_bareme(club).edition, by=None, at=NOW)
    with translation.override("fr"):  # whatever the page speaks, the next test speaks French
        page = text(client.get(at(tournament, "bareme"), headers={"accept-language": "en"}))
        told = client.get(f"/api/v1/tournaments/{tournament.pk}/", headers={"accept-language": "en"}).json()
    assert "Simple poignée: 40 instead of 20" in page
    assert told["bareme_label"] == "Vendredi"
