"""Two players who are one person: what a merge changes, and what shows that they are two people."""

from collections import Counter, defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.models import Account, Draw, Payment, Player, PrizeGiven, Registration, Season, Seat, Tournament
from tournaments.models.clubs import GOES_WITH
from tournaments.queries.people.members import speaks_for
from tournaments.queries.people.roles import club_names
from tournaments.queries.people.sessions import merged_twice
from tournaments.queries.undo.consequences import Consequences, draws_with, hangs_on, login_goes, tournament_names


def merging_players(keep: Player, drop: Player, by: Account | None = None) -> Consequences:
    """
    Return what a merge changes: `keep` gets all rows of `drop`, who is deleted, or becomes a double if both met.

    One club must keep both files, and `by` must organise it (None is the program itself).
    """
    names = {"keep": keep.full_name, "drop": drop.full_name}
    refusals = _two_people(keep, drop, by)
    touches = [_("%(drop)s disparaît de la liste des joueurs ; tout ce qui est à lui passe à %(keep)s.") % names]
    both = in_both(keep, drop)
    met = {other.tournament_id for one, other in both if have_met(one, other)}
    for one, other in both:
        touches += _met_told(one, other) if other.tournament_id in met else joining_told(one, other)
        refusals += why_not_joined(one, other)
    entries = drop.registrations.exclude(tournament__in=met).select_related("tournament__season")
    touches += _moved_tournaments([entry.tournament for entry in entries.order_by("tournament__date", "pk")], keep)
    touches += _joined_clubs(keep, drop)
    touches += _fees_paid_twice(keep, drop)
    if labels := [label for label, _column in _filled(keep, drop)]:
        touches.append(
            _("%(keep)s reçoit ce que sa fiche ne disait pas : %(what)s.") % {**names, "what": ", ".join(labels)}
        )
    touches.append(
        _("Le nom de %(keep)s est montré à tous : il y a consenti.") % names
        if keep.consent
        else _("Le nom de %(keep)s reste caché : sa fiche ne dit pas qu’il consent.") % names
    )
    if Account.objects.filter(player=keep).exists():
        touches += login_goes(drop)
    return Consequences(tuple(touches), tuple(refusals))


def facts_taken(keep: Player, drop: Player) -> dict[str, object]:
    """Return {column: value} of what the file `drop` says and the file `keep` leaves empty."""
    columns = [each for _label, column in _filled(keep, drop) for each in (column, *GOES_WITH.get(column, ()))]
    return {column: value for column in columns if (value := getattr(drop, column))}


def _two_people(keep: Player, drop: Player, by: Account | None) -> list[str]:
    """Return sentences that say why the two files cannot be merged."""
    refusals = []
    if keep.pk == drop.pk:
        refusals.append(_("C’est la même fiche : choisissez-en une autre."))
    if keep.erased_at or drop.erased_at:
        refusals.append(_("Les données de l’un d’eux ont été effacées : personne ne doit plus savoir qui il était."))
    if not may_merge(keep, drop, by):
        refusals.append(
            _(
                "Seul fusionne deux fiches le club qui tient l’une et l’autre. Une personne qui en a une dans un autre "
                "club les garde toutes les deux : les deux clubs peuvent les lier."
            )
        )
    if keep.licence and drop.licence and keep.licence != drop.licence:
        refusals.append(
            _(
                "Ils ont deux licences, %(one)s et %(other)s : ce sont deux personnes. "
                "Si l’une est fausse, effacez-la d’abord."
            )
            % {"one": keep.licence, "other": drop.licence}
        )
    return refusals + merged_twice(keep, drop)


def may_merge(keep: Player, drop: Player, by: Account | None) -> bool:
    """
    Return whether one club keeps both files and `by` organises it: no club may rewrite files of another, or of none.
    """
    return keep.club_id == drop.club_id and all(speaks_for(player, by) for player in (keep, drop))


def _joined_clubs(keep: Player, drop: Player) -> list[str]:
    """Return a sentence with the clubs that `keep` becomes a member of."""
    clubs = list(drop.clubs.exclude(pk__in=keep.clubs.values("pk")))
    if not clubs:
        return []
    return [_("%(keep)s devient membre de %(clubs)s.") % {"keep": keep.full_name, "clubs": club_names(clubs)}]


