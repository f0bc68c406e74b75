"""All papers that a hall needs for one round, as one document: one job, one file, one click to print."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import DOCUMENTS, Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.evening.round_names import all_rounds, round_name


@document(JobKind.PAPERS, template="documents/composed.html")
def papers(order: Order) -> Content:
    """Return the papers asked for one after another, each as when it is printed alone."""
    tournament, wanted = order.tournament, order.job.wanted
    kinds = [JobKind(kind) for kind in wanted["papers"]]
    parts: list[PdfPart] = []
    for index, kind in enumerate(kinds):
        printable = DOCUMENTS[kind]
        stage = order.stage.part(index / len(kinds), (index + 1) / len(kinds))
        content = printable.compose(replace(order, stage=stage))
        parts += [replace(part, template=printable.template) for part in content.parts]
        stage.report(1)
    if wanted["position"] is None:
        rounds, stem = all_rounds(tournament), "papiers"
    else:
        rounds, stem = _("la %(round)s") % {"round": round_name(tournament, wanted["position"])}, "papiers-p{position}"
    title = _("Papiers de %(rounds)s · %(tournament)s") % {"rounds": rounds, "tournament": tournament.name}
    return Content(title, stem.format(position=wanted["position"]), parts)
