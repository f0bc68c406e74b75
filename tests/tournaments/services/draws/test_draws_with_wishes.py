"""Wishes in a draw: kept, told, refused, and never told to everybody."""

from tests.factories import NOW, field
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.rotations import a_wish
from tests.tournaments.services.drawing import asked, drawn, published, tables
from tournaments.labels import DrawMode, Status, WishKind
from tournaments.models import Account, Draw, Seat, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import demand_of
from tournaments.queries.draws.wish_outcomes import wish_outcomes
from tournaments.seating import problems
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.wishes import add_wish, cancel_wish


def test_a_draw_keeps_the_wishes_and_says_so(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 24)
    hall = [one.pk for one in entries]
    say = {"tournament": tournament, "by": the_organiser, "at": NOW}
    add_wish(kind=WishKind.APART, players=hall[:3], reason="une famille", **say)
    add_wish(kind=WishKind.PLACE, players=[hall[5]], table=2, chair=3, reason="marche mal", **say)
    add_wish(kind=WishKind.TEAM, players=hall[6:10], **say)
    draw = published(tournament, the_organiser)

    assert problems(draw.computed_plan, demand_of(draw)) == []
    stays = Seat.objects.filter(registration=hall[5]).values_list("table__number", "chair")
    assert list(stays) == [(2, 3)] * 5
    told = [(one.text, one.names, one.verdict, one.reason) for one in wish_outcomes(draw)]
    assert [(plain(what), who, verdict_, reason) for what, who, verdict_, reason in told] == [
        ("Ne se rencontrent jamais", tuple(one.player.full_name for one in entries[:3]), "respecté", "une famille"),
        ("Équipe : ne se rencontrent jamais", tuple(one.player.full_name for one in entries[6:10]), "respecté", ""),
        ("Garde toujours la table 2, en Ouest", (entries[5].player.full_name,), "respecté", "marche mal"),
    ]
    assert "3 souhaits, tous respectés." in certificate_words(draw)


def test_the_rest_of_the_hall_is_no_wish(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    add_wish(tournament=tournament, kind=WishKind.SECTOR, players=hall[:8], name="bas", by=the_organiser, at=NOW)
    draw = drawn(tournament, the_organiser)
    assert "1 souhait, respecté." in certificate_words(draw)
    assert wish_outcomes(draw)[0].text.endswith("(tables 1 et 2)")


def test_what_everybody_reads_names_nobody_who_wished(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 16)
    a_wish(tournament, the_organiser, WishKind.APART, *entries[:2], reason="se disputent")
    words = " ".join(certificate_words(drawn(tournament, the_organiser)))
    assert "1 souhait, respecté." in words
    assert not any(said in words for said in ("disputent", entries[0].player.last_name, entries[1].player.last_name))


def test_a_soft_wish_of_too_many_is_kept_as_far_as_can_be_and_says_why(
    tournament: Tournament, the_organiser: Account
) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:5], hard=False, by=the_organiser, at=NOW)
    add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:2], by=the_organiser, at=NOW)
    draw = drawn(tournament, the_organiser)
    told, _hard = wish_outcomes(draw)
    assert "1 souhait respecté sur 2" in " ".join(certificate_words(draw))
    assert told.badge in ("muted", "warn")
    assert told.verdict.endswith(("pour le nombre de tables", "trouvé mieux"))


def test_the_same_wishes_and_number_give_the_same_draw(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:2], by=the_organiser, at=NOW)
    assert drawn(tournament, the_organiser).plan == drawn(tournament, the_organiser).plan


def test_a_draw_made_before_a_wish_is_not_published(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    draw = drawn(tournament, the_organiser)
    wish = add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:2], by=the_organiser, at=NOW)
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "wishes_changed_since"
    cancel_wish(wish=wish, by=the_organiser, at=NOW)
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    assert tournament.rounds.count() == 5


def test_a_wish_that_those_present_cannot_keep_is_refused_before_anything_is_computed(
    tournament: Tournament, the_organiser: Account
) -> None:
    entries = field(tournament, 12)
    hall = [one.pk for one in entries]
    add_wish(tournament=tournament, kind=WishKind.PLACE, players=[hall[0]], table=3, by=the_organiser, at=NOW)
    tournament.registrations.filter(pk__in=hall[8:]).update(status=Status.ABSENT)
    refusal = refusal_of(asked, tournament, the_organiser)
    assert refusal.code == "no_such_table"
    assert entries[0].player.full_name in str(refusal)
    assert not Draw.objects.exists()


def test_what_no_draw_can_keep_fails_with_a_sentence_and_names(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 8)
    hall = [one.pk for one in entries]
    for one, other in ((0, 1), (1, 2), (0, 2)):  # three who must never meet, at two tables
        pair = [hall[one], hall[other]]
        add_wish(tournament=tournament, kind=WishKind.APART, players=pair, by=the_organiser, at=NOW)
    refusal = refusal_of(drawn, tournament, the_organiser)
    assert refusal.code == "no_way_apart"
    assert sum(one.player.full_name in str(refusal) for one in entries[:3]) == 2


def test_sectors_play_among_themselves_and_not_by_standings(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 24)]
    say = {"tournament": tournament, "by": the_organiser, "at": NOW}
    add_wish(kind=WishKind.SECTOR, players=hall[:12], name="salle du bas", **say)
    draw = published(tournament, the_organiser)
    for number in range(1, 6):
        assert all(len({one <= 12 for one in table}) == 1 for table in tables(tournament, number))
    assert [plain(one.text) for one in wish_outcomes(draw)] == [
        "Secteur « salle du bas » : jouent entre eux, à des tables voisines (tables 1 à 3)",
        "Le reste de la salle : ceux d’aucun secteur jouent entre eux (tables 4 à 6)",
    ]
    assert refusal_of(asked, tournament, the_organiser, DrawMode.SWISS).code == "sectors_and_standings"
