"""API operations on the people of a club and of an evening: read, added, entered, checked in."""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.evening_serializers import (
    CheckingInSerializer,
    EnteringSerializer,
    MayBeKnownSerializer,
    NewcomerSerializer,
    NewPlayerSerializer,
    PlayerSerializer,
    RegistrationSerializer,
)
from scoring.api.writing import KEY, READ, Acting, Unprocessable, responses
from tournaments.api.parameters import BAD_FILTER
from tournaments.api.serializers import ErrorSerializer
from tournaments.api.views import NO_PAGE, PAGES
from tournaments.forms.people.players import SOMEBODY_ELSE, NewPlayerForm, WalkInForm
from tournaments.labels import Scope, Status
from tournaments.models import JournalEntry, Player, Registration, has_died
from tournaments.permissions import Action
from tournaments.queries.people.files import seen_by
from tournaments.services.evening.check_in import arrive, come_unknown
from tournaments.services.people.players import add_player
from tournaments.services.people.registrations import register, set_status

DUPONT = {"last_name": "DUPONT", "first_name": "Anne", "licence": "1234567", "consent": True}


def typed(sent: dict[str, Any]) -> dict[str, Any]:
    """Return a request as the page's form takes it: `who` and `others` become the one field `who`."""
    who, others = sent.pop("who", ""), sent.pop("others", [])
    return sent | {"who": str(who) or "-".join(map(str, [SOMEBODY_ELSE, *others]))}