def _moved_tournaments(tournaments: list[Tournament], keep: Player) -> list[str]:
    """Return sentences: which tournaments `keep` gets, and which leagues are counted again."""
    if not tournaments:
        return []
    count = ngettext("%(n)d tournoi", "%(n)d tournois", len(tournaments)) % {"n": len(tournaments)}
    values = {"keep": keep.full_name, "count": count, "where": tournament_names(tournaments)}
    touches = [_("Passent à %(keep)s : %(count)s, %(where)s.") % values]
    if seasons := sorted({str(tournament.season) for tournament in tournaments if tournament.season_id}):
        touches.append(_("Recompté : le championnat %(seasons)s.") % {"seasons": ", ".join(seasons)})
    return touches


IN_BOTH = ("tournament", "player", "team")


def in_both(keep: Player, drop: Player) -> list[tuple[Registration, Registration]]:
    """Return the registrations of both players in the tournaments that both have, the earliest first."""
    if keep.pk == drop.pk:
        return []
    kept_entries = {entry.tournament_id: entry for entry in keep.registrations.select_related(*IN_BOTH)}
    entries = drop.registrations.select_related(*IN_BOTH).order_by("tournament__date", "pk")
    return [(kept_entries[entry.tournament_id], entry) for entry in entries if entry.tournament_id in kept_entries]


def _met_told(one: Registration, other: Registration) -> list[str]:
    """Return sentences: what happens to two registrations of one tournament that met."""
    values = {"one": str(one), "other": str(other), "tournament": one.tournament.name}
    return [
        _("« %(one)s » et « %(other)s » se sont rencontrés dans « %(tournament)s » : %(where)s.")
        % {**values, "where": _(" ; ").join(rounds_met(one, other))},
        _(
            "Là, « %(other)s » garde ses places et ses points, pour que chaque table reste à zéro, et sort du "
            "classement comme double ; ses paiements, ses prix et ses souhaits passent à « %(one)s »."
        )
        % values,
        *_team_told(one, other),
        *paid_twice(one, other),
    ]


def _filled(keep: Player, drop: Player) -> list[tuple[str, str]]:
    """Return (label, column) of what the file `drop` says and the file `keep` leaves empty."""
    columns = {
        "licence": _("la licence"),
        "first_name": _("le prénom"),
        "public_name": _("le nom montré"),
        "sex": _("le sexe"),
        "birth_year": _("l’année de naissance"),
        "home_club": _("le club d’origine"),
        "licence_until": _("la fin de sa licence"),
        "federal_series": _("la série fédérale"),
        "email": _("l’adresse électronique"),
        "phone": _("le téléphone"),
        "suspended_from": _("la suspension"),
    }
    return [(label, column) for column, label in columns.items() if getattr(drop, column) and not getattr(keep, column)]


def meetings(one: Registration, other: Registration) -> list[tuple[Seat, Seat]]:
    """Return the seats of both registrations in the same rounds, cancelled rounds too, by round number."""
    of_other = {seat.round_id: seat for seat in other.seats.select_related("table")}
    both = one.seats.filter(round__in=of_other).select_related("round", "table").order_by("round__number", "round")
    return [(seat, of_other[seat.round_id]) for seat in both]


def drawn_together(one: Registration, other: Registration) -> list[Draw]:
    """Return the draws that seated both registrations and still make a round, even if one has no seat there now."""
    return [draw for draw in draws_with(other) if one.pk in draw.players and draw.rounds.exists()]


def meeting_words(number: int, table: int | None, table_of_other: int | None) -> str:
    """Return in words where two registrations had places in a round: at one table, at two, or one without a table."""
    if table is None or table_of_other is None:
        return _("position %(number)d") % {"number": number}
    if table == table_of_other:
        return _("position %(round)d, table %(table)d") % {"round": number, "table": table}
    return _("position %(round)d, tables %(one)d et %(other)d") % {
        "round": number,
        "one": table,
        "other": table_of_other,
    }


def rounds_met(one: Registration, other: Registration) -> list[str]:
    """
    Return a phrase for each round in which both registrations have a place: where the two sat.

    Without such a round it returns one phrase, « un même tirage ».
    """
    told = []
    for seats in meetings(one, other):
        table, table_of_other = (seat.table.number if seat.table else None for seat in seats)
        told.append(meeting_words(seats[0].round.number, table, table_of_other))
    return told or [_("un même tirage")]


