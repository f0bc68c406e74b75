"""The Celery worker that `manage.py serve` keeps beside itself."""

import subprocess
import sys
import threading

from django.conf import settings

SECONDS_FOR_A_JOB_TO_FINISH = 20


class ChildWorker:
    """A child of this process, started again should it ever end by itself."""

    COMMAND = (
        # In a container the worker may well be root; celery's page-long warning would only frighten an organiser.
        *(
            sys.executable,
            "-W",
            "ignore:You're running the worker",
            "-m",
            "celery",
            "--quiet",
            "-A",
            "tarot_club",
            "worker",
            "--pool=threads",
        ),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=WARNING"),
    )

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.child = self._start()
        self.watch = threading.Thread(target=self._keep_alive, name="worker-watch", daemon=True)
        self.watch.start()

    def ask_to_stop(self) -> None:
        """Tell the worker to end once its job has, and start no other."""
        with self.lock:
            self.stopping.set()
        self.child.terminate()

    def stop(self) -> None:
        """End the worker; let its job finish, within reason and until a KeyboardInterrupt."""
        self.ask_to_stop()
        try:
            self.child.wait(SECONDS_FOR_A_JOB_TO_FINISH)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            self.child.kill()  # its job is taken up again at the next start
            self.child.wait()
        self.watch.join()

    def _start(self) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C in the terminal reaches the server alone, which then stops the worker in order.
        return subprocess.Popen(self.COMMAND, cwd=settings.BASE_DIR, start_new_session=True)  # noqa: S603

    def _keep_alive(self) -> None:
        while not self.stopping.is_set():
            self.child.wait()
            self.stopping.wait(1)
            with self.lock:
                if not self.stopping.is_set():
                    self.child = self._start()
