"""API operations on draws and documents: ask for one, follow its job, publish the draw, fetch the document."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.evening_serializers import DocumentSerializer, DrawingSerializer, JobSerializer, PrintingSerializer
from scoring.api.writing import KEY, READ, Acting, Unprocessable, responses
from tournaments.api.guarded import Guarded
from tournaments.api.serializers import ErrorSerializer
from tournaments.forms.draws.draws import DrawForm, PrintForm
from tournaments.kit.languages import current_language
from tournaments.labels import DRAWS, JobKind, Scope
from tournaments.models import Job
from tournaments.permissions import Action, is_hidden_from
from tournaments.queries.draws.drafts import last_draw
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.draws.rotation import printable, usual_papers
from tournaments.queries.pages.addresses import public_site
from tournaments.refusals import Refusal
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw, ask_smallest_change
from tournaments.services.work.documents import ask_print, ask_ranking


class Draws(Acting):
    action, scope = Action.DRAW, Scope.ORGANISE

    @extend_schema(
        summary="Ask for a draw",
        request=DrawingSerializer,
        parameters=[KEY],
        responses=responses(JobSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("As the page proposes it", value={}, request_only=True)],
    )
    def post(self, _request: Request, **_place: int) -> Response:
        """Draws the players who are present, in the background. Everybody sees the draw once it is published."""
        sent = self.body(DrawingSerializer)
        if sent.pop("smallest_change", False):
            if sent:
                sentence = _("Le plus petit changement ne se choisit pas autrement : retirez cette clé.")
                raise Unprocessable({name: [sentence] for name in sent})
            return Response(JobSerializer(self.ask(self._ask_smallest_change)).data)
        number = sent.pop("round", None)
        # A short search goes with the form: before the locks.
        choices = {} if self.has_asked() else self._choices(number, sent)

        def ask() -> Job:
            chosen = choices or self._choices(number, sent)
            draw = ask_draw(tournament=self.tournament, number=number, by=self.account, at=timezone.now(), **chosen)
            assert draw.job is not None
            return draw.job

        return Response(JobSerializer(self.ask(ask)).data)

    def _ask_smallest_change(self) -> Job:
        draw = ask_smallest_change(tournament=self.tournament, by=self.account, at=timezone.now())
        assert draw.job is not None
        return draw.job

    def _choices(self, number: int | None, sent: dict[str, Any]) -> dict[str, Any]:
        """Return the checked options of a draw. Raises Unprocessable with the keys that this draw does not offer."""
        form = DrawForm.of(
            self.tournament, number, forecast=forecast(self.tournament), last=last_draw(self.tournament, number)
        )
        if lost := sorted(sent.keys() - form.fields.keys()):
            sentence = _("Cela n’est pas à choisir pour ce tirage : retirez cette clé.")
            raise Unprocessable({name: [sentence] for name in lost})
        proposed = {name: field.initial for name, field in form.fields.items() if field.initial is not None}
        form.data, form.is_bound = proposed | sent, True
        return self.valid(form).cleaned_data


class DrawPublish(Acting):
    action, scope = Action.DRAW, Scope.ORGANISE

    @extend_schema(
        summary="Publish a draw",
        request=None,
        parameters=[KEY],
        responses=responses(JobSerializer, stale=ErrorSerializer),
    )
    def post(self, _request: Request, *, job_id: int, **_place: int) -> Response:
        """Everybody then sees the places, and the tournament begins. When the draw no longer fits who is there: 409."""
        job = get_object_or_404(self.tournament.jobs, pk=job_id)
        if job.kind not in DRAWS:
            sentence = _("Ce travail n’est pas un tirage : il n’y a rien à publier.")
            raise Refusal(sentence, code="not_a_draw")
        self.once(lambda: publish_draw(draw=job.draw, by=self.account, at=timezone.now()))
        return Response(JobSerializer(Job.objects.get(pk=job_id)).data)


class JobProgress(Guarded):
    action, scope = Action.PRINT, Scope.READ

    @extend_schema(summary="How far a draw or a document is", responses={200: JobSerializer, **READ})
    def get(self, _request: Request, *, job_id: int, **_place: int) -> Response:
        """Ask at most once a second, until `state` is neither `en_attente` nor `en_cours`."""
        job = get_object_or_404(self.tournament.jobs, pk=job_id)
        if is_hidden_from(self.account, job):
            raise PermissionDenied
        return Response(JobSerializer(job).data)


class Documents(Acting):
    action, scope = Action.PRINT, Scope.ORGANISE

    @extend_schema(summary="The documents made so far", responses={200: DocumentSerializer(many=True), **READ})
    def get(self, _request: Request, **_place: int) -> Response:
        """The documents of the tournament, the latest first. They are deleted after some weeks."""
        return Response(DocumentSerializer(self.tournament.documents.defer("content"), many=True).data)

    @extend_schema(
        summary="Ask for a document",
        request=PrintingSerializer,
        parameters=[KEY],
        responses=responses(JobSerializer, stale=ErrorSerializer),
        examples=[OpenApiExample("What a hall needs now", value={"kind": JobKind.PAPERS.value}, request_only=True)],
    )
    def post(self, request: Request, **_place: int) -> Response:
        """A job makes the document in the background, in the language of the request."""
        sent = self.body(PrintingSerializer)
        common: dict[str, Any] = {
            "tournament": self.tournament,
            "language": current_language(),
            "site": public_site(request.build_absolute_uri("/")),
            "by": self.account,
            "at": timezone.now(),
        }
        if sent["kind"] == JobKind.RANKING:
            job = self.ask(partial(ask_ranking, kind=JobKind.RANKING, choices=sent, **common))
        else:
            job = self.ask(lambda: ask_print(**self._papers(sent), **common))
        return Response(JobSerializer(job).data)

    def _papers(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of `ask_print`. Papers that the request does not name are those a hall needs now."""
        position = sent.pop("round", None)
        form = self.form(PrintForm, sent | ({} if position is None else {"position": position}))
        asked = form.cleaned_data
        if asked["kind"] == JobKind.PAPERS and not asked["papers"]:
            rotation = printable(self.tournament)
            asked["position"] = asked["position"] or rotation.current
            asked["papers"] = usual_papers(rotation)
        return {name: asked[name] for name in ("kind", "paper", "papers", "message", "moved")} | {
            "round_number": asked["position"]
        }


class Whatever(BaseContentNegotiation):
    """Ignores the `Accept` header of a request: errors are JSON, the document is a PDF."""

    def select_parser(self, _request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, _request: Request, renderers: Any, _format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class DocumentContent(Guarded):
    action, scope = Action.PRINT, Scope.READ
    content_negotiation_class = Whatever

    @extend_schema(summary="A document", responses={(200, "application/pdf"): OpenApiTypes.BINARY, **READ})
    def get(self, _request: Request, *, document_id: int, **_place: int) -> HttpResponse:
        """The document as a PDF file."""
        document = get_object_or_404(self.tournament.documents, pk=document_id)
        if is_hidden_from(self.account, document.job):
            raise PermissionDenied
        return HttpResponse(bytes(document.content), content_type="application/pdf")