class ClubPlayers(Acting, ListAPIView):
    action, scope = Action.MANAGE_CLUB, Scope.ENTER
    queryset = Player.objects.all()
    serializer_class = PlayerSerializer

    def get_queryset(self) -> QuerySet[Player]:
        return self.club.known.filter(~has_died(), erased_at=None).order_by("last_name", "first_name", "pk")

    def paginate_queryset(self, queryset: Any) -> Any:
        return seen_by(self.club.pk, super().paginate_queryset(queryset) or [])

    @extend_schema(
        summary="The people whom a club knows",
        parameters=PAGES,
        responses={200: PlayerSerializer(many=True), 400: BAD_FILTER, **READ, 404: NO_PAGE},
    )
    def get(self, request: Request, *_args: Any, **_place: int) -> Response:
        """The members and the guests of the club, by name. The club may enter all of them."""
        return self.list(request)

    @extend_schema(
        summary="Add a player to the club",
        request=NewPlayerSerializer,
        parameters=[KEY],
        responses=responses(PlayerSerializer, stale=MayBeKnownSerializer),
        examples=[OpenApiExample("Somebody new", value=DUPONT, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """
        When the person may be one whom the club knows, the answer is a 409: send again with `who` or `others`.

        A person of another club is asked to join. Until he or that club answers, he plays as a guest.
        """
        form = self.form(NewPlayerForm, typed(self.body(NewPlayerSerializer)), club=self.club)
        people = [] if form.same is None else [form.same]
        player = self.once(partial(self._added, form), again=self._of_entry, people=people)
        return Response(PlayerSerializer(seen_by(self.club.pk, [player])[0]).data)

    def _added(self, form: NewPlayerForm) -> Player:
        known = form.known_player(self.club)
        if known is not None and self.club.files.filter(pk=known.pk).exists():
            return known
        return add_player(
            club=self.club, facts=form.facts, others=form.others, same=form.same, by=self.account, at=timezone.now()
        )

    def _of_entry(self, entry: JournalEntry) -> Player | None:
        return self.club.known.filter(pk=entry.details.get("id")).first()


class Entries(Acting):
    action, scope = Action.MANAGE_TOURNAMENT, Scope.ENTER

    @extend_schema(summary="Who is entered", responses={200: RegistrationSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The registrations by start number, with full names."""
        return self._answer(self.tournament.registrations.all())

    @extend_schema(
        summary="Enter players of the club",
        request=EnteringSerializer,
        parameters=[KEY],
        responses=responses(RegistrationSerializer(many=True), stale=ErrorSerializer),
        examples=[OpenApiExample("Two players", value={"players": [12, 15]}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """A player already entered stays unchanged. New players get the next start numbers, drawn by lot among them."""
        sent = self.body(EnteringSerializer)
        ids = set(sent["players"])
        status = Status.PRESENT if sent["present"] else Status.REGISTERED
        self.once(
            lambda: register(
                tournament=self.tournament,
                players=self._players(ids),
                status=status,
                by=self.account,
                at=timezone.now(),
            )
        )
        return self._answer(self.tournament.registrations.filter(player__in=ids))

    def _players(self, ids: set[int]) -> list[Player]:
        """Return the people of the club with these ids. Raises Unprocessable with the ids that it does not know."""
        players = list(self.tournament.club.known.filter(pk__in=ids, erased_at=None))
        if missing := ids - {player.pk for player in players}:
            sentence = _("Le club ne connaît pas : %(ids)s. Lisez ses joueurs, puis inscrivez ceux-là.")
            raise Unprocessable({"players": [sentence % {"ids": ", ".join(map(str, sorted(missing)))}]})
        return players

    def _answer(self, entries: QuerySet[Registration]) -> Response:
        return Response(RegistrationSerializer(entries.select_related("player"), many=True).data)


class CheckInAct(Acting):
    action, scope = Action.CHECK_IN, Scope.ENTER

    @extend_schema(
        summary="Say who is there",
        request=CheckingInSerializer,
        parameters=[KEY],
        responses=responses(RegistrationSerializer(many=True), stale=ErrorSerializer),
        examples=[OpenApiExample("Present", value={"start_numbers": [1, 2], "status": "present"}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """
        Present, absent, withdrawn, or expected again. An excluded player stays excluded until a decision changes it.
        """
        sent = self.body(CheckingInSerializer)
        numbers = set(sent["start_numbers"])
        entries = self.tournament.registrations.filter(start_number__in=numbers)
        self.once(
            lambda: set_status(
                tournament=self.tournament,
                registrations=self._ids(entries, numbers),
                status=sent["status"],
                by=self.account,
                at=timezone.now(),
            )
        )
        return Response(RegistrationSerializer(entries.select_related("player"), many=True).data)

    def _ids(self, entries: QuerySet[Registration], numbers: set[int]) -> list[int]:
        """Return the registration ids of these start numbers. Raises Unprocessable with the numbers that nobody has."""
        ids = list(entries.values_list("pk", flat=True))
        if len(ids) != len(numbers):
            raise Unprocessable({"start_numbers": [_("Aucun joueur de ce tournoi n’a ce numéro de départ.")]})
        return ids


class Newcomers(Acting):
    action, scope = Action.CHECK_IN, Scope.ENTER

    @extend_schema(
        summary="Let somebody in who is not in the list",
        request=NewcomerSerializer,
        parameters=[KEY],
        responses=responses(RegistrationSerializer, stale=MayBeKnownSerializer),
        examples=[OpenApiExample("Somebody new", value=DUPONT, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """
        The newcomer is entered and present. A person whom the club does not know becomes a guest of the club.

        When he may be one whom the club knows, the answer is a 409: send again with `who` or `others`.
        """
        form = self.form(WalkInForm, typed(self.body(NewcomerSerializer)))
        people = [] if form.same is None else [form.same]
        entry = self.once(partial(self._let_in, form), again=self._of_entry, people=people)
        return Response(RegistrationSerializer(entry).data)

    def _let_in(self, form: WalkInForm) -> Registration:
        arguments: dict[str, Any] = {"key": self.key, "by": self.account, "at": timezone.now()}
        known = form.known_player(self.tournament.club)
        if known is not None:
            arrival = arrive(tournament=self.tournament, player=known, **arguments)
        else:
            arrival = come_unknown(
                tournament=self.tournament, facts=form.facts, others=form.others, same=form.same, **arguments
            )
        return arrival.registration

    def _of_entry(self, entry: JournalEntry) -> Registration | None:
        number = (entry.details.get("numbers") or [*entry.details.get("before", [])] or [None])[0]
        return self.tournament.registrations.filter(start_number=number).first()
