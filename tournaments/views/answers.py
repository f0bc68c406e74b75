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
    """After a POST: leads to another page, and reloading that one posts nothing again."""

    status_code = 303


def see_other(page: str, **values: Any) -> SeeOther:
    """Lead to a page, by its name and the values of its address, or by its whole address."""
    return SeeOther(resolve_url(page, **values))


def follow(job: Job) -> SeeOther:
    """Enqueue a job that makes a document, and lead to the page that shows its progress."""
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
    """Return the page of a form, status 422 when it was refused: as `refused` says, else when it has errors or asks."""
    if refused is None:
        form = context["form"]
        refused = bool(form.errors) or getattr(form, "confirmation", None) is not None
    return render(request, template, context, status=REFUSED if refused else 200)


def reason_page(
    request: HttpRequest, template: str, context: dict[str, Any], act: Callable[[str], SeeOther]
) -> HttpResponse:
    """Ask for a reason; `act` then does it and returns the next page, or the form shows why it is refused."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return act(form.cleaned_data["reason"])
    return form_page(request, template, context | {"form": form})


@contextmanager
def refusals_on(form: RefusableForm) -> Iterator[None]:
    """Show what a service refuses at the fields of the form; the rest of the block is skipped."""
    try:
        yield
    except Refusal as refusal:
        form.refuse(refusal)


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """Say what a service refuses at the top of the next page; the rest of the block is skipped."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, str(refusal), extra_tags=refusal.code)


def tell_errors(request: HttpRequest, form: BaseForm) -> None:
    """Say at the top of the next page what is wrong with a form that has no page of its own: one sentence per field."""
    for sentences in form.errors.values():
        messages.error(request, str(sentences[0]))
