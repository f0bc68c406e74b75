"""What a refusal says, as a test reads it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.texts import plain
from tournaments.refusals import Refusal


def refusal_of(act: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Refusal:
    """Return the refusal of something that must be refused."""
    with pytest.raises(Refusal) as refusal:
        act(*args, **kwargs)
    return refusal.value


def refused(act: Callable[..., Any], /, *args: Any, **kwargs: Any) -> tuple[str, str]:
    """Return the code and the sentence by which something is refused, with plain spaces."""
    refusal = refusal_of(act, *args, **kwargs)
    return refusal.code, plain(str(refusal))
