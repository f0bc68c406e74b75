"""The network between the site and its database: a relay on this machine that can be cut, and can go silent."""

import contextlib
import socket
import struct
import threading

CLOSES_AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER of no seconds: the other side reads a reset


class Relay:
    """Passes on what comes to `port` to another port, until it is cut or silent."""

    def __init__(self, port: int, to: int) -> None:
        self.port, self.to = port, to
        self.passes, self.is_cut = threading.Event(), False
        self.passes.set()
        self.connections: list[socket.socket] = []
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", port), backlog=64)
        threading.Thread(target=self._accept, name="relay", daemon=True).start()

    def cut(self) -> None:
        """End every connection by a reset, and accept none."""
        self.is_cut = True
        with self.lock:
            ended, self.connections = self.connections, []
        for connection in ended:
            _reset(connection)

    def go_silent(self) -> None:
        """Keep the connections, and pass nothing on."""
        self.passes.clear()

    def mend(self) -> None:
        """Be as at first; what was held back is passed on."""
        self.is_cut = False
        self.passes.set()

    def close(self) -> None:
        self.mend()
        self.cut()
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                asking, _address = self.listener.accept()
            except OSError:
                return
            try:
                if self.is_cut:
                    raise ConnectionRefusedError
                answering = socket.create_connection(("127.0.0.1", self.to), timeout=5)
            except OSError:
                _reset(asking)
                continue
            answering.settimeout(None)
            with self.lock:
                self.connections += [asking, answering]
            for source, target in ((asking, answering), (answering, asking)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while received := source.recv(65536):
                self.passes.wait()
                target.sendall(received)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self.lock:
            for end in (source, target):
                if end in self.connections:
                    self.connections.remove(end)
        for end in (source, target):
            end.close()


def _reset(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CLOSES_AT_ONCE)
        connection.shutdown(socket.SHUT_RDWR)
        connection.close()
