"""Who holds which role where, and who may do what: told a second time, so that a slip in the table is seen."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    arbiter,
    at_the_door,
    organiser,
    treasurer,
)
from tests.test_urls import ALL
from tournaments.labels import JobKind, Pace, RoleName, TournamentState
from tournaments.models import Account, Appointment, Club, Committee, Job, Tournament
from tournaments.permissions import (
    ALLOWED,
    Action,
    MemberRequest,
    Role,
    actions_of,
    browser_of,
    corrects_after_end,
    may_follow,
    requires,
    roles_of,
    scope,
    shown_tournament,
)

MAY = {
    "found_club": {"administrator"},
    "run_site": {"administrator"},
    "read_committee": {"administrator", "committee"},
    "run_committee": {"administrator", "committee"},
    "name_keeper": {"administrator", "committee"},
    "suspend": {"administrator", "committee"},
    "open_office": {"organiser", "arbiter", "treasurer", "door", "committee"},
    "manage_club": {"club_organiser"},
    "manage_league": {"club_organiser", "committee"},
    "manage_tournament": {"organiser"},
    "check_in": {"organiser", "door"},
    "manage_money": {"organiser", "treasurer"},
    "draw": {"organiser"},
    "print": {"organiser", "arbiter"},
    "print_league": {"organiser", "arbiter", "committee"},
    "follow_job": {"organiser", "arbiter", "treasurer", "door", "committee"},
    "read_journal": {"organiser", "arbiter"},
    "record": {"organiser", "arbiter"},
    "penalise": {"organiser", "arbiter"},
    "follow_own": {"player"},
    "answer": {"account"},
}
# What opens each address, by its name.
OPENS: dict[str, str] = {
    "public": (
        "committee_calendar committee_dates "
        "find_table home committee calendar calendar_file club club_calendar club_logo club_photo enter tournament "
        "tournament_calendar standings seating screen certificate season "
        "calculator rulebook count_pile renonce replay bareme tournament_rulebook choose_language favicon "
        "health alive metrics app_icon sitemap tournament_image api_docs "
        "robots typeface fresh_token worker api_clubs api_club "
        "api_seasons api_season api_league api_tournaments api_tournament api_rounds api_round api_standings "
        "api_teams team team_standings "
        "api_marque api_schema api_nowhere legal place league league_place published_league player_card two_players "
        "club_rating boards board api_qualified qualified matches match api_matches"
    ),
    "at_table": (
        "table_page table_seat table_sign table_contest table_call table_settle table_qr table_donne table_preview "
        "table_confirm"
    ),
    "by_link": "open_link entry confirm_entry change_own_entry stop_reminder cancel_own_entry stop_messages",
    "follow_own": (
        "own own_past own_number own_sheet own_corrections own_record own_data own_consents own_leaving own_protest "
        "forget_link api_own_sheet own_leagues own_link own_erasure own_requests own_links own_place "
        "own_matches own_line_up own_stand_in send_stand_in_back"
    ),
    "answer": "my_invitations accept_invitation decline_invitation",
    "open_office": "organisation tournament_desk",
    "found_club": "new_club",
    "run_site": "site site_health take_backup new_committee edit_committee appoint_responsible revoke_responsible",
    "read_committee": "committee_desk committee_tournaments committee_members committee_arbiters",
    "run_committee": "committee_leagues name_arbiter",
    "name_keeper": "unanswered_files",
    "suspend": "committee_suspensions committee_suspension",
    "manage_club": (
        "club_messages try_message_again "
        "api_new_tournament api_players "
        "club_webhooks try_webhook withdraw_webhook "
        "erase_player link_player player_data record_card_consents record_sharing_consents answer_consents "
        "withdraw_player_link club_seasons "
        "club_desk club_players club_guests add_player edit_player member give_player_access renew_player_password "
        "restore_event player_model new_season edit_season delete_season "
        "season_end "
        "new_league preview_league whole_league answer_invitation recount_season "
        "new_tournament club_access revoke_access withdraw_invitation renew_password club_documents "
        "club_journal import_results club_past_seasons "
        "club_baremes compose_bareme preview_bareme club_bareme change_bareme "
        "club_rulebook withdraw_bareme copy_tournament club_dates new_series edit_series delete_series skip_date "
        "drop_template keep_template edit_club_page club_doubles club_imports delete_player delete_tournament "
        "edit_club delete_club take_club club_lists leave_committee merge_players end_membership record_consents "
        "invite_arbiter undo_import club_faults import_faults new_fault_edition fault_edition drop_fault_edition "
        "add_fault change_fault edit_rating recount_rating"
    ),
    "manage_league": "edit_league delete_league preview_rule invite_season withdraw_guest publish_league league_final",
    "manage_tournament": (
        "tournament_messages call_off hold_after_all "
        "tournament_settings registrations register_players mark_all_present set_status "
        "finish_tournament revoke_table_code revoke_all_codes release_ranking withdraw_link withdraw_links "
        "api_entries api_finish api_state api_release api_reopen_tournament "
        "reopen_tournament tournament_bareme save_event delete_registration set_state entries accept_known "
        "accept_entry accept_entries cancel_entry cancel_entries qualifying edit_source enter_qualified"
    ),
    "check_in": (
        "api_formed_teams api_formed_team api_dissolve_team "
        "api_check_in api_newcomers check_in check_in_newcomer check_in_tap check_in_entry make_receipt show_link"
        " teams edit_team dissolve_team captain_link"
    ),
    "manage_money": (
        "cash_desk rates cancel_payment make_receipts prizes prize_plan give_prizes make_prize_papers take_prize_back "
        "club_fees member_fee make_fee_receipts season_books season_rates renew_members cancel_fee_payment "
        "give_fee_back give_payment_back import_players apply_import abandon_import"
    ),
    "print": (
        "api_document api_documents api_job "
        "documents make_ranking make_print make_stages make_year_report make_sheets "
        "board_deal deal_boards share_deal withdraw_deal make_board_paper"
    ),
    "print_league": "make_league make_league_poster print_league print_league_poster",
    "follow_job": "document job job_progress cancel_job",
    "read_journal": "journal api_journal",
    "draw": (
        "api_draws api_publish "
        "draw draw_as_usual smallest_change wishes cancel_wish put_sector_last seat_changes replace_player "
        "undo_change swap_players "
        "draw_matches undo_matches publish_matches "
        "redraw_round stop_draw_early publish_draw publish_redraw cancel_round restore_round"
    ),
    "record": (
        "match_office line_up close_line_ups "
        "stop_table resume_table whole_ranking lift_secrecy my_tokens withdraw_token "
        "go_to_table settle_call extra_minutes table_code answer_protest confirm_donne settle_conflict "
        "desk desk_round close_complete_sheets balance_grid change_clock sheet close_sheet reopen_sheet balances "
        "balances_effect undo_entry restore_line paper_sheet withdraw_typed "
        "donne move_donne empty_donne donne_preview "
        "donne_record attach_record withdraw_record chelem_calls cancel_chelem_call cancelled_round "
        "cancelled_sheet cancelled_record api_sheet api_donne api_confirmation api_balances api_signatures "
        "api_protests api_close api_reopen api_calls api_cancel_call api_all_protests api_answer api_arbiter_calls "
        "api_call_arbiter api_go api_settle_arbiter_call api_settle_versions api_versions api_move api_empty "
        "api_history api_restore api_undo api_clock api_extra_minutes api_whole_standings api_line_up "
        "imported_results imported_result imported_effect"
    ),
    "penalise": (
        "penalties give_penalty penalty_effect penalty_applied cancel_penalty make_decisions incidents cancel_incident "
        "api_faults api_penalties api_cancel_penalty api_incidents api_cancel_incident fouled_board take_back_fouled"
    ),
}


def test_the_table_says_who_may_do_what() -> None:
    assert {str(action): {str(role) for role in roles} for action, roles in ALLOWED.items()} == MAY


def test_each_address_is_opened_by_the_action_it_is_for() -> None:
    opened: dict[str, list[str]] = {action: [] for action in OPENS}
    for address in ALL:
        opened.setdefault(str(address.audience), []).append(address.pattern.name)
    assert {action: sorted(names) for action, names in opened.items()} == {
        action: sorted(names.split()) for action, names in OPENS.items()
    }


@pytest.mark.django_db
def test_a_role_holds_where_it_was_given() -> None:
    club: Club = ClubFactory()
    one, other = TournamentFactory(club=club), TournamentFactory(club=club)
    runs_it: Account = organiser(ClubFactory())
    runs_it.appointments.all().delete()
    Appointment.objects.create(account=runs_it, role=RoleName.ORGANISER, tournament=one)
    runs_all, arbitrates, counts, lets_in = organiser(club), arbiter(club), treasurer(club), at_the_door(club)
    held = {Role.PUBLIC, Role.ACCOUNT}
    assert roles_of(runs_it, club=club, tournament=one) == held | {Role.ORGANISER}
    assert roles_of(runs_it) == held | {Role.ORGANISER}
    assert roles_of(runs_it, club=club, tournament=other) == roles_of(runs_it, club=club) == held
    assert roles_of(runs_all, club=club, tournament=one) == held | {Role.ORGANISER, Role.CLUB_ORGANISER}
    assert roles_of(arbitrates, club=club, tournament=one) == held | {Role.ARBITER}
    assert roles_of(arbitrates, tournament=TournamentFactory()) == held
    assert roles_of(counts, club=club) == roles_of(counts, tournament=one) == held | {Role.TREASURER}
    answers_for, other_committee = AccountFactory(), Committee.objects.create(name="Est", slug="est")
    club.committee = Committee.objects.create(name="Ouest", slug="ouest")
    club.save()
    Appointment.objects.create(account=answers_for, role=RoleName.COMMITTEE, committee=club.committee)
    assert roles_of(answers_for) == roles_of(answers_for, committee=club.committee) == held | {Role.COMMITTEE}
    assert roles_of(answers_for, committee=other_committee) == roles_of(answers_for, club=club) == held
    assert roles_of(answers_for, tournament=one) == roles_of(runs_all, committee=club.committee) == held
    assert roles_of(lets_in, club=club) == roles_of(lets_in, tournament=one) == held | {Role.DOOR}


@pytest.mark.django_db
def test_an_account_that_is_closed_holds_no_role_whatever_it_was_appointed() -> None:
    club: Club = ClubFactory()
    account: Account = organiser(club)
    account.player, account.is_superuser = PlayerFactory(club=club), True
    account.save()
    assert roles_of(account, club=club) > {Role.PUBLIC, Role.PLAYER, Role.ORGANISER}

    account.is_active = False

    assert roles_of(account, club=club) == {Role.PUBLIC}
    assert roles_of(account) == {Role.PUBLIC}


@pytest.mark.django_db
def test_a_part_of_a_page_never_becomes_the_login_page(client: Client) -> None:
    asked = reverse("check_in", args=[TournamentFactory().pk])
    assert client.get(asked).status_code == 302
    assert client.get(asked, headers={"hx-request": "true"}).status_code == 401
    assert client.get(asked, headers={"accept": "application/json"}).status_code == 401


def corrects(role: Role, *, over: bool = True, by_arbiters: bool = False) -> bool:
    state = TournamentState.FINISHED if over else TournamentState.RUNNING
    return corrects_after_end(
        actions_of(frozenset({role})), Tournament(state=state, arbiters_correct_after_end=by_arbiters)
    )


def test_what_is_over_is_corrected_by_its_organiser_and_by_an_arbiter_where_the_settings_say_so() -> None:
    assert corrects(Role.ORGANISER)
    assert not corrects(Role.ARBITER)
    assert corrects(Role.ORGANISER, by_arbiters=True)
    assert corrects(Role.ARBITER, by_arbiters=True)
    assert not corrects(Role.DOOR, by_arbiters=True)
    assert not corrects(Role.ORGANISER, over=False)
    assert not corrects(Role.ARBITER, over=False, by_arbiters=True)


def test_who_counts_money_or_lets_people_in_fetches_only_what_is_printed_of_it() -> None:
    of_fees = {JobKind.FEE_RECEIPTS, JobKind.FEE_LETTERS}
    of_money = {JobKind.RECEIPTS, JobKind.PRIZES, JobKind.PRIZE_RECEIPTS, *of_fees}
    followed = {
        role: {kind for kind in JobKind if may_follow(kind, actions_of(frozenset({role})))}
        for role in (Role.ORGANISER, Role.ARBITER, Role.TREASURER, Role.DOOR, Role.ACCOUNT, Role.COMMITTEE)
    }
    assert followed == {
        Role.ORGANISER: {*JobKind},
        Role.ARBITER: {*JobKind} - of_fees,
        Role.TREASURER: of_money,
        Role.DOOR: {JobKind.RECEIPTS},
        Role.ACCOUNT: set(),
        Role.COMMITTEE: {JobKind.LEAGUE, JobKind.LEAGUE_POSTER},  # of its own leagues: the guard finds whose it is
    }


@pytest.mark.parametrize(
    ("browser", "agent"),
    [
        ("Edge", "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0"),
        ("Opera", "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36 OPR/115.0"),
        ("Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"),
        ("Firefox", "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 FxiOS/132.0 Mobile/15E148 Safari/605.1.15"),
        ("Chrome", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"),
        ("Chrome", "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1"),
        ("Safari", "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15"),
        ("", "curl/8.10"),
    ],
)
def test_a_browser_is_known_by_what_it_says_of_itself(browser: str, agent: str) -> None:
    assert browser_of(agent) == browser


TIMED = {"pace": Pace.MINUTES, "minutes_per_round": 20, "donnes_per_round": None}


def asked_by(person: Account | AnonymousUser, **headers: str) -> HttpRequest:
    request = RequestFactory().get("/", headers=headers)
    request.user = person
    return request


@pytest.mark.django_db
def test_a_draft_is_shown_to_those_who_run_it_alone() -> None:
    draft, announced = TournamentFactory(state=TournamentState.DRAFT), TournamentFactory()
    club, stranger = draft.club, AnonymousUser()
    with translation.override("fr"), timezone.override(None):
        assert shown_tournament(asked_by(stranger), announced.pk) == announced
        assert shown_tournament(asked_by(organiser(club)), draft.pk) == draft
        assert shown_tournament(asked_by(arbiter(club)), draft.pk) == draft
        for person in (stranger, AccountFactory(), treasurer(club), at_the_door(club), organiser(announced.club)):
            with pytest.raises(Http404):
                shown_tournament(asked_by(person), draft.pk)


@pytest.mark.django_db
def test_an_answer_about_an_evening_has_its_clock_and_its_words() -> None:
    evening = TournamentFactory(club=ClubFactory(time_zone="America/Guadeloupe"), **TIMED)

    def told() -> tuple[str, str]:
        return timezone.get_current_timezone_name(), translation.gettext("position")

    @requires(Action.DRAW)
    def view(request: MemberRequest, tournament: Tournament) -> HttpResponse:
        assert Action.MANAGE_TOURNAMENT in request.actions
        return HttpResponse(f"{told()} {request.user.device} {tournament.name}")

    with translation.override("fr"), timezone.override(None):
        outside = told()
        agent = {"user-agent": "Firefox/132.0"}
        answer = view(asked_by(organiser(evening.club), **agent), tournament_id=evening.pk)
        assert told() == outside
        shown_tournament(asked_by(AnonymousUser()), evening.pk)
        there = told()
    assert there == ("America/Guadeloupe", "séquence")
    assert answer.content.decode() == f"{there} Firefox {evening.name}"
    assert {*answer["Cache-Control"].split(", ")} == {"private", "no-store"}


@pytest.mark.django_db
def test_an_address_stands_in_the_club_and_the_tournament_of_what_it_names() -> None:
    season, tournament = SeasonFactory(), TournamentFactory()
    league, committee = season.leagues.get(), Committee.objects.create(name="Est", slug="est")
    of_season = Job.objects.create(kind=JobKind.LEAGUE, season=season, asked_at=NOW)
    of_evening = Job.objects.create(kind=JobKind.RANKING, tournament=tournament, asked_at=NOW)
    club = season.club
    assert scope({"tournament_id": tournament.pk, "number": 3}) == (
        tournament.club,
        tournament,
        {"tournament": tournament, "number": 3},
    )
    assert scope({"club_id": club.pk}) == (club, None, {"club": club})
    assert scope({"season_id": season.pk}) == (club, None, {"season": season})
    assert scope({"league_id": league.pk}) == (club, None, {"league": league})
    assert scope({"committee_id": committee.pk}) == (None, None, {"committee": committee})
    assert scope({"job_id": of_season.pk}) == (club, None, {"job": of_season})
    assert scope({"job_id": of_evening.pk}) == (tournament.club, tournament, {"job": of_evening})
    assert scope({"number": 3}) == (None, None, {"number": 3})