def have_met(one: Registration, other: Registration) -> bool:
    """Return whether two registrations cannot be joined: one person would have two seats in a round, or a draw."""
    return bool(meetings(one, other) or drawn_together(one, other))


def one_that_goes(one: Registration, other: Registration) -> Registration:
    """Return which of two registrations is deleted when they are joined: one that nothing refers to, else `other`."""
    return next((entry for entry in (other, one) if not hangs_on(entry)), other)


def joining_told(one: Registration, other: Registration) -> list[str]:
    """Return sentences that say what joining two registrations changes."""
    gone = one_that_goes(one, other)
    stays = one if gone.pk == other.pk else other
    values = {
        "stays": str(stays),
        "gone": str(gone),
        "tournament": one.tournament.name,
    }
    if not hangs_on(gone):
        sentence = _("Dans « %(tournament)s », où les deux sont inscrits, l’inscription « %(gone)s » s’efface.")
        return [sentence % values, *_team_told(stays, gone)]
    return [
        _(
            "Dans « %(tournament)s », où les deux sont inscrits sans s’être rencontrés, tout ce qui est à « %(gone)s » "
            "(places, résultats, pénalités, souhaits, paiements, prix) passe à « %(stays)s », et l’inscription "
            "« %(gone)s » s’efface."
        )
        % values,
        *_team_told(stays, gone),
        *paid_twice(one, other),
    ]


def _team_told(stays: Registration, gone: Registration) -> list[str]:
    """Return a sentence that one of two registrations gets the team of the other; [] where it has none to give."""
    if gone.team is None or gone.team == stays.team:
        return []
    sentence = _("« %(stays)s » prend la place de « %(gone)s » dans l’équipe « %(team)s ».")
    return [sentence % {"stays": stays, "gone": gone, "team": gone.team}]


def paid_twice(one: Registration, other: Registration) -> list[str]:
    """Return a sentence with what two registrations paid, if both did; else []."""
    payments = Payment.objects.filter(registration__in=[one, other], cancelled_at=None)
    if len({payment.registration_id for payment in payments}) < 2:
        return []
    paid = euros(sum(payment.amount for payment in payments), current_language())
    sentence = _("Les deux ont payé « %(tournament)s », %(paid)s en tout : rendez ce qui est en trop à la caisse.")
    return [sentence % {"tournament": one.tournament.name, "paid": paid}]


def _fees_paid_twice(keep: Player, drop: Player) -> list[str]:
    """Return a sentence for each season of a club for which both players paid a fee, with what they paid in all."""
    payments = Payment.objects.filter(fee__membership__player__in=[keep, drop], cancelled_at=None)
    people, sums = defaultdict(set), Counter[Season]()
    for payment in payments.select_related("fee__season__club", "fee__membership").order_by("paid_on", "pk"):
        if payment.fee is not None:
            people[payment.fee.season].add(payment.fee.membership.player_id)
            sums[payment.fee.season] += payment.amount
    sentence = _(
        "Les deux ont payé leur cotisation de la saison « %(season)s », %(paid)s en tout : rendez ce qui est en trop "
        "sur la page de sa cotisation."
    )
    return [
        sentence % {"season": season.name, "paid": euros(sums[season], current_language())}
        for season, payers in people.items()
        if len(payers) > 1 and sums[season]
    ]


def why_not_joined(one: Registration, other: Registration) -> list[str]:
    """Return sentences that say why two registrations cannot be joined: one prize given to both, two teams."""
    in_force = PrizeGiven.objects.filter(cancelled_at=None, registration=other)
    twice = in_force.filter(prize__given__registration=one, prize__given__cancelled_at=None).select_related("prize")
    two_teams = None not in (one.team, other.team) and one.team != other.team
    sentence = _(
        "Dans « %(tournament)s », « %(one)s » est de l’équipe « %(team)s » et « %(other)s » de l’équipe "
        "« %(second)s » : sortez-en un de son équipe d’abord."
    )
    said = {"tournament": one.tournament.name, "one": one, "other": other, "team": one.team, "second": other.team}
    return [
        *([sentence % said] if two_teams else []),
        *(
            _(
                "Le prix n° %(number)d de « %(tournament)s » est remis à « %(one)s » et à « %(other)s » : "
                "reprenez l’un des deux d’abord."
            )
            % {"number": given.prize.number, "tournament": one.tournament.name, "one": one, "other": other}
            for given in twice
        ),
    ]
