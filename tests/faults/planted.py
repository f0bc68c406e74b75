"""All the faults, room by room. Each is of a kind that somebody could write and no type checker sees."""

from tests.faults.clubs import OF_A_CLUB
from tests.faults.console import CONSOLE_AND_QUEUE
from tests.faults.corrections import CORRECTIONS
from tests.faults.decisions import DECISIONS
from tests.faults.draws import DRAWS_FACTS_AND_PAPER
from tests.faults.entry import ENTRY
from tests.faults.erasing import ERASING
from tests.faults.evening import EVENING
from tests.faults.fault import Fault
from tests.faults.files import FILES_AND_OLD_ROWS
from tests.faults.first_view import FIRST_VIEW
from tests.faults.forms import FORMS_AND_REFUSALS
from tests.faults.jobs import JOBS_AND_DOORS
from tests.faults.kept_pages import KEPT_WHILE_NOTHING_IS_COMMITTED
from tests.faults.links import BY_LINK
from tests.faults.lists import LISTS
from tests.faults.penalties import PENALTIES_AND_CALLS
from tests.faults.programs import BY_PROGRAMS
from tests.faults.public import PUBLIC_PAGES
from tests.faults.roles import WHO_MAY
from tests.faults.seats import PEOPLE_AND_SEATS
from tests.faults.standings import STANDINGS
from tests.faults.tables import TABLES
from tests.faults.told import WHAT_IS_TOLD
from tests.faults.undoing import TAKING_BACK

FAULTS: tuple[Fault, ...] = (
    *WHO_MAY,
    *BY_LINK,
    *WHAT_IS_TOLD,
    *ERASING,
    *PENALTIES_AND_CALLS,
    *DECISIONS,
    *STANDINGS,
    *JOBS_AND_DOORS,
    *PEOPLE_AND_SEATS,
    *DRAWS_FACTS_AND_PAPER,
    *KEPT_WHILE_NOTHING_IS_COMMITTED,
    *FORMS_AND_REFUSALS,
    *FILES_AND_OLD_ROWS,
    *FIRST_VIEW,
    *TAKING_BACK,
    *LISTS,
    *CORRECTIONS,
    *EVENING,
    *ENTRY,
    *TABLES,
    *BY_PROGRAMS,
    *CONSOLE_AND_QUEUE,
    *OF_A_CLUB,
    *PUBLIC_PAGES,
)
