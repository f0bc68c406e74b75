"""Faults of forms, of what a refusal says and where."""

from tests.faults.fault import Fault

PENALTIES, CALLS = "scoring/services/decisions/penalties.py", "scoring/services/decisions/calls.py"
PUBLISHING = "tournaments/services/draws/publishing.py"
FORMS, OF_FORMS = "tournaments/forms/base.py", "tests/tournaments/forms/test_base.py"
ANSWERS, OF_ANSWERS = "tournaments/views/answers.py", "tests/tournaments/views/test_answers.py"
FINISHED = "tests/services/test_finished.py"

FORMS_AND_REFUSALS: tuple[Fault, ...] = (
    Fault(
        "a box ticked for one donne confirms another",
        FORMS,
        "if codes and seal == self._seal() else frozenset()",
        "if codes else frozenset()",
        ("tests/scoring/views/player/test_confirming.py",),
    ),
    Fault(
        "a box stays ticked though there is more to confirm",
        FORMS,
        "is_ticked=self.confirmed_codes().issuperset(codes),",
        "is_ticked=bool(self.confirmed_codes()),",
        (OF_FORMS,),
    ),
    Fault(
        "a form shown again is the one that was sent already",
        FORMS,
        '({"key": str(uuid.uuid4())} | values).items()',
        "values.items()",
        (OF_FORMS,),
    ),
    Fault(
        "a form that is shown with values writes as often as it is sent",
        FORMS,
        '{"key": uuid.uuid4()} | (initial or {})',
        'initial or {"key": uuid.uuid4()}',
        (OF_FORMS,),
    ),
    Fault(
        "a form that is shown again says that its sender saw what he saw before",
        FORMS,
        '            self.data["seen"] = seen',
        '            self.data.setdefault("seen", seen)',
        (OF_FORMS,),
    ),
    Fault(
        "a form that was refused is answered as one that was not",
        ANSWERS,
        "status=REFUSED if refused else 200",
        "status=200",
        ("tests/tournaments/views/test_players.py",),
    ),
    Fault(
        "the browser sends to the next page what it was sent from",
        ANSWERS,
        "    status_code = 303",
        "    status_code = 307",
        (OF_ANSWERS,),
    ),
    Fault(
        "what is refused without a form is told to nobody",
        ANSWERS,
        "messages.error(request, str(refusal))",
        "messages.debug(request, str(refusal))",
        ("tests/tournaments/views/test_draws.py",),
    ),
    Fault(
        "a document is kept by the browser and not shown",
        ANSWERS,
        "content_disposition_header(as_attachment, filename)",
        "content_disposition_header(True, filename)",
        (OF_ANSWERS,),
    ),
    Fault(
        "no worker is told of a document that is asked for",
        ANSWERS,
        "    enqueue(job.pk)\n",
        "",
        ("tests/tournaments/views/test_documents.py",),
    ),
    Fault(
        "of two refusals at one field only the last is told",
        "tournaments/refusals.py",
        "fields.setdefault(name, []).extend(sentences)",
        "fields[name] = list(sentences)",
        ("tests/tournaments/test_refusals.py",),
    ),
    Fault(
        "a penalty is taken back in a tournament that is over",
        PENALTIES,
        "    refuse_if_finished(tournament)\n    reason = refuse_without_reason(",
        "    reason = refuse_without_reason(",
        (FINISHED,),
    ),
    Fault(
        "a call is taken back in a tournament that is over",
        CALLS,
        "    refuse_if_finished(tournament)\n",
        "",
        (FINISHED,),
    ),
    Fault(
        "an exchange is undone in a tournament that is over",
        "tournaments/services/draws/seat_changes.py",
        "        return\n    refuse_if_finished(tournament, SEATS_FINISHED)\n    if change.round is None",
        "        return\n    if change.round is None",
        (FINISHED,),
    ),
    Fault(
        "a draw is published in a tournament that is over",
        PUBLISHING,
        "        refuse_if_over(tournament, draw.first_round - 1)\n",
        "",
        (FINISHED,),
    ),
    Fault(
        "a round drawn again is published in a tournament that is over",
        PUBLISHING,
        "        refuse_if_finished(tournament, SEATS_FINISHED)\n",
        "",
        (FINISHED,),
    ),
)
