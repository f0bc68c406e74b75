"""Which tests one process of a run takes together."""

from typing import Any

from xdist.scheduler import LoadGroupScheduling


class LoadFileScheduling(LoadGroupScheduling):
    """
    Hand out whole files, and the tests of a group (`xdist_group`) together whatever their file.

    What the tests of a file share is then made once, not once in each process. Handed out one by one, some six thousand
    units also cost the process that hands them out seconds: it counts all of a worker's units again for each test.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.config.option.loadscopereorder = False  # in the order of the run: what takes long first

    def _split_scope(self, nodeid: str) -> str:
        return super()._split_scope(nodeid).partition("::")[0]
