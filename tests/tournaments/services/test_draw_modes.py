"""Rounds drawn one at a time, wishes in a draw, rules to follow, and a search that somebody stops."""

from itertools import combinations

import pytest

from tests.factories import NOW, TournamentFactory, field
from tournaments.labels import DrawMode, JobState, Status, WishKind
from tournaments.models import Account, Club, Job, Round, Seat, Table, Tournament
from tournaments.queries.certificates import certificate_words, verdict
from tournaments.queries.demands import demand_of
from tournaments.queries.draws import begun_rounds, forecast
from tournaments.queries.kept_wishes import told_wishes
from tournaments.queries.movements import movement_words, next_move, published_draw, published_movements, published_rule
from tournaments.refusals import Refusal
from tournaments.seating import Plan, Remainder, problems
from tournaments.services import jobs
from tournaments.services.draws import ask_draw, compute_draw, publish_draw
from tournaments.services.results import Result, set_results
from tournaments.services.wishes import add_wish, cancel_wish

Places = list[list[int]]


def asked(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Job:
    return ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW, mode=mode, **said)


def claimed(job: Job) -> Job:
    found = jobs.claim(job_id=job.pk, worker="test", at=NOW)
    assert found is not None
    return found


def drawn(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Job:
    """Return a finished draw, as the worker does it."""
    job = claimed(asked(tournament, by, mode, **said))
    assert jobs.finish(job=job, result=compute_draw(job, lambda _percent: None), at=NOW)
    return Job.objects.get(pk=job.pk)


def published(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION, **said: object) -> Job:
    job = drawn(tournament, by, mode, **said)
    publish_draw(job=job, by=by, at=NOW)
    return job


def play(tournament: Tournament, number: int, *, leave_open: int = 0) -> None:
    """Give everybody marks by his start number, the first the most, and close the sheets but some."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, table__isnull=False)
    set_results([Result(seat, 100 - seat.registration.start_number, 4) for seat in seats])
    tables = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    tables.filter(pk__in=[table.pk for table in tables[leave_open:]]).update(closed_at=NOW)


def tables(tournament: Tournament, number: int) -> Places:
    """Return the start numbers at each table of a round."""
    return [
        sorted(table.seats.values_list("registration__start_number", flat=True))
        for table in Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    ]


def plain(words: str) -> str:
    return words.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_the_danish_way_puts_the_first_four_together(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser, DrawMode.DANISH)
    assert tournament.rounds.count() == 1
    play(tournament, 1)
    job = published(tournament, the_organiser, DrawMode.DANISH)
    assert tables(tournament, 2) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    assert (job.result["standing"]["rank_spread"], job.result["standing"]["mean_spread"]) == (3, 30)
    assert "3 places d’écart au classement au plus, 3,0 en moyenne" in plain(" ".join(certificate_words(job)))


def test_the_swiss_way_has_no_rematch_and_tells_its_price(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=4)
    field(tournament, 40)
    for number in (1, 2, 3):
        job = published(tournament, the_organiser, DrawMode.SWISS)
        assert job.wanted["rounds"] == 1
        play(tournament, number)
    met = [pair for number in (1, 2, 3) for table in tables(tournament, number) for pair in combinations(table, 2)]
    assert len(met) == len(set(met))
    standing = job.result["standing"]
    assert (standing["rematches"], standing["mean_spread"] > standing["free_spread"]) == (0, True)
    words = plain(" ".join(certificate_words(job)))
    assert "Position 3 tirée selon le classement, sans revanche si possible (système suisse)." in words
    assert "Avec les revanches, l’écart moyen serait de 3,0 : c’est le prix de leur absence." in words


def test_the_first_round_by_standings_is_drawn_by_lot_and_says_so(
    tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 16)
    job = drawn(tournament, the_organiser, DrawMode.SWISS)
    assert "standing" not in job.result
    assert plain(certificate_words(job)[0]) == "Position 1 tirée au hasard."


def test_a_random_round_meets_nobody_again(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 32)
    for number in (1, 2):
        published(tournament, the_organiser, DrawMode.RANDOM)
        play(tournament, number)
    met = [pair for number in (1, 2) for table in tables(tournament, number) for pair in combinations(table, 2)]
    assert len(met) == len(set(met))
    assert begun_rounds(tournament) == tournament.rounds.count() == 2


def test_open_sheets_are_waited_for_unless_one_says_anyway(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser, DrawMode.SWISS)
    play(tournament, 1, leave_open=3)
    assert plain(forecast(tournament).waited_for) == "position 1, tables 1, 2 et 3"
    with pytest.raises(Refusal) as refusal:
        asked(tournament, the_organiser, DrawMode.SWISS)
    assert (refusal.value.code, list(refusal.value.fields)) == ("sheets_missing", ["anyway"])
    assert "position 1, tables 1, 2 et 3" in plain(str(refusal.value))
    job = published(tournament, the_organiser, DrawMode.SWISS, anyway=True)
    assert job.wanted["missing"] == [[1, 1], [1, 2], [1, 3]]
    assert "Tirée sans attendre : position 1, tables 1, 2 et 3." in plain(" ".join(certificate_words(job)))


def test_open_sheets_do_not_matter_to_a_rotation(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser)
    play(tournament, 1, leave_open=3)
    assert asked(tournament, the_organiser).state == JobState.QUEUED


def test_standings_that_changed_since_are_drawn_again(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser, DrawMode.SWISS)
    play(tournament, 1)
    job = drawn(tournament, the_organiser, DrawMode.SWISS)
    last = Seat.objects.get(round__tournament=tournament, registration__start_number=16)
    set_results([Result(last, 500, 4)])
    with pytest.raises(Refusal) as refusal:
        publish_draw(job=job, by=the_organiser, at=NOW)
    assert refusal.value.code == "standings_changed_since"
    assert tournament.rounds.count() == 1


def test_a_draw_keeps_the_wishes_and_says_so(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 24)
    hall = [one.pk for one in entries]
    say = {"tournament": tournament, "by": the_organiser, "at": NOW}
    add_wish(kind=WishKind.APART, players=hall[:3], reason="une famille", **say)
    add_wish(kind=WishKind.PLACE, players=[hall[5]], table=2, chair=3, reason="marche mal", **say)
    add_wish(kind=WishKind.TEAM, players=hall[6:10], **say)
    job = published(tournament, the_organiser)

    assert problems(Plan.from_json(job.result["plan"]), demand_of(tournament, job.wanted | {"begun": 0})) == []
    stays = Seat.objects.filter(registration=hall[5]).values_list("table__number", "position")
    assert list(stays) == [(2, 3)] * 5
    told = [(one.what, one.who, one.verdict, one.reason) for one in told_wishes(job)]
    assert [(plain(what), who, verdict_, reason) for what, who, verdict_, reason in told] == [
        ("Ne se rencontrent jamais", tuple(one.player.full_name for one in entries[:3]), "respecté", "une famille"),
        ("Équipe : ne se rencontrent jamais", tuple(one.player.full_name for one in entries[6:10]), "respecté", ""),
        ("Toujours à la même place : table 2, Ouest", (entries[5].player.full_name,), "respecté", "marche mal"),
    ]
    assert "3 souhaits, tous respectés." in certificate_words(job)


def test_what_everybody_reads_names_nobody_who_wished(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 16)
    add_wish(
        tournament=tournament,
        kind=WishKind.APART,
        players=[one.pk for one in entries[:2]],
        reason="se disputent",
        by=the_organiser,
        at=NOW,
    )
    words = " ".join(certificate_words(drawn(tournament, the_organiser)))
    assert "1 souhait, respecté." in words
    assert not any(said in words for said in ("disputent", entries[0].player.last_name, entries[1].player.last_name))


def test_a_soft_wish_of_too_many_is_kept_as_far_as_can_be_and_says_why(
    tournament: Tournament, the_organiser: Account
) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:5], hard=False, by=the_organiser, at=NOW)
    add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:2], by=the_organiser, at=NOW)
    job = drawn(tournament, the_organiser)
    told, _hard = told_wishes(job)
    assert "1 souhait respecté sur 2" in " ".join(certificate_words(job))
    assert told.badge in ("muted", "warn")
    assert told.verdict.endswith(("pour le nombre de tables", "trouvé mieux"))


def test_the_same_wishes_and_number_give_the_same_draw(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:2], by=the_organiser, at=NOW)
    assert drawn(tournament, the_organiser).result == drawn(tournament, the_organiser).result


def test_a_draw_made_before_a_wish_is_not_published(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 16)]
    job = drawn(tournament, the_organiser)
    wish = add_wish(tournament=tournament, kind=WishKind.APART, players=hall[:2], by=the_organiser, at=NOW)
    with pytest.raises(Refusal) as refusal:
        publish_draw(job=job, by=the_organiser, at=NOW)
    assert refusal.value.code == "wishes_changed_since"
    cancel_wish(wish=wish, by=the_organiser, at=NOW)
    publish_draw(job=job, by=the_organiser, at=NOW)
    assert tournament.rounds.count() == 5


def test_a_wish_that_those_present_cannot_keep_is_refused_before_anything_is_computed(
    tournament: Tournament, the_organiser: Account
) -> None:
    entries = field(tournament, 12)
    hall = [one.pk for one in entries]
    add_wish(tournament=tournament, kind=WishKind.PLACE, players=[hall[0]], table=3, by=the_organiser, at=NOW)
    tournament.registrations.filter(pk__in=hall[8:]).update(status=Status.ABSENT)
    with pytest.raises(Refusal) as refusal:
        asked(tournament, the_organiser)
    assert refusal.value.code == "no_such_table"
    assert entries[0].player.full_name in str(refusal.value)
    assert not Job.objects.exists()


def test_what_no_draw_can_keep_fails_with_a_sentence_and_names(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 8)
    hall = [one.pk for one in entries]
    for one, other in ((0, 1), (1, 2), (0, 2)):  # three who must never meet, at two tables
        pair = [hall[one], hall[other]]
        add_wish(tournament=tournament, kind=WishKind.APART, players=pair, by=the_organiser, at=NOW)
    with pytest.raises(Refusal) as refusal:
        drawn(tournament, the_organiser)
    assert refusal.value.code == "no_way_apart"
    assert sum(one.player.full_name in str(refusal.value) for one in entries[:3]) == 2


def test_sectors_play_among_themselves_and_not_by_standings(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 24)]
    say = {"tournament": tournament, "by": the_organiser, "at": NOW}
    add_wish(kind=WishKind.SECTOR, players=hall[:12], name="salle du bas", **say)
    job = published(tournament, the_organiser)
    for number in range(1, 6):
        assert all(len({one <= 12 for one in table}) == 1 for table in tables(tournament, number))
    assert [plain(one.what) for one in told_wishes(job)] == [
        "Secteur « salle du bas » : jouent entre eux, à des tables voisines (tables 1 à 3)",
        "Le reste de la salle : ceux d’aucun secteur jouent entre eux (tables 4 à 6)",
    ]
    with pytest.raises(Refusal) as refusal:
        asked(tournament, the_organiser, DrawMode.SWISS)
    assert refusal.value.code == "sectors_and_standings"


def test_a_search_that_is_stopped_gives_its_best_and_says_so(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=8)
    field(tournament, 22)
    job = claimed(asked(tournament, the_organiser))
    jobs.settle(job=job, by=the_organiser, at=NOW)
    jobs.settle(job=job, by=the_organiser, at=NOW)
    assert jobs.finish(job=job, result=compute_draw(job, lambda _percent: None), at=NOW)
    job.refresh_from_db()
    assert job.result["stopped_early"]
    assert problems(Plan.from_json(job.result["plan"]), demand_of(tournament, job.wanted)) == []
    assert "le même numéro seul ne redonne pas ce tirage" in certificate_words(job)[-1]
    assert tournament.journal.filter(action="recherche arrêtée").count() == 1


def test_a_draw_that_was_not_stopped_says_nothing_of_it(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    job = drawn(tournament, the_organiser)
    assert "stopped_early" not in job.result
    assert certificate_words(job)[-1].endswith("Le même numéro redonne le même tirage.")
    with pytest.raises(Refusal) as refusal:
        jobs.settle(job=job, by=the_organiser, at=NOW)
    assert refusal.value.code == "job_has_ended"


def test_a_rule_that_people_follow_is_told_as_far_as_it_holds(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 20)
    job = published(tournament, the_organiser, by_rule=True)
    assert plain(movement_words(job)[0]).startswith("À chaque changement, selon la place de la position 1 : Sud ")
    assert published_draw(tournament) == job
    whole = published_rule(tournament, job)
    assert whole is not None
    assert (whole.holds_until, whole.is_whole) == (5, True)

    one, other = Seat.objects.filter(round__tournament=tournament, round__number=4).order_by("pk")[:2]
    Seat.objects.filter(pk=one.pk).update(position=None, table=None)
    Seat.objects.filter(pk=other.pk).update(position=one.position, table=one.table)
    Seat.objects.filter(pk=one.pk).update(position=other.position, table=other.table)
    bent = published_rule(tournament, job)
    assert bent is not None
    assert (bent.holds_until, bent.is_whole) == (3, False)


def test_somebody_who_takes_the_place_of_another_bends_no_rule(tournament: Tournament, the_organiser: Account) -> None:
    *people, comer = field(tournament, 21)
    tournament.registrations.filter(pk=comer.pk).update(status=Status.ABSENT)
    job = published(tournament, the_organiser, by_rule=True)
    Seat.objects.filter(round__number__gte=3, registration=people[0]).update(registration=comer)
    rule = published_rule(tournament, job)
    assert rule is not None
    assert rule.is_whole


@pytest.mark.parametrize(("cancelled", "holds_until"), [(1, None), (2, None), (3, 2)])
def test_a_cancelled_position_ends_the_rule_there(
    cancelled: int, holds_until: int | None, tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 20)
    job = published(tournament, the_organiser, by_rule=True)
    Round.objects.filter(tournament=tournament, number=cancelled).update(
        tournament=None, cancelled_from=tournament, cancelled_at=NOW, cancel_reason="Panne de courant"
    )
    rule = published_rule(tournament, job)
    assert (rule and rule.holds_until) == holds_until


def test_a_place_filled_in_the_middle_ends_the_rule_there(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 20)
    job = published(tournament, the_organiser, by_rule=True)
    begun = Seat.objects.filter(round__tournament=tournament, round__number=1).order_by("pk")[0]
    Seat.objects.filter(pk=begun.pk).update(position=None, table=None)
    rule = published_rule(tournament, job)
    assert rule is not None
    assert rule.holds_until == 2


def test_everybody_finds_his_next_table_by_the_rule(tournament: Tournament, the_organiser: Account) -> None:
    entries = field(tournament, 20)
    published(tournament, the_organiser, by_rule=True)
    first, rule = published_movements([tournament.pk])[tournament.pk]
    for entry in entries:
        seats = Seat.objects.filter(registration=entry).values_list("round__number", "table__number", "position")
        path = {number: (table, chair) for number, table, chair in seats}
        told = [next_move(rule, path, first, number) for number in range(1, 6)]
        assert [f"able {path[number + 1][0]}" in words for number, words in enumerate(told[:-1], 1)] == [True] * 4
        assert told[-1] == ""
        path[3] = (path[3][0] % 5 + 1, path[3][1])
        assert next_move(rule, path, first, 2) == ""


def test_a_draw_without_a_rule_has_none(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 10)
    job = published(tournament, the_organiser, by_rule=True)
    assert (movement_words(job), published_rule(tournament, job)) == ([], None)
    assert published_movements([tournament.pk]) == {}


def test_repeats_that_nobody_avoids_are_proved(tournament: Tournament, the_organiser: Account) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
    field(tournament, 8)
    job = drawn(tournament, the_organiser)
    assert job.wanted["bound"] == 4
    assert plain(verdict(job)) == "4 rencontres répétées : prouvé optimal, on ne peut faire moins."
