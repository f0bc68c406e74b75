"""The wishes in the browser: picked among sixty names, refused where they were typed, taken back."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, TournamentFactory, field
from tests.tournaments.rotations import a_wish
from tournaments.labels import Status, WishKind
from tournaments.models import Account, Club, Tournament, Wish
from tournaments.services.draws.wishes import add_wish


def path(tournament: Tournament, kind: WishKind = WishKind.APART) -> str:
    return f"{reverse('wishes', args=[tournament.pk])}?genre={kind.value}"


def text_of(content: bytes) -> str:
    return content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_a_couple_is_kept_apart_from_the_page(as_organiser: Client, tournament: Tournament) -> None:
    one, other, *_rest = field(tournament, 8)
    said = {"players": [one.pk, other.pk], "hard": "1", "reason": "mari et femme"}
    answer = as_organiser.post(path(tournament), said)
    assert (answer.status_code, answer["Location"]) == (303, path(tournament))
    made = Wish.objects.get()
    assert (made.kind, made.hard, made.reason) == (WishKind.APART, True, "mari et femme")
    page = text_of(as_organiser.get(path(tournament)).content)
    assert f"{one.player.full_name}, {other.player.full_name}" in page
    assert "« mari et femme »" in page


def test_as_seldom_as_can_be_is_not_never(as_organiser: Client, tournament: Tournament) -> None:
    said = {"players": [entry.pk for entry in field(tournament, 8)[:2]], "hard": "0"}
    assert as_organiser.post(path(tournament), said).status_code == 303
    assert not Wish.objects.get().hard


def test_a_place_for_somebody_who_does_not_climb_stairs(as_organiser: Client, tournament: Tournament) -> None:
    one, *_rest = field(tournament, 8)
    said = {"players": [one.pk], "table": "2", "chair": "0", "reason": "ne monte pas les marches"}
    as_organiser.post(path(tournament, WishKind.PLACE), said)
    assert Wish.objects.values_list("table", "chair").get() == (2, 0)
    assert "Garde toujours la table 2, en Sud" in text_of(as_organiser.get(path(tournament)).content)


def test_what_contradicts_a_wish_is_said_above_the_form_and_nothing_is_lost(
    as_organiser: Client, tournament: Tournament
) -> None:
    people = field(tournament, 8)
    said = {"players": [one.pk for one in people[:3]], "hard": "1", "reason": "une famille"}
    answer = as_organiser.post(path(tournament), said)
    assert answer.status_code == 422
    text = text_of(answer.content)
    assert "séparez-en 2 au plus" in text
    assert 'value="une famille"' in text
    assert text.count("checked") == 4  # three players, and « jamais »
    assert not Wish.objects.exists()


def test_every_kind_has_its_own_form(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 4)
    fields = {kind: list(as_organiser.get(path(tournament, kind)).context["form"].fields) for kind in WishKind}
    assert fields == {
        WishKind.APART: ["players", "hard", "reason"],
        WishKind.CLUB: ["hard", "reason"],
        WishKind.TEAM: ["players", "reason"],
        WishKind.PLACE: ["players", "table", "chair", "reason"],
        WishKind.SECTOR: ["name", "players", "reason"],
    }


def test_a_sector_says_which_tables_it_would_have(as_organiser: Client, tournament: Tournament) -> None:
    people = [entry.pk for entry in field(tournament, 25)]
    Tournament.objects.update(remainder="smaller")
    for name, members in (("salle du bas", people[:9]), ("terrasse", people[9:13])):
        said = {"players": members, "name": name}
        assert as_organiser.post(path(tournament, WishKind.SECTOR), said).status_code == 303
    page = " ".join(text_of(as_organiser.get(path(tournament)).content).split())
    assert page.count("<summary> 9 joueurs </summary>") == 1  # many are counted; four are named at once
    assert "voisines</b> <br>Tables 1 à 3" in page  # nine players: three tables of three
    assert "voisines</b> <br>Table 4" in page
    assert "Le reste de la salle : tables 5 à 7" in page
    assert "Les secteurs se suivent dans l’ordre de cette liste" in page
    tournament.registrations.filter(pk__in=people[9:12]).update(status=Status.WITHDRAWN)
    assert "Tables 1 à 3" not in text_of(as_organiser.get(path(tournament)).content)  # one player is no sector


def test_the_organiser_chooses_the_order_of_the_sectors(as_organiser: Client, tournament: Tournament) -> None:
    people = [entry.pk for entry in field(tournament, 24)]
    for name, members in (("salle du bas", people[:8]), ("terrasse", people[8:12])):
        as_organiser.post(path(tournament, WishKind.SECTOR), {"players": members, "name": name})
    bas, terrasse = Wish.objects.order_by("pk")
    last = [reverse("put_sector_last", args=[tournament.pk, wish.pk]) for wish in (bas, terrasse)]
    page = " ".join(text_of(as_organiser.get(path(tournament)).content).split())
    assert (last[0] in page, last[1] in page) == (True, False)
    assert page.index("« salle du bas »") < page.index("« terrasse »")
    answer = as_organiser.post(last[0], follow=True)
    assert answer.redirect_chain == [(path(tournament, WishKind.SECTOR), 303)]
    page = " ".join(text_of(answer.content).split())
    assert "Le secteur vient après les autres" in page
    assert "« terrasse » : jouent entre eux, à des tables voisines</b> <br>Table 1" in page
    assert "« salle du bas » : jouent entre eux, à des tables voisines</b> <br>Tables 2 et 3" in page
    assert last[1] in page
    as_organiser.post(reverse("cancel_wish", args=[tournament.pk, terrasse.pk]))
    assert 'role="alert"' in as_organiser.post(last[1], follow=True).content.decode()


def test_a_wrong_table_is_told_in_our_words(as_organiser: Client, tournament: Tournament) -> None:
    one, *_rest = field(tournament, 8)
    for typed, told in (
        ("deux", "Écrivez le numéro de la table en chiffres."),
        ("0", "Les tables se comptent à partir de 1."),
        ("9999", "Aucune salle n’a tant de tables : écrivez un numéro de 1 à 1250."),
    ):
        answer = as_organiser.post(path(tournament, WishKind.PLACE), {"players": [one.pk], "table": typed})
        assert answer.status_code == 422
        assert told in text_of(answer.content)
        assert "Assurez-vous" not in text_of(answer.content)


def test_who_withdrew_is_not_offered(as_organiser: Client, tournament: Tournament) -> None:
    people = field(tournament, 5)
    tournament.registrations.filter(pk=people[0].pk).update(status=Status.WITHDRAWN)
    answer = as_organiser.get(path(tournament))
    assert {one.pk for one in answer.context["form"].people} == {one.pk for one in people[1:]}


def test_a_wish_is_taken_back_by_its_button(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
) -> None:
    people = field(tournament, 8)
    made = a_wish(tournament, the_organiser, WishKind.TEAM, *people[:2])
    answer = as_organiser.post(reverse("cancel_wish", args=[tournament.pk, made.pk]), follow=True)
    assert answer.redirect_chain == [(path(tournament, WishKind.TEAM), 303)]
    text = text_of(answer.content)
    assert "1 souhait retiré" in text
    assert "Personne n’a encore rien demandé" in text


def test_an_arbiter_reads_no_wish(as_arbiter: Client, tournament: Tournament) -> None:
    assert as_arbiter.get(path(tournament)).status_code == 403


def test_a_kind_nobody_knows_and_numbers_nobody_has(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 4)
    here = reverse("wishes", args=[tournament.pk])
    assert as_organiser.get(here, {"genre": "caprice"}).context["kind"] == WishKind.APART
    for players in (["9" * 5000], ["-1"], ["x"]):
        assert as_organiser.post(path(tournament), {"players": players, "hard": "1"}).status_code == 422
    answer = as_organiser.post(path(tournament, WishKind.PLACE), {"players": ["9" * 30], "table": "9" * 5000})
    assert answer.status_code == 422


def test_the_page_costs_the_same_with_few_and_many_wishes(
    as_organiser: Client, club: Club, the_organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 6):
        tournament = TournamentFactory(club=club)
        people = [one.pk for one in field(tournament, 4 * count)]
        for number in range(count):
            pair = people[2 * number : 2 * number + 2]
            add_wish(tournament=tournament, kind=WishKind.APART, players=pair, hard=False, by=the_organiser, at=NOW)
        with django_assert_num_queries(9):
            as_organiser.get(path(tournament))
