"""The faults of what no law and no type checker holds: locks, secrets, hidden names, roles, entries and leagues."""

from tests.faults.clubs import CLUBS
from tests.faults.fault import Fault
from tests.faults.locks import LOCKS
from tests.faults.names import NAMES
from tests.faults.roles import ROLES
from tests.faults.secrets import SECRETS

FAULTS: tuple[Fault, ...] = (*LOCKS, *SECRETS, *NAMES, *ROLES, *CLUBS)
