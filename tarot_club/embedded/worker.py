"""The Celery worker of `manage.py serve`."""

import contextlib
import multiprocessing
import sys
import threading
import warnings
from multiprocessing.process import BaseProcess

from tarot_club.celery import app

SECONDS_FOR_A_JOB_TO_FINISH = 20


class ChildWorker:
    """A Celery worker as a child process (started as `children.py` says), started again when it ends by itself."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.child = self._start()
        self.watch = threading.Thread(target=self._keep_alive, name="worker-watch", daemon=True)
        self.watch.start()

    def ask_to_stop(self) -> None:
        """
        Ask the worker to end after its present job, and start no other worker.

        It is asked once: celery handles the signal under a lock, on which a second signal would wait for ever.
        """
        with self.lock:
            is_told = self.stopping.is_set()
            self.stopping.set()
        if not is_told:
            self.child.terminate()

    def stop(self) -> None:
        """End the worker. Its job may finish, for a limited time and until a KeyboardInterrupt."""
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
