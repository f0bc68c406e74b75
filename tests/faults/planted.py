"""The faults of what no law and no type checker holds: locks, secrets, hidden names and roles."""

from tests.faults.fault import Fault
from tests.faults.locks import LOCKS
from tests.faults.names import NAMES
from tests.faults.roles import ROLES
from tests.faults.secrets import SECRETS

FAULTS: tuple[Fault, ...] = (*LOCKS, *SECRETS, *NAMES, *ROLES)
