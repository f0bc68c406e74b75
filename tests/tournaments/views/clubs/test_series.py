"""The next evening from the pages: by one click, or looked at first; series and templates."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import ClubFactory, TournamentFactory, field
from tests.tournaments.rounds import publish
from tournaments.labels import DrawMode, Status, TournamentState
from tournaments.models import Club, Draw, Series, Template, Tournament
from tournaments.templatetags.marks import day_of_week

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


@pytest.fixture
def last(club: Club) -> Tournament:
    """Return an evening of eight, played six days ago."""
    day = timezone.localdate() - timedelta(days=6)
    last = TournamentFactory(club=club, date=day, name="Soirée n° 4", state=TournamentState.FINISHED)
    entries = field(last, 8)
    publish(last, 1, [entries[:4], entries[4:]])
    return last


def of_the_button(page: str) -> dict[str, list[str]]:
    """Return what the one click sends, as a browser would."""
    form = page[page.index("comme-un-autre/") :]
    sent: dict[str, list[str]] = {}
    for name, value in HIDDEN.findall(form[: form.index("</form>")]):
        sent.setdefault(name, []).append(value)
    return sent


@pytest.mark.parametrize("page", ["organisation", "club_desk"])
def test_one_click_opens_the_next_evening_and_leads_to_the_check_in(
    as_organiser: Client, club: Club, last: Tournament, page: str
) -> None:
    shown = as_organiser.get(reverse(page, args=[] if page == "organisation" else [club.pk])).content.decode()
    assert f"Refaire {day_of_week(last.date + timedelta(days=7))}" in shown

    answer = as_organiser.post(reverse("copy_tournament", args=[club.pk]), of_the_button(shown))

    new = Tournament.objects.exclude(pk=last.pk).get()
    assert (answer.status_code, answer.url) == (303, reverse("registrations", args=[new.pk]))
    assert (new.name, new.date, new.state) == ("Soirée n° 5", last.date + timedelta(days=7), TournamentState.DRAFT)
    assert new.registrations.filter(status=Status.REGISTERED).count() == 8
    told = as_organiser.get(answer.url).content.decode()
    assert "« Soirée n° 5 » est prêt : mêmes réglages, 8 habitués attendus." in told.replace("\u00a0", " ")
    assert "Refaire " not in as_organiser.get(reverse("organisation")).content.decode()


def test_a_click_on_a_page_of_before_asks_about_the_evening_that_has_the_day_since(
    as_organiser: Client, club: Club, last: Tournament
) -> None:
    sent = of_the_button(as_organiser.get(reverse("organisation")).content.decode())
    copy = reverse("copy_tournament", args=[club.pk])
    by_hand = TournamentFactory(club=club, date=last.date + timedelta(days=7), name="Le gala")

    asked = as_organiser.post(copy, sent)
    assert asked.status_code == 422
    assert "Le club a déjà « Le gala »" in asked.content.decode().replace("\u00a0", " ")
    assert club.tournaments.count() == 2
    said_yes = sent | {"confirmed": asked.context["form"].confirmation.value}
    opened = as_organiser.post(copy, said_yes)
    assert opened.url == reverse(
        "registrations", args=[club.tournaments.exclude(pk__in=[last.pk, by_hand.pk]).get().pk]
    )
    by_hand.delete()
    assert as_organiser.post(copy, sent).url == opened.url, "the button pressed twice asks nothing"


def test_the_form_says_what_is_wrong_and_changes_what_is_offered(
    as_organiser: Client, club: Club, last: Tournament
) -> None:
    address = reverse("copy_tournament", args=[club.pk])
    form = as_organiser.get(address, {"comme": last.pk, "date": "2026-02-31"}).context["form"]
    assert (form["source"].value(), form["date"].value()) == (last.pk, last.date + timedelta(days=7))
    elsewhere = TournamentFactory(club=ClubFactory())

    answer = as_organiser.post(address, {"source": elsewhere.pk, "date": "", "state": "termine", "carry": ["rien"]})

    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"source", "date", "state", "carry"}
    as_organiser.post(address, {"source": last.pk, "date": "2027-01-02", "name": "Gala", "state": "annonce"})
    gala = Tournament.objects.get(name="Gala")
    assert (gala.state, gala.registrations.count(), gala.series) == ("annonce", 0, None)


def test_a_club_without_series_is_not_asked_for_one(as_organiser: Client, club: Club, last: Tournament) -> None:
    address = reverse("copy_tournament", args=[club.pk])
    assert "series" not in as_organiser.get(address).context["form"].fields
    club.series.create(name="Le vendredi", starts_on=last.date)
    assert "series" in as_organiser.get(address).context["form"].fields


def test_the_address_says_which_tournament_or_which_series_is_copied(
    as_organiser: Client, club: Club, last: Tournament
) -> None:
    today = timezone.localdate()
    older = TournamentFactory(club=club, date=last.date - timedelta(days=30))
    weekly = [
        Series.objects.create(club=club, name=name, starts_on=today + timedelta(days=day))
        for day, name in enumerate("AB", 1)
    ]
    sources = [TournamentFactory(club=club, series=series, date=last.date) for series in weekly]
    address = reverse("copy_tournament", args=[club.pk])

    def proposed(**asked: object) -> tuple[object, object]:
        form = as_organiser.get(address, asked).context["form"]
        return form["source"].value(), form["series"].value()

    assert proposed() == (sources[0].pk, weekly[0].pk)
    assert proposed(serie=weekly[1].pk) == (sources[1].pk, weekly[1].pk)
    assert proposed(comme=older.pk) == (older.pk, None)


def test_a_new_series_is_proposed_from_the_week_after_the_last_evening(
    as_organiser: Client, club: Club, last: Tournament
) -> None:
    address = reverse("new_series", args=[club.pk])
    assert as_organiser.get(address).context["form"]["starts_on"].value() == last.date + timedelta(days=7)

    Tournament.objects.update(is_trial=True)
    assert as_organiser.get(address).context["form"]["starts_on"].value() is None


def test_a_series_is_made_opened_on_its_date_and_taken_away(as_organiser: Client, club: Club, last: Tournament) -> None:
    first = timezone.localdate() + timedelta(days=1)
    typed = {"name": "Le vendredi", "starts_on": first.isoformat(), "every": "semaine", "starts_at": "20:30"}
    as_organiser.post(reverse("new_series", args=[club.pk]), typed | {"is_announced": "on"})
    series = Series.objects.get()
    skip = reverse("skip_date", args=[club.pk, series.pk])
    as_organiser.post(skip, {"day": first.isoformat()})
    page = as_organiser.get(reverse("club_dates", args=[club.pk])).content.decode()
    assert page.count("Pas ce jour-là</button>") == 5
    assert page.count("Rétablir</button>") == 1

    address = reverse("copy_tournament", args=[club.pk])
    form = as_organiser.get(address, {"serie": series.pk, "date": (first + timedelta(days=14)).isoformat()}).context[
        "form"
    ]
    assert (form["source"].value(), str(form["date"].value())) == (last.pk, str(first + timedelta(days=14)))
    sent = of_the_button(as_organiser.get(reverse("club_desk", args=[club.pk])).content.decode())
    as_organiser.post(address, sent)
    opened = series.tournaments.get()
    assert (opened.date, opened.copied_from) == (first + timedelta(days=7), last)

    as_organiser.post(reverse("edit_series", args=[club.pk, series.pk]), typed | {"name": "Le samedi"})
    series.refresh_from_db()
    assert (series.name, series.is_announced) == ("Le samedi", False)
    as_organiser.post(reverse("delete_series", args=[club.pk, series.pk]))
    assert not Series.objects.exists()


@pytest.mark.parametrize("day", ["", "2026-13-40", "2001-01-01"])
def test_a_day_that_is_no_date_of_the_series_is_refused_in_words(as_organiser: Client, club: Club, day: str) -> None:
    series = Series.objects.create(club=club, name="V", starts_on=timezone.localdate())
    answer = as_organiser.post(reverse("skip_date", args=[club.pk, series.pk]), {"day": day}, follow=True)
    assert answer.content.decode().count('role="alert"') == 2  # the sentence, and the one of a lost connection


def test_a_template_is_kept_offered_and_retired(as_organiser: Client, club: Club, last: Tournament) -> None:
    answer = as_organiser.post(reverse("keep_template", args=[last.pk]), {"name": "Vendredi"})
    assert answer.status_code == 303
    template = Template.objects.get()
    choices = (
        as_organiser.get(reverse("copy_tournament", args=[club.pk])).context["form"].fields["source"].widget.choices
    )
    assert next(iter(choices))[1] == [(last.pk, "Vendredi")]
    as_organiser.post(reverse("drop_template", args=[club.pk, template.pk]))
    assert not Template.objects.exists()


def test_the_tables_are_drawn_as_the_last_time_by_one_click(as_organiser: Client, club: Club, last: Tournament) -> None:
    new = TournamentFactory(club=club, copied_from=last, seed=77)
    field(new, 9)
    check_in = reverse("registrations", args=[new.pk])
    assert "Tirer comme la dernière fois" not in as_organiser.get(check_in).content.decode()
    now, way = timezone.now(), {"mode": DrawMode.RANDOM, "remainder": "exempt", "table_size": 4}
    Draw.objects.create(tournament=last, first_round=1, seed=1, plan={}, asked_at=now, published_at=now, **way)
    assert "Tirer comme la dernière fois" in as_organiser.get(check_in).content.decode()

    answer = as_organiser.post(reverse("draw_as_usual", args=[new.pk]))

    drawn = new.draws.get()
    assert (answer.status_code, answer.url) == (303, reverse("draw", args=[new.pk]))
    assert (drawn.mode, drawn.seed, len(drawn.players)) == (DrawMode.RANDOM, 77, 9)


def test_too_few_are_told_in_words_where_tables_are_drawn(as_organiser: Client, club: Club, last: Tournament) -> None:
    new = TournamentFactory(club=club, copied_from=last)
    answer = as_organiser.post(reverse("draw_as_usual", args=[new.pk]), follow=True)
    assert answer.status_code == 200
    assert not Draw.objects.exists()
    assert any(message.level_tag == "error" for message in answer.context["messages"])
