"""Faults of what a club's organiser keeps: lists taken away, rates, imports, states and settings of its events."""

from tests.faults.fault import Fault

OF_EXPORTS = "tests/tournaments/views/test_exports.py"

OF_A_CLUB: tuple[Fault, ...] = (
    Fault(
        "out: the names that are withheld are all the club's",
        "tournaments/queries/people/names.py",
        'silent = club.players.filter(**{CONSENTS[purpose]: False, "erased_at": None})',
        "silent = club.players.filter(erased_at=None)",
        (f"{OF_EXPORTS}::test_what_was_taken_away_by_nobody_before_says_what_its_page_says",),
    ),
    Fault(
        "out: a player's own list is the page again",
        "scoring/views/player/own.py",
        "        return file_of(request, lambda: own_table(evening))",
        "        pass",
        (f"{OF_EXPORTS}::test_every_list_is_there_in_every_format",),
    ),
    Fault(
        "a newcomer whose form is sent twice is found by another form",
        "tournaments/services/evening/door.py",
        "filter(door_key=key)",
        "filter(door_key=uuid.uuid4())",
        (
            "tests/tournaments/services/evening/test_door.py::test_a_form_sent_twice_is_one_newcomer_and_says_so_both_times",
        ),
    ),
    Fault(
        "the form of a newcomer lets somebody else in",
        "tournaments/services/evening/door.py",
        "if entry.tournament_id != tournament.pk or not is_same:",
        "if entry.tournament_id != tournament.pk:",
        (
            "tests/tournaments/services/evening/test_door.py::test_another_form_for_the_same_newcomer_is_refused_and_another_person_by_the_same_form_too",
        ),
    ),
    Fault(
        "a rate falls below what was paid",
        "tournaments/services/money/rates.py",
        "paid.get(entry, 0) > facts.amount",
        "paid.get(entry, 0) > 2 * facts.amount",
        ("tests/tournaments/services/money/test_rates.py::test_a_rate_does_not_fall_below_what_somebody_paid_for_it",),
    ),
    Fault(
        "an archived draft stops being a trial",
        "tournaments/services/evening/tournaments.py",
        'tournament.archived_from in ("", TournamentState.FINISHED)',
        "tournament.archived_from != TournamentState.RUNNING",
        (
            "tests/tournaments/services/evening/test_tournaments.py::test_a_trial_put_away_before_its_end_does_not_become_public_by_its_settings",
        ),
    ),
    Fault(
        "a tournament takes the name of another by its day",
        "tournaments/services/evening/tournaments.py",
        'if {"name", "date"} & changes.keys():',
        'if "name" in changes:',
        (
            "tests/tournaments/services/evening/test_tournaments.py::test_a_tournament_does_not_take_the_name_of_another_of_that_day",
        ),
    ),
    Fault(
        "a share of nothing is handed over",
        "tournaments/queries/money/prizes.py",
        "return not self.prize.lot and not self.amount",
        "return False",
        ("tests/tournaments/services/money/test_prizes.py::test_a_share_of_nothing_is_not_handed_over",),
    ),
    Fault(
        "what was pasted is a file without a name",
        "tournaments/models/imports.py",
        "return self.file_name or _(",
        "return self.file_name and _(",
        ("tests/tournaments/imports/test_players.py::test_what_was_pasted_says_so_and_when",),
    ),
    Fault(
        "a page kept open over an update takes ticks off",
        "tournaments/forms/tournaments.py",
        "if self.initial.get(name, getattr(Settings, name))}",
        "if False}",
        ("tests/tournaments/views/test_tournaments.py::test_how_tables_enter_is_said_as_the_evening_goes",),
    ),
    Fault(
        "the season of a spring is the one to come",
        "tournaments/forms/clubs.py",
        "if today.month >= FIRST_MONTH else today.year - 1",
        "if today.month >= FIRST_MONTH else today.year",
        ("tests/tournaments/views/test_clubs.py::test_a_new_season_is_proposed_from_september_to_august",),
    ),
    Fault(
        "a season that the club has is proposed",
        "tournaments/forms/clubs.py",
        'club.seasons.values_list("name", flat=True)',
        'Season.objects.none().values_list("name", flat=True)',
        ("tests/tournaments/views/test_clubs.py::test_a_new_season_is_proposed_from_september_to_august",),
    ),
    Fault(
        "who came in at the door is said out of sight",
        "tournaments/views/door.py",
        "#top",
        "",
        ("tests/tournaments/views/test_door.py",),
    ),
    Fault(
        "a total is counted among the new players of a list",
        "tournaments/imports/previews.py",
        "return sum(not effect.doubt for effect in self.created)",
        "return len(self.created)",
        ("tests/tournaments/imports/test_players.py",),
    ),
    Fault(
        "five names on a sheet have as little room as four have much",
        "scoring/documents/blank_sheets.py",
        "(WIDTHS_OF_FIVE if is_narrow else WIDTHS)",
        "WIDTHS",
        ("tests/scoring/documents/test_blank_sheets.py::test_five_names_are_read_whole",),
    ),
    Fault(
        "what the legal page leaves unsaid is told as French is written",
        "tournaments/queries/privacy/legal.py",
        '_("\N{NARROW NO-BREAK SPACE}; ").join(legal.unsaid)',
        '" ; ".join(legal.unsaid)',
        ("tests/tarot_club/test_legal.py",),
    ),
    Fault(
        "the front page knows of no season",
        "tournaments/queries/pages/revisions.py",
        "*_CLUBS.rows(), *_SEASONS.rows(),",
        "*_CLUBS.rows(),",
        ("tests/tournaments/views/test_club_pages.py::test_a_season_made_and_taken_back_is_never_a_304",),
    ),
    Fault(
        "a new series is proposed without its first date",
        "tournaments/views/series.py",
        'initial={"starts_on": days[0]} if days else None',
        "initial=None",
        ("tests/tournaments/views/test_series.py",),
    ),
    Fault(
        "a misère typed from paper is the other one",
        "scoring/forms/desk/paper.py",
        '{"ma": "misere_atout", "mt": "misere_tete"}',
        '{"ma": "misere_tete", "mt": "misere_atout"}',
        ("tests/scoring/views/desk/test_paper.py::test_house_primes_are_read_where_the_bareme_plays_them",),
    ),
)
