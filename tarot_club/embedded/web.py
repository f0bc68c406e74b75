"""The web process of `manage.py serve`: started again whenever it dies, ended by the first Ctrl-C."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

# A cached page takes a thread for some tens of microseconds; more than two fight for the interpreter (`tests.bench`).
# The third is for a password: one is hashed at a time and one waits its turn, and readers go on.
TURNS = 3
# Beside them, for what is sent slowly (`awaited.py`): they wait, and run nothing.
WAITING_THREADS = 16
# And for what leaves its turn until something else is done (`tournaments/kit/turns.py`).
THREADS_WITHOUT_TURN = 8
SECONDS_OF_A_GOOD_RUN = 60  # a process that lived so long died of something new: it is started again at once
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0  # seconds before it is started again, doubled by every death that follows soon
SECONDS_FOR_A_REQUEST_TO_FINISH = 5
# A head that takes longer, or a connection on which nothing is asked, is closed: phones ask every five seconds.
SECONDS_FOR_A_HEAD, LARGEST_HEAD = 10, 64 * 1024
MOST_CONNECTIONS = 4096  # granian opens as many files as the machine allows


ENDING = {signal.SIGTERM, signal.SIGINT}


class Interrupt:
    """
    Ctrl-C and SIGTERM (from a service manager): each raises KeyboardInterrupt anywhere in this process, except after
    `hold`.

    Python drops an exception raised while it finalises an object. So `was_asked` remembers it for `check`, and Python's
    message about it is not printed.
    """

    def __init__(self) -> None:
        self.was_asked = self.is_held = False
        sys.unraisablehook = _not_of_an_interrupt
        # A child that is not yet its own would drop what it is sent, as long as a busy machine does not let it run.
        os.register_at_fork(before=_block, after_in_parent=_unblock, after_in_child=_stand_alone)
        self.listen()

    def listen(self) -> None:
        """Handle both signals here. While the web server serves, it handles them itself."""
        signal.signal(signal.SIGTERM, self._interrupt)
        signal.signal(signal.SIGINT, self._interrupt)

    def hold(self) -> None:
        """Raise nothing until `check`, so that what is being started is not abandoned."""
        self.is_held = True

    def check(self) -> None:
        """Raise KeyboardInterrupt when a signal came before, whatever became of it."""
        self.is_held = False
        if self.was_asked:
            raise KeyboardInterrupt

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        self.was_asked = True
        if not self.is_held:
            raise KeyboardInterrupt


def _not_of_an_interrupt(dropped: "sys.UnraisableHookArgs") -> None:
    """Print an exception that Python dropped, unless it is a KeyboardInterrupt."""
    if not issubclass(dropped.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)


def serve_until(
    interrupt: Interrupt,
    *,
    host: str,
    port: int,
    tell: Callable[[str], None],
    certificate: Path | None = None,
) -> None:
    """
    Serve until Ctrl-C or SIGTERM. A web process that dies is started again, after a pause that grows with each death in
    a row; `tell` prints a line about it. `certificate` is a file that also has the private key.
    """
    deaths = 0
    while True:
        interrupt.check()
        began = time.monotonic()
        server = Granian(
            "tarot_club.embedded.application:application",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=1,
            blocking_threads=TURNS + WAITING_THREADS + THREADS_WITHOUT_TURN,
            backpressure=MOST_CONNECTIONS,
            http=HTTPModes.http1,  # a connection of HTTP/2 asks for hundreds of pages at once
            http1_settings=HTTP1Settings(header_read_timeout=1000 * SECONDS_FOR_A_HEAD, max_buffer_size=LARGEST_HEAD),
            websockets=False,
            ssl_cert=certificate,
            ssl_key=certificate,
            ssl_protocol_min=SSLProtocols.tls12,  # phones of before 2019
            log_access=False,
            log_level=LogLevels.critical,  # a death is reported below
            workers_kill_timeout=SECONDS_FOR_A_REQUEST_TO_FINISH,
        )
        server.on_startup(interrupt.check)  # from here on the signals are its own
        try:
            server.serve()
        except SystemExit:  # its worker process ended by itself
            interrupt.listen()
        if server.interrupt_signal:
            return
        deaths = deaths + 1 if time.monotonic() - began < SECONDS_OF_A_GOOD_RUN else 1
        tell("Le serveur des pages s’est interrompu ; il redémarre.")
        time.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(deaths - 1, 10)))


def _stand_alone() -> None:
    """
    Leave the terminal's process group, and the parent's signal handlers, in a process just forked.

    A Ctrl-C then reaches only the parent, which ends this process by SIGTERM, also while it is loading.
    """
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    _unblock()


def _block() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def _unblock() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
