"""How the views of both apps answer a POST: a redirect to the next page, or the form with its errors."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.http import content_disposition_header

from tournaments.forms.base import ReasonForm, RefusableForm
from tournaments.models import Job
from tournaments.refusals import Refusal
from tournaments.tasks import enqueue

REFUSED = 422


class SeeOther(HttpResponseRedirect):
    """The redirect after a POST: reloading the next page posts nothing again."""

    status_code = 303


def see_other(page: str, **values: Any) -> SeeOther:
    """Redirect to a page: a URL name with its arguments, or a whole address."""
    return SeeOther(resolve_url(page, **values))


def follow(job: Job) -> SeeOther:
    """Enqueue a job that makes a document, and redirect to the page of its progress."""
    enqueue(job.pk)
    return see_other("job", job_id=job.pk)


def file_answer(content: bytes, filename: str, *, content_type: str, as_attachment: bool) -> HttpResponse:
    """Return a file for the browser to save (`as_attachment`) or to show."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = str(content_disposition_header(as_attachment, filename))
    return response


def form_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, refused: bool | None = None
) -> HttpResponse:
    """Return the page of a form: status 422 when `refused`, by default when the form has errors or asks to confirm."""
    if refused is None:
        form = context["form"]
        refused = bool(form.errors) or getattr(form, "confirmation", None) is not None
    return render(request, template, context, status=REFUSED if refused else 200)


def reason_page(
    request: HttpRequest, template: str, context: dict[str, Any], act: Callable[[str], SeeOther]
) -> HttpResponse:
    """Ask for a reason, then call `act` with it and answer what it returns; show the form again when `act` refuses."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return act(form.cleaned_data["reason"])
    return form_page(request, template, context | {"form": form})


@contextmanager
def refusals_on(form: RefusableForm) -> Iterator[None]:
    """If the service refuses, skip the rest of the block and show its sentences at the fields of the form."""
    try:
        yield
    except Refusal as refusal:
        form.refuse(refusal)


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """If the service refuses, skip the rest of the block and say why at the top of the next page."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, str(refusal), extra_tags=refusal.code)


def tell_errors(request: HttpRequest, form: BaseForm) -> None:
    """Show at the top of the next page the errors of a form that has no page: one sentence per field."""
    for sentences in form.errors.values():
        messages.error(request, str(sentences[0]))
