"""The Celery worker that `manage.py serve` keeps beside itself."""

import contextlib
import multiprocessing
import sys
import threading
import warnings
from multiprocessing.process import BaseProcess

from tarot_club.celery import app

SECONDS_FOR_A_JOB_TO_FINISH = 20


class ChildWorker:
    """A child of this process (`children.py` says how it is begun), made again should it ever end by itself."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.child = self._start()
        self.watch = threading.Thread(target=self._keep_alive, name="worker-watch", daemon=True)
        self.watch.start()

    def ask_to_stop(self) -> None:
        """
        Tell the worker to end once its job has, and start no other.

        It is told once: celery tells its receivers under a lock, on which a second signal waits for the first for ever.
        """
        with self.lock:
            is_told = self.stopping.is_set()
            self.stopping.set()
        if not is_told:
            self.child.terminate()

    def stop(self) -> None:
        """End the worker; let its job finish, within reason and until a KeyboardInterrupt."""
        self.ask_to_stop()
        with contextlib.suppress(KeyboardInterrupt):
            self.child.join(SECONDS_FOR_A_JOB_TO_FINISH)
        self.child.kill()  # its job is taken up again at the next start
        self.watch.join()

    def _start(self) -> BaseProcess:
        child = multiprocessing.Process(target=_work)
        child.start()
        return child

    def _keep_alive(self) -> None:
        while not self.stopping.is_set():
            self.child.join()
            self.stopping.wait(1)
            with self.lock:
                if not self.stopping.is_set():
                    self.child = self._start()


def _work() -> None:
    # In a container the worker may well be root; celery's page-long warning would only frighten an organiser.
    warnings.filterwarnings("ignore", "You're running the worker")
    options = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
    worker = app.Worker(quiet=True, loglevel="WARNING", **options)
    worker.start()
    sys.exit(worker.exitcode)
